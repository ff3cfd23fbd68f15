/*
 * Lines: the hashes are those of another program, written in Python from the header alone.
 */
#include "referee/game/game-hash.h"

#include "tests/lib/suite.h"

static const struct {
	const char *opening, *moves[4];
	int64_t hash;
} lines[] = {
	{"", {NULL}, 8015383079507726614},
	{"", {"d", "d", "e"}, -364309119184605588},
	{"d d", {"e"}, 4784409998625483631},
	{"d", {"d", "e"}, -8525564130709513202},
	{"", {"d", "d", "e", "f"}, -3471370316569003734}, /* 9 bytes */
	{"abcdefg", {NULL}, 1414788550433171634},	  /* 8 bytes */
	{"7/7 r 1", {"a1b2", "pass"}, 8362419611319486145},
};

START_TEST(a_line_is_the_hash_of_opening_and_moves)
	{
		struct game_hash hash;
		game_hash_begin(&hash, NULL, lines[_i].opening);
		for (int i = 0; i < 4 && lines[_i].moves[i] != NULL; i++)
			game_hash_move(&hash, lines[_i].moves[i]);
		ck_assert_int_eq(game_hash_end(&hash), lines[_i].hash);
	}
END_TEST

START_TEST(a_seed_makes_equal_moves_other_lines)
	{
		static const struct {
			uint64_t seed;
			int64_t hash;
		} seeds[] = {
			{UINT64_MAX, 2613699053531578003},
			{7, 5364943235221260398},
		};
		struct game_hash l;
		for (int i = 0; i < 2; i++) {
			game_hash_begin(&l, &seeds[i].seed, "");
			game_hash_move(&l, "1");
			game_hash_move(&l, "2");
			ck_assert_int_eq(game_hash_end(&l), seeds[i].hash);
		}
	}
END_TEST

static const struct {
	const char *rules, *params[3];
	int count;
	bool seeded;
} setups[] = {
	{"connect4", {NULL}, 0, false},
	{"letters", {NULL}, 0, true},
	{"letters", {"pile=ABC"}, 1, true}, /* its words are drawn */
	{"letters", {"words=AB:3", "pile=ABC"}, 2, false},
	{"tree", {"depth=2", "leavesx=1"}, 2, true},
	{"tree", {"depth=2", "leaves=1,2,3,4"}, 2, false},
};

START_TEST(the_seed_counts_where_something_is_drawn_from_it)
	{
		ck_assert(game_hash_is_seeded(rules_find(setups[_i].rules), setups[_i].params,
				  setups[_i].count) == setups[_i].seeded);
	}
END_TEST

SUITE("judging/line", LOOP(a_line_is_the_hash_of_opening_and_moves, sizeof lines / sizeof *lines),
	CASE(a_seed_makes_equal_moves_other_lines),
	LOOP(the_seed_counts_where_something_is_drawn_from_it, sizeof setups / sizeof *setups))
