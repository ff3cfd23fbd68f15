/*
 * Plurals: each ending and verb, for one and for several.
 */
#include "base/plural.h"

#include "tests/lib/suite.h"

static const struct {
	int64_t count;
	const char *words, *text;
} counted_rows[] = {
	{1, "game", "1 game"},
	{0, "game", "0 games"},
	{2, "game", "2 games"},
	{-1, "game", "-1 games"},
	{INT64_MAX, "game", "9223372036854775807 games"},
	{1, "new game is", "1 new game is"},
	{21, "new game is", "21 new games are"},
	{1, "bot has", "1 bot has"},
	{2, "bot has", "2 bots have"},
	{1, "student was", "1 student was"},
	{3, "student was", "3 students were"},
	{1, "ply", "1 ply"},
	{2, "ply", "2 plies"},
	{1, "loss", "1 loss"},
	{2, "loss", "2 losses"},
	{1, "mismatch", "1 mismatch"},
	{2, "mismatch is", "2 mismatches are"},
};

START_TEST(a_number_has_its_words)
	{
		ck_assert_str_eq(counted(counted_rows[_i].count, counted_rows[_i].words).text,
			counted_rows[_i].text);
	}
END_TEST

START_TEST(one_is_alone)
	{
		ck_assert_str_eq(plural(1, "its", "their"), "its");
		ck_assert_str_eq(plural(0, "its", "their"), "their");
		ck_assert_str_eq(plural(2, "its", "their"), "their");
	}
END_TEST

SUITE("base/plural", LOOP(a_number_has_its_words, sizeof counted_rows / sizeof *counted_rows),
	CASE(one_is_alone))
