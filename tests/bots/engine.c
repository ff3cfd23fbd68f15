/*
 * The engine plays only the new moves of a position command, and always reaches the position to
 * which all of its moves lead.
 */
#include "bots/engine.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

static struct engine *engine;

/* Where the moves lead, from the game's own rules alone. */
static void led_to(const char *from, const char *moves, char text[POSITION_TEXT])
{
	const struct setup *s = &engine->setup;
	struct position p;
	struct error err;
	char copy[256], *rest = copy, *word;
	if (from[0] == '\0')
		s->rules->start(s, &p);
	else
		ck_assert(s->rules->read(s, &p, from, &err));
	snprintf(copy, sizeof copy, "%s", moves);
	while ((word = strsep(&rest, " ")) != NULL) {
		move m;
		if (*word == '\0')
			continue;
		ck_assert(rules_read_move(s, &p, word, &m));
		s->rules->play(s, &p, m);
	}
	s->rules->write(s, &p, text);
}

/* In their order, each after the one before: moves that go on, go back, differ at their end, begin
 * with the same letters, and begin elsewhere. */
static const struct {
	const char *from, *moves;
} asked[] = {
	{"", ""},
	{"", "a1"},
	{"", "a1 a2"},
	{"", "a1 a2 a3"},
	{"", "a1 a2"},
	{"", "a1 a2 b1"},
	{"", "a1 a12"},
	{"", "a1 a1"},
	{"", "a1 a12 b3"},
	{"", "a1  a12   b3 b1"},
	{"27/20 p2 3", ""},
	{"27/20 p2 3", "a1"},
	{"29/21 p1 2", "a1"},
	{"29/21 p1 2", "a11"},
	{"", "a11"},
	{"", ""},
};

START_TEST(it_stands_where_the_moves_lead_wherever_it_stood_before)
	{
		const char *params[] = {"heaps=31/21", "take=0"};
		struct error err;
		char text[POSITION_TEXT], right[POSITION_TEXT];
		engine = engine_create();
		ck_assert_ptr_nonnull(engine);
		ck_assert_msg(engine_begin(engine, rules_find("nim"), 2, 1, params, 2, &err), "%s",
			err.text);
		for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
			ck_assert_msg(engine_place(engine, asked[i].from, asked[i].moves, &err),
				"%s %s: %s", asked[i].from, asked[i].moves, err.text);
			led_to(asked[i].from, asked[i].moves, right);
			engine->setup.rules->write(&engine->setup, &engine->position, text);
			ck_assert_msg(strcmp(text, right) == 0, "%zu: %s, not %s", i, text, right);
		}
		engine_free(engine);
	}
END_TEST

START_TEST(after_moves_that_are_none_it_stands_nowhere_until_it_is_put_anew)
	{
		struct error err;
		char text[POSITION_TEXT];
		engine = engine_create();
		ck_assert(!engine_place(engine, "", "a1", &err));
		ck_assert_str_eq(err.text, "no game has been set up");
		ck_assert(engine_begin(engine, rules_find("nim"), 2, 1, NULL, 0, &err));
		ck_assert(!engine_place(engine, "", "a1 a9", &err));
		ck_assert_ptr_nonnull(strstr(err.text, "\"a9\" is no legal move of nim there"));
		ck_assert(!engine->placed);
		ck_assert(engine_place(engine, "", "a1 a2", &err));
		engine->setup.rules->write(&engine->setup, &engine->position, text);
		ck_assert_str_eq(text, "18 p1 2");
		ck_assert_int_eq(engine->plies, 2);
		engine_free(engine);
	}
END_TEST

/* The keys of all positions on the way, the start first. */
START_TEST(it_knows_the_positions_that_it_came_through)
	{
		struct error err;
		struct position p;
		engine = engine_create();
		ck_assert(engine_begin(engine, rules_find("nim"), 2, 1, NULL, 0, &err));
		ck_assert(engine_place(engine, "", "a1", &err));
		ck_assert(engine_place(engine, "", "a1 a2 a3", &err));
		const struct setup *s = &engine->setup;
		s->rules->start(s, &p);
		ck_assert_int_eq(engine->plies, 3);
		for (move m = 1; m <= 3; m++) {
			ck_assert_uint_eq(engine->past[m - 1], s->rules->key(s, &p));
			s->rules->play(s, &p, m);
		}
		engine_free(engine);
	}
END_TEST

