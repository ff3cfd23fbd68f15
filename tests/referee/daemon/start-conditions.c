/*
 * The conditions that a tournament waits for before it begins.
 */
#include "referee/daemon/start-conditions.h"

#include <string.h>

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
	{{.begins = 1000, .by_operator = true}, 999, START_CONDITIONS_NOTHING, ""},
	{{.begins = BEGINS_WHEN_HERE, .remote = 4, .here = 3, .seen = 4}, 0, START_CONDITIONS_HERE,
		"it begins when all its remote bots are connected: 3 of 4"},
	{{.begins = BEGINS_WHEN_HERE, .remote = 4, .here = 4, .seen = 4}, 0,
		START_CONDITIONS_NOTHING, ""},
	{{.begins = BEGINS_WHEN_HERE}, 0, START_CONDITIONS_NOTHING, ""},
	{{.remote = 4, .seen = 1}, 0, START_CONDITIONS_NEVER_SEEN,
		"3 of its 4 remote bots have NEVER CONNECTED"},
	{{.remote = 4, .seen = 2}, 0, START_CONDITIONS_NOTHING, ""},
	{{.remote = 1}, 0, START_CONDITIONS_NEVER_SEEN, "its only remote bot has NEVER CONNECTED"},
	{{.remote = 4, .seen = 0, .by_operator = true}, 0, START_CONDITIONS_NOTHING, ""},
	{{.remote = 4, .begins = BEGINS_NOW}, 0, START_CONDITIONS_NOTHING, ""},
	{{.remote = 4, .begins = 1000}, 1000, START_CONDITIONS_NEVER_SEEN,
		"4 of its 4 remote bots have NEVER CONNECTED"},
	{{.retry_at = 60000, .begins = BEGINS_NOW}, 0, START_CONDITIONS_AGAIN,
		"the disk is full; it is tried again in 60 s"},
	{{.retry_at = 60000}, 59999, START_CONDITIONS_AGAIN,
		"the disk is full; it is tried again in 1 s"},
	{{.retry_at = 60000, .why = "x.db: process 7 (sqlite3) keeps it locked"}, 59000,
		START_CONDITIONS_AGAIN,
		"x.db: process 7 (sqlite3) keeps it locked; it is tried again in 1 s"},
	{{.retry_at = 60000}, 60000, START_CONDITIONS_NOTHING, ""},
};

START_TEST(a_tournament_waits_for_this)
	{
		struct error err;
		ck_assert_int_eq(start_conditions_look(&cases[_i].waiting, cases[_i].now, &err),
			cases[_i].for_);
		ck_assert_str_eq(err.text, cases[_i].why);
	}
END_TEST

SUITE("daemon/start-conditions", LOOP(a_tournament_waits_for_this, sizeof cases / sizeof *cases))
