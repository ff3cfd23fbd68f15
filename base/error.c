/*
 * error.c - the reason why a call failed.
 */
#include "base/error.h"

#include <stdio.h>
#include <string.h>

bool error_vset(struct error *err, const char *format, va_list arguments)
{
	/* The arguments may point into err itself. */
	struct error fresh;
	if (err == NULL)
		return false;
	vsnprintf(fresh.text, sizeof fresh.text, format, arguments);
	memcpy(err->text, fresh.text, strlen(fresh.text) + 1);
	return false;
}

bool error_set(struct error *err, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	error_vset(err, format, arguments);
	va_end(arguments);
	return false;
}

bool error_prefix(struct error *err, const char *format, ...)
{
	const struct error before = err != NULL ? *err : (struct error){""};
	va_list arguments;
	va_start(arguments, format);
	error_vset(err, format, arguments);
	va_end(arguments);
	return error_append(err, "%s", before.text);
}

bool error_append(struct error *err, const char *format, ...)
{
	va_list arguments;
	if (err == NULL)
		return false;
	size_t used = strlen(err->text);
	va_start(arguments, format);
	vsnprintf(err->text + used, sizeof err->text - used, format, arguments);
	va_end(arguments);
	return false;
}
