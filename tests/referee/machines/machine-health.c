/*
 * When a machine is drained, and of which games. Times are from the rules of the header.
 */
#include "referee/machines/machine-health.h"

#include <string.h>

#include "tests/lib/suite.h"

enum { MARGIN = 20000 /* half of it is 10 ms: buckets 10 and up count */ };

static const struct {
	uint64_t punctual, late;
	int bucket; /* of the late ones */
	enum machine_drained drained;
} delays[] = {
	{1000, 2, 12, MACHINE_PLAYS}, {0, 2, 12, MACHINE_PLAYS}, {0, 3, 12, MACHINE_NO_CLOCKS},
	{297, 3, 10, MACHINE_NO_CLOCKS}, {298, 3, 10, MACHINE_PLAYS},
	{0, 100, 9, MACHINE_PLAYS}, /* up to 10 ms */
};

START_TEST(late_moves_drain_a_machine)
	{
		struct machine_health h = {.moves = 0};
		struct latency_histogram histogram = {.sum = delays[_i].punctual + delays[_i].late};
		histogram.count[0] = delays[_i].punctual;
		histogram.count[delays[_i].bucket] = delays[_i].late;
		machine_health_delays(&h, &histogram, MARGIN, SECOND);
		ck_assert_int_eq(machine_health_drained(&h, SECOND), delays[_i].drained);
	}
END_TEST

START_TEST(late_moves_of_different_minutes_do_not_add_up)
	{
		struct machine_health h = {.moves = 0};
		struct latency_histogram histogram = {.count = {[12] = 2}, .sum = 2};
		machine_health_delays(&h, &histogram, MARGIN, SECOND);
		machine_health_delays(&h, &histogram, MARGIN, SECOND + MACHINE_HEALTH_WINDOW);
		ck_assert_int_eq(
			machine_health_drained(&h, SECOND + MACHINE_HEALTH_WINDOW), MACHINE_PLAYS);
		machine_health_delays(&h, &histogram, MARGIN, 2 * SECOND + MACHINE_HEALTH_WINDOW);
		ck_assert_int_eq(machine_health_drained(&h, 2 * SECOND + MACHINE_HEALTH_WINDOW),
			MACHINE_NO_CLOCKS);
	}
END_TEST

static const struct {
	usec busy, waited;
	enum machine_drained drained;
} waits[] = {
	{1000000, 999999, MACHINE_PLAYS}, /* less than 2 s */
	{1900000, 100000, MACHINE_PLAYS}, /* 5 % */
	{1899999, 100001, MACHINE_NO_CLOCKS},
	{0, 2000000, MACHINE_NO_CLOCKS},
};

START_TEST(bots_that_wait_drain_a_machine)
	{
		struct machine_health h = {.moves = 0};
		machine_health_moves(&h, waits[_i].busy, waits[_i].waited, SECOND);
		ck_assert_int_eq(machine_health_drained(&h, SECOND), waits[_i].drained);
	}
END_TEST

START_TEST(a_machine_comes_back_after_a_quiet_time)
	{
		struct machine_health h = {.moves = 0};
		char text[MACHINE_HEALTH_TEXT];
		usec then = SECOND + MACHINE_HEALTH_QUIET;
		machine_health_moves(&h, SECOND, 3 * SECOND, SECOND);
		machine_health_explain(&h, text);
		ck_assert_str_eq(text, "its bots waited for a processor in 75.0 % of their time");
		ck_assert_int_eq(machine_health_drained(&h, then - 1), MACHINE_NO_CLOCKS);
		ck_assert_int_eq(machine_health_drained(&h, then), MACHINE_PLAYS);
		/* While the machine is busy with other things, it is not quiet. */
		machine_health_load(&h, 501, then - 1);
		ck_assert_int_eq(machine_health_drained(&h, then), MACHINE_NO_CLOCKS);
		machine_health_load(&h, 500, then);
		machine_health_load(&h, -1, then);
		then += MACHINE_HEALTH_QUIET - 1;
		ck_assert_int_eq(machine_health_drained(&h, then), MACHINE_PLAYS);
		/* A load alone does not drain. */
		machine_health_load(&h, 9900, then);
		ck_assert_int_eq(machine_health_drained(&h, then), MACHINE_PLAYS);
	}
