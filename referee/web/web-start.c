/*
 * web-start.c - the web process as a program of its own.
 *
 * The tokens go through the environment, since every user can read arguments.
 */
#include "referee/web/web-process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/process/crypto.h"
#include "referee/process/process.h"

#define WEB_START_TOKEN	  "REFEREE_WEB_TOKEN"
#define WEB_START_METRICS "REFEREE_WEB_METRICS_TOKEN"
#define WEB_START_SALT	  "REFEREE_WEB_SALT"

enum { WEB_START_WORDS = 4 /* arguments that are always present */ };

/* Further arguments, KEY=VALUE each: members of struct web_options. */
static const struct web_start_row {
	const char *key;
	enum { WEB_START_FLAG, WEB_START_TEXT, WEB_START_LIST } kind;
	size_t at, count; /* offsets; count: of a list */
} web_start_rows[] = {
	{"proxied=", WEB_START_FLAG, offsetof(struct web_options, proxied), 0},
	{"takes-bots=", WEB_START_FLAG, offsetof(struct web_options, takes_bots), 0},
	{"no-games=", WEB_START_FLAG, offsetof(struct web_options, no_games), 0},
	{"prefix=", WEB_START_TEXT, offsetof(struct web_options, prefix), 0},
	{"title=", WEB_START_TEXT, offsetof(struct web_options, title), 0},
	{"about=", WEB_START_TEXT, offsetof(struct web_options, about), 0},
	{"other=", WEB_START_TEXT, offsetof(struct web_options, other), 0},
	{"name=", WEB_START_LIST, offsetof(struct web_options, names),
		offsetof(struct web_options, names_count)},
	{"database=", WEB_START_LIST, offsetof(struct web_options, databases),
		offsetof(struct web_options, databases_count)},
};

enum { WEB_START_ROWS = sizeof web_start_rows / sizeof *web_start_rows };

/* The arguments of a process. */
struct web_start_words {
	char **words; /* owned, with their texts */
	int count;
};

static void web_start_add(struct web_start_words *w, const char *key, const char *value)
{
	w->words = memory_resize(w->words, (size_t)w->count + 2, sizeof *w->words);
	w->words[w->count++] = memory_print("%s%s", key, value);
	w->words[w->count] = NULL;
}

static void web_start_add_row(
	struct web_start_words *w, const struct web_start_row *row, const struct web_options *o)
{
	const char *at = (const char *)o + row->at;
	const char *text = row->kind == WEB_START_TEXT ? *(const char *const *)at : NULL;
	const bool flag = row->kind == WEB_START_FLAG && *(const bool *)at;
	const int count =
		row->kind == WEB_START_LIST ? *(const int *)((const char *)o + row->count) : 0;
	if (flag || text != NULL)
		web_start_add(w, row->key, flag ? "" : text);
	for (int i = 0; i < count; i++)
		web_start_add(w, row->key, (*(const char *const *const *)at)[i]);
}

int web_start_program(const char *word, const struct web_options *o, int from, int to)
{
	struct web_start_words w = {NULL, 0};
	char text[CRYPTO_TEXT + 1];
	const int descriptors[] = {from, to, PROCESS_BEAT};
	web_start_add(&w, "referee", "");
	web_start_add(&w, word, "");
	for (size_t i = 0; i < sizeof descriptors / sizeof *descriptors; i++) {
		snprintf(text, sizeof text, "%d", descriptors[i]);
		web_start_add(&w, "", text);
		fcntl(descriptors[i], F_SETFD, 0);
	}
	for (int i = 0; i < o->listen_count; i++) {
		char *at = memory_print("%s %d", o->listen[i].host, o->listen[i].port);
		web_start_add(&w, o->listen[i].fd > 0 ? "hand=" : "listen=", at);
		free(at);
	}
	for (int i = 0; i < WEB_START_ROWS; i++)
		web_start_add_row(&w, &web_start_rows[i], o);
	if (o->token != NULL)
		setenv(WEB_START_TOKEN, o->token, 1);
	if (o->metrics_token != NULL)
		setenv(WEB_START_METRICS, o->metrics_token, 1);
	if (o->salt != NULL) {
		crypto_write(o->salt, text);
		setenv(WEB_START_SALT, text, 1);
	}
	fcntl(PROCESS_FD_CHANNEL, F_SETFD, 0); /* if there is one */
	execv("/proc/self/exe", w.words);
	return EXIT_FAILURE;
}

/* Takes a secret out of the environment, where /proc would show it; NULL: it is absent. */
static char *web_start_secret(const char *name)
{
	char *given = getenv(name), *copy = given != NULL ? memory_copy(given) : NULL;
	if (given != NULL)
		crypto_forget(given, strlen(given));
	return copy;
}

/* The value after the key; NULL: the word has another key. */
static const char *web_start_value(const char *word, const char *key)
{
	size_t length = strlen(key);
	return strncmp(word, key, length) == 0 ? word + length : NULL;
}

static void web_start_take_row(
	struct web_options *o, const struct web_start_row *row, const char *value)
{
	char *at = (char *)o + row->at;
	if (row->kind == WEB_START_FLAG)
		*(bool *)at = true;
	else if (row->kind == WEB_START_TEXT)
		*(const char **)at = value;
	else
		(*(const char ***)at)[(*(int *)((char *)o + row->count))++] = value;
}

static void web_start_take(struct web_options *o, const char *word)
{
	bool hand = web_start_value(word, "hand=") != NULL;
	const char *value = web_start_value(word, hand ? "hand=" : "listen=");
	if (value != NULL && o->listen_count < WEB_LISTEN_MAX) {
		struct web_listen *at = &o->listen[o->listen_count++];
		at->fd = hand ? -1 : 0;
		snprintf(at->host, sizeof at->host, "%.*s", (int)strcspn(value, " "), value);
		at->port = atoi(value + strcspn(value, " "));
	}
	for (int i = 0; i < WEB_START_ROWS; i++)
		if ((value = web_start_value(word, web_start_rows[i].key)) != NULL)
			web_start_take_row(o, &web_start_rows[i], value);
}

int web_start_take_over(int argc, char **argv, const struct process_kind *kind)
{
	if (argc < WEB_START_WORDS)
		return EXIT_FAILURE;
	unsigned char salt[CRYPTO_BYTES];
	char *token = web_start_secret(WEB_START_TOKEN);
	char *metrics = web_start_secret(WEB_START_METRICS);
	char *salted = web_start_secret(WEB_START_SALT);
	const char **names = memory_get((size_t)argc, sizeof *names);
	const char **databases = memory_get((size_t)argc, sizeof *databases);
	struct web_options o = {.token = token,
		.metrics_token = metrics,
		.salt = salted != NULL && crypto_read(salted, salt) ? salt : NULL,
		.names = names,
		.databases = databases};
	for (int i = WEB_START_WORDS; i < argc; i++)
		web_start_take(&o, argv[i]);
	prctl(PR_SET_NAME, kind->name);
	heartbeat_set_fd(atoi(argv[3]));
	int status = kind->run(&o, 0, atoi(argv[1]), atoi(argv[2]));
	free(token);
	free(metrics);
	free(salted);
	free(names);
	free(databases);
	return status;
}

int web_start_main(int argc, char **argv)
{
	return web_start_take_over(argc, argv, &web_process);
}

static int web_start_run(const void *arg, int number, int from, int to)
{
	(void)number;
	return web_start_program(WEB_START_WORD, arg, from, to);
}

const struct process_kind web_start_process = {
	"referee-web", web_start_run, .has_fd_channel = true};
