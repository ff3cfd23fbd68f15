/*
 * The sentences of a student's feedback, each in each of its cases.
 */
#include "referee/submissions/class-table.h"
#include "tests/lib/feedback-fixture.h"

/* Compares a sentence, and frees it. */
static void is(char *text, const char *wanted)
{
	ck_assert_str_eq(text, wanted);
	free(text);
}

#define WIN(plies)  (SCORE_MATE - (plies))
#define LOSS(plies) (-WIN(plies))

#define EXACT(before, after) true, before, after, true
#define SCORES		     false, 0, 0, true

static const struct {
	bool exact;
	int64_t before, after;
	bool guessed;
	int64_t score_before, score_after;
	const char *better, *words;
} blunders[] = {
	{EXACT(3, -2), WIN(3), -40, "c, d",
		"With best play the position was won for the program; after e it was lost. These moves kept the value: c, d."},
	{EXACT(3, 0), 0, LOSS(1), "c",
		"With best play the position was won for the program; after e it was a draw. Its opponent could win with the next move. One move kept the value: c."},
	{EXACT(0, -1), 0, LOSS(4), "",
		"With best play the position was a draw for the program; after e it was lost. Its opponent could force a win in 4 plies."},
	{EXACT(-1, -1), 0, WIN(4), "",
		"With best play the position was lost for the program; after e it was lost."},
	/* what is over has no next move */
	{EXACT(1, -1), 0, LOSS(0), "",
		"With best play the position was won for the program; after e it was lost."},
	{true, 1, -1, false, 0, LOSS(4), "",
		"With best play the position was won for the program; after e it was lost."},
	{SCORES, WIN(1), LOSS(2), "c",
		"Before e the program could win with the next move; after it its opponent could force a win in 2 plies. The house search would play c."},
	{SCORES, WIN(5), 120, "",
		"Before e the program could force a win in 5 plies; after it the house search saw no forced win."},
	{SCORES, 120, LOSS(1), "",
		"After e its opponent could win with the next move; before it the house search saw no forced loss."},
	{SCORES, 120, -30, "c",
		"By e the score of the house search fell from +1.20 to -0.30. The house search would play c."},
};

START_TEST(a_bad_move_is_explained)
	{
		struct feedback_blunder b = {.move = "e",
			.ply = 7,
			.game = 32,
			.exact = blunders[_i].exact,
			.before = blunders[_i].before,
			.after = blunders[_i].after,
			.guessed = blunders[_i].guessed,
			.score_before = blunders[_i].score_before,
			.score_after = blunders[_i].score_after};
		snprintf(b.better, sizeof b.better, "%s", blunders[_i].better);
		is(feedback_blunder_words(&b), blunders[_i].words);
		is(feedback_blunder_title(&b), "e, ply 7 of game 32 against ?");
	}
END_TEST

/* A rating, its error and its bound, and how it is written: 95 % are 1.96 errors. */
static const struct {
	double elo, error;
	enum rating_bound bound;
	const char *text;
} ratings[] = {
	{120.4, 20, RATING_EXACT, "+120 ± 39"},
	{-12.5, 10, RATING_EXACT, "−13 ± 20"},
	{0.4, 5, RATING_EXACT, "0 ± 10"},
	{-0.4, 5, RATING_EXACT, "0 ± 10"},
	{300, 50, RATING_AT_MIN, "≥ +300 ± 98"},
	{-300, 50, RATING_AT_MAX, "≤ −300 ± 98"},
	{10, 50, RATING_LOOSE, "~ +10 ± 98"},
};

START_TEST(a_rating_has_its_sign_and_its_error)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.rating = (struct rating){.elo = ratings[_i].elo,
			.error = ratings[_i].error,
			.bound = ratings[_i].bound};
		is(feedback_rating(&x.f), ratings[_i].text);
	}
END_TEST

START_TEST(without_a_rating_the_reason_is_told)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		x.f.rating = NULL;
		is(feedback_rating(&x.f), "no game tells the strengths apart yet");
		x.fit.rated = 5;
		x.fit.groups = 2;
		is(feedback_rating(&x.f), "no games join all bots");
		x.fit.groups = 1;
		is(feedback_rating(&x.f), "none of its games counts for its strength");
		x.f.bot = NULL;
		is(feedback_rating(&x.f), "it has not played");
	}
