/*
 * error.h - the reason why a call failed, in one sentence for people.
 *
 * The caller owns the struct; the function that fails fills it and returns false, NULL or -1. The
 * text names the object, the problem, and what would be right. After a success it is undefined,
 * unless the function says otherwise. A caller
 * that needs no reason passes NULL.
 *
 * Every part of the project may include this file; it includes nothing of ours.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdarg.h>
#include <stdbool.h>

enum { ERROR_TEXT = 512 };

struct error {
	char text[ERROR_TEXT]; /* ends with a NUL; a longer reason is cut */
};

/* Writes the reason. Returns false, so that a function can return its result. */
bool error_set(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_vset(struct error *err, const char *format, va_list arguments)
	__attribute__((format(printf, 2, 0)));

/* Puts a text before the reason, or behind it. Returns false. */
bool error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool error_append(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Makes the reason "". */
static inline void error_clear(struct error *err)
{
	err->text[0] = '\0';
}

/* Has a function written a reason since error_clear()? */
static inline bool error_is_set(const struct error *err)
{
	return err->text[0] != '\0';
}

#endif
