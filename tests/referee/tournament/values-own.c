/*
 * Values that only one setting has: what ends games early, as it is read, refused, and written.
 */
#include <stdio.h>
#include <string.h>

#include "referee/tournament/settings.h"
#include "tests/suite.h"

#define RESIGN                                                                                     \
	"it is MOVES:SCORE, such as 4:600: up to 1000 moves, and a score in hundredths, from 1 "   \
	"to 999999"
#define DRAW                                                                                       \
	"it is MOVES:SCORE or MOVES:SCORE:PLY, such as 8:10:40: up to 1000 moves, a score in "     \
	"hundredths, up to 999999, and the first ply at which it may end"

static const struct {
	const char *key, *text;
	const char *written, *why; /* one is NULL */
} early[] = {
	{"repetition", "3", "3", NULL},
	{"repetition", "1", NULL, "a whole number from 2 to 1000 is needed"},
	{"resign", "4:600", "4:600", NULL},
	{"resign", "0001:000001", "1:1", NULL},
	{"resign", "1000:999999", "1000:999999", NULL},
	{"resign", "4", NULL, RESIGN},
	{"resign", "4:0", NULL, RESIGN},
	{"resign", "0:600", NULL, RESIGN},
	{"resign", "4:600:1", NULL, RESIGN},
	{"resign", "4:-600", NULL, RESIGN},
	{"resign", "4:600 ", NULL, RESIGN},
	{"resign", "1001:600", NULL, RESIGN},
	{"resign", "4:1000000", NULL, RESIGN},
	{"resign", "4:99999999999999999999", NULL, RESIGN},
	{"resign", ":", NULL, RESIGN},
	{"resign", "", NULL, RESIGN},
	{"draw", "8:10", "8:10", NULL},
	{"draw", "8:0", "8:0", NULL},
	{"draw", "8:10:1", "8:10", NULL}, /* from the first ply on is what it is anyway */
	{"draw", "8:10:40", "8:10:40", NULL},
	{"draw", "8", NULL, DRAW},
	{"draw", "8:10:0", NULL, DRAW},
	{"draw", "8:10:40:1", NULL, DRAW},
	{"draw", "8:10:", NULL, DRAW},
	{"draw", "8:x", NULL, DRAW},
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

SUITE("tournament/values-own",
	LOOP(what_ends_games_early_is_read_as_it_is_written, sizeof early / sizeof *early))
