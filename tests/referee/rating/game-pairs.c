/*
 * Games that wait for their partners, in whatever order they end.
 */
#include "referee/rating/game-pairs.h"

#include <stdio.h>

#include "tests/lib/suite.h"

static void counts(
	const struct game_pairs *p, const int64_t games[3], const int64_t pairs[5], int64_t alone)
{
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(p->games.count[i], games[i]);
	for (int i = 0; i < 5; i++)
		ck_assert_int_eq(p->pairs.count[i], pairs[i]);
	ck_assert_int_eq(p->alone, alone);
}

START_TEST(two_games_of_one_opening_with_seats_swapped_are_a_pair)
	{
		struct game_pairs p;
		uint64_t a = game_pairs_key(1, 7, "d"), b = game_pairs_key(1, 7, "e");
		game_pairs_init(&p);
		game_pairs_add(&p, a, 1, GAME_PAIRS_WON);
		game_pairs_add(&p, b, 2, GAME_PAIRS_LOST);
		counts(&p, (int64_t[]){1, 0, 1}, (int64_t[]){0, 0, 0, 0, 0}, 2);
		game_pairs_add(&p, a, 2, GAME_PAIRS_DRAWN);
		counts(&p, (int64_t[]){1, 1, 1}, (int64_t[]){0, 0, 0, 1, 0}, 1);
		game_pairs_add(&p, b, 1, GAME_PAIRS_LOST);
		counts(&p, (int64_t[]){2, 1, 1}, (int64_t[]){1, 0, 0, 1, 0}, 0);
		game_pairs_clear(&p);
	}
END_TEST

START_TEST(the_key_is_of_round_seed_and_opening)
	{
		uint64_t key = game_pairs_key(1, 7, "d e");
		ck_assert(key == game_pairs_key(1, 7, "d e"));
		ck_assert(key != game_pairs_key(2, 7, "d e"));
		ck_assert(key != game_pairs_key(1, 8, "d e"));
		ck_assert(key != game_pairs_key(1, 7, "e d"));
		ck_assert(key != game_pairs_key(7, 1, "d e"));
	}
END_TEST

/* Games that were imported may all be of one opening: the first that waits is the partner. */
START_TEST(of_several_that_wait_the_first_is_the_partner)
	{
		struct game_pairs p;
		static const int first[] = {GAME_PAIRS_WON, GAME_PAIRS_DRAWN, GAME_PAIRS_LOST};
		uint64_t key = game_pairs_key(1, 0, "");
		game_pairs_init(&p);
		for (int i = 0; i < 3; i++)
			game_pairs_add(&p, key, 1, first[i]);
		game_pairs_add(&p, key, 2, GAME_PAIRS_WON);
		counts(&p, (int64_t[]){1, 1, 2}, (int64_t[]){0, 0, 0, 0, 1}, 2);
		game_pairs_add(&p, key, 2, GAME_PAIRS_LOST);
		counts(&p, (int64_t[]){2, 1, 2}, (int64_t[]){0, 1, 0, 0, 1}, 1);
		game_pairs_add(&p, key, 2, GAME_PAIRS_LOST);
		counts(&p, (int64_t[]){3, 1, 2}, (int64_t[]){1, 1, 0, 0, 1}, 0);
		game_pairs_add(&p, key, 2, GAME_PAIRS_DRAWN);
		counts(&p, (int64_t[]){3, 2, 2}, (int64_t[]){1, 1, 0, 0, 1}, 1);
		game_pairs_clear(&p);
	}
END_TEST

/* Many wait and go in another order: what each pair was worth is known from its number. */
START_TEST(many_may_wait)
	{
		enum { MANY = 5000 };
		struct game_pairs p;
		int64_t games[3] = {0}, pairs[5] = {0};
		game_pairs_init(&p);
		for (int i = 0; i < MANY; i++)
			game_pairs_add(&p, game_pairs_key(i, 3, "a"), 1 + i % 2, i % 3);
		ck_assert_int_eq(p.alone, MANY);
		for (int j = 0; j < MANY; j++) {
			int i = (int)((int64_t)j * 2467 % MANY); /* 2467 and 5000 are coprime */
			game_pairs_add(&p, game_pairs_key(i, 3, "a"), 2 - i % 2, i / 3 % 3);
			games[i % 3]++;
			games[i / 3 % 3]++;
			pairs[i % 3 + i / 3 % 3]++;
		}
		counts(&p, games, pairs, 0);
		game_pairs_clear(&p);
	}
END_TEST

SUITE("referee/rating/game-pairs", CASE(two_games_of_one_opening_with_seats_swapped_are_a_pair),
	CASE(the_key_is_of_round_seed_and_opening),
	CASE(of_several_that_wait_the_first_is_the_partner), CASE(many_may_wait))
