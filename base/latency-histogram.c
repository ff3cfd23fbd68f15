/*
 * latency-histogram.c - counts the referee's own delays.
 */
#include "base/latency-histogram.h"

const usec latency_histogram_most[LATENCY_HISTOGRAM_BUCKETS - 1] = {
	10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000};

void latency_histogram_add(struct latency_histogram *histogram, usec delay)
{
	int i = 0;
	while (i < LATENCY_HISTOGRAM_BUCKETS - 1 && delay > latency_histogram_most[i])
		i++;
	histogram->count[i]++;
	histogram->sum++;
}

void latency_histogram_merge(
	struct latency_histogram *histogram, const struct latency_histogram *more)
{
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++)
		histogram->count[i] += more->count[i];
	histogram->sum += more->sum;
}
