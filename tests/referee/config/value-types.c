/*
 * Value types: what ends games early and intervals, as they are read, refused, and written.
 */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
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
		struct error err = {""};
		char written[64] = "";
		const struct setting *row = settings_find(settings_of_tournament, early[_i].key);
		tournament_init(&t);
		bool read = row->value->read(row, &t, early[_i].text, &err);
		ck_assert_msg(read == (early[_i].why == NULL), "%s", early[_i].text);
		ck_assert(read || strcmp(err.text, early[_i].why) == 0);
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
		struct error err = {""};
		const struct setting *row =
			settings_find(settings_of_tournament, "rating-interval");
		tournament_init(&t);
		ck_assert_int_eq(t.rating_interval.time, 10 * SECOND);
		t.rating_interval.time = 0;
		bool read = row->value->read(row, &t, intervals[_i].text, &err);
		ck_assert_int_eq(t.rating_interval.games, intervals[_i].games);
		ck_assert_int_eq(t.rating_interval.time, intervals[_i].time);
		ck_assert(read == (intervals[_i].games + intervals[_i].time > 0));
		ck_assert_str_eq(err.text,
			read ? ""
			     : "it is a number of games, 1 to 1000000000, or a time of 1s or more: 30s");
		tournament_clear(&t);
	}
END_TEST

/* date -u -d 2026-12-01T18:00Z +%s */
static const struct {
	const char *text;
	int64_t begins; /* -9: it is none */
} moments[] = {
	{"2026-12-01T18:00Z", 1796148000000},
	{"2026-12-01T18:00:07Z", 1796148007000},
	{"2026-12-01T18:00+01:00", 1796144400000},
	{"2026-12-01T18:00-00:30", 1796149800000},
	{"now", BEGINS_NOW},
	{"when-here", BEGINS_WHEN_HERE},
	{"2026-12-01T18:00", -9},
	{"2026-12-01 18:00Z", -9},
	{"2026-13-01T18:00Z", -9},
	{"2026-02-30T18:00Z", -9},
	{"2026-12-01T24:00Z", -9},
	{"2026-12-01T18:60Z", -9},
	{"2026-12-01T18:00Zulu", -9},
	{"2026-12-01T18:00+1", -9},
	{"tomorrow", -9},
	{"-1", -9},
};

START_TEST(begins_is_read)
	{
		struct tournament t;
		struct error err = {""};
		const struct setting *row = settings_find(settings_of_tournament, "begins");
		tournament_init(&t);
		ck_assert_int_eq(t.begins, BEGINS_UNSAID);
		bool right = row->value->read(row, &t, moments[_i].text, &err);
		ck_assert_int_eq(right ? t.begins : -9, moments[_i].begins);
		ck_assert_int_eq(*err.text == '\0', right);
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *text;
	usec pace; /* -1: it is none */
} paces[] = {
	{"600/h", 6 * SECOND},
	{"10/m", 6 * SECOND},
	{"2/s", SECOND / 2},
	{"1/h", 3600 * SECOND},
	{"0/h", -1},
	{"600", -1},
	{"600/d", -1},
	{"/h", -1},
	{"x/h", -1},
	{"1000001/h", -1},
};

START_TEST(pace_is_read)
	{
		struct tournament t;
		struct error err = {""};
		const struct setting *row = settings_find(settings_of_tournament, "pace");
		tournament_init(&t);
		bool right = row->value->read(row, &t, paces[_i].text, &err);
		ck_assert_int_eq(right ? t.pace : -1, paces[_i].pace);
		tournament_clear(&t);
	}
END_TEST

/* The help of a setting that is not given has the value of a new tournament, or words. */
static const struct {
	const struct setting *row;
	const char *preset;
} presets[] = {
	{&settings_of_tournament[SETTING_MARGIN], "20ms"},
	{&settings_of_tournament[SETTING_ELO1], "10"},
	{&settings_of_tournament[SETTING_CLOCK], "fair"},
	{&settings_of_tournament[SETTING_RESTART], "auto"},
	{&settings_of_tournament[SETTING_MEMORY], "256M"},
	{&settings_of_tournament[SETTING_GAME], NULL},
	{&settings_of_tournament[SETTING_DEPTH], NULL},
	{&settings_of_tournament[SETTING_OPENINGS_ORDER], "random"},
	{&settings_of_tournament[SETTING_STRIKES], "0"},
	{&settings_of_tournament[SETTING_NOTE], "the last note"},
	{&settings_of_bot[BOT_SETTING_MEMORY], "256M"},
	{&settings_of_bot[BOT_SETTING_BUILD_TIMEOUT], "2m"},
	{&settings_of_bot[BOT_SETTING_REMOTE], "no"},
	{&settings_of_bot[BOT_SETTING_NOTE], NULL},
};

START_TEST(a_preset_of_the_help_is_that_of_a_new_tournament)
	{
		ck_assert_pstr_eq(settings_preset(presets[_i].row), presets[_i].preset);
	}
END_TEST

SUITE("config/value-types",
	LOOP(a_preset_of_the_help_is_that_of_a_new_tournament, sizeof presets / sizeof *presets),
	LOOP(what_ends_games_early_is_read_as_it_is_written, sizeof early / sizeof *early),
	LOOP(an_interval_is_games_or_a_time, sizeof intervals / sizeof *intervals),
	LOOP(begins_is_read, sizeof moments / sizeof *moments),
	LOOP(pace_is_read, sizeof paces / sizeof *paces))
