/*
 * test.c - `referee test`: is one revision of a git repository stronger than another?
 *
 * Both are built in a box (test-build.h) and play a sequential test, stage by stage: each stage is
 * a tournament of its own with a file of its own, which `referee run` could play as well, and
 * begins only when the one before has shown that the new revision is stronger.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/results/tournament-row.h"
#include "referee/commands/query-command.h"
#include "referee/commands/run.h"
#include "referee/commands/test-build.h"
#include "referee/base/json.h"
#include "referee/base/memory.h"
#include "referee/base/shell-quote.h"
#include "referee/base/shell-split.h"
#include "referee/sandbox/sandbox.h"
#include "referee/base/cpu-affinity.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/config/config-flags.h"
#include "referee/director/stored-schedule.h"
#include "referee/config/settings.h"

enum { TEST_STAGES = 8, TEST_WORDS = 3, TEST_TEXT = 1024 };

#define TEST_MIB INT64_C(1048576)

/* KEY = VALUE, as the command line says it. */
struct test_setting {
	char *key, *value; /* owned */
};

struct test_settings {
	struct test_setting *all; /* owned */
	int count;
};

struct test_stage {
	struct test_settings settings; /* of its own */
	char *text;		       /* owned: as it was written; "" for the only one */
	char *name, *file, *page;      /* owned; page NULL: none */
	char verdict[TEST_TEXT];
	enum sprt_state state;
	bool played;
};

struct test {
	struct diagnostics mistakes;
	struct tournament checked; /* by which flags are known */
	struct test_build build;
	struct test_settings settings; /* of all stages */
	struct test_stage stages[TEST_STAGES];
	int stages_count;
	const char *words[TEST_WORDS]; /* REPO, DEV, BASE */
	int words_count;
	char *make, *command, *sprt, *stages_text, *html, *cache; /* owned */
	char *db, *log_wire;
	int64_t cache_size;
	bool fresh, json, quiet, same;
	char *again; /* owned: this command line */
};

static void test_on_mistake(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "referee test: %s\n", line);
}

static void test_on_say(const char *line)
{
	fprintf(stderr, "referee test: %s\n", line);
}

/* --- the command line ------------------------------------------------------------------------ */

#define IN_TEST(f) offsetof(struct test, f)
#define FLAG(text) text, "--" text
#define SWITCH(f)  &value_yes_no, SETTING_FLAG, IN_TEST(f), 0, 0

/* Flags of this command alone. */
static const struct setting test_flags[] = {
	{FLAG("build"), &value_text, SETTING_FLAG, IN_TEST(make), 0, 0, "make",
		"what builds a revision, for a shell"},
	{FLAG("command"), &value_command, SETTING_FLAG, IN_TEST(command), 0, 0,
		"the one program that the build makes", "what starts the bot, such as './engine'"},
	{FLAG("sprt"), &value_text, SETTING_FLAG, IN_TEST(sprt), 0, 0, "0,10",
		"the two Elo that are tested, ELO0,ELO1"},
	{FLAG("stages"), &value_text, SETTING_FLAG, IN_TEST(stages_text), 0, 0,
		"\"movetime=20ms; movetime=200ms\", or the limits that are given",
		"settings of each stage, KEY=VALUE; stages are parted by ;"},
	{FLAG("html"), &value_text, SETTING_FLAG, IN_TEST(html), 0, 0, "DEV-vs-BASE.html",
		"the page of the results, with the stage's number where there are several; none"},
	{FLAG("build-memory"), &value_size, SETTING_FLAG, IN_TEST(build.limits.memory),
		16 * TEST_MIB, 1024 * 1024 * TEST_MIB, "2G", "memory that a build may use"},
	{FLAG("build-disk"), &value_size, SETTING_FLAG, IN_TEST(build.limits.disk), TEST_MIB,
		1024 * 1024 * TEST_MIB, "1G", "room for a build's files, the sources included"},
	{FLAG("build-timeout"), &value_time, SETTING_FLAG, IN_TEST(build.limits.timeout),
		MILLISECOND, 24 * 3600 * SECOND, "10m", "time for a build"},
	{FLAG("cache"), &value_text, SETTING_FLAG, IN_TEST(cache), 0, 0,
		"$XDG_CACHE_HOME/referee/builds, else ~/.cache/referee/builds",
		"the folder in which what was built is kept"},
	{FLAG("cache-size"), &value_size, SETTING_FLAG, IN_TEST(cache_size), TEST_MIB,
		1024 * 1024 * TEST_MIB, "4G",
		"what the cache holds; what was used longest ago goes first"},
	{FLAG("same"), SWITCH(same), "no", "play even if both are the same program"},
	{FLAG("fresh"), SWITCH(fresh), "no", "begin anew, even if the database holds this test"},
	{FLAG("log-wire"), &value_text, SETTING_FLAG, IN_TEST(log_wire), 0, 0, NULL,
		"write each conversation to a file in this folder"},
	{FLAG("json"), SWITCH(json), "no", "one JSON object a line on stdout for each event"},
	{FLAG("quiet"), SWITCH(quiet), "no", "neither progress nor tables"},
	{.key = NULL},
};

