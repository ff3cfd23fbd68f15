/*
 * text-table.c - writes a table to a stream: aligned text, CSV or JSON.
 *
 * Each format is a row of three functions. Text needs all rows before it knows the column widths;
 * CSV and JSON keep no rows.
 */
#include "base/text-table.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/json.h"
#include "base/memory.h"

enum { TEXT_TABLE_GAP = 2 }; /* blanks between columns */

struct text_table {
	const struct text_table_writer *writer;
	FILE *out;
	int columns;
	char **names;
	size_t rows;   /* rows so far */
	char **cells;  /* text only: escaped, row after row */
	size_t room;   /* rows that fit in cells */
	int *widths;   /* text only */
	bool *numbers; /* text only: are all cells of the column numbers? */
};

struct text_table_writer {
	void (*begin)(struct text_table *t);
	void (*row)(struct text_table *t, const struct text_table_cell *cells);
	void (*end)(struct text_table *t);
};

static void text_table_text_begin(struct text_table *t)
{
	t->widths = memory_get((size_t)t->columns, sizeof *t->widths);
	t->numbers = memory_get((size_t)t->columns, sizeof *t->numbers);
	for (int i = 0; i < t->columns; i++) {
		t->widths[i] = escape_width(t->names[i]);
		t->numbers[i] = true;
	}
}

/* Makes a cell safe for a terminal; "" if it has no value. */
static char *text_table_escaped(const struct text_table_cell *cell, bool lines)
{
	if (cell->length > 0)
		return escape_bytes(cell->text, cell->length, lines);
	return escape_text(cell->text != NULL ? cell->text : "", lines);
}

static void text_table_text_row(struct text_table *t, const struct text_table_cell *cells)
{
	size_t columns = (size_t)t->columns;
	if (t->rows == t->room) {
		t->room = t->room * 2 + 16;
		t->cells = memory_resize(t->cells, t->room * columns, sizeof *t->cells);
	}
	for (size_t i = 0; i < columns; i++) {
		char *text = text_table_escaped(&cells[i], false);
		int width = escape_width(text);
		t->cells[t->rows * columns + i] = text;
		if (width > t->widths[i])
			t->widths[i] = width;
		if (cells[i].text != NULL && !cells[i].number)
			t->numbers[i] = false;
	}
}

/* Prints one line without trailing blanks. */
static void text_table_text_line(const struct text_table *t, char *const *cells)
{
	int due = 0;
	for (int i = 0; i < t->columns; i++) {
		int rest = t->widths[i] - escape_width(cells[i]);
		if (t->numbers[i])
			due += rest;
		if (cells[i][0] != '\0') {
			fprintf(t->out, "%*s%s", due, "", cells[i]);
			due = 0;
		}
		due += TEXT_TABLE_GAP + (t->numbers[i] ? 0 : rest);
	}
	fputc('\n', t->out);
}

static void text_table_text_end(struct text_table *t)
{
	size_t columns = (size_t)t->columns;
	text_table_text_line(t, t->names);
	for (size_t row = 0; row < t->rows; row++)
		text_table_text_line(t, t->cells + row * columns);
	for (size_t i = 0; i < t->rows * columns; i++)
		free(t->cells[i]);
	free(t->cells);
	free(t->widths);
	free(t->numbers);
}

/* May the text stay without quotes? Readers may drop unquoted blanks at its ends. */
static bool text_table_csv_plain(const char *text)
{
	size_t length = strlen(text);
	return strpbrk(text, ",\"\n") == NULL &&
	       (length == 0 || (text[0] != ' ' && text[length - 1] != ' '));
}

/* Is a text printable ASCII that needs neither quotes nor escapes? Most cells are. */
static bool text_table_csv_is_simple(const char *text)
{
	const char *c = text;
	while (*c >= ' ' && *c < 0x7f && *c != ',' && *c != '"' && *c != '\\')
		c++;
	return *c == '\0' && (c == text || (*text != ' ' && c[-1] != ' '));
}

static void text_table_csv_cell(FILE *out, int column, const struct text_table_cell *cell)
{
	if (column > 0)
		putc_unlocked(',', out);
	if (cell->text != NULL && cell->length == 0 && text_table_csv_is_simple(cell->text)) {
		fputs_unlocked(cell->text, out);
		return;
	}
	char *escaped = text_table_escaped(cell, true);
	if (text_table_csv_plain(escaped)) {
		fputs(escaped, out);
	} else {
		fputc('"', out);
		for (const char *c = escaped; *c != '\0'; c++)
			fputs(*c == '"' ? "\"\"" : (char[]){*c, '\0'}, out);
		fputc('"', out);
	}
	free(escaped);
}

