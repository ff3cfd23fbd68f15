/*
 * class-take.c - `referee class take`: takes students' submissions into a class.
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/plural.h"
#include "base/text-table.h"
#include "referee/submissions/class-collect.h"
#include "referee/submissions/class-notes.h"
#include "referee/submissions/submission-take.h"
#include "referee/commands/command.h"
#include "referee/process/standard-output.h"

enum { CLASS_TAKE_RUNS = 44 }; /* bytes of what is run in the table */

struct class_take_options {
	struct option_list paths;
	const char *conf;
	bool json;
};

struct class_taking {
	struct class_take_options options;
	struct class_state class;
	struct class_roster roster;
	struct class_collection found;
	char **names; /* of the bots taken so far */
	int names_count;
	int counts[SUBMISSION_SAME + 1];
	int idle;  /* students with nothing to run */
	int keeps; /* bots that would have another name if they were new */
};

static const char *const class_taken_words[] = {
	[SUBMISSION_NEW] = "new",
	[SUBMISSION_VERSION] = "new version",
	[SUBMISSION_SAME] = "as before",
};

/* --- output ----------------------------------------------------------------------------------- */

/* "adapter kaggle: submission.py", "make; ./bot": what will run. */
static char *class_take_runs(const struct class_student *s)
{
	const char *build = s->fields[CLASS_BUILD], *adapter = s->fields[CLASS_ADAPTER];
	if (s->fields[CLASS_COMMAND] == NULL)
		return NULL;
	return memory_print("%s%s%s%s%s", build != NULL ? build : "", build != NULL ? "; " : "",
		adapter != NULL ? adapter : "", adapter != NULL ? ": " : "",
		s->fields[CLASS_COMMAND]);
}

/* Cuts a long text for the table, so that the columns behind it stay in sight. */
static void class_take_cut(char *text)
{
	size_t length = CLASS_TAKE_RUNS - strlen("...");
	if (text == NULL || strlen(text) <= CLASS_TAKE_RUNS)
		return;
	while (((unsigned char)text[length] & 0xc0) == 0x80)
		length--;
	strcpy(text + length, "...");
}

static void class_take_print(struct text_table *table, const struct class_student *s,
	const struct submission_take *t, bool whole)
{
	struct text_table_cells row = {.count = 0};
	const char *problem = s->fields[CLASS_COMMAND] == NULL ? s->fields[CLASS_PROBLEM] : NULL;
	char *runs = class_take_runs(s), *why = NULL;
	if (problem != NULL)
		why = memory_print("%s%s%s", problem, *t->notes != '\0' ? "; " : "", t->notes);
	else if (*t->notes != '\0')
		why = memory_print("%s; %s", s->fields[CLASS_REASON], t->notes);
	if (!whole)
		class_take_cut(runs);
	text_table_add(&row, s->name);
	text_table_add(&row, s->fields[CLASS_VERSION]);
	text_table_add(&row, class_taken_words[t->novelty]);
	text_table_add(&row, runs != NULL ? runs : "-");
	text_table_add(&row, why != NULL ? why : s->fields[CLASS_REASON]);
	text_table_row(table, row.cell);
	free(why);
	free(runs);
}

/* Marks the rows of the roster whose students handed in at other times. */
static void class_take_mark_roster(struct class_taking *t)
{
	for (int i = 0; i < t->class.count; i++) {
		char *const *fields = t->class.students[i].fields;
		struct class_name name = {.file = NULL};
		const struct class_roster_row *row;
		if (fields[CLASS_STUDENT] != NULL)
			snprintf(name.student, sizeof name.student, "%s", fields[CLASS_STUDENT]);
		if (fields[CLASS_ID] != NULL)
			snprintf(name.id, sizeof name.id, "%s", fields[CLASS_ID]);
		class_roster_find(&t->roster, &name, &row);
	}
}

/* Says what was read of the roster, and which of its students have no submission. */
static void class_take_print_roster(struct class_taking *t)
{
	const struct class_roster *r = &t->roster;
	int missing = 0, named = 0;
	class_take_mark_roster(t);
	for (int i = 0; i < r->count; i++)
		missing += !r->rows[i].found;
	fprintf(stderr, "Roster: %s; its columns %s were read; %d without a submission",
		counted(r->count, "row").text, r->columns, missing);
	for (int i = 0; i < r->count; i++)
		if (!r->rows[i].found)
			fprintf(stderr, "%s %s", named++ == 0 ? ":" : ",",
				class_roster_student(&r->rows[i]));
	fputc('\n', stderr);
}

