/*
 * Which main process a worker joins, and when it leaves one for another: by what each said, and a
 * clock of the test's own.
 */
#include "referee/machines/worker-runs.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { SLOTS = 4 /* of the worker */ };

static struct worker_runs runs;
static usec now;

/* The name of a run by its letter, a to f. */
static const char *name_of(char letter)
{
	static char names[2][WORKER_SESSION_NAME];
	static int next;
	char *name = names[next++ % 2];
	memset(name, letter, WORKER_SESSION_NAME - 1);
	return name;
}

static bool hear(const char *text)
{
	return worker_runs_receive(&runs, text, strlen(text), now);
}

static void hello(char letter, int slots)
{
	char text[64];
	snprintf(text, sizeof text, "%s %d", name_of(letter), slots);
	ck_assert(hear(text));
}

/* The letter of the run to join; '-': none. */
static char chosen(void)
{
	const char *name = worker_runs_choose(&runs, now);
	return name == NULL ? '-' : *name;
}

static void begin(void)
{
	memset(&runs, 0, sizeof runs);
	now = 1000 * SECOND;
}

/* Hears both once a second, for this long; the second at which it leaves, from 1; 0: none. */
static int seconds_until_it_leaves(int seconds, char one, int its, char other, int others, long lot)
{
	for (int i = 1; i <= seconds; i++) {
		now += SECOND;
		hello(one, its);
		hello(other, others);
		if (worker_runs_leaves(&runs, SLOTS, now, lot))
			return i;
	}
	return 0;
}

START_TEST(it_joins_the_life_with_the_fewest_slots)
	{
		begin();
		ck_assert_int_eq(chosen(), '-');
		hello('a', 8);
		ck_assert_int_eq(chosen(), 'a');
		hello('b', 2);
		hello('c', 5);
		ck_assert_int_eq(chosen(), 'b');
		hello('b', 6);
		ck_assert_int_eq(chosen(), 'c');
		hello('a', 0);
		ck_assert_int_eq(chosen(), 'a');
	}
END_TEST

START_TEST(a_life_that_is_silent_is_not_chosen)
	{
		begin();
		hello('a', 1);
		now += 1;
		hello('b', 9);
		now += WORKER_RUNS_FORGET - 1;
		ck_assert_int_eq(chosen(), 'a');
		now += 1;
		ck_assert_int_eq(chosen(), 'b');
		now += 1;
		ck_assert_int_eq(chosen(), '-');
		hello('a', 1);
		ck_assert_int_eq(chosen(), 'a');
	}
END_TEST

START_TEST(a_life_that_refused_is_asked_again_later)
	{
		begin();
		hello('a', 1);
		worker_runs_begin(&runs, chosen() == 'a' ? name_of('a') : "");
		worker_runs_end(&runs, true, now);
		usec refused = now;
		hello('a', 1);
		ck_assert_int_eq(chosen(), '-');
		hello('b', 99);
		ck_assert_int_eq(chosen(), 'b');
		now = refused + WORKER_RUNS_UNFAIR - 1;
		hello('a', 1);
		ck_assert_int_eq(chosen(), '-');
		now++;
		ck_assert_int_eq(chosen(), 'a');
	}
END_TEST

START_TEST(after_a_session_its_life_must_be_heard_again)
	{
		begin();
		hello('a', 1);
		hello('b', 2);
		worker_runs_begin(&runs, name_of('a'));
		ck_assert(!worker_runs_is_gone(&runs, now));
		now += WORKER_RUNS_FORGET;
		ck_assert(!worker_runs_is_gone(&runs, now));
		ck_assert(worker_runs_is_gone(&runs, now + 1));
		hello('a', 1);
		hello('b', 2);
		worker_runs_end(&runs, false, now);
		ck_assert_int_eq(chosen(), 'b');
		hello('a', 1);
		ck_assert_int_eq(chosen(), 'a');
	}
END_TEST

/* The worker is one of those that play for a: it counts for b when it has gone there. */
static const struct {
	int its, others; /* slots */
	long lot;	 /* microseconds later that the wait begins, if it is less than the wait */
	int leaves;	 /* after seconds; 0: not */
} balances[] = {
	{8, 3, 0, 22}, /* it was first seen after one second, and lasts for more than 20 */
	{8, 4, 0, 0},  /* b would have as many */
	{8, 5, 0, 0}, {4, 0, 0, 0}, {5, 0, 0, 22}, {8, 3, 7 * SECOND, 29},
	{8, 3, 20 * SECOND - 1, 41}, {8, 3, 20 * SECOND, 22}, /* a remainder */
};

START_TEST(it_leaves_when_another_life_has_fewer_slots_for_long)
	{
		begin();
		hello('a', balances[_i].its);
		worker_runs_begin(&runs, name_of('a'));
		ck_assert_int_eq(seconds_until_it_leaves(60, 'a', balances[_i].its, 'b',
					 balances[_i].others, balances[_i].lot),
			balances[_i].leaves);
	}
END_TEST

START_TEST(the_wait_begins_anew_when_it_was_fair_meanwhile)
	{
		begin();
		hello('a', 8);
		worker_runs_begin(&runs, name_of('a'));
		ck_assert_int_eq(seconds_until_it_leaves(20, 'a', 8, 'b', 3, 0), 0);
		ck_assert_int_eq(seconds_until_it_leaves(1, 'a', 8, 'b', 4, 0), 0);
		ck_assert_int_eq(seconds_until_it_leaves(60, 'a', 8, 'b', 3, 0), 22);
	}
