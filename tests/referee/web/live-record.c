/*
 * The record of a game in play, read line by line. The pages and `watch` that show it have
 * tests of their own.
 */
#include "referee/web/live-record.h"

#include <string.h>

#include "tests/lib/suite.h"

static struct live_record record;
static struct error err;

static bool take(const char *text)
{
	struct live_event event;
	char line[128];
	strcpy(line, text);
	ck_assert_msg(live_event_read(&event, line), "%s", text);
	return live_record_take(&record, &event, &err);
}

static void begin(void)
{
	static const char *const lines[] = {"7 live 3 9 5 1 cup",
		"7 limits 2 0 60000000 40 1000000 2000 cpu 1", "7 opening d e",
		"7 rules connect4 2", "7 param rows 6", "7 player 2 b", "7 game 9 1000",
		"7 move 1 d 10 9 - - - -", "7 seat 2 2 crash it\\nfell"};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		ck_assert_msg(take(lines[i]), "%s: %s", lines[i], err.text);
}

START_TEST(every_line_is_kept_until_the_next_header)
	{
		begin();
		const struct limits *limits = &record.limits[1];
		ck_assert_int_eq(record.number, 7);
		ck_assert_uint_eq(record.pairing, 9);
		ck_assert_uint_eq(record.seed, 5);
		ck_assert(record.public && record.remote[1] && !record.remote[0]);
		ck_assert_str_eq(record.tournament, "cup");
		ck_assert_str_eq(record.opening, "d e");
		ck_assert(limits->tc_time == 60 * SECOND && limits->tc_moves == 40);
		ck_assert(limits->tc_increment == SECOND && limits->tc_bank == 2000);
		ck_assert_int_eq(limits->clock, CLOCK_CPU);
		ck_assert_str_eq(record.record.moves.turns[0].move, "d");
		/* The texts of a line are copied: it is gone by now. */
		ck_assert(take("7 seat 2 2 crash again"));
		ck_assert_str_eq(record.record.result.ends.detail[1], "again");
		ck_assert(take("7 end crash 2000 7/7/7/7/7/3r3 y 1"));
		ck_assert_str_eq(record.record.result.reason, "crash");
		ck_assert_str_eq(record.record.result.final, "7/7/7/7/7/3r3 y 1");
		ck_assert(take("8 live 3 10 6 0 cup"));
		ck_assert(record.number == 8 && !record.remote[1] && !record.record.begun);
		ck_assert_int_eq(record.record.moves.count, 0);
		ck_assert_str_eq(record.opening, "");
		live_record_clear(&record);
	}
END_TEST

static const char *const wrong[] = {"7 limits 7 0 0 0 0 0 fair 0", "7 limits 1 -1 0 0 0 0 fair 0",
	"7 limits 1 0 0 2147483648 0 0 fair 0", "7 limits 1 0 0 0 0 1000000000001 fair 0",
	"7 rules nim 3", "7 player 3 c", "7 start 7/7/7/7/7/7 r 1", "7 game 9 1000",
	"7 move 3 d 1 1 - - - -", "7 move 2 abcdefghijklmnopqrstuvwxyzabcdef 1 1 - - - -",
	"7 seat 1 1 odd x", "7 stored 1 /c.db"};

/* Seat 1 has no limit; of seat 2 processor time counts, what is above a second a move goes off its
 * bank, and a time that cannot be is none. */
START_TEST(a_clock_has_what_the_moves_left_of_it)
	{
		static const struct {
			const char *line;
			usec left;
		} moves[] = {{"7 move 2 e 5000000 900000 - - - -", 2000},
			{"7 move 2 e 5000000 1000500 - - - -", 1500},
			{"7 move 2 e 1000500 - - - - -", 1000},
			{"7 move 2 e 9223372036854775807 5 - - - -", 1000}};
		struct clock clocks[SEATS_MAX];
		begin();
		for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
			ck_assert(take(moves[i].line));
			live_record_clocks(&record, clocks);
			ck_assert_int_eq(clock_next(&clocks[1]), SECOND + moves[i].left);
			ck_assert_int_eq(clock_next(&clocks[0]), CLOCK_PATIENCE);
		}
		live_record_clear(&record);
	}
END_TEST

START_TEST(a_line_that_does_not_fit_is_refused_with_a_reason)
	{
		begin();
		err = (struct error){.text = ""};
		ck_assert_msg(!take(wrong[_i]), "%s", wrong[_i]);
		ck_assert(error_is_set(&err));
		ck_assert_int_eq(record.record.moves.count, 1);
		ck_assert(take("9 live 3 10 6 0 cup"));
		ck_assert_msg(!take("9 game 10 1000"), "a game begins without its rules");
		live_record_clear(&record);
	}
END_TEST

SUITE("referee/web/live-record", CASE(every_line_is_kept_until_the_next_header),
	CASE(a_clock_has_what_the_moves_left_of_it),
	LOOP(a_line_that_does_not_fit_is_refused_with_a_reason, sizeof wrong / sizeof *wrong))
