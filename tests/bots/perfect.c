/*
 * The perfect player of Connect Four: what it says and plays against scores found elsewhere and
 * against the solver asked afresh, whole games, limits. A score is 22 less the stones that the
 * winner has in the end, seen by the side to move (bots/connect4/solver.h).
 */
#include "bots/search/search.h"

#include <stdlib.h>
#include <string.h>

#include "bots/connect4/solver.h"
#include "rules/connect4.h"
#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

enum { CELLS = 42, COLUMNS = 7, MEGABYTES = 16 };

static const struct searching_game connect4 = {"connect4", 2, 0, 0, {NULL}};

/* The position after columns 1 to 7. */
static struct position after(const char *columns)
{
	struct position p = searching_start();

	for (; *columns != '\0'; columns++)
		searching.setup.rules->play(&searching.setup, &p, (move)(*columns - '1'));
	return p;
}

static struct board board_of(const struct position *p)
{
	struct connect4_view v = connect4_view(&searching.setup, p);
	int seat = searching.setup.rules->to_move(&searching.setup, p);

	return (struct board){v.stones[seat == 2], v.stones[0] | v.stones[1]};
}

static int stones_of(const struct position *p)
{
	struct connect4_view v = connect4_view(&searching.setup, p);

	return __builtin_popcountll(v.stones[0] | v.stones[1]);
}

static struct search_result perfect(const struct position *p)
{
	return searching_run(&search_perfect, p, (struct search_limits){0}, NULL);
}

/* The score that a value promises: the winner moves last, and seats take turns. */
static int score_of(const struct position *p, int64_t value)
{
	int plies = search_plies(searching.setup.rules, value);

	if (plies < 0)
		return 0;
	int score = 22 - (stones_of(p) + plies + 1) / 2;
	return value > 0 ? score : -score;
}

/* Positions and scores by another solver. */
static const struct {
	const char *columns;
	int score;
} scores[] = {
	{"631724643721517642", 10},
	{"725611544127136213", 9},
	{"224153755733357656", -10},
	{"514315145547643771", -5},
	{"374527653227532261", -2},
	{"525316774155375131", 3},
	{"423427365754734436", 0},
	{"164646716417466423", 4},
	{"374561322461333546", 11},
	{"36744122731662326357", 1},
	{"77111256557625213416", 2},
	{"31137626462222356476", -3},
	{"73664333163513427221", 2},
	{"6756161436651731435212", 1},
	{"7252363317673577631231", -3},
	{"1512333721661214526775", 2},
	{"2175211137314133766672", -2},
	{"5634624222234424337764", 3},
	{"231231337553643674242767", -1},
	{"374315527432651451727741", 7},
	{"123251126521712735162455", -8},
	{"662734661343517235461627", 0},
	{"154433336775123125615125", -2},
};

enum { SCORES = sizeof scores / sizeof *scores };

START_TEST(its_value_is_the_score)
	{
		searching_begin(&connect4, 0);
		struct position p = after(scores[_i].columns);
		struct search_result r = perfect(&p);
		ck_assert_int_eq(score_of(&p, r.value), scores[_i].score);
		ck_assert_int_eq(stones_of(&p) + r.depth,
			scores[_i].score == 0  ? CELLS
			: scores[_i].score > 0 ? 2 * (22 - scores[_i].score) - 1 + stones_of(&p) % 2
					       : 2 * (22 + scores[_i].score) - stones_of(&p) % 2);
		searching_end();
	}
END_TEST

/* The column with the best score, the nearest to the centre of several, left of two as near. */
static int most_central(const int *all)
{
	static const int order[] = {3, 2, 4, 1, 5, 0, 6};
	int best = 3;

	for (int i = 1; i < COLUMNS; i++)
		if (all[order[i]] > all[best])
			best = order[i];
	return best;
}

