/*
 * Losses on time: which of them were waiting, and what is said of them at a run's end.
 */
#include "referee/game/clock.h"

#include <string.h>

#include "tests/lib/suite.h"

/* 100 ms and a margin of 20 ms. */
static const struct {
	usec wall, cpu, wait;
	long waited;
} losses[] = {
	{121, 121, 0, 0},
	{121, 10, -1, 0},
	{121, 10, 0, 0},
	{121, 10, 1, 1},
	{200, 10, 79, 0},
	{200, 10, 80, 1},
	{200, 10, 190, 1},
	/* threads that wait for each other use a processor meanwhile */
	{200, 150, 190, 0},
	{200, 120, 190, 1},
	{200, -1, 80, 1},
};
enum { LOSSES = sizeof losses / sizeof *losses };

START_TEST(a_loss_was_waiting_when_the_rest_of_its_time_was_within_the_limit)
	{
		struct time_loss loss = {.losses = 0};
		struct spent spent = {losses[_i].wall * MILLISECOND, losses[_i].cpu * MILLISECOND,
			losses[_i].wait * MILLISECOND};
		if (losses[_i].wait < 0)
			spent.wait = -1;
		if (losses[_i].cpu < 0)
			spent.cpu = -1;
		time_loss_add(&loss, 100 * MILLISECOND, 20 * MILLISECOND, &spent);
		ck_assert_int_eq(loss.losses, 1);
		ck_assert_int_eq(loss.waited, losses[_i].waited);
	}
END_TEST

START_TEST(only_more_than_half_of_the_losses_are_said)
	{
		char text[TIME_LOSS_TEXT];
		ck_assert(!time_loss_explain(&(struct time_loss){0, 0}, CLOCK_WALL, text));
		ck_assert(!time_loss_explain(&(struct time_loss){2, 1}, CLOCK_WALL, text));
		ck_assert(time_loss_explain(&(struct time_loss){3, 2}, CLOCK_WALL, text));
		ck_assert_str_eq(text,
			"2 of 3 losses on time were waiting for a processor that others had, not the bots' work: play fewer games at a time (concurrency), keep each game to one processor (affinity = yes), take clock = fair, or allow a longer margin");
		ck_assert(time_loss_explain(&(struct time_loss){1, 1}, CLOCK_FAIR, text));
		ck_assert_ptr_nonnull(strstr(text, "1 of 1 loss on time was waiting for "));
		ck_assert_ptr_null(strstr(text, "clock ="));
	}
END_TEST

SUITE("judging/waiting",
	LOOP(a_loss_was_waiting_when_the_rest_of_its_time_was_within_the_limit, LOSSES),
	CASE(only_more_than_half_of_the_losses_are_said))
