/*
 * Monte-Carlo tree search: it finds what exact searches find, keeps its tree within its memory, and
 * plays every game of the table.
 */
#include "bots/search/search.h"

#include "bots/search/game-defaults.h"
#include "bots/search/mcts-tree.h"
#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

enum { ENOUGH = 30000, POSITIONS = 12, LINE_TEXT = SEARCH_LINE * MOVE_TEXT };

static struct search_result playouts(const struct position *p, int64_t count)
{
	searching.settings.mcts.reuse = 0;
	return searching_run(&search_mcts, p, (struct search_limits){.nodes = count}, NULL);
}

/* A win at once, the only answer to a threat, and the only move that does not lose. */
static const struct {
	struct searching_game game;
	const char *position, *best;
} tactics[] = {
	{{"connect4", 2, 0, 0, {NULL}}, "7/7/7/7/yyy4/rrr4 r 4", "d"},
	{{"connect4", 2, 0, 0, {NULL}}, "7/7/7/y6/yr5/yrr4 r 4", "a"},
	{{"tictactoe", 2, 0, 0, {NULL}}, "oo1/xx1/3 x 3", "c2"},
	{{"tictactoe", 2, 0, 0, {NULL}}, "2o/3/xx1 o 2", "c1"},
	{{"nim", 2, 0, 0, {"heaps=7"}}, "7 p1 1", "a2"},
	{{"nim", 3, 0, 0, {"heaps=4", "misere=0"}}, "3 p2 1", "a3"},
	{{"nim", 4, 0, 0, {"heaps=3/4/5", "take=0", "misere=0"}}, "0/0/4 p3 2", "c4"},
	{{"gomoku", 2, 0, 0, {"columns=7", "rows=7", "row=4"}}, "7/7/7/7/2o1oo1/7/x2x2x x 4", "d3"},
};

START_TEST(a_win_at_once_is_taken_and_a_threat_is_answered)
	{
		char text[MOVE_TEXT];
		struct position p;
		struct error err;

		searching_begin(&tactics[_i].game, 0);
		const struct setup *s = &searching.setup;
		ck_assert_msg(s->rules->read(s, &p, tactics[_i].position, &err), "%s", err.text);
		for (int blind = 0; blind < 2; blind++) {
			if (blind)
				searching_use(evaluation_find(s->rules, "zero"));
			struct search_result r = playouts(&p, 3000);
			ck_assert_str_eq(searching_line(&p, &r.best, 1, text), tactics[_i].best);
		}
		searching_end();
	}
END_TEST

/* Games that minimax solves, with seats that pass and that move again. */
static const struct searching_game solved[] = {
	{"tictactoe", 2, 0, 7, {NULL}},
	{"connect4", 2, 0, 10, {"columns=4", "rows=4", "connect=3"}},
	{"nim", 2, 0, 5, {"heaps=11"}},
	{"nim", 2, 0, 3, {"heaps=2/3/3", "take=0", "misere=0"}},
	{"kalah", 2, 0, 6, {"pits=2", "seeds=2"}},
	{"othello", 2, 0, 9, {"size=4"}},
	{"breakthrough", 2, 0, 6, {"columns=3", "rows=4"}},
};

static int sign(int64_t value)
{
	return (value > 0) - (value < 0);
}

/* The move keeps what the position is worth, and a proof says the same as minimax. */
START_TEST(the_move_of_enough_playouts_is_worth_what_minimax_says)
	{
		uint64_t random = (uint64_t)_i;
		int proofs = 0;

		for (int blind = 0; blind < 2; blind++) {
			searching_begin(&solved[_i], 0);
			const struct rules *rules = searching.setup.rules;
			if (blind)
				searching_use(evaluation_find(rules, "zero"));
			for (int i = 0; i < POSITIONS; i++) {
				struct position p = searching_wander(solved[_i].plies, &random),
						next;
				int64_t value = searching_to_depth(&search_pvs, &p, 0).value;
				int me = searching.job.me;
				struct search_result r = playouts(&p, ENOUGH);
				if (search_plies(rules, r.value) >= 0) {
					ck_assert_int_eq(sign(r.value), sign(value));
					proofs++;
				}
				next = p;
				rules->play(&searching.setup, &next, r.best);
				int mover = rules->to_move(&searching.setup, &next);
				int64_t scores[SEATS_MAX], after;
				rules->scores(&searching.setup, &next, scores);
				after = mover == 0
						? scores[me - 1] - scores[2 - me]
						: searching_to_depth(&search_pvs, &next, 0).value;
				ck_assert_int_eq(sign(mover == 0 || mover == me ? after : -after),
					sign(value));
			}
			searching_end();
		}
		ck_assert_int_gt(proofs, 0);
	}
