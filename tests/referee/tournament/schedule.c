/*
 * Schedules: who plays whom how often, and what a game's key and seeds depend on.
 */
#include "referee/tournament/schedule.h"

#include <string.h>

#include "tests/referee/tournament/made.h"
#include "tests/suite.h"

enum { BOTS = 9 };

/* n! / (n - k)! games a round: every choice of k bots, in every order of seats. */
static const struct {
	const char *game;
	int players, bots, rounds;
	int64_t games;
} sizes[] = {
	{"connect4", 2, 2, 1, 2},
	{"connect4", 2, 3, 1, 6},
	{"connect4", 2, 4, 3, 36},
	{"connect4", 2, 5, 2, 40},
	{"connect4", 2, 8, 1, 56},
	{"connect4", 2, 9, 1, 72},
	{"nim", 3, 3, 2, 12},
	{"nim", 3, 4, 1, 24},
	{"nim", 3, 7, 2, 420},
	{"nim", 4, 4, 1, 24},
	{"nim", 4, 6, 1, 360},
	{"nim", 4, 9, 2, 6048},
};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* A number for the bots in their seats. */
static int code(const struct pairing *p)
{
	int sum = 0;
	for (int i = 0; i < p->seats; i++)
		sum = sum * BOTS + p->bot[i];
	return sum;
}

START_TEST(every_choice_of_bots_plays_once_a_round_in_every_order_of_seats)
	{
		struct tournament t;
		struct pairing p;
		int64_t at = 0, games = 0;
		int last = 0;
		static unsigned char met[BOTS * BOTS * BOTS * BOTS];
		made_init(&t, sizes[_i].game, sizes[_i].players, sizes[_i].bots, sizes[_i].rounds,
			NULL);
		while (schedule_next(&t, &at, &p)) {
			ck_assert_int_eq(p.seats, sizes[_i].players);
			ck_assert(p.round == last || p.round == last + 1);
			if (p.round != last)
				memset(met, 0, sizeof met);
			last = p.round;
			for (int i = 0; i < p.seats; i++) {
				ck_assert(p.bot[i] >= 0 && p.bot[i] < sizes[_i].bots);
				for (int j = 0; j < i; j++)
					ck_assert_int_ne(p.bot[i], p.bot[j]);
			}
			ck_assert_msg(!met[code(&p)], "twice in round %d", p.round);
			met[code(&p)] = 1;
			games++;
		}
		ck_assert_int_eq(last, sizes[_i].rounds);
		ck_assert_int_eq(games, sizes[_i].games);
		ck_assert_int_eq(schedule_count(&t), sizes[_i].games);
		ck_assert(!schedule_next(&t, &at, &p));
		tournament_clear(&t);
	}
END_TEST

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

START_TEST(no_two_games_have_the_same_key)
	{
		struct tournament t;
		struct pairing p;
		int64_t at = 0;
		size_t games = 0;
		made_init(&t, "nim", 2, 100, 20, NULL);
		int64_t count = schedule_count(&t);
		ck_assert_int_eq(count, 198000);
		uint64_t *keys = memory_get((size_t)count, sizeof *keys);
		for (; schedule_next(&t, &at, &p); games++)
			keys[games] = p.key;
		qsort(keys, games, sizeof *keys, compare);
		for (size_t i = 1; i < games; i++)
			ck_assert_uint_ne(keys[i], keys[i - 1]);
		free(keys);
		tournament_clear(&t);
	}
END_TEST

/* The game of these bots, by name, in this round. */
static struct pairing find(const struct tournament *t, int round, const char *one, const char *two)
{
	struct pairing p;
	int64_t at = 0;
	while (schedule_next(t, &at, &p)) {
		if (p.round == round && strcmp(t->bots[p.bot[0]].name, one) == 0 &&
			strcmp(t->bots[p.bot[1]].name, two) == 0)
			return p;
	}
	ck_abort_msg("no such game");
}

START_TEST(a_game_keeps_its_key_and_seeds_when_bots_and_rounds_are_added_or_change_places)
	{
		struct tournament few, many;
		made_init(&few, "connect4", 2, 4, 2, NULL);
		made_init(&many, "connect4", 2, 7, 5, NULL);
		struct bot first = many.bots[0];
		many.bots[0] = many.bots[6];
		many.bots[6] = first;
		for (int round = 1; round <= 2; round++) {
			struct pairing a = find(&few, round, "bot-3", "bot-0");
			struct pairing b = find(&many, round, "bot-3", "bot-0");
			ck_assert_uint_eq(a.key, b.key);
			ck_assert_uint_eq(a.seed, b.seed);
			ck_assert_uint_eq(a.opening_index, b.opening_index);
		}
		tournament_clear(&few);
		tournament_clear(&many);
	}
END_TEST

