/*
 * test.c - `referee test`: is one revision of a git repository stronger than another?
 *
 * The command builds both revisions in a sandbox (test-build.h). They play a sequential test in one
 * or more stages. Each stage is a tournament with its own file, which `referee run` could also
 * play. A stage begins only after the stage before it has shown that the new revision is stronger.
 */
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/commands/command.h"
#include "referee/results/tournament-row.h"
#include "referee/import-export/export.h"
#include "referee/commands/query-command.h"
#include "referee/commands/test/test-build.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/sandbox/sandbox.h"
#include "referee/process/cpu-affinity.h"
#include "referee/sandbox/sandbox-selftest.h"
#include "referee/config/config-flags.h"
#include "referee/prepare/preflight.h"
#include "referee/director/stored-schedule.h"
#include "referee/prepare/tournament-check.h"
#include "referee/config/settings.h"

enum { TEST_STAGES = 8, TEST_TEXT = 1024 };

#define TEST_MIB INT64_C(1048576)

/* KEY = VALUE, as on the command line. */
struct test_setting {
	char *key, *value; /* owned */
};

struct test_settings {
	struct test_setting *all; /* owned */
	int count;
};

struct test_stage {
	struct test_settings settings; /* the stage's own */
	char *text;		       /* owned: as on the command line; "" for a single stage */
	char *name, *file, *page;      /* owned; page NULL: no page */
	char verdict[TEST_TEXT];
	enum sprt_state state;
	bool played;
};

struct test;

/* The target of settings, for all stages or for one. */
struct test_reading {
	struct test *test;
	struct test_settings *into;
};

struct test {
	struct diagnostics mistakes;
	struct test_reading reading; /* for the command line */
	struct tournament checked;   /* scratch, to check the settings */
	struct test_build build;
	struct test_settings settings; /* for all stages */
	struct test_stage stages[TEST_STAGES];
	int stages_count;
	double elo[2]; /* elo0 and elo1 */
	const char *stages_text, *html, *cache;
	char *db; /* owned */
	int64_t cache_size;
	struct run_flags flags;
	char *resume; /* owned: the command line that goes on */
};

/* --- the command line ------------------------------------------------------------------------ */

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

/* The settings that a test decides itself, and what the user may set instead. */
static const struct test_fixed {
	const char *key, *instead;
} test_fixed[] = {
	{"name",
		"a test gets its name from the two revisions; --db FILE names its file, --note TEXT describes it"},
	{"format", "a test is an sprt; --sprt ELO0,ELO1 sets its hypotheses"},
	{"rounds", "a test ends when it is decided; --games N ends it after N games"},
	{"players", "a test has two players, its two revisions"},
	{"elo0", "a test has both Elo in one flag: --sprt ELO0,ELO1, such as --sprt 0,10"},
	{"elo1", "a test has both Elo in one flag: --sprt ELO0,ELO1, such as --sprt 0,10"},
	{"only-bots", "a test is played by its two revisions"},
	{NULL, NULL},
};

/* NULL: a test does not decide this itself. */
static const char *test_find_fixed(const char *key)
{
	const struct test_fixed *f = test_fixed;
	while (f->key != NULL && strcmp(f->key, key) != 0)
		f++;
	return f->instead;
}

/* Reads a setting of the tournaments, for all stages or for one. */
static bool test_read_setting(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	const struct test_reading *r = values;
	const struct setting *setting = row->data;
	struct origin at = {setting != NULL ? setting->flag : "--bot", 0};
	if (setting == NULL)
		error_set(err, "the bots of a test are its two revisions; --command starts both");
	else if (test_find_fixed(setting->key) != NULL)
		error_set(err, "%s", test_find_fixed(setting->key));
	else if (!settings_set(&r->test->checked, setting, text, at, &r->test->mistakes))
		return false;
	else if (setting == &settings_of_tournament[SETTING_DB]) {
		free(r->test->db);
		r->test->db = memory_copy(text);
	} else
		test_add(r->into, setting->key, text);
	return *err->text == '\0';
}

/* Reads --sprt. */
static bool test_read_sprt(
	const struct option_row *row, void *values, const char *text, struct error *err)
{
	double *elo = ((struct test *)values)->elo;
	(void)row;
	return sprt_read_bounds(text, &elo[0], &elo[1], err);
}

