/*
 * strings.c - position strings of each game: what moves lead to which string, which
 * strings are refused and why, and what the ends score. Written down by hand from the rules.
 */
#include "rules/rules.h"
#include "tests/lib/suite.h"

#include <stdio.h>
#include <string.h>

enum { STRINGS_SETTINGS = 3 };

static struct setup strings_setup;

static const struct setup *strings_begin(
	const char *game, int seats, const char *const settings[STRINGS_SETTINGS])
{
	struct error err = {""};
	int count = 0;
	while (count < STRINGS_SETTINGS && settings[count] != NULL)
		count++;
	ck_assert_msg(setup_init(&strings_setup, rules_find(game), seats, 1, settings, count, &err),
		"%s", err.text);
	return &strings_setup;
}

/* Plays moves split by blanks; `!2` means that seat 2 gives up. */
static void strings_play(const struct setup *s, struct position *p, const char *moves)
{
	char line[256];
	snprintf(line, sizeof line, "%s", moves);
	for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
		move m;
		if (word[0] == '!') {
			s->rules->forfeit(s, p, word[1] - '0');
			continue;
		}
		ck_assert_msg(rules_read_move(s, p, word, &m), "%s of %s", word, moves);
		s->rules->play(s, p, m);
	}
}

struct strings_row {
	const char *game;
	int seats;
	const char *settings[STRINGS_SETTINGS];
	const char *moves;
	const char *string;
	int to_move;
	int64_t scores[SEATS_MAX];
};

