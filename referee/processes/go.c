/*
 * go.c - limits as the protocol says them, in whole milliseconds.
 */
#include "referee/processes/go.h"

/* What is left of an offer; nobody is told less than a millisecond. */
static int64_t go_left(usec offer, usec passed)
{
	return offer - passed < MILLISECOND ? 1 : (offer - passed) / MILLISECOND;
}

struct message go_make(const struct game *g, int seat, unsigned features, usec passed)
{
	const struct limits *limits = g->seat[seat - 1].clock.limits;
	struct message m = message_make(MESSAGE_GO);
	bool all = (features & FEATURE_CLOCK) != 0, said = false;
	if (limits_have_tc(limits)) {
		for (int i = 0; i < g->setup->seats; i++) {
			m.go.time[i] = clock_offer(&g->seat[i].clock) / MILLISECOND;
			m.go.inc[i] = limits->tc_increment / MILLISECOND;
		}
		if (passed > 0)
			m.go.time[seat - 1] =
				go_left(clock_offer(&g->seat[seat - 1].clock), passed);
		if (limits->tc_moves > 0 && all)
			m.go.movestogo = g->seat[seat - 1].clock.moves_left;
		said = true;
	}
	if (limits->movetime > 0 && (all || !said)) {
		m.go.movetime = go_left(limits->movetime, passed);
		said = true;
	}
	if (limits->depth > 0 && (all || !said)) {
		m.go.depth = limits->depth;
		said = true;
	}
	if (limits->nodes > 0 && (all || !said))
		m.go.nodes = limits->nodes;
	return m;
}