START_TEST(its_move_is_the_most_central_of_the_best)
	{
		enum { POSITIONS = 200, LEAST = 16 };
		uint64_t random = 11;
		struct solver *fresh = solver_create(MEGABYTES);

		searching_begin(&connect4, 0);
		for (int i = 0; i < POSITIONS; i++) {
			int all[COLUMNS];
			struct position p;
			do
				p = searching_wander(CELLS - 1, &random);
			while (stones_of(&p) < LEAST);
			struct board b = board_of(&p);
			solver_forget(fresh);
			ck_assert(solver_analyze(fresh, &b, all));
			/* In one run after the other the kept table fills up. */
			struct search_result r = perfect(&p);
			ck_assert_int_eq(r.best, most_central(all));
			ck_assert_int_eq(score_of(&p, r.value), all[r.best]);
		}
		solver_free(fresh);
		searching_end();
	}
END_TEST

/* Against any opponent the final value is at least the value of the start. */
static const struct {
	const char *name;
	int depth;
	int games;
} opponents[] = {
	{"random", 0, 5},
	{"first", 0, 1},
	{"alphabeta", 2, 1},
	{"alphabeta", 6, 1},
	{"pvs", 8, 1},
	{"pvs", 12, 1},
	{"perfect", 0, 1},
};

enum { OPPONENTS = sizeof opponents / sizeof *opponents };

/* Plays from p on; the score seat 1 or 2 has in the end. */
static int play(struct position p, int seat, const struct search *opponent, int depth)
{
	const struct rules *rules = searching.setup.rules;
	int64_t held[SEATS_MAX];
	int mover;

	while ((mover = rules->to_move(&searching.setup, &p)) != 0) {
		move m = mover == seat ? perfect(&p).best
				       : searching_to_depth(opponent, &p, depth).best;
		rules->play(&searching.setup, &p, m);
		searching.job.seed++;
	}
	rules->scores(&searching.setup, &p, held);
	return (int)held[seat - 1] * (22 - (stones_of(&p) + 1) / 2);
}

static void play_all(const char *columns, int score, int row)
{
	const struct search *opponent = search_find(opponents[row].name);
	struct position p = after(columns);
	int mover = searching.setup.rules->to_move(&searching.setup, &p);

	for (int i = 0; i < opponents[row].games; i++) {
		int first = play(p, mover, opponent, opponents[row].depth);
		int second = play(p, 3 - mover, opponent, opponents[row].depth);
		ck_assert_int_ge(first, score);
		ck_assert_int_ge(second, -score);
		if (opponent == &search_perfect)
			ck_assert(first == score && second == -score);
	}
}

START_TEST(it_wins_as_fast_and_loses_as_late_as_can_be)
	{
		searching_begin(&connect4, 0);
		for (int i = 0; i < SCORES; i += 3)
			play_all(scores[i].columns, scores[i].score, _i);
		searching_end();
	}
END_TEST

/* Seat 1 wins with its last stone but one: score 1. The repertoire makes this quick. */
START_TEST(it_never_loses_moving_first_on_the_empty_board)
	{
		searching_begin(&connect4, 0);
		play_all("", 1, _i);
		searching_end();
	}
END_TEST

/* No reply to this is in the repertoire: seat 1 does not begin there. */
static const char beyond[] = "11";

/* A clock that goes on by a tick when it is read, and a referee that says stop once. */
struct world {
	search_usec now, tick;
	int patience; /* questions until then; negative: never */
};

static search_usec world_now(void *context)
{
	struct world *w = context;

	return w->now += w->tick;
}

static bool world_stop(void *context)
{
	struct world *w = context;

	return w->patience >= 0 && w->patience-- == 0;
}

static const struct {
	search_usec hard, soft;
	int64_t nodes;
	int patience;
	int64_t most; /* nodes it may have visited */
} limits[] = {
	{0, 0, 1, -1, 1},
	{0, 0, 100, -1, 100},
	{0, 0, 10000, -1, 10000},
	{0, 0, 50000, -1, 50000},
	{0, 0, 300000, -1, 300000},
	{1, 0, 0, -1, 10000},
	{20000, 0, 0, -1, 40000},
	{300000, 0, 0, -1, 1500000},
	{300000, 1000, 0, -1, 1500000},
	{0, 0, 0, 0, 10000},
	{0, 0, 0, 3, 40000},
	{0, 0, 0, 100, 300000},
	{300000, 0, 40000, 100, 40000},
};

