/*
 * schedule-gauntlet.c - the first bots of the file, the seeds, against all others. Each round plays
 * every seed against every group of non-seeds that fills the seats, in all seat orders (or only in
 * the rotations). The seeds do not meet each other; two non-seeds meet only beside a seed.
 *
 * The seeds vary fastest, then the others, then the orders, then the rounds.
 */
#include "base/plural.h"
#include "referee/schedule/combinations.h"
#include "referee/schedule/schedule.h"
#include "referee/tournament/tournament.h"

static void gauntlet_check(const struct tournament *t, struct diagnostics *mistakes)
{
	if (t->bots_count < t->players || t->seeds + t->players - 1 <= t->bots_count)
		return; /* too few bots are reported anyway */
	diagnostics_add(mistakes, t->set[SETTING_SEEDS],
		"seeds = %d: of %d bots at most %d can be seeds, so that %d %s left to play with",
		t->seeds, t->bots_count, t->bots_count - t->players + 1, t->players - 1,
		plural(t->players - 1, "is", "are"));
}

/* The seeds decide all games; other bots may be added later. */
static void gauntlet_define(const struct tournament *t, FILE *out)
{
	schedule_write_bots(t, t->seeds, out);
}

static int64_t gauntlet_count(const struct tournament *t)
{
	if (t->bots_count < t->seeds + t->players - 1)
		return 0;
	return combinations_games(t, t->bots_count - t->seeds, t->players - 1, t->seeds);
}

static bool gauntlet_next(struct schedule_iterator *it, int64_t at, struct pairing *p)
{
	const struct tournament *t = it->t;
	int64_t count = gauntlet_count(t);
	if (at < 0 || at >= count)
		return false;
	int others = t->bots_count - t->seeds, chosen[SEATS_MAX], group[SEATS_MAX];
	int64_t games = count / t->rounds, choices = combinations_choose(others, t->players - 1);
	*p = (struct pairing){.round = (int)(at / games) + 1, .seats = t->players};
	at %= games;
	combinations_group(others, t->players - 1, at / t->seeds % choices, group);
	chosen[0] = (int)(at % t->seeds);
	for (int i = 1; i < t->players; i++)
		chosen[i] = group[i - 1] + t->seeds;
	combinations_seat(t->players, t->seat_orders, at / t->seeds / choices, chosen, p->bot);
	schedule_seal(t, p);
	return true;
}

const struct schedule schedule_gauntlet = {
	.name = "gauntlet",
	.help = "let the first bots play all others",
	.takes = "rounds seat-orders seeds",
	.check = gauntlet_check,
	.define = gauntlet_define,
	.count = gauntlet_count,
	.next = gauntlet_next,
};
