/*
 * Which moves of a student are bad, and which of them are told.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/submissions/feedback.h"
#include "referee/game/score.h"
#include "tests/lib/suite.h"

/* A forced win or loss in this many plies. */
#define WIN(plies)  (SCORE_MATE - (plies))
#define LOSS(plies) (-WIN(plies))

static const struct {
	bool exact;
	int64_t before, after, score_before, score_after;
	bool bad;
} judged[] = {
	/* by the exact values, whatever the scores say */
	{true, 5, 3, 900, -900, false},
	{true, 5, 0, 0, 0, true},
	{true, 5, -1, 0, 0, true},
	{true, 0, -1, 0, 0, true},
	{true, 0, 0, 900, -900, false},
	{true, -1, -9, WIN(1), LOSS(1), false},
	{true, -1, 1, 0, 0, false},
	/* by the scores: a unit is a hundred */
	{false, 5, -5, 50, -50, true},
	{false, 5, -5, 50, -49, false},
	{false, 0, 0, -50, 50, false},
	{false, 0, 0, WIN(3), 900, true},
	{false, 0, 0, WIN(3), WIN(9), false},
	{false, 0, 0, 900, LOSS(4), true},
	{false, 0, 0, LOSS(4), LOSS(2), false},
	{false, 0, 0, LOSS(SCORE_MATE_PLIES), LOSS(2), false},
	/* one ply more is no forced loss any more, but a score */
	{false, 0, 0, LOSS(SCORE_MATE_PLIES + 1), LOSS(2), true},
	{false, 0, 0, WIN(SCORE_MATE_PLIES), WIN(SCORE_MATE_PLIES + 1), true},
	{false, 0, 0, LOSS(4), WIN(2), false},
};

START_TEST(a_move_is_bad_if_it_lost_a_result_or_a_unit)
	{
		const struct feedback_blunder b = {.exact = judged[_i].exact,
			.before = judged[_i].before,
			.after = judged[_i].after,
			.score_before = judged[_i].score_before,
			.score_after = judged[_i].score_after};
		ck_assert_int_eq(feedback_is_bad(&b), judged[_i].bad);
	}
END_TEST

/* Keeps a move that fell by so much in this game. */
static void keep(struct feedback *f, int64_t game, const char *position, const char *word, int fall)
{
	struct feedback_blunder b = {
		.game = game, .position = memory_copy(position), .score_before = fall};
	snprintf(b.move, sizeof b.move, "%s", word);
	feedback_keep(f, &b);
}

static void kept_are(struct feedback *f, const char *wanted)
{
	char text[256] = "";
	for (int i = 0; i < f->blunders_count; i++)
		sprintf(text + strlen(text), "%s%s:%s", i > 0 ? " " : "", f->blunders[i].position,
			f->blunders[i].move);
	ck_assert_str_eq(text, wanted);
	feedback_clear(f);
}

START_TEST(two_bad_moves_of_one_position_are_both_told_and_one_move_once)
	{
		struct feedback f = {.blunders_count = 0};
		keep(&f, 1, "p", "a", 200);
		keep(&f, 2, "p", "b", 200);
		keep(&f, 3, "p", "a", 200);
		keep(&f, 4, "q", "a", 200);
		kept_are(&f, "q:a p:b p:a");
	}
END_TEST

START_TEST(the_worst_comes_first_then_the_newest_game)
	{
		struct feedback f = {.blunders_count = 0};
		keep(&f, 5, "p", "a", 300);
		keep(&f, 5, "q", "a", 100);
		keep(&f, 7, "r", "a", 300);
		keep(&f, 2, "s", "a", 500);
		kept_are(&f, "s:a r:a p:a q:a");
	}
END_TEST

/* A lost result counts first: a lost win more than a lost draw, that more than a score. */
START_TEST(a_lost_result_comes_before_a_score_that_fell)
	{
		static const struct feedback_blunder moves[] = {
			{.game = 1, .move = "c", .score_before = 90000},
			{.game = 2, .move = "b", .exact = true, .before = 0, .after = -1},
			{.game = 3, .move = "a", .exact = true, .before = 1, .after = -1},
		};
		struct feedback f = {.blunders_count = 0};
		for (int i = 0; i < 3; i++) {
			struct feedback_blunder b = moves[i];
			b.position = memory_copy("p");
			feedback_keep(&f, &b);
		}
		kept_are(&f, "p:a p:b p:c");
	}
END_TEST

START_TEST(of_more_than_ten_the_least_bad_go)
	{
		struct feedback f = {.blunders_count = 0};
		for (int i = 0; i < 12; i++) {
			char word[8];
			sprintf(word, "m%d", i);
			keep(&f, 1, "p", word, 100 + 10 * ((i * 5) % 12));
			ck_assert_int_eq(f.blunders_count, i < 10 ? i + 1 : 10);
		}
		kept_are(&f, "p:m7 p:m2 p:m9 p:m4 p:m11 p:m6 p:m1 p:m8 p:m3 p:m10");
	}
END_TEST

SUITE("class/feedback-blunders",
	LOOP(a_move_is_bad_if_it_lost_a_result_or_a_unit, sizeof judged / sizeof *judged),
	CASE(two_bad_moves_of_one_position_are_both_told_and_one_move_once),
	CASE(the_worst_comes_first_then_the_newest_game),
	CASE(a_lost_result_comes_before_a_score_that_fell), CASE(of_more_than_ten_the_least_bad_go))
