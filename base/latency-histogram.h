/*
 * latency-histogram.h - counts how long the referee takes from a bot's answer to the next question.
 *
 * A delay begins with the read that brought the answer's newline. In a process with several games
 * it begins with the first such read of the same wake-up. It ends with the write of the next seat's
 * position. The counts of several processes are added up.
 */
#ifndef BASE_LATENCY_HISTOGRAM_H
#define BASE_LATENCY_HISTOGRAM_H

#include <stdint.h>

#include "base/time.h"

enum { LATENCY_HISTOGRAM_BUCKETS = 13 };

/* The upper bound of each bucket but the last. The last counts all longer delays. */
extern const usec latency_histogram_most[LATENCY_HISTOGRAM_BUCKETS - 1];

/* All zeroes: empty. */
struct latency_histogram {
	uint64_t count[LATENCY_HISTOGRAM_BUCKETS];
	uint64_t sum; /* sum of all counts */
};

/* Counts one delay. */
void latency_histogram_add(struct latency_histogram *histogram, usec delay);

/* Adds the counts of another histogram. */
void latency_histogram_merge(
	struct latency_histogram *histogram, const struct latency_histogram *more);

#endif
