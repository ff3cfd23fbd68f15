/*
 * class-check.c - `referee class check`: builds and checks the bots of a class as its tournament
 * will run them, and decides which of them enter it.
 */
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/did-you-mean.h"
#include "base/plural.h"
#include "base/memory.h"
#include "base/name.h"
#include "referee/process/status-line.h"
#include "base/text-table.h"
#include "referee/submissions/class-notes.h"
#include "referee/submissions/class-state.h"
#include "referee/submissions/class-table.h"
#include "referee/submissions/class-bots.h"
#include "referee/check/check-bots.h"
#include "referee/commands/command.h"
#include "referee/process/standard-output.h"

struct class_check {
	/* The command line: */
	const char *conf;
	struct option_list names;
	bool fresh, all, json;

	struct class_state class;
	struct tournament tournament; /* class.conf, with the bots that do not enter */
	struct diagnostics mistakes;
	struct check_bots bots;
	int *list; /* the bots to check */
	int count, ended;
	bool *shown;	     /* by student: checked by this command, or named with nothing to run */
	struct error failed; /* of a file that could not be written; "": none */
};

/* --- which bots ------------------------------------------------------------------------------- */

static bool class_check_wants(const struct class_check *c, const struct class_student *s)
{
	for (int i = 0; i < c->names.count; i++)
		if (name_is_same(c->names.all[i], s->name))
			return true;
	return c->names.count == 0 && !(c->fresh && class_student_is_checked(s));
}

/* Is each name that of a student? */
static bool class_check_knows(const struct class_check *c)
{
	const char **known = memory_get((size_t)c->class.count + 1, sizeof *known);
	bool good = true;
	for (int i = 0; i < c->class.count; i++)
		known[i] = c->class.students[i].name;
	for (int i = 0; i < c->names.count; i++) {
		const char *name = c->names.all[i];
		bool there = false;
		for (int k = 0; k < c->class.count && !there; k++)
			there = name_is_same(known[k], name);
		if (there)
			continue;
		const char *near = did_you_mean(name, known, c->class.count);
		command_report(&command_class_check, "the class has no bot \"%s\"%s%s%s", name,
			near != NULL ? "; did you mean \"" : "", near != NULL ? near : "",
			near != NULL ? "\"?" : "");
		good = false;
	}
	free(known);
	return good;
}

/* Chooses the bots to check. Of a check of all students, those with nothing to run are shown too.
 */
static void class_check_choose(struct class_check *c)
{
	c->list = memory_get((size_t)c->class.count + 1, sizeof *c->list);
	c->shown = memory_get((size_t)c->class.count + 1, sizeof *c->shown);
	for (int i = 0; i < c->class.count; i++) {
		const struct class_student *s = &c->class.students[i];
		int bot = tournament_find_bot(&c->tournament, s->name);
		bool wanted = class_check_wants(c, s);
		if (s->fields[CLASS_COMMAND] != NULL && bot >= 0 && wanted)
			c->list[c->count++] = bot;
		c->shown[i] = wanted && (s->fields[CLASS_COMMAND] != NULL || !c->fresh);
	}
}

/* --- checking --------------------------------------------------------------------------------- */

/* Keeps the text and the result of a check. */
static void class_check_keep(struct class_check *c, int bot, const char *text, size_t length)
{
	const struct check_result *r = &c->bots.results[bot];
	struct class_student *s = class_state_find(&c->class, c->tournament.bots[bot].name);
	char *whole = class_bots_localize(&c->class, s, text, length);
	char *sentence = class_bots_localize(&c->class, s, r->text, strlen(r->text));
	char *path = class_student_path(&c->class, s, s->fields[CLASS_VERSION], ".check");
	char *time = class_notes_time(&c->tournament.terms.limits);
	class_student_set_check(s, r->result == BOT_CHECK_GOOD, sentence);
	class_student_set(s, CLASS_CHECK_TIME, *time != '\0' ? time : NULL);
	free(time);
	if (class_state_write_file(path, whole, &c->failed))
		class_student_save(&c->class, s, &c->failed);
	free(path);
	free(sentence);
	free(whole);
}

static void class_check_on_end(void *arg, int bot, const char *text, size_t length)
{
	struct class_check *c = arg;
	const struct check_result *r = &c->bots.results[bot];
	c->ended++;
	if (r->done && r->result != BOT_CHECK_BROKEN)
		class_check_keep(c, bot, text, length);
}

