/*
 * evaluation-nim.c - the winner with best play, for two seats (Bouton 1901). With more seats no
 * winner is known: each may be able to decide which other seat wins. All then get 0.
 *
 * A heap of h, of which at most k may be taken, counts as h mod (k + 1). The mover has lost when
 * the counts, added without carry, are 0. If the last token loses and no count is over 1, it has
 * lost when they are 1.
 */
#include "bots/eval/evaluation.h"

#include "rules/nim.h"

enum { EVALUATION_NIM_WON = 100 };

static bool evaluation_nim_mover_wins(const struct nim_view *v)
{
	unsigned sum = 0, largest = 0;

	for (int i = 0; i < v->count; i++) {
		unsigned heap = v->heaps[i];
		if (v->take > 0)
			heap %= (unsigned)v->take + 1;
		sum ^= heap;
		if (heap > largest)
			largest = heap;
	}
	return v->misere && largest <= 1 ? sum == 0 : sum != 0;
}

static int64_t evaluation_nim_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	struct nim_view v = nim_view(s, p);

	(void)cache;
	if (s->seats > 2)
		return 0;
	bool wins = evaluation_nim_mover_wins(&v) == (s->rules->to_move(s, p) == seat);
	return wins ? EVALUATION_NIM_WON : -EVALUATION_NIM_WON;
}

/* A heap lasts at least its size divided by the maximum taken, rounded up; the last one ends the
 * game. */
static int64_t evaluation_nim_bound(const struct setup *s, const struct position *p, int plies,
	const struct evaluation_cache *cache)
{
	struct nim_view v = nim_view(s, p);
	int needed = 0;

	(void)cache;
	for (int i = 0; i < v.count; i++)
		needed += v.take > 0 ? (v.heaps[i] + v.take - 1) / v.take : v.heaps[i] > 0;
	if (plies >= needed)
		return -1;
	return s->seats > 2 ? 0 : EVALUATION_NIM_WON;
}

const struct evaluation evaluation_nim_sum = {
	.game = "nim",
	.name = "sum",
	.help = "the sum without carry that decides the game for two seats; else nothing",
	.value = evaluation_nim_value,
	.bound = evaluation_nim_bound,
};
