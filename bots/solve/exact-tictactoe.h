/*
 * exact-tictactoe.h - the value of every position of tictactoe, cached.
 */
#ifndef BOTS_SOLVE_EXACT_TICTACTOE_H
#define BOTS_SOLVE_EXACT_TICTACTOE_H

#include "rules/rules.h"

enum { BOARD_TICTACTOE_POSITIONS = 1 << 18, BOARD_TICTACTOE_UNKNOWN = 2 };

struct board_tictactoe {
	uint64_t nodes; /* positions visited and not found in the table */
	int8_t values[BOARD_TICTACTOE_POSITIONS];
};

/* An empty board. */
void board_tictactoe_init(struct board_tictactoe *board);

/* 1: the player to move wins, 0: drawn, -1: it loses. After the game's end, the player whose turn
 * it would be. */
int board_tictactoe_value(
	struct board_tictactoe *board, const struct setup *s, const struct position *p);

#endif