static bool test_setting_option(size_t number, struct option_row *row)
{
	bool any = settings_option(number, row);
	row->read = test_read_setting;
	return any;
}

static const struct options test_stage_options = {
	.groups = {{.row = test_setting_option, .explain = settings_explain}}};

/* Reads "KEY=VALUE KEY=VALUE" of a stage. */
static void test_read_stage(struct test *t, const char *text)
{
	struct error err;
	char **words;
	int count;
	struct test_stage *stage = &t->stages[t->stages_count++];
	struct test_reading reading = {t, &stage->settings};
	stage->text = memory_copy(text + strspn(text, " \t"));
	if (!shell_words_split(text, &words, &count, &err)) {
		diagnostics_add(&t->mistakes, (struct origin){"--stages", 0},
			"\"%s\": %s; a stage is KEY=VALUE, such as movetime=20ms", text, err.text);
		return;
	}
	for (int i = 0; i < count; i++) {
		char name[] = "test", *flag = memory_print("--%s", words[i]),
		     *argv[] = {name, flag, NULL};
		if (strchr(words[i], '=') == NULL)
			diagnostics_add(&t->mistakes, (struct origin){"--stages", 0},
				"\"%s\": a stage is KEY=VALUE, such as movetime=20ms", words[i]);
		else
			options_read(&test_stage_options, &reading, 2, argv, &t->mistakes);
		free(flag);
	}
	free(words);
}

/* Do all stages have limits for moves? */
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

/* Gives each stage a seed of its own, counted on from the common seed. With the same openings,
 * another stage would not be an independent test of the same two programs. */
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

/* The stage's next setting from *at on: the common ones, except those that the stage has itself,
 * then its own. The last value of each wins. NULL: there are no more. */
static const struct test_setting *test_stage_setting(
	const struct test *t, const struct test_stage *stage, int *at)
{
	while (*at < t->settings.count + stage->settings.count) {
		int own = (*at)++ - t->settings.count;
		const struct test_settings *from = own < 0 ? &t->settings : &stage->settings;
		const struct test_setting *s = &from->all[own < 0 ? own + t->settings.count : own];
		if (settings_find(settings_of_tournament, s->key)->value->list)
			return s;
		bool replaced = own < 0 && test_get(&stage->settings, s->key) != NULL;
		if (!replaced && test_get(from, s->key) == s->value)
			return s;
	}
	return NULL;
}

/* Checks the settings of a stage together, with two bots that stand for the revisions. */
static void test_check_stage(struct test *t, const struct test_stage *stage)
{
	struct tournament whole;
	const struct test_setting *s;
	tournament_init(&whole);
	for (int i = 0; (s = test_stage_setting(t, stage, &i)) != NULL;) {
		const struct setting *row = settings_find(settings_of_tournament, s->key);
		settings_set(&whole, row, s->value, (struct origin){row->flag, 0}, &t->mistakes);
	}
	settings_set(&whole, &settings_of_tournament[SETTING_FORMAT], "sprt",
		(struct origin){"--sprt", 0}, &t->mistakes);
	settings_add_bot(&whole, "DEV=true", &t->mistakes);
	settings_add_bot(&whole, "BASE=true", &t->mistakes);
	if (tournament_check(&whole, &t->mistakes))
		preflight_has_processors(&whole, &t->mistakes);
	tournament_clear(&whole);
}

/* --- names and files ------------------------------------------------------------------------- */

static int test_open_cache(struct test *t)
{
	char folder[BUILD_CACHE_PATH];
	if (t->cache == NULL && !build_cache_usual(folder))
		return command_misused(&command_test,
			"--cache: neither XDG_CACHE_HOME nor HOME is set; name the folder that keeps the builds");
	const char *cache = t->cache != NULL ? t->cache : folder;
	if (build_cache_open(&t->build.cache, cache, t->cache_size))
		return 0;
	return command_misused(
		&command_test, "--cache %s: the folder cannot be used: %s", cache, strerror(errno));
}

/* The name of a page: FILE.html with the stage's number before its suffix. */
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

