/*
 * How many openings there are, and whether that is said of a test that needs more of them.
 */
#include "base/error.h"
#include "referee/prepare/openings.h"

#include <string.h>

#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"

/* Counted by hand: of tictactoe 9 * 8 * 7 * 6 * 5 ways to set five marks, less the 1440 that win at
 * once (each of 8 lines in 3! orders, with 6 * 5 ways for the other two). */
static const struct {
	const char *game, *openings;
	int64_t most, count;
} counts[] = {
	{"connect4", "random:0", 100, 1},
	{"connect4", "random:2", 100, 49},
	{"connect4", "random:3", 1000, 343},
	{"connect4", "random:3", 100, 100},
	{"connect4", "random:20", 5000, 5000},
	{"tictactoe", "random:2", 100, 72},
	{"tictactoe", "random:5", 20000, 9 * 8 * 7 * 6 * 5 - 1440},
	{"tictactoe", "none", 100, 1},
};

static void open_test(struct tournament *t, struct openings *o, struct setup *s, const char *game,
	const char *openings)
{
	struct reported told;
	struct error err;
	reported_init(&told);
	test_tournament_init(t, game, 2, 2, 1, openings);
	ck_assert(setup_init(s, t->rules, 2, 1, NULL, 0, &err));
	ck_assert_msg(openings_load(o, t, s, &told.mistakes), "%s", told.text);
}

START_TEST(openings_are_counted_but_no_further_than_asked)
	{
		struct tournament t;
		struct openings o;
		struct setup s;
		open_test(&t, &o, &s, counts[_i].game, counts[_i].openings);
		ck_assert_int_eq(openings_count(&o, &s, counts[_i].most), counts[_i].count);
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

static void write_lines(const char *path, const char *text)
{
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

START_TEST(a_line_that_is_there_twice_is_one_opening)
	{
		struct tournament t;
		struct openings o;
		struct setup s;
		char path[] = "/tmp/few-openings-XXXXXX";
		int fd = mkstemp(path);
		ck_assert_int_ge(fd, 0);
		close(fd);
		write_lines(path, "moves a b\nmoves a  b # again\nstartpos moves a b\nmoves b a\n");
		open_test(&t, &o, &s, "connect4", path);
		ck_assert_int_eq(o.count, 4);
		ck_assert_int_eq(openings_count(&o, &s, 100), 2);
		openings_clear(&o);
		tournament_clear(&t);
		remove(path);
	}
END_TEST

static const struct {
	const char *format, *openings, *games, *elo1, *text; /* elo1: of 0 and this */
	bool old;
} said[] = {
	{"sprt", "random:2", "0", "50",
		"openings: only 49 openings for up to 213 pairs; a pair that repeats another move for move does not count; use more openings",
		false},
	{"sprt", "random:2", "0", "50", "", true},
	{"sprt", "random:2", "98", "50", "", false},
	{"sprt", "random:2", "100", "50", "openings: only 49 openings for up to 50 pairs; ", false},
	{"sprt", "random:4", "0", "50", "", false},
	{"sprt", "none", "4", "50", "openings: only 1 opening for up to 2 pairs; ", false},
	{"sprt", "random:3", "0", "0.1",
		"openings: only 343 openings for up to 20000 pairs and more; ", false},
	{"round-robin", "random:2", NULL, NULL, "", false},
};

START_TEST(a_test_says_when_its_openings_are_few)
	{
		struct tournament t;
		struct openings o;
		struct setup s;
		char text[ERROR_TEXT];
		open_test(&t, &o, &s, "connect4", said[_i].openings);
		played_set(&t, "format", said[_i].format);
		if (said[_i].elo1 != NULL)
			played_set(&t, "elo1", said[_i].elo1);
		t.games = said[_i].games != NULL ? atoi(said[_i].games) : 0;
		t.repeats_count = said[_i].old;
		openings_describe_shortage(&o, &s, text, sizeof text);
		ck_assert_msg(strncmp(text, said[_i].text, strlen(said[_i].text)) == 0, "%s", text);
		ck_assert_int_eq(*text == '\0', *said[_i].text == '\0');
		openings_clear(&o);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/few-openings",
	LOOP(openings_are_counted_but_no_further_than_asked, sizeof counts / sizeof *counts),
	CASE(a_line_that_is_there_twice_is_one_opening),
	LOOP(a_test_says_when_its_openings_are_few, sizeof said / sizeof *said))
