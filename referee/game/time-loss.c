/*
 * time-loss.c - counts losses on time that were due to waiting for a processor.
 */
#include "referee/game/time-loss.h"

#include <stdio.h>

void time_loss_add(struct time_loss *w, usec limit, usec margin, const struct spent *spent)
{
	usec unused = spent->cpu > 0 ? spent->wall - spent->cpu : spent->wall;
	usec wait = spent->wait < unused ? spent->wait : unused;
	w->losses++;
	w->waited += wait > 0 && spent->wall - wait <= limit + margin;
}

bool time_loss_tell(const struct time_loss *w, enum clock_kind clock, char text[TIME_LOSS_TEXT])
{
	if (2 * w->waited <= w->losses)
		return false;
	snprintf(text, TIME_LOSS_TEXT,
		"%ld of %ld loss%s on time %s waiting for a processor that others had, not the bots' work: play fewer games at a time (concurrency), keep each game to one processor (affinity = yes)%s, or allow a longer margin",
		w->waited, w->losses, w->losses == 1 ? "" : "es", w->waited == 1 ? "was" : "were",
		clock == CLOCK_WALL ? ", take clock = fair" : "");
	return true;
}
