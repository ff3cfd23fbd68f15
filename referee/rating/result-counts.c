/*
 * result-counts.c - counts of results, and how people write them.
 */
#include "referee/rating/result-counts.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Sums of so many stay whole numbers, in a double as well. */
#define TALLY_MOST INT64_C(1000000000)

/* A letter and where its count goes. */
static const struct tally_letter {
	char letter;
	int kind;
} tally_letters[TALLY_GAMES] = {{'W', 2}, {'L', 0}, {'D', 1}};

/* A whole number at *text, which is moved behind it; -1: there is none, or it is too large. */
static int64_t tally_number(const char **text)
{
	int64_t value = 0;
	if (!isdigit((unsigned char)**text))
		return -1;
	for (; isdigit((unsigned char)**text); (*text)++) {
		value = value * 10 + (**text - '0');
		if (value > TALLY_MOST)
			return -1;
	}
	return value;
}

static bool tally_fail(char *why, size_t room, const char *text, const char *what)
{
	snprintf(why, room,
		"\"%.60s\" %s; write \"W40 L30 D50\" (won, lost, drawn games) or "
		"\"P10,20,60,25,12\" (pairs of games worth 0, 1/2, 1, 3/2, 2 points)",
		text, what);
	return false;
}

/* The five numbers behind the P. */
static bool tally_pairs(struct tally *t, const char *at)
{
	for (int kind = 0; kind < TALLY_PAIRS; kind++) {
		if (kind > 0 && *at++ != ',')
			return false;
		at += strspn(at, " ");
		t->count[kind] = tally_number(&at);
		if (t->count[kind] < 0)
			return false;
		at += strspn(at, " ");
	}
	return *at == '\0';
}

static bool tally_games(struct tally *t, const char *at)
{
	bool seen[TALLY_GAMES] = {false};
	for (int i = 0; i < TALLY_GAMES; i++) {
		int which = 0;
		while (which < TALLY_GAMES &&
			tally_letters[which].letter != toupper((unsigned char)*at))
			which++;
		if (which == TALLY_GAMES || seen[which])
			return false;
		seen[which] = true;
		at++;
		int64_t count = tally_number(&at);
		if (count < 0)
			return false;
		t->count[tally_letters[which].kind] = count;
		at += strspn(at, " ,");
	}
	return *at == '\0';
}

bool tally_read(struct tally *t, const char *text, char *why, size_t room)
{
	const char *at = text + strspn(text, " ");
	*t = (struct tally){.kinds = TALLY_GAMES};
	if (toupper((unsigned char)*at) == 'P') {
		t->kinds = TALLY_PAIRS;
		if (!tally_pairs(t, at + 1))
			return tally_fail(why, room, text, "are not five counts of pairs");
	} else if (!tally_games(t, at)) {
		return tally_fail(why, room, text, "are no counts");
	}
	return true;
}

void tally_add_pair(struct tally *t, int first, int second)
{
	assert(t->kinds == TALLY_PAIRS && first >= 0 && first <= 2 && second >= 0 && second <= 2);
	t->count[first + second]++;
	/* The seats were swapped: a bot that won one game and lost the other did so in one seat
	 * each, and the same seat won both. */
	t->by_opening += first + second == 2 && first != second;
}

int64_t tally_results(const struct tally *t)
{
	int64_t sum = 0;
	assert(t->kinds == TALLY_GAMES || t->kinds == TALLY_PAIRS);
	for (int kind = 0; kind < t->kinds; kind++)
		sum += t->count[kind];
	return sum;
}

int64_t tally_uncommon(const struct tally *t)
{
	int64_t most = 0;
	for (int kind = 0; kind < t->kinds; kind++)
		if (t->count[kind] > most)
			most = t->count[kind];
	return tally_results(t) - most;
}
