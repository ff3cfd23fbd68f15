/*
 * diagnostics.h - what is wrong with what somebody wrote, told a line at a time: where it stands,
 * what it is, and what would be right.
 */
#ifndef REFEREE_BASE_DIAGNOSTICS_H
#define REFEREE_BASE_DIAGNOSTICS_H

#include <stdbool.h>

/* Where something was written. */
struct origin {
	const char *file; /* borrowed; the flag when line is 0; NULL: nowhere, it is a default */
	int line;
};

struct diagnostics {
	void (*tell)(void *arg, const char *line); /* line: without LF, no control bytes in it */
	void *arg;
	int count; /* told so far */
};

/* Was it given at all, and by a flag? */
bool origin_given(const struct origin *at);
bool origin_is_flag(const struct origin *at);

/* Tells "FILE:LINE: ...", or "FLAG: ...", or just the text when there is no origin. */
void diagnostics_add(struct diagnostics *m, struct origin at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Tells `FILE:LINE: KEY = "TEXT": WHY`, or `--KEY "TEXT": WHY`. */
void diagnostics_add_value(struct diagnostics *m, struct origin at, const char *key,
	const char *text, const char *why);

#endif
