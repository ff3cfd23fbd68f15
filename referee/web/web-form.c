/*
 * web-form.c - reads forms: the URL Standard (application/x-www-form-urlencoded) and RFC 7578
 * (multipart/form-data).
 */
#include "referee/web/web-form.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "referee/web/web-address.h"

enum { FORM_BOUNDARY = 70 /* bytes; RFC 2046, 5.1.1 */ };

/* Adds a field. False: one too many, or its name is taken, empty or malformed. */
static bool form_add(struct web_form *f, const struct web_field *field, struct error *err)
{
	if (f->count == WEB_FORM_FIELDS)
		return error_set(err, "the form has more than %d fields", WEB_FORM_FIELDS);
	if (*field->name == '\0' || web_form_field(f, field->name) != NULL)
		return error_set(err, "the form has a field without a name, or twice");
	if (field->file == NULL && strlen(field->value) != field->length)
		return error_set(err, "a field of the form has a NUL byte");
	f->fields[f->count++] = *field;
	return true;
}

/* --- application/x-www-form-urlencoded -------------------------------------------------------- */

static bool form_read_encoded(struct web_form *f, char *body, size_t length, struct error *err)
{
	if (strlen(body) != length)
		return error_set(err, "the form has a NUL byte");
	for (char *pair; (pair = strsep(&body, "&")) != NULL;) {
		char *value = strchr(pair, '=');
		if (*pair == '\0')
			continue;
		if (value != NULL)
			*value++ = '\0';
		if (!address_decode(pair, true) || (value != NULL && !address_decode(value, true)))
			return error_set(err, "the form is not well formed");
		struct web_field field = {.name = pair, .value = value != NULL ? value : ""};
		field.length = strlen(field.value);
		if (!form_add(f, &field, err))
			return false;
	}
	return true;
}

/* --- multipart/form-data ---------------------------------------------------------------------- */

/* Copies the boundary after "--" to out. False: the type has none that is valid. */
static bool form_boundary(const char *type, char out[FORM_BOUNDARY + 3])
{
	static const char key[] = "boundary=";
	const char *at = strcasestr(type, key);
	if (at == NULL)
		return false;
	at += strlen(key);
	size_t length = *at == '"' ? strcspn(++at, "\"") : strcspn(at, "; \t");
	if (length < 1 || length > FORM_BOUNDARY)
		return false;
	snprintf(out, FORM_BOUNDARY + 3, "--%.*s", (int)length, at);
	return true;
}

/* Finds name="..." in a header and ends the text there; NULL: it is absent. */
static char *form_parameter(char *header, const char *name)
{
	size_t length = strlen(name);
	for (char *at = header; (at = strcasestr(at, name)) != NULL; at += length) {
		if (at == header || strchr("; \t", at[-1]) == NULL || at[length] != '=' ||
			at[length + 1] != '"')
			continue;
		char *value = at + length + 2, *end = strchr(value, '"');
		if (end == NULL)
			return NULL;
		*end = '\0';
		return value;
	}
	return NULL;
}

/* Reads the headers of a part (NUL-terminated). False: they name no field. */
static bool form_read_headers(struct web_field *field, char *headers)
{
	static const char key[] = "Content-Disposition:";
	for (char *line; (line = strsep(&headers, "\n")) != NULL;) {
		line[strcspn(line, "\r")] = '\0';
		if (strncasecmp(line, key, strlen(key)) != 0)
			continue;
		char *text = line + strlen(key);
		if (strcasestr(text, "form-data") == NULL)
			return false;
		/* The last parameter first: each is ended by a NUL. */
		char *file = strcasestr(text, "filename=");
		if (file != NULL && strcasestr(text, " name=") > file)
			return false;
		field->file = file != NULL ? form_parameter(text, "filename") : NULL;
		if (file != NULL && field->file == NULL)
			return false;
		field->name = form_parameter(text, "name");
	}
	return field->name != NULL;
}

/* Reads the part at *at, behind its boundary line; moves *at behind the next boundary. */
static bool form_read_part(
	struct web_form *f, char **at, char *end, const char *mark, struct error *err)
{
	struct web_field field = {.name = NULL};
	size_t room = (size_t)(end - *at), length = strlen(mark);
	char *value = memmem(*at, room < WEB_FORM_HEADERS ? room : WEB_FORM_HEADERS, "\r\n\r\n", 4);
	if (value == NULL)
		return error_set(err, "a part of the form has no end of its headers");
	*value = '\0';
	if (strlen(*at) != (size_t)(value - *at) || !form_read_headers(&field, *at))
		return error_set(err, "a part of the form has no name");
	field.value = value + 4;
	char *next = memmem(field.value, (size_t)(end - field.value), mark, length);
	if (next == NULL)
		return error_set(err, "a part of the form has no end");
	field.length = (size_t)(next - field.value);
	*next = '\0';
	*at = next + length;
	return form_add(f, &field, err);
}

static bool form_read_parts(
	struct web_form *f, const char *type, char *body, size_t length, struct error *err)
{
	char mark[FORM_BOUNDARY + 5] = "\r\n", *at = body, *end = body + length;
	if (!form_boundary(type, mark + 2))
		return error_set(err, "the form has no valid boundary");
	size_t bare = strlen(mark + 2);
	if (length < bare || memcmp(body, mark + 2, bare) != 0)
		return error_set(err, "the form does not begin with its boundary");
	for (at += bare; end - at >= 2 && memcmp(at, "--", 2) != 0;) {
		if (memcmp(at, "\r\n", 2) != 0)
			return error_set(err, "a boundary of the form is not well formed");
		at += 2;
		if (!form_read_part(f, &at, end, mark, err))
			return false;
	}
	return end - at >= 2 || error_set(err, "the form is incomplete");
}

/* --- all types -------------------------------------------------------------------------------- */

/* Is the media type this one, perhaps with parameters? */
static bool form_is_type(const char *type, const char *name)
{
	size_t length = strlen(name);
	return strncasecmp(type, name, length) == 0 && strchr("; \t", type[length]) != NULL;
}

enum web_form_status web_form_read(
	struct web_form *f, const char *type, char *body, size_t length, struct error *err)
{
	bool good;
	f->count = 0;
	if (type != NULL && form_is_type(type, "application/x-www-form-urlencoded")) {
		good = form_read_encoded(f, body, length, err);
	} else if (type != NULL && form_is_type(type, "multipart/form-data")) {
		good = form_read_parts(f, type, body, length, err);
	} else {
		error_set(err, "this media type is not accepted; send a form");
		return WEB_FORM_TYPE;
	}
	return good ? WEB_FORM_GOOD : WEB_FORM_WRONG;
}

const struct web_field *web_form_field(const struct web_form *f, const char *name)
{
	for (int i = 0; i < f->count; i++)
		if (strcmp(f->fields[i].name, name) == 0)
			return &f->fields[i];
	return NULL;
}

const char *web_form_text(const struct web_form *f, const char *name)
{
	const struct web_field *field = web_form_field(f, name);
	return field != NULL && field->file == NULL ? field->value : "";
}
