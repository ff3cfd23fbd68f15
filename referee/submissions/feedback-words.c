/*
 * feedback-words.c - the sentences that all forms of a student's feedback share.
 */
#include "referee/submissions/feedback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/memory.h"
#include "referee/submissions/class-table.h"
#include "referee/game/score.h"

char *feedback_title(const struct feedback *f)
{
	const char *student = f->student->fields[CLASS_STUDENT];
	return memory_copy(student != NULL && *student != '\0' ? student : f->student->name);
}

char *feedback_standing(const struct feedback *f)
{
	const struct report_bot *b = f->bot;
	if (b == NULL)
		return memory_copy("It has not played in the tournament.");
	return memory_print("Rank %d of %d: %g of %lld points in %s (%lld won, %lld drawn, %lld "
			    "lost), %lld of them lost by a fault of its own.",
		b->rank, f->class->report.bots_count, b->points, (long long)b->games,
		counted(b->games, "game").text, (long long)b->wins, (long long)b->draws,
		(long long)b->losses, (long long)b->faults);
}

char *feedback_rating(const struct feedback *f)
{
	const struct rating *x = f->rating;
	const char *lacks = rating_lacks(f->class->report.fit);
	if (x == NULL)
		return memory_copy(f->bot == NULL  ? "it has not played"
				   : lacks != NULL ? lacks
						   : "none of its games counts for its strength");
	long elo = lround(x->elo);
	static const char *const bounds[] = {[RATING_EXACT] = "",
		[RATING_AT_MIN] = "≥ ",
		[RATING_AT_MAX] = "≤ ",
		[RATING_LOOSE] = "~ "};
	return memory_print("%s%s%ld ± %.0f", bounds[x->bound],
		elo < 0	  ? "−"
		: elo > 0 ? "+"
			  : "",
		labs(elo), rating_95(x));
}

/* The sentences about the version that plays, if it is not the newest that was handed in. */
static char *feedback_older_words(const struct feedback *f)
{
	const struct class_student *s = f->student;
	const char *fit =
		class_student_lost_version(s, class_state_lets_all_enter(f->class->class));
	char *kept = class_student_is_kept(s)
			     ? memory_print(" This is version %s: the newest submission cannot be "
					    "used: %s.",
				       s->fields[CLASS_VERSION], s->fields[CLASS_PROBLEM])
			     : memory_copy("");
	char *lost = fit != NULL ? memory_print(" So it does not play. Version %s was fit, but a "
						"newer one was handed in: it does not play "
						"either. Hand in a version that is fit.",
					   fit)
				 : memory_copy("");
	char *text = memory_print("%s%s", kept, lost);
	free(lost);
	free(kept);
	return text;
}

static char *feedback_newest_words(const struct feedback *f)
{
	const struct class_student *s = f->student;
	const char *obstacle = class_student_obstacle(s);
	const char *text = s->fields[CLASS_CHECK_TEXT];
	if (s->fields[CLASS_COMMAND] == NULL)
		return memory_print("No program was found: %s.", obstacle);
	if (class_student_is_fit(s) && (text == NULL || strcmp(text, CLASS_FIT_TEXT) == 0))
		return memory_copy("The check found no fault: the program can play.");
	if (class_student_is_fit(s))
		return memory_print("The program can play, with a warning: %s.", text);
	if (obstacle != NULL)
		return memory_print("The check found a fault: %s.", obstacle);
	return memory_copy("This version has not been checked.");
}

char *feedback_check_words(const struct feedback *f)
{
	char *newest = feedback_newest_words(f), *older = feedback_older_words(f);
	char *text = memory_print("%s%s", newest, older);
	free(older);
	free(newest);
	return text;
}

char *feedback_fault_title(const struct feedback_fault *fault)
{
	return memory_print(
		"%s: %s", verdict_table[fault->verdict].name, counted(fault->count, "game").text);
}

char *feedback_blunder_title(const struct feedback_blunder *b)
{
	return memory_print("%s, ply %d of game %lld against %s", b->move, b->ply,
		(long long)b->game, b->opponents != NULL ? b->opponents : "?");
}

