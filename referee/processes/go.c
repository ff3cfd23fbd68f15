/*
 * go.c - limits as the protocol says them, in whole milliseconds.
 */
#include "referee/processes/go.h"

struct message go_make(const struct game *g, int seat, unsigned features)
{
	const struct limits *limits = g->seat[seat - 1].clock.limits;
	struct message m = message_make(MESSAGE_GO);
	bool all = (features & FEATURE_CLOCK) != 0, said = false;
	if (limits_have_tc(limits)) {
		for (int i = 0; i < g->setup->seats; i++) {
			m.go.time[i] = clock_offer(&g->seat[i].clock) / MILLISECOND;
			m.go.inc[i] = limits->tc_increment / MILLISECOND;
		}
		if (limits->tc_moves > 0 && all)
			m.go.movestogo = g->seat[seat - 1].clock.moves_left;
		said = true;
	}
	if (limits->per_move > 0 && (all || !said)) {
		m.go.movetime = limits->per_move < MILLISECOND ? 1 : limits->per_move / MILLISECOND;
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
