/*
 * Whole games between searches: tic-tac-toe between those that see the end is drawn, and they never
 * lose to those that do not.
 */
#include "bots/search/search.h"

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

static const struct searching_game tictactoe = {"tictactoe", 2, 0, 0, {NULL}};

/* Plays one game; returns what seat 1 holds in the end. */
static int64_t play(const struct search *first, const struct search *second, uint64_t seed)
{
	const struct rules *rules = searching.setup.rules;
	int64_t scores[SEATS_MAX];
	struct position p = searching_start();

	for (int seat; (seat = rules->to_move(&searching.setup, &p)) != 0;) {
		searching.job.seed = seed++;
		struct search_result r = searching_to_depth(seat == 1 ? first : second, &p, 0);
		rules->play(&searching.setup, &p, r.best);
	}
	rules->scores(&searching.setup, &p, scores);
	return scores[0];
}

static const struct {
	const struct search *first, *second;
	int games;
	int least, most; /* what seat 1 may hold in the end */
} rows[] = {
	{&search_minimax, &search_minimax, 1, 0, 0},
	{&search_minimax, &search_alphabeta, 1, 0, 0},
	{&search_alphabeta, &search_minimax, 1, 0, 0},
	{&search_alphabeta, &search_pvs, 1, 0, 0},
	{&search_pvs, &search_alphabeta, 1, 0, 0},
	{&search_pvs, &search_pvs, 1, 0, 0},
	{&search_alphabeta, &search_random, 30, 0, 1},
	{&search_random, &search_alphabeta, 30, -1, 0},
	{&search_pvs, &search_random, 30, 0, 1},
	{&search_random, &search_pvs, 30, -1, 0},
	{&search_alphabeta, &search_first, 1, 1, 1},
};

START_TEST(who_sees_the_end_of_tictactoe_never_loses)
	{
		searching_begin(&tictactoe, 0);
		for (int i = 0; i < rows[_i].games; i++) {
			int64_t score = play(rows[_i].first, rows[_i].second, (uint64_t)i * 100);
			ck_assert_int_ge(score, rows[_i].least);
			ck_assert_int_le(score, rows[_i].most);
		}
		searching_end();
	}
END_TEST

SUITE("bots/perfect-games",
	LOOP(who_sees_the_end_of_tictactoe_never_loses, sizeof rows / sizeof *rows))
