/*
 * json.c - writes JSON.
 */
#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/escape.h"
#include "base/html-print.h"
#include "base/utf8.h"

/* Writes one character of `length` bytes; 0: malformed. Returns the bytes taken. */
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

FILE *json_key(struct json_writer *j, const char *key)
{
	if (j->comma)
		fputc(',', j->out);
	j->comma = true;
	if (key != NULL)
		fprintf(j->out, "\"%s\":", key);
	return j->out;
}

void json_open(struct json_writer *j, const char *key, char bracket)
{
	fputc(bracket, json_key(j, key));
	j->comma = false;
}

void json_close(struct json_writer *j, char bracket)
{
	fputc(bracket, j->out);
	j->comma = true;
}

void json_text(struct json_writer *j, const char *key, const char *text)
{
	if (j->script)
		html_print_json(json_key(j, key), text, text != NULL ? strlen(text) : 0);
	else
		json_string(json_key(j, key), text);
}

void json_number(struct json_writer *j, const char *key, int64_t number)
{
	fprintf(json_key(j, key), "%" PRId64, number);
}

void json_known(struct json_writer *j, const char *key, int64_t number)
{
	if (number >= 0)
		json_number(j, key, number);
	else
		json_text(j, key, NULL);
}

void json_decimal(struct json_writer *j, const char *key, const char *format, double number)
{
	fprintf(json_key(j, key), isfinite(number) ? format : "null", number);
}

void json_bool(struct json_writer *j, const char *key, bool value)
{
	fputs(value ? "true" : "false", json_key(j, key));
}
