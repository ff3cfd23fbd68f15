/*
 * start-conditions.c - the conditions before a tournament of the daemon begins.
 */
#include "referee/daemon/start-conditions.h"

#include <stdio.h>

#include "base/time.h"

enum start_conditions_for start_conditions_look(
	const struct start_conditions *w, int64_t now, struct error *err)
{
	char moment[TIME_TEXT];
	error_clear(err);
	if (w->asked)
		return START_CONDITIONS_NOTHING;
	if (now < w->again) {
		error_set(err, "%.400s; it is tried again in %lld s",
			w->why != NULL ? w->why : "the disk is full",
			(long long)(w->again - now + 999) / 1000);
		return START_CONDITIONS_AGAIN;
	}
	if (w->begins > 0 && now < w->begins) {
		error_set(err, "it begins at %.19sZ", time_text(w->begins, moment));
		return START_CONDITIONS_TIME;
	}
	if (w->begins == BEGINS_WHEN_HERE && w->here < w->remote) {
		error_set(err, "it begins when all its remote bots are connected: %d of %d",
			w->here, w->remote);
		return START_CONDITIONS_HERE;
	}
	if (w->begins != BEGINS_NOW && w->begins != BEGINS_WHEN_HERE &&
		2 * (w->remote - w->seen) > w->remote) {
		if (w->remote == 1)
			error_set(err, "its only remote bot has NEVER CONNECTED");
		else
			error_set(err, "%d of its %d remote bots have NEVER CONNECTED",
				w->remote - w->seen, w->remote);
		return START_CONDITIONS_NEVER_SEEN;
	}
	return START_CONDITIONS_NOTHING;
}
