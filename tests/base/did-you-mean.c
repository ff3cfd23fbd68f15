/*
 * Nearest words: what people mistype, and what is too far to be meant.
 */
#include "base/did-you-mean.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

static const char *const words[] = {"standings", "crosstable", "games", "show", "run", "check",
	"round-robin", "concurrency", "bot", "max-plies"};
enum { WORDS = sizeof words / sizeof *words };

static const struct {
	const char *typed, *meant; /* NULL: none of them */
} typos[] = {
	{"standings", "standings"}, /* itself */
	{"standigns", "standings"}, /* two swapped */
	{"standing", "standings"},  /* one missing */
	{"stands", "standings"},    /* three of nine */
	{"crostable", "crosstable"},
	{"Games", "games"},
	{"game", "games"},
	{"gmaes", "games"},
	{"shwo", "show"},
	{"rnu", "run"},
	{"chekc", "check"},
	{"roundrobin", "round-robin"},
	{"conc", "concurrency"}, /* a beginning */
	{"concurency", "concurrency"},
	{"maxplies", "max-plies"},
	{"max", "max-plies"},
	{"bto", "bot"},
	{"co", NULL}, /* too short to be a beginning, too far otherwise */
	{"xyz", NULL},
	{"", NULL},
	{"sandbox", NULL},
	{"definition", NULL},
};

START_TEST(a_mistyped_word_finds_the_one_that_was_meant)
	{
		const char *found = did_you_mean(typos[_i].typed, words, WORDS);
		ck_assert_msg((found == NULL) == (typos[_i].meant == NULL) &&
				      (found == NULL || strcmp(found, typos[_i].meant) == 0),
			"%s: %s", typos[_i].typed, found != NULL ? found : "nothing");
	}
END_TEST

START_TEST(among_equals_the_first_word_wins)
	{
		static const char *const equals[] = {"bat", "bit", "but"};
		ck_assert_str_eq(did_you_mean("bot", equals, 3), "bat");
		ck_assert_str_eq(did_you_mean("bot", equals + 1, 2), "bit");
	}
END_TEST

START_TEST(a_word_of_any_length_is_taken)
	{
		static char word[10000], other[10000];
		const char *const others[] = {other, "games"};
		for (size_t length = 0; length < sizeof word; length += 31) {
			memset(word, 'x', length);
			memset(other, 'x', length);
			word[length] = other[length] = '\0';
			const char *found = did_you_mean(word, others, 2);
			ck_assert(length > 0 && length < 64 ? found == other : found == NULL);
		}
	}
END_TEST

SUITE("base/did-you-mean",
	LOOP(a_mistyped_word_finds_the_one_that_was_meant, sizeof typos / sizeof *typos),
	CASE(among_equals_the_first_word_wins), CASE(a_word_of_any_length_is_taken))
