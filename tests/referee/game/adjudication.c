/*
 * adjudication.c - which rule ends a game, when, and who is first then: rows of moves with what was
 * said of each, played out by hand.
 */
#include "referee/game/adjudication.h"

#include <stdio.h>
#include <string.h>

#include "referee/game/game.h"
#include "tests/lib/suite.h"

static const struct limits no_limits = {.movetime = SECOND};

/* Moves as "MOVE=SCORE", a move alone when nothing was said of it; "!" when the seat to move leaves
 * instead. */
static const struct adjudicated {
	const char *rules;
	int seats, max_plies;
	struct adjudication_limits limits;
	const char *moves;
	int plies;	    /* after which it is over; 0: it goes on */
	const char *reason; /* NULL: it goes on */
	int ranks[4];
} adjudicated[] = {
	/* Both say it, twice in a row each: 1st, 2nd, then the third and fourth moves. */
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500}, "d=-500 e=500 d=-600 e=700", 4,
		"resign-rule", {2, 1}},
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500}, "d=900 e=-500 d=800 e=-501", 4,
		"resign-rule", {1, 2}},
	/* It is enough when the loser's last word comes after the winner's. */
	{"connect4", 2, 0, {.resign_count = 1, .resign_score = 500}, "d=0 e=600 d=-500", 3,
		"resign-rule", {2, 1}},
	/* One short of the count. */
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500}, "d=-500 e=500 d=-600", 0, NULL,
		{0}},
	{"connect4", 2, 0, {.resign_count = 3, .resign_score = 500}, "d=-500 e=500 d=-600 e=700", 0,
		NULL, {0}},
	/* One short of the score, of either. */
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500}, "d=-499 e=500 d=-600 e=700", 0,
		NULL, {0}},
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500}, "d=-500 e=499 d=-600 e=700", 0,
		NULL, {0}},
	/* In a row: a better hope between them begins anew. */
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500},
		"d=-500 e=500 d=-400 e=700 d=-600 e=600", 0, NULL, {0}},
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500},
		"d=-500 e=500 d=-400 e=700 d=-600 e=600 a=-600", 7, "resign-rule", {2, 1}},
	/* Only one of them thinks so; both think they lose; both think they win. */
	{"connect4", 2, 0, {.resign_count = 1, .resign_score = 500}, "d=-900 e=0 d=-900 e=0", 0,
		NULL, {0}},
	{"connect4", 2, 0, {.resign_count = 1, .resign_score = 500}, "d=-900 e=-900 d=-900 e=-900",
		0, NULL, {0}},
	{"connect4", 2, 0, {.resign_count = 1, .resign_score = 500}, "d=900 e=900 d=900 e=900", 0,
		NULL, {0}},
	/* One's own word is enough, in a row, whatever the other says or does not. */
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500, .resign_alone = true},
		"d=-500 e d=-600", 3, "resign-rule", {2, 1}},
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500, .resign_alone = true},
		"d=-900 e=-500 d=-400 e=-501", 4, "resign-rule", {1, 2}},
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500, .resign_alone = true},
		"d=-500 e d=-499 e d=-500", 0, NULL, {0}},
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500, .resign_alone = true},
		"d=900 e=900 d=900 e=900", 0, NULL, {0}},
	/* Silence is no score, and breaks a row. */
	{"connect4", 2, 0, {.resign_count = 1, .resign_score = 1}, "d e d e d", 0, NULL, {0}},
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500}, "d=-500 e=500 d e=700 d=-600",
		0, NULL, {0}},
	{"connect4", 2, 0, {.resign_count = 2, .resign_score = 500}, "d=-500 e=500 d=-500 e d=-600",
		0, NULL, {0}},

	{"connect4", 2, 0, {.draw_count = 2, .draw_score = 10}, "d=10 e=-10 d=0 e=3", 4,
		"draw-rule", {1, 1}},
	{"connect4", 2, 0, {.draw_count = 2, .draw_score = 10}, "d=10 e=-10 d=0", 0, NULL, {0}},
	{"connect4", 2, 0, {.draw_count = 2, .draw_score = 10}, "d=11 e=-10 d=0 e=3", 0, NULL, {0}},
	{"connect4", 2, 0, {.draw_count = 2, .draw_score = 10}, "d=1 e=-11 d=0 e=3", 0, NULL, {0}},
	{"connect4", 2, 0, {.draw_count = 2, .draw_score = 10}, "d=11 e=0 d=0 e=3 d=1", 5,
		"draw-rule", {1, 1}},
	{"connect4", 2, 0, {.draw_count = 1, .draw_score = 0}, "d=0 e=0", 2, "draw-rule", {1, 1}},
	{"connect4", 2, 0, {.draw_count = 1, .draw_score = 10}, "d e d e d e", 0, NULL, {0}},
	{"connect4", 2, 0, {.draw_count = 1, .draw_score = 10}, "d=0 e d=0 e", 0, NULL, {0}},
	{"connect4", 2, 0, {.draw_count = 1, .draw_score = 10, .draw_from = 5}, "d=0 e=0 d=0 e=0",
		0, NULL, {0}},
	{"connect4", 2, 0, {.draw_count = 1, .draw_score = 10, .draw_from = 5},
		"d=0 e=0 d=0 e=0 d=0", 5, "draw-rule", {1, 1}},
	/* The scores that bots hold so far do not count. */
	{"letters", 2, 0, {.draw_count = 1, .draw_score = 10}, "A=0 C=0", 2, "draw-rule", {1, 1}},

	/* Three: all who still play have to say so, and those who left stay below. */
	{"nim", 3, 0, {.draw_count = 1, .draw_score = 10}, "a1=0 a1=0", 0, NULL, {0}},
	{"nim", 3, 0, {.draw_count = 1, .draw_score = 10}, "a1=0 a1=0 a1=0", 3, "draw-rule",
		{1, 1, 1}},
	{"nim", 3, 0, {.draw_count = 1, .draw_score = 10}, "a1=0 ! a1=0", 2, "draw-rule",
		{1, 3, 1}},

	/* Out and back: the start stands again after 4 plies, the position after one after 5. */
	{"chinese-checkers", 2, 0, {.repetition = 2}, "j4i5 h14h13 i5j4", 0, NULL, {0}},
	{"chinese-checkers", 2, 0, {.repetition = 2}, "j4i5 h14h13 i5j4 h13h14", 4, "repetition",
		{1, 1}},
	{"chinese-checkers", 2, 0, {.repetition = 3}, "j4i5 h14h13 i5j4 h13h14 j4i5 h14h13 i5j4", 0,
		NULL, {0}},
	{"chinese-checkers", 2, 0, {.repetition = 3},
		"j4i5 h14h13 i5j4 h13h14 j4i5 h14h13 i5j4 h13h14", 8, "repetition", {1, 1}},
	/* The start with the other to move is another position. */
	{"chinese-checkers", 2, 0, {.repetition = 2}, "j4j5 h14h13 j5i5 h13h14 i5j4", 0, NULL, {0}},
	/* The rule is not set. */
	{"chinese-checkers", 2, 0, {0}, "j4i5 h14h13 i5j4 h13h14", 0, NULL, {0}},
	/* The steps left decide, as at max-plies: seat 1 has gone one step. */
	{"chinese-checkers", 2, 0, {.repetition = 2}, "j4i5 h14h13 i5j5 h13h14 j5i5", 5,
		"repetition", {1, 2}},
	/* Plies come before the rules of adjudication, the game's own end before both. */
	{"connect4", 2, 2, {.draw_count = 1, .draw_score = 10}, "d=0 e=0", 2, "max-plies", {1, 1}},
	{"connect4", 2, 0, {.resign_count = 1, .resign_score = 5}, "d=0 e=9 d=0 e=9 d=0 e=9 d=-9",
		7, "normal", {1, 2}},
};

