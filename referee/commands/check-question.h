/*
 * check-question.h - the one question of `referee check --position`: its flags, read.
 */
#ifndef REFEREE_COMMANDS_CHECK_QUESTION_H
#define REFEREE_COMMANDS_CHECK_QUESTION_H

#include "referee/base/options.h"
#include "referee/check/bot-check.h"
#include "referee/definition/tournament.h"

struct check_question {
	const char *position, *moves, *time_left, *seed; /* as given, borrowed; NULL: not */
	struct question question;
};

/* Its options, whose values are a struct check_question. */
extern const struct option_row check_question_options[];

/* Is one asked? */
bool check_question_asked(const struct check_question *q);

/* Makes the question of what was given; t was checked. False: told. */
bool check_question_read(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes);

#endif
