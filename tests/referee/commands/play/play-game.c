/*
 * The lines that people type come out the same in whatever pieces they come in.
 */
#include "referee/commands/play/play-game.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

SUITE("commands/play-game",
	LOOP(lines_come_out_whole_in_every_chunk_size, sizeof input_rows / sizeof *input_rows))
