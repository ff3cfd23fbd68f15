/*
 * search-brs-plus.c - best-reply search without skipping (Esser, Gras, Winands, Schadd and
 * Lanctot 2013). After our move, one of the others chooses among all its moves: the one whose
 * move is worst for us. The rest play the first move of the order, so every position is
 * reachable.
 *
 * The order is that of the evaluation's gains, then of the rules; the search's experience does
 * not change it. This is opps with 1 free, wide 0 (all) and narrow 1.
 */
#include "bots/search/search-pvs.h"

static void search_brs_plus_run(struct search_job *job)
{
	static const struct search_style style = {.salt = UINT64_C(0x5d3ab8f26e01c497),
		.glance = SEARCH_PLIES + 1,
		.table = 2,
		.narrow = 1,
		.free = 1};

	search_pvs_run_as(job, &style);
}

const struct search search_brs_plus = {
	.name = "brs+",
	.help = "best reply: one of the others chooses, the rest play their likeliest move",
	.uses_table = true,
	.megabytes = 16,
	.looks = true,
	.run = search_brs_plus_run,
};
