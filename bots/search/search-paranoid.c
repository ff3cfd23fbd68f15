/*
 * search-paranoid.c - all others against me (Sturtevant and Korf 2000): every other seat moves in
 * turn and plays the worst move for us. That makes two sides, so alpha-beta prunes as with two
 * seats. But it fears plans that no seat has, and sees few moves of our own.
 *
 * The value is that of minimax and pvs. It is pvs without the costly table lookups for each
 * child. It is also the baseline for brs, brs+ and opps, which consist of the same parts.
 */
#include "bots/search/search-pvs.h"

static void search_paranoid_run(struct search_job *job)
{
	static const struct search_style style = {.glance = SEARCH_PLIES + 1, .table = 2};

	search_pvs_run_as(job, &style);
}

const struct search search_paranoid = {
	.name = "paranoid",
	.help = "all others against me: alpha-beta with a table and good order, for any seats",
	.uses_table = true,
	.megabytes = 16,
	.looks = true,
	.run = search_paranoid_run,
};