END_TEST

/* Unfair for 15 seconds in one session, and in the next. */
START_TEST(the_wait_begins_anew_in_the_next_session)
	{
		begin();
		hello('a', 8);
		worker_runs_begin(&runs, name_of('a'));
		ck_assert_int_eq(seconds_until_it_leaves(15, 'a', 8, 'b', 3, 0), 0);
		worker_runs_end(&runs, false, now);
		hello('b', 8);
		worker_runs_begin(&runs, name_of('b'));
		ck_assert_int_eq(seconds_until_it_leaves(60, 'b', 8, 'a', 3, 0), 22);
	}
END_TEST

START_TEST(it_does_not_leave_for_a_life_that_is_silent_or_refused)
	{
		begin();
		hello('b', 0);
		worker_runs_begin(&runs, name_of('b'));
		worker_runs_end(&runs, true, now);
		hello('a', 8);
		worker_runs_begin(&runs, name_of('a'));
		/* For 20 seconds b is not asked again, and then it waits for 20. */
		ck_assert_int_eq(seconds_until_it_leaves(60, 'a', 8, 'b', 0, 0), 41);
		for (int i = 0; i < 60; i++) {
			now += SECOND;
			hello('a', 8);
			ck_assert(i < 3 || !worker_runs_leaves(&runs, SLOTS, now, 0));
		}
	}
END_TEST

/* The same wait counts if yet another run is the one with the fewest. */
START_TEST(of_several_lives_the_one_with_the_fewest_slots_counts)
	{
		int left = 0;
		begin();
		hello('a', 8);
		worker_runs_begin(&runs, name_of('a'));
		for (int i = 1; i <= 30 && left == 0; i++) {
			now += SECOND;
			hello('a', 8);
			hello('b', i % 2 == 0 ? 3 : 9);
			hello('c', i % 2 == 0 ? 9 : 2);
			left = worker_runs_leaves(&runs, SLOTS, now, 0) ? i : 0;
		}
		ck_assert_int_eq(left, 22);
	}
END_TEST

static const char *const malformed[] = {"", "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa ",
	"aaaaaaaaaaaaaaa 1", "aaaaaaaaaaaaaaaaa 1", "AAAAAAAAAAAAAAAA 1", "gggggggggggggggg 1",
	"aaaaaaaaaaaaaaaa x", "aaaaaaaaaaaaaaaa 1 ", "aaaaaaaaaaaaaaaa 1\n", "aaaaaaaaaaaaaaaa 1 2",
	"aaaaaaaaaaaaaaaa -1", "aaaaaaaaaaaaaaaa 99999999999", "aaaaaaaaaaaaaaaa 2147483648",
	"aaaaaaaaaaaaaaaa 00000000000000000000000000000000000000000000000001"};

START_TEST(what_is_malformed_is_no_life)
	{
		begin();
		ck_assert_msg(!hear(malformed[_i]), "%s", malformed[_i]);
		ck_assert_int_eq(chosen(), '-');
		/* It need not end with a NUL. */
		ck_assert(worker_runs_receive(&runs, "aaaaaaaaaaaaaaaa 1xyz", 18, now));
		ck_assert_int_eq(chosen(), 'a');
		ck_assert(hear("aaaaaaaaaaaaaaaa 2147483647"));
	}
END_TEST

/* More than it remembers: the one that was silent longest goes, and never its own. */
START_TEST(of_too_many_lives_the_one_that_was_silent_longest_is_forgotten)
	{
		char text[64];
		begin();
		hello('a', 0);
		worker_runs_begin(&runs, name_of('a'));
		for (int i = 0; i < 3 * WORKER_RUNS; i++) {
			now += 1000;
			hello('a', 200);
			snprintf(text, sizeof text, "%016x %d", i, 100 - i);
			ck_assert(hear(text));
			ck_assert(!worker_runs_is_gone(&runs, now));
		}
		snprintf(text, sizeof text, "%016x", 3 * WORKER_RUNS - 1);
		ck_assert_str_eq(worker_runs_choose(&runs, now), text);
		/* It is remembered that the last ones refused, and the other fifteen can be joined.
		 */
		worker_runs_end(&runs, false, now);
		for (int i = 1; i < WORKER_RUNS; i++) {
			snprintf(text, sizeof text, "%016x", 3 * WORKER_RUNS - i);
			ck_assert_str_eq(worker_runs_choose(&runs, now), text);
			worker_runs_begin(&runs, text);
			worker_runs_end(&runs, true, now);
		}
		ck_assert_int_eq(chosen(), '-');
	}
END_TEST

SUITE("referee/machines/worker-runs", CASE(it_joins_the_life_with_the_fewest_slots),
	CASE(a_life_that_is_silent_is_not_chosen), CASE(a_life_that_refused_is_asked_again_later),
	CASE(after_a_session_its_life_must_be_heard_again),
	LOOP(it_leaves_when_another_life_has_fewer_slots_for_long,
		sizeof balances / sizeof *balances),
	CASE(the_wait_begins_anew_when_it_was_fair_meanwhile),
	CASE(the_wait_begins_anew_in_the_next_session),
	CASE(it_does_not_leave_for_a_life_that_is_silent_or_refused),
	CASE(of_several_lives_the_one_with_the_fewest_slots_counts),
	LOOP(what_is_malformed_is_no_life, sizeof malformed / sizeof *malformed),
	CASE(of_too_many_lives_the_one_that_was_silent_longest_is_forgotten))
