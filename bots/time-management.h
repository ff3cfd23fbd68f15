/*
 * time-management.h - the share of a clock that one move may use.
 */
#ifndef BOTS_TIME_MANAGEMENT_H
#define BOTS_TIME_MANAGEMENT_H

#include "bots/search/search.h"
#include "bots/settings.h"
#include "protocol/message.h"

/*
 * The limits of a move of seat: the smaller ones of the settings and of `go`. Some time is always
 * kept for the answer's way to the referee. Without limits the search deepens until it is settled
 * or stopped.
 */
struct search_limits time_management_limits(
	const struct settings *s, const struct message_go *go, int seat);

#endif
