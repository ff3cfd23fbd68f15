/*
 * worker-config.c - writes and reads an arbiter's configuration.
 */
#include "referee/machines/worker-config.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/sandbox/find-program.h"
#include "rules/process/rules-process.h"

enum { WORKER_CONFIG_BOTS = 65536, WORKER_CONFIG_WORDS = 4096, WORKER_CONFIG_TEXTS = 1 << 20 };

#define WORKER_CONFIG_BUILD_TIME (24 * 3600 * SECOND)

/* --- numbers: a row each ---------------------------------------------------------------------- */

enum worker_config_type { WORKER_CONFIG_BOOL, WORKER_CONFIG_INT, WORKER_CONFIG_WIDE };

/* A number of a struct: how it is written, its type, its place, and what it may be. */
struct worker_config_row {
	const char *key;
	enum worker_config_type type;
	size_t at;
	int64_t min, max;
};

#define ANY	  INT64_MIN, INT64_MAX
#define OF(type)  offsetof(struct arbiter_config, type)
#define BOT(type) offsetof(struct bot_config, type)
#define FLAG(k, a)                                                                                 \
	{                                                                                          \
		k, WORKER_CONFIG_BOOL, a, 0, 1                                                     \
	}

static const struct worker_config_row worker_config_rows[] = {
	{"players", WORKER_CONFIG_INT, OF(players), 2, SEATS_MAX},
	{"max-plies", WORKER_CONFIG_INT, OF(terms.max_plies), 0, INT32_MAX},
	{"strikes", WORKER_CONFIG_INT, OF(terms.strikes), 0, INT32_MAX},
	{"sandbox", WORKER_CONFIG_INT, OF(terms.sandbox), 0, SANDBOX_LEVELS - 1},
	FLAG("restart", OF(terms.restart)),
	FLAG("ponder", OF(terms.ponder)),
	FLAG("oracle", OF(terms.adjudicate_exact)),
	FLAG("options-bind", OF(options_bind)),
	FLAG("keep-info", OF(terms.keep_info)),
	FLAG("log-wire", OF(log_wire)),
	FLAG("live", OF(live)),
	{"repetition", WORKER_CONFIG_INT, OF(terms.adjudication.repetition), 0, INT32_MAX},
	{"resign-count", WORKER_CONFIG_INT, OF(terms.adjudication.resign_count), 0, INT32_MAX},
	{"resign-score", WORKER_CONFIG_WIDE, OF(terms.adjudication.resign_score), ANY},
	FLAG("resign-alone", OF(terms.adjudication.resign_alone)),
	{"draw-count", WORKER_CONFIG_INT, OF(terms.adjudication.draw_count), 0, INT32_MAX},
	{"draw-score", WORKER_CONFIG_WIDE, OF(terms.adjudication.draw_score), ANY},
	{"draw-from", WORKER_CONFIG_INT, OF(terms.adjudication.draw_from), 0, INT32_MAX},
	{NULL, WORKER_CONFIG_INT, 0, ANY},
};

static const struct worker_config_row worker_config_bot_rows[] = {
	FLAG("remote", BOT(remote)),
	{"isready", WORKER_CONFIG_INT, BOT(isready), 0, INT32_MAX},
	{"options-shared", WORKER_CONFIG_INT, BOT(options_shared), 0, INT32_MAX},
	FLAG("own-limits", BOT(has_limits)),
	{NULL, WORKER_CONFIG_INT, 0, ANY},
};

#define LIMIT(type) offsetof(struct limits, type)

static const struct worker_config_row worker_config_limits_rows[] = {
	{"movetime", WORKER_CONFIG_WIDE, LIMIT(movetime), 0, INT64_MAX},
	{"tc-time", WORKER_CONFIG_WIDE, LIMIT(tc_time), 0, INT64_MAX},
	{"tc-moves", WORKER_CONFIG_INT, LIMIT(tc_moves), 0, INT32_MAX},
	{"tc-increment", WORKER_CONFIG_WIDE, LIMIT(tc_increment), 0, INT64_MAX},
	{"tc-bank", WORKER_CONFIG_WIDE, LIMIT(tc_bank), 0, INT64_MAX},
	FLAG("tc-inf", LIMIT(tc_inf)),
	{"depth", WORKER_CONFIG_WIDE, LIMIT(depth), 0, INT64_MAX},
	{"nodes", WORKER_CONFIG_WIDE, LIMIT(nodes), 0, INT64_MAX},
	{"margin", WORKER_CONFIG_WIDE, LIMIT(margin), 0, INT64_MAX},
	{"clock", WORKER_CONFIG_INT, LIMIT(clock), 0, 16},
	{NULL, WORKER_CONFIG_INT, 0, ANY},
};