/* Sets the tournaments' note, which pages and exports show, to both revisions, unless the
 * command line has a note. */
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

/* Sets the names of the tournaments, and the paths of their files beside the database. */
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

/* Writes a text with quotes for the file. */
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

/* A test of the same two may run beside this one, so the file is there as a whole or not at all. */
static bool test_write_file(const struct test *t, const struct test_stage *stage, struct error *err)
{
	struct export_file file;
	if (!export_file_open(&file, stage->file, err))
		return false;
	FILE *out = file.out;
	fputs("# Written by `referee test`, each time that it runs.\n", out);
	test_write_setting(out, "name", stage->name);
	test_write_setting(out, "format", "sprt");
	test_write_setting(out, "db", t->db);
	const struct test_setting *s;
	for (int i = 0; (s = test_stage_setting(t, stage, &i)) != NULL;)
		test_write_setting(out, s->key, s->value);
	for (int i = 0; i < TEST_SIDES; i++)
		test_write_bot(out, &t->build.sides[i]);
	return export_file_close(&file, true, err);
}

/* --- a stage --------------------------------------------------------------------------------- */

/* Reads the stage's result from the database. Returns 0 or the exit status. */
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
		if (error == DB_OK && plan.recomputed) {
			const struct result_counts *tally =
				schedule_iterator_counts(&plan.iterator);
			double llr = sprt_llr(&plan.t.sprt, tally);
			/* a bound that was reached with too many faults decides nothing */
			stage->state = schedule_iterator_undecided(&plan.iterator)
					       ? SPRT_OPEN
					       : sprt_decide(&plan.t.sprt, llr);
			plan.t.games = games != NULL ? strtoll(games, NULL, 10) : 0;
			schedule_iterator_conclude(
				&plan.iterator, stage->verdict, sizeof stage->verdict);
		}
		stored_schedule_clear(&plan);
	}
	tournament_row_clear(&row);
	return error == DB_OK ? query_close(&r, DB_OK) == 0 ? 0 : EXIT_DATABASE
			      : query_close(&r, error);
}

static void test_announce(const struct test *t, int stage)
{
	const struct test_stage *s = &t->stages[stage];
	if (t->flags.quiet)
		return;
	const char *elo0 = test_get(&t->settings, "elo0"), *elo1 = test_get(&t->settings, "elo1");
	if (t->stages_count == 1)
		command_report(&command_test, "%s: elo0 %s, elo1 %s", s->name, elo0, elo1);
	else
		command_report(&command_test, "stage %d of %d, %s: elo0 %s, elo1 %s", stage + 1,
			t->stages_count, s->text, elo0, elo1);
}

/* Plays a stage. Returns 0 if it was played to its end, decided or not. */
static int test_play(struct test *t, int number)
{
	struct test_stage *s = &t->stages[number];
	const char *words[7] = {"run", s->file};
	struct error err;
	int count = 2;
	if (t->flags.fresh)
		words[count++] = "--fresh";
	if (t->flags.json)
		words[count++] = "--json";
	if (t->flags.quiet)
		words[count++] = "--quiet";
	if (t->flags.log_wire != NULL) {
		words[count++] = "--log-wire";
		words[count++] = t->flags.log_wire;
	}
	if (!test_write_file(t, s, &err))
		return command_fail(&command_test, EXIT_DATABASE, "%s", err.text);
	test_announce(t, number);
	char *heading = t->stages_count == 1
				? NULL
				: memory_print("%sStage %d of %d, %s:", number > 0 ? "\n" : "",
					  number + 1, t->stages_count, s->text);
	int status = run_for(&command_test, count, (char **)words, t->resume, heading);
	free(heading);
	if (status != EXIT_SUCCESS && status != EXIT_FAULTS && status != EXIT_UNDECIDED)
		return status;
	s->played = true;
	status = test_judge(t, s);
	if (status == 0 && s->page != NULL)
		status = command_run_words((const char *[]){"export", "html", "--db", t->db,
			"--tournament", s->name, "-o", s->page, NULL});
	db_remove_log(t->db);
	return status;
}

/* --- the result ------------------------------------------------------------------------------ */

