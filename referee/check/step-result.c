/*
 * step-result.c - what one step of an examination found.
 */
#include "referee/check/step-result.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void finding_set(struct finding *f, enum finding_verdict verdict, const char *text, ...)
{
	va_list words;
	f->verdict = verdict;
	va_start(words, text);
	vsnprintf(f->text, sizeof f->text, text, words);
	va_end(words);
}

void finding_rule(struct finding *f, enum verdict fault, const char *detail)
{
	f->fault = fault;
	snprintf(f->detail, sizeof f->detail, "%s", detail);
	finding_set(f, FINDING_FAILED, "%s", detail);
}

void finding_detail(struct finding *f, const char *advice)
{
	size_t used = strlen(f->detail);
	snprintf(f->detail + used, sizeof f->detail - used, "; %s", advice);
}

void finding_advise(struct finding *f, const char *text, ...)
{
	va_list words;
	va_start(words, text);
	vsnprintf(f->text, sizeof f->text, text, words);
	va_end(words);
}

void finding_add(struct finding *f, const char *text, ...)
{
	va_list words;
	size_t used = strlen(f->more);
	va_start(words, text);
	vsnprintf(f->more + used, sizeof f->more - used, text, words);
	va_end(words);
}
