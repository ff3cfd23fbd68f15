/*
 * bot-speed.h - how fast a bot's answers were, and warnings about them. Pure.
 */
#ifndef REFEREE_CHECK_BOT_SPEED_H
#define REFEREE_CHECK_BOT_SPEED_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/clock.h"

struct bot_speed {
	int moves;
	usec least, most, total; /* wall time per move */
	usec cpu, cpu_most;	 /* processor time: total, and the most for one move */
	usec limit;		 /* the limit of the move that came nearest to its limit */
	usec left; /* the time left of that limit; negative: only the margin saved it */
};

/* Adds a move: its cost, the time charged, and the time allowed. */
void bot_speed_add(struct bot_speed *s, const struct spent *spent, usec charged, usec allowed);

/* Writes one line: least, mean and most time per move, beside the limit. */
void bot_speed_write(const struct bot_speed *s, char *text, size_t room);

/* True, with a sentence in text, if there is a warning. */
bool bot_speed_warn(const struct bot_speed *s, char *text, size_t room);

#endif
