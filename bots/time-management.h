/*
 * time-management.h - how much of a clock one move may cost.
 */
#ifndef BOTS_TIME_MANAGEMENT_H
#define BOTS_TIME_MANAGEMENT_H

#include "bots/search/search.h"
#include "bots/settings.h"
#include "protocol/message.h"

/*
 * What limits a move of seat: the smaller of what the settings and the `go` allow. Something is
 * always kept for the way of the answer to the referee. When nothing limits, the search is to
 * deepen until it is settled or stopped.
 */
struct search_limits time_management_limits(
	const struct settings *s, const struct message_go *go, int seat);

#endif
