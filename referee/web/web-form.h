/*
 * web-form.h - reads the body of a POST request: a form, as application/x-www-form-urlencoded or
 * multipart/form-data. Parsing is strict, pure and in place: it copies nothing.
 *
 * A value is bytes; only a file may hold a NUL byte.
 */
#ifndef REFEREE_WEB_WEB_FORM_H
#define REFEREE_WEB_WEB_FORM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum {
	WEB_FORM_FIELDS = 16,
	WEB_FORM_HEADERS = 1024 /* bytes before the value of a part */
};

struct web_field {
	const char *name;
	const char *value; /* followed by a NUL */
	size_t length;
	const char *file; /* the name that the client gives to a file; NULL: it is not a file */
};

struct web_form {
	struct web_field fields[WEB_FORM_FIELDS];
	int count;
};

enum web_form_status {
	WEB_FORM_GOOD,
	WEB_FORM_TYPE, /* of another media type */
	WEB_FORM_WRONG /* malformed */
};

/* Reads a body of this media type (NULL: unknown) in place: fields point into it. A NUL must follow
 * the body. Not good: err has a line. */
enum web_form_status web_form_read(
	struct web_form *f, const char *type, char *body, size_t length, struct error *err);

/* The field of this name; NULL: none. */
const struct web_field *web_form_field(const struct web_form *f, const char *name);

/* Its value; "" if it is absent or a file. */
const char *web_form_text(const struct web_form *f, const char *name);

#endif
