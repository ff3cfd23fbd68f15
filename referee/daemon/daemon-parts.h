/*
 * daemon-parts.h - what a host is made of, for the files that it is made of.
 */
#ifndef REFEREE_DAEMON_DAEMON_PARTS_H
#define REFEREE_DAEMON_DAEMON_PARTS_H

#include "referee/daemon/daemon.h"

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
	struct event *tick; /* those that wait for something are looked at */
};

/* --- daemon-bots.c: bots from elsewhere --------------------------------------------------------
 */

/* How many a tournament seats, and how many of these are here: as long as it can play. */
struct host_remote {
	int bots, here;
};
struct host_remote host_remote(const struct host *h, const struct entry *e);

/* Those of a tournament that are away; nothing if none is. */
void host_print_away(const struct host *h, const struct entry *e, FILE *out);

/* All connections. */
void host_print_bots(const struct host *h, FILE *out);
void host_json_bots(const struct host *h, FILE *out);

#endif
