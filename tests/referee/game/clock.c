/*
 * Clocks: deadlines, what a move costs, what a tc gives. Times are arguments; no test waits.
 */
#include "referee/game/clock.h"

#include <string.h>

#include "tests/lib/suite.h"

static const usec moment = 5 * SECOND;

static const struct {
	struct limits limits;
	usec deadline; /* after the start, without the margin */
} flags[] = {
	{{.movetime = 100 * MILLISECOND, .margin = 20 * MILLISECOND}, 100 * MILLISECOND},
	{{.movetime = MILLISECOND}, MILLISECOND},
	{{.movetime = SECOND, .depth = 6, .margin = 1}, SECOND},
	{{.tc_time = 60 * SECOND, .margin = 20 * MILLISECOND}, 60 * SECOND},
	{{.tc_time = 60 * SECOND, .tc_moves = 40, .tc_increment = SECOND}, 60 * SECOND},
	{{.depth = 6, .margin = 20 * MILLISECOND}, 60 * SECOND},
	{{.nodes = 1000}, 60 * SECOND},
	{{.nodes = 1000, .movetime = 30 * MILLISECOND}, 30 * MILLISECOND},
	{{.tc_inf = true}, 60 * SECOND},
	{{.tc_inf = true, .depth = 6}, 60 * SECOND},
};

static struct spent clock_wall(usec wall)
{
	return (struct spent){.wall = wall, .wait = -1};
}

START_TEST(the_flag_falls_just_after_the_deadline_and_the_margin)
	{
		struct clock c;
		clock_init(&c, &flags[_i].limits);
		clock_start(&c, moment);
		usec last = flags[_i].deadline + flags[_i].limits.margin;
		const struct spent nothing = clock_wall(0), most = clock_wall(last),
				   more = clock_wall(last + 1);
		ck_assert_int_eq(c.allowed, flags[_i].deadline);
		ck_assert_int_eq(clock_deadline(&c, &nothing), moment + last);
		ck_assert_int_eq(clock_deadline(&c, &most), moment + last);
		ck_assert_int_eq(clock_end(&c), moment + last);
		ck_assert(!clock_fell(&c, &nothing));
		ck_assert(!clock_fell(&c, &most));
		ck_assert(clock_fell(&c, &more));
	}
END_TEST

/* A limit of 100 ms; the answer comes this many microseconds after it (before: negative). */
static const struct {
	usec margin, after;
	bool fell;
} margins[] = {
	{0, -MILLISECOND, false},
	{0, 0, false},
	{0, 1, true},
	{0, MILLISECOND, true},
	{20 * MILLISECOND, -MILLISECOND, false},
	{20 * MILLISECOND, MILLISECOND, false},
	{20 * MILLISECOND, 20 * MILLISECOND - 1, false},
	{20 * MILLISECOND, 20 * MILLISECOND, false},
	{20 * MILLISECOND, 20 * MILLISECOND + 1, true},
	{20 * MILLISECOND, 21 * MILLISECOND, true},
	{1, 1, false},
	{1, 2, true},
};

START_TEST(an_answer_within_the_margin_counts_whatever_is_charged)
	{
		usec spent = 100 * MILLISECOND + margins[_i].after;
		for (enum clock_kind clock = 0; clock < CLOCK_KINDS; clock++) {
			struct limits limits = {.movetime = 100 * MILLISECOND,
				.margin = margins[_i].margin,
				.clock = clock};
			struct clock c;
			clock_init(&c, &limits);
			clock_start(&c, moment);
			/* busy all the time, so that all three say the same */
			ck_assert_msg(clock_fell(&c, &(struct spent){spent, spent, 0}) ==
					      margins[_i].fell,
				"%s", clock_kind_names[clock]);
		}
	}
END_TEST

/* In milliseconds, of a limit of 25 with a margin of 5: what was spent, what is charged of it wall,
 * fair and cpu, and with which of them the flag has fallen. */
