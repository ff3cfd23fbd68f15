/*
 * isready.c - which bots are asked `isready` after every `position`.
 */
#include "referee/bot/isready.h"

const char *const isready_names[ISREADIES] = {[ISREADY_UNSAID] = "auto",
	[ISREADY_AUTO] = "auto",
	[ISREADY_NEWGAME] = "newgame",
	[ISREADY_POSITION] = "position"};

bool isready_each_position(enum isready mode, unsigned features)
{
	return mode == ISREADY_POSITION || (mode != ISREADY_NEWGAME && features == 0);
}
