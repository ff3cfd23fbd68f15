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
	bool leading = line[strspn(line, " \t")] == '|';
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

/* Reads cells that are blanks themselves: one after the other, or with a blank between two. */
static bool rows_read_blanks(
	const struct adapter_run *a, struct rows *r, const char *line, int length)
{
	int count = (int)strcspn(line, "\r"), step = count > length ? 2 : 1;
	for (int i = 0; i < step * length; i++) {
		bool between = step == 2 && i % 2 == 1;
		if (between && i < count && line[i] != ' ')
			return false;
		if (!between && !rows_put(r, i < count ? rows_number(a, line + i) : 0, length))
			return false;
	}
	return count <= step * length;
}

/* Reads the cells of a line into the next row. */
static bool rows_read(const struct adapter_run *a, struct rows *r, const char *line, int length)
{
	int bars = 0;
	for (const char *at = line; (at = strchr(at, '|')) != NULL; at++)
		bars++;
	r->lengths[r->count] = 0;
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

bool rows_are_now(const struct adapter_run *a, const struct rows *r)
{
	return rows_are(a, r, &a->position);
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

void rows_slide(struct rows *r)
{
	r->count--;
	memmove(r->lengths, r->lengths + 1, (size_t)r->count * sizeof *r->lengths);
	memmove(r->cells, r->cells + 1, (size_t)r->count * sizeof *r->cells);
}
