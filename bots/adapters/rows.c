/*
 * rows.c - boards as programs print and read them.
 */
#include "bots/adapters/rows.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { ROWS_NO_CELL = -1 };

/* The bytes of the letter at text: one, and those of UTF-8 that follow. */
static int rows_letter(const char *text)
{
	int length = *text != '\0';
	while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
		length++;
	return length;
}

int rows_letters(const char *text)
{
	int count = 0;
	for (; *text != '\0'; text += rows_letter(text))
		count++;
	return count;
}

/* The number of the letter at text in --cells. */
static int rows_number(const struct adapter_run *a, const char *text)
{
	const char *cells = a->options.cells;
	int length = rows_letter(text);
	for (int i = 0; *cells != '\0'; i++, cells += rows_letter(cells))
		if (rows_letter(cells) == length && memcmp(cells, text, (size_t)length) == 0)
			return i;
	return ROWS_NO_CELL;
}

/* The cell of a seat's stone. With --mine the program's own is that one in every seat. */
static int rows_cell(const struct adapter_run *a, int seat)
{
	if (seat == 0 || a->options.mine == NULL)
		return seat;
	int mine = rows_number(a, a->options.mine);
	if (seat == a->seat)
		return mine;
	return mine == 1 ? 2 : 1;
}

const char *rows_stone(const struct adapter_run *a, int seat)
{
	static char letter[ROWS_LETTER];
	const char *cells = a->options.cells;
	int number = rows_cell(a, seat);
	for (int i = 0; i < number && cells != NULL && *cells != '\0'; i++)
		cells += rows_letter(cells);
	if (cells == NULL || *cells == '\0')
		snprintf(letter, sizeof letter, "%d", seat);
	else
		snprintf(letter, sizeof letter, "%.*s", rows_letter(cells), cells);
	return letter;
}

void rows_write(const struct adapter_run *a, const struct notation_board *b, int row, char *out,
	size_t room)
{
	size_t used = 0;
	const char *gap = a->options.gap != NULL ? a->options.gap : "";
	out[0] = '\0';
	for (int x = 0; x < b->lengths[row] && used < room; x++)
		used += (size_t)snprintf(out + used, room - used, "%s%s", x > 0 ? gap : "",
			rows_stone(a, b->cells[row][x]));
}

/* Adds a cell to the row that is read. */
static bool rows_put(struct rows *r, int number, int length)
{
	if (number == ROWS_NO_CELL || r->lengths[r->count] == length)
		return false;
	r->cells[r->count][r->lengths[r->count]++] = (unsigned char)number;
	return true;
}

/* Reads cells between bars; there may be bars at both ends, at one, or at none. */
static bool rows_read_bars(
	const struct adapter_run *a, struct rows *r, const char *line, int bars, int length)
{
	size_t end = strlen(line);
	while (end > 0 && isspace((unsigned char)line[end - 1]))
		end--;
	/* A blank before the first bar may be a cell; a bar at the end is none of the left side. */
	bool leading = line[strspn(line, " \t")] == '|' && (line[end - 1] != '|' || *line == '|');
	int skip = bars > length || (bars == length && leading);
	for (int i = 0; i < bars + 1 && r->lengths[r->count] < length; i++) {
		size_t width = strcspn(line, "|");
		const char *cell = line + strspn(line, " \t\r");
		if (i >= skip &&
			!rows_put(r, cell >= line + width ? 0 : rows_number(a, cell), length))
			return false;
		line += width + (line[width] == '|');
	}
	return bars - 1 <= length;
}

/* Reads cells that are blanks themselves: one after the other, or with a blank between two, and
 * then maybe with one at both ends. */
static bool rows_read_blanks(
	const struct adapter_run *a, struct rows *r, const char *line, int length)
{
	int count = (int)strcspn(line, "\r"), step = count > length ? 2 : 1;
	int first = count == 2 * length + 1 && *line == ' ';
	for (int i = first; i < first + step * length; i++) {
		bool between = step == 2 && (i - first) % 2 == 1;
		if (between && i < count && line[i] != ' ')
			return false;
		if (!between && !rows_put(r, i < count ? rows_number(a, line + i) : 0, length))
			return false;
	}
	return count <= first + step * length;
}

/* Reads cells that stand between two bars together. */
static bool rows_read_framed(
	const struct adapter_run *a, struct rows *r, const char *line, int length)
{
	char inner[LINE_FROM_BOT];
	line = strchr(line, '|') + 1;
	snprintf(inner, sizeof inner, "%.*s", (int)strcspn(line, "|"), line);
	return rows_read_blanks(a, r, inner, length);
}

/* Reads the cells of a line into the next row. */
static bool rows_read(const struct adapter_run *a, struct rows *r, const char *line, int length)
{
	int bars = 0;
	for (const char *at = line; (at = strchr(at, '|')) != NULL; at++)
		bars++;
	r->lengths[r->count] = 0;
	if (bars == 2 && length > 3 && *a->options.cells == ' ')
		return rows_read_framed(a, r, line, length);
	if (bars >= 2)
		return rows_read_bars(a, r, line, bars, length) && r->lengths[r->count] == length;
	if (*a->options.cells == ' ')
		return rows_read_blanks(a, r, line, length);
	for (; *line != '\0'; line += rows_letter(line)) {
		bool aside = isspace((unsigned char)*line) || ispunct((unsigned char)*line) ||
			     (unsigned char)*line >= 0x80;
		int number = rows_number(a, line);
		if ((number != ROWS_NO_CELL || !aside) && !rows_put(r, number, length))
			return false;
	}
	return r->lengths[r->count] == length;
}

