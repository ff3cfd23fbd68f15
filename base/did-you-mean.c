/*
 * did-you-mean.c - the distance of two words, and the nearest of some.
 */
#include "base/did-you-mean.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum {
	DID_YOU_MEAN_LONGEST = 63, /* longer words are never near anything */
	DID_YOU_MEAN_PREFIX = 3	   /* letters that a beginning must have */
};

static int did_you_mean_least(int a, int b)
{
	return a < b ? a : b;
}

static bool did_you_mean_same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* The distance of two words of at most DID_YOU_MEAN_LONGEST letters, row by row of the usual table;
 * only the last three rows are kept. */
static int did_you_mean_distance(const char *a, const char *b)
{
	int rows[3][DID_YOU_MEAN_LONGEST + 1];
	int width = (int)strlen(b), height = (int)strlen(a);

	for (int x = 0; x <= width; x++)
		rows[0][x] = x;
	for (int y = 1; y <= height; y++) {
		const int *above = rows[(y - 1) % 3], *before = rows[(y + 1) % 3];
		int *row = rows[y % 3];
		row[0] = y;
		for (int x = 1; x <= width; x++) {
			int change = above[x - 1] + !did_you_mean_same(a[y - 1], b[x - 1]);
			row[x] = did_you_mean_least(
				change, 1 + did_you_mean_least(above[x], row[x - 1]));
			if (x > 1 && y > 1 && did_you_mean_same(a[y - 1], b[x - 2]) &&
				did_you_mean_same(a[y - 2], b[x - 1]))
				row[x] = did_you_mean_least(row[x], before[x - 2] + 1);
		}
	}
	return rows[height % 3][width];
}

struct did_you_mean did_you_mean_to(const char *word)
{
	return (struct did_you_mean){.word = word, .distance = INT_MAX};
}

void did_you_mean_offer(struct did_you_mean *n, const char *name)
{
	size_t length = strlen(n->word), other = strlen(name);
	if (length == 0 || length > DID_YOU_MEAN_LONGEST || other > DID_YOU_MEAN_LONGEST)
		return;
	int distance = did_you_mean_distance(n->word, name);
	int near = (int)((length > other ? length : other) + 2) / 3;
	bool begins = length >= DID_YOU_MEAN_PREFIX && strncasecmp(n->word, name, length) == 0;
	if ((distance <= near || begins) && distance < n->distance) {
		n->distance = distance;
		n->best = name;
	}
}

const char *did_you_mean(const char *word, const char *const *words, int count)
{
	struct did_you_mean n = did_you_mean_to(word);
	for (int i = 0; i < count; i++)
		did_you_mean_offer(&n, words[i]);
	return n.best;
}
