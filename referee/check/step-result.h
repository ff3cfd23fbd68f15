/*
 * step-result.h - what one step of an examination found.
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
	/* Of a failed step: how a tournament's game would end there, and its words. OK: none would.
	 */
	enum verdict fault;
	char detail[STEP_RESULT_TEXT];
	char text[STEP_RESULT_TEXT]; /* one line; it may quote the bot, so it is to be escaped */
	char more[STEP_RESULT_MORE]; /* lines that belong to it: a board, what it said on stderr */
};

/* Sets the verdict and, printf-like, the text. */
void step_result_set(struct step_result *f, enum step_result_verdict verdict, const char *text, ...)
	__attribute__((format(printf, 3, 4)));

/* The step has failed, by a tournament's verdict and in its words, which are the text too until
 * more is known. */
void step_result_rule(struct step_result *f, enum verdict fault, const char *detail);

/* Adds to the words of the verdict what its author can mend. */
void step_result_detail(struct step_result *f, const char *advice);

/* Sets, printf-like, what the author has to mend, instead of the text. */
void step_result_advise(struct step_result *f, const char *text, ...)
	__attribute__((format(printf, 2, 3)));

/* Adds to the lines that belong to it, as far as there is room. */
void step_result_add(struct step_result *f, const char *text, ...)
	__attribute__((format(printf, 2, 3)));

#endif
