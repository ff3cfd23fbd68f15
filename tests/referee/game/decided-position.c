/*
 * Decided within two plies: positions of which a person can see it, and a plain search of all
 * positions of small games beside it.
 */
#include "base/error.h"
#include "referee/game/decided-position.h"

#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const char *game;
	int seats;
	const char *params, *position;
	bool decided;
} seen[] = {
	{"connect4", 2, NULL, "7/7/7/7/7/7 r 1", false},
	/* three in a row, open at one end: r wins at once; y must and can stop it */
	{"connect4", 2, NULL, "7/7/7/7/7/rrr1yyy r 4", true},
	{"connect4", 2, NULL, "7/7/7/7/7/rrr1yy1 y 3", false},
	/* three in a row, open at both ends: y cannot stop both */
	{"connect4", 2, NULL, "7/7/7/7/2y4/1yrrr2 y 3", false},
	{"connect4", 2, NULL, "7/7/7/7/2yy3/2rrr2 y 3", true},
	/* c makes three in a row, open at both ends, but wins only with the third ply */
	{"connect4", 2, NULL, "7/7/7/7/7/y2rr1y r 3", false},
	{"tictactoe", 2, NULL, "3/3/3 x 1", false},
	{"tictactoe", 2, NULL, "3/oo1/xx1 x 3", true},
	/* x threatens twice: o loses whatever it does */
	{"tictactoe", 2, NULL, "x1x/1o1/o1x o 3", true},
	/* two cells are left, and neither ends a line */
	{"tictactoe", 2, NULL, "xox/xoo/1x1 o 4", false},
	/* 1 to 3 tokens at a time, the last one wins: 4 loses, 5 wins only with the third ply */
	{"nim", 2, "heaps=30 misere=0", "3 p1 1", true},
	{"nim", 2, "heaps=30 misere=0", "4 p1 1", true},
	{"nim", 2, "heaps=30 misere=0", "5 p1 1", false},
	/* the last one loses: of 2 to 4 the mover leaves one; of 5 it loses, but with ply four */
	{"nim", 2, "heaps=30", "1 p1 1", true},
	{"nim", 2, "heaps=30", "4 p1 1", true},
	{"nim", 2, "heaps=30", "5 p1 1", false},
	/* ... of three, two win: it takes one, and the next must take the last */
	{"nim", 3, "heaps=30", "1 p1 1", true},
	{"nim", 3, "heaps=30", "2 p1 1", true},
	{"nim", 3, "heaps=30", "5 p1 1", false},
	/* ... the last one wins, alone: of 4 the next takes all that is left */
	{"nim", 3, "heaps=30 misere=0", "3 p1 1", true},
	{"nim", 3, "heaps=30 misere=0", "4 p1 1", true},
	{"nim", 3, "heaps=30 misere=0", "5 p1 1", false},
	{"chinese-checkers", 6, NULL, NULL, false},
	{"chinese-checkers", 2, NULL, NULL, false},
};
enum { SEEN = sizeof seen / sizeof *seen };

static void set_up(struct setup *s, const char *game, int seats, const char *params)
{
	struct error err;
	char copy[ERROR_TEXT];
	const char *settings[4];
	int count = 0;
	strcpy(copy, params != NULL ? params : "");
	for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
		settings[count++] = word;
	ck_assert_msg(
		setup_init(s, rules_find(game), seats, 1, settings, count, &err), "%s", err.text);
}

START_TEST(what_a_person_sees)
	{
		struct error err;
		struct setup s;
		struct position p;
		set_up(&s, seen[_i].game, seen[_i].seats, seen[_i].params);
		if (seen[_i].position == NULL)
			s.rules->start(&s, &p);
		else
			ck_assert_msg(
				s.rules->read(&s, &p, seen[_i].position, &err), "%s", err.text);
		ck_assert(decided_position_soon(&s, &p) == seen[_i].decided);
	}
END_TEST

/* Minimax of two seats: the one that can force to win within this many plies; 0: neither. */
static int forced(const struct setup *s, const struct position *p, int plies)
{
	move moves[MOVES_MAX];
	int mover = s->rules->to_move(s, p), all = 3 - mover;
	int64_t scores[SEATS_MAX] = {0};
	if (mover == 0) {
		s->rules->scores(s, p, scores);
		return scores[0] > scores[1] ? 1 : scores[0] < scores[1] ? 2 : 0;
	}
	if (plies == 0)
		return 0;
	int count = s->rules->moves(s, p, moves);
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		s->rules->play(s, &next, moves[i]);
		int winner = forced(s, &next, plies - 1);
		if (winner == mover)
			return mover;
		all = winner == 0 ? 0 : all;
	}
	return all;
}

static const struct {
	const char *game;
	const char *params;
} compared[] = {
	{"tictactoe", NULL},
	{"connect4", NULL},
	{"connect4", "columns=5 rows=4 connect=3"},
	{"nim", "heaps=3/5"},
	{"nim", "heaps=9 misere=0"},
	{"letters", NULL},
	{"tree", "depth=5"},
};
enum { COMPARED = sizeof compared / sizeof *compared };

START_TEST(a_plain_search_of_two_plies_says_the_same)
	{
		static move moves[MOVES_MAX];
		struct setup s;
		uint64_t stream = 1;
		int decided = 0, open = 0;
		set_up(&s, compared[_i].game, 2, compared[_i].params);
		for (int game = 0; game < 300; game++) {
			struct position p;
			s.rules->start(&s, &p);
			while (s.rules->to_move(&s, &p) != 0) {
				bool is = decided_position_soon(&s, &p);
				ck_assert(is == (forced(&s, &p, 2) != 0));
				decided += is;
				open += !is;
				int count = s.rules->moves(&s, &p, moves);
				s.rules->play(
					&s, &p, moves[random_below(&stream, (uint64_t)count)]);
			}
		}
		ck_assert_int_gt(decided, 0);
		ck_assert_int_gt(open, 0);
	}
END_TEST

SUITE("judging/decided", LOOP(what_a_person_sees, SEEN),
	LOOP(a_plain_search_of_two_plies_says_the_same, COMPARED))
