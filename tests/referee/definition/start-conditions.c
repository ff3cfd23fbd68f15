/*
 * What a tournament waits for before it begins.
 */
#include "referee/definition/start-conditions.h"

#include <string.h>

#include "referee/config/settings.h"
#include "tests/lib/suite.h"

static const struct {
	struct start_conditions waiting;
	int64_t now;
	enum start_conditions_for for_;
	const char *why;
} cases[] = {
	{{.begins = BEGINS_UNSAID}, 0, START_CONDITIONS_NOTHING, ""},
	{{.begins = 1000}, 999, START_CONDITIONS_TIME, "it begins at 1970-01-01T00:00:01Z"},
	{{.begins = 1000}, 1000, START_CONDITIONS_NOTHING, ""},
	{{.begins = 1796148000000}, 1796147999999, START_CONDITIONS_TIME,
		"it begins at 2026-12-01T18:00:00Z"},
	{{.begins = 1000, .asked = true}, 999, START_CONDITIONS_NOTHING, ""},
	{{.begins = BEGINS_WHEN_HERE, .remote = 4, .here = 3, .seen = 4}, 0, START_CONDITIONS_HERE,
		"it begins when all its remote bots are here: 3 of 4"},
	{{.begins = BEGINS_WHEN_HERE, .remote = 4, .here = 4, .seen = 4}, 0,
		START_CONDITIONS_NOTHING, ""},
	{{.begins = BEGINS_WHEN_HERE}, 0, START_CONDITIONS_NOTHING, ""},
	{{.remote = 4, .seen = 1}, 0, START_CONDITIONS_NEVER_SEEN,
		"3 of its 4 remote bots have NEVER BEEN HERE"},
	{{.remote = 4, .seen = 2}, 0, START_CONDITIONS_NOTHING, ""},
	{{.remote = 1}, 0, START_CONDITIONS_NEVER_SEEN,
		"1 of its 1 remote bots have NEVER BEEN HERE"},
	{{.remote = 4, .seen = 0, .asked = true}, 0, START_CONDITIONS_NOTHING, ""},
	{{.remote = 4, .begins = BEGINS_NOW}, 0, START_CONDITIONS_NOTHING, ""},
	{{.remote = 4, .begins = 1000}, 1000, START_CONDITIONS_NEVER_SEEN,
		"4 of its 4 remote bots have NEVER BEEN HERE"},
	{{.again = 60000, .begins = BEGINS_NOW}, 0, START_CONDITIONS_DISK,
		"the disk is full; it is tried again in 60 s"},
	{{.again = 60000}, 59999, START_CONDITIONS_DISK,
		"the disk is full; it is tried again in 1 s"},
	{{.again = 60000}, 60000, START_CONDITIONS_NOTHING, ""},
};

START_TEST(a_tournament_waits_for_this)
	{
		char why[WHY];
		ck_assert_int_eq(
			start_conditions_look(&cases[_i].waiting, cases[_i].now, why, sizeof why),
			cases[_i].for_);
		ck_assert_str_eq(why, cases[_i].why);
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
		char why[WHY] = "";
		const struct setting *row = settings_find(settings_of_tournament, "begins");
		tournament_init(&t);
		ck_assert_int_eq(t.begins, BEGINS_UNSAID);
		bool right = row->value->read(row, &t, moments[_i].text, why, sizeof why);
		ck_assert_int_eq(right ? t.begins : -9, moments[_i].begins);
		ck_assert_int_eq(*why == '\0', right);
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
		char why[WHY] = "";
		const struct setting *row = settings_find(settings_of_tournament, "pace");
		tournament_init(&t);
		bool right = row->value->read(row, &t, paces[_i].text, why, sizeof why);
		ck_assert_int_eq(right ? t.pace : -1, paces[_i].pace);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/waiting", LOOP(a_tournament_waits_for_this, sizeof cases / sizeof *cases),
	LOOP(begins_is_read, sizeof moments / sizeof *moments),
	LOOP(pace_is_read, sizeof paces / sizeof *paces))