static const struct strings_row strings_rows[] = {
	{"tictactoe", 2, {NULL}, "", "3/3/3 x 1", 1, {0, 0}},
	{"tictactoe", 2, {NULL}, "a1", "3/3/x2 o 1", 2, {0, 0}},
	{"tictactoe", 2, {NULL}, "a1 b2", "3/1o1/x2 x 2", 1, {0, 0}},
	{"tictactoe", 2, {NULL}, "c3 a1 c2 a2 c1", "2x/o1x/o1x o 3", 0, {1, -1}},
	{"tictactoe", 2, {NULL}, "b1 a1 b3 b2 a2 c3", "1xo/xo1/ox1 x 4", 0, {-1, 1}},
	{"tictactoe", 2, {NULL}, "a1 b1 c1 a2 b2 c3 c2 a3 b3", "oxo/oxx/xox o 5", 0, {0, 0}},
	{"tictactoe", 2, {NULL}, "a1 c1 b2 a3 c3", "o1x/1x1/x1o o 3", 0, {1, -1}},
	{"tictactoe", 2, {NULL}, "a1 !1", "3/3/x2 o 1 out1", 0, {0, 0}},
	{"connect4", 2, {NULL}, "", "7/7/7/7/7/7 r 1", 1, {0, 0}},
	{"connect4", 2, {NULL}, "d", "7/7/7/7/7/3r3 y 1", 2, {0, 0}},
	{"connect4", 2, {NULL}, "d d", "7/7/7/7/3y3/3r3 r 2", 1, {0, 0}},
	{"connect4", 2, {NULL}, "a b a b a b a", "7/7/r6/ry5/ry5/ry5 y 4", 0, {1, -1}},
	{"connect4", 2, {NULL}, "g a f a e a b a", "7/7/y6/y6/y6/yr2rrr r 5", 0, {-1, 1}},
	{"connect4", 2, {NULL}, "d a e b f c g", "7/7/7/7/7/yyyrrrr y 4", 0, {1, -1}},
	{"connect4", 2, {NULL}, "a b b c c d c d d g d", "7/7/3r3/2rr3/1rry3/ryyy2y y 6", 0,
		{1, -1}},
	{"connect4", 2, {NULL}, "g f f e e d e d d a d", "7/7/3r3/3rr2/3yrr1/y2yyyr y 6", 0,
		{1, -1}},
	{"connect4", 2, {NULL}, "d !2", "7/7/7/7/7/3r3 y 1 out2", 0, {0, 0}},
	{"connect4", 2, {"columns=3", "rows=3", "connect=3"}, "a b a b a", "r2/ry1/ry1 y 3", 0,
		{1, -1}},
	{"connect4", 2, {"columns=3", "rows=3", "connect=3"}, "a a a c c c b b b",
		"rry/yyr/rry y 5", 0, {0, 0}},
	{"connect4", 2, {"columns=16", "rows=3"}, "p", "16/16/15r y 1", 2, {0, 0}},
	{"nim", 2, {NULL}, "", "21 p1 1", 1, {0, 0}},
	{"nim", 2, {NULL}, "a3 a1", "17 p1 2", 1, {0, 0}},
	{"nim", 2, {"heaps=4"}, "a3 a1", "0 p1 2", 0, {1, -1}},
	{"nim", 2, {"heaps=4"}, "a3 !1", "1 p2 1 out1", 0, {0, 0}},
	{"nim", 2, {"heaps=4", "misere=0"}, "a3 a1", "0 p1 2", 0, {-1, 1}},
	{"nim", 2, {"heaps=3/4/5", "take=0"}, "c5 b1", "3/3/0 p1 2", 1, {0, 0}},
	{"nim", 3, {"heaps=2"}, "a1 a1", "0 p3 1", 0, {1, -1, 1}},
	{"nim", 3, {"heaps=2", "misere=0"}, "a1 a1", "0 p3 1", 0, {-1, 1, -1}},
	{"nim", 3, {"heaps=9"}, "a1 !2", "8 p3 1 out2", 3, {0, 0, 0}},
	{"nim", 3, {"heaps=9"}, "a1 !2 a1 a1 a3 a3", "0 p3 3 out2", 0, {-1, 1, 1}},
	{"nim", 3, {"heaps=9"}, "a1 !1 a1 a1", "6 p2 2 out1", 2, {0, 0, 0}},
	{"nim", 4, {"heaps=9"}, "!2 a1 !4 a1", "7 p1 2 out24", 1, {0, 0, 0, 0}},
	{"nim", 4, {"heaps=9"}, "!2 a1 !4 a1 !3", "7 p1 2 out234", 0, {0, 0, 0, 0}},
	{"letters", 2, {"pile=CAB", "words=AB:3,CAB:7"}, "", "CAB/-/- p1 1", 1, {0, 0}},
	{"letters", 2, {"pile=CAB", "words=AB:3,CAB:7"}, "A C", "B/A/C p1 2", 1, {0, 0}},
	{"letters", 2, {"pile=CAB", "words=AB:3,CAB:7"}, "A C B", "-/AB/C p2 2", 0, {3, 0}},
	{"letters", 2, {"pile=CAB", "words=A:3,B:-2,BC:5"}, "A B C", "-/AC/B p2 2", 0, {3, -2}},
	{"letters", 2, {"pile=CAB", "words=A:3"}, "A !1", "CB/A/- p2 1 out1", 0, {3, 0}},
	{"tree", 2, {"leaves=2,-1,3,0"}, "", "- p1 1", 1, {0, 0}},
	{"tree", 2, {"leaves=2,-1,3,0"}, "1", "1 p2 1", 2, {0, 0}},
	{"tree", 2, {"leaves=2,-1,3,0"}, "1 2", "1/2 p1 2", 0, {-1, 1}},
	{"tree", 2, {"leaves=2,-1,3,0"}, "2 1", "2/1 p1 2", 0, {3, -3}},
	{"tree", 2, {"leaves=2,-1,3,0"}, "2 !2", "2 p2 1 out2", 0, {0, 0}},
	{"othello", 2, {NULL}, "", "8/8/8/3ox3/3xo3/8/8/8 x 1", 1, {0, 0}},
	{"othello", 2, {NULL}, "f5 d6 c3 d3 c4", "8/8/2xo4/2xxx3/3oxx2/3o4/8/8 o 3", 2, {0, 0}},
	{"othello", 2, {NULL}, "d3 !2", "8/8/3x4/3xx3/3xo3/8/8/8 o 1 out2", 0, {0, 0}},
	/* The shortest game: all white discs are turned over. */
	{"othello", 2, {NULL}, "e6 f4 e3 f6 g5 d6 e7 f5 c5",
		"8/8/4x3/3xxx2/2xxxxx1/3xxx2/4x3/8 o 5", 0, {1, -1}},
	{"othello", 2, {"size=4"}, "", "4/1ox1/1xo1/4 x 1", 1, {0, 0}},
	{"othello", 2, {"size=10"}, "", "10/10/10/10/4ox4/4xo4/10/10/10/10 x 1", 1, {0, 0}},
	{"breakthrough", 2, {NULL}, "", "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w 1", 1,
		{0, 0}},
	{"breakthrough", 2, {NULL}, "a2a3", "bbbbbbbb/bbbbbbbb/8/8/8/w7/1wwwwwww/wwwwwwww b 1", 2,
		{0, 0}},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "a2b3 a4b3 a1a2 b3a2", "1b/b1/bw/1w w 3", 1,
		{0, 0}},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "a2b3 a4b3 a1a2 b3a2 b2a3", "1b/w1/b1/1w b 3",
		2, {0, 0}},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "a2b3 a4b3 a1a2 b3a2 b2a3 a2b1",
		"1b/w1/2/1b w 4", 0, {-1, 1}},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "a2b3 a3b2 b3a4", "wb/2/1b/ww b 2", 0,
		{1, -1}},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "b2a3 b4a3", "b1/bb/w1/ww w 2", 1, {0, 0}},
	/* The last piece of b is captured in the middle. */
	{"breakthrough", 2, {"columns=2", "rows=4"}, "a2b3 a3a2 b1a2 a4b3 b2a3 b3b2 a1b2 b4a3 b2a3",
		"2/w1/w1/2 b 5", 0, {1, -1}},
	{"gomoku", 2, {NULL}, "h8 o15", "14o/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 x 2", 1,
		{0, 0}},
	{"gomoku", 2, {"columns=6", "rows=3", "row=4"}, "a1 a2 b1 b2 c1 c2 e1 e2 d1",
		"6/ooo1o1/xxxxx1 o 5", 0, {1, -1}},
	{"gomoku", 2, {"columns=3", "rows=4", "row=4"}, "a1 b1 a2 b2 a3 b3 c1 b4",
		"1o1/xo1/xo1/xox x 5", 0, {-1, 1}},
	{"kalah", 2, {NULL}, "", "4.4.4.4.4.4.0/4.4.4.4.4.4.0 p1 1", 1, {0, 0}},
	/* c ends in the store; f sows four, the last into the other's c. */
	{"kalah", 2, {NULL}, "c", "4.4.0.5.5.5.1/4.4.4.4.4.4.0 p1 1", 1, {0, 0}},
	{"kalah", 2, {NULL}, "c f", "4.4.0.5.5.0.2/5.5.5.5.4.4.0 p2 1", 2, {0, 0}},
	{"kalah", 2, {NULL}, "c f !1", "4.4.0.5.5.0.2/5.5.5.5.4.4.0 p2 1 out1", 0, {0, 0}},
	/* A capture: a's last seed comes to the empty e, with the other's b opposite. */
	{"kalah", 2, {NULL}, "e a a", "0.5.5.5.0.5.8/0.0.5.5.5.5.0 p2 2", 2, {0, 0}},
	{"kalah", 2, {"pits=2", "seeds=1"}, "b a", "0.0.3/0.1.0 p2 1", 0, {1, -1}},
	/* Three seeds go round to the pit that they came from, and capture there. */
	{"kalah", 2, {"pits=1", "seeds=3"}, "a", "0.6/0.0 p2 1", 0, {1, -1}},
};
enum { STRINGS_ROWS = sizeof strings_rows / sizeof *strings_rows };