END_TEST

/* Two equal heaps are lost: the other seat takes as many from the other one. The longest defence is
 * one token at a time. */
static const struct {
	const char *position;
	bool won;
	int plies;
} longest[] = {
	{"1/0 p1 1", true, 1},
	{"1/1 p1 1", false, 2},
	{"2/2 p1 1", false, 4},
	{"2/3 p1 1", true, 5},
	{"3/3 p1 1", false, 6},
	{"3/4 p2 1", true, 7},
};

START_TEST(a_proof_counts_the_plies_of_the_longest_defence)
	{
		const struct searching_game game = {
			"nim", 2, 0, 0, {"heaps=4/4", "take=0", "misere=0"}};
		struct position p;
		struct error err;

		searching_begin(&game, 0);
		const struct setup *s = &searching.setup;
		ck_assert_msg(s->rules->read(s, &p, longest[_i].position, &err), "%s", err.text);
		struct search_result r = playouts(&p, ENOUGH);
		ck_assert_int_eq(search_plies(s->rules, r.value), longest[_i].plies);
		ck_assert_int_eq(r.value > 0, longest[_i].won);
		searching_end();
	}
END_TEST

/* Parts of the tuning that are below 0 are those of the game. */
START_TEST(what_a_tuning_leaves_open_is_the_games)
	{
		static const struct searching_game own[] = {
			{"gomoku", 2, 0, 6, {"columns=7", "rows=7", "row=4"}},
			{"othello", 2, 0, 20, {NULL}},
			{"kalah", 2, 0, 10, {NULL}},
		};
		uint64_t random = 1;
		for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
			struct search_result r[2];
			searching_begin(&own[i], 0);
			struct position p = searching_wander(own[i].plies, &random);
			const struct setup *s = &searching.setup;
			struct search_tuning *tuning = &searching.settings.mcts;
			const struct search_tuning open = {
				-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
			for (int k = 0; k < 2; k++) {
				*tuning = k == 0 ? open
						 : game_defaults_find(s->rules, s->seats,
							   searching.evaluation->blind)
							   ->tuning;
				tuning->reuse = 0;
				r[k] = searching_run(&search_mcts, &p,
					(struct search_limits){.nodes = 2000}, NULL);
			}
			ck_assert_uint_eq(r[0].best, r[1].best);
			ck_assert_int_eq(r[0].value, r[1].value);
			ck_assert_int_eq(r[0].depth, r[1].depth);
			searching_end();
		}
	}
END_TEST

/* To two plies, with nothing but backed-up evaluations, the move is that of minimax. */
START_TEST(implicit_backups_alone_find_the_move_of_minimax)
	{
		uint64_t random = (uint64_t)_i;
		struct search_tuning *tuning = &searching.settings.mcts;
		const struct searching_game game = {"connect4", 2, 0, 20, {NULL}};

		searching_begin(&game, 0);
		tuning->implicit = 100;
		tuning->playout = tuning->widening = tuning->ordered = 0;
		tuning->exploration = 30;
		tuning->reuse = 0;
		struct position p = searching_wander(game.plies, &random), next = p;
		int64_t value = searching_to_depth(&search_minimax, &p, 2).value;
		struct search_result r = searching_run(
			&search_mcts, &p, (struct search_limits){.depth = 2, .nodes = 4000}, NULL);
		const struct rules *rules = searching.setup.rules;
		rules->play(&searching.setup, &next, r.best);
		if (value > -VALUE_STEP && value < VALUE_STEP)
			ck_assert_int_eq(
				-searching_to_depth(&search_minimax, &next, 1).value, value);
		searching_end();
	}
END_TEST

enum { EVERY_MAX = 64 };

