/*
 * board.c - reads positions from text, and has the operations on them that need not be fast.
 */
#include "bots/connect4/board.h"

#include "bots/connect4/threats.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int board_count(const struct board *b)
{
	return __builtin_popcountll(b->stones);
}

bool board_is_won(const struct board *b)
{
	return threats_has_line(b->stones ^ b->mover);
}

void board_play(struct board *b, int column)
{
	uint64_t cell = board_playable(b->stones) & BOARD_COLUMN(column);
	assert(cell != 0);
	b->mover ^= b->stones;
	b->stones |= cell;
}

uint64_t board_mirror_cells(uint64_t cells)
{
	uint64_t mirrored = 0;
	for (int column = 0; column < BOARD_COLUMNS; column++) {
		uint64_t one = cells >> (BOARD_STEP * column) & 63;
		mirrored |= one << (BOARD_STEP * (BOARD_COLUMNS - 1 - column));
	}
	return mirrored;
}

struct board board_mirror(const struct board *b)
{
	return (struct board){board_mirror_cells(b->mover), board_mirror_cells(b->stones)};
}

bool board_read_columns(struct board *b, const char *text, struct error *err)
{
	*b = (struct board){0, 0};
	for (int move = 1; *text != '\0'; text++) {
		if (*text == ' ')
			continue;
		int column = *text - (*text >= 'a' ? 'a' : '1');
		if (column < 0 || column >= BOARD_COLUMNS)
			return error_set(
				err, "move %d is not a column; write a to g, or 1 to 7", move);
		if (board_is_won(b))
			return error_set(err, "move %d comes after a four was made", move);
		if (!(board_playable(b->stones) & BOARD_COLUMN(column)))
			return error_set(
				err, "move %d is in column %c, which is full", move, 'a' + column);
		board_play(b, column);
		move++;
	}
	if (board_is_won(b))
		return error_set(err, "the game is over: the last move made a four");
	return true;
}

/* Reads the six rows into red and yellow; returns the text after them, NULL if they are wrong. */
static const char *board_read_rows(
	const char *text, uint64_t *red, uint64_t *yellow, struct error *err)
{
	for (int row = BOARD_ROWS - 1; row >= 0; row--) {
		int column = 0;
		for (; *text != '\0' && *text != '/' && *text != ' '; text++) {
			bool run = *text >= '1' && *text <= '7';
			if (!run && *text != 'r' && *text != 'y') {
				error_set(err, "row %d: a row is made of r, y and 1 to 7", row + 1);
				return NULL;
			}
			column += run ? *text - '0' : 1;
			if (column > BOARD_COLUMNS)
				break;
			if (!run)
				*(*text == 'r' ? red : yellow) |=
					UINT64_C(1) << (BOARD_STEP * (column - 1) + row);
		}
		if (column != BOARD_COLUMNS) {
			error_set(err, "row %d has not 7 cells", row + 1);
			return NULL;
		}
		if (*text != (row > 0 ? '/' : ' ')) {
			error_set(err, "six rows joined by / and then the side to move are wanted");
			return NULL;
		}
		text++;
	}
	return text;
}

/* Reads "r 2": the side to move and the move's number. */
static bool board_read_turn(const char *text, int count, struct error *err)
{
	char side = count % 2 == 0 ? 'r' : 'y';
	if (text[0] != side || text[1] != ' ')
		return error_set(err, "with %d stones it is %c's move", count, side);
	char want[8];
	snprintf(want, sizeof(want), "%d", count / 2 + 1);
	if (strcmp(text + 2, want) != 0)
		return error_set(err, "with %d stones the move's number is %s", count, want);
	return true;
}

bool board_read_position(struct board *b, const char *text, struct error *err)
{
	uint64_t red = 0, yellow = 0;
	const char *turn = board_read_rows(text, &red, &yellow, err);
	if (turn == NULL)
		return false;
	uint64_t stones = red | yellow;
	if (((stones + BOARD_BOTTOM) & stones) != 0)
		return error_set(err, "column %d has a stone above a free cell",
			board_column((stones + BOARD_BOTTOM) & stones) + 1);
	int reds = __builtin_popcountll(red), yellows = __builtin_popcountll(yellow);
	if (reds != yellows && reds != yellows + 1)
		return error_set(err, "%d stones of r and %d of y: r moves first, then in turn",
			reds, yellows);
	if (!board_read_turn(turn, reds + yellows, err))
		return false;
	if (threats_has_line(red) || threats_has_line(yellow))
		return error_set(err, "the game is over: there is a four on the board");
	*b = (struct board){reds == yellows ? red : yellow, stones};
	return true;
}
