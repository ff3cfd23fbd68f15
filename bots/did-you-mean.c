/*
 * did-you-mean.c - the distance between what was typed and a name (Levenshtein 1966).
 */
#include "bots/did-you-mean.h"

#include <limits.h>
#include <string.h>
#include <stddef.h>

enum { DID_YOU_MEAN_LONGEST = 40 };

struct did_you_mean did_you_mean_to(const char *word)
{
	return (struct did_you_mean){.word = word, .distance = INT_MAX};
}

static int did_you_mean_least(int a, int b)
{
	return a < b ? a : b;
}

/* One row of the table of distances is kept: between a's letters so far and each start of b. */
static int did_you_mean_distance(const char *a, const char *b)
{
	int row[DID_YOU_MEAN_LONGEST + 1];
	int width = (int)strlen(b);

	for (int x = 0; x <= width; x++)
		row[x] = x;
	for (int y = 1; a[y - 1] != '\0'; y++) {
		int diagonal = row[0];
		row[0] = y;
		for (int x = 1; x <= width; x++) {
			int change = diagonal + (a[y - 1] != b[x - 1]);
			diagonal = row[x];
			row[x] = did_you_mean_least(
				change, 1 + did_you_mean_least(row[x], row[x - 1]));
		}
	}
	return row[width];
}

void did_you_mean_offer(struct did_you_mean *n, const char *name)
{
	size_t length = strlen(name);

	if (strlen(n->word) > DID_YOU_MEAN_LONGEST || length > DID_YOU_MEAN_LONGEST)
		return;
	int distance = did_you_mean_distance(n->word, name);
	if (distance <= (int)(length + 2) / 3 && distance < n->distance) {
		n->distance = distance;
		n->best = name;
	}
}
