/*
 * counts.c - how many move sequences, games and positions there are. The numbers are known from
 * elsewhere (Connect Four's perft, tic-tac-toe's game tree) or were counted by hand.
 */
#include "rules/rules.h"
#include "tests/suite.h"

#include <string.h>

/* What a walk over the whole tree below a position found. */
struct counts_tree {
	uint64_t nodes;
	uint64_t games;
};

static void counts_setup(struct setup *s, const char *game, int seats, const char *const *settings)
{
	char why[256] = "";
	int count = 0;
	while (settings[count] != NULL)
		count++;
	const struct rules *rules = rules_find(game);
	ck_assert_ptr_nonnull(rules);
	ck_assert_msg(setup_init(s, rules, seats, 1, settings, count, why, sizeof why), "%s", why);
}

static uint64_t counts_sequences(const struct setup *s, const struct position *p, int length)
{
	if (length == 0)
		return 1;
	move moves[MOVES_MAX];
	uint64_t sum = 0;
	int count = s->rules->moves(s, p, moves);
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		sum += counts_sequences(s, &next, length - 1);
	}
	return sum;
}

static void counts_walk(const struct setup *s, const struct position *p, struct counts_tree *tree)
{
	move moves[MOVES_MAX];
	int count = s->rules->moves(s, p, moves);
	tree->nodes++;
	tree->games += count == 0;
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		counts_walk(s, &next, tree);
	}
}

/* Seat 1's score when both play best. */
static int64_t counts_value(const struct setup *s, const struct position *p)
{
	int64_t scores[SEATS_MAX];
	move moves[MOVES_MAX];
	int count = s->rules->moves(s, p, moves);
	s->rules->scores(s, p, scores);
	int64_t best = scores[0];
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		int64_t value = counts_value(s, &next);
		bool better = s->rules->to_move(s, p) == 1 ? value > best : value < best;
		if (i == 0 || better)
			best = value;
	}
	return best;
}

struct counts_row {
	const char *game;
	const char *settings[4];
	int length;
	uint64_t sequences;
};

static const struct counts_row counts_perft[] = {
	{"connect4", {NULL}, 1, 7},
	{"connect4", {NULL}, 2, 49},
	{"connect4", {NULL}, 3, 343},
	{"connect4", {NULL}, 4, 2401},
	{"connect4", {NULL}, 5, 16807},
	{"connect4", {NULL}, 6, 117649},
	{"connect4", {NULL}, 7, 823536},
	{"connect4", {NULL}, 8, 5673234},
	{"tictactoe", {NULL}, 1, 9},
	{"tictactoe", {NULL}, 2, 72},
	{"tictactoe", {NULL}, 3, 504},
	{"tictactoe", {NULL}, 4, 3024},
	{"tictactoe", {NULL}, 5, 15120},
	{"nim", {NULL}, 3, 27},
	{"nim", {"heaps=1/1/1"}, 3, 6},
};
enum { COUNTS_PERFT = sizeof counts_perft / sizeof *counts_perft };

START_TEST(as_many_sequences_of_moves_as_are_known)
	{
		const struct counts_row *row = &counts_perft[_i];
		struct setup s;
		struct position p;
		counts_setup(&s, row->game, 0, row->settings);
		s.rules->start(&s, &p);
		ck_assert_uint_eq(counts_sequences(&s, &p, row->length), row->sequences);
	}
END_TEST

struct counts_tree_row {
	const char *game;
	const char *settings[4];
	uint64_t nodes;
	uint64_t games; /* 0: not known */
};

static const struct counts_tree_row counts_trees[] = {
	{"tictactoe", {NULL}, 549946, 255168},
	{"nim", {"heaps=4"}, 15, 0},
	{"nim", {"heaps=21"}, 489396, 0},
};
enum { COUNTS_TREES = sizeof counts_trees / sizeof *counts_trees };

START_TEST(whole_trees_have_the_known_size)
	{
		const struct counts_tree_row *row = &counts_trees[_i];
		struct setup s;
		struct position p;
		struct counts_tree tree = {0, 0};
		counts_setup(&s, row->game, 0, row->settings);
		s.rules->start(&s, &p);
		counts_walk(&s, &p, &tree);
		ck_assert_uint_eq(tree.nodes, row->nodes);
		if (row->games != 0)
			ck_assert_uint_eq(tree.games, row->games);
	}
END_TEST

enum { COUNTS_POSITIONS = 8192 };

struct counts_set {
	int count;
	char texts[COUNTS_POSITIONS][32];
	uint64_t keys[COUNTS_POSITIONS];
};

/* Adds p and all that follows from it, each position once by its text. */
static void counts_collect(const struct setup *s, const struct position *p, struct counts_set *set)
{
	char text[POSITION_TEXT];
	s->rules->write(s, p, text);
	for (int i = 0; i < set->count; i++)
		if (strcmp(set->texts[i], text) == 0)
			return;
	ck_assert_int_lt(set->count, COUNTS_POSITIONS);
	strcpy(set->texts[set->count], text);
	set->keys[set->count++] = s->rules->key(s, p);
	move moves[MOVES_MAX];
	int count = s->rules->moves(s, p, moves);
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		counts_collect(s, &next, set);
	}
}

static int counts_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

START_TEST(tictactoe_has_5478_positions_each_with_a_key_of_its_own)
	{
		static struct counts_set set;
		struct setup s;
		struct position p;
		counts_setup(&s, "tictactoe", 0, (const char *const[]){NULL});
		s.rules->start(&s, &p);
		set.count = 0;
		counts_collect(&s, &p, &set);
		ck_assert_int_eq(set.count, 5478);
		qsort(set.keys, (size_t)set.count, sizeof *set.keys, counts_compare);
		for (int i = 1; i < set.count; i++)
			ck_assert_uint_ne(set.keys[i - 1], set.keys[i]);
	}
END_TEST

START_TEST(tictactoe_is_a_draw)
	{
		struct setup s;
		struct position p;
		counts_setup(&s, "tictactoe", 0, (const char *const[]){NULL});
		s.rules->start(&s, &p);
		ck_assert_int_eq(counts_value(&s, &p), 0);
	}
END_TEST

START_TEST(misere_nim_is_lost_exactly_when_a_multiple_of_four_and_one_are_left)
	{
		struct setup s;
		struct position p;
		char heaps[] = "heaps=00";
		if (_i >= 10)
			heaps[6] = (char)('0' + _i / 10);
		heaps[_i >= 10 ? 7 : 6] = (char)('0' + _i % 10);
		heaps[_i >= 10 ? 8 : 7] = '\0';
		if (_i == 0)
			return;
		counts_setup(&s, "nim", 2, (const char *const[]){heaps, NULL});
		s.rules->start(&s, &p);
		ck_assert_int_eq(counts_value(&s, &p), _i % 4 == 1 ? -1 : 1);
	}
END_TEST

SUITE("rules/counts", LOOP(as_many_sequences_of_moves_as_are_known, COUNTS_PERFT),
	LOOP(whole_trees_have_the_known_size, COUNTS_TREES),
	CASE(tictactoe_has_5478_positions_each_with_a_key_of_its_own), CASE(tictactoe_is_a_draw),
	LOOP(misere_nim_is_lost_exactly_when_a_multiple_of_four_and_one_are_left, 19))
