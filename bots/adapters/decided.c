/*
 * decided.c - plays out what is left of a game, if it is little.
 */
#include "bots/adapters/decided.h"

#include <string.h>

#include "rules/kalah.h"

enum { DECIDED_NODES = 20000, DECIDED_PLIES = 64 };

struct decided_walk {
	const struct setup *setup;
	int nodes;
	bool known; /* scores are those of an end */
	int64_t scores[SEATS_MAX];
};

/* The scores of a position whose end is known: of one that is over, and of kalah with more than
 * half of the seeds in one store. */
static bool decided_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	memset(scores, 0, SEATS_MAX * sizeof *scores);
	if (s->rules->to_move(s, p) == 0) {
		s->rules->scores(s, p, scores);
		return true;
	}
	if (strcmp(s->rules->name, "kalah") != 0)
		return false;
	int winner = kalah_majority(s, p);
	if (winner == 0)
		return false;
	scores[winner - 1] = 1;
	scores[2 - winner] = -1;
	return true;
}

/* Does each line end with the scores of the first one? */
static bool decided_below(struct decided_walk *w, const struct position *p, int plies)
{
	const struct setup *s = w->setup;
	int64_t scores[SEATS_MAX];
	move moves[MOVES_MAX];
	if (--w->nodes < 0 || plies == DECIDED_PLIES)
		return false;
	if (decided_scores(s, p, scores)) {
		bool same = !w->known || memcmp(scores, w->scores, sizeof scores) == 0;
		memcpy(w->scores, scores, sizeof scores);
		w->known = true;
		return same;
	}
	int count = s->rules->moves(s, p, moves);
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		if (!decided_below(w, &next, plies + 1))
			return false;
	}
	return true;
}

bool decided(const struct setup *s, const struct position *p)
{
	struct decided_walk walk = {.setup = s, .nodes = DECIDED_NODES};
	return decided_below(&walk, p, 0);
}
