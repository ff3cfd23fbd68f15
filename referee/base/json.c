/*
 * json.c - strings as JSON has them.
 */
#include "referee/base/json.h"

#include <string.h>

#include "referee/base/escape.h"
#include "referee/base/utf8.h"

/* One character of so many bytes; 0: it is none. Returns how many were taken. */
static int json_character(FILE *out, const char *text, int length)
{
	unsigned char byte = (unsigned char)*text;
	if (byte == '\0')
		fputs("\\u0000", out);
	else if (length == 0)
		fputs("\\ufffd", out);
	else if (byte == '"' || byte == '\\')
		fprintf(out, "\\%c", byte);
	else if (byte == '\n')
		fputs("\\n", out);
	else if (escape_is_plain(text, length))
		fwrite(text, 1, (size_t)length, out);
	else
		fprintf(out, "\\u%04x", (unsigned)utf8_decode(text, length));
	return length > 0 ? length : 1;
}

void json_bytes(FILE *out, const char *bytes, size_t length)
{
	if (bytes == NULL) {
		fputs("null", out);
		return;
	}
	fputc('"', out);
	for (const char *at = bytes; at < bytes + length;)
		at += json_character(out, at, utf8_length(at));
	fputc('"', out);
}

void json_string(FILE *out, const char *text)
{
	json_bytes(out, text, text != NULL ? strlen(text) : 0);
}