START_TEST(all_seat_orders_of_a_round_share_a_seed_and_an_opening_and_no_key)
	{
		struct tournament t;
		made_init(&t, "connect4", 2, 4, 2, NULL);
		struct pairing a = find(&t, 1, "bot-1", "bot-2");
		struct pairing b = find(&t, 1, "bot-2", "bot-1");
		struct pairing next = find(&t, 2, "bot-1", "bot-2");
		struct pairing other = find(&t, 1, "bot-1", "bot-3");
		ck_assert_uint_eq(a.seed, b.seed);
		ck_assert_uint_eq(a.opening_index, b.opening_index);
		ck_assert_uint_ne(a.key, b.key);
		ck_assert_uint_ne(a.seed, next.seed);
		ck_assert_uint_eq(a.opening_index + 1, next.opening_index);
		ck_assert_uint_ne(a.seed, other.seed);
		ck_assert_uint_ne(a.opening_index, other.opening_index);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_tournaments_seed_changes_seeds_and_no_key)
	{
		struct tournament t;
		made_init(&t, "connect4", 2, 3, 1, NULL);
		struct pairing a = find(&t, 1, "bot-0", "bot-2");
		t.seed = 2;
		struct pairing b = find(&t, 1, "bot-0", "bot-2");
		ck_assert_uint_eq(a.key, b.key);
		ck_assert_uint_ne(a.seed, b.seed);
		tournament_clear(&t);
	}
END_TEST

/* In a circle each bot plays once in every so many games: with n bots, n / 2 games a step. */
START_TEST(the_games_of_pairs_are_spread_over_all_bots)
	{
		struct tournament t;
		struct pairing p;
		int bots = _i + 3;
		int64_t at = 0;
		made_init(&t, "connect4", 2, bots, 2, NULL);
		int busy[BOTS * 2] = {0}, first[BOTS * 2] = {0}, games = 0;
		while (schedule_next(&t, &at, &p) && p.round == 1) {
			int step = games / (bots / 2) + 1;
			for (int i = 0; i < 2; i++) {
				ck_assert_msg(busy[p.bot[i]] != step, "twice in step %d", step);
				busy[p.bot[i]] = step;
			}
			first[p.bot[0]]++;
			games++;
			/* Half way all have met once: seats are shared out evenly by then. */
			if (games == bots * (bots - 1) / 2) {
				for (int i = 0; i < bots; i++)
					ck_assert_msg(abs(2 * first[i] - (bots - 1)) <= 1,
						"bot %d of %d began %d times", i, bots, first[i]);
			}
		}
		tournament_clear(&t);
	}
END_TEST

START_TEST(nobody_begins_more_than_three_games_in_a_row)
	{
		struct tournament t;
		struct pairing p;
		int64_t at = 0;
		int row[BOTS * 2] = {0}, seat[BOTS * 2] = {0};
		made_init(&t, "connect4", 2, _i + 3, 3, NULL);
		while (schedule_next(&t, &at, &p)) {
			for (int i = 0; i < 2; i++) {
				int bot = p.bot[i];
				row[bot] = seat[bot] == i ? row[bot] + 1 : 1;
				seat[bot] = i;
				ck_assert_msg(row[bot] <= 3, "bot %d of %d", bot, _i + 3);
			}
		}
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_schedule_too_large_to_count_says_so)
	{
		struct tournament t;
		made_init(&t, "nim", 4, 5, 1, NULL);
		struct bot *bots = t.bots;
		t.bots_count = 1000;
		t.players = 6;
		t.rounds = 1;
		/* 1000 x 999 x 998 x 997 x 996 x 995, worked out apart */
		ck_assert_int_eq(schedule_count(&t), INT64_C(985084775273880000));
		t.rounds = 10;
		ck_assert_int_eq(schedule_count(&t), -1);
		t.rounds = 1000000;
		ck_assert_int_eq(schedule_count(&t), -1);
		t.bots_count = 5;
		t.bots = bots;
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_schedule_is_found_by_its_name)
	{
		ck_assert_ptr_eq(schedule_find("round-robin"), all_schedules[0]);
		ck_assert_ptr_null(schedule_find("round-robi"));
		for (int i = 0; all_schedules[i] != NULL; i++)
			ck_assert(strlen(all_schedules[i]->help) > 0);
	}
END_TEST

SUITE("tournament/schedule",
	LOOP(every_choice_of_bots_plays_once_a_round_in_every_order_of_seats, SIZES),
	CASE(no_two_games_have_the_same_key),
	CASE(a_game_keeps_its_key_and_seeds_when_bots_and_rounds_are_added_or_change_places),
	CASE(all_seat_orders_of_a_round_share_a_seed_and_an_opening_and_no_key),
	CASE(the_tournaments_seed_changes_seeds_and_no_key),
	LOOP(the_games_of_pairs_are_spread_over_all_bots, 10),
	LOOP(nobody_begins_more_than_three_games_in_a_row, 10),
	CASE(a_schedule_too_large_to_count_says_so), CASE(a_schedule_is_found_by_its_name))
