/*
 * daemon-parts.h - what a host is made of, for the files that it is made of.
 */
#ifndef REFEREE_DAEMON_DAEMON_PARTS_H
#define REFEREE_DAEMON_DAEMON_PARTS_H

#include "referee/daemon/daemon.h"

struct daemon {
	struct daemon_terms terms;
	struct daemon_tournament_terms daemon_tournament_terms;
	struct cpu_slots places;
	struct spectators *gallery;	    /* owned */
	struct daemon_tournament **entries; /* owned: in the order they came */
	int count;
	bool paused, ending;
	int64_t numbers;    /* of entries, so far */
	struct event *due;  /* sharing anew */
	struct event *beat; /* those who look on are told */
	struct event *tick; /* those that wait for something are looked at */
};

/* --- daemon-bots.c: bots from elsewhere --------------------------------------------------------
 */

/* How many a tournament seats, and how many of these are here: as long as it can play. */
struct daemon_remote {
	int bots, here;
};
struct daemon_remote daemon_remote(const struct daemon *h, const struct daemon_tournament *e);

/* Those of a tournament that are away; nothing if none is. */
void daemon_print_away(const struct daemon *h, const struct daemon_tournament *e, FILE *out);

/* All connections. */
void daemon_print_bots(const struct daemon *h, FILE *out);
void daemon_json_bots(const struct daemon *h, FILE *out);

#endif