static void adjudicated_play(const struct adjudicated *row, struct game *g)
{
	char moves[256];
	snprintf(moves, sizeof moves, "%s", row->moves);
	char *rest = moves, *word;
	while ((word = strsep(&rest, " ")) != NULL) {
		int seat = game_to_move(g);
		ck_assert_msg(seat != 0, "it was over before \"%s\"", word);
		if (*word == '!') {
			game_judge(g, seat, VERDICT_RESIGN, "%s", "");
			game_forfeit(g, 1u << (seat - 1));
			continue;
		}
		char *score = strchr(word, '=');
		if (score != NULL)
			*score++ = '\0';
		ck_assert_msg(game_move(g, word), "\"%s\" is not legal", word);
		game_add_score(g, seat, score != NULL ? atoll(score) : UNKNOWN);
	}
}

START_TEST(a_game_ends_when_its_rule_says_and_not_a_move_before)
	{
		static struct setup setup;
		static struct game g;
		struct adjudication a;
		const struct adjudicated *row = &adjudicated[_i];
		const char *params[] = {"pile=ABCDEFGHIJ"};
		int ranks[SEATS_MAX];
		struct error err;
		ck_assert_msg(setup_init(&setup, rules_find(row->rules), row->seats, 1, params,
				      strcmp(row->rules, "letters") == 0, &err),
			"%s", err.text);
		adjudication_init(&a, &row->limits);
		for (int again = 0; again < 2; again++) { /* nothing is left of the game before */
			ck_assert(game_begin(&g, &setup, &no_limits, row->max_plies, "", "", &err));
			game_adjudicate(&g, &a);
			adjudicated_play(row, &g);
			ck_assert_int_eq(g.reason != NULL ? g.plies : 0, row->plies);
			ck_assert_pstr_eq(g.reason, row->reason);
			game_ranks(&g, ranks);
			for (int i = 0; i < row->seats && row->reason != NULL; i++)
				ck_assert_msg(ranks[i] == row->ranks[i], "seat %d: rank %d", i + 1,
					ranks[i]);
			for (int i = 0; i < row->seats; i++)
				ck_assert(g.seat[i].verdict == VERDICT_OK ||
					  g.seat[i].verdict == VERDICT_RESIGN);
		}
		adjudication_clear(&a);
	}
