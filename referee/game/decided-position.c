/*
 * decided-position.c - tests if a position is decided within two plies.
 *
 * An open position has a move after which nothing is decided; most often the first move is one.
 * Once such a move is found, another move only matters if it wins, and its first reply usually
 * refutes that.
 */
#include "referee/game/decided-position.h"

#include <assert.h>

enum decided_position { DECIDED_POSITION_OPEN, DECIDED_POSITION_WON, DECIDED_POSITION_LOST };

/* The result of a finished game for a seat; open: it is not over, or all tie. */
static enum decided_position decided_position_end(
	const struct setup *s, const struct position *p, int seat)
{
	int64_t scores[SEATS_MAX] = {0};
	bool above = false, below = false;
	if (s->rules->to_move(s, p) != 0)
		return DECIDED_POSITION_OPEN;
	s->rules->scores(s, p, scores);
	for (int other = 0; other < s->seats; other++) {
		above |= scores[other] > scores[seat - 1];
		below |= scores[other] < scores[seat - 1];
	}
	return above ? DECIDED_POSITION_LOST : below ? DECIDED_POSITION_WON : DECIDED_POSITION_OPEN;
}

/* The result of one more ply, in a game that is not over, for the seat that has just moved.
 * only_won: the caller only asks if it is won. */
static enum decided_position decided_position_reply(
	const struct setup *s, const struct position *p, int seat, bool only_won, int *tries)
{
	move moves[MOVES_MAX];
	int replier = s->rules->to_move(s, p), count = s->rules->moves(s, p, moves);
	bool again = replier == seat, all_won = true, all_lost = true;
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		if ((*tries)-- <= 0)
			return DECIDED_POSITION_OPEN;
		s->rules->play(s, &next, moves[i]);
		enum decided_position end = decided_position_end(s, &next, seat);
		if (again && end == DECIDED_POSITION_WON)
			return DECIDED_POSITION_WON;
		if (!again && end == DECIDED_POSITION_LOST &&
			decided_position_end(s, &next, replier) == DECIDED_POSITION_WON)
			return DECIDED_POSITION_LOST;
		all_won = all_won && end == DECIDED_POSITION_WON;
		all_lost = all_lost && end == DECIDED_POSITION_LOST;
		if (only_won && !again && !all_won)
			return DECIDED_POSITION_OPEN;
	}
	return all_won	  ? DECIDED_POSITION_WON
	       : all_lost ? DECIDED_POSITION_LOST
			  : DECIDED_POSITION_OPEN;
}

bool decided_position_soon(const struct setup *s, const struct position *p)
{
	move moves[MOVES_MAX];
	int tries = DECIDED_POSITION_TRIES;
	int mover = s->rules->to_move(s, p), count = s->rules->moves(s, p, moves);
	bool lost = true;
	assert(mover != 0);
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		if (tries-- <= 0)
			return false;
		s->rules->play(s, &next, moves[i]);
		enum decided_position end =
			s->rules->to_move(s, &next) == 0
				? decided_position_end(s, &next, mover)
				: decided_position_reply(s, &next, mover, !lost, &tries);
		if (end == DECIDED_POSITION_WON)
			return true;
		lost = lost && end == DECIDED_POSITION_LOST;
	}
	return lost;
}
