/*
 * latency-histogram.c - counts the referee's own delays.
 */
#include "base/latency-histogram.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const usec latency_histogram_most[LATENCY_HISTOGRAM_BUCKETS - 1] = {
	10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000};

static const char latency_histogram_word[] = "delays";

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

size_t latency_histogram_write(
	const struct latency_histogram *histogram, char out[LATENCY_HISTOGRAM_LINE])
{
	size_t used = (size_t)sprintf(out, "%s", latency_histogram_word);
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++)
		used += (size_t)sprintf(out + used, " %" PRIu64, histogram->count[i]);
	used += (size_t)sprintf(out + used, "\n");
	return used;
}

bool latency_histogram_read(struct latency_histogram *histogram, const char *line)
{
	const size_t word = sizeof latency_histogram_word - 1;
	const char *at = line + word;
	*histogram = (struct latency_histogram){.sum = 0};
	if (strncmp(line, latency_histogram_word, word) != 0)
		return false;
	for (int i = 0; i < LATENCY_HISTOGRAM_BUCKETS; i++) {
		char *end;
		if (at[0] != ' ' || at[1] < '0' || at[1] > '9')
			return false;
		errno = 0;
		histogram->count[i] = strtoull(at + 1, &end, 10);
		if (errno != 0)
			return false;
		histogram->sum += histogram->count[i];
		at = end;
	}
	return *at == '\0';
}
