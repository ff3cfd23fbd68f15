/*
 * Machines whose games no chance explains. Exact probabilities are those of drawing without
 * replacement, counted by hand: 1 / C(40, 20) = 7.25e-12, and so on.
 */
#include "referee/machines/machine-chance.h"

#include <math.h>
#include <stdio.h>

#include "rules/rules.h"
#include "tests/lib/suite.h"

/* --- the bound -------------------------------------------------------------------------------- */

static const struct {
	struct machine_chance_group groups[2];
	int count;
	double exact, most; /* the bound lies between the two */
} bounds[] = {
	/* All 20 of one machine, none of 20 others. */
	{{{40, 20, 20, 20}}, 1, 7.25e-12, 9.54e-7}, /* 1/2^20 */
	/* All 392 of one machine, none of 8: 1 / C(400, 8) = 6.6e-17. */
	{{{400, 392, 392, 392}}, 1, 6.6e-17, 2.57e-14}, /* 0.02^8 */
	/* None of 8 of one machine, all of 392 others: no more than chance. */
	{{{400, 392, 8, 0}}, 1, 1, 1},
	/* As many as chance gives, and fewer. */
	{{{40, 20, 20, 10}}, 1, 0.5, 1},
	{{{40, 20, 20, 3}}, 1, 0.99, 1},
	/* One more than expected: 11 or more of 20. */
	{{{40, 20, 20, 11}}, 1, 0.376, 1},
	/* One game each, with two bots: 1 / C(2, 1) in each group. */
	{{{2, 1, 1, 1}, {2, 1, 1, 1}}, 2, 0.25, 0.2501},
	/* The groups are judged together. */
	{{{40, 20, 20, 20}, {40, 20, 20, 20}}, 2, 5.3e-23, 9.1e-13},
	{{{40, 20, 20, 20}, {40, 20, 20, 0}}, 2, 0.5, 1},
	/* All games have it, or none. */
	{{{40, 40, 20, 20}}, 1, 1, 1},
	{{{40, 0, 20, 0}}, 1, 1, 1},
	{{{0}}, 0, 1, 1},
};

START_TEST(the_bound_is_never_below_the_probability)
	{
		double bound = machine_chance_bound(bounds[_i].groups, bounds[_i].count);
		ck_assert_double_ge(bound, bounds[_i].exact * 0.99);
		ck_assert_double_le(bound, bounds[_i].most);
	}
END_TEST

/* --- games ------------------------------------------------------------------------------------ */

static struct machine_chance chance;
static char why[MACHINE_CHANCE_TEXT];

/* A game of these bots. */
static enum machine_chance_blame play(
	const char *machine, int first, int second, int plies, usec took, bool failed)
{
	const int bots[] = {first, second};
	*why = '\0';
	return machine_chance_add(&chance,
		&(struct machine_chance_played){machine, bots, 2, plies, took, failed}, why);
}

enum {
	NONE = (int)MACHINE_CHANCE_NONE,
	QUICK = (int)MACHINE_CHANCE_QUICK,
	WRONG = (int)MACHINE_CHANCE_WRONG
};

static const struct row {
	int here, there; /* games on either machine */
	int plies[2];	 /* of a game here, and there */
	usec took[2];
	bool failed[2];
	int blame;
	const char *why;
} rows[] = {
	{64, 64, {40, 40}, {1000, 1000}, {false, false}, NONE, NULL},
	{64, 64, {40, 40}, {1000, 1000}, {true, true}, NONE, NULL}, /* everywhere */
	{64, 64, {40, 40}, {1000, 1000}, {false, true}, WRONG,
		"bots failed in far more games there than elsewhere (probability below "},
	{64, 64, {40, 40}, {1000, 1000}, {true, false}, NONE, NULL}, /* here alone */
	{8, 64, {40, 40}, {1000, 1000}, {false, true}, WRONG, "bots failed"},
	{1, 64, {40, 40}, {1000, 1000}, {false, true}, NONE,
		NULL}, /* of one game nothing follows */
	{0, 64, {40, 40}, {1000, 1000}, {false, true}, NONE, NULL},
	{64, 31, {40, 40}, {1000, 1000}, {false, true}, NONE, NULL}, /* of 16, too few */
	{64, 32, {40, 40}, {1000, 1000}, {false, true}, WRONG, "bots failed"},
	{64, 64, {40, 40}, {1000, 240}, {false, false}, QUICK,
		"its games take less than a quarter of their time elsewhere (probability below "},
	{64, 64, {40, 40}, {1000, 260}, {false, false}, NONE, NULL}, /* a quick machine */
	{64, 64, {40, 40}, {1000, 9000}, {false, false}, NONE, NULL},
	{64, 64, {40, 19}, {1000, 1000}, {false, false}, WRONG,
		"its games have less than half of the moves that they have elsewhere (probability below "},
	{64, 64, {40, 19}, {1000, 240}, {false, false}, WRONG, "its games have"}, /* both */
	{64, 64, {40, 21}, {1000, 1000}, {false, false}, NONE, NULL},
};

