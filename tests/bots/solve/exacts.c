/*
 * Exact solvers: the value of a position is what playing out every game from it by the rules
 * gives, in the terms of exact.h. Stones and letters are counted in the position strings.
 */
#include "bots/solve/exact.h"

#include <string.h>

#include "tests/lib/suite.h"

enum { EXACTS_PARAMS = 4, EXACTS_NODES = 10000000, EXACTS_POSITIONS = 12 };

static const struct exacts_game {
	const char *game, *exact, *params[EXACTS_PARAMS];
	int open; /* a position with at most this many free cells, or after this many plies */
} exacts_games[] = {
	{"tictactoe", "tictactoe", {NULL}, 7},
	{"nim", "nim", {"heaps=3/2/2", "take=0", "misere=0", NULL}, 0},
	{"nim", "nim", {"heaps=3/2/2", "take=2", "misere=1", NULL}, 0},
	{"nim", "nim", {"heaps=2/1/1/1/1", "take=0", "misere=1", NULL}, 0},
	{"letters", "letters", {"pile=FACEDBG", "words=ACE:7,BAD:5,FED:3,A:1,GB:-4", NULL}, 0},
	{"letters", "letters", {"pile=BADCE", "words=AB:2,BC:3,CD:4,DE:5,AE:6", NULL}, 0},
	{"connect4", "connect4", {NULL}, 9},
	{"connect4", "connect4 on other boards", {"columns=4", "rows=4", "connect=3", NULL}, 9},
	{"connect4", "connect4 on other boards", {"columns=5", "rows=4", "connect=4", NULL}, 9},
	{"tree", "tree", {"depth=3", "branching=3", NULL}, 0},
	{"tree", "tree", {"depth=4", "branching=2", "leaves=3,-1,4,-1,5,-9,2,6,-5,3,5,-8,9,-7,9,3"},
		0},
};

enum { EXACTS_GAMES = sizeof exacts_games / sizeof *exacts_games };

static struct engine *exacts_begin(const struct exacts_game *g)
{
	struct error err = {""};
	int count = 0;
	struct engine *engine = engine_create();
	ck_assert_ptr_nonnull(engine);
	while (count < EXACTS_PARAMS && g->params[count] != NULL)
		count++;
	ck_assert_msg(engine_begin(engine, rules_find(g->game), 2, 5, g->params, count, &err), "%s",
		err.text);
	return engine;
}

/* How often a letter is in the part of a position before the seat to move; '/' and digits are in
 * no way counted. */
static int exacts_count(const char *text, char letter)
{
	int count = 0;
	for (; *text != ' '; text++)
		count += *text == letter;
	return count;
}

/* The value of a position that is over. */
static int64_t exacts_leaf(const struct setup *s, const struct position *p, int seat)
{
	int64_t scores[SEATS_MAX];
	char text[POSITION_TEXT];
	s->rules->scores(s, p, scores);
	if (strcmp(s->rules->name, "letters") == 0)
		return scores[seat - 1] - scores[2 - seat];
	if (strcmp(s->rules->name, "connect4") != 0 || scores[0] == scores[1])
		return scores[seat - 1];
	s->rules->write(s, p, text);
	int cells = exacts_count(text, 'r') + exacts_count(text, 'y');
	for (const char *at = text; *at != ' '; at++)
		cells += *at >= '1' && *at <= '9' ? *at - '0' : 0;
	int left = (cells + 1) / 2 + 1 - exacts_count(text, scores[0] > scores[1] ? 'r' : 'y');
	return scores[seat - 1] > scores[2 - seat] ? left : -left;
}

static int64_t exacts_play_out(const struct setup *s, const struct position *p, int seat)
{
	move moves[MOVES_MAX];
	int to_move = s->rules->to_move(s, p), count = s->rules->moves(s, p, moves);
	int64_t best = 0;
	if (to_move == 0)
		return exacts_leaf(s, p, seat);
	for (int i = 0; i < count; i++) {
		struct position next;
		position_copy(s, &next, p);
		s->rules->play(s, &next, moves[i]);
		int64_t value = exacts_play_out(s, &next, seat);
		if (i == 0 || (to_move == seat ? value > best : value < best))
			best = value;
	}
	return best;
}

/* Plays moves at random until the position is nearly over; how many. */
static int exacts_wander(const struct setup *s, struct position *p, int open, uint64_t *random)
{
	move moves[MOVES_MAX];
	char text[POSITION_TEXT];
	int plies = open > 0 ? 100 : (int)random_below(random, 4), played = 0;
	s->rules->start(s, p);
	for (; plies > 0; plies--, played++) {
		int cells = 0, count = s->rules->moves(s, p, moves);
		s->rules->write(s, p, text);
		for (const char *at = text; *at != ' '; at++)
			cells += *at >= '1' && *at <= '9' ? *at - '0' : 0;
		if (count == 0 || (open > 0 && cells <= open))
			break;
		s->rules->play(s, p, moves[random_below(random, (uint64_t)count)]);
	}
	return played;
}

