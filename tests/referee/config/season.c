/* Seasons: which one a moment is in, and which names are theirs. */
#include "referee/config/season.h"

#include <time.h>

#include "tests/lib/suite.h"

static int64_t moment(const char *text)
{
	struct tm parts = {0};
	ck_assert_ptr_nonnull(strptime(text, "%Y-%m-%dT%H:%M:%S", &parts));
	return (int64_t)timegm(&parts) * 1000;
}

static const struct {
	enum season season;
	const char *at, *wanted;
} moments[] = {
	{SEASON_NONE, "2026-12-01T00:00:00", ""},
	{SEASON_MONTHLY, "2026-11-30T23:59:59", "2026-11"},
	{SEASON_MONTHLY, "2026-12-01T00:00:00", "2026-12"},
	{SEASON_MONTHLY, "2024-02-29T12:00:00", "2024-02"},
	{SEASON_YEARLY, "2026-12-31T23:59:59", "2026"},
	{SEASON_YEARLY, "2027-01-01T00:00:00", "2027"},
	/* weeks of ISO 8601: the first one of a year has its first Thursday */
	{SEASON_WEEKLY, "2026-11-29T23:59:59", "2026-W48"},
	{SEASON_WEEKLY, "2026-11-30T00:00:00", "2026-W49"},
	{SEASON_WEEKLY, "2027-01-03T23:59:59", "2026-W53"},
	{SEASON_WEEKLY, "2027-01-04T00:00:00", "2027-W01"},
	{SEASON_WEEKLY, "2024-12-30T00:00:00", "2025-W01"},
};

START_TEST(a_moment_is_in_its_season_of_utc)
	{
		char text[SEASON_TEXT];
		season_write(moments[_i].season, moment(moments[_i].at), text);
		ck_assert_str_eq(text, moments[_i].wanted);
	}
END_TEST

static const struct {
	enum season season;
	const char *name;
	bool is;
} names[] = {
	{SEASON_MONTHLY, "Ladder 2026-12", true},
	{SEASON_MONTHLY, "Ladder", false},
	{SEASON_MONTHLY, "Ladder ", false},
	{SEASON_MONTHLY, "Ladder 2026-1", false},
	{SEASON_MONTHLY, "Ladder 2026-123", false},
	{SEASON_MONTHLY, "Ladder 2026-W49", false},
	{SEASON_MONTHLY, "Ladder of 2026-12", false},
	{SEASON_MONTHLY, "Other 2026-12", false},
	{SEASON_WEEKLY, "Ladder 2026-W49", true},
	{SEASON_WEEKLY, "Ladder 2026-49", false},
	{SEASON_YEARLY, "Ladder 2026", true},
	{SEASON_YEARLY, "Ladder 2026-12", false},
	{SEASON_NONE, "Ladder ", false},
};

START_TEST(the_names_of_its_seasons_are_known)
	{
		ck_assert_int_eq(
			season_is_of(names[_i].season, "Ladder", names[_i].name), names[_i].is);
	}
END_TEST

SUITE("referee/config/season",
	LOOP(a_moment_is_in_its_season_of_utc, sizeof moments / sizeof *moments),
	LOOP(the_names_of_its_seasons_are_known, sizeof names / sizeof *names))
