/*
 * step-result.h - the result of one step of a bot check.
 */
#ifndef REFEREE_CHECK_STEP_RESULT_H
#define REFEREE_CHECK_STEP_RESULT_H

#include "referee/base/time.h"
#include "referee/game/verdict.h"

enum { STEP_RESULT_TEXT = 1024, STEP_RESULT_MORE = 8192 };

enum step_result_verdict {
	STEP_RESULT_OK,
	STEP_RESULT_WARNING,
	STEP_RESULT_FAILED,
	STEP_RESULT_SKIPPED
};

struct step_result {
	const char *step;
	enum step_result_verdict verdict;
	usec took;
	/* Of a failed step: the verdict that a tournament's game would give, and its detail. OK:
	 * none. */
	enum verdict fault;
	char detail[STEP_RESULT_TEXT];
	char text[STEP_RESULT_TEXT]; /* one line; it may quote the bot, so escape it */
	char more[STEP_RESULT_MORE]; /* further lines: a board, the bot's stderr */
};

/* Sets the verdict and, printf-like, the text. */
void step_result_set(struct step_result *f, enum step_result_verdict verdict, const char *text, ...)
	__attribute__((format(printf, 3, 4)));

/* The step has failed with a tournament's verdict and its detail. The detail is the text too until
 * more is known. */
void step_result_rule(struct step_result *f, enum verdict fault, const char *detail);

/* Adds advice for the author to the detail of the verdict. */
void step_result_detail(struct step_result *f, const char *advice);

/* Replaces the text, printf-like, with advice for the author. */
void step_result_advise(struct step_result *f, const char *text, ...)
	__attribute__((format(printf, 2, 3)));

/* Adds to the further lines, as far as there is room. */
void step_result_add(struct step_result *f, const char *text, ...)
	__attribute__((format(printf, 2, 3)));

#endif
