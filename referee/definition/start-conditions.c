/*
 * start-conditions.c - what a tournament of the daemon waits for.
 */
#include "referee/definition/start-conditions.h"

#include <stdio.h>

#include "referee/base/time.h"

enum waiting_for waiting_look(const struct waiting *w, int64_t now, char *why, size_t room)
{
	char moment[TIME_TEXT];
	*why = '\0';
	if (w->asked)
		return WAITING_NOTHING;
	if (now < w->again) {
		snprintf(why, room, "the disk is full; it is tried again in %lld s",
			(long long)(w->again - now + 999) / 1000);
		return WAITING_DISK;
	}
	if (w->begins > 0 && now < w->begins) {
		snprintf(why, room, "it begins at %.19sZ", time_text(w->begins, moment));
		return WAITING_TIME;
	}
	if (w->begins == BEGINS_WHEN_HERE && w->here < w->remote) {
		snprintf(why, room, "it begins when all its remote bots are here: %d of %d",
			w->here, w->remote);
		return WAITING_HERE;
	}
	if (w->begins != BEGINS_NOW && w->begins != BEGINS_WHEN_HERE &&
		2 * (w->remote - w->seen) > w->remote) {
		snprintf(why, room, "%d of its %d remote bots have NEVER BEEN HERE",
			w->remote - w->seen, w->remote);
		return WAITING_NEVER_SEEN;
	}
	return WAITING_NOTHING;
}