static void test_add(struct test_settings *s, const char *key, const char *value)
{
	s->all = memory_resize(s->all, (size_t)s->count + 1, sizeof *s->all);
	s->all[s->count++] = (struct test_setting){memory_copy(key), memory_copy(value)};
}

static const char *test_get(const struct test_settings *s, const char *key)
{
	for (int i = s->count - 1; i >= 0; i--)
		if (strcmp(s->all[i].key, key) == 0)
			return s->all[i].value;
	return NULL;
}

static void test_clear_settings(struct test_settings *s)
{
	for (int i = 0; i < s->count; i++) {
		free(s->all[i].key);
		free(s->all[i].value);
	}
	free(s->all);
}

/* The row of a flag --KEY or --KEY=VALUE; NULL: no row has it. */
static const struct setting *test_row(const struct setting *rows, const char *word)
{
	char key[64];
	if (strncmp(word, "--", 2) != 0)
		return NULL;
	snprintf(key, sizeof key, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	return settings_find(rows, key);
}

/* What a flag says that took so many words. */
static const char *test_value(char **argv, int i, int took)
{
	const char *equals = strchr(argv[i], '=');
	return equals != NULL ? equals + 1 : took == 2 ? argv[i + 1] : "yes";
}

/* How many words it takes: the one behind a switch only when that is one of its values. */
static int test_words(const struct setting *row, int argc, char **argv, int i)
{
	struct test spare;
	char why[WHY];
	if (strchr(argv[i], '=') != NULL || i + 1 >= argc)
		return 1;
	return !row->value->bare || row->value->read(row, &spare, argv[i + 1], why, sizeof why) ? 2
												: 1;
}

/* A flag of this command; returns how many words it took. */
static int test_own_flag(struct test *t, int argc, char **argv, int i)
{
	const struct setting *row = test_row(test_flags, argv[i]);
	char why[WHY];
	if (row == NULL)
		return 0;
	int took = test_words(row, argc, argv, i);
	const char *value = test_value(argv, i, took);
	if (took == 1 && strchr(argv[i], '=') == NULL && !row->value->bare)
		diagnostics_add(&t->mistakes, (struct origin){0}, "%s needs a value: %s %s",
			row->flag, row->flag, row->value->shape);
	else if (!row->value->read(row, t, value, why, sizeof why))
		diagnostics_add_value(
			&t->mistakes, (struct origin){row->flag, 0}, row->key, value, why);
	return took;
}

/* What a test decides itself. */
static bool test_is_fixed(const char *key)
{
	static const char *const fixed[] = {
		"name", "format", "bot", "rounds", "players", "elo0", "elo1", NULL};
	for (const char *const *word = fixed; *word != NULL; word++)
		if (strcmp(*word, key) == 0)
			return true;
	return false;
}

static void test_take_db(struct test *t, const char *path)
{
	free(t->db);
	t->db = memory_copy(path);
}

/* A setting of the tournaments, for all stages or for one; returns how many words it took. */
static int test_setting(struct test *t, struct test_settings *into, int argc, char **argv, int i)
{
	const struct setting *row = test_row(settings_of_tournament, argv[i]);
	int before = t->mistakes.count;
	int took = settings_flag(&t->checked, argc, argv, i, &t->mistakes);
	if (took == 0 || t->mistakes.count > before)
		return took;
	const char *value = test_value(argv, i, took);
	if (row == NULL)
		diagnostics_add(&t->mistakes, (struct origin){"--bot", 0},
			"the bots of a test are its two revisions");
	else if (test_is_fixed(row->key))
		diagnostics_add(&t->mistakes, (struct origin){row->flag, 0},
			"a test decides this itself, from the two revisions and --sprt");
	else if (strcmp(row->key, "db") == 0)
		test_take_db(t, value);
	else
		test_add(into, row->key, value);
	return took;
}

/* Returns how many words to pass over. */
static int test_unknown_flag(struct test *t, int argc, char **argv, int i)
{
	const char *names[32];
	int count = 0;
	for (const struct setting *row = test_flags; row->key != NULL; row++)
		names[count++] = row->flag;
	return settings_unknown_flag(argc, argv, i, names, count, &t->mistakes);
}

static void test_read_words(struct test *t, int argc, char **argv)
{
	for (int i = 1, took; i<argc; i += took> 0 ? took : 1) {
		took = 1;
		if (argv[i][0] != '-' && t->words_count < TEST_WORDS)
			t->words[t->words_count++] = argv[i];
		else if (argv[i][0] != '-')
			diagnostics_add(&t->mistakes, (struct origin){0},
				"\"%s\" is too much: REPO DEV BASE, then flags alone", argv[i]);
		else if ((took = test_own_flag(t, argc, argv, i)) == 0 &&
			 (took = test_setting(t, &t->settings, argc, argv, i)) == 0)
			took = test_unknown_flag(t, argc, argv, i);
	}
	if (t->words_count < TEST_WORDS)
		diagnostics_add(&t->mistakes, (struct origin){0},
			"three things are needed: a repository, the revision that is new, and the one that it is tested against");
}

/* "KEY=VALUE KEY=VALUE" of a stage. */
static void test_read_stage(struct test *t, const char *text)
{
	char why[WHY], **words;
	int count;
	struct test_stage *stage = &t->stages[t->stages_count++];
	stage->text = memory_copy(text + strspn(text, " \t"));
	if (!shell_split_split(text, &words, &count, why, sizeof why)) {
		diagnostics_add(&t->mistakes, (struct origin){"--stages", 0},
			"\"%s\": %s; a stage is KEY=VALUE, such as movetime=20ms", text, why);
		return;
	}
	for (int i = 0; i < count; i++) {
		char *flag = memory_print("--%s", words[i]), *argv[] = {flag, NULL};
		if (strchr(words[i], '=') == NULL)
			diagnostics_add(&t->mistakes, (struct origin){"--stages", 0},
				"\"%s\": a stage is KEY=VALUE, such as movetime=20ms", words[i]);
		else if (test_setting(t, &stage->settings, 1, argv, 0) == 0)
			test_unknown_flag(t, 1, argv, 0);
		free(flag);
	}
	free(words);
}

/* Are there limits for all stages? */
static bool test_is_limited(const struct test *t)
{
	static const char *const limits[] = {"movetime", "tc", "depth", "nodes", NULL};
	for (const char *const *key = limits; *key != NULL; key++)
		if (test_get(&t->settings, *key) != NULL)
			return true;
	return false;
}

static void test_read_stages(struct test *t)
{
	if (t->stages_text == NULL && test_is_limited(t)) {
		t->stages[t->stages_count++].text = memory_copy("");
		return;
	}
	char *text = memory_copy(
		t->stages_text != NULL ? t->stages_text : "movetime=20ms; movetime=200ms");
	char *rest = text;
	for (char *stage; (stage = strsep(&rest, ";")) != NULL;) {
		if (t->stages_count < TEST_STAGES)
			test_read_stage(t, stage);
		else
			diagnostics_add(&t->mistakes, (struct origin){"--stages", 0},
				"%d stages at most", TEST_STAGES);
	}
	free(text);
}

/* "0,10". */
static void test_read_sprt(struct test *t)
{
	char why[WHY];
	double elo[2];
	const char *text = t->sprt != NULL ? t->sprt : "0,10", *comma = strchr(text, ',');
	char *first = memory_print("%.*s", comma != NULL ? (int)(comma - text) : 0, text);
	if (comma == NULL)
		snprintf(why, sizeof why, "two Elo are needed, ELO0,ELO1, such as 0,10");
	else if (sprt_read_elo(first, &elo[0], why, sizeof why) &&
		 sprt_read_elo(comma + 1, &elo[1], why, sizeof why)) {
		*why = '\0';
		if (elo[0] >= elo[1])
			snprintf(why, sizeof why, "the first Elo must be below the second");
	}
	if (*why != '\0') {
		diagnostics_add_value(
			&t->mistakes, (struct origin){"--sprt", 0}, "sprt", text, why);
	} else {
		test_add(&t->settings, "elo0", first);
		test_add(&t->settings, "elo1", comma + 1);
	}
	free(first);
}

/* The same openings in another stage would be no second test of the same two programs: each stage
 * has a seed of its own, counted on from that of all stages. */
static void test_fill_seeds(struct test *t)
{
	const char *common = test_get(&t->settings, "seed");
	uint64_t first = common != NULL ? strtoull(common, NULL, 10) : 1;
	for (int i = 1; i < t->stages_count; i++) {
		char seed[24];
		snprintf(seed, sizeof seed, "%" PRIu64, (first + (uint64_t)i) % INT64_MAX);
		if (test_get(&t->stages[i].settings, "seed") == NULL)
			test_add(&t->stages[i].settings, "seed", seed);
	}
}

/* What is not given. */
static void test_fill(struct test *t)
{
	char processors[16];
	test_fill_seeds(t);
	snprintf(processors, sizeof processors, "%d", cpu_affinity_usable());
	const char *const usual[][2] = {
		{"game", "connect4"}, {"openings", "random:6"}, {"concurrency", processors}};
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (test_get(&t->settings, usual[i][0]) == NULL)
			test_add(&t->settings, usual[i][0], usual[i][1]);
	if (t->make == NULL)
		t->make = memory_copy("make");
	t->build.repository = t->words[0];
	t->build.sides[TEST_DEV].revision = t->words[1];
	t->build.sides[TEST_BASE].revision = t->words[2];
	t->build.make = t->make;
	t->build.command = t->command;
	t->build.same = t->same;
	t->build.say = t->quiet ? NULL : test_on_say;
}

/* This command line without what is meant once. */
static char *test_again(int argc, char **argv)
{
	char *text;
	size_t size;
	FILE *out = memory_open(&text, &size);
	fprintf(out, "%s", program_invocation_name);
	for (int i = 0; i < argc; i++) {
		if (strcmp(argv[i], "--fresh") == 0)
			continue;
		fputc(' ', out);
		shell_quote_word(out, argv[i]);
	}
	memory_close(out);
	return text;
}

/* --- places ---------------------------------------------------------------------------------- */

static int test_open_cache(struct test *t)
{
	char folder[BUILD_CACHE_PATH];
	if (t->cache == NULL && !build_cache_usual(folder)) {
		test_on_say(
			"neither XDG_CACHE_HOME nor HOME is set; --cache DIR says where what was built is kept");
		return EXIT_USAGE;
	}
	if (build_cache_open(&t->build.cache, t->cache != NULL ? t->cache : folder, t->cache_size))
		return 0;
	fprintf(stderr, "referee test: --cache %s: this folder cannot be used: %s\n",
		t->cache != NULL ? t->cache : folder, strerror(errno));
	return EXIT_USAGE;
}

/* A page's name: FILE.html with the stage's number before its suffix. */
static char *test_page(const struct test *t, const char *both, int stage)
{
	const char *file = t->html;
	if (file == NULL && t->stages_count == 1)
		return memory_print("%s.html", both);
	if (file == NULL)
		return memory_print("%s-%d.html", both, stage + 1);
	if (strcmp(file, "none") == 0)
		return NULL;
	const char *dot = strrchr(file, '.');
	int length =
		dot != NULL && strchr(dot, '/') == NULL ? (int)(dot - file) : (int)strlen(file);
	return t->stages_count == 1
		       ? memory_copy(file)
		       : memory_print("%.*s-%d%s", length, file, stage + 1, file + length);
}

/* What pages and exports show of the two, unless something else is noted. */
static void test_note(struct test *t)
{
	const struct test_side *sides = t->build.sides;
	if (test_get(&t->settings, "note") != NULL)
		return;
	char *note = memory_print("%.12s \"%s\" against %.12s \"%s\"", sides[TEST_DEV].commit.id,
		sides[TEST_DEV].commit.subject, sides[TEST_BASE].commit.id,
		sides[TEST_BASE].commit.subject);
	test_add(&t->settings, "note", note);
	free(note);
}

/* Names of the tournaments, and of their files beside the database. */
static void test_place(struct test *t)
{
	const struct test_side *sides = t->build.sides;
	char *both = memory_print("%s-vs-%s", sides[TEST_DEV].name, sides[TEST_BASE].name);
	if (t->db == NULL)
		t->db = memory_print("%s.db", both);
	const char *slash = strrchr(t->db, '/');
	int folder = slash != NULL ? (int)(slash + 1 - t->db) : 0;
	char *beside = memory_print("%.*s%s", folder, t->db, both);
	for (int i = 0; i < t->stages_count; i++) {
		struct test_stage *s = &t->stages[i];
		s->name = t->stages_count == 1 ? memory_copy(both)
					       : memory_print("%s-%d", both, i + 1);
		s->file = t->stages_count == 1 ? memory_print("%s.conf", beside)
					       : memory_print("%s-%d.conf", beside, i + 1);
		s->page = test_page(t, beside, i);
	}
	free(beside);
	free(both);
}

/* --- a stage's file -------------------------------------------------------------------------- */

/* A text in quotes, as the file has them. */
static void test_quote(FILE *out, const char *text)
{
	fputc('"', out);
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			fputc('\\', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

static void test_write_setting(FILE *out, const char *key, const char *value)
{
	const struct setting *row = settings_find(settings_of_tournament, key);
	fprintf(out, row->value->list ? "%s = { " : "%s = ", key);
	test_quote(out, value);
	fputs(row->value->list ? " }\n" : "\n", out);
}

/* Those of all stages but for what the stage has of its own; each once, the last one. */
static void test_write_settings(FILE *out, const struct test *t, const struct test_stage *stage)
{
	const struct test_settings *lists[] = {&t->settings, &stage->settings};
	for (int l = 0; l < 2; l++)
		for (int i = 0; i < lists[l]->count; i++) {
			const struct test_setting *s = &lists[l]->all[i];
			bool list = settings_find(settings_of_tournament, s->key)->value->list;
			if (!list && (test_get(lists[l], s->key) != s->value ||
					     (l == 0 && test_get(lists[1], s->key) != NULL)))
				continue;
			test_write_setting(out, s->key, s->value);
		}
}

static void test_write_bot(FILE *out, const struct test_side *s)
{
	char note[GIT_ID + GIT_SUBJECT + 8];
	snprintf(note, sizeof note, "%s %s", s->commit.id, s->commit.subject);
	fputs("bot ", out);
	test_quote(out, s->name);
	fputs(" {\n\tcommand = ", out);
	test_quote(out, s->command);
	fputs("\n\tdir = ", out);
	test_quote(out, s->build.folder);
	fputs("\n\tnote = ", out);
	test_quote(out, note);
	fputs("\n}\n", out);
}

static bool test_write_file(const struct test *t, const struct test_stage *stage)
{
	FILE *out = fopen(stage->file, "we");
	if (out == NULL)
		return false;
	fputs("# Written by `referee test`, each time that it runs.\n", out);
	test_write_setting(out, "name", stage->name);
	test_write_setting(out, "format", "sprt");
	test_write_setting(out, "db", t->db);
	test_write_settings(out, t, stage);
	for (int i = 0; i < TEST_SIDES; i++)
		test_write_bot(out, &t->build.sides[i]);
	bool good = ferror(out) == 0;
	return fclose(out) == 0 && good;
}

/* --- a stage --------------------------------------------------------------------------------- */

/* What the database says of it. Returns 0 or the exit status. */
static int test_judge(const struct test *t, struct test_stage *stage)
{
	struct query r = {.command = command_find("test"), .path = t->db, .which = stage->name};
	struct db_tournament row;
	struct stored_schedule plan;
	const char *own = test_get(&stage->settings, "games");
	const char *games = own != NULL ? own : test_get(&t->settings, "games");
	bool known;
	int status;
	if (!query_open(&r, &status) || !query_find(&r, &status))
		return status;
	int error = tournament_row_read(r.db, r.tournament, &row);
	if (error == DB_OK) {
		const struct stored_schedule_of of = {.id = row.id,
			.seed = row.seed,
			.game = row.game,
			.definition = row.definition,
			.seats = row.seats};
		error = stored_schedule_open(&plan, r.db, &of, &known);
		if (error == DB_OK && plan.walks) {
			const struct result_counts *tally = schedule_iterator_counts(&plan.walk);
			double llr = sprt_llr(&plan.t.sprt, tally);
			/* A bound that was reached with too many faults decides nothing. */
			stage->state = schedule_iterator_undecided(&plan.walk)
					       ? SPRT_OPEN
					       : sprt_decide(&plan.t.sprt, llr);
			plan.t.games = games != NULL ? strtoll(games, NULL, 10) : 0;
			schedule_iterator_conclude(
				&plan.walk, stage->verdict, sizeof stage->verdict);
		}
		stored_schedule_clear(&plan);
	}
	tournament_row_clear(&row);
	return error == DB_OK ? query_close(&r, DB_OK) == 0 ? 0 : EXIT_DATABASE
			      : query_close(&r, error);
}

/* Writes the page. */
static int test_export(const struct test *t, const struct test_stage *stage)
{
	if (stage->page == NULL)
		return 0;
	const char *const words[] = {"export", "html", "--db", t->db, "--tournament", stage->name,
		"-o", stage->page, NULL};
	char *argv[sizeof words / sizeof *words];
	int argc = 0;
	for (; words[argc] != NULL; argc++)
		argv[argc] = memory_copy(words[argc]);
	argv[argc] = NULL;
	int status = command_export.run(argc, argv);
	for (int i = 0; i < argc; i++)
		free(argv[i]);
	return status;
}

static void test_announce(const struct test *t, int stage)
{
	const struct test_stage *s = &t->stages[stage];
	if (t->quiet)
		return;
	if (t->stages_count == 1)
		fprintf(stderr, "referee test: %s: elo0 %s, elo1 %s\n", s->name,
			test_get(&t->settings, "elo0"), test_get(&t->settings, "elo1"));
	else
		fprintf(stderr, "referee test: stage %d of %d, %s: elo0 %s, elo1 %s\n", stage + 1,
			t->stages_count, s->text, test_get(&t->settings, "elo0"),
			test_get(&t->settings, "elo1"));
}

/* Plays a stage; returns 0 where it was played to its end, decided or not. */
static int test_play(struct test *t, int number)
{
	struct test_stage *s = &t->stages[number];
	char run[] = "run", fresh[] = "--fresh", json[] = "--json", quiet[] = "--quiet",
	     wire[] = "--log-wire";
	char *argv[8] = {run, s->file};
	int argc = 2;
	if (t->fresh)
		argv[argc++] = fresh;
	if (t->json)
		argv[argc++] = json;
	if (t->quiet)
		argv[argc++] = quiet;
	if (t->log_wire != NULL) {
		argv[argc++] = wire;
		argv[argc++] = t->log_wire;
	}
	if (!test_write_file(t, s)) {
		fprintf(stderr, "referee test: %s cannot be written: %s\n", s->file,
			strerror(errno));
		return EXIT_DATABASE;
	}
	test_announce(t, number);
	int status = run_for(argc, argv, t->again);
	if (status != EXIT_SUCCESS && status != EXIT_FAULTS && status != EXIT_UNDECIDED)
		return status;
	s->played = true;
	status = test_judge(t, s);
	return status != 0 ? status : test_export(t, s);
}

/* --- the end --------------------------------------------------------------------------------- */

static void test_conclude_json(const struct test *t, const struct test_stage *s)
{
	static const char *const states[] = {
		[SPRT_OPEN] = "undecided", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
	fputs("{\"event\":\"stage\",\"tournament\":", stdout);
	json_string(stdout, s->name);
	fputs(",\"stage\":", stdout);
	json_string(stdout, s->text);
	printf(",\"verdict\":\"%s\",\"text\":", states[s->state]);
	json_string(stdout, s->verdict);
	fputs(",\"db\":", stdout);
	json_string(stdout, t->db);
	fputs(",\"page\":", stdout);
	if (s->page != NULL)
		json_string(stdout, s->page);
	else
		fputs("null", stdout);
	puts("}");
}

/* What came of the stages, and where the rest of it is. */
static void test_conclude(const struct test *t)
{
	if (!t->json && !t->quiet)
		putchar('\n');
	for (int i = 0; i < t->stages_count; i++) {
		const struct test_stage *s = &t->stages[i];
		if (s->played && t->json)
			test_conclude_json(t, s);
		else if (s->played && t->stages_count > 1)
			printf("Stage %d, %s: %s\n", i + 1, s->text, s->verdict);
		else if (s->played)
			puts(s->verdict);
		else if (!t->json)
			printf("Stage %d, %s: not played.\n", i + 1, s->text);
	}
	for (int i = 0; i < t->stages_count && !t->json; i++)
		if (t->stages[i].played && t->stages[i].page != NULL)
			printf("Page: %s\n", t->stages[i].page);
	if (!t->json)
		printf("Results: %s\n", t->db);
}

/* Plays the stages while the new revision is the stronger one. */
static int test_play_all(struct test *t)
{
	static const int statuses[] = {[SPRT_OPEN] = EXIT_UNDECIDED,
		[SPRT_H0] = EXIT_NOT_STRONGER,
		[SPRT_H1] = EXIT_SUCCESS};
	int status = 0, last = 0;
	test_note(t);
	test_place(t);
	for (int i = 0; i < t->stages_count && status == 0; i++) {
		last = i;
		status = test_play(t, i);
		if (status == 0 && t->stages[i].state != SPRT_H1)
			break;
	}
	if (status != 0)
		return status;
	test_conclude(t);
	return statuses[t->stages[last].state];
}

/* Can builds and bots be locked in here? */
static int test_try_sandbox(void)
{
	char why[WHY];
	sandbox_prepare();
	if (sandbox_selftest_pass(SANDBOX_FULL, why, sizeof why))
		return 0;
	fprintf(stderr,
		"referee test: sandbox = full cannot be had, and nothing is built without: %s\n",
		why);
	return EXIT_NO_BOT;
}

static int test_asked(struct test *t, int argc, char **argv)
{
	test_read_words(t, argc, argv);
	test_read_stages(t);
	test_read_sprt(t);
	if (t->mistakes.count > 0)
		return EXIT_USAGE;
	test_fill(t);
	t->again = test_again(argc, argv);
	int status = test_open_cache(t);
	if (status == 0)
		status = test_try_sandbox();
	if (status == 0)
		status = test_build_find(&t->build);
	if (status == 0)
		status = test_build_make(&t->build);
	return status == 0 ? test_play_all(t) : status;
}

static void test_clear(struct test *t)
{
	test_build_clear(&t->build);
	tournament_clear(&t->checked);
	test_clear_settings(&t->settings);
	for (int i = 0; i < t->stages_count; i++) {
		struct test_stage *s = &t->stages[i];
		test_clear_settings(&s->settings);
		free(s->text);
		free(s->name);
		free(s->file);
		free(s->page);
	}
	char *texts[] = {t->make, t->command, t->sprt, t->stages_text, t->html, t->cache, t->db,
		t->log_wire, t->again};
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		free(texts[i]);
}

static int test_run(int argc, char **argv)
{
	struct test *t = memory_get(1, sizeof *t);
	t->mistakes.tell = test_on_mistake;
	t->cache_size = 4096 * TEST_MIB;
	t->build.limits = (struct build_limits){2048 * TEST_MIB, 1024 * TEST_MIB, 600 * SECOND};
	tournament_init(&t->checked);
	int status = test_asked(t, argc, argv);
	test_clear(t);
	free(t);
	return status;
}

static void test_help(FILE *out)
{
	for (const struct setting *row = test_flags; row->key != NULL; row++) {
		bool bare = row->value == &value_yes_no;
		char *name = memory_print(
			"%s%s%s", row->flag, bare ? "" : " ", bare ? "" : row->value->shape);
		fprintf(out, "  %-22s %s", name, row->help);
		fprintf(out, row->preset != NULL && !bare ? " (%s)\n" : "\n", row->preset);
		free(name);
	}
	fputs("\n"
	      "All settings of a tournament (`referee help run`) are flags here too, but for those that a\n"
	      "test decides itself. Those of --stages hold for their stage.\n\n"
	      "Exit status: 0: H1 is accepted in all stages; 7: a stage is not decided; 8: H0 is accepted;\n"
	      "3: a revision is not there or cannot be built, or both are the same program.\n",
		out);
}

const struct command command_test = {
	.name = "test",
	.summary = "build two revisions of a git repository, and test which is stronger",
	.usage = "REPO DEV BASE [flags]",
	.help = "Is revision DEV stronger than BASE? Both are built in the sandbox and play a sequential test\n"
		"(format = sprt), one for each stage: the next stage begins when DEV has proved to be stronger.\n"
		"Revisions are commits: what is edited and not committed is not tested. The same command goes\n"
		"on where it stopped.\n\n",
	.run = test_run,
	.help_more = test_help,
};
