/*
 * start-conditions.c - the conditions before a tournament of the daemon begins.
 */
#include "referee/definition/start-conditions.h"

#include <stdio.h>

#include "referee/base/time.h"

enum start_conditions_for start_conditions_look(
	const struct start_conditions *w, int64_t now, char *why, size_t room)
{
	char moment[TIME_TEXT];
	*why = '\0';
	if (w->asked)
		return START_CONDITIONS_NOTHING;
	if (now < w->again) {
		snprintf(why, room, "the disk is full; it is tried again in %lld s",
			(long long)(w->again - now + 999) / 1000);
		return START_CONDITIONS_DISK;
	}
	if (w->begins > 0 && now < w->begins) {
		snprintf(why, room, "it begins at %.19sZ", time_text(w->begins, moment));
		return START_CONDITIONS_TIME;
	}
	if (w->begins == BEGINS_WHEN_HERE && w->here < w->remote) {
		snprintf(why, room, "it begins when all its remote bots are here: %d of %d",
			w->here, w->remote);
		return START_CONDITIONS_HERE;
	}
	if (w->begins != BEGINS_NOW && w->begins != BEGINS_WHEN_HERE &&
		2 * (w->remote - w->seen) > w->remote) {
		snprintf(why, room, "%d of its %d remote bots have NEVER BEEN HERE",
			w->remote - w->seen, w->remote);
		return START_CONDITIONS_NEVER_SEEN;
	}
	return START_CONDITIONS_NOTHING;
}
