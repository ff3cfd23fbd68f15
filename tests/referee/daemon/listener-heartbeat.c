/*
 * The supervisor of the listener watches it closely: while it stands still, bots cannot be heard.
 */
#include "referee/daemon/listener-supervisor.h"

#include "tests/lib/listener-double.h"

static void on_bot(void *owner, int bot)
{
	(void)owner, (void)bot;
}

static const struct remote_sessions_calls claim_calls = {on_bot, on_bot};

/* A look each tenth of a second. The process sleeps when it does not beat: nothing explains that.
 */
START_TEST(a_listener_that_misses_its_beats_is_silent_and_the_span_is_known)
	{
		const char *const names[] = {"ann"};
		scene_begin_with(ANN, "30");
		struct claim *c =
			claim_open(listener_supervisor_sessions(s.g), names, 1, &claim_calls, NULL);
		usec began = time_now();
		int64_t utc = time_utc();
		tells("beat");
		UNTIL(claim_has_heard(c, began) && !claim_has_heard(c, began + 3600 * SECOND));
		ck_assert(!claim_is_silent(c));
		usec heard = time_now();
		UNTIL(claim_is_silent(c));
		ck_assert_int_ge(time_now() - heard, 100 * MILLISECOND);
		ck_assert(!claim_was_held_up(c, utc - 10000, utc + 10000));
		tells("beat");
		UNTIL(!claim_is_silent(c));
		ck_assert(claim_has_heard(c, heard + 100 * MILLISECOND));
		ck_assert(claim_was_held_up(c, utc - 10000, utc + 10000));
		ck_assert(!claim_was_held_up(c, utc - 10000, utc - 1000));
		ck_assert_int_ge(claim_held_up_until(c), heard);
		claim_close(c);
		scene_close();
	}
END_TEST

START_TEST(a_listener_that_beats_is_heard_and_was_never_silent)
	{
		const char *const names[] = {"ann"};
		scene_begin_with(ANN, "300"); /* a look each second, and many beats for each */
		struct claim *c =
			claim_open(listener_supervisor_sessions(s.g), names, 1, &claim_calls, NULL);
		for (usec since = time_now(), end = since + 2 * SECOND; since < end;) {
			tells("beat");
			while (event_base_loop(s.base, EVLOOP_NONBLOCK) == 0 && time_now() < since)
				;
			since += 10 * MILLISECOND;
			ck_assert(!claim_is_silent(c));
		}
		ck_assert_int_eq(claim_held_up_until(c), 0);
		claim_close(c);
		scene_close();
	}
END_TEST

/* From the last beat of the one to the first of the next. */
START_TEST(between_two_listeners_no_bot_can_be_heard)
	{
		const char *const names[] = {"ann"};
		scene_begin_with(ANN, "30");
		struct claim *c =
			claim_open(listener_supervisor_sessions(s.g), names, 1, &claim_calls, NULL);
		usec began = time_now();
		tells("beat");
		UNTIL(claim_has_heard(c, began) && !claim_has_heard(c, began + 3600 * SECOND));
		int64_t utc = time_utc();
		tells("exit 0");
		UNTIL(claim_is_silent(c));
		UNTIL(strstr(s.said, "the process runs again") != NULL);
		ck_assert(claim_is_silent(c));
		meet();
		tells("beat");
		UNTIL(!claim_is_silent(c));
		ck_assert(claim_was_held_up(c, utc, utc));
		claim_close(c);
		scene_close();
	}
END_TEST

SUITE("daemon/listener-heartbeat",
	CASE(a_listener_that_misses_its_beats_is_silent_and_the_span_is_known),
	CASE(a_listener_that_beats_is_heard_and_was_never_silent),
	CASE(between_two_listeners_no_bot_can_be_heard))
