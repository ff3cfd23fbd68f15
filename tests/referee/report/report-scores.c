/*
 * The picture of a game's scores: how far it reaches. Scores that are not known and forced ends do
 * not stretch it, and a few wild ones are cut: 1.2 times the score that 85 of 100 do not exceed.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "referee/report/report-sections.h"
#include "tests/lib/suite.h"

enum { MOVES = 20 };

static const struct {
	int64_t scores[4]; /* of moves in turn, in hundredths */
	const char *said;
} rows[] = {
	{{UNKNOWN, 1500, UNKNOWN, -1500}, "scores beyond 18 are drawn at 18"},
	{{100, 50, -100, -50}, "scores beyond 10 are drawn at 10"}, /* none of these is cut */
	{{2000, 999990, -2000, -999990}, "scores beyond 24 are drawn at 24"},
};

START_TEST(it_reaches_as_far_as_most_scores)
	{
		char *text;
		size_t size;
		struct db_move moves[MOVES];
		struct db_game game = {.seats = 2, .moves = moves, .moves_count = MOVES};
		struct report report = {.out = memory_open(&text, &size)};
		for (int i = 0; i < MOVES; i++)
			moves[i] = (struct db_move){
				.ply = i + 1, .seat = 1 + i % 2, .score = rows[_i].scores[i % 4]};
		game.seat[0].name = "ann";
		game.seat[1].name = "<ben>";
		report_scores(&report, &game);
		fclose(report.out);
		ck_assert_ptr_nonnull(strstr(text, rows[_i].said));
		ck_assert_ptr_nonnull(strstr(text, "<bdi>&lt;ben&gt;</bdi>"));
		/* who told no score has no line */
		ck_assert_int_eq(
			strstr(text, "<bdi>ann</bdi>") != NULL, rows[_i].scores[0] != UNKNOWN);
		free(text);
	}
END_TEST

SUITE("referee/report/report-scores",
	LOOP(it_reaches_as_far_as_most_scores, sizeof rows / sizeof *rows))
