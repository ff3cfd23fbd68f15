/*
 * Which bots are asked `isready` after every position.
 */
#include "referee/bot/isready.h"

#include "protocol/message.h"
#include "tests/lib/suite.h"

static const struct {
	enum isready mode;
	unsigned features;
	bool asked;
} rows[] = {
	{ISREADY_UNSAID, 0, true},
	{ISREADY_AUTO, 0, true},
	{ISREADY_AUTO, FEATURE_ERROR, false},
	{ISREADY_UNSAID, FEATURE_CLOCK, false},
	{ISREADY_NO, 0, false},
	{ISREADY_NO, FEATURE_LEGAL, false},
	{ISREADY_YES, 0, true},
	{ISREADY_YES, FEATURE_LEGAL | FEATURE_NEWGAME, true},
};

START_TEST(a_bot_without_a_feature_is_asked_unless_the_setting_says_otherwise)
	{
		ck_assert_int_eq(
			isready_each_position(rows[_i].mode, rows[_i].features), rows[_i].asked);
	}
END_TEST

SUITE("referee/bot/isready",
	LOOP(a_bot_without_a_feature_is_asked_unless_the_setting_says_otherwise,
		sizeof rows / sizeof *rows))
