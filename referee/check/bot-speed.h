/*
 * bot-speed.h - how fast a bot's answers were, and what is to be said about that. Pure.
 */
#ifndef REFEREE_CHECK_BOT_SPEED_H
#define REFEREE_CHECK_BOT_SPEED_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/clock.h"

struct bot_speed {
	int moves;
	usec least, most, total; /* of the wall's clock, a move */
	usec cpu, cpu_most;	 /* of the processor, in all and a move */
	usec limit;		 /* what the move had that came nearest to its limit */
	usec left;		 /* and what it left of that; negative: within the margin alone */
};

/* A move cost this, was charged so much of it, and might be charged allowed. */
void bot_speed_add(struct bot_speed *s, const struct spent *spent, usec charged, usec allowed);

/* One line: least, mean and most of a move, beside its limit. */
void bot_speed_tell(const struct bot_speed *s, char *text, size_t room);

/* True, with a sentence in text, when there is something to be warned of. */
bool bot_speed_warn(const struct bot_speed *s, char *text, size_t room);

#endif