static void test_conclude_json(const struct test *t, const struct test_stage *s)
{
	static const char *const states[] = {
		[SPRT_OPEN] = "undecided", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};
	struct json_writer j = {.out = stdout};
	json_open(&j, NULL, '{');
	json_text(&j, "event", "stage");
	json_text(&j, "tournament", s->name);
	json_text(&j, "stage", s->text);
	json_text(&j, "verdict", states[s->state]);
	json_text(&j, "text", s->verdict);
	json_text(&j, "db", t->db);
	json_text(&j, "page", s->page);
	json_close(&j, '}');
	putchar('\n');
}

/* Prints the results of the stages, and where to find more. */
static void test_conclude(const struct test *t)
{
	if (!t->flags.json && !t->flags.quiet)
		putchar('\n');
	for (int i = 0; i < t->stages_count; i++) {
		const struct test_stage *s = &t->stages[i];
		if (s->played && t->flags.json)
			test_conclude_json(t, s);
		else if (s->played && t->stages_count > 1)
			printf("Stage %d, %s: %s\n", i + 1, s->text, s->verdict);
		else if (s->played)
			puts(s->verdict);
		else if (!t->flags.json)
			printf("Stage %d, %s: not played.\n", i + 1, s->text);
	}
	for (int i = 0; i < t->stages_count && !t->flags.json; i++)
		if (t->stages[i].played && t->stages[i].page != NULL)
			printf("Page: %s\n", t->stages[i].page);
	if (!t->flags.json)
		printf("Results: %s\n", t->db);
}

/* Plays the stages as long as the new revision is stronger. */
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

/* Can this machine sandbox builds and bots? */
static int test_try_sandbox(void)
{
	struct error err;
	sandbox_prepare();
	if (sandbox_selftest_pass(SANDBOX_FULL, &err))
		return 0;
	command_report(&command_test,
		"sandbox = full: it does not work here, and builds need it: %s", err.text);
	return EXIT_NO_BOT;
}

static int test_all(struct test *t, int argc, char **argv)
{
	int status;
	if (!command_read(&command_test, t, argc, argv, &status))
		return status;
	test_read_stages(t);
	if (t->mistakes.count > 0)
		return EXIT_USAGE;
	char processors[16], elo0[32], elo1[32];
	test_fill_seeds(t);
	snprintf(processors, sizeof processors, "%d", cpu_affinity_usable());
	snprintf(elo0, sizeof elo0, "%.15g", t->elo[0]);
	snprintf(elo1, sizeof elo1, "%.15g", t->elo[1]);
	const char *const usual[][2] = {{"elo0", elo0}, {"elo1", elo1}, {"game", "connect4"},
		{"openings", "random:6"}, {"concurrency", processors}};
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
		if (test_get(&t->settings, usual[i][0]) == NULL)
			test_add(&t->settings, usual[i][0], usual[i][1]);
	t->build.quiet = t->flags.quiet;
	size_t size;
	FILE *out = memory_open(&t->resume, &size);
	command_write_resume(out, argc, argv);
	memory_close(out);
	status = test_open_cache(t);
	if (status == 0)
		status = test_try_sandbox();
	/* what `referee run` would refuse, before anything is built */
	for (int i = 0; i < t->stages_count && status == 0; i++) {
		test_check_stage(t, &t->stages[i]);
		status = t->mistakes.count == 0 ? 0 : EXIT_USAGE;
	}
	if (status == 0)
		status = test_build_find(&t->build);
	if (status == 0)
		status = test_build_make(&t->build);
	return status == 0 ? test_play_all(t) : status;
}

static int test_run(int argc, char **argv)
{
	struct test *t = memory_get(1, sizeof *t);
	t->mistakes = command_mistakes(&command_test);
	t->reading = (struct test_reading){t, &t->settings};
	t->build.make = "make";
	t->elo[1] = 10;
	t->cache_size = 4096 * TEST_MIB;
	t->build.limits = (struct build_limits){.memory = 2048 * TEST_MIB,
		.disk = 1024 * TEST_MIB,
		.timeout = 600 * SECOND,
		.large = true};
	tournament_init(&t->checked);
	int status = test_all(t, argc, argv);
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
	free(t->db);
	free(t->resume);
	free(t);
	return status;
}

#define TEST_AT(member) offsetof(struct test, member)

