/*
 * pairing-stats.h - how evenly a schedule shares out games, opponents and seats. Memory grows with
 * the square of the number of bots, not with the number of games.
 */
#ifndef REFEREE_SCHEDULE_PAIRING_STATS_H
#define REFEREE_SCHEDULE_PAIRING_STATS_H

#include "referee/schedule/schedule.h"

struct pairing_stats_range {
	int64_t min, max;
};

struct pairing_stats {
	int bots, seats;
	bool fills;	    /* bots may have several seats of a game */
	const char *uneven; /* static: a remark on a range that is wider than one */
	int64_t games;
	int64_t *played; /* owned, as all: by bot, games it sits in */
	int64_t *met;	 /* by two bots, games that both sit in */
	int64_t *sat;	 /* by bot and seat */
	int64_t *shares; /* by bot and number of seats that it has in a game */
};

/* Begins without games; frees what it holds. */
void pairing_stats_init(struct pairing_stats *stats, const struct tournament *t);
void pairing_stats_clear(struct pairing_stats *stats);

/* Adds one game. */
void pairing_stats_add(struct pairing_stats *stats, const struct pairing *p);

/* The fewest and the most: games of a bot; meetings of a pair; games of a bot in a seat; games of a
 * bot with a number of seats. */
struct pairing_stats_range pairing_stats_played(const struct pairing_stats *stats);
struct pairing_stats_range pairing_stats_met(const struct pairing_stats *stats);
struct pairing_stats_range pairing_stats_sat(const struct pairing_stats *stats);
struct pairing_stats_range pairing_stats_shares(const struct pairing_stats *stats);

/* Prints all of it on stdout: a few lines that begin with #, or one JSON object. */
void pairing_stats_print(const struct pairing_stats *stats, bool json);

#endif
