/*
 * Which moves of a game are blunders, in nim with one heap of which one to three are taken: a seat
 * that leaves a multiple of four wins (Bouton 1901; the last token wins).
 */
#include "referee/report/blunders.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

static struct setup setup;

/* heap=9: ann takes 3 (9 - 3 = 6 loses: 1 would win), ben takes 1 (2 would win), ann takes 1
 * (wins), ben leaves. */
static const char record[] =
	"game 0 1767225600000\nrules nim 2\nparam heaps 9\nparam take 3\nparam misere 0\n"
	"player 1 ann\nmove 1 a3 1 1 - - - -\nmove 2 a1 1 1 - - - -\n"
	"move 1 a1 1 1 - - - -\n";

static void read_game(struct move_list *h)
{
	struct error err;
	char *text = memory_copy(record);
	ck_assert_msg(move_list_read(h, &setup, text, &err), "%s", err.text);
	free(text);
}

/* Values before and after each ply, and the blunders among them by their plies. */
static const struct {
	struct db_analysis values[3];
	int plies[3], count;
	const char *lost[3];
} rows[] = {
	{{{true, true, 1, -1}, {true, true, 1, -1}, {true, true, 1, 1}}, {1, 2}, 2,
		{"win to loss", "win to loss"}},
	/* the size of a win is no matter */
	{{{true, true, 9, 1}, {true, true, -1, -9}, {true, true, 0, 0}}, {0}, 0, {NULL}},
	{{{true, true, 5, 0}, {true, true, 0, -3}, {true, true, 0, 2}}, {1, 2}, 2,
		{"win to draw", "draw to loss"}},
	/* what is not known is none */
	{{{false, true, 9, -9}, {true, false, 9, -9}, {true, true, 2, -2}}, {3}, 1,
		{"win to loss"}},
};

START_TEST(a_move_that_turned_a_value_is_a_blunder)
	{
		struct move_list h;
		struct blunders b;
		read_game(&h);
		blunders_find(&b, &h, rows[_i].values);
		ck_assert_int_eq(b.count, rows[_i].count);
		for (int i = 0; i < b.count; i++) {
			const struct db_analysis *v = &rows[_i].values[rows[_i].plies[i] - 1];
			ck_assert_int_eq(b.list[i].ply, rows[_i].plies[i]);
			ck_assert_int_eq(b.list[i].seat, 2 - rows[_i].plies[i] % 2);
			ck_assert_int_eq(b.list[i].before, v->before);
			ck_assert_int_eq(b.list[i].after, v->after);
			ck_assert_str_eq(b.list[i].lost, rows[_i].lost[i]);
		}
		blunders_clear(&b);
		move_list_clear(&h);
	}
END_TEST

START_TEST(a_better_move_is_found_for_each)
	{
		struct move_list h;
		struct blunders b;
		read_game(&h);
		blunders_find(&b, &h, rows[0].values);
		ck_assert_str_eq(b.list[0].bot, "ann");
		ck_assert_str_eq(b.list[0].move, "a3");
		ck_assert_str_eq(b.list[0].better, "a1"); /* leaves 8 of 9 */
		ck_assert_str_eq(b.list[1].bot, "?");
		ck_assert_str_eq(b.list[1].move, "a1");
		ck_assert_str_eq(b.list[1].better, "a2"); /* leaves 4 of 6 */
		blunders_clear(&b);
		move_list_clear(&h);
	}
END_TEST

/* A seat that leaves has no value: the values of the moves after it are still theirs. */
START_TEST(who_left_made_no_move)
	{
		static const struct db_analysis values[] = {
			{true, true, 1, 1}, {true, true, 0, 0}, {true, true, 1, -1}};
		struct setup *three = memory_get(1, sizeof *three);
		struct move_list h;
		struct blunders b;
		struct error err;
		const char *const heap[] = {"heaps=9"};
		ck_assert(setup_init(three, rules_find("nim"), 3, 1, heap, 1, &err));
		move_list_init(&h, three, "");
		move_list_add_move(&h, 1, "a1", NULL);
		move_list_add_leave(&h, 2, VERDICT_CRASH, "gone");
		move_list_add_move(&h, 3, "a2", NULL);
		move_list_add_move(&h, 1, "a3", NULL);
		blunders_find(&b, &h, values);
		ck_assert_int_eq(b.count, 1);
		ck_assert_int_eq(b.list[0].ply, 3);
		ck_assert_int_eq(b.list[0].seat, 1);
		ck_assert_str_eq(b.list[0].move, "a3");
		blunders_clear(&b);
		move_list_clear(&h);
		free(three);
	}