/* --- the table -------------------------------------------------------------------------------- */

static struct class_row class_check_row(const struct class_student *s, bool all)
{
	const char *text = s->fields[CLASS_CHECK_TEXT], *obstacle = class_student_obstacle(s);
	struct class_row row = {
		.name = s->name, .was_fit = class_student_lost_version(s, all) != NULL};
	if (s->fields[CLASS_COMMAND] == NULL)
		row.fitness = CLASS_NO_BOT, row.text = obstacle;
	else if (!class_student_is_checked(s))
		row.fitness = CLASS_UNCHECKED, row.text = "its newest version was not checked";
	else if (!class_student_is_fit(s))
		row.fitness = CLASS_UNFIT, row.text = obstacle;
	else
		row.fitness = CLASS_FIT, row.text = text != NULL ? text : CLASS_FIT_TEXT;
	return row;
}

static void class_check_print_json(
	const struct class_row *rows, int count, const struct class_state *class)
{
	static const char *const columns[] = {"bot", "version", "verdict", "text", "fit_version"};
	struct text_table *table = text_table_create(TEXT_TABLE_JSON, stdout, columns, 5);
	for (int i = 0; i < count; i++) {
		const struct class_student *s = class_state_find(class, rows[i].name);
		struct text_table_cells row = {.count = 0};
		char word[16];
		const char *rest, *verdict = class_row_verdict(&rows[i], word, &rest);
		text_table_add(&row, rows[i].name);
		text_table_add(&row, s->fields[CLASS_VERSION]);
		text_table_add(&row, verdict);
		text_table_add(&row, rest);
		text_table_add(&row, s->fields[CLASS_FIT_VERSION]);
		text_table_row(table, row.cell);
	}
	text_table_free(table);
}

/* Prints the counts and what comes next. */
static void class_check_sum_up(const struct class_check *c, const int counts[], int shown)
{
	const struct class_state *class = &c->class;
	char *missing = class_notes_missing_programs(class), *older = class_notes_older(class);
	if (shown < class->count)
		fprintf(stderr, "%d checked now. Of all ", c->ended);
	fprintf(stderr, "%s: %d fit, %d failed, %d with nothing to run",
		counted(class->count, "student").text, counts[CLASS_FIT], counts[CLASS_UNFIT],
		counts[CLASS_NO_BOT]);
	if (counts[CLASS_UNCHECKED] > 0)
		fprintf(stderr, ", %d not checked", counts[CLASS_UNCHECKED]);
	fprintf(stderr, "; %s\n%s%sWhat each check said is in %s/NAME/VERSION.check\n",
		c->all ? "all with a program enter" : "bots that failed do not enter (--all)",
		missing != NULL ? missing : "", older != NULL ? older : "", class->folder);
	fprintf(stderr, "Next: referee run %s\n", c->conf);
	free(older);
	free(missing);
}

/* Prints the table of the bots that were checked, and what comes next. Returns the students who are
 * not fit. */
static int class_check_print(const struct class_check *c)
{
	const struct class_state *class = &c->class;
	struct class_row *rows = memory_get((size_t) class->count + 1, sizeof *rows);
	int counts[CLASS_UNCHECKED + 1] = {0}, shown = 0;
	for (int i = 0; i < class->count; i++) {
		rows[shown] = class_check_row(&class->students[i], c->all);
		counts[rows[shown].fitness]++;
		shown += c->shown[i];
	}
	if (c->json)
		class_check_print_json(rows, shown, class);
	else
		class_table_print(stdout, rows, shown, status_line_width(STDOUT_FILENO));
	free(rows);
	standard_output_flush();
	class_check_sum_up(c, counts, shown);
	return counts[CLASS_UNFIT] + counts[CLASS_NO_BOT];
}

/* --- the command ------------------------------------------------------------------------------ */

