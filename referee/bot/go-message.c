/*
 * go-message.c - writes limits as the protocol has them, in whole milliseconds.
 */
#include "referee/bot/go-message.h"

#include <stdio.h>

/* The rest of an offer; never less than a millisecond. */
static int64_t go_message_left(usec offer, usec passed)
{
	return offer - passed < MILLISECOND ? 1 : (offer - passed) / MILLISECOND;
}

/* The clocks of all seats. A seat without a clock gets the time for its next move. */
static void go_message_clocks(struct message_go *go, const struct game *g, int seat, usec passed)
{
	for (int i = 0; i < g->setup->seats; i++) {
		const struct clock *c = &g->seat[i].clock;
		go->time[i] = go_message_left(clock_next(c), i == seat - 1 ? passed : 0);
		go->inc[i] = c->limits->tc_increment / MILLISECOND;
	}
}

struct message go_message_make(const struct game *g, int seat, unsigned features, usec passed)
{
	const struct clock *c = &g->seat[seat - 1].clock;
	const struct limits *l = c->limits;
	struct message m = message_make(MESSAGE_GO);
	bool all = (features & FEATURE_CLOCK) != 0, searches = l->nodes > 0 || l->depth > 0;
	if (l->nodes > 0)
		m.go.nodes = l->nodes;
	if (l->depth > 0 && (all || l->nodes == 0))
		m.go.depth = l->depth;
	if (searches && !all)
		return m;
	if (limits_have_tc(l)) {
		go_message_clocks(&m.go, g, seat, passed);
		if (l->tc_moves > 0 && all)
			m.go.movestogo = c->moves_left;
	} else if (l->movetime > 0 || !searches) {
		m.go.movetime = go_message_left(clock_next(c), passed);
	}
	return m;
}

bool go_message_is_partial(const struct limits *l, unsigned features, char *text, size_t room)
{
	const char *told = l->nodes > 0 ? "nodes" : "depth";
	bool timed = l->movetime > 0 || limits_have_tc(l), depth = l->nodes > 0 && l->depth > 0;
	if ((features & FEATURE_CLOCK) != 0 || (l->nodes == 0 && l->depth == 0) ||
		(!timed && !depth))
		return false;
	snprintf(text, room, "it is told its %s alone%s%s", told, depth ? ", not its depth" : "",
		timed ? "; the time is the referee's own deadline" : "");
	return true;
}
