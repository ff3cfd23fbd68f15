/*
 * search-opps.c - opponent-pruning paranoid search (Baier and Kaisers 2020), OPPS(n1, l1, l2).
 *
 * It is paranoid with fewer replies. Between two of our moves, at most n1 of the others may
 * choose among the first l1 moves of their order. The rest choose among the first l2 only (l2 <
 * l1). The n1 are not fixed in advance: a seat is one of them when it plays a move that is not
 * among its first l2. We keep all our moves. OPPS(1, all, 1) is brs+, OPPS(n - 1, all, any) is
 * paranoid.
 *
 * Here n1 = SEARCH_OPPS_FREE, l1 = SEARCH_OPPS_WIDE, l2 = SEARCH_OPPS_NARROW. The order is that
 * of the evaluation's gains, then of the rules; the search's experience does not change it. With
 * two seats nothing is pruned.
 */
#include "bots/search/search-pvs.h"

enum { SEARCH_OPPS_FREE = 1, SEARCH_OPPS_WIDE = 8, SEARCH_OPPS_NARROW = 1 };

static void search_opps_run(struct search_job *job)
{
	static const struct search_style style = {.salt = UINT64_C(0xe27f4061d98b3ac5),
		.glance = SEARCH_PLIES + 1,
		.table = 2,
		.narrow = SEARCH_OPPS_NARROW,
		.wide = SEARCH_OPPS_WIDE,
		.free = SEARCH_OPPS_FREE};

	search_pvs_run_as(job, &style);
}

const struct search search_opps = {
	.name = "opps",
	.help = "paranoid, but few of the others have a choice, and of few moves",
	.uses_table = true,
	.megabytes = 16,
	.looks = true,
	.run = search_opps_run,
};