static const struct {
	usec wall, cpu, wait;
	usec charged[CLOCK_KINDS];
	bool fell[CLOCK_KINDS];
} charges[] = {
	{10, 10, 0, {10, 10, 10}, {false, false, false}},
	/* a busy machine */
	{40, 10, 30, {40, 10, 10}, {true, false, false}},
	/* it sleeps: fair charges that, cpu does not */
	{40, 0, 0, {40, 40, 0}, {true, true, false}},
	{50, 5, 10, {50, 40, 5}, {true, true, false}},
	/* the kernel does not say how long it waited */
	{40, 10, -1, {40, 40, 10}, {true, true, false}},
	/* threads that waited for each other: what was used is charged */
	{40, 40, 500, {40, 40, 40}, {true, true, true}},
	{40, 30, 500, {40, 30, 30}, {true, false, false}},
	/* and on several processors at once: only cpu counts each of them */
	{20, 80, 0, {20, 20, 80}, {false, false, true}},
	{20, 80, 60, {20, 20, 80}, {false, false, true}},
	/* no bot may take more than ten times limit and margin, or a second */
	{1000, 1, 999, {1000, 1, 1}, {true, false, false}},
	{1001, 1, 1000, {1001, 1, 1}, {true, true, true}},
};

START_TEST(what_is_charged_is_the_time_that_the_tournament_chose)
	{
		struct spent s = {charges[_i].wall * MILLISECOND, charges[_i].cpu * MILLISECOND,
			charges[_i].wait < 0 ? -1 : charges[_i].wait * MILLISECOND};
		for (enum clock_kind clock = 0; clock < CLOCK_KINDS; clock++) {
			struct limits limits = {.movetime = 25 * MILLISECOND,
				.margin = 5 * MILLISECOND,
				.clock = clock};
			struct clock c;
			clock_init(&c, &limits);
			clock_start(&c, moment);
			ck_assert_msg(
				clock_charge(&c, &s) == charges[_i].charged[clock] * MILLISECOND,
				"%s: %d", clock_kind_names[clock], (int)clock_charge(&c, &s));
			ck_assert_msg(clock_fell(&c, &s) == charges[_i].fell[clock], "%s",
				clock_kind_names[clock]);
		}
	}
END_TEST

START_TEST(of_a_bot_elsewhere_the_walls_time_is_charged)
	{
		struct limits limits = {
			.movetime = 200 * MILLISECOND, .margin = 0, .clock = (enum clock_kind)_i};
		const struct spent last = {200 * MILLISECOND, -1, -1},
				   late = {200 * MILLISECOND + 1, -1, -1};
		struct clock c;
		clock_init(&c, &limits);
		clock_start(&c, moment);
		ck_assert(!clock_fell(&c, &last));
		ck_assert(clock_fell(&c, &late));
		ck_assert_int_eq(clock_charge(&c, &last), 200 * MILLISECOND);
		ck_assert_int_eq(clock_deadline(&c, &last), moment + 200 * MILLISECOND);
		ck_assert_int_eq(clock_deadline(&c, &(struct spent){100, -1, -1}),
			moment + 200 * MILLISECOND);
	}
END_TEST

START_TEST(a_deadline_moves_on_by_what_was_not_charged_but_never_past_the_end)
	{
		struct limits limits = {
			.movetime = 200 * MILLISECOND, .margin = 0, .clock = CLOCK_FAIR};
		struct clock c;
		struct spent s = {.wait = -1};
		clock_init(&c, &limits);
		clock_start(&c, moment);
		ck_assert_int_eq(clock_end(&c), moment + 2 * SECOND);
		ck_assert_int_eq(clock_deadline(&c, &s), moment + 200 * MILLISECOND);
		s = (struct spent){200 * MILLISECOND, 50 * MILLISECOND, 150 * MILLISECOND};
		ck_assert_int_eq(clock_deadline(&c, &s), moment + 350 * MILLISECOND);
		s = (struct spent){1900 * MILLISECOND, 0, 1900 * MILLISECOND};
		ck_assert_int_eq(clock_deadline(&c, &s), moment + 2 * SECOND);
	}
END_TEST

START_TEST(without_a_limit_on_time_all_time_counts)
	{
		struct limits limits = {.depth = 6, .margin = 0, .clock = CLOCK_CPU};
		struct clock c;
		clock_init(&c, &limits);
		clock_start(&c, moment);
		ck_assert(!clock_fell(&c, &(struct spent){60 * SECOND, 0, 0}));
		ck_assert(clock_fell(&c, &(struct spent){60 * SECOND + 1, 0, 0}));
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
		struct error err;
		usec now = moment;
		ck_assert(limits_read_tc(&limits, games[_i].tc, &err));
		clock_init(&c, &limits);
		for (int i = 0; i < games[_i].moves; i++) {
			usec before = c.left;
			const struct spent s = clock_wall(games[_i].took[i] * MILLISECOND);
			clock_start(&c, now);
			ck_assert_int_eq(c.allowed, before);
			ck_assert_int_eq(clock_offer(&c), before);
			now += s.wall;
			ck_assert(!clock_fell(&c, &s));
			clock_stop(&c, &s);
			ck_assert_int_eq(c.left, games[_i].left[i] * MILLISECOND);
			now += 7 * SECOND; /* the others' time costs nothing */
		}
	}