START_TEST(a_value_is_what_playing_out_gives)
	{
		const struct exacts_game *g = &exacts_games[_i];
		struct engine *engine = exacts_begin(g);
		const struct setup *s = &engine->setup;
		const struct exact *exact = exact_find(s);
		struct error err = {""};
		uint64_t random = 3;
		char text[POSITION_TEXT];
		int64_t value;
		int compared = 0;
		ck_assert_ptr_nonnull(exact);
		ck_assert_str_eq(exact->name, g->exact);
		void *kept = exact->create != NULL ? exact->create() : NULL;
		ck_assert(exact->create == NULL || kept != NULL);
		while (compared < EXACTS_POSITIONS) {
			struct position p;
			exacts_wander(s, &p, g->open, &random);
			int seat = s->rules->to_move(s, &p);
			if (seat == 0)
				continue;
			s->rules->write(s, &p, text);
			ck_assert_msg(engine_place(engine, text, NULL, &err), "%s", err.text);
			ck_assert_int_eq(exact_seat(s, &engine->position), seat);
			ck_assert(exact->value(kept, engine, EXACTS_NODES, &value));
			ck_assert_msg(value == exacts_play_out(s, &p, seat), "%s: %lld", text,
				(long long)value);
			if (++compared == EXACTS_POSITIONS / 2 && exact->forget != NULL)
				exact->forget(kept);
		}
		if (exact->free != NULL)
			exact->free(kept);
		engine_free(engine);
	}
END_TEST

/* Seats take turns in all of these games. */
START_TEST(a_position_that_is_over_is_valued_for_the_seat_whose_turn_it_would_be)
	{
		const struct exacts_game *g = &exacts_games[_i];
		struct engine *engine = exacts_begin(g);
		const struct setup *s = &engine->setup;
		const struct exact *exact = exact_find(s);
		move moves[MOVES_MAX];
		uint64_t random = 9;
		for (int i = 0; i < EXACTS_POSITIONS; i++) {
			struct position p;
			int plies = 0, count;
			s->rules->start(s, &p);
			for (; (count = s->rules->moves(s, &p, moves)) > 0; plies++)
				s->rules->play(
					s, &p, moves[random_below(&random, (uint64_t)count)]);
			ck_assert_int_eq(exact_seat(s, &p), plies % 2 + 1);
			for (int seat = 1; seat <= 2 && exact->over != NULL; seat++)
				ck_assert_int_eq(
					exact->over(s, &p, seat), exacts_leaf(s, &p, seat));
		}
		struct position p;
		s->rules->start(s, &p);
		s->rules->forfeit(s, &p, 1 + _i % 2);
		ck_assert_int_eq(exact_seat(s, &p), 0);
		engine_free(engine);
	}
END_TEST

/* Piles of 1, 2, 3, ... letters cost 1, 2, 3, 5, 8, 13, 21: each two before together. */
START_TEST(a_solver_keeps_to_the_nodes_that_it_may_visit)
	{
		static const struct exacts_game piles[] = {
			{"letters", "", {"pile=A", "words=A:1", NULL}, 1},
			{"letters", "", {"pile=AB", "words=A:1", NULL}, 2},
			{"letters", "", {"pile=ABCDE", "words=A:1", NULL}, 8},
			{"letters", "", {"pile=ABCDEFG", "words=A:1", NULL}, 21},
		};
		struct error err = {""};
		int64_t value;
		for (size_t i = 0; i < sizeof piles / sizeof *piles; i++) {
			struct engine *engine = exacts_begin(&piles[i]);
			ck_assert(engine_place(engine, NULL, NULL, &err));
			const struct exact *exact = exact_find(&engine->setup);
			ck_assert(exact->value(NULL, engine, piles[i].open, &value));
			ck_assert_int_eq(value, 1);
			ck_assert(!exact->value(NULL, engine, piles[i].open - 1, &value));
			engine_free(engine);
		}
		/* the empty boards of connect4: the standard one and another */
		for (int i = 6; i <= 8; i += 2) {
			struct engine *engine = exacts_begin(&exacts_games[i]);
			const struct exact *exact = exact_find(&engine->setup);
			void *kept = exact->create != NULL ? exact->create() : NULL;
			ck_assert(engine_place(engine, NULL, NULL, &err));
			ck_assert(!exact->value(kept, engine, 100, &value));
			if (exact->free != NULL)
				exact->free(kept);
			engine_free(engine);
		}
	}
END_TEST

/* The first move of the standard board wins with the 41st stone, the first player's 21st (Allen,
 * Allis 1988): 22 less 21. In the repertoire this takes no time. */
START_TEST(the_empty_board_of_connect4_is_known)
	{
		struct engine *engine = exacts_begin(&exacts_games[6]);
		const struct exact *exact = exact_find(&engine->setup);
		struct error err = {""};
		void *kept = exact->create();
		int64_t value;
		ck_assert(engine_place(engine, NULL, NULL, &err));
		ck_assert(exact->value(kept, engine, 1000000, &value));
		ck_assert_int_eq(value, 1);
		exact->free(kept);
		engine_free(engine);
	}
END_TEST

START_TEST(games_without_a_solver_have_none)
	{
		static const struct {
			const char *game;
			int seats;
		} none[] = {{"nim", 3}, {"othello", 2}, {"gomoku", 2}, {"kalah", 2}};
		struct error err = {""};
		for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
			struct engine *engine = engine_create();
			ck_assert_msg(engine_begin(engine, rules_find(none[i].game), none[i].seats,
					      1, NULL, 0, &err),
				"%s", err.text);
			ck_assert_ptr_null(exact_find(&engine->setup));
			engine_free(engine);
		}
	}
END_TEST

SUITE("bots/solve/exacts", LOOP(a_value_is_what_playing_out_gives, EXACTS_GAMES),
	LOOP(a_position_that_is_over_is_valued_for_the_seat_whose_turn_it_would_be, EXACTS_GAMES),
	CASE(a_solver_keeps_to_the_nodes_that_it_may_visit),
	CASE(the_empty_board_of_connect4_is_known), CASE(games_without_a_solver_have_none))
