/*
 * latency-histogram.h - how long the referee itself takes between a bot's answer and the next bot's
 * question: a count for each of a few spans, added up from process to process.
 *
 * A delay is from the read that brought the newline of an answer (in a process of many games: from
 * the first such read of the same wake-up) to the write of the next seat's position.
 */
#ifndef REFEREE_BASE_LATENCY_HISTOGRAM_H
#define REFEREE_BASE_LATENCY_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "referee/base/time.h"

enum {
	DELAYS_BUCKETS = 13,
	DELAYS_LINE = 8 + DELAYS_BUCKETS * 21 + 2 /* bytes of the longest line, with a NUL */
};

/* The longest delay that each bucket but the last counts; the last has the rest. */
extern const usec delays_most[DELAYS_BUCKETS - 1];

/* All zeroes: none so far. */
struct delays {
	uint64_t count[DELAYS_BUCKETS];
	uint64_t sum; /* of all counts */
};

void delays_add(struct delays *d, usec delay);

/* Adds what was counted elsewhere. */
void delays_merge(struct delays *d, const struct delays *more);

/* The line "delays C0 C1 ... C12" with its LF and a NUL; room for DELAYS_LINE bytes. Returns its
 * length. */
size_t delays_write(const struct delays *d, char out[DELAYS_LINE]);

/* Reads such a line without its end. False: it is none. */
bool delays_read(struct delays *d, const char *line);

#endif
