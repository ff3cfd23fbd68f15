/*
 * start-conditions.c - the conditions before a tournament of the daemon begins.
 */
#include "referee/daemon/start-conditions.h"

#include <stdio.h>

#include "base/time.h"

enum start_conditions_for start_conditions_look(
	const struct start_conditions *conditions, int64_t now, struct error *err)
{
	char moment[TIME_TEXT];
	error_clear(err);
	if (conditions->by_operator)
		return START_CONDITIONS_NOTHING;
	if (now < conditions->retry_at) {
		error_set(err, "%.400s; it is tried again in %lld s",
			conditions->why != NULL ? conditions->why : "the disk is full",
			(long long)(conditions->retry_at - now + 999) / 1000);
		return START_CONDITIONS_AGAIN;
	}
	if (conditions->begins > 0 && now < conditions->begins) {
		error_set(err, "it begins at %.19sZ", time_text(conditions->begins, moment));
		return START_CONDITIONS_TIME;
	}
	if (conditions->begins == BEGINS_WHEN_HERE && conditions->here < conditions->remote) {
		error_set(err, "it begins when all its remote bots are connected: %d of %d",
			conditions->here, conditions->remote);
		return START_CONDITIONS_HERE;
	}
	if (conditions->begins != BEGINS_NOW && conditions->begins != BEGINS_WHEN_HERE &&
		2 * (conditions->remote - conditions->seen) > conditions->remote) {
		if (conditions->remote == 1)
			error_set(err, "its only remote bot has NEVER CONNECTED");
		else
			error_set(err, "%d of its %d remote bots have NEVER CONNECTED",
				conditions->remote - conditions->seen, conditions->remote);
		return START_CONDITIONS_NEVER_SEEN;
	}
	return START_CONDITIONS_NOTHING;
}
