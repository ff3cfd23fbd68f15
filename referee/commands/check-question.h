/*
 * check-question.h - the one question of `referee check --position`: its flags, read.
 */
#ifndef REFEREE_COMMANDS_CHECK_QUESTION_H
#define REFEREE_COMMANDS_CHECK_QUESTION_H

#include "referee/check/bot-check.h"
#include "referee/definition/tournament.h"

struct check_question {
	const char *position, *moves, *time_left, *seed; /* as given, borrowed; NULL: not */
	struct question question;
};

/* Takes the flag at argv[i]. Returns how many of argv it took; 0: it is none of these. */
int check_question_flag(
	struct check_question *q, int argc, char **argv, int i, struct diagnostics *mistakes);

/* Is one asked? */
bool check_question_asked(const struct check_question *q);

/* Makes the question of what was given; t was checked. False: told. */
bool check_question_read(
	struct check_question *q, const struct tournament *t, struct diagnostics *mistakes);

#endif
