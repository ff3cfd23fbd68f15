/*
 * search-paranoid.c - all others against me (Sturtevant and Korf 2000): every other seat moves in
 * turn and does what is worst for us. That leaves two sides, and alpha-beta prunes as with two
 * seats; but it fears what nobody means to do, and sees few moves of our own.
 *
 * The value is that of minimax and pvs. It is pvs without its costly looks into the table at each
 * child, and the measure for brs, brs+ and opps, which are made of the same parts.
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
	.run = search_paranoid_run,
};