#define ALLOW(type) offsetof(struct sandbox_limits, type)

static const struct worker_config_row worker_config_allowance_rows[] = {
	{"memory", WORKER_CONFIG_WIDE, ALLOW(memory), 0, INT64_MAX},
	{"scratch", WORKER_CONFIG_WIDE, ALLOW(scratch), 0, INT64_MAX},
	{"processes", WORKER_CONFIG_WIDE, ALLOW(processes), 0, INT64_MAX},
	{"files", WORKER_CONFIG_WIDE, ALLOW(files), 0, INT64_MAX},
	{"output", WORKER_CONFIG_WIDE, ALLOW(output), 0, INT64_MAX},
	{"line", WORKER_CONFIG_WIDE, ALLOW(line), 0, INT64_MAX},
	{"errors", WORKER_CONFIG_WIDE, ALLOW(errors), 0, INT64_MAX},
	{"startup", WORKER_CONFIG_WIDE, ALLOW(startup), 0, INT64_MAX},
	{"newgame", WORKER_CONFIG_WIDE, ALLOW(newgame), 0, INT64_MAX},
	{"quit", WORKER_CONFIG_WIDE, ALLOW(quit), 0, INT64_MAX},
	{NULL, WORKER_CONFIG_INT, 0, ANY},
};

#define BUILD(type) offsetof(struct build_limits, type)

static const struct worker_config_row worker_config_build_rows[] = {
	{"build-memory", WORKER_CONFIG_WIDE, BUILD(memory), 0, INT64_MAX},
	{"build-disk", WORKER_CONFIG_WIDE, BUILD(disk), 0, INT64_MAX},
	{"build-timeout", WORKER_CONFIG_WIDE, BUILD(timeout), 0, WORKER_CONFIG_BUILD_TIME},
	FLAG("build-network", BUILD(network)),
	{NULL, WORKER_CONFIG_INT, 0, ANY},
};

static int64_t worker_config_number(const struct worker_config_row *row, const void *of)
{
	const char *at = (const char *)of + row->at;
	switch (row->type) {
	case WORKER_CONFIG_BOOL:
		return *(const bool *)at;
	case WORKER_CONFIG_INT:
		return *(const int *)at;
	case WORKER_CONFIG_WIDE:
		break;
	}
	return *(const int64_t *)at;
}

static void worker_config_write_rows(FILE *out, const struct worker_config_row *row, const void *of)
{
	for (; row->key != NULL; row++)
		fprintf(out, "%s %" PRId64 "\n", row->key, worker_config_number(row, of));
}