END_TEST

START_TEST(forty_moves_are_played_before_the_next_sixty_seconds)
	{
		struct limits limits = {.margin = 0};
		struct clock c;
		const struct spent s = clock_wall(2 * SECOND);
		struct error err;
		usec now = 0;
		ck_assert(limits_read_tc(&limits, "40/60+0.6", &err));
		clock_init(&c, &limits);
		for (int i = 1; i <= 80; i++) {
			clock_start(&c, now);
			now += 2 * SECOND;
			ck_assert_msg(!clock_fell(&c, &s), "in move %d", i);
			clock_stop(&c, &s);
			/* 60 + 0.6 n - 2 n, and 60 more at 40 and at 80 */
			ck_assert_int_eq(c.left,
				(600 - 14 * i + (i >= 40) * 600 + (i >= 80) * 600) * SECOND / 10);
		}
	}
END_TEST

START_TEST(a_time_per_move_is_the_same_for_every_move)
	{
		struct limits limits = {.movetime = 100};
		struct clock c;
		clock_init(&c, &limits);
		for (usec now = 0; now < 1000; now += 100) {
			clock_start(&c, now);
			ck_assert_int_eq(c.allowed, 100);
			clock_stop(&c, &(struct spent){100, 0, -1});
		}
	}
END_TEST

/* By hand, in milliseconds: what each move takes of "0+0.1 bank 0.5", and what the bank has then.
 */
static const struct {
	int moves;
	usec took[MOVES], bank[MOVES];
	bool last_fell;
} banks[] = {
	{3, {100, 100, 100}, {500, 500, 500}, false},
	{3, {10, 0, 100}, {500, 500, 500}, false}, /* nothing is saved */
	{4, {101, 150, 100, 549}, {499, 449, 449, 0}, false},
	{3, {600, 100, 100}, {0, 0, 0}, false},
	{3, {600, 119, 120}, {0, 0, 0}, false}, /* the margin of 20 gives nothing away */
	{3, {600, 100, 121}, {0, 0, 0}, true},
	{2, {200, 521}, {400, 0}, true},
};

START_TEST(a_bank_pays_what_a_move_takes_over_its_own_time)
	{
		struct limits limits = {.margin = 20 * MILLISECOND};
		struct clock c;
		struct error err;
		ck_assert(limits_read_tc(&limits, "0+0.1 bank 0.5", &err));
		clock_init(&c, &limits);
		for (int i = 0; i < banks[_i].moves; i++) {
			const struct spent s = clock_wall(banks[_i].took[i] * MILLISECOND);
			usec bank = c.left;
			clock_start(&c, moment);
			ck_assert_int_eq(c.allowed, bank + 100 * MILLISECOND);
			ck_assert_int_eq(clock_offer(&c), bank + 100 * MILLISECOND);
			bool fell = banks[_i].last_fell && i == banks[_i].moves - 1;
			ck_assert(clock_fell(&c, &s) == fell);
			if (fell)
				break;
			clock_stop(&c, &s);
			ck_assert_int_eq(c.left, banks[_i].bank[i] * MILLISECOND);
		}
	}
END_TEST

START_TEST(a_tc_is_charged_what_the_tournament_chose)
	{
		struct limits limits = {.margin = 0, .clock = CLOCK_FAIR};
		struct clock c;
		struct error err;
		ck_assert(limits_read_tc(&limits, "10+1", &err));
		clock_init(&c, &limits);
		clock_start(&c, moment);
		clock_stop(&c, &(struct spent){5 * SECOND, 2 * SECOND, 3 * SECOND});
		ck_assert_int_eq(c.left, 9 * SECOND);
	}
END_TEST

