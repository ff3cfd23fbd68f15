/*
 * class-feedback.c - `referee class feedback`: a page for each student, and the gradebook.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "referee/process/status-line.h"
#include "base/text-table.h"
#include "base/time.h"
#include "referee/submissions/feedback.h"
#include "referee/commands/query-command.h"

enum { CLASS_FEEDBACK_NODES = 1000000, CLASS_FEEDBACK_GAMES = 10, CLASS_FEEDBACK_MOST = 1000 };

static const char class_feedback_book[] = "gradebook.csv";

struct class_feedback {
	const char *conf, *to;
	bool gradescope;
	int64_t nodes, games;
	struct query query;
	struct class_state class;
	struct feedback_class all;
	int written; /* students */
	usec began;
	bool line;		   /* shows progress on a terminal */
	struct status_lines lines; /* the progress without a terminal */
};

/* --- files ------------------------------------------------------------------------------------ */

/* Writes DIR/NAME.END. */
static bool class_feedback_put(
	const struct class_feedback *c, const char *name, const char *text, struct error *err)
{
	char *path = memory_print("%s/%s", c->to, name);
	bool good = class_state_write_file(path, text, err);
	free(path);
	return good;
}

/* Writes a form of a student's feedback into its file. */
static bool class_feedback_form(const struct class_feedback *c, const struct feedback *f,
	const char *end, void (*write)(FILE *out, const struct feedback *f), struct error *err)
{
	char *text = NULL, *name = memory_print("%s%s", f->student->name, end);
	size_t size;
	FILE *out = memory_open(&text, &size);
	write(out, f);
	memory_close(out);
	bool good = class_feedback_put(c, name, text, err);
	free(text);
	free(name);
	return good;
}

static bool class_feedback_forms(
	const struct class_feedback *c, const struct feedback *f, struct error *err)
{
	return class_feedback_form(c, f, ".html", feedback_write_html, err) &&
	       class_feedback_form(c, f, ".md", feedback_write_markdown, err) &&
	       (!c->gradescope ||
		       class_feedback_form(c, f, ".json", feedback_write_gradescope, err));
}

/* --- all students -------------------------------------------------------------------------- */

static void class_feedback_draw(struct class_feedback *c)
{
	char eta[STATUS_LINE_SPAN], text[STATUS_LINE_PLAIN];
	usec now = time_now();
	double seconds = (double)(now - c->began) / SECOND;
	int left = c->class.count - c->written;
	if (!c->line &&
		status_lines_due(&c->lines, c->written, c->class.count, "students", now, text))
		command_report(&command_class_feedback, "%s", text);
	if (!c->line)
		return;
	status_line_span(c->written > 0 ? seconds / c->written * left : 0, eta);
	fprintf(stderr, "\r%d/%d students  ETA %s\033[K%s", c->written, c->class.count, eta,
		left == 0 ? "\n" : "");
	fflush(stderr);
}

/* Writes the files of a student and the row of the gradebook. After a signal nothing is written:
 * *stopped. A DB_ error; DB_OK with a line in err: a file cannot be written. */
static int class_feedback_student(struct class_feedback *c, const struct class_student *s,
	struct text_table *book, struct error *err)
{
	struct feedback f;
	int error = feedback_read(&f, &c->all, s);
	if (error == DB_OK && !game_analysis_is_stopped(&c->all.analysis) &&
		class_feedback_forms(c, &f, err)) {
		gradebook_row(book, &f);
		c->written++;
		class_feedback_draw(c);
	}
	feedback_clear(&f);
	return error;
}

/* The same for all students. The gradebook is written last, when it is complete. */
static int class_feedback_students(struct class_feedback *c, struct error *err)
{
	char *text = NULL;
	size_t size;
	FILE *out = memory_open(&text, &size);
	struct text_table *book = gradebook_begin(out);
	int error = DB_OK;
	class_feedback_draw(c);
	for (int i = 0; i < c->class.count && error == DB_OK && c->written == i; i++)
		error = class_feedback_student(c, &c->class.students[i], book, err);
	if (c->line && c->written < c->class.count)
		fputc('\n', stderr);
	text_table_free(book);
	memory_close(out);
	if (error == DB_OK && c->written == c->class.count)
		class_feedback_put(c, class_feedback_book, text, err);
	free(text);
	return error;
}

/* --- the command ------------------------------------------------------------------------------ */

static int class_feedback_stopped(const struct class_feedback *c, int argc, char **argv)
{
	command_report(&command_class_feedback,
		"stopped; the files of %d of %d students are written. To write all:\n", c->written,
		c->class.count);
	fputc('\t', stderr);
	command_write_resume(stderr, argc, argv);
	fputs("\n\n", stderr);
	return EXIT_SIGNAL + c->all.analysis.signal;
}

/* The tournament was found. */
static int class_feedback_write(struct class_feedback *c, int argc, char **argv)
{
	struct query *r = &c->query;
	struct error err;
	error_clear(&err);
	c->all.nodes = c->nodes;
	c->all.games = c->games;
	c->began = time_now();
	status_lines_init(&c->lines, c->began);
	int error = feedback_open(&c->all, r->db, r->tournament, &c->class);
	if (error == DB_OK && !file_tree_make_folder(c->to))
		error_set(&err, "%s: the folder cannot be made: %s", c->to, strerror(errno));
	if (error == DB_OK && !error_is_set(&err))
		error = class_feedback_students(c, &err);
	int status = error_is_set(&err) ? EXIT_FILE : EXIT_SUCCESS;
	if (error_is_set(&err))
		command_report(&command_class_feedback, "%s", err.text);
	else if (error == DB_OK && c->all.analysis.signal != 0)
		status = class_feedback_stopped(c, argc, argv);
	else if (error == DB_OK) {
		printf("%d students in %s: a page (.html) and a text (.md)%s for each, and %s\n",
			c->written, c->to, c->gradescope ? ", results for Gradescope (.json)" : "",
			class_feedback_book);
	}
	feedback_close(&c->all);
	int closed = query_close(r, error);
	return closed != EXIT_SUCCESS ? closed : status;
}