/* Rows for games that need their own, then one for each other game of the table. */
static struct searching_game every[EVERY_MAX] = {
	{"tictactoe", 2, 0, 6, {NULL}},
	{"connect4", 2, 0, 30, {NULL}},
	{"nim", 2, 0, 8, {NULL}},
	{"nim", 4, 0, 5, {"heaps=3/4/5"}},
	{"letters", 2, 0, 12, {NULL}},
	{"tree", 2, 0, 3, {"depth=6", "branching=3"}},
	{"tree", 2, 0, 1,
		{"depth=2", "branching=2", "leaves=1000000000000000,3,-1000000000000000,4"}},
	{"chinese-checkers", 2, 0, 60, {NULL}},
	{"chinese-checkers", 3, 0, 90, {NULL}},
	{"chinese-checkers", 6, 0, 90, {"max-plies=150"}},
	{"othello", 2, 0, 58, {NULL}},
	{"breakthrough", 2, 0, 40, {NULL}},
	{"gomoku", 2, 0, 40, {NULL}},
	{"kalah", 2, 0, 30, {NULL}},
};

/* Adds the rows that are missing; returns how many there are. */
static int every_fill(void)
{
	int rows = 0;

	while (every[rows].game != NULL)
		rows++;
	for (int i = 0; all_rules[i] != NULL; i++) {
		bool has = false;
		for (int k = 0; k < rows; k++)
			has |= strcmp(every[k].game, all_rules[i]->name) == 0;
		if (!has && rows < EVERY_MAX)
			every[rows++] = (struct searching_game){all_rules[i]->name,
				__builtin_ctz(all_rules[i]->seat_counts), 0, 20, {NULL}};
	}
	return rows;
}

static bool legal(const struct position *p, move m)
{
	static move moves[MOVES_MAX];
	int count = searching.setup.rules->moves(&searching.setup, p, moves);

	for (int i = 0; i < count; i++)
		if (moves[i] == m)
			return true;
	return false;
}

/* The line of a result is legal move by move. */
static void check_line(const struct position *p, const struct search_result *r)
{
	struct position at = *p;

	ck_assert_uint_eq(r->line[0], r->best);
	for (int i = 0; i < r->length; i++) {
		ck_assert(legal(&at, r->line[i]));
		searching.setup.rules->play(&searching.setup, &at, r->line[i]);
	}
}

START_TEST(any_position_of_any_game_gets_a_legal_line_and_the_same_seed_the_same)
	{
		uint64_t random = (uint64_t)_i;

		searching_begin(&every[_i], (uint64_t)_i);
		for (int i = 0; i < POSITIONS; i++) {
			struct position p = searching_wander(every[_i].plies, &random);
			searching.settings.mcts.playout = i % 3 - 1;
			searching.settings.mcts.greedy = i % 2 * 50;
			searching.settings.mcts.best_reply = i % 4 * 25;
			searching.settings.mcts.decisive = i % 2;
			struct search_result r = playouts(&p, 200), again = playouts(&p, 200);
			check_line(&p, &r);
			ck_assert_int_eq(r.nodes, 200 < r.nodes ? -1 : r.nodes);
			ck_assert_uint_eq(again.best, r.best);
			ck_assert_int_eq(again.value, r.value);
			ck_assert_int_eq(again.length, r.length);
		}
		searching_end();
	}
END_TEST

START_TEST(no_position_is_deeper_than_the_depth)
	{
		searching_begin(&every[_i], 0);
		struct position p = searching_start();
		searching.settings.mcts.reuse = 0;
		struct search_result r = searching_run(
			&search_mcts, &p, (struct search_limits){.depth = 2, .nodes = 2000}, NULL);
		ck_assert_int_le(r.depth, 2);
		ck_assert_int_le(r.length, 2);
		searching_end();
	}
END_TEST

/* With what is left of the last search, the first playout already has a line. */
START_TEST(the_tree_is_kept_from_move_to_move_where_it_is_switched_on)
	{
		for (int reuse = 0; reuse < 2; reuse++) {
			uint64_t past[2];
			searching_begin(&every[1], 0);
			const struct setup *s = &searching.setup;
			searching.settings.mcts.reuse = reuse;
			struct position p = searching_start();
			struct search_result r = searching_run(
				&search_mcts, &p, (struct search_limits){.nodes = 5000}, NULL);
			for (int i = 0; i < 2; i++) {
				past[i] = s->rules->key(s, &p);
				s->rules->play(s, &p, r.line[i]);
			}
			searching.job.past = past;
			searching.job.past_count = 2;
			struct search_result next = searching_run(
				&search_mcts, &p, (struct search_limits){.nodes = 1}, NULL);
			check_line(&p, &next);
			ck_assert_int_eq(next.nodes, 1);
			if (reuse)
				ck_assert_int_gt(next.length, 2);
			else
				ck_assert_int_eq(next.length, 1);
			searching.job.past_count = 0;
			searching_end();
		}
	}
END_TEST

