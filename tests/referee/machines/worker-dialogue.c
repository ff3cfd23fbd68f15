/*
 * The conversation with a worker: the bytes that it gets, and which of its lines end it. And the
 * bundles of folders, which are the same bytes for the same files.
 */
#include "referee/machines/worker-dialogue.h"

#include <stdio.h>

#include "base/memory.h"
#include "tests/lib/suite.h"
#include "base/version.h"

/* By a program that is not ours, which packed the five entries and their end. */
#define BYTES  139
#define DIGEST "b6d7a732d0f26ea376f6ed5fe7e981e5b250d902c1a95d031dcea09e3dcfe298"

#define GREETING "worker 4 " VERSION "\n"
#define FACTS	 "facts a any x86_64 " VERSION " - 2 4 0 0 9 - - -\n"

/* The bytes and lines that the other sides got. */
struct heard {
	char worker[65536], told[4096], why[1024];
	size_t used;
	int64_t file; /* bytes of files */
};

static void on_send(void *owner, const void *bytes, size_t length)
{
	struct heard *h = owner;
	ck_assert(h->used + length < sizeof h->worker);
	memcpy(h->worker + h->used, bytes, length);
	h->used += length;
}

static void on_send_file(void *owner, int file, int64_t length)
{
	struct heard *h = owner;
	char byte;
	ck_assert_int_eq(pread(file, &byte, 1, length - 1), 1);
	ck_assert_int_eq(pread(file, &byte, 1, length), 0);
	h->file += length;
}

static void on_tell(void *owner, const char *line)
{
	struct heard *h = owner;
	strncat(h->told, line, sizeof h->told - strlen(h->told) - 2);
	strcat(h->told, "|");
}

static void on_fail(void *owner, const char *why)
{
	struct heard *h = owner;
	ck_assert_str_eq(h->why, ""); /* it is the last call */
	snprintf(h->why, sizeof h->why, "%s", why);
}

static const struct worker_dialogue_calls calls = {on_send, on_send_file, on_tell, on_fail};

/* A folder with all kinds of entries; two links lead nowhere that travels. */
static char *make_folder(void)
{
	char *folder = memory_copy("/tmp/worker-dialogue-XXXXXX"), command[1024];
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(command, sizeof command,
		"cd %s && printf 'print(1)\\n' >b.py && printf '#!/bin/sh\\n' >a.sh && chmod 750 a.sh && ln -s b.py link && mkdir -m 700 src && >src/x && ln -s /etc/passwd out && ln -s nothing gone",
		folder);
	ck_assert_int_eq(system(command), 0);
	return folder;
}

static void remove_folder(char *folder)
{
	char command[256];
	snprintf(command, sizeof command, "rm -r %s", folder);
	ck_assert_int_eq(system(command), 0);
	free(folder);
}

static void make_offer(struct worker_manifest *o, const char *folder)
{
	char program[] = "./a.sh", *words[] = {program, NULL};
	const struct bot_config bots[] = {
		{.name = "a", .argv = words, .dir = folder}, {.name = "b", .argv = words}};
	const struct arbiter_config config = {.rules = rules_find("nim"),
		.players = 2,
		.bots = bots,
		.bots_count = 2,
		.copies = 1,
		.settings = (char[]){"game = nim\n"}};
	struct error err;
	ck_assert_msg(worker_manifest_make(o, &config, &err), "%s", err.text);
}

START_TEST(a_bundle_follows_from_names_kinds_and_contents_alone)
	{
		struct worker_manifest o;
		struct error err;
		char *folder = make_folder();
		make_offer(&o, folder);
		ck_assert_int_eq(o.folders_count, 1);
		ck_assert_int_eq(o.folders[0].bytes, BYTES);
		ck_assert_str_eq(o.folders[0].digest, DIGEST);
		char name[256];
		snprintf(name, sizeof name, "%s/b.py", folder);
		ck_assert_int_eq(truncate(name, 1), 0);
		ck_assert_int_eq(worker_manifest_file(&o, 0, &err), -1);
		ck_assert_msg(strstr(err.text, "has changed") != NULL, "%s", err.text);
		worker_manifest_clear(&o);
		remove_folder(folder);
	}
END_TEST

#define READY GREETING FACTS "have " DIGEST "\nready\n"