static void text_table_csv_begin(struct text_table *t)
{
	for (int i = 0; i < t->columns; i++)
		text_table_csv_cell(t->out, i, &(struct text_table_cell){.text = t->names[i]});
	fputc('\n', t->out);
}

static void text_table_csv_row(struct text_table *t, const struct text_table_cell *cells)
{
	for (int i = 0; i < t->columns; i++)
		text_table_csv_cell(t->out, i, &cells[i]);
	fputc('\n', t->out);
}

static void text_table_json_begin(struct text_table *t)
{
	fputc('[', t->out);
}

static size_t text_table_length(const struct text_table_cell *cell)
{
	return cell->length > 0 || cell->text == NULL ? cell->length : strlen(cell->text);
}

void text_table_json(
	FILE *out, const char *const *names, const struct text_table_cell *cells, int columns)
{
	for (int i = 0; i < columns; i++) {
		fputc(i > 0 ? ',' : '{', out);
		json_string(out, names[i]);
		fputc(':', out);
		if (cells[i].number && cells[i].text != NULL)
			fputs(cells[i].text, out);
		else
			json_bytes(out, cells[i].text, text_table_length(&cells[i]));
	}
	fputc('}', out);
}

static void text_table_json_row(struct text_table *t, const struct text_table_cell *cells)
{
	fputs(t->rows > 0 ? ",\n" : "\n", t->out);
	text_table_json(t->out, (const char *const *)t->names, cells, t->columns);
}

static void text_table_json_end(struct text_table *t)
{
	fputs(t->rows > 0 ? "\n]\n" : "]\n", t->out);
}

static void text_table_dense_row(struct text_table *t, const struct text_table_cell *cells)
{
	fputs(t->rows > 0 ? "," : "", t->out);
	text_table_json(t->out, (const char *const *)t->names, cells, t->columns);
}

static void text_table_dense_end(struct text_table *t)
{
	fputc(']', t->out);
}

static void text_table_nothing(struct text_table *t)
{
	(void)t;
}

static const struct text_table_writer text_table_writers[] = {
	[TEXT_TABLE_TEXT] = {text_table_text_begin, text_table_text_row, text_table_text_end},
	[TEXT_TABLE_CSV] = {text_table_csv_begin, text_table_csv_row, text_table_nothing},
	[TEXT_TABLE_JSON] = {text_table_json_begin, text_table_json_row, text_table_json_end},
	[TEXT_TABLE_DENSE] = {text_table_json_begin, text_table_dense_row, text_table_dense_end},
};

struct text_table *text_table_create(
	enum text_table_format format, FILE *out, const char *const *names, int columns)
{
	struct text_table *t = memory_get(1, sizeof *t);
	t->writer = &text_table_writers[format];
	t->out = out;
	t->columns = columns;
	t->names = memory_get((size_t)columns, sizeof *t->names);
	for (int i = 0; i < columns; i++)
		t->names[i] = memory_copy(names[i]);
	t->writer->begin(t);
	return t;
}

void text_table_row(struct text_table *t, const struct text_table_cell *cells)
{
	t->writer->row(t, cells);
	t->rows++;
}

void text_table_free(struct text_table *t)
{
	if (t == NULL)
		return;
	t->writer->end(t);
	for (int i = 0; i < t->columns; i++)
		free(t->names[i]);
	free(t->names);
	free(t);
}

void text_table_add(struct text_table_cells *cells, const char *text)
{
	assert(cells->count < TEXT_TABLE_CELLS);
	cells->cell[cells->count++] = (struct text_table_cell){.text = text};
}

void text_table_add_number(
	struct text_table_cells *cells, const char *before, const char *format, double value)
{
	char number[TEXT_TABLE_NUMBER];
	assert(cells->count < TEXT_TABLE_CELLS);
	snprintf(number, sizeof number, format, value);
	bool sign = *number == '-' || *number == '+';
	bool zero = number[sign + strspn(number + sign, "0.")] == '\0';
	char *text = cells->numbers[cells->count];
	snprintf(text, TEXT_TABLE_NUMBER, "%s%s", before, number + (sign && zero));
	cells->cell[cells->count++] =
		(struct text_table_cell){.text = isfinite(value) ? text : NULL, .number = true};
}
