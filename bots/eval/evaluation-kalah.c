/*
 * evaluation-kalah.c - the worth of seeds in kalah.
 *
 * `store` counts the seeds in the stores. `sowing` adds the seeds in the own pits, which are the
 * own seat's at the end, and the most that a capture brings (of the features of Gifford, Bley,
 * Ajayi and Thompson 2008 those that won games here; that a seat can move again, the search sees).
 */
#include "bots/eval/evaluation.h"

#include "rules/kalah.h"

enum { EVALUATION_KALAH_STORE = 100, EVALUATION_KALAH_PIT = 20, EVALUATION_KALAH_CAPTURE = 30 };

static int64_t evaluation_kalah_store_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *room)
{
	struct kalah_view v = kalah_view(s, p);

	(void)room;
	return EVALUATION_KALAH_STORE * (v.seeds[seat - 1][v.pits] - v.seeds[2 - seat][v.pits]);
}

/* The worth of its pits to a seat. */
static int64_t evaluation_kalah_pits(const struct kalah_view *v, int seat)
{
	const uint8_t *own = v->seeds[seat - 1], *other = v->seeds[2 - seat];
	int sum = 0, most = 0;

	for (int pit = 0; pit < v->pits; pit++) {
		int seeds = own[pit], last = pit + seeds;
		sum += EVALUATION_KALAH_PIT * seeds;
		if (seeds > 0 && last < v->pits && own[last] == 0 &&
			other[v->pits - 1 - last] > most)
			most = other[v->pits - 1 - last];
	}
	return sum + EVALUATION_KALAH_CAPTURE * most;
}

static int64_t evaluation_kalah_sowing_value(const struct setup *s, const struct position *p,
	int seat, const struct evaluation_cache *room)
{
	struct kalah_view v = kalah_view(s, p);

	return evaluation_kalah_store_value(s, p, seat, room) + evaluation_kalah_pits(&v, seat) -
	       evaluation_kalah_pits(&v, 3 - seat);
}

const struct evaluation evaluation_kalah_sowing = {
	.game = "kalah",
	.name = "sowing",
	.help = "store, seeds in the own pits, and the best capture",
	.value = evaluation_kalah_sowing_value,
};

const struct evaluation evaluation_kalah_store = {
	.game = "kalah",
	.name = "store",
	.help = "seeds in the own store less the other's",
	.value = evaluation_kalah_store_value,
};