/* said: by the worker. told: to the main process. why: a part; NULL: the dialogue goes on. */
static const struct {
	const char *said, *told, *why;
	int file;
} dialogues[] = {
	{READY "beat\n1 game 2\nbeat\n", "facts|1 game 2|", NULL, 0},
	{GREETING FACTS "beat\nneed " DIGEST "\nbeat\nready\n", "facts|", NULL, BYTES},
	{GREETING FACTS "skip " DIGEST "\nready\n", "facts|", NULL, 0},
	{GREETING FACTS "have " DIGEST "\ncannot 1 no python\nready\n", "cannot 1 no python|facts|",
		NULL, 0},
	{READY "need " DIGEST "\nready\n", "facts|need " DIGEST "|ready|", NULL, 0},
	{GREETING FACTS "leaving\n", "", NULL, 0},
	{"hello\x1b\n", "", "it said \"hello\\x1b\" and not", 0},
	{"beat\n", "", "it said \"beat\"", 0},
	{GREETING FACTS "ready\n", "", "ready", 0},
	{GREETING FACTS "cannot 1 x\n", "", "cannot", 0},
	{GREETING FACTS "need " DIGEST "\nneed " DIGEST "\n", "", "need", BYTES},
	{GREETING FACTS "need ../x\n", "", "need ../x", 0},
	{GREETING FACTS "have\n", "", "have", 0},
	{GREETING FACTS GREETING, "", "worker 4", 0},
	{GREETING FACTS FACTS, "", "facts a", 0},
	{FACTS, "", "and not \"worker 4 VERSION\"", 0},
	{GREETING "beat\n", "", "it said \"beat\", which", 0},
	{GREETING "facts a any\n", "", "its facts are malformed: \"facts a any\"", 0},
	{GREETING "facts a.b any x 1 - 2 4 0 0 9 - - -\n", "", "its facts are malformed", 0},
	{"worker 3 name=a slots=1\n", "", "it is referee ? with version 3", 0},
	{GREETING FACTS "speed 1\n", "", "speed 1", 0},
};

/* Without the facts, which another test compares. */
static void shorten(char *told)
{
	char *facts = strstr(told, "facts a"), *end = facts != NULL ? strchr(facts, '|') : NULL;
	if (facts != NULL)
		memmove(facts + strlen("facts"), end, strlen(end) + 1);
}

START_TEST(each_line_has_its_place)
	{
		struct worker_manifest o;
		char *folder = make_folder();
		const size_t all = strlen(dialogues[_i].said);
		make_offer(&o, folder);
		for (size_t size = 1; size <= all; size++) {
			struct heard h = {.used = 0};
			struct worker_dialogue d;
			worker_dialogue_init(&d, &calls, &h, &o);
			for (size_t at = 0; at < all; at += size)
				worker_dialogue_take(&d, dialogues[_i].said + at,
					all - at < size ? all - at : size);
			shorten(h.told);
			ck_assert_str_eq(h.told, dialogues[_i].told);
			ck_assert_int_eq(h.file, dialogues[_i].file);
			ck_assert_msg((dialogues[_i].why == NULL) == (*h.why == '\0'), "%s", h.why);
			if (dialogues[_i].why != NULL)
				ck_assert_msg(
					strstr(h.why, dialogues[_i].why) != NULL, "%s", h.why);
			worker_dialogue_clear(&d);
		}
		worker_manifest_clear(&o);
		remove_folder(folder);
	}
END_TEST

START_TEST(the_worker_gets_the_configuration_the_folders_and_requests)
	{
		struct worker_manifest o;
		struct worker_dialogue d;
		struct heard h = {.used = 0};
		char *folder = make_folder(), expected[256];
		make_offer(&o, folder);
		worker_dialogue_init(&d, &calls, &h, &o);
		worker_dialogue_request(&d, "early\n", 6);
		ck_assert_uint_eq(h.used, 0);
		worker_dialogue_take(&d, READY, strlen(READY));
		worker_dialogue_request(&d, "1 play\n", 7);
		snprintf(expected, sizeof expected, "config %zu\narbiter ", o.size);
		ck_assert_int_eq(strncmp(h.worker, expected, strlen(expected)), 0);
		const char *rest = strchr(h.worker, '\n') + 1 + o.size;
		snprintf(expected, sizeof expected, "folder " DIGEST " %d\n1 play\n", BYTES);
		ck_assert_str_eq(rest, expected);
		worker_dialogue_clear(&d);
		worker_manifest_clear(&o);
		remove_folder(folder);
	}
END_TEST

START_TEST(a_silent_worker_or_one_with_an_endless_line_is_lost)
	{
		struct worker_manifest o;
		struct worker_dialogue d;
		struct heard h = {.used = 0};
		char *folder = make_folder();
		make_offer(&o, folder);
		worker_dialogue_init(&d, &calls, &h, &o);
		for (int i = 0; i < WORKER_SILENT; i++)
			worker_dialogue_second(&d);
		worker_dialogue_take(&d, "w", 1);
		for (int i = 0; i < WORKER_SILENT; i++)
			worker_dialogue_second(&d);
		ck_assert_str_eq(h.why, "");
		worker_dialogue_second(&d);
		ck_assert_str_eq(h.why, "it has been silent for 30 s");
		worker_dialogue_second(&d);
		worker_dialogue_clear(&d);
		h = (struct heard){.used = 0};
		worker_dialogue_init(&d, &calls, &h, &o);
		for (int i = 0; i < 2 * WORKER_LINE; i++)
			worker_dialogue_take(&d, "x", 1);
		ck_assert_str_eq(h.why, "it sent a line that is too long");
		worker_dialogue_clear(&d);
		worker_manifest_clear(&o);
		remove_folder(folder);
	}
END_TEST

SUITE("referee/machines/worker-dialogue",
	CASE(a_bundle_follows_from_names_kinds_and_contents_alone),
	LOOP(each_line_has_its_place, sizeof dialogues / sizeof *dialogues),
	CASE(the_worker_gets_the_configuration_the_folders_and_requests),
	CASE(a_silent_worker_or_one_with_an_endless_line_is_lost))
