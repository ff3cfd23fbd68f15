/*
 * diagnostics.h - error messages about settings and flags, one line each: place, problem,
 * correction.
 */
#ifndef BASE_DIAGNOSTICS_H
#define BASE_DIAGNOSTICS_H

#include <stdbool.h>

/* The place of a setting. */
struct origin {
	const char *file; /* borrowed; the flag if line is 0; NULL: a default value */
	int line;
};

struct diagnostics {
	/* line has no LF, and its control bytes are escaped; NULL: messages are only counted */
	void (*report)(void *arg, const char *line);
	void *arg;
	int count; /* messages so far */
};

/* Was the setting given at all? Was it given by a flag? */
bool origin_given(const struct origin *at);
bool origin_is_flag(const struct origin *at);

/* Reports "FILE:LINE: ...", or "FLAG: ...", or only the text if it has no place. */
void diagnostics_add(struct diagnostics *diagnostics, struct origin at, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Reports `FILE:LINE: KEY = "TEXT": WHY`, or `--KEY "TEXT": WHY`. */
void diagnostics_add_value(struct diagnostics *diagnostics, struct origin at, const char *key,
	const char *text, const char *why);

#endif
