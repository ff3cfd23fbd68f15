/*
 * check-question.h - reads the flags of `referee check --position`, which asks a bot one question.
 */
#ifndef REFEREE_COMMANDS_CHECK_QUESTION_H
#define REFEREE_COMMANDS_CHECK_QUESTION_H

#include "referee/base/options.h"
#include "referee/check/bot-check.h"
#include "referee/definition/tournament.h"

struct check_question {
	const char *position, *moves, *time_left, *seed; /* as given, borrowed; NULL: not given */
	struct question question;
};

/* The options of the question, whose values are a struct check_question. */
extern const struct option_row check_question_options[];

/* Does the command line ask a question? */
bool check_question_asked(const struct check_question *q);

/* Makes the question from the flags; t was checked. False: it was reported. */
bool check_question_read(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes);

#endif
