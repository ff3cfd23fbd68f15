/*
 * machine-health.h - is another machine fit to play games with clocks, or any? Pure: it is told
 * what was measured there, and the time.
 *
 * A machine is drained, which means that it gets no further game with clocks, when
 *
 *	its arbiters were late: in a minute at least MACHINE_HEALTH_LATE of its moves, and one in a
 *	hundred, were delayed by more than half the margin
 *	its bots waited: for a processor in more than MACHINE_HEALTH_WAIT percent of the time that
 *	they were running or waiting
 *
 * It plays them again after MACHINE_HEALTH_QUIET without another sign. A machine is drained of all
 * games when MACHINE_HEALTH_FAULTS games in a row with different bots, or MACHINE_HEALTH_IN_ROW
 * with any, failed there for no reason of the bots, or when its games are wrong: a spot check
 * differs, or they are not what chance would give (machine-chance.h).
 */
#ifndef REFEREE_MACHINES_MACHINE_HEALTH_H
#define REFEREE_MACHINES_MACHINE_HEALTH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/latency-histogram.h"
#include "base/time.h"

enum {
	MACHINE_HEALTH_LATE = 3,
	MACHINE_HEALTH_WAIT = 5,
	MACHINE_HEALTH_FAULTS = 3,
	MACHINE_HEALTH_IN_ROW = 10,
	MACHINE_HEALTH_TEXT = 128
};

#define MACHINE_HEALTH_WINDOW (60 * SECOND)
#define MACHINE_HEALTH_QUIET  (300 * SECOND)
#define MACHINE_HEALTH_ENOUGH (2 * SECOND) /* of bots' time, fewer is no evidence */

enum machine_health_sign {
	MACHINE_WELL,
	MACHINE_LATE,
	MACHINE_WAITS,
	MACHINE_FAILS,
	MACHINE_WRONG
};

/* Starts as {0}: well. */
struct machine_health {
	usec began; /* of the present minute */
	uint64_t moves, late;
	usec busy, waited; /* of bots */
	enum machine_health_sign sign;
	usec seen;			 /* when the sign was last seen */
	double share;			 /* of moves that were late, or of time that was waited */
	int in_row;			 /* games in a row that failed there */
	int faults;			 /* those with another bot each */
	int bots[MACHINE_HEALTH_FAULTS]; /* a bot of each */
	char why[MACHINE_HEALTH_TEXT];	 /* of MACHINE_WRONG */
};

/* Delays of its arbiters, with the least margin of the bots' limits. */
void machine_health_delays(
	struct machine_health *h, const struct latency_histogram *delays, usec margin, usec now);

/* Moves of a game: the time of a processor that bots used and waited for. */
void machine_health_moves(struct machine_health *h, usec busy, usec waited, usec now);

/* Percent of the time in which any program of the machine waited for a processor, in hundredths; a
 * machine that is drained stays so while this is too much. Below 0: unknown. */
void machine_health_load(struct machine_health *h, int64_t waiting, usec now);

/* A game of these bots failed there though each of them has played before; or a game was played to
 * its end. Bots are numbers from 0. */
void machine_health_failed(struct machine_health *h, const int *bots, int count, usec now);
void machine_health_played(struct machine_health *h);

/* Its games are wrong, for this reason: it plays none any more. The first reason stays. */
void machine_health_wrong(struct machine_health *h, const char *why);

/* The games that it may not play now: none, those with clocks, or all. */
enum machine_drained { MACHINE_PLAYS, MACHINE_NO_CLOCKS, MACHINE_NO_GAMES };
enum machine_drained machine_health_drained(const struct machine_health *h, usec now);

/* The reason for people; "" if it is well. */
void machine_health_explain(const struct machine_health *h, char text[MACHINE_HEALTH_TEXT]);

/* The median of speeds, which are sorted in place; of an even number the mean of the two in the
 * middle. 0: none is known. Speeds of 0 are unknown and do not count. */
int64_t machine_speed_median(int64_t *speeds, int count);

/* Is the speed further from the median than this many hundredths of a percent? An unknown speed is
 * not. */
bool machine_speed_is_off(int64_t speed, int64_t median, int64_t share);

#endif
