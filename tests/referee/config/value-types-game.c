/*
 * Values that only one setting has: what ends games early, as it is read, refused, and written.
 */
#include <stdio.h>
#include <string.h>

#include "referee/config/settings.h"
#include "tests/lib/suite.h"

#define RESIGN                                                                                     \
	"it is moves=N score=N, such as \"moves=4 score=600\", or with sides=1 behind it: up to "  \
	"1000 moves, and a score in hundredths, from 1 to 999999"
#define DRAW                                                                                       \
	"it is moves=N score=N, such as \"moves=8 score=10 from-ply=40\": up to 1000 moves, a "    \
	"score in hundredths, up to 999999, and the first ply at which the game may end"

static const struct {
	const char *key, *text;
	const char *written, *why; /* one is NULL */
} early[] = {
	{"repetition", "3", "3", NULL},
	{"repetition", "1", NULL, "a whole number from 2 to 1000 is needed"},
	{"resign", "moves=4 score=600", "moves=4 score=600", NULL},
	{"resign", "score=600 moves=4", "moves=4 score=600", NULL},
	{"resign", "moves=0001 score=000001", "moves=1 score=1", NULL},
	{"resign", "moves=1000 score=999999", "moves=1000 score=999999", NULL},
	{"resign", "  moves=4  score=600 ", "moves=4 score=600", NULL},
	{"resign", "moves=4", NULL, RESIGN},
	{"resign", "score=600", NULL, RESIGN},
	{"resign", "moves=4 score=0", NULL, RESIGN},
	{"resign", "moves=0 score=600", NULL, RESIGN},
	{"resign", "moves=4 score=600 from-ply=1", NULL, RESIGN},
	{"resign", "moves=4 score=-600", NULL, RESIGN},
	{"resign", "moves=4 score=600x", NULL, RESIGN},
	{"resign", "moves=4 score=", NULL, RESIGN},
	{"resign", "moves 4 score 600", NULL, RESIGN},
	{"resign", "moves=4 moves=5 score=600", NULL, RESIGN},
	{"resign", "moves=1001 score=600", NULL, RESIGN},
	{"resign", "moves=4 score=600 sides=1", "moves=4 score=600 sides=1", NULL},
	{"resign", "sides=1 moves=4 score=600", "moves=4 score=600 sides=1", NULL},
	{"resign", "moves=4 score=600 sides=2", "moves=4 score=600", NULL},
	{"resign", "moves=4 score=600 sides=0", NULL, RESIGN},
	{"resign", "sides=1", NULL, RESIGN},
	{"resign", "moves=4 score=1000000", NULL, RESIGN},
	{"resign", "moves=4 score=99999999999999999999", NULL, RESIGN},
	{"resign", "4:600", NULL, RESIGN}, /* as older versions had it */
	{"resign", ":", NULL, RESIGN},
	{"resign", "", NULL, RESIGN},
	{"draw", "moves=8 score=10", "moves=8 score=10", NULL},
	{"draw", "moves=8 score=0", "moves=8 score=0", NULL},
	/* from the first ply on is what it is anyway */
	{"draw", "moves=8 score=10 from-ply=1", "moves=8 score=10", NULL},
	{"draw", "moves=8 score=10 from-ply=40", "moves=8 score=10 from-ply=40", NULL},
	{"draw", "moves=8", NULL, DRAW},
	{"draw", "moves=8 score=10 from-ply=0", NULL, DRAW},
	{"draw", "moves=8 score=10 from-ply=40 sides=1", NULL, DRAW},
	{"draw", "moves=8 score=10 from-ply=", NULL, DRAW},
	{"draw", "moves=8 score=x", NULL, DRAW},
	{"draw", "8:10:40", NULL, DRAW},
};

START_TEST(what_ends_games_early_is_read_as_it_is_written)
	{
		struct tournament t;
		char why[WHY] = "", written[64] = "";
		const struct setting *row = settings_find(settings_of_tournament, early[_i].key);
		tournament_init(&t);
		bool read = row->value->read(row, &t, early[_i].text, why, sizeof why);
		ck_assert_msg(read == (early[_i].why == NULL), "%s", early[_i].text);
		ck_assert(read || strcmp(why, early[_i].why) == 0);
		FILE *out = fmemopen(written, sizeof written, "w");
		row->value->write(row, &t, out);
		fclose(out);
		ck_assert_str_eq(written, read ? early[_i].written : "none");
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *text;
	int64_t games;
	usec time;
} intervals[] = {
	{"10", 10, 0},
	{"1", 1, 0},
	{"1000000000", 1000000000, 0},
	{"10s", 0, 10 * SECOND},
	{"1s", 0, SECOND},
	{"2m", 0, 120 * SECOND},
	/* refused: nothing is set */
	{"0", 0, 0},
	{"-1", 0, 0},
	{"1000000001", 0, 0},
	{"999ms", 0, 0},
	{"10games", 0, 0},
	{"", 0, 0},
	{"99999999999999999999", 0, 0},
};

START_TEST(an_interval_is_games_or_a_time)
	{
		struct tournament t;
		char why[WHY] = "";
		const struct setting *row =
			settings_find(settings_of_tournament, "rating-interval");
		tournament_init(&t);
		ck_assert_int_eq(t.rating_interval.time, 10 * SECOND);
		t.rating_interval.time = 0;
		bool read = row->value->read(row, &t, intervals[_i].text, why, sizeof why);
		ck_assert_int_eq(t.rating_interval.games, intervals[_i].games);
		ck_assert_int_eq(t.rating_interval.time, intervals[_i].time);
		ck_assert(read == (intervals[_i].games + intervals[_i].time > 0));
		ck_assert_str_eq(why,
			read ? ""
			     : "it is a number of games, 1 to 1000000000, or a time of 1s or more: 30s");
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/values-own",
	LOOP(what_ends_games_early_is_read_as_it_is_written, sizeof early / sizeof *early),
	LOOP(an_interval_is_games_or_a_time, sizeof intervals / sizeof *intervals))