START_TEST(moves_lead_to_this_string_seat_and_scores_and_so_does_reading_it)
	{
		const struct strings_row *row = &strings_rows[_i];
		const struct setup *s = strings_begin(row->game, row->seats, row->settings);
		char text[POSITION_TEXT];
		struct error err = {""};
		struct position p[2];
		s->rules->start(s, &p[0]);
		strings_play(s, &p[0], row->moves);
		ck_assert_msg(s->rules->read(s, &p[1], row->string, &err), "%s", err.text);
		for (int i = 0; i < 2; i++) {
			int64_t scores[SEATS_MAX];
			s->rules->write(s, &p[i], text);
			s->rules->scores(s, &p[i], scores);
			ck_assert_str_eq(text, row->string);
			ck_assert_int_eq(s->rules->to_move(s, &p[i]), row->to_move);
			for (int seat = 0; seat < row->seats; seat++)
				ck_assert_int_eq(scores[seat], row->scores[seat]);
		}
	}
END_TEST

struct strings_bad {
	const char *game;
	int seats;
	const char *settings[STRINGS_SETTINGS];
	const char *string;
	const char *reason; /* a part of it */
};

#define CAB                                                                                        \
	{                                                                                          \
		"pile=CABDE", "words=A:1"                                                          \
	}
