/*
 * board-rows.c - reads the rows of a position string.
 */
#include "referee/board/board-rows.h"

#include <ctype.h>
#include <string.h>

#include "base/escape.h"
#include "base/utf8.h"

/* Takes a run of free cells; false: it does not fit. */
static bool board_rows_take_run(struct board_rows *r, int row, const char **at)
{
	int run = 0;
	for (; isdigit((unsigned char)**at) && run <= BOARD_COLUMNS; (*at)++)
		run = 10 * run + **at - '0';
	if (run > BOARD_COLUMNS - r->lengths[row])
		return false;
	r->lengths[row] += run;
	return true;
}

/* Takes a stone or a free cell; false: it does not fit. */
static bool board_rows_take_cell(struct board_rows *r, int row, const char **at)
{
	if (r->lengths[row] == BOARD_COLUMNS)
		return false;
	int length = utf8_length(*at);
	if (length == 0 || !escape_is_plain(*at, length))
		return false;
	if (**at != '.')
		memcpy(r->cells[row][r->lengths[row]], *at, (size_t)length);
	r->lengths[row]++;
	*at += length;
	return true;
}

bool board_rows_of(const struct setup *s, const struct position *p, struct board_rows *r)
{
	char written[POSITION_TEXT];
	const char *text = written;
	s->rules->write(s, p, written);
	*r = (struct board_rows){.rows = 1};
	while (*text != '\0' && *text != ' ') {
		int row = r->rows - 1;
		if (*text == '/') {
			if (r->lengths[row] == 0 || r->rows == BOARD_ROWS)
				return false;
			r->rows++;
			text++;
		} else if (isdigit((unsigned char)*text) ? !board_rows_take_run(r, row, &text)
							 : !board_rows_take_cell(r, row, &text)) {
			return false;
		}
	}
	for (int i = 0; i < r->rows; i++)
		r->columns = r->lengths[i] > r->columns ? r->lengths[i] : r->columns;
	return r->rows > 1 && r->lengths[r->rows - 1] > 0;
}

bool board_rows_are_even(const struct board_rows *r)
{
	for (int i = 0; i < r->rows; i++)
		if (r->lengths[i] != r->columns)
			return false;
	return true;
}