START_TEST(it_ends_when_told_to_with_a_move)
	{
		struct world w = {.tick = 1000, .patience = limits[_i].patience};
		const struct search_hooks hooks = {world_now, world_stop, NULL, &w};
		const struct search_limits l = {.hard = limits[_i].hard,
			.soft = limits[_i].soft,
			.nodes = limits[_i].nodes};

		searching_begin(&connect4, 0);
		struct position p = after(beyond);
		struct search_result r = searching_run(&search_perfect, &p, l, &hooks);
		ck_assert_int_le(r.nodes, limits[_i].most);
		ck_assert_uint_lt(r.best, COLUMNS);
		if (l.hard > 0)
			ck_assert_int_le(r.time, l.hard + 5 * w.tick);
		/* The stop was received, and no search was begun after it. */
		if (l.nodes == 0)
			ck_assert_int_eq(w.patience, -1);
		searching_end();
	}
END_TEST

/* A win that is not to be missed, and one to be stopped. */
static const struct {
	const char *columns;
	move best;
} urgent[] = {{"717172", 6}, {"71717", 6}};

START_TEST(the_shortest_thought_sees_the_next_move)
	{
		struct world w = {.tick = 1000, .patience = -1};
		const struct search_hooks hooks = {world_now, world_stop, NULL, &w};

		searching_begin(&connect4, 0);
		struct position p = after(urgent[_i].columns);
		struct search_result r = searching_run(
			&search_perfect, &p, (struct search_limits){.hard = 1}, &hooks);
		ck_assert_uint_eq(r.best, urgent[_i].best);
		searching_end();
	}
END_TEST

START_TEST(the_only_move_takes_no_time_from_a_clock)
	{
		struct world w = {.tick = 1, .patience = -1};
		const struct search_hooks hooks = {world_now, world_stop, NULL, &w};
		move moves[MOVES_MAX];

		searching_begin(&connect4, 0);
		struct position p = after("54712566226127126621574377157631535333");
		struct search_result r = searching_run(&search_perfect, &p,
			(struct search_limits){.soft = 1000000, .hard = 2000000}, &hooks);
		ck_assert_int_eq(searching.setup.rules->moves(&searching.setup, &p, moves), 1);
		ck_assert_uint_eq(r.best, moves[0]);
		ck_assert_int_le(r.nodes, 40000);
		searching_end();
	}
END_TEST

static const struct {
	struct searching_game game;
	const char *why; /* stands in the reason; NULL: it plays this */
} games[] = {
	{{"connect4", 2, 0, 0, {NULL}}, NULL},
	{{"connect4", 2, 0, 0, {"columns=7", "rows=6", "connect=4"}}, NULL},
	{{"connect4", 2, 0, 0, {"columns=8"}}, "not 4 on 8 of 6"},
	{{"connect4", 2, 0, 0, {"columns=6", "rows=7"}}, "not 4 on 6 of 7"},
	{{"connect4", 2, 0, 0, {"connect=5"}}, "not 5 on 7 of 6"},
	{{"tictactoe", 2, 0, 0, {NULL}}, "connect4 alone, not tictactoe"},
	{{"nim", 3, 0, 0, {NULL}}, "connect4 alone, not nim"},
};

START_TEST(it_declines_what_it_does_not_play)
	{
		struct error err = {""};

		searching_begin(&games[_i].game, 0);
		bool fits = search_perfect.fits(&searching.setup, &err);
		ck_assert_int_eq(fits, games[_i].why == NULL);
		if (games[_i].why != NULL)
			ck_assert_msg(strstr(err.text, games[_i].why) != NULL, "%s", err.text);
		searching_end();
	}
END_TEST

SUITE("bots/perfect", LOOP(its_value_is_the_score, SCORES),
	CASE(its_move_is_the_most_central_of_the_best),
	LOOP(it_wins_as_fast_and_loses_as_late_as_can_be, OPPONENTS),
	LOOP(it_never_loses_moving_first_on_the_empty_board, OPPONENTS),
	LOOP(it_ends_when_told_to_with_a_move, sizeof limits / sizeof *limits),
	LOOP(the_shortest_thought_sees_the_next_move, sizeof urgent / sizeof *urgent),
	CASE(the_only_move_takes_no_time_from_a_clock),
	LOOP(it_declines_what_it_does_not_play, sizeof games / sizeof *games))