/* The best evaluation is the new game's, also after a search of the last one. */
START_TEST(another_game_has_another_evaluation)
	{
		static const char *const games[] = {"connect4", "othello", "connect4", "nim"};
		const struct search_limits limits = {.nodes = 50};
		const struct search_hooks hooks = {.now = NULL};
		struct error err;
		engine = engine_create();
		for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
			ck_assert_msg(
				engine_begin(engine, rules_find(games[i]), 2, 1, NULL, 0, &err),
				"%s", err.text);
			ck_assert_str_eq(engine->evaluation->game, games[i]);
			ck_assert(engine_search(engine, &limits, &hooks, &err));
			ck_assert_str_eq(engine->evaluation->game, games[i]);
		}
		/* A setting counts from the next search on. */
		strcpy(engine->settings.eval, "zero");
		engine_changed(engine);
		ck_assert(engine_search(engine, &limits, &hooks, &err));
		ck_assert_str_eq(engine->evaluation->name, "zero");
		/* One that the game does not have is refused, and there is no game then. */
		strcpy(engine->settings.eval, "store");
		engine_changed(engine);
		ck_assert(!engine_search(engine, &limits, &hooks, &err));
		ck_assert(!engine_begin(engine, rules_find("nim"), 2, 1, NULL, 0, &err));
		ck_assert_ptr_nonnull(strstr(err.text, "no evaluation \"store\" for nim"));
		ck_assert(!engine_place(engine, NULL, NULL, &err));
		engine_free(engine);
	}
END_TEST

/* The table is made anew when its size changes, and other searches have none. */
START_TEST(a_search_has_the_table_of_its_size)
	{
		const struct search_limits limits = {.nodes = 50};
		const struct search_hooks hooks = {.now = NULL};
		struct error err;
		engine = engine_create();
		ck_assert(engine_begin(engine, rules_find("connect4"), 2, 1, NULL, 0, &err));
		ck_assert(engine_search(engine, &limits, &hooks, &err));
		ck_assert_int_eq(engine->table_size, 16);
		ck_assert_ptr_eq(engine->job.table, &engine->table);
		engine->settings.hash = 2;
		ck_assert(engine_search(engine, &limits, &hooks, &err));
		ck_assert_int_eq(engine->table_size, 2);
		engine->settings.hash = 0;
		engine->settings.search = &search_mcts;
		ck_assert(engine_search(engine, &limits, &hooks, &err));
		ck_assert_ptr_eq(engine->memory_owner, &search_mcts);
		ck_assert_ptr_eq(engine->job.memory, engine->memory);
		ck_assert_int_eq(engine->memory_size, 64);
		/* The memory of another search is none, of whatever size. */
		engine->settings.hash = 9;
		ck_assert(engine_search(engine, &limits, &hooks, &err));
		ck_assert_int_eq(engine->memory_size, 9);
		engine->settings.search = &search_perfect;
		ck_assert(engine_search(engine, &limits, &hooks, &err));
		ck_assert_ptr_eq(engine->memory_owner, &search_perfect);
		engine->settings.search = &search_minimax;
		ck_assert(engine_search(engine, &limits, &hooks, &err));
		ck_assert_ptr_null(engine->job.memory);
		engine_free(engine);
	}
END_TEST

START_TEST(a_line_is_written_with_blanks_between_as_far_as_it_fits)
	{
		static const move line[] = {1, 2, 3};
		struct error err;
		char text[128];
		engine = engine_create();
		ck_assert(engine_begin(engine, rules_find("nim"), 2, 1, NULL, 0, &err));
		ck_assert_str_eq(engine_line(engine, line, 3, text, sizeof text), "a1 a2 a3");
		ck_assert_str_eq(engine_line(engine, line, 0, text, sizeof text), "");
		/* A move may take MOVE_TEXT bytes, with a blank and an end. */
		ck_assert_str_eq(engine_line(engine, line, 3, text, MOVE_TEXT + 2), "a1");
		ck_assert_str_eq(engine_line(engine, line, 3, text, MOVE_TEXT + 1), "");
		engine_free(engine);
	}
END_TEST

START_TEST(a_game_that_is_over_is_not_searched)
	{
		const struct search_limits limits = {.nodes = 50};
		const struct search_hooks hooks = {.now = NULL};
		struct error err;
		engine = engine_create();
		ck_assert(!engine_search(engine, &limits, &hooks, &err));
		ck_assert_str_eq(err.text, "no position to think about");
		ck_assert(engine_begin(engine, rules_find("nim"), 2, 1, NULL, 0, &err));
		ck_assert(engine_place(engine, "0 p2 3", NULL, &err));
		ck_assert(!engine_search(engine, &limits, &hooks, &err));
		ck_assert_str_eq(err.text, "the game is over");
		engine_free(engine);
	}
END_TEST

SUITE("bots/engine", CASE(it_stands_where_the_moves_lead_wherever_it_stood_before),
	CASE(after_moves_that_are_none_it_stands_nowhere_until_it_is_put_anew),
	CASE(it_knows_the_positions_that_it_came_through),
	CASE(another_game_has_another_evaluation), CASE(a_search_has_the_table_of_its_size),
	CASE(a_line_is_written_with_blanks_between_as_far_as_it_fits),
	CASE(a_game_that_is_over_is_not_searched))