static const struct option_row test_options[] = {
	{OPTION("build", TEXT, TEST_AT(build.make)), .value = "COMMAND", .preset = "make",
		.help = "build a revision with this shell command"},
	{OPTION("command", TEXT, TEST_AT(build.command)), .value = "COMMAND",
		.preset = "the one program that the build makes",
		.help = "start the bot with this command, such as './engine'"},
	{OPTION("sprt", READ, 0), .value = "ELO0,ELO1", .max = 1, .read = test_read_sprt,
		.preset = "0,10",
		.help = "test the hypotheses that the difference is ELO0 or ELO1"},
	{OPTION("stages", TEXT, TEST_AT(stages_text)), .value = "\"KEY=VALUE...; ...\"",
		.preset = "\"movetime=20ms; movetime=200ms\", or the limits that are given",
		.help = "give each stage its own settings; a semicolon separates stages"},
	{OPTION("html", TEXT, TEST_AT(html)), .value = "FILE|none", .preset = "DEV-vs-BASE.html",
		.help = "write the page of the results to this file; with several stages the name gets their numbers"},
	{OPTION("build-memory", SIZE, TEST_AT(build.limits.memory)), .value = "SIZE",
		.min = 16 * TEST_MIB, .max = 1024 * 1024 * TEST_MIB, .preset = "2G",
		.help = "let a build use this much memory"},
	{OPTION("build-disk", SIZE, TEST_AT(build.limits.disk)), .value = "SIZE", .min = TEST_MIB,
		.max = 1024 * 1024 * TEST_MIB, .preset = "1G",
		.help = "let the files of a build, with the sources, use this much space"},
	{OPTION("build-timeout", TIME, TEST_AT(build.limits.timeout)), .value = "TIME",
		.min = MILLISECOND, .max = 24 * 3600 * SECOND, .preset = "10m",
		.help = "let a build take this long"},
	{OPTION("cache", TEXT, TEST_AT(cache)), .value = "DIR",
		.preset = "$XDG_CACHE_HOME/referee/builds, else ~/.cache/referee/builds",
		.help = "keep builds in this folder"},
	{OPTION("cache-size", SIZE, TEST_AT(cache_size)), .value = "SIZE", .min = TEST_MIB,
		.max = 1024 * 1024 * TEST_MIB, .preset = "4G",
		.help = "keep the cache below this size; the least recently used build is removed first"},
	{OPTION("same", SWITCH, TEST_AT(build.same)),
		.help = "play even if both are the same program"},
	{.name = NULL},
};

const struct command command_test = {
	.name = "test",
	.group = COMMAND_PLAY,
	.summary = "Build two revisions of a git repository, and test which is stronger",
	.about =
		"Tests whether revision DEV is stronger than BASE. "
		"Builds both in the sandbox and lets them play a sequential test (format = sprt) for each stage: the next stage begins when DEV has proved to be stronger. "
		"A revision is a commit: changes that are not committed are not tested. "
		"The same command resumes an interrupted test.",
	.options = {.arguments = {{"REPO", ARGUMENT_ONE, TEST_AT(build.repository),
					  "the git repository"},
			    {"DEV", ARGUMENT_ONE, TEST_AT(build.sides[TEST_DEV].revision),
				    "the new revision"},
			    {"BASE", ARGUMENT_ONE, TEST_AT(build.sides[TEST_BASE].revision),
				    "the revision that it is tested against"}},
		.groups = {{.rows = test_options},
			{.title = "Run", .rows = run_flag_rows, .at = TEST_AT(flags)},
			{.title = "The games",
				.row = test_setting_option,
				.at = TEST_AT(reading),
				.explain = settings_explain,
				.brief =
					"All settings of a tournament (`referee help run`) are options here too, but for those that a test decides itself. Settings of --stages hold for their stage."}}},
	.notes =
		"Exit status: 0 H1 is accepted in all stages; 7 a stage is not decided; 8 H0 is accepted; 3 a revision is missing or cannot be built, or both are the same program.",
	.examples = (const char *const[]){"# Test whether a branch is stronger than main.",
		"referee test ~/engine my-branch main --command ./engine", NULL},
	.run = test_run,
};