bool rows_add(const struct adapter_run *a, struct rows *r, const char *line)
{
	struct notation_board b;
	notation_board(&a->setup, &a->position, &b);
	if (r->count == b.rows)
		r->count = 0;
	if (rows_read(a, r, line, b.lengths[r->count]))
		return ++r->count == b.rows;
	if (r->lengths[r->count] > 0) { /* a line without a cell may stand between two rows */
		r->count = 0;
		r->count = rows_read(a, r, line, b.lengths[0]) ? 1 : 0;
	}
	return r->count == b.rows;
}

static bool rows_are(
	const struct adapter_run *a, const struct rows *r, const struct position *position)
{
	struct notation_board b;
	if (!notation_board(&a->setup, position, &b) || r->count != b.rows)
		return false;
	for (int y = 0; y < b.rows; y++)
		for (int x = 0; x < b.lengths[y]; x++)
			if (r->cells[y][x] != rows_cell(a, b.cells[y][x]))
				return false;
	return true;
}

bool rows_are_known(const struct adapter_run *a, const struct rows *r)
{
	struct position p;
	bool known = rows_are(a, r, &a->position);
	if (a->start[0] != '\0')
		return known;
	a->setup.rules->start(&a->setup, &p);
	for (int i = 0; i < a->moves_count && !known; i++) {
		move m;
		known = rows_are(a, r, &p);
		rules_read_move(&a->setup, &p, a->moves[i], &m);
		a->setup.rules->play(&a->setup, &p, m);
	}
	return known;
}

bool rows_move(const struct adapter_run *a, const struct rows *r, char answer[ADAPTER_ANSWER])
{
	static move moves[MOVES_MAX];
	int count = a->setup.rules->moves(&a->setup, &a->position, moves);
	for (int i = 0; i < count; i++) {
		struct position next = a->position;
		a->setup.rules->play(&a->setup, &next, moves[i]);
		if (rows_are(a, r, &next)) {
			a->setup.rules->move_text(&a->setup, &a->position, moves[i], answer);
			return true;
		}
	}
	return false;
}

/* --- a board among other lines -----------------------------------------------------------------
 */

void rows_clear(struct rows *r)
{
	r->count = r->seen = 0;
	r->behind = -1;
	r->ruled = false;
	r->maybe[0] = '\0';
}

/* Drops the first row, so that a next one may complete a board that begins later. Rows of several
 * lengths fit at their places alone. */
static void rows_slide(struct rows *r)
{
	if (r->lengths[0] != r->lengths[r->count - 1]) {
		rows_clear(r);
		return;
	}
	r->count--;
	memmove(r->lengths, r->lengths + 1, (size_t)r->count * sizeof *r->lengths);
	memmove(r->cells, r->cells + 1, (size_t)r->count * sizeof *r->cells);
}

/* Judges a whole board. True: it is the one after the move. */
static bool rows_judge(const struct adapter_run *a, struct rows *r, char answer[ADAPTER_ANSWER])
{
	if (r->behind > 0 && r->behind < r->count) { /* parts of two boards, perhaps */
		rows_move(a, r, r->maybe);
	} else if (rows_move(a, r, answer)) {
		return true;
	} else if (rows_are_known(a, r)) {
		r->behind = 0;
		r->maybe[0] = '\0';
	} else if (r->maybe[0] != '\0') {
		strcpy(answer, r->maybe);
		return true;
	} else {
		r->behind = -1;
	}
	rows_slide(r);
	return false;
}

/* Writes what is wrong with a line that is no row, or with a board. */
static void rows_doubt(
	const struct adapter_run *a, struct rows *r, const char *line, bool row, int length)
{
	if (row)
		error_set(&r->doubt,
			"--row: no legal move leads to the board that ends with \"%.60s\"; is --cells \"%s\" its free cell and its stones?",
			line, a->options.cells);
	else
		error_set(&r->doubt,
			"--row: \"%.60s\" is no row of %d cells; --cells \"%s\" is a free cell and the stones, and the first group of --row the cells alone",
			line, length, a->options.cells);
}

bool rows_find(
	const struct adapter_run *a, struct rows *r, const char *line, char answer[ADAPTER_ANSWER])
{
	struct notation_board b;
	notation_board(&a->setup, &a->position, &b);
	int before = r->count;
	bool whole = rows_add(a, r, line);
	if (r->count == 0) { /* another line */
		if (r->lengths[0] > 0 || !error_is_set(&r->doubt))
			rows_doubt(a, r, line, false, b.lengths[0]);
		rows_clear(r);
		return false;
	}
	if (!whole && r->count == before) /* a line without a cell */
		return rows_end(a, r, answer);
	if (r->count == 1) { /* the first row, at once or behind another line */
		r->seen = 0;
		error_clear(&r->doubt);
	}
	r->seen++;
	r->behind += r->behind >= 0;
	if (!whole)
		return false;
	if (rows_judge(a, r, answer))
		return true;
	if (r->behind != 0)
		rows_doubt(a, r, line, true, 0);
	return false;
}

bool rows_end(const struct adapter_run *a, struct rows *r, char answer[ADAPTER_ANSWER])
{
	struct notation_board b;
	notation_board(&a->setup, &a->position, &b);
	if (r->maybe[0] != '\0' && r->behind > 0 && !r->ruled) {
		strcpy(answer, r->maybe);
		return true;
	}
	if (r->behind == 0 || (r->seen >= b.rows && !r->ruled))
		rows_clear(r);
	else
		r->ruled |= r->seen > 0 && r->seen < b.rows;
	return false;
}