static int class_check_end(struct class_check *c, int signal_number)
{
	struct error *err = &c->failed;
	int status = check_bots_count(&c->bots, BOT_CHECK_BROKEN) > 0 ? EXIT_BROKEN : EXIT_SUCCESS;
	class_state_write_bots(&c->class, c->all, err);
	int unfit = class_check_print(c);
	if (signal_number != 0) {
		command_report(&command_class_check, "stopped; %d of %d bots were checked",
			c->ended, c->count);
		signal(signal_number, SIG_DFL);
		raise(signal_number);
	}
	if (*err->text != '\0')
		return command_fail(&command_class_check, EXIT_FILE, "%s", err->text);
	return status != EXIT_SUCCESS ? status : unfit > 0 ? EXIT_FAULTS : EXIT_SUCCESS;
}

static int class_check_all(struct class_check *c)
{
	struct error err;
	class_check_choose(c);
	c->bots.t = &c->tournament;
	c->bots.mistakes = &c->mistakes;
	c->bots.no_stop = true;
	c->bots.ended = class_check_on_end;
	c->bots.arg = c;
	int status = check_bots_open(&c->bots, c->count > 0, &err);
	if (*err.text != '\0')
		command_report(&command_class_check, "%s", err.text);
	if (status != 0)
		return status;
	status = class_check_end(c, check_bots_run(&c->bots, c->list, c->count));
	check_bots_close(&c->bots);
	return status;
}

static int class_check_begin(struct class_check *c)
{
	struct error err;
	if (!class_state_open(&c->class, c->conf, true, &err) ||
		!class_state_write_bots(
			&c->class, c->all || class_state_lets_all_enter(&c->class), &err))
		return command_fail(&command_class_check, EXIT_FILE, "%s", err.text);
	if (!class_check_knows(c))
		return EXIT_USAGE;
	return class_bots_read(&c->tournament, &c->class, NULL, &c->mistakes) ? class_check_all(c)
									      : EXIT_FILE;
}

static int class_check_run(int argc, char **argv)
{
	struct class_check c = {.conf = CLASS_CONF,
		.class = {.lock = -1},
		.mistakes = command_mistakes(&command_class_check)};
	int status;
	tournament_init(&c.tournament);
	if (command_read(&command_class_check, &c, argc, argv, &status))
		status = class_check_begin(&c);
	free(c.list);
	free(c.shown);
	class_state_close(&c.class);
	options_clear(&command_class_check.options, &c);
	tournament_clear(&c.tournament);
	return status;
}

#define CLASS_CHECK_AT(f) offsetof(struct class_check, f)

static const struct option_row class_check_rows[] = {
	{OPTION("conf", TEXT, CLASS_CHECK_AT(conf)), .value = "FILE", .preset = CLASS_CONF,
		.help = "use this file of the class"},
	{OPTION("jobs", NUMBER, CLASS_CHECK_AT(bots.jobs)), .value = "N", .min = 1,
		.max = CHECK_BOTS_JOBS, .preset = "one for each processor",
		.help = "check this many bots at the same time"},
	{OPTION("new", SWITCH, CLASS_CHECK_AT(fresh)),
		.help = "check only versions that were not checked before"},
	{OPTION("all", SWITCH, CLASS_CHECK_AT(all)),
		.help = "let bots enter whose check failed; `referee class take` keeps this, a check without --all ends it"},
	{OPTION("json", SWITCH, CLASS_CHECK_AT(json)), .help = "print the table as JSON"},
	{.name = NULL},
};

const struct command command_class_check = {
	.name = "class check",
	.group = COMMAND_CLASSES,
	.summary = "Build and check the bots of a class; the fit ones enter its tournament",
	.about =
		"Builds the bots of all students, or of those named, and checks each with the tournament's own settings: it plays a game in each of its seats, and one against itself. "
		"Prints one line for each bot that it checked, and counts all. "
		"The bots that passed are written to the file that class.conf includes. "
		"A bot whose newest version failed does not play, even if a version before was fit: it is named as LEFT OUT.\n",
	.options = {.arguments = {{"NAME", ARGUMENT_ANY, CLASS_CHECK_AT(names),
			    "check only the bots of these students"}},
		.groups = {{.rows = class_check_rows}}},
	.notes =
		"Exit status: 0 all bots are fit; 1 a bot is not fit or there is none; 2 usage; 3 a file is wrong.",
	.examples = (const char *const[]){"# Build and check the bots of all students.",
		"referee class check", "# Check the bot of one student again.",
		"referee class check --jobs 4 Ada-Lovelace", NULL},
	.run = class_check_run,
};
