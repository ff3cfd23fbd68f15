/*
 * The lines that people type come out the same in whatever pieces they come in; and what a game of
 * people prints, whole.
 */
#include "referee/terminal/play-game.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

enum { INPUT_TYPED = 3 * PLAY_INPUT_LINE };

/* Takes all lines that are there, each followed by ';'. False: the end has come. */
static bool input_take(struct play_input *in, char *taken, size_t room)
{
	char *line;
	for (;;) {
		size_t used = strlen(taken);
		switch (play_input_next(in, &line)) {
		case PLAY_INPUT_NONE:
			return true;
		case PLAY_INPUT_LINE_READY:
			snprintf(taken + used, room - used, "%s;", line);
			break;
		case PLAY_INPUT_TOO_LONG:
			snprintf(taken + used, room - used, "too long;");
			break;
		case PLAY_INPUT_END:
			return false;
		}
	}
}

/* Puts the lines that are taken of typed into taken; typed comes size bytes at a time. */
static void input_type(const char *typed, size_t size, char *taken, size_t room)
{
	struct event_base *base = event_base_new();
	struct play_input in;
	int pipes[2];
	size_t length = strlen(typed), at = 0;
	taken[0] = '\0';
	ck_assert_int_eq(pipe(pipes), 0);
	ck_assert(play_input_open(&in, base, pipes[0]));
	while (input_take(&in, taken, room)) {
		size_t count = length - at < size ? length - at : size;
		if (count > 0)
			ck_assert_int_eq(write(pipes[1], typed + at, count), (ssize_t)count);
		else
			close(pipes[1]);
		at += count;
		event_base_loop(base, EVLOOP_ONCE);
	}
	play_input_close(&in);
	event_base_free(base);
	close(pipes[0]);
}

static const struct {
	const char *typed, *taken;
	int longer; /* how many times x stands before it */
} input_rows[] = {
	{"", "", 0},
	{"d\n", "d;", 0},
	{"d\r\n\nsave it\n", "d;;save it;", 0},
	{"d\nlast", "d;last;", 0},
	{"\nd\n", "too long;d;", PLAY_INPUT_LINE},
	{"\nd\n", "too long;d;", 2 * PLAY_INPUT_LINE},
	{"\nlast", "too long;last;", PLAY_INPUT_LINE + 7},
};

START_TEST(lines_come_out_whole_in_every_chunk_size)
	{
		static const size_t sizes[] = {1, 2, 3, 7, 4095, 4096, 4097, INPUT_TYPED};
		char typed[INPUT_TYPED], taken[INPUT_TYPED];
		int longer = input_rows[_i].longer;
		memset(typed, 'x', (size_t)longer);
		strcpy(typed + longer, input_rows[_i].typed);
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			input_type(typed, sizes[i], taken, sizeof taken);
			ck_assert_str_eq(taken, input_rows[_i].taken);
		}
	}
END_TEST

/* --- games of people ------------------------------------------------------------------------ */