static int class_feedback_open(struct class_feedback *c, int argc, char **argv)
{
	struct query *r = &c->query;
	struct error err;
	int status;
	if (!class_state_open(&c->class, c->conf, false, &err))
		return command_fail(&command_class_feedback, EXIT_FILE, "%s", err.text);
	r->command = &command_class_feedback;
	r->path = r->path != NULL ? r->path : c->class.db;
	r->which = r->which != NULL ? r->which : c->class.tournament;
	if (c->class.count == 0)
		return command_fail(r->command, EXIT_FILE,
			"%s: it has no student; `referee class take` adds them", c->class.folder);
	if (r->path != NULL && access(r->path, F_OK) != 0)
		return command_fail(r->command, EXIT_FILE,
			"%s: there is no such file; `referee run %s` plays the tournament and makes it",
			r->path, c->conf);
	if (!query_open(r, &status))
		return status;
	if (db_snapshot(r->db) != DB_OK)
		return query_close(r, DB_BROKEN);
	return query_find(r, &status) ? class_feedback_write(c, argc, argv) : status;
}

static int class_feedback_run(int argc, char **argv)
{
	struct class_feedback *c = memory_get(1, sizeof *c);
	int status;
	*c = (struct class_feedback){.conf = CLASS_CONF,
		.nodes = CLASS_FEEDBACK_NODES,
		.games = CLASS_FEEDBACK_GAMES,
		.class = {.lock = -1},
		.line = status_line_can()};
	if (command_read(&command_class_feedback, c, argc, argv, &status)) {
		status = c->to == NULL ? command_misused(&command_class_feedback,
						 "--to is missing: the folder for the pages")
				       : class_feedback_open(c, argc, argv);
		class_state_close(&c->class);
	}
	free(c);
	return status;
}

#define CLASS_FEEDBACK_AT(member) offsetof(struct class_feedback, member)

static const struct option_row class_feedback_rows[] = {
	{OPTION("to", TEXT, CLASS_FEEDBACK_AT(to)), .value = "DIR",
		.help = "write the files into this folder; it is made if it is not there"},
	{OPTION("conf", TEXT, CLASS_FEEDBACK_AT(conf)), .value = "FILE", .preset = CLASS_CONF,
		.help = "use this file of the class"},
	{OPTION("gradescope", SWITCH, CLASS_FEEDBACK_AT(gradescope)),
		.help = "write NAME.json too, a results.json of Gradescope's autograder; its score is the percentage of the points"},
	{OPTION("games", NUMBER, CLASS_FEEDBACK_AT(games)), .value = "N", .min = 0,
		.max = CLASS_FEEDBACK_MOST, .preset = "10",
		.help = "judge the moves of this many games of each student, the worst results first"},
	{OPTION("nodes", NUMBER, CLASS_FEEDBACK_AT(nodes)), .value = "N", .min = 1,
		.max = INT64_C(1000000000000000), .preset = "1000000",
		.help = "let the exact solver visit this many positions for each value, and the house search a fiftieth of them for each score"},
	{.name = NULL},
};

static const struct option_row class_feedback_database_rows[] = {
	QUERY_DB_ROW("the db of class.conf", "read this database"),
	QUERY_TOURNAMENT_ROW("the newest of the name in class.conf"),
	{.name = NULL},
};

const struct command command_class_feedback = {
	.name = "class feedback",
	.group = COMMAND_CLASSES,
	.summary = "Write a page for each student: results, faults, bad moves, the check",
	.about =
		"Writes for each student of the class DIR/NAME.html, a page that needs no network, and the same as DIR/NAME.md: "
		"rank and Elo, the results against each opponent, each kind of fault explained by one game, the three worst moves with boards, "
		"what the check said, and the commands that ask the program the same again at home. "
		"A page holds nothing of another student but the name of the bot. "
		"A student whose bot did not play gets a page that says why.\n"
		"\n"
		"DIR/gradebook.csv has a row for each student: name, student, id, version, rank, rating, error, points, games, percent, faults, check. "
		"Rating and error are Elo and its 95 % interval, and percent is the share of the points. "
		"A text that a spreadsheet would take for a formula begins with an apostrophe.\n"
		"\n"
		"Only the database and the folder of the class are read, and the database is not changed. "
		"The house search scores the positions of some games, and the exact solver judges the worst moves again, if it knows the game. "
		"Exact values that `referee analyse` has stored are used first.",
	.options = {.groups = {{.rows = class_feedback_rows},
			    QUERY_GROUP_OF(
				    class_feedback_database_rows, CLASS_FEEDBACK_AT(query))}},
	.examples = (const char *const[]){"# Write a page for each student into a folder.",
		"referee class feedback --to feedback",
		"# Write results for Gradescope as well, and analyse more games, in more depth.",
		"referee class feedback --to feedback --gradescope --games 30 --nodes 5000000",
		NULL},
	.run = class_feedback_run,
};