/* Spans and plies vary by a tenth, so that there is a median. */
START_TEST(a_machine_is_blamed_for_what_no_chance_explains)
	{
		const struct row *row = &rows[_i];
		int blamed = NONE;
		int most = row->here > row->there ? row->here : row->there;
		char first[MACHINE_CHANCE_TEXT] = "";
		for (int i = 0; i < most; i++)
			for (int there = 0; there < 2; there++) {
				int games = there ? row->there : row->here;
				const char *machine = there ? "lab07" : "here";
				if (i >= games)
					continue;
				usec took = row->took[there] * SECOND / 1000;
				took += took * (i % 11 - 5) / 1000;
				int blame = (int)play(machine, i % 2, 1 - i % 2, row->plies[there],
					took, row->failed[there]);
				if (there && blamed == NONE && blame != NONE) {
					blamed = blame;
					strcpy(first, why);
				}
			}
		ck_assert_msg(blamed == row->blame, "%d %s", blamed, first);
		if (row->why != NULL)
			ck_assert_int_eq(strncmp(first, row->why, strlen(row->why)), 0);
		machine_chance_clear(&chance);
		ck_assert_int_eq(chance.machines, 0);
	}
END_TEST

/* It plays only bots that fail everywhere, as a machine without an interpreter does. */
START_TEST(only_games_of_the_same_bots_are_compared)
	{
		for (int i = 0; i < 256; i++) {
			ck_assert(!play("lab07", 0, 1, 5, 100, true));
			ck_assert(!play("here", 2, 3, 50, 9000, false));
			ck_assert(!play("here", 0, 1, 5, 100, true));
		}
		machine_chance_clear(&chance);
	}
END_TEST

/* Among 200 machines that do nothing wrong none is blamed: each is looked at 4 times. */
START_TEST(machines_that_do_nothing_wrong_are_not_blamed)
	{
		uint64_t random = 1;
		char name[16];
		for (int i = 0; i < 200 * 128; i++) {
			random = random_mix(random, (uint64_t)i);
			snprintf(name, sizeof name, "lab%d", i % 200);
			int first = (int)(random >> 8 & 3), second = (int)(random >> 10 & 3);
			ck_assert(!play(name, first, second, 10 + (int)(random >> 16 & 63),
				(usec)(random >> 24 & 0xfffff), (random >> 50 & 7) == 0));
		}
		ck_assert_uint_eq(chance.count, MACHINE_CHANCE_GAMES);
		machine_chance_clear(&chance);
	}
END_TEST

/* Among them one whose games are over at once, under another name each time it comes back: by name.
 */
START_TEST(of_many_machines_the_wrong_one_is_blamed)
	{
		int blamed = 0;
		char name[16];
		for (int i = 0; i < 20 * 64; i++) {
			snprintf(name, sizeof name, "lab%d", i % 20);
			bool is = play(name, 0, 1, i % 20 == 7 ? 3 : 30 + i % 9, 1000, false);
			ck_assert(!is || i % 20 == 7);
			blamed += is;
		}
		ck_assert_int_ge(blamed, 1);
		machine_chance_clear(&chance);
	}
END_TEST

SUITE("referee/machines/machine-chance",
	LOOP(the_bound_is_never_below_the_probability, sizeof bounds / sizeof *bounds),
	LOOP(a_machine_is_blamed_for_what_no_chance_explains, sizeof rows / sizeof *rows),
	CASE(only_games_of_the_same_bots_are_compared),
	CASE(machines_that_do_nothing_wrong_are_not_blamed),
	CASE(of_many_machines_the_wrong_one_is_blamed))
