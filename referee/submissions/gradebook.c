/*
 * gradebook.c - the results of a class as a CSV file.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text-table.h"
#include "referee/submissions/feedback.h"

enum { GRADEBOOK_TEXTS = 8 };

static const char *const gradebook_columns[] = {"name", "student", "id", "version", "rank",
	"rating", "error", "points", "games", "percent", "faults", "check"};

struct text_table *gradebook_begin(FILE *out)
{
	return text_table_create(TEXT_TABLE_CSV, out, gradebook_columns,
		sizeof gradebook_columns / sizeof *gradebook_columns);
}

/* A row in progress, with the texts that it owns. */
struct gradebook_cells {
	struct text_table_cells cells;
	char *texts[GRADEBOOK_TEXTS];
	int count;
};

/* Adds a text. A spreadsheet takes a cell that begins with one of these marks for a formula, in
 * quotes too, also behind blanks. */
static void gradebook_add(struct gradebook_cells *row, const char *text)
{
	const char *mark = text != NULL ? text + strspn(text, " \t\r\n\v\f") : "";
	char *safe = memory_print("%s%s",
		text != NULL && *text != '\0' && (mark != text || strchr("=+-@|%", *mark) != NULL)
			? "'"
			: "",
		text != NULL ? text : "");
	row->texts[row->count++] = safe;
	text_table_add(&row->cells, safe);
}

static void gradebook_number(struct gradebook_cells *row, bool known, const char *format, double x)
{
	if (known)
		text_table_add_number(&row->cells, "", format, x);
	else
		text_table_add(&row->cells, NULL);
}

void gradebook_row(struct text_table *table, const struct feedback *f)
{
	const struct class_student *s = f->student;
	const struct report_bot *b = f->bot;
	struct gradebook_cells row = {.count = 0};
	gradebook_add(&row, s->name);
	gradebook_add(&row, s->fields[CLASS_STUDENT]);
	gradebook_add(&row, s->fields[CLASS_ID]);
	gradebook_add(&row, s->fields[CLASS_VERSION]);
	gradebook_number(&row, b != NULL, "%.0f", b != NULL ? b->rank : 0);
	gradebook_number(&row, f->rating != NULL, "%.1f", f->rating != NULL ? f->rating->elo : 0);
	gradebook_number(
		&row, f->rating != NULL, "%.1f", f->rating != NULL ? rating_95(f->rating) : 0);
	gradebook_number(&row, b != NULL, "%g", b != NULL ? b->points : 0);
	gradebook_number(&row, b != NULL, "%.0f", b != NULL ? (double)b->games : 0);
	gradebook_number(&row, b != NULL && b->games > 0, "%.1f",
		b != NULL && b->games > 0 ? 100 * b->points / (double)b->games : 0);
	gradebook_number(&row, b != NULL, "%.0f", b != NULL ? (double)b->faults : 0);
	const char *obstacle = class_student_obstacle(s);
	gradebook_add(&row, obstacle != NULL	      ? obstacle
			    : class_student_is_fit(s) ? "fit"
						      : "not checked");
	text_table_row(table, row.cells.cell);
	for (int i = 0; i < row.count; i++)
		free(row.texts[i]);
}
