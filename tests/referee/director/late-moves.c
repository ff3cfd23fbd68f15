/*
 * Moves that only the margin saved: by a time for each move and by clocks, for each bot of its own
 * limits.
 */
#include "referee/director/late-moves.h"

#include <string.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

static struct {
	struct tournament t;
	struct bot bots[2];
	struct arbiter_config config;
	struct bot_config plans[2];
	struct late_moves late;
	struct db_move moves[64];
	struct db_game game;
} s;

static char ann[] = "ann", bob[] = "bob";

static void begin(struct limits limits)
{
	memset(&s, 0, sizeof s);
	s.bots[0].name = ann;
	s.bots[1].name = bob;
	s.t.bots = s.bots;
	s.t.bots_count = 2;
	s.config.bots = s.plans;
	s.config.terms.limits = limits;
	s.game.moves = s.moves;
}

/* The next move of seats in turn took this many milliseconds. */
static void moves(int ms)
{
	s.moves[s.game.moves_count] = (struct db_move){.seat = 1 + s.game.moves_count % 2,
		.wall_us = ms * MILLISECOND,
		.cpu_us = -1,
		.wait_us = -1};
	s.game.moves_count++;
}

/* The game is over: bot `first` had seat 1. */
static void adds(int first)
{
	const struct job job = {.pairing = {.seats = 2, .bot = {first, 1 - first}}};
	late_moves_add(&s.late, &s.config, &job, &s.game);
	s.game.moves_count = 0;
}

static void says(int bot, const char *wanted)
{
	char text[LATE_MOVES_TEXT] = "";
	ck_assert_int_eq(late_moves_explain(&s.late, &s.t, bot, text), *wanted != '\0');
	ck_assert_str_eq(text, wanted);
}

START_TEST(moves_after_the_time_are_counted_for_their_bot)
	{
		begin((struct limits){.movetime = 100 * MILLISECOND, .margin = 50 * MILLISECOND});
		says(0, "");
		moves(100), moves(120), moves(100), moves(150);
		adds(0);
		moves(101), moves(1);
		adds(1);
		says(0, "");
		says(1, "bob answered 3 of 3 moves after its time, saved by the margin: let it take less, or give it more time");
		late_moves_clear(&s.late);
		says(1, "");
	}
END_TEST

START_TEST(one_of_ten_is_worth_a_word)
	{
		begin((struct limits){.movetime = 100 * MILLISECOND, .margin = 50 * MILLISECOND});
		for (int i = 0; i < 10; i++)
			moves(i == 0 ? 101 : 1), moves(1);
		adds(0);
		says(0, "ann answered 1 of 10 moves after its time, saved by the margin: let it take less, or give it more time");
		for (int i = 0; i < 10; i++)
			moves(1), moves(1);
		adds(0);
		says(0, "");
		late_moves_clear(&s.late);
	}
END_TEST

/* A second for the game: three moves of 400 ms are 200 more than that. */
START_TEST(a_clock_that_has_run_out_makes_a_move_late)
	{
		begin((struct limits){.tc_time = SECOND, .margin = 300 * MILLISECOND});
		for (int i = 0; i < 3; i++)
			moves(400), moves(1);
		adds(0);
		says(0, "ann answered 1 of 3 moves after its time, saved by the margin: let it take less, or give it more time");
		says(1, "");
		late_moves_clear(&s.late);
	}
END_TEST

START_TEST(a_wait_for_a_processor_is_not_late_where_it_is_not_charged)
	{
		begin((struct limits){.movetime = 100 * MILLISECOND,
			.margin = 50 * MILLISECOND,
			.clock = _i == 0 ? CLOCK_WALL : CLOCK_FAIR});
		s.plans[1].has_limits = true; /* the other has a second */
		s.plans[1].limits = (struct limits){.movetime = SECOND};
		moves(120), moves(120);
		for (int i = 0; i < 2; i++) {
			s.moves[i].cpu_us = 10 * MILLISECOND;
			s.moves[i].wait_us = 100 * MILLISECOND;
		}
		adds(0);
		says(0, _i == 0 ? "ann answered 1 of 1 move after its time, saved by the margin: let it take less, or give it more time"
				: "");
		says(1, "");
		late_moves_clear(&s.late);
	}
END_TEST

SUITE("referee/director/late-moves", CASE(moves_after_the_time_are_counted_for_their_bot),
	CASE(one_of_ten_is_worth_a_word), CASE(a_clock_that_has_run_out_makes_a_move_late),
	LOOP(a_wait_for_a_processor_is_not_late_where_it_is_not_charged, 2))
