/*
 * diagnostics.c - the common form of all messages about settings.
 */
#include "base/diagnostics.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"

enum { DIAGNOSTICS_LINE = 2048, DIAGNOSTICS_VALUE = 200 };

bool origin_given(const struct origin *at)
{
	return at->file != NULL;
}

bool origin_is_flag(const struct origin *at)
{
	return at->file != NULL && at->line == 0;
}

void diagnostics_add(struct diagnostics *diagnostics, struct origin at, const char *format, ...)
{
	char line[DIAGNOSTICS_LINE];
	int used = 0;
	if (at.line > 0)
		used = snprintf(line, sizeof(line), "%s:%d: ", at.file, at.line);
	else if (at.file != NULL)
		used = snprintf(line, sizeof(line), "%s: ", at.file);
	assert(used >= 0);
	if ((size_t)used < sizeof(line)) {
		va_list arguments;
		va_start(arguments, format);
		vsnprintf(line + used, sizeof(line) - (size_t)used, format, arguments);
		va_end(arguments);
	}
	diagnostics->count++;
	if (diagnostics->report == NULL)
		return;
	/* A value may contain any bytes, also those that a terminal would obey. */
	char *plain = escape_text(line, false);
	diagnostics->report(diagnostics->arg, plain);
	free(plain);
}

void diagnostics_add_value(struct diagnostics *diagnostics, struct origin at, const char *key,
	const char *text, const char *why)
{
	int shown = (int)strnlen(text, DIAGNOSTICS_VALUE);
	const char *rest = text[shown] == '\0' ? "" : "...";
	bool own_flag = origin_is_flag(&at) && strcmp(at.file + strlen("--"), key) == 0;
	if (own_flag)
		diagnostics_add(diagnostics, (struct origin){NULL, 0}, "--%s \"%.*s%s\": %s", key,
			shown, text, rest, why);
	else
		diagnostics_add(
			diagnostics, at, "%s = \"%.*s%s\": %s", key, shown, text, rest, why);
}
