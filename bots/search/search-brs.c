/*
 * search-brs.c - best-reply search (Schadd and Winands 2011). After our move, one other seat
 * moves, the one whose move is worst for us. The rest skip their turns, and we move again. Half
 * of all plies are ours with any number of seats. So it searches deeper than paranoid, and is
 * less pessimistic. The positions it visits need not be reachable, since the rules do not allow
 * skips.
 *
 * A ply is a move of ours or the one reply. When we are done before the others, a position is
 * left to the evaluation. Lines end at a skipped turn.
 */
#include "bots/search/search-pvs.h"
#include "base/error.h"

#include <stdio.h>

static bool search_brs_fits(const struct setup *s, struct error *err)
{
	if (s->seats == 2 || (s->rules->turn_to != NULL && s->rules->in != NULL))
		return true;
	return error_set(err, "brs lets seats skip their turns, which %s cannot", s->rules->name);
}

static void search_brs_run(struct search_job *job)
{
	static const struct search_style style = {.salt = UINT64_C(0x9c1f0d6a3be57249),
		.glance = SEARCH_PLIES + 1,
		.table = 2,
		.one_replies = true};

	search_pvs_run_as(job, &style);
}

const struct search search_brs = {
	.name = "brs",
	.help = "best reply: of all others only one answers a move of ours; over two seats",
	.uses_table = true,
	.megabytes = 16,
	.fits = search_brs_fits,
	.looks = true,
	.run = search_brs_run,
};
