/*
 * time-loss.h - how many of the losses on time were waiting for a processor, and what helps.
 */
#ifndef REFEREE_GAME_TIME_LOSS_H
#define REFEREE_GAME_TIME_LOSS_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/clock.h"

enum { TIME_LOSS_TEXT = 400 };

/* Of zeroes, nothing was lost. */
struct time_loss {
	long losses; /* on time */
	long waited; /* of those: it would have been in time without the wait */
};

/* A bot lost on time. limit, without the margin: what it had; wait -1: not known. */
void time_loss_add(struct time_loss *w, usec limit, usec margin, const struct spent *spent);

/* Were most of the losses waiting? Then text is a sentence that says so, and what helps. */
bool time_loss_tell(const struct time_loss *w, enum clock_kind clock, char text[TIME_LOSS_TEXT]);

#endif