/* Sets the number of this key. False: no row has the key, or the number is none of its numbers. */
static bool worker_config_set(
	const struct worker_config_row *row, void *of, const char *key, const char *value)
{
	char *end;
	while (row->key != NULL && strcmp(row->key, key) != 0)
		row++;
	long long number = strtoll(value, &end, 10);
	if (row->key == NULL || end == value || *end != '\0' || number < row->min ||
		number > row->max)
		return false;
	char *at = (char *)of + row->at;
	if (row->type == WORKER_CONFIG_BOOL)
		*(bool *)at = number != 0;
	else if (row->type == WORKER_CONFIG_INT)
		*(int *)at = (int)number;
	else
		*(int64_t *)at = number;
	return true;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void worker_config_write_text(FILE *out, const char *key, const char *text)
{
	fprintf(out, "%s ", key);
	for (; *text != '\0'; text++)
		if (*text == '\n' || *text == '\\')
			fputs(*text == '\n' ? "\\n" : "\\\\", out);
		else
			fputc(*text, out);
	fputc('\n', out);
}

/* The number of a folder; count: it is not there. */
static int worker_config_folders_find(const struct worker_config_folders *f, const char *path)
{
	int number = 0;
	while (number < f->count && strcmp(f->paths[number], path) != 0)
		number++;
	return number;
}

/* Adds a folder, or finds it. sources: it is only needed as such. */
static void worker_config_folders_add(
	struct worker_config_folders *f, const char *path, bool sources)
{
	if (path == NULL)
		return;
	int number = worker_config_folders_find(f, path);
	if (number == f->count) {
		f->count++;
		f->paths = memory_resize(f->paths, (size_t)f->count, sizeof *f->paths);
		f->sources = memory_resize(f->sources, (size_t)f->count, sizeof *f->sources);
		f->paths[number] = path;
		f->sources[number] = sources;
	}
	f->sources[number] = f->sources[number] && sources;
}

static void worker_config_folders_add_program(
	struct worker_config_folders *f, const struct bot_config *program)
{
	worker_config_folders_add(f, program->dir, false);
	if (program->build != NULL)
		worker_config_folders_add(f, program->source, true);
}

/* In the order of worker_config_write(). */
void worker_config_folders_init(
	struct worker_config_folders *f, const struct arbiter_config *config)
{
	*f = (struct worker_config_folders){.count = 0};
	worker_config_folders_add_program(f, &config->rules_program);
	for (int i = 0; i < config->bots_count; i++)
		worker_config_folders_add_program(f, &config->bots[i]);
}

void worker_config_folders_clear(struct worker_config_folders *f)
{
	free(f->paths);
	free(f->sources);
	*f = (struct worker_config_folders){.count = 0};
}

static void worker_config_write_bot(FILE *out, const struct worker_config_folders *f,
	const char *key, const struct bot_config *bot)
{
	worker_config_write_text(out, key, bot->name);
	worker_config_write_rows(out, worker_config_bot_rows, bot);
	worker_config_write_rows(out, worker_config_allowance_rows, &bot->allowance);
	worker_config_write_rows(out, worker_config_limits_rows, &bot->limits);
	for (char *const *word = bot->argv; word != NULL && *word != NULL; word++)
		worker_config_write_text(out, "word", *word);
	for (int i = 0; i < bot->options_count; i++)
		worker_config_write_text(out, "option", bot->options[i]);
	if (bot->dir != NULL)
		fprintf(out, "folder %d\n", worker_config_folders_find(f, bot->dir));
	if (bot->build != NULL && bot->source != NULL) {
		worker_config_write_text(out, "build", bot->build);
		fprintf(out, "source %d\n", worker_config_folders_find(f, bot->source));
		worker_config_write_rows(out, worker_config_build_rows, &bot->build_limits);
	}
	if (bot->unbuilt != NULL)
		worker_config_write_text(out, "unbuilt", bot->unbuilt);
	if (bot->build_output != NULL)
		worker_config_write_text(out, "build-output", bot->build_output);
}

void worker_config_write(
	FILE *out, const struct arbiter_config *config, const struct worker_config_folders *f)
{
	struct worker_facts here;
	worker_facts_collect(&here);
	worker_config_write_text(out, "arch", here.arch);
	if (rules_is_process(config->rules))
		worker_config_write_text(
			out, "description", rules_process_description(config->rules));
	else
		fprintf(out, "game %s\n", config->rules->name);
	for (int i = 0; i < config->params_count; i++)
		worker_config_write_text(out, "param", config->params[i]);
	worker_config_write_rows(out, worker_config_rows, config);
	worker_config_write_rows(out, worker_config_limits_rows, &config->terms.limits);
	worker_config_write_rows(out, worker_config_allowance_rows, &config->terms.allowance);
	if (rules_is_process(config->rules))
		worker_config_write_bot(out, f, "rules", &config->rules_program);
	for (int i = 0; i < config->bots_count; i++)
		worker_config_write_bot(out, f, "bot", &config->bots[i]);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Owned while a configuration is read. */
struct worker_config_reading {
	struct worker_config *w;
	struct bot_config *bot;		/* the last one; NULL: none yet */
	struct worker_config_bot *more; /* of it */
};

static char *worker_config_keep(struct worker_config *w, char *text)
{
	w->texts = memory_resize(w->texts, (size_t)w->texts_count + 1, sizeof *w->texts);
	return w->texts[w->texts_count++] = text;
}

/* Adds a text to a list that ends with NULL. */
static void worker_config_add(char ***list, int *count, char *text)
{
	*list = memory_resize(*list, (size_t)*count + 2, sizeof **list);
	(*list)[(*count)++] = text;
	(*list)[*count] = NULL;
}

static void worker_config_unescape(char *text)
{
	char *to = text;
	for (; *text != '\0'; text++) {
		if (*text == '\\' && text[1] != '\0')
			*to++ = *++text == 'n' ? '\n' : *text;
		else
			*to++ = *text;
	}
	*to = '\0';
}

static bool worker_config_add_bot(struct worker_config_reading *r, char *name)
{
	struct arbiter_config *config = &r->w->config;
	struct bot_config *bots = (struct bot_config *)config->bots;
	if (config->bots_count == WORKER_CONFIG_BOTS)
		return false;
	bots = memory_resize(bots, (size_t)config->bots_count + 1, sizeof *bots);
	r->bot = &bots[config->bots_count++];
	*r->bot = (struct bot_config){.name = name};
	config->bots = bots;
	r->w->bots = memory_resize(r->w->bots, (size_t)config->bots_count, sizeof *r->w->bots);
	r->more = &r->w->bots[config->bots_count - 1];
	*r->more = (struct worker_config_bot){.folder = -1, .source = -1};
	return true;
}

static void worker_config_add_rules(struct worker_config_reading *r, char *name)
{
	r->bot = &r->w->config.rules_program;
	*r->bot = (struct bot_config){.name = name};
	r->more = &r->w->rules;
	*r->more = (struct worker_config_bot){.folder = -1, .source = -1};
}

static bool worker_config_set_folder(
	struct worker_config_reading *r, const char *value, int *folder)
{
	char *end;
	long number = strtol(value, &end, 10);
	if (end == value || *end != '\0' || number < 0 || number > r->w->folders)
		return false;
	r->w->folders += number == r->w->folders;
	*folder = (int)number;
	return true;
}

static bool worker_config_take_bot(struct worker_config_reading *r, const char *key, char *value)
{
	struct bot_config *bot = r->bot;
	char **words = (char **)bot->argv, **options = (char **)bot->options;
	int count = 0;
	while (words != NULL && words[count] != NULL)
		count++;
	if (strcmp(key, "word") == 0 && count < WORKER_CONFIG_WORDS) {
		worker_config_add(&words, &count, value);
		bot->argv = words;
	} else if (strcmp(key, "option") == 0 && bot->options_count < WORKER_CONFIG_WORDS) {
		worker_config_add(&options, &bot->options_count, value);
		bot->options = options;
	} else if (strcmp(key, "folder") == 0) {
		return worker_config_set_folder(r, value, &r->more->folder);
	} else if (strcmp(key, "source") == 0) {
		return worker_config_set_folder(r, value, &r->more->source);
	} else if (strcmp(key, "build") == 0) {
		bot->build = value;
	} else if (strcmp(key, "unbuilt") == 0) {
		bot->unbuilt = value;
	} else if (strcmp(key, "build-output") == 0) {
		bot->build_output = value;
	} else {
		return worker_config_set(worker_config_bot_rows, bot, key, value) ||
		       worker_config_set(
			       worker_config_allowance_rows, &bot->allowance, key, value) ||
		       worker_config_set(worker_config_limits_rows, &bot->limits, key, value) ||
		       worker_config_set(worker_config_build_rows, &bot->build_limits, key, value);
	}
	return true;
}

static bool worker_config_take(struct worker_config_reading *r, const char *key, char *value)
{
	struct arbiter_config *config = &r->w->config;
	char **params = (char **)config->params;
	if (strcmp(key, "bot") == 0)
		return worker_config_add_bot(r, value);
	if (r->bot != NULL)
		return worker_config_take_bot(r, key, value);
	if (strcmp(key, "rules") == 0 && r->w->offline != NULL) {
		worker_config_add_rules(r, value);
		return true;
	}
	if (strcmp(key, "description") == 0 && config->rules == NULL) {
		struct error err;
		config->rules = r->w->offline = rules_process_offline(value, 0, &err);
		return config->rules != NULL;
	}
	if (strcmp(key, "game") == 0 && config->rules == NULL) {
		config->rules = rules_find(value);
		return config->rules != NULL;
	}
	if (strcmp(key, "arch") == 0) {
		snprintf(r->w->arch, sizeof r->w->arch, "%s", value);
		return true;
	}
	if (strcmp(key, "param") == 0 && config->params_count < WORKER_CONFIG_WORDS) {
		worker_config_add(&params, &config->params_count, value);
		config->params = params;
		return true;
	}
	return worker_config_set(worker_config_rows, config, key, value) ||
	       worker_config_set(worker_config_limits_rows, &config->terms.limits, key, value) ||
	       worker_config_set(
		       worker_config_allowance_rows, &config->terms.allowance, key, value);
}

/* Does the whole make sense? */
static bool worker_config_check(const struct arbiter_config *config, struct error *err)
{
	struct setup setup;
	if (config->rules == NULL || config->players == 0 || config->bots_count == 0)
		return error_set(err, "it has no game, no number of players or no bots");
	if (rules_is_process(config->rules) != (config->rules_program.argv != NULL))
		return error_set(err, "the rules have no command");
	for (int i = 0; i < config->bots_count; i++)
		if (!config->bots[i].remote && config->bots[i].argv == NULL)
			return error_set(err, "bot %.100s has no command", config->bots[i].name);
	return setup_init(&setup, config->rules, config->players, 0,
		(const char *const *)config->params, config->params_count, err);
}

bool worker_config_read(struct worker_config *w, char *text, struct error *err)
{
	struct worker_config_reading r = {w, NULL, NULL};
	char *line;
	*w = (struct worker_config){.folders = 0};
	while ((line = strsep(&text, "\n")) != NULL) {
		char *value = strchr(line, ' ');
		if (*line == '\0')
			continue;
		if (value != NULL)
			*value++ = '\0';
		if (value == NULL || w->texts_count == WORKER_CONFIG_TEXTS)
			return error_set(err, "\"%.40s\" has no value", line);
		worker_config_unescape(value);
		if (!worker_config_take(&r, line, value))
			return error_set(err, "\"%.40s %.80s\" is not known here", line, value);
	}
	return worker_config_check(&w->config, err);
}

int worker_config_programs(const struct worker_config *w)
{
	return w->config.bots_count + (w->offline != NULL);
}

const struct bot_config *worker_config_program(const struct worker_config *w, int i)
{
	return i < w->config.bots_count ? &w->config.bots[i] : &w->config.rules_program;
}

const struct worker_config_bot *worker_config_places(const struct worker_config *w, int i)
{
	return i < w->config.bots_count ? &w->bots[i] : &w->rules;
}

static struct bot_config *worker_config_own(struct worker_config *w, int i)
{
	return i < w->config.bots_count ? (struct bot_config *)&w->config.bots[i]
					: &w->config.rules_program;
}

/* Hides a folder from the bots whose own it is not. */
static char *worker_config_hide(struct worker_config *w, const char *path)
{
	char **hidden = (char **)w->config.hidden;
	int count = 0;
	while (hidden != NULL && hidden[count] != NULL)
		count++;
	char *kept = worker_config_keep(w, memory_copy(path));
	worker_config_add(&hidden, &count, kept);
	w->config.hidden = hidden;
	return kept;
}

void worker_config_settle(struct worker_config *w, const char *const *paths)
{
	char **kept = memory_get((size_t)w->folders + 1, sizeof *kept);
	for (int i = 0; i < w->folders; i++)
		if (paths[i] != NULL)
			kept[i] = worker_config_hide(w, paths[i]);
	for (int i = 0; i < worker_config_programs(w); i++) {
		const struct worker_config_bot *more = worker_config_places(w, i);
		struct bot_config *program = worker_config_own(w, i);
		program->dir = more->folder >= 0 ? kept[more->folder] : NULL;
		program->source = more->source >= 0 ? kept[more->source] : NULL;
	}
	free(kept);
}

void worker_config_build(struct worker_config *w, int program, const char *path)
{
	worker_config_own(w, program)->dir = worker_config_hide(w, path);
}

void worker_config_clear(struct worker_config *w)
{
	for (int i = 0; i < worker_config_programs(w); i++) {
		free((void *)worker_config_program(w, i)->argv);
		free((void *)worker_config_program(w, i)->options);
	}
	rules_process_close(w->offline);
	free((void *)w->config.bots);
	free(w->bots);
	free((void *)w->config.params);
	free((void *)w->config.hidden);
	for (int i = 0; i < w->texts_count; i++)
		free(w->texts[i]);
	free(w->texts);
	free(w->text);
	*w = (struct worker_config){.folders = 0};
}
