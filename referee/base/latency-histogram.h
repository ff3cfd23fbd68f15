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
	LATENCY_HISTOGRAM_BUCKETS = 13,
	LATENCY_HISTOGRAM_LINE =
		8 + LATENCY_HISTOGRAM_BUCKETS * 21 + 2 /* bytes of the longest line, with a NUL */
};

/* The longest delay that each bucket but the last counts; the last has the rest. */
extern const usec latency_histogram_most[LATENCY_HISTOGRAM_BUCKETS - 1];

/* All zeroes: none so far. */
struct latency_histogram {
	uint64_t count[LATENCY_HISTOGRAM_BUCKETS];
	uint64_t sum; /* of all counts */
};

void latency_histogram_add(struct latency_histogram *d, usec delay);

/* Adds what was counted elsewhere. */
void latency_histogram_merge(struct latency_histogram *d, const struct latency_histogram *more);

/* The line "delays C0 C1 ... C12" with its LF and a NUL; room for LATENCY_HISTOGRAM_LINE bytes.
 * Returns its length. */
size_t latency_histogram_write(const struct latency_histogram *d, char out[LATENCY_HISTOGRAM_LINE]);

/* Reads such a line without its end. False: it is none. */
bool latency_histogram_read(struct latency_histogram *d, const char *line);

#endif