END_TEST

START_TEST(the_first_64_of_a_game_are_kept)
	{
		enum { MOVES = 70, KEPT = 64 };
		struct setup *two = memory_get(1, sizeof *two);
		struct db_analysis values[MOVES];
		struct move_list h;
		struct blunders b;
		struct error err;
		const char *const heap[] = {"heaps=9999", "take=1"};
		ck_assert(setup_init(two, rules_find("nim"), 2, 1, heap, 2, &err));
		move_list_init(&h, two, "");
		for (int i = 0; i < MOVES; i++) {
			move_list_add_move(&h, 1 + i % 2, "a1", NULL);
			values[i] = (struct db_analysis){true, true, 1, -1};
		}
		blunders_find(&b, &h, values);
		ck_assert_int_eq(b.count, KEPT);
		ck_assert_int_eq(b.list[KEPT - 1].ply, KEPT);
		blunders_clear(&b);
		move_list_clear(&h);
		free(two);
	}
END_TEST

/* The printed table; to be freed. */
static char *printed(const struct blunders *b, int unknown)
{
	char *text = NULL;
	size_t size = 0;
	FILE *standard = stdout;
	stdout = open_memstream(&text, &size);
	blunders_print(b, unknown);
	fclose(stdout);
	stdout = standard;
	return text;
}

START_TEST(a_blunder_is_told_with_its_values_and_the_better_move)
	{
		static const struct {
			int ply, seat, before, after;
			const char *bot, *move, *lost, *better;
		} told[] = {{1, 2, 7, 0, "an\n", "a1", "win to draw", "a2"},
			{2, 1, 0, -3, "ben", "a3", "draw to loss", "a4"},
			{12, 1, 1, -1, "ben", "b1", "win to loss", ""}};
		struct blunder list[3];
		for (int i = 0; i < 3; i++) {
			list[i] = (struct blunder){.ply = told[i].ply,
				.seat = told[i].seat,
				.before = told[i].before,
				.after = told[i].after,
				.bot = memory_copy(told[i].bot),
				.move = memory_copy(told[i].move),
				.lost = memory_copy(told[i].lost)};
			strcpy(list[i].better, told[i].better);
		}
		const struct blunders some = {list, 3}, none = {NULL, 0};
		char *text = printed(&some, 1);
		ck_assert_str_eq(text,
			"Ply 1, seat 2, an\\x0a: a1 was a blunder, win to draw (7 to 0); a2 wins\n"
			"Ply 2, seat 1, ben: a3 was a blunder, draw to loss (0 to -3); a4 draws\n"
			"Ply 12, seat 1, ben: b1 was a blunder, win to loss (1 to -1)\n"
			"Values are for the seat that moves: above 0 wins, 0 draws, below 0 loses.\n");
		free(text);
		text = printed(&none, 0);
		ck_assert_str_eq(text, "No move threw away a win or a draw.\n");
		free(text);
		text = printed(&none, 1);
		ck_assert_str_eq(text, "No move is known to have thrown away a win or a draw.\n");
		free(text);
		for (int i = 0; i < 3; i++) {
			free(list[i].bot);
			free(list[i].move);
			free(list[i].lost);
		}
	}
END_TEST

SUITE("referee/report/blunders",
	LOOP(a_move_that_turned_a_value_is_a_blunder, sizeof rows / sizeof *rows),
	CASE(a_better_move_is_found_for_each), CASE(who_left_made_no_move),
	CASE(the_first_64_of_a_game_are_kept),
	CASE(a_blunder_is_told_with_its_values_and_the_better_move))
