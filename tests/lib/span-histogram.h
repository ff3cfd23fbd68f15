/*
 * span-histogram.h - how a great many spans of time are spread, in a small room: 64 buckets for
 * each power of two, so that what is read from it is at most 1.6 percent too large.
 */
#ifndef TESTS_LIB_SPAN_HISTOGRAM_H
#define TESTS_LIB_SPAN_HISTOGRAM_H

#include <stdint.h>

#include "base/time.h"

enum { SPREAD_PART = 64, SPREAD_BITS = 6, SPREAD_POWERS = 34 };

struct spread {
	uint64_t counts[SPREAD_POWERS * SPREAD_PART], count;
	usec most;
};

/* Below 64 us each has a bucket of its own; above, its six bits behind the first choose. */
static inline int spread_bucket(usec span)
{
	uint64_t value = span > 0 ? (uint64_t)span : 0;
	int power = 0;
	while (value >> power >= 2 * SPREAD_PART && power < SPREAD_POWERS - 2)
		power++;
	uint64_t part = value >> power;
	return power * SPREAD_PART + (int)(part < 2 * SPREAD_PART ? part : 2 * SPREAD_PART - 1);
}

static inline void spread_add(struct spread *s, usec span)
{
	s->counts[spread_bucket(span)]++;
	s->count++;
	if (span > s->most)
		s->most = span;
}

/* The least span that this many percent do not exceed; 0 when there are none. */
static inline usec spread_percentile(const struct spread *s, double percent)
{
	uint64_t wanted = (uint64_t)((double)s->count * percent / 100), seen = 0;
	for (int i = 0; i < SPREAD_POWERS * SPREAD_PART; i++) {
		int power = i < 2 * SPREAD_PART ? 0 : i / SPREAD_PART - 1;
		seen += s->counts[i];
		if (seen > wanted) {
			usec upper = ((usec)(i - power * SPREAD_PART + 1) << power) - 1;
			return upper < s->most ? upper : s->most;
		}
	}
	return s->most;
}

#endif