END_TEST

START_TEST(a_reason_fits_where_it_is_kept_and_is_found_by_its_name)
	{
		for (const struct adjudication_rule *r = adjudication_rules; r->reason != NULL;
			r++) {
			ck_assert_int_lt(strlen(r->reason), ADJUDICATION_REASON);
			ck_assert_ptr_eq(adjudication_find(r->reason), r);
		}
		ck_assert_ptr_null(adjudication_find("normal"));
	}
END_TEST

START_TEST(what_is_known_from_outside_decides_who_is_first)
	{
		static struct setup setup;
		static struct game g;
		static const int64_t scores[SEATS_MAX] = {5, -2, 7};
		int ranks[SEATS_MAX];
		struct error err;
		ck_assert(setup_init(&setup, rules_find("nim"), 3, 1, NULL, 0, &err));
		ck_assert(game_begin(&g, &setup, &no_limits, 0, "", "", &err));
		ck_assert(game_move(&g, "a1"));
		game_add_score(&g, 1, 0); /* no rules of adjudication: nothing happens */
		game_decide(&g, "oracle", scores);
		game_ranks(&g, ranks);
		ck_assert_int_eq(game_to_move(&g), 0);
		ck_assert(ranks[0] == 2 && ranks[1] == 3 && ranks[2] == 1);
	}
END_TEST

SUITE("judging/adjudication",
	LOOP(a_game_ends_when_its_rule_says_and_not_a_move_before,
		sizeof adjudicated / sizeof *adjudicated),
	CASE(a_reason_fits_where_it_is_kept_and_is_found_by_its_name),
	CASE(what_is_known_from_outside_decides_who_is_first))