static void class_take_sum_up(struct class_taking *t)
{
	const int *n = t->counts;
	standard_output_flush(); /* the table comes first where both go to one file */
	fprintf(stderr, "%s: %d new, %d with a new version, %d as before",
		counted(t->found.count, "submission").text, n[SUBMISSION_NEW],
		n[SUBMISSION_VERSION], n[SUBMISSION_SAME]);
	if (t->idle > 0)
		fprintf(stderr, "; %d with nothing to run:", t->idle);
	for (int i = 0; i < t->names_count && t->idle > 0; i++)
		if (class_state_find(&t->class, t->names[i])->fields[CLASS_COMMAND] == NULL)
			fprintf(stderr, " %s", t->names[i]);
	char *missing = class_notes_missing_programs(&t->class),
	     *older = class_notes_older(&t->class);
	fprintf(stderr, "\n%s%s", missing != NULL ? missing : "", older != NULL ? older : "");
	free(older);
	free(missing);
	if (t->class.roster != NULL)
		class_take_print_roster(t);
	/* how bots get the names of a roster or rule that came later */
	if (t->keeps > 0)
		fprintf(stderr,
			"%d bot%s the name from before the roster or class-names changed, as results belong to names; to rename before the first game, remove %s and %s and take all again\n",
			t->keeps, plural(t->keeps, " keeps", "s keep"), t->class.folder,
			t->class.bots);
	char *unchecked = class_notes_unchecked(&t->class);
	char *command = unchecked != NULL ? class_notes_check_command(&t->class)
					  : memory_print("referee run %s", t->options.conf);
	fprintf(stderr, "Next: %s\n", command);
	free(command);
	free(unchecked);
	for (int i = 0; i < t->found.ignored_count; i++)
		fprintf(stderr, "%s%s%s", i == 0 ? "No submissions: " : ", ", t->found.ignored[i],
			i + 1 == t->found.ignored_count ? "\n" : "");
}

/* --- taking ----------------------------------------------------------------------------------- */

static bool class_take_collect(struct class_taking *t, struct error *err)
{
	for (int i = 0; i < t->options.paths.count; i++)
		if (!class_collection_add(&t->found, t->options.paths.all[i], err))
			return false;
	return true;
}

static bool class_take_all(struct class_taking *t, struct error *err)
{
	static const char *const columns[] = {"bot", "version", "taken", "runs", "why"};
	bool good = true;
	struct text_table *table = text_table_create(
		t->options.json ? TEXT_TABLE_JSON : TEXT_TABLE_TEXT, stdout, columns, 5);
	for (int i = 0; i < t->found.count && good; i++) {
		struct submission_take taken;
		good = submission_take(&t->class, &t->found.sources[i], &t->roster, &t->names,
			&t->names_count, &taken, err);
		const struct class_student *s = class_state_find(&t->class, taken.name);
		class_take_print(table, s, &taken, t->options.json);
		t->counts[taken.novelty]++;
		t->keeps += taken.keeps;
		t->idle += s->fields[CLASS_COMMAND] == NULL;
		free(taken.name);
	}
	text_table_free(table);
	return good &&
	       class_state_write_bots(&t->class, class_state_lets_all_enter(&t->class), err);
}

static bool class_take_begin(struct class_taking *t, struct error *err)
{
	struct class_state *c = &t->class;
	if (!class_state_open(c, t->options.conf, true, err))
		return false;
	class_collection_init(&t->found, c->folder);
	if (c->names != NULL && !class_name_check_rule(c->names, err))
		return error_prefix(err, "%s: ", c->conf);
	return c->roster == NULL || class_roster_read(&t->roster, c->roster, err);
}

static int class_take_run(int argc, char **argv)
{
	struct class_taking t = {.options = {.conf = CLASS_CONF}, .class = {.lock = -1}};
	struct error err;
	int status = EXIT_SUCCESS;
	if (command_read(&command_class_take, &t.options, argc, argv, &status)) {
		bool good = class_take_begin(&t, &err) && class_take_collect(&t, &err) &&
			    class_take_all(&t, &err);
		if (good)
			class_take_sum_up(&t);
		else
			command_report(&command_class_take, "%s", err.text);
		status = !good ? EXIT_FILE : t.idle > 0 ? EXIT_FAULTS : EXIT_SUCCESS;
	}
	for (int i = 0; i < t.names_count; i++)
		free(t.names[i]);
	free(t.names);
	class_roster_clear(&t.roster);
	class_collection_clear(&t.found);
	class_state_close(&t.class);
	options_clear(&command_class_take.options, &t.options);
	return status;
}

#define CLASS_TAKE_AT(f) offsetof(struct class_take_options, f)

static const struct option_row class_take_rows[] = {
	{OPTION("conf", TEXT, CLASS_TAKE_AT(conf)), .value = "FILE", .preset = CLASS_CONF,
		.help = "use this file of the class"},
	{OPTION("json", SWITCH, CLASS_TAKE_AT(json)), .help = "print the table as JSON"},
	{.name = NULL},
};

const struct command command_class_take = {
	.name = "class take",
	.group = COMMAND_CLASSES,
	.summary = "Take submissions: unpack them and find what to run",
	.about =
		"Each PATH is a submission or a folder of them: archives (zip, 7z, tar), folders, clones, single source files, or what Moodle packs for a whole class. "
		"A student's referee.txt says what to run (command, build, adapter); without it the names of the files do. "
		"A submission that has changed becomes a new version of its bot; the others are left alone. "
		"The bots are written to the file that class.conf includes.",
	.options = {.arguments = {{"PATH", ARGUMENT_SOME, CLASS_TAKE_AT(paths),
			    "a submission, or a folder or archive of submissions"}},
		.groups = {{.rows = class_take_rows}}},
	.notes = "The exit status is 1 if a submission has nothing to run.",
	.examples = (const char *const[]){"# Take all submissions of a folder.",
		"referee class take submissions/", "# Take what Moodle packs for a whole class.",
		"referee class take connect4-bots-1234567.zip", NULL},
	.run = class_take_run,
};
