/*
 * Clocks: deadlines, what a move costs, what a tc gives. Times are arguments; nobody waits.
 */
#include "referee/judging/clock.h"

#include "tests/suite.h"

static const usec moment = 5 * SECOND;

static const struct {
	struct limits limits;
	usec deadline; /* after the start, without the margin */
} flags[] = {
	{{.per_move = 100 * MILLISECOND, .margin = 20 * MILLISECOND}, 100 * MILLISECOND},
	{{.per_move = MILLISECOND}, MILLISECOND},
	{{.per_move = SECOND, .depth = 6, .margin = 1}, SECOND},
	{{.tc_time = 60 * SECOND, .margin = 20 * MILLISECOND}, 60 * SECOND},
	{{.tc_time = 60 * SECOND, .tc_moves = 40, .tc_increment = SECOND}, 60 * SECOND},
	{{.depth = 6, .margin = 20 * MILLISECOND}, 60 * SECOND},
	{{.nodes = 1000}, 60 * SECOND},
};

START_TEST(the_flag_falls_just_after_the_deadline_and_the_margin)
	{
		struct clock c;
		clock_init(&c, &flags[_i].limits);
		clock_start(&c, moment);
		usec last = moment + flags[_i].deadline + flags[_i].limits.margin;
		ck_assert_int_eq(c.deadline, moment + flags[_i].deadline);
		ck_assert(!clock_fell(&c, moment));
		ck_assert(!clock_fell(&c, last));
		ck_assert(clock_fell(&c, last + 1));
	}
END_TEST

enum { MOVES = 6 };

/* By hand: what each move takes, and what is left after it, in milliseconds. */
static const struct {
	const char *tc;
	int moves;
	usec took[MOVES], left[MOVES];
} games[] = {
	{"10", 3, {3000, 0, 7000}, {7000, 7000, 0}},
	{"10+0.5", 4, {3000, 7500, 500, 0}, {7500, 500, 500, 1000}},
	/* late, but within the margin of 20 ms: nothing is left, nothing is owed */
	{"1", 2, {1019, 20}, {0, 0}},
	{"1+0.25", 3, {1020, 270, 100}, {250, 250, 400}},
	{"3/10", 6, {1000, 1000, 1000, 17000, 0, 0}, {9000, 8000, 17000, 0, 0, 10000}},
	{"2/4+1", 5, {1000, 4000, 0, 10, 5}, {4000, 5000, 6000, 10990, 11985}},
	{"1/5", 3, {5000, 1, 2}, {5000, 9999, 14997}},
};

START_TEST(a_tc_is_charged_and_filled_as_it_says)
	{
		struct limits limits = {.margin = 20 * MILLISECOND};
		struct clock c;
		usec now = moment;
		ck_assert(limits_read_tc(&limits, games[_i].tc));
		clock_init(&c, &limits);
		for (int i = 0; i < games[_i].moves; i++) {
			usec before = c.left;
			clock_start(&c, now);
			ck_assert_int_eq(c.deadline, now + before);
			now += games[_i].took[i] * MILLISECOND;
			ck_assert(!clock_fell(&c, now));
			clock_stop(&c, now);
			ck_assert_int_eq(c.left, games[_i].left[i] * MILLISECOND);
			now += 7 * SECOND; /* the others' time costs nothing */
		}
	}
END_TEST

START_TEST(forty_moves_are_played_before_the_next_sixty_seconds)
	{
		struct limits limits = {.margin = 0};
		struct clock c;
		usec now = 0;
		ck_assert(limits_read_tc(&limits, "40/60+0.6"));
		clock_init(&c, &limits);
		for (int i = 1; i <= 80; i++) {
			clock_start(&c, now);
			now += 2 * SECOND;
			ck_assert_msg(!clock_fell(&c, now), "in move %d", i);
			clock_stop(&c, now);
			/* 60 + 0.6 n - 2 n, and 60 more at 40 and at 80 */
			ck_assert_int_eq(c.left,
				(600 - 14 * i + (i >= 40) * 600 + (i >= 80) * 600) * SECOND / 10);
		}
	}
END_TEST

START_TEST(a_time_per_move_is_the_same_for_every_move)
	{
		struct limits limits = {.per_move = 100};
		struct clock c;
		clock_init(&c, &limits);
		for (usec now = 0; now < 1000; now += 100) {
			clock_start(&c, now);
			ck_assert_int_eq(c.deadline, now + 100);
			clock_stop(&c, now + 100);
		}
	}
END_TEST

static const struct {
	const char *text;
	bool right;
	usec time;
	int moves;
	usec increment;
} controls[] = {
	{"40/60+0.6", true, 60 * SECOND, 40, 600 * MILLISECOND},
	{"60", true, 60 * SECOND, 0, 0},
	{"60+1", true, 60 * SECOND, 0, SECOND},
	{"0.5", true, 500 * MILLISECOND, 0, 0},
	{"1/0.000001+0", true, 1, 1, 0},
	{"10000/2592000", true, (usec)2592000 * SECOND, 10000, 0},
	{"", false, 0, 0, 0},
	{"0", false, 0, 0, 0},
	{"0+1", false, 0, 0, 0},
	{"/60", false, 0, 0, 0},
	{"0/60", false, 0, 0, 0},
	{"40/", false, 0, 0, 0},
	{"40/60/5", false, 0, 0, 0},
	{"10001/60", false, 0, 0, 0},
	{"99999999999999999999/60", false, 0, 0, 0},
	{"2592001", false, 0, 0, 0},
	{"99999999999999999999", false, 0, 0, 0},
	{"60+", false, 0, 0, 0},
	{"+1", false, 0, 0, 0},
	{"60s", false, 0, 0, 0},
	{"60 ", false, 0, 0, 0},
	{" 60", false, 0, 0, 0},
	{"-60", false, 0, 0, 0},
	{"60.", false, 0, 0, 0},
	{".5", false, 0, 0, 0},
	{"1.0000001", false, 0, 0, 0},
	{"60+-1", false, 0, 0, 0},
	{"1:30", false, 0, 0, 0},
};

START_TEST(a_tc_is_read_as_it_is_documented_or_not_at_all)
	{
		struct limits l = {.tc_time = 7, .tc_moves = 8, .tc_increment = 9};
		bool right = controls[_i].right;
		ck_assert_msg(
			limits_read_tc(&l, controls[_i].text) == right, "%s", controls[_i].text);
		ck_assert_int_eq(l.tc_time, right ? controls[_i].time : 7);
		ck_assert_int_eq(l.tc_moves, right ? controls[_i].moves : 8);
		ck_assert_int_eq(l.tc_increment, right ? controls[_i].increment : 9);
	}
END_TEST

SUITE("judging/clock",
	LOOP(the_flag_falls_just_after_the_deadline_and_the_margin, sizeof flags / sizeof *flags),
	LOOP(a_tc_is_charged_and_filled_as_it_says, sizeof games / sizeof *games),
	CASE(forty_moves_are_played_before_the_next_sixty_seconds),
	CASE(a_time_per_move_is_the_same_for_every_move),
	LOOP(a_tc_is_read_as_it_is_documented_or_not_at_all, sizeof controls / sizeof *controls))
