/*
 * latency-histogram.c - the referee's own delays, counted.
 */
#include "referee/base/latency-histogram.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const usec delays_most[DELAYS_BUCKETS - 1] = {
	10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000};

static const char delays_word[] = "delays";

void delays_add(struct delays *d, usec delay)
{
	int i = 0;
	while (i < DELAYS_BUCKETS - 1 && delay > delays_most[i])
		i++;
	d->count[i]++;
	d->sum++;
}

void delays_merge(struct delays *d, const struct delays *more)
{
	for (int i = 0; i < DELAYS_BUCKETS; i++)
		d->count[i] += more->count[i];
	d->sum += more->sum;
}

size_t delays_write(const struct delays *d, char out[DELAYS_LINE])
{
	size_t used = (size_t)sprintf(out, "%s", delays_word);
	for (int i = 0; i < DELAYS_BUCKETS; i++)
		used += (size_t)sprintf(out + used, " %" PRIu64, d->count[i]);
	used += (size_t)sprintf(out + used, "\n");
	return used;
}

bool delays_read(struct delays *d, const char *line)
{
	const size_t word = sizeof delays_word - 1;
	const char *at = line + word;
	*d = (struct delays){.sum = 0};
	if (strncmp(line, delays_word, word) != 0)
		return false;
	for (int i = 0; i < DELAYS_BUCKETS; i++) {
		char *end;
		if (at[0] != ' ' || at[1] < '0' || at[1] > '9')
			return false;
		errno = 0;
		d->count[i] = strtoull(at + 1, &end, 10);
		if (errno != 0)
			return false;
		d->sum += d->count[i];
		at = end;
	}
	return *at == '\0';
}