static const struct {
	const char *text;
	bool right;
	usec time;
	int moves;
	usec increment, bank;
	const char *why; /* part of the words, where it is not the general ones */
} controls[] = {
	{"0+0.1 bank 5", true, 0, 0, 100 * MILLISECOND, 5 * SECOND},
	{"0+0.000001 bank 0.5", true, 0, 0, 1, 500 * MILLISECOND},
	{"0 bank 5", false, .why = "without a time for each move"},
	{"0+0 bank 5", false, .why = "without a time for each move"},
	{"60+0.1 bank 5", false, .why = "a bank needs a time for each move"},
	{"40/0+0.1 bank 5", false, .why = "a bank needs a time for each move"},
	{"0+0.1 bank 0", false},
	{"0+0.1 bank", false},
	{"0+0.1 bank ", false},
	{"0+0.1 bank x", false},
	{"0+0.1 bank 5s", false},
	{"0+0.1 bank 5 bank 5", false},
	{"0+0.1  bank 5", false},
	{"0+0.1 Bank 5", false},
	{"bank 5", false},
	{"40/60+0.6", true, 60 * SECOND, 40, 600 * MILLISECOND},
	{"60", true, 60 * SECOND, 0, 0},
	{"60+1", true, 60 * SECOND, 0, SECOND},
	{"0.5", true, 500 * MILLISECOND, 0, 0},
	{"1/0.000001+0", true, 1, 1, 0},
	{"10000/2592000", true, (usec)2592000 * SECOND, 10000, 0},
	{"", false, 0, 0, 0},
	{"0", false, .why = "the first move has none"},
	{"0+1", false, .why = "the first move has none"},
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
	{"1:30", true, 90 * SECOND, 0, 0},
	{"1:30+1", true, 90 * SECOND, 0, SECOND},
	{"0:05.5", true, 5500 * MILLISECOND, 0, 0},
	{"1:05:00", true, 3900 * SECOND, 0, 0},
	{"40/1:30:00+0:30", true, 5400 * SECOND, 40, 30 * SECOND},
	{"0+0:01 bank 1:00", true, 0, 0, SECOND, 60 * SECOND},
	{"90:00", true, 5400 * SECOND, 0, 0},
	{"720:00:00", true, 2592000 * SECOND, 0, 0},
	{"720:00:01", false, 0, 0, 0},
	{"1:60", false, 0, 0, 0},
	{"1:60:00", false, 0, 0, 0},
	{"1:5", false, 0, 0, 0},
	{"1:005", false, 0, 0, 0},
	{"1:", false, 0, 0, 0},
	{":30", false, 0, 0, 0},
	{"1:2:3:4", false, 0, 0, 0},
	{"01:02:03:04", false, 0, 0, 0},
	{"1:-5", false, 0, 0, 0},
	{"0:00", false, .why = "with no time at the start"},
	{"infinite", false, 0, 0, 0},
	{"inf+1", false, 0, 0, 0},
	{"40/inf", false, 0, 0, 0},
};

/* No clock: what it had before is gone, and what it gets later takes its place. */
START_TEST(a_tc_that_is_inf_is_no_clock)
	{
		struct limits l = {.tc_time = 7, .tc_moves = 8, .tc_increment = 9, .tc_bank = 10};
		struct error err;
		ck_assert(limits_read_tc(&l, "inf", &err));
		ck_assert(l.tc_inf && !limits_have_tc(&l));
		ck_assert_int_eq(l.tc_moves + l.tc_increment, 0);
		ck_assert(limits_need(&l) == CLOCK_NONE);
		ck_assert(limits_read_tc(&l, "60+1", &err));
		ck_assert(!l.tc_inf && limits_have_tc(&l));
	}
END_TEST

