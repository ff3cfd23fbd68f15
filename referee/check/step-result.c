/*
 * step-result.c - the result of one step of a bot check.
 */
#include "referee/check/step-result.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void step_result_set(struct step_result *f, enum step_result_verdict verdict, const char *text, ...)
{
	va_list words;
	f->verdict = verdict;
	va_start(words, text);
	vsnprintf(f->text, sizeof f->text, text, words);
	va_end(words);
}

void step_result_rule(struct step_result *f, enum verdict fault, const char *detail)
{
	f->fault = fault;
	snprintf(f->detail, sizeof f->detail, "%s", detail);
	step_result_set(f, STEP_RESULT_FAILED, "%s", detail);
}

void step_result_detail(struct step_result *f, const char *advice)
{
	size_t used = strlen(f->detail);
	snprintf(f->detail + used, sizeof f->detail - used, "; %s", advice);
}

void step_result_advise(struct step_result *f, const char *text, ...)
{
	va_list words;
	va_start(words, text);
	vsnprintf(f->text, sizeof f->text, text, words);
	va_end(words);
}

void step_result_add(struct step_result *f, const char *text, ...)
{
	va_list words;
	size_t used = strlen(f->more);
	va_start(words, text);
	vsnprintf(f->more + used, sizeof f->more - used, text, words);
	va_end(words);
}
