/*
 * time-management.c - shares of a clock.
 *
 * A fixed time for a move is used up, less the time for the answer's way. From a clock, a move
 * gets an even share of the time left for the remaining moves, plus most of the increment. No
 * iteration begins after half of that share, since it would take longer than all before it. A
 * doubtful move gets more time, but never more than a third of the clock.
 */
#include "bots/time-management.h"

enum {
	TIME_MANAGEMENT_MILLISECOND = 1000,
	TIME_MANAGEMENT_WAY = 5000,	 /* microseconds reserved for the answer's way */
	TIME_MANAGEMENT_WAY_MAX = 50000, /* or, of a long time, a twentieth up to this */
	TIME_MANAGEMENT_MOVES = 25	 /* remaining moves if the number is not known */
};

/* The usable part of a time (microseconds): never all of it. */
static search_usec time_management_usable(search_usec time)
{
	search_usec way = TIME_MANAGEMENT_WAY;

	if (time / 20 > way)
		way = time / 20 < TIME_MANAGEMENT_WAY_MAX ? time / 20 : TIME_MANAGEMENT_WAY_MAX;
	if (way > time / 2)
		way = time / 2;
	return time > way ? time - way : 1;
}

static int64_t time_management_smaller(int64_t a, int64_t b)
{
	if (a <= 0)
		return b > 0 ? b : 0;
	return b > 0 && b < a ? b : a;
}

static void time_management_clock(struct search_limits *l, const struct message_go *go, int seat)
{
	search_usec usable =
		time_management_usable(go->time[seat - 1] * TIME_MANAGEMENT_MILLISECOND);
	search_usec inc =
		go->inc[seat - 1] > 0 ? go->inc[seat - 1] * TIME_MANAGEMENT_MILLISECOND : 0;
	int64_t moves = go->movestogo > 0 && go->movestogo < TIME_MANAGEMENT_MOVES
				? go->movestogo
				: TIME_MANAGEMENT_MOVES;
	search_usec share = usable / moves + inc * 3 / 4;
	search_usec most = moves == 1 ? usable : usable / 3 + inc / 2;

	if (most > usable)
		most = usable;
	if (share > most)
		share = most;
	l->soft = share / 2 > 0 ? share / 2 : 1;
	l->hard = share * 3 < most ? share * 3 : most;
	if (l->hard <= 0)
		l->hard = 1;
}

struct search_limits time_management_limits(
	const struct settings *s, const struct message_go *go, int seat)
{
	struct search_limits l = {0};
	search_usec fixed = 0;

	l.depth = (int)time_management_smaller(
		s->depth, go->depth < SEARCH_PLIES ? go->depth : SEARCH_PLIES);
	l.nodes = time_management_smaller(s->nodes, go->nodes);
	if (go->time[seat - 1] >= 0 && !go->infinite)
		time_management_clock(&l, go, seat);
	/* The bot's own limit needs no reserve for the answer's way. */
	if (go->movetime >= 0)
		fixed = time_management_usable(go->movetime * TIME_MANAGEMENT_MILLISECOND);
	l.hard = time_management_smaller(
		l.hard, time_management_smaller(fixed, s->time * TIME_MANAGEMENT_MILLISECOND));
	l.deepen = l.depth == 0 && l.nodes == 0 && l.hard == 0;
	return l;
}