/* A tree of one megabyte: it is collected again and again, and the search goes on. */
START_TEST(a_full_arena_is_collected_and_the_search_still_finds_the_win)
	{
		char text[MOVE_TEXT];
		struct position p;
		struct error err;
		const struct searching_game game = {"connect4", 2, 0, 0, {NULL}};

		searching_begin(&game, 0);
		const struct setup *s = &searching.setup;
		searching.memory_owner = &search_mcts;
		searching.memory = search_mcts.create_memory(1);
		p = searching_start();
		struct search_result r = playouts(&p, 200000);
		check_line(&p, &r);
		ck_assert_int_eq(r.nodes, 200000);
		ck_assert_str_eq(searching_line(&p, &r.best, 1, text), "d");
		/* The win in three plies of "the horizontal two with open ends". */
		ck_assert(s->rules->read(s, &p, "7/7/7/7/2y4/2rr1y1 r 3", &err));
		r = playouts(&p, 100000);
		check_line(&p, &r);
		searching_end();
	}
END_TEST

/* A game whose positions take a millisecond of time: the search ends in time all the same. */
static search_usec slow_time;

static int slow_to_move(const struct setup *s, const struct position *p)
{
	slow_time += 1000;
	return rules_find("connect4")->to_move(s, p);
}

static search_usec slow_now(void *context)
{
	(void)context;
	return slow_time;
}

/*
 * A game for three seats in turn, that begins with seat 3. Seat 1 takes much or little. If it
 * took much, seat 3 can hurt it, which is not the next to move.
 */
enum { TAKE_NOTHING, TAKE_MUCH, TAKE_LITTLE, TAKE_BACK };

struct taking {
	uint8_t seat, plies, taken, hurt;
	uint8_t out; /* the seat that is out; 0: none */
};

static int taking_to_move(const struct setup *s, const struct position *p)
{
	const struct taking *t = (const struct taking *)p->bytes;

	(void)s;
	return t->plies < 9 ? t->seat : 0;
}

static int taking_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	const struct taking *t = (const struct taking *)p->bytes;
	int seat = taking_to_move(s, p), count = 0;

	if (seat == 1 && t->taken == TAKE_NOTHING) {
		moves[count++] = TAKE_MUCH;
		moves[count++] = TAKE_LITTLE;
	} else if (seat != 0) {
		moves[count++] = TAKE_NOTHING;
		if (seat == 3 && t->taken == TAKE_MUCH)
			moves[count++] = TAKE_BACK;
	}
	return count;
}

static void taking_play(const struct setup *s, struct position *p, move m)
{
	struct taking *t = (struct taking *)p->bytes;

	(void)s;
	if (m == TAKE_BACK)
		t->hurt = 1;
	else if (m != TAKE_NOTHING)
		t->taken = (uint8_t)m;
	do
		t->seat = t->seat % 3 + 1;
	while (t->seat == t->out);
	t->plies++;
}

static void taking_turn_to(const struct setup *s, struct position *p, int seat)
{
	(void)s;
	((struct taking *)p->bytes)->seat = (uint8_t)seat;
}

static unsigned taking_in(const struct setup *s, const struct position *p)
{
	(void)s;
	return 7U & ~(1U << ((const struct taking *)p->bytes)->out >> 1);
}

static uint64_t taking_key(const struct setup *s, const struct position *p)
{
	uint32_t bytes;

	(void)s;
	memcpy(&bytes, p->bytes, sizeof bytes);
	return random_mix(1, bytes);
}

static int64_t taking_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	const struct taking *t = (const struct taking *)p->bytes;
	int64_t first = (t->taken == TAKE_MUCH) * 500 + (t->taken == TAKE_LITTLE) * 300;

	(void)s, (void)cache;
	first -= t->hurt * 1000;
	return seat == 1 ? first : -first / 2;
}

static void taking_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	for (int seat = 1; seat <= 3; seat++)
		scores[seat - 1] = taking_value(s, p, seat, NULL);
}

/* The root's seat moves, and the playout of one ply is seat 1's. */
static const struct {
	struct taking root;
	int taken; /* by seat 1 */
} replies[] = {
	{{.seat = 3}, TAKE_LITTLE},
	/* Seat 3 can hurt no seat any more, and seat 2 never could. */
	{{.seat = 2, .out = 3}, TAKE_MUCH},
};

