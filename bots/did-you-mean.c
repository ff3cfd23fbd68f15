/*
 * did-you-mean.c - the distance between what was typed and a name (Levenshtein 1966).
 */
#include "bots/did-you-mean.h"

#include <limits.h>
#include <string.h>
#include <stddef.h>

enum { NEAREST_LONGEST = 40 };

struct nearest nearest_to(const char *word)
{
	return (struct nearest){.word = word, .distance = INT_MAX};
}

static int nearest_least(int a, int b)
{
	return a < b ? a : b;
}

/* One row of the table of distances is kept: between a's letters so far and each start of b. */
static int nearest_distance(const char *a, const char *b)
{
	int row[NEAREST_LONGEST + 1];
	int width = (int)strlen(b);

	for (int x = 0; x <= width; x++)
		row[x] = x;
	for (int y = 1; a[y - 1] != '\0'; y++) {
		int diagonal = row[0];
		row[0] = y;
		for (int x = 1; x <= width; x++) {
			int change = diagonal + (a[y - 1] != b[x - 1]);
			diagonal = row[x];
			row[x] = nearest_least(change, 1 + nearest_least(row[x], row[x - 1]));
		}
	}
	return row[width];
}

void nearest_offer(struct nearest *n, const char *name)
{
	size_t length = strlen(name);

	if (strlen(n->word) > NEAREST_LONGEST || length > NEAREST_LONGEST)
		return;
	int distance = nearest_distance(n->word, name);
	if (distance <= (int)(length + 2) / 3 && distance < n->distance) {
		n->distance = distance;
		n->best = name;
	}
}
