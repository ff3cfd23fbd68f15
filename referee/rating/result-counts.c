/*
 * result-counts.c - counts of results, and how people write them.
 */
#include "referee/rating/result-counts.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Sums of such numbers stay whole, in a double as well. */
#define RESULT_COUNTS_MAX INT64_C(1000000000)

/* A letter and where its count goes. */
static const struct result_counts_letter {
	char letter;
	int kind;
} result_counts_letters[RESULT_COUNTS_GAMES] = {{'W', 2}, {'L', 0}, {'D', 1}};

/* A whole number at *text, which is moved behind it; -1: there is none, or it is too large. */
static int64_t result_counts_number(const char **text)
{
	int64_t value = 0;
	if (!isdigit((unsigned char)**text))
		return -1;
	for (; isdigit((unsigned char)**text); (*text)++) {
		value = value * 10 + (**text - '0');
		if (value > RESULT_COUNTS_MAX)
			return -1;
	}
	return value;
}

static bool result_counts_fail(struct error *err, const char *text, const char *what)
{
	return error_set(err,
		"\"%.60s\" %s; write \"W40 L30 D50\" (won, lost, drawn games) or \"P10,20,60,25,12\" (pairs of games worth 0, 1/2, 1, 3/2, 2 points)",
		text, what);
}

/* The five numbers behind the P. */
static bool result_counts_pairs(struct result_counts *counts, const char *at)
{
	for (int kind = 0; kind < RESULT_COUNTS_PAIRS; kind++) {
		if (kind > 0 && *at++ != ',')
			return false;
		at += strspn(at, " ");
		counts->count[kind] = result_counts_number(&at);
		if (counts->count[kind] < 0)
			return false;
		at += strspn(at, " ");
	}
	return *at == '\0';
}

static bool result_counts_games(struct result_counts *counts, const char *at)
{
	bool seen[RESULT_COUNTS_GAMES] = {false};
	for (int i = 0; i < RESULT_COUNTS_GAMES; i++) {
		int which = 0;
		while (which < RESULT_COUNTS_GAMES &&
			result_counts_letters[which].letter != toupper((unsigned char)*at))
			which++;
		if (which == RESULT_COUNTS_GAMES || seen[which])
			return false;
		seen[which] = true;
		at++;
		int64_t count = result_counts_number(&at);
		if (count < 0)
			return false;
		counts->count[result_counts_letters[which].kind] = count;
		at += strspn(at, " ,");
	}
	return *at == '\0';
}

bool result_counts_read(struct result_counts *counts, const char *text, struct error *err)
{
	const char *at = text + strspn(text, " ");
	*counts = (struct result_counts){.kinds = RESULT_COUNTS_GAMES};
	if (toupper((unsigned char)*at) == 'P') {
		counts->kinds = RESULT_COUNTS_PAIRS;
		if (!result_counts_pairs(counts, at + 1))
			return result_counts_fail(err, text, "are not five counts of pairs");
	} else if (!result_counts_games(counts, at)) {
		return result_counts_fail(err, text, "are no counts");
	}
	return true;
}

void result_counts_add_pair(struct result_counts *counts, int first, int second)
{
	assert(counts->kinds == RESULT_COUNTS_PAIRS && first >= 0 && first <= 2 && second >= 0 &&
		second <= 2);
	counts->count[first + second]++;
	counts->games[first]++;
	counts->games[second]++;
	/* The seats were swapped: a bot that won one game and lost the other did so in one seat
	 * each, and the same seat won both. */
	counts->by_opening += first + second == 2 && first != second;
}

int64_t result_counts_results(const struct result_counts *counts)
{
	int64_t sum = 0;
	assert(counts->kinds == RESULT_COUNTS_GAMES || counts->kinds == RESULT_COUNTS_PAIRS);
	for (int kind = 0; kind < counts->kinds; kind++)
		sum += counts->count[kind];
	return sum;
}

int64_t result_counts_uncommon(const struct result_counts *counts)
{
	int64_t most = 0;
	for (int kind = 0; kind < counts->kinds; kind++)
		if (counts->count[kind] > most)
			most = counts->count[kind];
	return result_counts_results(counts) - most;
}