START_TEST(a_playout_of_best_replies_fears_the_opponent_in_play_that_hurts_most)
	{
		static const struct evaluation evaluation = {
			.name = "taking", .value = taking_value};
		const struct searching_game game = {"chinese-checkers", 3, 0, 0, {NULL}};
		const struct rules rules = {.name = "taking",
			.seat_counts = 1U << 3,
			.position_bytes = sizeof(struct taking),
			.scored = true,
			.to_move = taking_to_move,
			.moves = taking_moves,
			.play = taking_play,
			.turn_to = taking_turn_to,
			.in = taking_in,
			.key = taking_key,
			.scores = taking_scores};
		struct position p = {.bytes = {0}},
				end = {.bytes = {0, 0, (uint8_t)replies[_i].taken}};

		memcpy(p.bytes, &replies[_i].root, sizeof replies[_i].root);
		searching_begin(&game, 0);
		searching.setup.rules = &rules;
		searching_use(&evaluation);
		searching.settings.mcts.playout = 1;
		searching.settings.mcts.best_reply = 100;
		for (uint64_t seed = 0; seed < POSITIONS; seed++) {
			searching.job.seed = seed;
			struct search_result r = playouts(&p, 1);
			ck_assert_int_eq(
				r.value, taking_value(NULL, &end, replies[_i].root.seat, NULL));
		}
		searching.job.seed = 0;
		searching_end();
	}
END_TEST

static const struct search *const timed[] = {&search_mcts, &search_pvs, &search_alphabeta};

/* Each look takes so long that the search looks at the time after each ply. */
static search_usec looks_now(void *context)
{
	(void)context;
	return slow_time += 300;
}

/* A move at which a search was stopped is still to be tried when it goes on with its tree. */
START_TEST(a_search_that_was_stopped_at_any_ply_goes_on_without_a_gap)
	{
		enum { STOPS = 60 };
		const struct search_hooks hooks = {.now = looks_now};
		char text[MOVE_TEXT];
		struct position p;
		struct error err;

		/* Blind playouts go to the end of the game, the others are short. */
		for (int i = 0; i < 2 * STOPS; i++) {
			searching_begin(&tactics[_i].game, 0);
			const struct setup *s = &searching.setup;
			if (i % 2 == 1)
				searching_use(evaluation_find(s->rules, "zero"));
			ck_assert_msg(
				s->rules->read(s, &p, tactics[_i].position, &err), "%s", err.text);
			searching.settings.mcts.reuse = 1;
			searching.job.seed = (uint64_t)i;
			searching_run(&search_mcts, &p,
				(struct search_limits){.hard = 300 * (1 + i / 2), .nodes = 3000},
				&hooks);
			struct search_result r = searching_run(
				&search_mcts, &p, (struct search_limits){.nodes = 3000}, NULL);
			ck_assert_str_eq(searching_line(&p, &r.best, 1, text), tactics[_i].best);
			searching_end();
		}
		searching.job.seed = 0;
	}
END_TEST

/* No playout was made, so the answer is that of the search before, and of no depth. */
START_TEST(a_search_without_a_playout_says_no_depth)
	{
		const struct search_hooks hooks = {.now = looks_now};
		struct position p;

		searching_begin(&every[1], 0);
		searching.settings.mcts.reuse = 1;
		p = searching_start();
		struct search_result r = searching_run(
			&search_mcts, &p, (struct search_limits){.nodes = 3000}, NULL);
		ck_assert_int_gt(r.depth, 1);
		struct search_result again =
			searching_run(&search_mcts, &p, (struct search_limits){.hard = 1}, &hooks);
		ck_assert_int_eq(again.nodes, 0);
		ck_assert_int_eq(again.depth, 0);
		ck_assert_uint_eq(again.best, r.best);
		searching_end();
	}
END_TEST

/*
 * A clock that counts the work: each question to the rules takes a microsecond, and each 256 bytes
 * that a collection looks at. Nothing else takes time that grows with the tree.
 */
static struct {
	const struct rules *rules;
	search_usec asked;
	size_t at, used; /* of the collection and the tree, when the time was last read */
	enum mcts_pass pass;
	search_usec collected;
	int collections;
} work;

static int work_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	work.asked++;
	return work.rules->moves(s, p, moves);
}

static void work_play(const struct setup *s, struct position *p, move m)
{
	work.asked++;
	work.rules->play(s, p, m);
}

