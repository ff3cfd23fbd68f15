/*
 * Every search must keep to minimax's value. Tried over all games, all their evaluations and
 * every depth, on positions from random play.
 */
#include "bots/search/search.h"

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

enum { POSITIONS = 25, LINE_TEXT = SEARCH_LINE * MOVE_TEXT };

static const struct searching_game games[] = {
	{"tictactoe", 2, 6, 8, {NULL}},
	{"connect4", 2, 5, 30, {NULL}},
	{"connect4", 2, 6, 12, {"columns=4", "rows=4", "connect=3"}},
	{"connect4", 2, 5, 14, {"columns=5", "rows=3"}},
	{"othello", 2, 4, 40, {NULL}},
	{"othello", 2, 6, 10, {"size=4"}},
	{"breakthrough", 2, 4, 24, {"columns=4", "rows=5"}},
	{"gomoku", 2, 4, 8, {"columns=4", "rows=4", "row=4"}},
	{"kalah", 2, 6, 20, {NULL}},
	{"kalah", 2, 8, 9, {"pits=3", "seeds=3"}},
	{"nim", 2, 8, 6, {"heaps=11"}},
	{"nim", 2, 5, 4, {"heaps=3/4/5", "take=0", "misere=0"}},
	{"nim", 2, 6, 4, {"heaps=5/6", "take=2"}},
	{"nim", 3, 7, 4, {"heaps=12"}},
	{"nim", 4, 5, 4, {"heaps=3/4/5", "take=0", "misere=0"}},
	{"letters", 2, 9, 10, {NULL}},
	{"letters", 2, 12, 3, {"pile=ABCDE", "words=AB:-3,CDE:7,AE:2,BD:-5"}},
	{"tree", 2, 6, 3, {"depth=6", "branching=3"}},
	{"tree", 2, 3, 1,
		{"depth=2", "branching=2", "leaves=1000000000000000,3,-1000000000000000,4"}},
};

enum { GAMES = sizeof games / sizeof *games };

/* Calls try for positions of the game with each of its evaluations. */
static void each_position(int row, void (*try)(const struct position *p, int depth))
{
	uint64_t random = (uint64_t)row;

	searching_begin(&games[row], (uint64_t)row);
	for (int e = 0; all_evaluations[e] != NULL; e++) {
		if (!evaluation_fits(all_evaluations[e], searching.setup.rules))
			continue;
		searching_use(all_evaluations[e]);
		for (int i = 0; i < POSITIONS; i++) {
			struct position p = searching_wander(games[row].plies, &random);
			try(&p, games[row].depth);
		}
	}
	searching_end();
}

static int64_t saved;

static void try_alphabeta(const struct position *p, int deepest)
{
	char line[LINE_TEXT], other[LINE_TEXT];

	for (int depth = 1; depth <= deepest; depth++) {
		struct search_result a = searching_to_depth(&search_minimax, p, depth);
		struct search_result b = searching_to_depth(&search_alphabeta, p, depth);
		ck_assert_int_eq(a.value, b.value);
		ck_assert_uint_eq(a.best, b.best);
		ck_assert_int_le(b.nodes, a.nodes);
		ck_assert_str_eq(searching_line(p, a.line, a.length, line),
			searching_line(p, b.line, b.length, other));
		saved += a.nodes - b.nodes;
	}
}

START_TEST(alphabeta_has_the_value_the_move_and_the_line_of_minimax_in_fewer_nodes)
	{
		saved = 0;
		each_position(_i, try_alphabeta);
		ck_assert_int_gt(saved, 0);
	}
END_TEST

static const struct search *const kin[] = {
	&search_pvs, &search_paranoid, &search_maxn, &search_brs, &search_brs_plus, &search_opps};

enum { ALWAYS = 2 }; /* this many have the value with any number of seats, the rest with two */

/* The table stays from depth to depth and from position to position, as in a game, and serves all
 * searches in turn. */
static void try_kin(const struct position *p, int deepest)
{
	int count = searching.setup.seats > 2 ? ALWAYS : (int)(sizeof kin / sizeof *kin);

	for (int depth = deepest; depth >= 1; depth--) {
		struct search_result a = searching_to_depth(&search_minimax, p, depth);
		for (int i = 0; i < count; i++) {
			struct search_result b = searching_to_depth(kin[i], p, depth);
			ck_assert_msg(a.value == b.value, "%s, depth %d", kin[i]->name, depth);
		}
	}
}

START_TEST(pvs_paranoid_and_with_two_seats_all_others_have_the_value_of_minimax_at_each_depth)
	{
		each_position(_i, try_kin);
	}
END_TEST

/* The move that pvs plays is worth what it says: minimax finds nothing better elsewhere. */
static void try_pvs_move(const struct position *p, int depth)
{
	struct search_result r = searching_to_depth(&search_pvs, p, depth);
	const struct rules *rules = searching.setup.rules;
	struct position next = *p;

	rules->play(&searching.setup, &next, r.best);
	if (searching.setup.seats > 2 || rules->scored || depth < 2 ||
		rules->to_move(&searching.setup, &next) != 3 - searching.job.me)
		return;
	struct search_result reply = searching_to_depth(&search_minimax, &next, depth - 1);
	/* Ends are one ply nearer from there. */
	int64_t step = r.value >= VALUE_STEP / 2 ? 1 : r.value <= -VALUE_STEP / 2 ? -1 : 0;
	ck_assert_int_eq(-reply.value, r.value + step);
}

START_TEST(the_move_of_pvs_is_worth_its_value)
	{
		each_position(_i, try_pvs_move);
	}
END_TEST

/* Whatever stops it, a search answers with a legal move. */
static void try_stopping(const struct position *p, int deepest)
{
	move moves[MOVES_MAX];
	int count = searching.setup.rules->moves(&searching.setup, p, moves);

	(void)deepest;
	for (int i = 0; all_searches[i] != NULL; i++) {
		if (!searching_fits(all_searches[i]))
			continue;
		for (int64_t nodes = 1; nodes < 3000; nodes *= 5) {
			struct search_result r = searching_run(
				all_searches[i], p, (struct search_limits){.nodes = nodes}, NULL);
			bool legal = false;
			for (int k = 0; k < count; k++)
				legal |= moves[k] == r.best;
			ck_assert_msg(legal, "%s", all_searches[i]->name);
			ck_assert_int_le(r.nodes, nodes);
			ck_assert_uint_eq(r.line[0], r.best);
		}
	}
}

START_TEST(a_search_that_is_stopped_after_any_number_of_nodes_answers_with_a_legal_move)
	{
		each_position(_i, try_stopping);
	}
END_TEST

SUITE("bots/agreement",
	LOOP(alphabeta_has_the_value_the_move_and_the_line_of_minimax_in_fewer_nodes, GAMES),
	LOOP(pvs_paranoid_and_with_two_seats_all_others_have_the_value_of_minimax_at_each_depth,
		GAMES),
	LOOP(the_move_of_pvs_is_worth_its_value, GAMES),
	LOOP(a_search_that_is_stopped_after_any_number_of_nodes_answers_with_a_legal_move, GAMES))