static const struct {
	struct limits limits;
	struct spent spent;
	bool answered;
	const char *words;
} losses[] = {
	{{.movetime = 25000, .margin = 5000}, {31240, 10060, 19780}, true,
		"took 31.2 ms of 25.0 ms (+5.0 ms margin): 10.1 ms on a processor, 19.8 ms waiting for one; without that wait it had time left: the machine was busy"},
	{{.movetime = 25000, .margin = 5000}, {131240, 120060, 1000}, true,
		"took 131.2 ms of 25.0 ms (+5.0 ms margin): 120.1 ms on a processor, 1.0 ms waiting for one"},
	{{.movetime = 100000, .margin = 20000}, {120001, 0, -1}, false,
		"no answer after 120.0 ms of 100.0 ms (+20.0 ms margin): 0.0 ms on a processor"},
	{{.tc_increment = 100000, .tc_bank = 2000000, .clock = CLOCK_FAIR},
		{2500000, 900000, 300000}, true,
		"took 2500.0 ms of 2100.0 ms (+0.0 ms margin): 900.0 ms on a processor, 300.0 ms waiting for one; charged (fair): 2200.0 ms"},
	{{.movetime = 25000, .margin = 5000, .clock = CLOCK_CPU}, {31240, -1, -1}, true,
		"took 31.2 ms of 25.0 ms (+5.0 ms margin)"},
	/* Ten times its time, or a second, has passed: */
	{{.movetime = 80000, .margin = 20000, .clock = CLOCK_CPU}, {1027500, 64000, 963500}, false,
		"no answer after 1027.5 ms of 80.0 ms (+20.0 ms margin): 64.0 ms on a processor, 963.5 ms waiting for one; charged (cpu): 64.0 ms; without that wait it had time left: the machine was busy"},
	{{.movetime = 80000, .margin = 20000, .clock = CLOCK_FAIR}, {1027500, 64000, 963500}, false,
		"no answer after 1027.5 ms of 80.0 ms (+20.0 ms margin): 64.0 ms on a processor, 963.5 ms waiting for one; charged (fair): 64.0 ms; without that wait it had time left: the machine was busy"},
	{{.movetime = 80000, .margin = 20000, .clock = CLOCK_CPU}, {1027500, 64000, 27000}, false,
		"no answer after 1027.5 ms of 80.0 ms (+20.0 ms margin): 64.0 ms on a processor, 27.0 ms waiting for one; charged (cpu): 64.0 ms"},
	{{.movetime = 80000, .margin = 20000, .clock = CLOCK_CPU}, {1027500, 100500, 927000}, false,
		"no answer after 1027.5 ms of 80.0 ms (+20.0 ms margin): 100.5 ms on a processor, 927.0 ms waiting for one; charged (cpu): 100.5 ms"},
	/* A thread waited while another one used all of its time. */
	{{.movetime = 80000, .margin = 20000}, {101000, 101000, 90000}, false,
		"no answer after 101.0 ms of 80.0 ms (+20.0 ms margin): 101.0 ms on a processor, 90.0 ms waiting for one"},
};

START_TEST(a_loss_on_time_says_its_evidence)
	{
		struct clock c;
		char text[256];
		clock_init(&c, &losses[_i].limits);
		clock_start(&c, moment);
		ck_assert(clock_fell(&c, &losses[_i].spent));
		clock_explain(&c, &losses[_i].spent, losses[_i].answered, text, sizeof text);
		ck_assert_str_eq(text, losses[_i].words);
	}
END_TEST

START_TEST(a_tc_is_read_as_it_is_documented_or_not_at_all)
	{
		struct limits l = {.tc_time = 7, .tc_moves = 8, .tc_increment = 9, .tc_bank = 10};
		bool right = controls[_i].right;
		struct error err = {""};
		ck_assert_msg(limits_read_tc(&l, controls[_i].text, &err) == right, "%s",
			controls[_i].text);
		ck_assert_int_eq(l.tc_time, right ? controls[_i].time : 7);
		ck_assert_int_eq(l.tc_moves, right ? controls[_i].moves : 8);
		ck_assert_int_eq(l.tc_increment, right ? controls[_i].increment : 9);
		ck_assert_int_eq(l.tc_bank, right ? controls[_i].bank : 10);
		const char *words = right		       ? ""
				    : controls[_i].why != NULL ? controls[_i].why
							       : "a clock is TIME";
		ck_assert_msg(
			strstr(err.text, words) != NULL, "%s: %s", controls[_i].text, err.text);
	}
END_TEST

START_TEST(a_limit_on_time_is_written_as_it_is_set)
	{
		static const char *const texts[] = {
			"60", "60+0.6", "40/90+1.5", "0+0.1 bank 0.5", "inf", "none"};
		struct error err;
		char text[64];
		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
			struct limits l = {.movetime = 0};
			bool none = i >= 4;
			if (i < 5)
				ck_assert(limits_read_tc(&l, texts[i], &err));
			FILE *out = fmemopen(text, sizeof text, "w");
			limits_write_time(out, &l);
			fputc('\0', out);
			fclose(out);
			ck_assert_str_eq(text, none ? "" : texts[i]);
		}
		FILE *out = fmemopen(text, sizeof text, "w");
		limits_write_time(out, &(struct limits){.movetime = 2500 * MILLISECOND});
		fputc('\0', out);
		fclose(out);
		ck_assert_str_eq(text, "2.5 s a move");
	}
