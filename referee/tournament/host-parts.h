/*
 * host-parts.h - what a host is made of, for the files that it is made of.
 */
#ifndef REFEREE_TOURNAMENT_HOST_PARTS_H
#define REFEREE_TOURNAMENT_HOST_PARTS_H

#include "referee/tournament/host.h"

struct host {
	struct host_terms terms;
	struct entry_terms entry_terms;
	struct places places;
	struct gallery *gallery; /* owned */
	struct entry **entries;	 /* owned: in the order they came */
	int count;
	bool paused, ending;
	int64_t numbers;    /* of entries, so far */
	struct event *due;  /* sharing anew */
	struct event *beat; /* those who look on are told */
};

#endif
