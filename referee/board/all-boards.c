/*
 * all-boards.c - the list of all pictures.
 */
#include <stddef.h>
#include <string.h>

#include "referee/board/board.h"

extern const struct picture picture_tictactoe, picture_connect4, picture_nim, picture_letters,
	picture_tree, picture_chinese_checkers;

static const struct picture *const all_pictures[] = {
	&picture_tictactoe,
	&picture_connect4,
	&picture_nim,
	&picture_letters,
	&picture_tree,
	&picture_chinese_checkers,
	NULL,
};

const struct picture *picture_find(const struct rules *rules)
{
	for (const struct picture *const *p = all_pictures; *p != NULL; p++)
		if (strcmp((*p)->game, rules->name) == 0)
			return *p;
	return &picture_text;
}
