/*
 * all-boards.c - the list of all pictures.
 */
#include <stddef.h>
#include <string.h>

#include "referee/board/board.h"

extern const struct board board_tictactoe, board_connect4, board_nim, board_letters, board_tree,
	board_chinese_checkers;

static const struct board *const all_pictures[] = {
	&board_tictactoe,
	&board_connect4,
	&board_nim,
	&board_letters,
	&board_tree,
	&board_chinese_checkers,
	NULL,
};

const struct board *board_find(const struct rules *rules)
{
	for (const struct board *const *p = all_pictures; *p != NULL; p++)
		if (strcmp((*p)->game, rules->name) == 0)
			return *p;
	return &board_text;
}
