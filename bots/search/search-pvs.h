/*
 * search-pvs.h - the search behind pvs, paranoid, brs, brs+ and opps: one seat against all others.
 *
 * They differ in what the others may do between two moves of ours, and so in what a position is
 * worth. With two seats nothing of that counts, and each has minimax's value.
 */
#ifndef BOTS_SEARCH_SEARCH_PVS_H
#define BOTS_SEARCH_SEARCH_PVS_H

#include "bots/search/search.h"

struct search_style {
	uint64_t salt; /* of the table's keys: a number of its own where the values are its own */
	int glance;    /* from this depth on the table is asked for all children first */
	int table;     /* from this depth on the table is used at all */
	/* One of the others moves, whoever hurts us most; the rest skip their turns. */
	bool one_replies;
	/* 0: the others choose among all their moves. Else among the first `narrow` in the order
	 * of the evaluation's gains alone; but `free` of them, between two moves of ours, may
	 * each choose among the first `wide`, 0 being all. */
	int narrow, wide, free;
};

void search_pvs_run_as(struct search_job *job, const struct search_style *style);

#endif