static const struct strings_bad strings_bad[] = {
	{"tictactoe", 2, {NULL}, "", "fewer than 3 columns"},
	{"tictactoe", 2, {NULL}, "3/3/3", "blank"},
	{"tictactoe", 2, {NULL}, "3/3 x 1", "fewer than 3 rows"},
	{"tictactoe", 2, {NULL}, "3/3/3/3 x 1", "more than 3 rows"},
	{"tictactoe", 2, {NULL}, "4/3/3 x 1", "row 1"},
	{"tictactoe", 2, {NULL}, "3/2x1/3 o 1", "row 2 from the top has more"},
	{"tictactoe", 2, {NULL}, "3/3/2 x 1", "row 3 from the top has fewer"},
	{"tictactoe", 2, {NULL}, "3/1z1/3 x 1", "neither a stone"},
	{"tictactoe", 2, {NULL}, "3/03/3 x 1", "neither a stone"},
	{"tictactoe", 2, {NULL}, "3/x0x1/3 x 1", "neither a stone"},
	{"tictactoe", 2, {NULL}, "3/0x2/3 o 1", "neither a stone"},
	{"tictactoe", 2, {NULL}, "3/3/3 y 1", "x or o"},
	{"tictactoe", 2, {NULL}, "3/3/3 o 1", "x 1"},
	{"tictactoe", 2, {NULL}, "3/3/3 x 2", "x 1"},
	{"tictactoe", 2, {NULL}, "3/3/3 x 0", "number of the move"},
	{"tictactoe", 2, {NULL}, "3/3/3 x 1 ", "gave up"},
	{"tictactoe", 2, {NULL}, "3/3/3 x 1 out", "gave up"},
	{"tictactoe", 2, {NULL}, "3/3/3 x 1 out3", "gave up"},
	{"tictactoe", 2, {NULL}, "3/3/3 x 1 out12", "gave up"},
	{"tictactoe", 2, {NULL}, "3/1o1/3 x 1", "take turns"},
	{"tictactoe", 2, {NULL}, "xx1/3/3 x 2", "take turns"},
	{"tictactoe", 2, {NULL}, "xxx/ooo/3 x 4", "both"},
	{"tictactoe", 2, {NULL}, "xxx/oo1/2o x 4", "a move follows"},
	{"tictactoe", 2, {NULL}, "ooo/xx1/1xx o 4", "a move follows"},
	{"tictactoe", 2, {NULL}, "2x/o1x/o1x o 3 out2", "over"},
	{"connect4", 2, {NULL}, "7/7/7/7/7/8 r 1", "row 6"},
	{"connect4", 2, {NULL}, "7/7/7/7/7 r 1", "fewer than 6 rows"},
	{"connect4", 2, {NULL}, "7/7/7/7/3r3/7 y 1", "below"},
	{"connect4", 2, {NULL}, "7/7/7/7/7/3y3 r 1", "take turns"},
	{"connect4", 2, {NULL}, "7/7/7/7/7/3r3 r 2", "y 1"},
	{"connect4", 2, {NULL}, "7/7/7/7/7/3x3 y 1", "neither"},
	{"connect4", 2, {NULL}, "7/7/ry5/ry5/ry5/ry5 r 5", "both"},
	{"connect4", 2, {NULL}, "7/7/r6/ry5/ry5/ry1y3 r 5", "a move follows"},
	{"connect4", 2, {NULL}, "7/7/r1r4/ryry3/ryryy2/ryryy2 y 9", "a move follows"},
	{"connect4", 2, {NULL}, "7/7/7/7/7/99999999999999999999 r 1", "neither"},
	{"nim", 2, {NULL}, "22 p1 1", "more than 21"},
	{"nim", 2, {NULL}, "3/4 p1 1", "1 heaps split by / and not \"3/4 p1 1\""},
	{"nim", 2, {NULL}, "-1 p1 1", "1 heaps"},
	{"nim", 2, {NULL}, "x p1 1", "1 heaps"},
	{"nim", 2, {NULL}, "20 p3 1", "p1 to p2"},
	{"nim", 2, {NULL}, "20 p0 1", "p1 to p2"},
	{"nim", 2, {NULL}, "21 p2 1", "1 moves cannot"},
	{"nim", 2, {NULL}, "20 p1 9999999", "number of the move"},
	{"nim", 3, {NULL}, "20 p2 1 out2", "gave up"},
	{"nim", 3, {NULL}, "20 p2 1 out31", "gave up"},
	{"letters", 2, CAB, "CABD/-/- p1 1", "each letter"},
	{"letters", 2, CAB, "CABDE/A/- p1 1", "each letter"},
	{"letters", 2, CAB, "CABDE/-/F p1 1", "each letter"},
	{"letters", 2, CAB, "CCABDE/-/- p1 1", "twice"},
	{"letters", 2, CAB, "CABDE/- p1 1", "starts with"},
	{"letters", 2, CAB, "ACBDE/-/- p1 1", "never leads"},
	{"letters", 2, CAB, "CADE/B/- p2 1", "never leads"},
	{"letters", 2, CAB, "CDE/B/A p1 2", "never leads"},
	{"letters", 2, CAB, "-/C/ABDE p2 3", "never leads"},
	{"letters", 2, CAB, "CBDE/A/- p1 1", "p2 1"},
	{"tree", 2, {NULL}, "3 p2 1", "from 1 to 2"},
	{"tree", 2, {NULL}, "0 p2 1", "from 1 to 2"},
	{"tree", 2, {NULL}, "1/ p2 1", "from 1 to 2"},
	{"tree", 2, {NULL}, "1/1/1 p2 2", "longer"},
	{"tree", 2, {NULL}, "1 p1 1", "p2 1"},
	{"othello", 2, {NULL}, "8/8/8/3ox3/3x4/8/8/8 x 1", "centre"},
	{"othello", 2, {NULL}, "x7/8/8/3ox3/3xo3/8/8/8 o 1", "apart"},
	{"othello", 2, {NULL}, "8/8/3x4/3xx3/3xo3/8/8/8 x 1", "from 1 to 2"},
	{"othello", 2, {NULL}, "8/8/3x4/3xx3/3xo3/8/8/8 o 2", "3 moves with passes"},
	{"othello", 2, {NULL}, "8/8/4x3/3xxx2/2xxxxx1/3xxx2/4x3/8 o 5 out1", "over"},
	{"othello", 2, {NULL}, "8/8/8/3ox3/3xo3/8/8/8 w 1", "x or o"},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "bb/bb/ww/ww b 1", "0 moves"},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "bb/bb/ww/ww w 2", "not 1"},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "bb/bb/bw/ww w 2", "5 pieces of b"},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "bb/bb/2/ww w 1", "captured 2"},
	/* The piece of w that is missing stood in row 2, and row 3 was as far as it came. */
	{"breakthrough", 2, {"columns=2", "rows=4"}, "b1/bb/w1/ww w 3", "from 0 to 1 moves"},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "wb/2/1b/ww w 2", "after the end"},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "ww/bb/2/2 b 5", "after the end"},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "2/2/2/2 w 1", "after the end"},
	{"breakthrough", 2, {"columns=2", "rows=4"}, "wb/2/1b/ww b 2 out1", "over"},
	{"gomoku", 2, {"columns=4", "rows=3", "row=3"}, "4/1o2/4 x 1", "take turns"},
	{"gomoku", 2, {"columns=4", "rows=3", "row=3"}, "xxx1/ooo1/4 x 4", "both"},
	{"gomoku", 2, {"columns=4", "rows=3", "row=3"}, "xxx1/oo2/o3 x 4", "a move follows"},
	{"gomoku", 2, {"columns=4", "rows=4", "row=3"}, "xxx1/oo1o/oo1o/xxx1 x 7",
		"a move follows"},
	{"gomoku", 2, {"columns=4", "rows=4", "row=3"}, "xxx1/oo1o/oo2/xxx1 o 6", "a move follows"},
	{"kalah", 2, {NULL}, "4.4.4.4.4.4/4.4.4.4.4.4.0 p1 1", "48 seeds"},
	{"kalah", 2, {NULL}, "4.4.4.4.4.4.1/4.4.4.4.4.4.0 p1 1", "48 seeds"},
	{"kalah", 2, {NULL}, "4.4.4.4.4.4.0/4.4.4.4.4.3.0 p1 1", "48 seeds"},
	{"kalah", 2, {NULL}, "4.4.4.4.4.4.-1/4.4.4.4.4.4.1 p1 2", "48 seeds"},
	{"kalah", 2, {NULL}, "4.4.4.4.4.4.0/4.4.4.4.4.3.1 p1 1", "before its first move"},
	{"kalah", 2, {NULL}, "0.0.0.0.0.0.24/4.4.4.4.4.4.0 p2 9 out1", "over"},
	{"kalah", 2, {NULL}, "4.4.4.4.4.4.0/4.4.4.4.4.4.0 x 1", "p1 to p2"},
};
#undef CAB
enum { STRINGS_BAD = sizeof strings_bad / sizeof *strings_bad };

