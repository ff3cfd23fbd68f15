/*
 * time-loss.h - counts losses on time that were due to waiting for a processor, and advises.
 */
#ifndef REFEREE_GAME_TIME_LOSS_H
#define REFEREE_GAME_TIME_LOSS_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/clock.h"

enum { TIME_LOSS_TEXT = 400 };

/* Zeroes: no losses. */
struct time_loss {
	long losses; /* on time */
	long waited; /* of those: losses that would have been in time without the wait */
};

/* Adds a loss on time. limit: the bot's time without the margin; wait -1: unknown. */
void time_loss_add(struct time_loss *w, usec limit, usec margin, const struct spent *spent);

/* Was waiting the cause of most losses? Then text is a sentence that says so and gives advice. */
bool time_loss_tell(const struct time_loss *w, enum clock_kind clock, char text[TIME_LOSS_TEXT]);

#endif
