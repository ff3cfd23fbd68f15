/*
 * Alarms: one timer, set for the nearest of all deadlines.
 *
 * plain too: it measures time.
 */
#include "referee/process/deadline-timer.h"

#include "tests/lib/suite.h"

static struct event_base *base;
static struct deadline_timer alarm_of_test;
static int rang;

static void on_ring(void *arg)
{
	(void)arg;
	rang++;
}

static struct deadline_timer *open_alarm(void)
{
	rang = 0;
	base = event_base_new();
	ck_assert(deadline_timer_open(&alarm_of_test, base, on_ring, NULL));
	return &alarm_of_test;
}

static void close_alarm(struct deadline_timer *timer)
{
	deadline_timer_close(timer);
	deadline_timer_close(timer);
	event_base_free(base);
}

START_TEST(a_nearer_deadline_moves_it_and_a_later_one_does_not)
	{
		struct deadline_timer *timer = open_alarm();
		usec near = time_now() + MILLISECOND;
		deadline_timer_set(timer, near + 3600 * SECOND);
		deadline_timer_set(timer, near);
		deadline_timer_set(timer, near + 60 * SECOND);
		ck_assert_int_eq(timer->at, near);
		event_base_loop(base, EVLOOP_ONCE);
		ck_assert_int_eq(rang, 1);
		ck_assert_int_ge(time_now(), near);
		close_alarm(timer);
	}
END_TEST

START_TEST(it_rings_once_and_can_be_set_again)
	{
		struct deadline_timer *timer = open_alarm();
		for (int i = 1; i <= 2; i++) {
			deadline_timer_set(timer, time_now());
			event_base_dispatch(base); /* until there is nothing more to wait for */
			ck_assert_int_eq(rang, i);
			ck_assert_int_eq(timer->at, 0);
		}
		close_alarm(timer);
	}
END_TEST

START_TEST(a_deadline_that_is_over_rings_and_none_does_not)
	{
		struct deadline_timer *timer = open_alarm();
		deadline_timer_set(timer, 0);
		ck_assert_int_eq(event_base_dispatch(base), 1); /* nothing to wait for */
		deadline_timer_set(timer, time_now() - 60 * SECOND);
		event_base_dispatch(base);
		ck_assert_int_eq(rang, 1);
		close_alarm(timer);
	}
END_TEST

SUITE("referee/process/deadline-timer", CASE(a_nearer_deadline_moves_it_and_a_later_one_does_not),
	CASE(it_rings_once_and_can_be_set_again),
	CASE(a_deadline_that_is_over_rings_and_none_does_not))