/* The exact value of a position for the program. */
static const char *feedback_value_word(int64_t value)
{
	return value > 0 ? "won" : value < 0 ? "lost" : "a draw";
}

/* How a forced end comes: "win with the next move", "force a win in 3 plies". */
static char *feedback_force_words(int64_t score)
{
	int64_t plies = SCORE_MATE - (score < 0 ? -score : score);
	return plies == 1 ? memory_copy("win with the next move")
			  : memory_print("force a win in %lld plies", (long long)plies);
}

/* Is the score a forced end, but not the end itself? 1 a win, -1 a loss. */
static int feedback_forces(int64_t score)
{
	int64_t plies = SCORE_MATE - (score < 0 ? -score : score);
	return plies < 1 || plies > SCORE_MATE_PLIES ? 0 : score > 0 ? 1 : -1;
}

/* The sentences behind exact values: how soon the loss comes. */
static char *feedback_exact_end(const struct feedback_blunder *b)
{
	if (!b->guessed || feedback_forces(b->score_after) >= 0)
		return memory_copy("");
	char *how = feedback_force_words(b->score_after);
	char *text = memory_print(" Its opponent could %s.", how);
	free(how);
	return text;
}

/* The sentences about the scores of the house search. */
static char *feedback_score_words(const struct feedback_blunder *b)
{
	char before[SCORE_TEXT], after[SCORE_TEXT], *text;
	char *won = feedback_force_words(b->score_before);
	char *lost = feedback_force_words(b->score_after);
	int was = feedback_forces(b->score_before), is = feedback_forces(b->score_after);
	score_write(b->score_before, before);
	score_write(b->score_after, after);
	if (was > 0 && is < 0)
		text = memory_print(
			"Before %s the program could %s; after it its opponent could %s.", b->move,
			won, lost);
	else if (was > 0)
		text = memory_print(
			"Before %s the program could %s; after it the house search saw no "
			"forced win.",
			b->move, won);
	else if (is < 0)
		text = memory_print(
			"After %s its opponent could %s; before it the house search saw no "
			"forced loss.",
			b->move, lost);
	else
		text = memory_print("By %s the score of the house search fell from %s to %s.",
			b->move, before, after);
	free(won);
	free(lost);
	return text;
}

/* "These moves kept the value: c, e." */
static char *feedback_better_words(const struct feedback_blunder *b)
{
	if (*b->better == '\0')
		return memory_copy("");
	if (!b->exact)
		return memory_print(" The house search would play %s.", b->better);
	return memory_print(strchr(b->better, ',') != NULL ? " These moves kept the value: %s."
							   : " One move kept the value: %s.",
		b->better);
}

char *feedback_blunder_words(const struct feedback_blunder *b)
{
	char *better = feedback_better_words(b), *text;
	char *end = b->exact ? feedback_exact_end(b) : feedback_score_words(b);
	if (b->exact)
		text = memory_print(
			"With best play the position was %s for the program; after %s it "
			"was %s.%s%s",
			feedback_value_word(b->before), b->move, feedback_value_word(b->after), end,
			better);
	else
		text = memory_print("%s%s", end, better);
	free(better);
	free(end);
	return text;
}

char *feedback_analysis_words(const struct feedback *f)
{
	const struct feedback_class *all = f->class;
	if (all->report.seats != 2)
		return memory_copy("The moves were not judged: only games of two seats can be.");
	if (f->moves == 0)
		return memory_copy("No move was judged.");
	char *known = f->known == 0 ? memory_copy("")
				    : memory_print(" Exact values of %lld moves were known before: "
						   "%lld of them kept a win won and a draw drawn.",
					      (long long)f->known, (long long)f->kept);
	char *text = memory_print("%lld moves of %s were judged by the house search%s.%s",
		(long long)f->moves, counted(f->judged, "game").text,
		all->solved ? ", and the worst of them by the exact solver" : "", known);
	free(known);
	return text;
}
