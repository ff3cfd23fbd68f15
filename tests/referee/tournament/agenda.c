/*
 * Agendas: what is left when some of the schedule is held, counted apart.
 */
#include "referee/tournament/agenda.h"

#include "tests/referee/tournament/made.h"
#include "tests/suite.h"

static const struct {
	const char *format;
	int players, bots, games;
} cases[] = {{"round-robin", 2, 6, 0}, {"round-robin", 3, 6, 0}, {"round-robin", 3, 7, 95},
	{"mix", 3, 4, 0}, {"mix", 4, 6, 100}};
enum { CASES = sizeof cases / sizeof *cases };

/* Holds every third game of the first half, and some that are no games here. */
START_TEST(what_is_left_is_the_schedule_less_what_is_held)
	{
		struct tournament t;
		struct told told;
		struct agenda agenda;
		struct pairing p;
		struct job job;
		told_init(&told);
		made_init(&t, "nim", cases[_i].players, cases[_i].bots, 1, NULL);
		free(t.format);
		t.format = memory_copy(cases[_i].format);
		t.games = t.games_began = cases[_i].games;
		ck_assert(agenda_init(&agenda, &t, &told.mistakes));
		int64_t count = schedule_count(&t), held = 0;
		ck_assert_int_eq(agenda_played(&agenda), 0);
		for (int64_t at = 0; at < count / 2; held++) {
			ck_assert(schedule_next(&t, &at, &p));
			agenda_hold(&agenda, (int64_t)p.key);
			at += 2;
		}
		agenda_hold(&agenda, 0);
		agenda_hold(&agenda, 12345);
		ck_assert_int_eq(agenda_played(&agenda), held);
		int64_t left = 0;
		for (; agenda_next(&agenda, &job) == SCHEDULE_GAME; left++)
			ck_assert(!set_has(&agenda.held, job.pairing.key));
		ck_assert_int_eq(left, count - held);
		agenda_clear(&agenda);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_million_million_games_are_counted_without_going_through_them)
	{
		struct tournament t;
		struct told told;
		struct agenda agenda;
		struct pairing p;
		int64_t at = 0;
		told_init(&told);
		made_init(&t, "nim", 2, 1000, 1, NULL);
		t.rounds = 1000000;
		/* 1000 x 999 games a round: nobody goes through 10^12 of them */
		ck_assert(agenda_init(&agenda, &t, &told.mistakes));
		for (int i = 0; i < 1000; i++) {
			ck_assert(schedule_next(&t, &at, &p));
			agenda_hold(&agenda, (int64_t)p.key);
		}
		ck_assert_int_eq(agenda_played(&agenda), 1000);
		agenda_clear(&agenda);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/agenda", LOOP(what_is_left_is_the_schedule_less_what_is_held, CASES),
	CASE(a_million_million_games_are_counted_without_going_through_them))