END_TEST

/* The fields of the newest version, and what the page says of it. */
static const struct {
	const char *command, *check, *text, *checked, *fit, *problem, *words;
} checks[] = {
	{"./bot", "ok", CLASS_FIT_TEXT, "bbbb", "bbbb", NULL,
		"The check found no fault: the program can play."},
	{"./bot", "ok", "it is slow", "bbbb", "bbbb", NULL,
		"The program can play, with a warning: it is slow."},
	{"./bot", "failed", "it crashed", "bbbb", NULL, NULL,
		"The check found a fault: it crashed."},
	{"./bot", "failed", "it crashed", "bbbb", "aaaa", NULL,
		"The check found a fault: it crashed. So it does not play. Version aaaa was fit, but a newer one was handed in: it does not play either. Hand in a version that is fit."},
	{"./bot", "ok", NULL, "aaaa", "aaaa", NULL, "This version has not been checked."},
	{"./bot", "ok", NULL, "bbbb", "bbbb", "it has a password",
		"The check found no fault: the program can play. This is version bbbb: the newest submission cannot be used: it has a password."},
	{NULL, NULL, NULL, NULL, NULL, "only notes.docx", "No program was found: only notes.docx."},
};

START_TEST(the_check_of_the_newest_version_is_told)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		char **fields = x.student.fields;
		fields[CLASS_COMMAND] = FEEDBACK_TEXT(checks[_i].command);
		fields[CLASS_CHECK] = FEEDBACK_TEXT(checks[_i].check);
		fields[CLASS_CHECK_TEXT] = FEEDBACK_TEXT(checks[_i].text);
		fields[CLASS_CHECKED] = FEEDBACK_TEXT(checks[_i].checked);
		fields[CLASS_FIT_VERSION] = FEEDBACK_TEXT(checks[_i].fit);
		fields[CLASS_PROBLEM] = FEEDBACK_TEXT(checks[_i].problem);
		is(feedback_check_words(&x.f), checks[_i].words);
	}
END_TEST

START_TEST(counts_are_told_with_their_words)
	{
		struct feedback_fixture x;
		feedback_fixture_init(&x);
		is(feedback_title(&x.f), "Ada King");
		is(feedback_standing(&x.f),
			"Rank 2 of 5: 4 of 9 points in 9 games (3 won, 2 drawn, 4 lost), 1 of them lost by a fault of its own.");
		is(feedback_fault_title(&x.f.faults[0]), "time: 1 game");
		is(feedback_analysis_words(&x.f),
			"50 moves of 6 games were judged by the house search. Exact values of 20 moves were known before: 19 of them kept a win won and a draw drawn.");
		x.student.fields[CLASS_STUDENT] = FEEDBACK_TEXT("");
		x.bot.games = 1;
		x.f.faults[0].count = 2;
		x.f.judged = 1;
		x.f.known = 0;
		x.all.solved = true;
		is(feedback_title(&x.f), "ada");
		is(feedback_standing(&x.f),
			"Rank 2 of 5: 4 of 1 points in 1 game (3 won, 2 drawn, 4 lost), 1 of them lost by a fault of its own.");
		is(feedback_fault_title(&x.f.faults[0]), "time: 2 games");
		is(feedback_analysis_words(&x.f),
			"50 moves of 1 game were judged by the house search, and the worst of them by the exact solver.");
		x.f.moves = 0;
		is(feedback_analysis_words(&x.f), "No move was judged.");
		x.all.report.seats = 3;
		is(feedback_analysis_words(&x.f),
			"The moves were not judged: only games of two seats can be.");
	}
END_TEST

SUITE("class/feedback-words", LOOP(a_bad_move_is_explained, sizeof blunders / sizeof *blunders),
	LOOP(a_rating_has_its_sign_and_its_error, sizeof ratings / sizeof *ratings),
	CASE(without_a_rating_the_reason_is_told),
	LOOP(the_check_of_the_newest_version_is_told, sizeof checks / sizeof *checks),
	CASE(counts_are_told_with_their_words))
