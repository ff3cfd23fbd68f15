/*
 * Moves and results as a person sees them.
 */
#include "base/error.h"
#include "referee/terminal/play-draw.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

/* params: "KEY=VALUE" separated by blanks, or NULL. */
static struct setup *draw_setup(const char *game, int seats, const char *params)
{
	struct setup *s = memory_get(1, sizeof *s);
	struct error err;
	char *copy = memory_copy(params != NULL ? params : ""), *rest = copy;
	const char *settings[PARAMETERS_MAX];
	int count = 0;
	while (params != NULL && (settings[count] = strsep(&rest, " ")) != NULL)
		count++;
	ck_assert_msg(
		setup_init(s, rules_find(game), seats, 1, settings, count, &err), "%s", err.text);
	free(copy);
	return s;
}

static void draw_read(const struct setup *s, struct position *p, const char *text)
{
	struct error err;
	ck_assert_msg(s->rules->read(s, p, text, &err), "%s", err.text);
}

static const struct {
	const char *game, *param, *position;
	int seats, ranks[4];
	const char *text;
} draw_results[] = {
	{"tictactoe", NULL, "3/3/3 x 1", 2, {1, 1}, "a draw\n"},
	{"tictactoe", NULL, "3/3/3 x 1", 2, {2, 1}, "seat 2 (o) wins\n"},
	{"nim", NULL, "21 p1 1", 3, {2, 1, 2}, "1. seat 2; 2. seat 1, seat 3\n"},
	{"nim", NULL, "21 p1 1", 4, {4, 1, 1, 3}, "1. seat 2, seat 3; 3. seat 4; 4. seat 1\n"},
	{"tree", "leaves=2,-1,3,0", "2/1 p1 2", 2, {1, 2}, "seat 1 wins, 3 : -3\n"},
};

START_TEST(a_result_says_who_came_where)
	{
		struct setup *s = draw_setup(
			draw_results[_i].game, draw_results[_i].seats, draw_results[_i].param);
		struct position p;
		char *text;
		size_t length;
		draw_read(s, &p, draw_results[_i].position);
		FILE *out = open_memstream(&text, &length);
		play_draw_result(out, false, s, &p, draw_results[_i].ranks);
		fclose(out);
		ck_assert_str_eq(text, draw_results[_i].text);
		free(text);
		free(s);
	}
END_TEST

/* With a22 the first line would have 80 columns. */
START_TEST(long_lists_of_moves_are_broken_into_lines)
	{
		struct setup *s = draw_setup("nim", 2, "heaps=22 take=0");
		struct position p;
		char *text;
		size_t length;
		s->rules->start(s, &p);
		FILE *out = open_memstream(&text, &length);
		play_draw_moves(out, s, &p, 3, "<");
		fputc('\n', out);
		play_draw_moves(out, s, &p, 100, "  ");
		fclose(out);
		ck_assert_str_eq(text,
			"<a1 a2 a3 ...\n"
			"  a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 a12 a13 a14 a15 a16 a17 a18 a19 a20 a21\n"
			"  a22");
		free(text);
		free(s);
	}
END_TEST

SUITE("referee/terminal/play-draw",
	LOOP(a_result_says_who_came_where, sizeof draw_results / sizeof *draw_results),
	CASE(long_lists_of_moves_are_broken_into_lines))
