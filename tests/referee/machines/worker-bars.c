/*
 * Workers that may not join: until their own time, whatever others did.
 */
#include "referee/machines/worker-bars.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

static struct worker_bars bars;

START_TEST(a_worker_stays_away_until_its_time)
	{
		memset(&bars, 0, sizeof bars);
		ck_assert(!worker_bars_has(&bars, "lab01", 0));
		worker_bars_add(&bars, "lab01", 100);
		worker_bars_add(&bars, "lab02", 200);
		ck_assert(worker_bars_has(&bars, "lab01", 99));
		ck_assert(!worker_bars_has(&bars, "lab01", 100));
		ck_assert(worker_bars_has(&bars, "lab02", 199));
		ck_assert(!worker_bars_has(&bars, "lab03", 0));
		ck_assert(!worker_bars_has(&bars, "lab0", 0));
		ck_assert(!worker_bars_has(&bars, "", 0));
	}
END_TEST

START_TEST(a_longer_bar_counts_and_a_shorter_one_does_not)
	{
		memset(&bars, 0, sizeof bars);
		worker_bars_add(&bars, "lab01", 600);
		worker_bars_add(&bars, "lab01", 10);
		ck_assert(worker_bars_has(&bars, "lab01", 599));
		worker_bars_add(&bars, "lab01", 700);
		ck_assert(worker_bars_has(&bars, "lab01", 699));
		ck_assert(!worker_bars_has(&bars, "lab01", 700));
	}
END_TEST

/* The place of another is taken with all that it was. */
START_TEST(the_first_of_too_many_is_forgotten)
	{
		char name[16];
		memset(&bars, 0, sizeof bars);
		for (int i = 0; i < WORKER_BARS + 1; i++) {
			snprintf(name, sizeof name, "lab%d", i);
			worker_bars_add(&bars, name, 1000 - i);
			worker_bars_add(&bars, name, 500); /* takes no other place */
		}
		ck_assert(!worker_bars_has(&bars, "lab0", 0));
		for (int i = 1; i < WORKER_BARS + 1; i++) {
			snprintf(name, sizeof name, "lab%d", i);
			ck_assert(worker_bars_has(&bars, name, 1000 - i - 1));
			ck_assert(!worker_bars_has(&bars, name, 1000 - i));
		}
	}
END_TEST

SUITE("referee/machines/worker-bars", CASE(a_worker_stays_away_until_its_time),
	CASE(a_longer_bar_counts_and_a_shorter_one_does_not),
	CASE(the_first_of_too_many_is_forgotten))