END_TEST

START_TEST(three_failures_with_different_bots_drain_a_machine_of_all_games)
	{
		struct machine_health h = {.moves = 0};
		static const int games[][2] = {{0, 1}, {0, 1}, {0, 1}, {2, 3}};
		for (int i = 0; i < 3; i++)
			machine_health_failed(&h, games[i], 2, SECOND);
		ck_assert_int_eq(machine_health_drained(&h, SECOND), MACHINE_PLAYS);
		for (int i = 3; i < MACHINE_HEALTH_IN_ROW - 1; i++)
			machine_health_failed(&h, games[0], 2, SECOND);
		ck_assert_int_eq(machine_health_drained(&h, SECOND), MACHINE_PLAYS);
		struct machine_health same = h;
		machine_health_failed(&same, games[0], 2, SECOND);
		ck_assert_int_eq(machine_health_drained(&same, SECOND), MACHINE_NO_GAMES);
		machine_health_failed(&h, games[3], 2, SECOND);
		ck_assert_int_eq(machine_health_drained(&h, SECOND), MACHINE_NO_GAMES);
		ck_assert_int_eq(
			machine_health_drained(&h, 100 * MACHINE_HEALTH_QUIET), MACHINE_NO_GAMES);
	}
END_TEST

START_TEST(a_game_between_failures_starts_the_count_again)
	{
		struct machine_health h = {.moves = 0};
		for (int i = 0; i < 9; i++) {
			machine_health_failed(&h, &i, 1, SECOND);
			if (i % 2 == 1)
				machine_health_played(&h);
		}
		ck_assert_int_eq(machine_health_drained(&h, SECOND), MACHINE_PLAYS);
	}
END_TEST

static const struct {
	int64_t speeds[5];
	int count;
	int64_t median;
} medians[] = {
	{{0}, 0, 0},
	{{0, 0}, 2, 0},
	{{100}, 1, 100},
	{{0, 300, 100}, 3, 200},
	{{300, 100, 200}, 3, 200},
	{{5, 1, 0, 9, 3}, 5, 4},
};

START_TEST(unknown_speeds_do_not_count_for_the_median)
	{
		int64_t speeds[5];
		memcpy(speeds, medians[_i].speeds, sizeof speeds);
		ck_assert_int_eq(
			machine_speed_median(speeds, medians[_i].count), medians[_i].median);
	}
END_TEST

START_TEST(a_speed_is_off_beyond_the_share_on_both_sides)
	{
		ck_assert(!machine_speed_is_off(900, 1000, 1000));
		ck_assert(machine_speed_is_off(899, 1000, 1000));
		ck_assert(!machine_speed_is_off(1100, 1000, 1000));
		ck_assert(machine_speed_is_off(1101, 1000, 1000));
		ck_assert(machine_speed_is_off(1001, 1000, 0));
		ck_assert(!machine_speed_is_off(0, 1000, 1000));
		ck_assert(!machine_speed_is_off(1000, 0, 1000));
	}
END_TEST

SUITE("referee/machines/machine-health",
	LOOP(late_moves_drain_a_machine, sizeof delays / sizeof *delays),
	CASE(late_moves_of_different_minutes_do_not_add_up),
	LOOP(bots_that_wait_drain_a_machine, sizeof waits / sizeof *waits),
	CASE(a_machine_comes_back_after_a_quiet_time),
	CASE(three_failures_with_different_bots_drain_a_machine_of_all_games),
	CASE(a_game_between_failures_starts_the_count_again),
	LOOP(unknown_speeds_do_not_count_for_the_median, sizeof medians / sizeof *medians),
	CASE(a_speed_is_off_beyond_the_share_on_both_sides))
