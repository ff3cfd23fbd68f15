/*
 * isready.c - decides which bots get `isready` after every `position`.
 */
#include "referee/bot/isready.h"

const char *const isready_names[ISREADIES] = {[ISREADY_UNSAID] = "auto",
	[ISREADY_AUTO] = "auto",
	[ISREADY_NO] = "no",
	[ISREADY_YES] = "yes"};

bool isready_each_position(enum isready mode, unsigned features)
{
	return mode == ISREADY_YES || (mode != ISREADY_NO && features == 0);
}
