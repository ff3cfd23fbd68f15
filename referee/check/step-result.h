/*
 * step-result.h - what one step of an examination found.
 */
#ifndef REFEREE_CHECK_STEP_RESULT_H
#define REFEREE_CHECK_STEP_RESULT_H

#include "referee/base/time.h"
#include "referee/game/verdict.h"

enum { FINDING_TEXT = 1024, FINDING_MORE = 8192 };

enum finding_verdict { FINDING_OK, FINDING_WARNING, FINDING_FAILED, FINDING_SKIPPED };

struct finding {
	const char *step;
	enum finding_verdict verdict;
	usec took;
	/* Of a failed step: how a tournament's game would end there, and its words. OK: none would.
	 */
	enum verdict fault;
	char detail[FINDING_TEXT];
	char text[FINDING_TEXT]; /* one line; it may quote the bot, so it is to be escaped */
	char more[FINDING_MORE]; /* lines that belong to it: a board, what it said on stderr */
};

/* Sets the verdict and, printf-like, the text. */
void finding_set(struct finding *f, enum finding_verdict verdict, const char *text, ...)
	__attribute__((format(printf, 3, 4)));

/* The step has failed, by a tournament's verdict and in its words, which are the text too until
 * more is known. */
void finding_rule(struct finding *f, enum verdict fault, const char *detail);

/* Adds to the words of the verdict what its author can mend. */
void finding_detail(struct finding *f, const char *advice);

/* Sets, printf-like, what the author has to mend, instead of the text. */
void finding_advise(struct finding *f, const char *text, ...) __attribute__((format(printf, 2, 3)));

/* Adds to the lines that belong to it, as far as there is room. */
void finding_add(struct finding *f, const char *text, ...) __attribute__((format(printf, 2, 3)));

#endif
