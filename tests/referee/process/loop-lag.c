/*
 * A process that stood still notices it: the time that neither its work nor its wait for a
 * processor explains, and time that is left out of its own.
 */
#include "referee/process/loop-lag.h"

#include <poll.h>
#include <string.h>
#include <time.h>

#include "tests/lib/suite.h"

/* Rows of a table. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

static usec raw(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * SECOND + t.tv_nsec / 1000;
}

/* Spans with a limit of 60 ms. */
static const struct {
	usec span, cpu, wait, stood;
} rows[] = {
	{59999, 0, 0, 0}, {60000, 0, 0, 0}, {60001, 0, 0, 60001}, {3000000, 0, 0, 3000000},
	{3000000, 100, 2000, 2997900}, {3000000, 2990000, 0, 0}, /* it worked */
	{3000000, 0, 2990000, 0},				 /* it waited for a processor */
	{3000000, 1500000, 1490000, 0},
	{200000, 0, 180000, 0}, /* it slept until its next tick, and that came late */
	{100000, 0, 70000, 0},	/* half of the limit is left */
	{100000, 0, 69999, 30001}, {100000, 60000, 60000, 0}, /* more than the span explains it */
};

START_TEST(what_is_not_explained_was_a_standstill)
	{
		ck_assert_int_eq(loop_lag_stood(60000, rows[_i].span, rows[_i].cpu, rows[_i].wait),
			rows[_i].stood);
	}
END_TEST

static struct {
	int calls;
	usec span, returned;
} gap;

static usec on_gap(void *arg, usec span)
{
	ck_assert_ptr_eq(arg, &gap);
	gap.calls++;
	gap.span = span;
	return gap.returned;
}

/* Passes this much time, and no less. */
static void passes(usec span)
{
	for (usec until = raw() + span; raw() < until;)
		;
}

START_TEST(a_gap_is_told_and_left_out_as_far_as_is_wanted)
	{
		usec before = time_now();
		ck_assert_int_le(raw() - before, SECOND); /* nothing is left out so far */
		gap.calls = 0;
		gap.returned = 0;
		time_watch_gaps(500 * MILLISECOND, on_gap, &gap);
		time_now();
		ck_assert_int_eq(gap.calls, 0);
		passes(510 * MILLISECOND);
		time_now();
		ck_assert_int_ge(gap.calls, 1);
		ck_assert_int_gt(gap.span, 500 * MILLISECOND);
		ck_assert_int_le(time_now(), raw());
		before = raw();
		ck_assert_int_ge(time_now(), before);
		gap.returned = 3600 * SECOND;
		passes(510 * MILLISECOND);
		before = raw();
		ck_assert_int_le(time_now(), before - 3600 * SECOND + SECOND);
		/* It stays left out. */
		time_watch_gaps(0, NULL, NULL);
		gap.calls = 0;
		passes(510 * MILLISECOND);
		ck_assert_int_le(time_now(), raw() - 3600 * SECOND);
		ck_assert_int_eq(gap.calls, 0);
	}
END_TEST

/* --- a loop ---------------------------------------------------------------------------------- */

static struct {
	int calls;
	usec stood;
} lag;

static usec on_stood(void *arg, usec span)
{
	ck_assert_ptr_eq(arg, &lag);
	lag.calls++;
	lag.stood += span;
	return loop_lag_leave_out(arg, span);
}

static usec waited, each_wait; /* what each question adds */

static usec on_waited(void)
{
	return waited += each_wait;
}

enum { LIMIT = 200 }; /* ms */

/* The loop goes on for this time by its ticks alone. */
static void turns(struct event_base *base, usec span)
{
	for (usec until = raw() + span; raw() < until;)
		event_base_loop(base, EVLOOP_ONCE);
}

START_TEST(a_loop_that_blocked_stood_still_and_one_that_worked_or_waited_did_not)
	{
		struct event_base *base = event_base_new();
		memset(&lag, 0, sizeof lag);
		ck_assert(loop_lag_watch(base, LIMIT * MILLISECOND, on_waited, on_stood, &lag));
		usec before = raw(), now = time_now();
		poll(NULL, 0, 2 * LIMIT);
		turns(base, LIMIT * MILLISECOND / 10);
		ck_assert_int_ge(lag.calls, 1);
		ck_assert_int_ge(lag.stood, (2 * LIMIT - 50) * MILLISECOND);
		/* That time has not passed. */
		ck_assert_int_le(time_now() - now, raw() - before - lag.stood + MILLISECOND);
		lag.calls = 0;
		each_wait = 100 * SECOND;
		poll(NULL, 0, 2 * LIMIT);
		turns(base, LIMIT * MILLISECOND / 10);
		ck_assert_int_eq(lag.calls, 0);
		usec cpu = time_own_cpu();
		while (time_own_cpu() < cpu + 2 * LIMIT * MILLISECOND)
			;
		turns(base, LIMIT * MILLISECOND / 10);
		ck_assert_int_eq(lag.calls, 0);
		time_watch_gaps(0, NULL, NULL);
		event_base_free(base);
	}
END_TEST

START_TEST(where_nothing_explains_a_gap_its_work_is_one_too)
	{
		struct event_base *base = event_base_new();
		memset(&lag, 0, sizeof lag);
		ck_assert(loop_lag_watch(base, LIMIT * MILLISECOND, NULL, on_stood, &lag));
		usec cpu = time_own_cpu();
		while (time_own_cpu() < cpu + 2 * LIMIT * MILLISECOND)
			;
		turns(base, LIMIT * MILLISECOND / 10);
		ck_assert_int_ge(lag.calls, 1);
		ck_assert_int_ge(lag.stood, 2 * LIMIT * MILLISECOND);
		time_watch_gaps(0, NULL, NULL);
		event_base_free(base);
	}
END_TEST

SUITE("referee/process/loop-lag", LOOP(what_is_not_explained_was_a_standstill, ROWS(rows)),
	CASE(a_gap_is_told_and_left_out_as_far_as_is_wanted),
	CASE(a_loop_that_blocked_stood_still_and_one_that_worked_or_waited_did_not),
	CASE(where_nothing_explains_a_gap_its_work_is_one_too))