START_TEST(a_string_that_cannot_be_a_position_is_refused_for_this_reason)
	{
		const struct strings_bad *row = &strings_bad[_i];
		const struct setup *s = strings_begin(row->game, row->seats, row->settings);
		struct error err = {""};
		struct position p;
		ck_assert_msg(!s->rules->read(s, &p, row->string, &err), "%s", row->string);
		ck_assert_msg(
			strstr(err.text, row->reason) != NULL, "%s: %s", row->string, err.text);
		ck_assert_ptr_null(strchr(err.text, '\n'));
	}
END_TEST

START_TEST(a_nim_position_may_be_set_up_with_fewer_tokens)
	{
		const char *const none[STRINGS_SETTINGS] = {NULL};
		const struct setup *s = strings_begin("nim", 2, none);
		struct position p;
		struct error err = {""};
		ck_assert_msg(s->rules->read(s, &p, "4 p1 1", &err), "%s", err.text);
		ck_assert_int_eq(s->rules->to_move(s, &p), 1);
	}
END_TEST

SUITE("rules/strings",
	LOOP(moves_lead_to_this_string_seat_and_scores_and_so_does_reading_it, STRINGS_ROWS),
	LOOP(a_string_that_cannot_be_a_position_is_refused_for_this_reason, STRINGS_BAD),
	CASE(a_nim_position_may_be_set_up_with_fewer_tokens))
