/*
 * Definitions that older versions wrote, in the words of today: pairs of texts by hand.
 */
#include <stdlib.h>
#include <string.h>

#include "db/db.h"
#include "tests/lib/suite.h"

static const struct {
	const char *was, *is;
} texts[] = {
	{"", ""},
	{"game = nim\nper-move = 1s\nseed = 1\n", "game = nim\nmovetime = 1s\nseed = 1\n"},
	{"per-move = none", "movetime = none"},
	{"bot per-move memory = 1M\nper-moves = 2\n\n",
		"bot per-move memory = 1M\nper-moves = 2\n\n"},
	{"orders = rotation\nbalanced = yes\ncharge = cpu\noracle = yes\n",
		"seat-orders = rotation\nbalanced-openings = yes\nclock = cpu\nadjudicate-exact = yes\n"},
	{"isready = position\n", "isready-every-move = yes\n"},
	{"isready = newgame\n", "isready-every-move = no\n"},
	{"isready = auto", "isready-every-move = auto"},
	{"startup = 1s\nnewgame = 2s\nquit = 100ms\noption = quit=1\n",
		"startup-timeout = 1s\nnewgame-timeout = 2s\nquit-timeout = 100ms\noption = quit=1\n"},
	{"resign = 4:600\ndraw = 8:10\n", "resign = moves=4 score=600\ndraw = moves=8 score=10\n"},
	{"resign = 4:600 sides=1\n", "resign = moves=4 score=600 sides=1\n"},
	{"draw = 8:10:40\n", "draw = moves=8 score=10 from-ply=40\n"},
	{"resign = none\ndraw = none\n", "resign = none\ndraw = none\n"},
	{"note = a:b charge = wall\n", "note = a:b charge = wall\n"},
	/* a text that no version wrote is kept and does no harm */
	{"draw = 1:2:3:4:5\nresign = :::",
		"draw = moves=1 score=2 from-ply=3:4:5\nresign = moves= score=::"},
	{"charge\ncharge =\ncharge = \n = \n=", "clock\nclock =\nclock = \n = \n="},
};

START_TEST(an_older_definition_has_the_words_of_today)
	{
		char *text = db_definition_today(texts[_i].was);
		ck_assert_str_eq(text, texts[_i].is);
		free(text);
	}
END_TEST

START_TEST(the_words_of_today_stay_as_they_are)
	{
		char *text = db_definition_today(texts[_i].is);
		/* Of the broken ones more is taken for a number. */
		if (strchr(texts[_i].is, ':') == NULL)
			ck_assert_str_eq(text, texts[_i].is);
		free(text);
	}
END_TEST

SUITE("db/old-definition",
	LOOP(an_older_definition_has_the_words_of_today, sizeof texts / sizeof *texts),
	LOOP(the_words_of_today_stay_as_they_are, sizeof texts / sizeof *texts))
