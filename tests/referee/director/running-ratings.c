/*
 * The running ratings of a tournament: Elo in the order of the games, by numbers counted by hand.
 *
 * Of equals a win moves 10 points (K = 20), since 1/2 was expected. After it 1 / (1 + 10^(20 /
 * 400)) = 0.47125 is expected of the one that lost: a draw moves 20 * 0.02875 = 0.575 points to it.
 */
#include "referee/director/running-ratings.h"

#include "tests/lib/db-fixture.h"

enum { BOTS_MANY = 200 };

START_TEST(games_are_rated_in_their_order)
	{
		struct running_ratings r = {.elo = {.count = 0}};
		double before[3], after[3];
		running_ratings_game(&r, (uint64_t[]){7, 3}, (int[]){1, 2}, 0, 2, before, after);
		ck_assert_double_eq(before[0], 1500);
		ck_assert_double_eq(before[1], 1500);
		ck_assert_double_eq(after[0], 1510);
		ck_assert_double_eq(after[1], 1490);
		/* The other way round, and drawn. */
		running_ratings_game(&r, (uint64_t[]){3, 7}, (int[]){1, 1}, 0, 2, before, after);
		ck_assert_double_eq(before[0], 1490);
		ck_assert_double_eq(before[1], 1510);
		ck_assert_double_eq_tol(after[0], 1490.57501, 2e-5);
		ck_assert_double_eq_tol(after[1], 1509.42499, 2e-5);
		/* A third bot begins at the start; the last of three loses to both. */
		running_ratings_game(
			&r, (uint64_t[]){9, 11, 12}, (int[]){1, 2, 3}, 0, 3, before, after);
		ck_assert_double_eq(before[2], 1500);
		ck_assert_double_eq(after[0], 1510);
		ck_assert_double_eq(after[1], 1500);
		ck_assert_double_eq(after[2], 1490);
		/* Seats that failed together did not play each other. */
		running_ratings_game(&r, (uint64_t[]){9, 12}, (int[]){1, 1}, 3, 2, before, after);
		ck_assert_double_eq(after[0], 1510);
		ck_assert_double_eq(after[1], 1490);
		ck_assert_uint_eq(r.elo.count, 5);
		running_ratings_clear(&r);
		ck_assert_uint_eq(r.elo.count, 0);
		ck_assert_double_eq(*running_ratings_of(&r, 7), 1500);
		running_ratings_clear(&r);
	}
END_TEST

/* A bot in both seats wins from itself what it loses. */
START_TEST(a_bot_that_plays_itself_keeps_its_rating)
	{
		struct running_ratings r = {.elo = {.count = 0}};
		double before[3], after[3];
		running_ratings_game(
			&r, (uint64_t[]){5, 6, 5}, (int[]){1, 3, 2}, 0, 3, before, after);
		/* Each of its seats wins 1/2 of the other bot; the sum over two others, times K. */
		ck_assert_double_eq(after[0], 1510);
		ck_assert_double_eq(after[2], 1510);
		ck_assert_double_eq(after[1], 1490);
		ck_assert_double_eq(*running_ratings_of(&r, 5), 1510);
		running_ratings_clear(&r);
	}
END_TEST

/* The table grows several times meanwhile. */
START_TEST(many_bots_keep_their_own_ratings)
	{
		struct running_ratings r = {.elo = {.count = 0}};
		for (uint64_t bot = 1; bot <= BOTS_MANY; bot++)
			*running_ratings_of(&r, bot) = 1000 + (double)bot;
		ck_assert_uint_eq(r.elo.count, BOTS_MANY);
		for (uint64_t bot = 1; bot <= BOTS_MANY; bot++)
			ck_assert_double_eq(*running_ratings_of(&r, bot), 1000 + (double)bot);
		running_ratings_clear(&r);
	}
END_TEST

/* --- recalculation -------------------------------------------------------------------------- */

static double rated[2][16];
static int rated_count;

static void rated_read(struct db *db, int64_t tournament)
{
	struct db_query q;
	db_query(&q, db, "seat-ratings", tournament);
	for (rated_count = 0; db_next(&q); rated_count++) {
		ck_assert_int_lt(rated_count, 16);
		rated[0][rated_count] = db_real(&q, "before");
		rated[1][rated_count] = db_real(&q, "after");
	}
	FIXTURE_GOOD(db_end(&q));
}

/* cup: alpha - beta 1-0, beta - alpha drawn, alpha - gamma 1-0, gamma - alpha 0-1, beta - gamma
 * 1-0, gamma - beta 1-0. The other program of beta is the same bot. The fixture holds other
 * numbers. */
START_TEST(stored_ratings_are_calculated_again)
	{
		static const double right[2][12] = {
			{1500, 1500, 1490, 1510, 1509.42499, 1500, 1490.27121, 1519.15378,
				1490.57501, 1481.10060, 1471.37323, 1500.30238},
			{1510, 1490, 1490.57501, 1509.42499, 1519.15378, 1490.27121, 1481.10060,
				1528.32438, 1500.30238, 1471.37323, 1482.20396, 1489.47165}};
		const char *path = fixture_path("ratings.db");
		struct db *db = fixture_open(path);
		int64_t cup = 1, trio = 2;
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(running_ratings_recalculate(db, cup));
		FIXTURE_GOOD(db_commit(db));
		rated_read(db, cup);
		ck_assert_int_eq(rated_count, 12);
		for (int i = 0; i < 12; i++) {
			ck_assert_double_eq_tol(rated[0][i], right[0][i], 2e-5);
			ck_assert_double_eq_tol(rated[1][i], right[1][i], 2e-5);
		}
		/* Those of another tournament stay as they are stored. */
		rated_read(db, trio);
		ck_assert_int_eq(rated_count, 6);
		ck_assert_double_eq(rated[1][0], 1520);
		ck_assert_double_eq(rated[1][5], 1491);
		db_close(db);
	}
END_TEST

SUITE("referee/director/running-ratings", CASE(games_are_rated_in_their_order),
	CASE(a_bot_that_plays_itself_keeps_its_rating), CASE(many_bots_keep_their_own_ratings),
	CASE(stored_ratings_are_calculated_again))