static const struct {
	const char *game;
	int players;
	const char *param; /* NULL: none */
	const char *typed, *said;
} people_rows[] = {
	/* The second board marks the last move alone. The third move comes to an empty line, and in
	 * capitals. */
	{"tictactoe", 2, NULL, "b2\n a1 \n\nC3\n",
		"\n"
		"   3  . . .\n"
		"   2  . . .\n"
		"   1  . . .\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> b2\n"
		"\n"
		"   3  . . .\n"
		"   2  .(x).\n"
		"   1  . . .\n"
		"      a b c\n"
		"\n"
		"seat 2 (o)>  a1 \n"
		"\n"
		"   3  . . .\n"
		"   2  . x .\n"
		"   1 (o). .\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> \n"
		"seat 1 (x)> C3\n"
		"\n"
		"   3  . .(x)\n"
		"   2  . x .\n"
		"   1  o . .\n"
		"      a b c\n"
		"\n"
		"seat 2 (o)> \n"},
	{"tictactoe", 2, NULL, "a1\nundo\nb1\nb2\nundo\nundo\nundo\n",
		"\n"
		"   3  . . .\n"
		"   2  . . .\n"
		"   1  . . .\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> a1\n"
		"\n"
		"   3  . . .\n"
		"   2  . . .\n"
		"   1 (x). .\n"
		"      a b c\n"
		"\n"
		"seat 2 (o)> undo\n"
		"there is nothing to take back: it is your first turn\n"
		"seat 2 (o)> b1\n"
		"\n"
		"   3  . . .\n"
		"   2  . . .\n"
		"   1  x(o).\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> b2\n"
		"\n"
		"   3  . . .\n"
		"   2  .(x).\n"
		"   1  x o .\n"
		"      a b c\n"
		"\n"
		"seat 2 (o)> undo\n"
		"\n"
		"   3  . . .\n"
		"   2  . . .\n"
		"   1 (x). .\n"
		"      a b c\n"
		"\n"
		"seat 2 (o)> undo\n"
		"there is nothing to take back: it is your first turn\n"
		"seat 2 (o)> undo\n"
		"there is nothing to take back: it is your first turn\n"
		"seat 2 (o)> \n"},
	{"nim", 3, "heaps=5", "a1\nresign\nresign\nundo\nmoves\n",
		"\n"
		"  a 5  |||||\n"
		"\n"
		"seat 1> a1\n"
		"\n"
		"  a 4  ||||*\n"
		"\n"
		"seat 2> resign\n"
		"seat 2 gives up\n"
		"\n"
		"  a 4  ||||*\n"
		"\n"
		"seat 3> resign\n"
		"seat 3 gives up\n"
		"\n"
		"  a 4  ||||\n"
		"\n"
		"The game is over: 1. seat 1; 2. seat 3; 3. seat 2\n"
		"over> undo\n"
		"\n"
		"  a 4  ||||*\n"
		"\n"
		"seat 3> moves\n"
		"  a1 a2 a3\n"
		"seat 3> \n"},
	{"tictactoe", 2, NULL, "a1\na2\nb1\nb2\nc1\nmoves\nundo\nmovs\n",
		"\n"
		"   3  . . .\n"
		"   2  . . .\n"
		"   1  . . .\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> a1\n"
		"\n"
		"   3  . . .\n"
		"   2  . . .\n"
		"   1 (x). .\n"
		"      a b c\n"
		"\n"
		"seat 2 (o)> a2\n"
		"\n"
		"   3  . . .\n"
		"   2 (o). .\n"
		"   1  x . .\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> b1\n"
		"\n"
		"   3  . . .\n"
		"   2  o . .\n"
		"   1  x(x).\n"
		"      a b c\n"
		"\n"
		"seat 2 (o)> b2\n"
		"\n"
		"   3  . . .\n"
		"   2  o(o).\n"
		"   1  x x .\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> c1\n"
		"\n"
		"   3  . . .\n"
		"   2  o o .\n"
		"   1  x x(x)\n"
		"      a b c\n"
		"\n"
		"The game is over: seat 1 (x) wins\n"
		"over> moves\n"
		"the game is over; \"undo\" goes on with it\n"
		"over> undo\n"
		"\n"
		"   3  . . .\n"
		"   2  o(o).\n"
		"   1  x x .\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> movs\n"
		"\"movs\" is neither a legal move nor a word; did you mean \"moves\"?\n"
		"legal: c1 c2 a3 b3 c3\n"
		"seat 1 (x)> \n"},
	{"tictactoe", 2, NULL, "d4\nboard x\nsave\nHELP\nquit\na1\n",
		"\n"
		"   3  . . .\n"
		"   2  . . .\n"
		"   1  . . .\n"
		"      a b c\n"
		"\n"
		"seat 1 (x)> d4\n"
		"\"d4\" is neither a legal move nor a word; \"help\" lists the words\n"
		"legal: a1 b1 c1 a2 b2 c2 a3 b3 c3\n"
		"seat 1 (x)> board x\n"
		"nothing follows \"board\"\n"
		"seat 1 (x)> save\n"
		"\"save\" needs a FILE: save FILE\n"
		"seat 1 (x)> HELP\n"
		"Type a move as the game writes it, such as a1 b1 c1 ..., or a word:\n"
		"  help         list these words\n"
		"  moves        list all legal moves\n"
		"  board        draw the board again\n"
		"  undo         take back to your last turn\n"
		"  hint         show the move of a strong bot, and the line that it expects\n"
		"  save   FILE  save the game so far as a record\n"
		"  resign       give up\n"
		"  quit         end the program; the game stays unfinished\n"
		"seat 1 (x)> quit\n"},
	/* Of a disc that is placed, and discs that it turns over, the placed one is marked. */
	{"othello", 2, "size=4", "moves\na2\n",
		"\n"
		"   1  . . . .\n"
		"   2  . o x .\n"
		"   3  . x o .\n"
		"   4  . . . .\n"
		"      a b c d\n"
		"\n"
		"seat 1 (x)> moves\n"
		"  b1 a2 d3 c4\n"
		"seat 1 (x)> a2\n"
		"\n"
		"   1  . . . .\n"
		"   2 (x)x x .\n"
		"   3  . x o .\n"
		"   4  . . . .\n"
		"      a b c d\n"
		"\n"
		"seat 2 (o)> \n"},
};

/* Plays what is typed; text gets all that the program prints. */
static void people_play(int row, char *text, size_t room)
{
	struct play *p = memory_get(1, sizeof *p);
	struct error err;
	const char *const params[] = {people_rows[row].param};
	int pipes[2];
	ck_assert(setup_init(&p->setup, rules_find(people_rows[row].game), people_rows[row].players,
		1, params, params[0] != NULL, &err));
	ck_assert_int_eq(pipe(pipes), 0);
	size_t length = strlen(people_rows[row].typed);
	ck_assert_int_eq(write(pipes[1], people_rows[row].typed, length), (ssize_t)length);
	close(pipes[1]);
	p->base = event_base_new();
	p->shown = -1;
	p->mode = BOARD_TERMINAL_MARKS;
	p->out = fmemopen(text, room, "w");
	ck_assert(play_input_open(&p->input, p->base, pipes[0]));
	move_list_init(&p->moves, &p->setup, "");
	ck_assert(move_list_replay(&p->moves, 0, &p->limits, &p->game, &err));
	play_loop(p);
	fclose(p->out);
	ck_assert_int_eq(p->status, EXIT_SUCCESS);
	move_list_clear(&p->moves);
	play_input_close(&p->input);
	event_base_free(p->base);
	close(pipes[0]);
	free(p);
}

START_TEST(a_game_of_people_prints_boards_marks_and_prompts)
	{
		static char text[1 << 16];
		people_play(_i, text, sizeof text);
		ck_assert_str_eq(text, people_rows[_i].said);
	}
END_TEST

SUITE("referee/terminal/play-game",
	LOOP(lines_come_out_whole_in_every_chunk_size, sizeof input_rows / sizeof *input_rows),
	LOOP(a_game_of_people_prints_boards_marks_and_prompts,
		sizeof people_rows / sizeof *people_rows))
