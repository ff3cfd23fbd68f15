/*
 * counts.c - how many move sequences, games and positions there are. The numbers are known from
 * elsewhere (the perft of Connect Four, of Breakthrough, and Bik's of Othello; tic-tac-toe's game
 * tree) or were counted by hand. Those of other sizes, of gomoku and of kalah come from a program
 * in Python that plays on dictionaries of cells and knows only the rules' text.
 */
#include "rules/rules.h"
#include "tests/lib/suite.h"

#include <stdio.h>
#include <string.h>

/* The counts of the whole tree below a position. */
struct counts_tree {
	uint64_t nodes;
	uint64_t games;
};

static void counts_setup(struct setup *s, const char *game, int seats, const char *const *settings)
{
	struct error err = {""};
	int count = 0;
	while (settings[count] != NULL)
		count++;
	const struct rules *rules = rules_find(game);
	ck_assert_ptr_nonnull(rules);
	ck_assert_msg(setup_init(s, rules, seats, 1, settings, count, &err), "%s", err.text);
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

/* The points of seat 1 less those of seat 2 when both play best. */
static int64_t counts_value(const struct setup *s, const struct position *p)
{
	int64_t scores[SEATS_MAX];
	move moves[MOVES_MAX];
	int count = s->rules->moves(s, p, moves);
	s->rules->scores(s, p, scores);
	int64_t best = scores[0] - scores[1];
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
	/* Published counts of Othello from 10 moves on also count a pass after the end of a game.
	 */
	{"othello", {NULL}, 1, 4},
	{"othello", {NULL}, 2, 12},
	{"othello", {NULL}, 3, 56},
	{"othello", {NULL}, 4, 244},
	{"othello", {NULL}, 5, 1396},
	{"othello", {NULL}, 6, 8200},
	{"othello", {NULL}, 7, 55092},
	{"othello", {NULL}, 8, 390216},
	{"othello", {NULL}, 9, 3005288},
	{"othello", {"size=4"}, 9, 20032},
	{"othello", {"size=6"}, 5, 1364},
	{"othello", {"size=6"}, 6, 7604},
	{"othello", {"size=6"}, 7, 47740},
	{"othello", {"size=10"}, 6, 8200},
	{"breakthrough", {NULL}, 1, 22},
	{"breakthrough", {NULL}, 2, 484},
	{"breakthrough", {NULL}, 3, 11132},
	{"breakthrough", {NULL}, 4, 256036},
	{"breakthrough", {NULL}, 5, 6182818},
	{"breakthrough", {"columns=5", "rows=6"}, 1, 13},
	{"breakthrough", {"columns=5", "rows=6"}, 2, 169},
	{"breakthrough", {"columns=5", "rows=6"}, 3, 2331},
	{"breakthrough", {"columns=5", "rows=6"}, 4, 31545},
	{"breakthrough", {"columns=5", "rows=6"}, 5, 453608},
	{"breakthrough", {"columns=10", "rows=6"}, 4, 650970},
	{"breakthrough", {"columns=2", "rows=4"}, 9, 732},
	{"breakthrough", {"columns=2", "rows=4"}, 10, 644},
	{"breakthrough", {"columns=2", "rows=4"}, 11, 210},
	{"breakthrough", {"columns=2", "rows=4"}, 12, 36},
	{"gomoku", {NULL}, 1, 225},
	{"gomoku", {NULL}, 2, 50400},
	{"gomoku", {"columns=4", "rows=5", "row=3"}, 5, 1860480},
	{"gomoku", {"columns=3", "rows=3", "row=3"}, 5, 15120},
	{"gomoku", {"columns=3", "rows=3", "row=3"}, 6, 54720},
	{"kalah", {NULL}, 1, 6},
	{"kalah", {NULL}, 2, 35},
	{"kalah", {NULL}, 3, 185},
	{"kalah", {NULL}, 4, 942},
	{"kalah", {NULL}, 5, 4690},
	{"kalah", {NULL}, 6, 23233},
	{"kalah", {"pits=3", "seeds=2"}, 7, 265},
	{"kalah", {"pits=3", "seeds=2"}, 8, 431},
	{"kalah", {"pits=3", "seeds=2"}, 9, 656},
	{"kalah", {"pits=2", "seeds=10"}, 7, 84},
	{"kalah", {"pits=2", "seeds=10"}, 8, 140},
	{"kalah", {"pits=2", "seeds=10"}, 9, 243},
	{"kalah", {"pits=12", "seeds=10"}, 4, 18307},
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

struct counts_value_row {
	const char *game;
	const char *settings[4];
	int64_t value; /* what seat 1 holds less what seat 2 holds, both playing best */
};

/* Trees count for seat 1 and against seat 2; their values are given for seat 1 alone. */
static const struct counts_value_row counts_values[] = {
	{"tictactoe", {NULL}, 0},
	{"tree", {"depth=1", "branching=1", "leaves=34"}, 34},
	{"tree", {"depth=1", "branching=7", "leaves=-56,-29,-11,55,-79,-14,-82"}, 55},
	{"tree", {"depth=2", "branching=3", "leaves=-99,-54,-59,-8,-11,-57,-58,52,-7"}, -57},
	{"tree", {"depth=3", "branching=2", "leaves=0,-11,-12,54,-71,-38,4,-81"}, 0},
	{"tree",
		{"depth=3", "branching=4",
			"leaves=20,-80,-17,-62,-77,-41,73,-47,-6,-100,-11,33,92,64,10,-94,-45,"
			"-50,57,-56,-67,-33,58,82,58,-6,-5,-2,11,49,69,17,10,-33,32,-95,-44,53,"
			"76,-38,19,81,34,20,1,23,18,-71,69,27,50,89,-8,96,77,-81,0,-70,18,-13,"
			"-21,-76,-54,-22"},
		57},
	{"tree",
		{"depth=4", "branching=3",
			"leaves=-51,-33,-99,47,0,-5,22,87,-22,-20,-93,21,73,38,-66,5,95,58,46,"
			"80,42,-68,32,99,75,70,37,31,21,-44,25,-75,94,-12,-84,-3,-23,-37,90,49,"
			"-36,66,-94,-90,53,-40,-57,60,59,86,18,52,44,89,-71,22,86,26,55,82,73,"
			"-22,72,91,-23,-85,67,-34,26,-81,93,-89,-22,79,36,63,-85,78,-49,-87,56"},
		-5},
	{"letters", {"pile=UN", "words=N:21,N:4"}, 25},
	{"letters", {"pile=CPU", "words=CU:24,PCU:11,UP:13,U:22"}, -22},
	{"letters", {"pile=OQCDG", "words=G:18,DCQ:16,OQDC:18,G:3,O:9"}, -12},
	{"letters",
		{"pile=FVYKMGSW", "words=SVFMG:6,SVWFYG:12,YWFM:17,SFWMV:18,M:29,YGWFM:3,WVKSF:16,"
				  "WGYVSK:22,FSMK:17,SYWKF:1,FVS:23,WKF:19"},
		-10},
	{"letters",
		{"pile=NKQYXWODBZ",
			"words=XY:19,K:20,DNXQ:28,ZDW:14,NQB:22,BWXKD:10,YZQ:20,WX:23,DYQKW:23,"
			"BXKOD:16,KODN:6,XWQ:13,QB:13,XWBK:2,ZWX:24,BZWOK:1,QW:13,QWNKX:22,"
			"WBQY:30,NOB:10"},
		2},
};
enum { COUNTS_VALUES = sizeof counts_values / sizeof *counts_values };

START_TEST(best_play_is_worth_what_other_solvers_say)
	{
		const struct counts_value_row *row = &counts_values[_i];
		struct setup s;
		struct position p;
		counts_setup(&s, row->game, 2, row->settings);
		s.rules->start(&s, &p);
		int64_t value = counts_value(&s, &p);
		ck_assert_int_eq(strcmp(row->game, "tree") == 0 ? value / 2 : value, row->value);
	}
END_TEST

START_TEST(misere_nim_is_lost_exactly_when_a_multiple_of_four_and_one_are_left)
	{
		struct setup s;
		struct position p;
		int tokens = _i + 1;
		char heaps[32];
		snprintf(heaps, sizeof heaps, "heaps=%d", tokens);
		counts_setup(&s, "nim", 2, (const char *const[]){heaps, NULL});
		s.rules->start(&s, &p);
		ck_assert_int_eq(counts_value(&s, &p), tokens % 4 == 1 ? -2 : 2);
	}
END_TEST

SUITE("rules/counts", LOOP(as_many_sequences_of_moves_as_are_known, COUNTS_PERFT),
	LOOP(whole_trees_have_the_known_size, COUNTS_TREES),
	CASE(tictactoe_has_5478_positions_each_with_a_key_of_its_own),
	LOOP(best_play_is_worth_what_other_solvers_say, COUNTS_VALUES),
	LOOP(misere_nim_is_lost_exactly_when_a_multiple_of_four_and_one_are_left, 18))