END_TEST

/* A limit of 100 ms that began at `moment`; the bot has used this much, at this time after the
 * start. again: after the start, when it is looked at next; 0: the time is over. */
static const struct {
	enum clock_kind clock;
	usec margin, now;
	struct spent spent;
	usec pending, recheck_at; /* ms, as the times in spent */
} overs[] = {
	{CLOCK_WALL, 0, 101, {101, 0, 90}, 0, 0}, /* a wait is charged */
	{CLOCK_WALL, 20, 101, {101, 0, 0}, 0, 120},
	{CLOCK_FAIR, 0, 101, {101, 11, 0}, 0, 0},
	{CLOCK_FAIR, 0, 101, {101, 11, 60}, 0, 160},
	{CLOCK_FAIR, 0, 101, {101, 11, -1}, 60, 160}, /* a wait that has not ended */
	{CLOCK_FAIR, 0, 101, {101, 11, 30}, 30, 160},
	{CLOCK_FAIR, 0, 101, {101, 11, 1}, 0, 102},   /* a millisecond later at least */
	{CLOCK_FAIR, 0, 999, {999, 9, 990}, 0, 1000}, /* ten times the limit, and not later */
	{CLOCK_FAIR, 0, 1001, {1001, 1, 1000}, 0, 0},
	{CLOCK_CPU, 0, 101, {101, 40, 0}, 0, 161},
	{CLOCK_CPU, 0, 201, {201, 101, 0}, 0, 0},
};

START_TEST(the_time_is_over_when_what_is_charged_is_used_up)
	{
		struct clock c;
		usec recheck_at = -1;
		const struct limits limits = {.movetime = 100 * MILLISECOND,
			.margin = overs[_i].margin * MILLISECOND,
			.clock = overs[_i].clock};
		const struct spent *ms = &overs[_i].spent;
		const struct spent s = {ms->wall * MILLISECOND, ms->cpu * MILLISECOND,
			ms->wait < 0 ? -1 : ms->wait * MILLISECOND};
		clock_init(&c, &limits);
		clock_start(&c, moment);
		bool over = clock_over(&c, &s, overs[_i].pending * MILLISECOND,
			moment + overs[_i].now * MILLISECOND, &recheck_at);
		ck_assert_int_eq(over, overs[_i].recheck_at == 0);
		if (!over)
			ck_assert_int_eq(recheck_at, moment + overs[_i].recheck_at * MILLISECOND);
	}
END_TEST

SUITE("judging/clock", CASE(a_tc_that_is_inf_is_no_clock),
	LOOP(the_time_is_over_when_what_is_charged_is_used_up, sizeof overs / sizeof *overs),
	LOOP(the_flag_falls_just_after_the_deadline_and_the_margin, sizeof flags / sizeof *flags),
	LOOP(an_answer_within_the_margin_counts_whatever_is_charged,
		sizeof margins / sizeof *margins),
	LOOP(what_is_charged_is_the_time_that_the_tournament_chose,
		sizeof charges / sizeof *charges),
	LOOP(of_a_bot_elsewhere_the_walls_time_is_charged, CLOCK_KINDS),
	CASE(a_deadline_moves_on_by_what_was_not_charged_but_never_past_the_end),
	CASE(without_a_limit_on_time_all_time_counts),
	LOOP(a_tc_is_charged_and_filled_as_it_says, sizeof games / sizeof *games),
	CASE(forty_moves_are_played_before_the_next_sixty_seconds),
	LOOP(a_bank_pays_what_a_move_takes_over_its_own_time, sizeof banks / sizeof *banks),
	CASE(a_tc_is_charged_what_the_tournament_chose),
	CASE(a_time_per_move_is_the_same_for_every_move),
	LOOP(a_loss_on_time_says_its_evidence, sizeof losses / sizeof *losses),
	LOOP(a_tc_is_read_as_it_is_documented_or_not_at_all, sizeof controls / sizeof *controls),
	CASE(a_limit_on_time_is_written_as_it_is_set))