static search_usec work_now(void *context)
{
	/* The tree is the first part of the search's memory. */
	const struct mcts_tree *t = searching.memory;
	(void)context;
	/* One that was done at once: three passes over the arena. A new tree has a root alone. */
	if (t->pass == PASS_NONE && work.pass == PASS_NONE && t->used < work.used && t->used > 1000)
		work.collected += (search_usec)t->room / 256 * 3;
	if (t->pass != work.pass) {
		/* The rest of the old pass, and what was done of the new one. */
		size_t rest = work.pass == PASS_NONE ? 0 : t->room / 16 - work.at;
		work.collected += (search_usec)(rest > t->used ? 0 : rest) / 16;
		work.collections += work.pass == PASS_SLIDE;
		work.at = 0;
		work.pass = t->pass;
	}
	work.used = t->used;
	if (t->pass != PASS_NONE) {
		work.collected += (search_usec)(t->at - work.at) / 16;
		work.at = t->at;
	}
	return work.asked + work.collected;
}

/* A tree of 2 megabytes, in which a pass takes 8 ms; moves of 2 ms. */
START_TEST(a_full_tree_makes_no_move_late)
	{
		enum { MOVES = 400, HARD = 2000 };
		static uint64_t past[MOVES];
		static move moves[MOVES_MAX];
		const struct search_hooks hooks = {.now = work_now};
		const struct searching_game game = {"chinese-checkers", 2, 0, 0, {"max-plies=0"}};
		memset(&work, 0, sizeof work);
		searching_begin(&game, 0);
		work.rules = searching.setup.rules;
		struct rules counted = *work.rules;
		counted.moves = work_moves;
		counted.play = work_play;
		searching.setup.rules = &counted;
		searching_drop();
		searching.memory_owner = &search_mcts;
		searching.memory = search_mcts.create_memory(2);
		searching.settings.mcts.reuse = 1;
		struct position p = searching_start();
		for (int i = 0; i < MOVES; i++) {
			searching.job.past = past;
			searching.job.past_count = i;
			struct search_result r = searching_run(
				&search_mcts, &p, (struct search_limits){.hard = HARD}, &hooks);
			ck_assert_msg(r.time <= HARD + HARD / 4, "move %d took %lld", i,
				(long long)r.time);
			ck_assert(legal(&p, r.best));
			ck_assert_int_gt(r.nodes, 0);
			past[i] = counted.key(&searching.setup, &p);
			counted.play(&searching.setup, &p, r.best);
			if (counted.moves(&searching.setup, &p, moves) == 0)
				break;
		}
		searching.job.past_count = 0;
		ck_assert_int_ge(work.collections, 3);
		searching_end();
	}
END_TEST

START_TEST(a_game_that_answers_slowly_does_not_make_the_search_late)
	{
		const struct search_hooks hooks = {.now = slow_now};

		searching_begin(&every[1], 0);
		struct rules slow = *searching.setup.rules;
		slow.to_move = slow_to_move;
		searching.setup.rules = &slow;
		struct position p = searching_start();
		struct search_result r = searching_run(
			timed[_i], &p, (struct search_limits){.hard = 200000}, &hooks);
		ck_assert_int_ge(r.time, 190000);
		ck_assert_int_le(r.time, 240000);
		searching_end();
	}
END_TEST

SUITE("bots/mcts",
	LOOP(a_win_at_once_is_taken_and_a_threat_is_answered, sizeof tactics / sizeof *tactics),
	LOOP(the_move_of_enough_playouts_is_worth_what_minimax_says,
		sizeof solved / sizeof *solved),
	LOOP(a_proof_counts_the_plies_of_the_longest_defence, sizeof longest / sizeof *longest),
	CASE(what_a_tuning_leaves_open_is_the_games),
	LOOP(implicit_backups_alone_find_the_move_of_minimax, POSITIONS),
	LOOP(any_position_of_any_game_gets_a_legal_line_and_the_same_seed_the_same, every_fill()),
	LOOP(no_position_is_deeper_than_the_depth, every_fill()),
	CASE(the_tree_is_kept_from_move_to_move_where_it_is_switched_on),
	CASE(a_full_arena_is_collected_and_the_search_still_finds_the_win),
	LOOP(a_playout_of_best_replies_fears_the_opponent_in_play_that_hurts_most,
		sizeof replies / sizeof *replies),
	LOOP(a_search_that_was_stopped_at_any_ply_goes_on_without_a_gap,
		sizeof tactics / sizeof *tactics),
	CASE(a_search_without_a_playout_says_no_depth), CASE(a_full_tree_makes_no_move_late),
	LOOP(a_game_that_answers_slowly_does_not_make_the_search_late,
		sizeof timed / sizeof *timed))
