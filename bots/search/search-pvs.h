/*
 * search-pvs.h - the search behind pvs, paranoid, brs, brs+ and opps: one seat against all
 * others.
 *
 * They differ in the moves that the others may make between two of our moves, and so in a
 * position's value. With two seats there is no difference, and each finds minimax's value.
 */
#ifndef BOTS_SEARCH_SEARCH_PVS_H
#define BOTS_SEARCH_SEARCH_PVS_H

#include "bots/search/search.h"

struct search_style {
	uint64_t salt; /* of the table's keys: a different number for each kind of values */
	int glance;    /* from this depth on all children are looked up in the table first */
	int table;     /* from this depth on the table is used at all */
	/* One opponent moves, the one whose move is worst for us; the rest skip their turns. */
	bool one_replies;
	/* 0: the others choose among all their moves. Else among the first `narrow` in the order
	 * of the evaluation's gains alone; but `free` of them, between two moves of ours, may
	 * each choose among the first `wide`, 0 being all. */
	int narrow, wide, free;
};

/* Runs the search in this style. */
void search_pvs_run_as(struct search_job *job, const struct search_style *style);

#endif
