/*
 * all-boards.c - the list of all boards.
 */
#include <stddef.h>
#include <string.h>

#include "referee/board/board-kind.h"

extern const struct board_description board_tictactoe, board_connect4, board_nim, board_letters,
	board_tree, board_chinese_checkers, board_othello, board_breakthrough, board_gomoku,
	board_kalah;

static const struct board_description *const all_boards[] = {
	&board_tictactoe,
	&board_connect4,
	&board_nim,
	&board_letters,
	&board_tree,
	&board_chinese_checkers,
	&board_othello,
	&board_breakthrough,
	&board_gomoku,
	&board_kalah,
	NULL,
};

const struct board_description *board_find(const struct rules *rules)
{
	for (const struct board_description *const *b = all_boards; *b != NULL; b++)
		if (strcmp((*b)->game, rules->name) == 0)
			return *b;
	return &board_plain;
}
