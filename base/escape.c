/*
 * escape.c - makes text from bots safe for a terminal.
 */
#include "base/escape.h"

#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "base/memory.h"
#include "base/utf8.h"

enum { ESCAPE_BYTE = 4 }; /* \xNN */

/* Ranges of characters without a width, which must not reach a terminal either. */
static const struct {
	uint32_t from, to;
} escape_banned[] = {{0x200b, 0x200d}, {0x2060, 0x2065}, {0xfeff, 0xfeff}};

bool escape_is_plain(const char *text, int length)
{
	uint32_t point = utf8_decode(text, length);
	for (size_t i = 0; i < sizeof escape_banned / sizeof *escape_banned; i++)
		if (point >= escape_banned[i].from && point <= escape_banned[i].to)
			return false;
	return !utf8_is_control(point);
}

static bool escape_keeps(const char *text, int length, bool lines)
{
	if (length == 0)
		return false;
	return (lines && (*text == '\n' || *text == '\t')) || escape_is_plain(text, length);
}

/* Almost every text is plain ASCII, and tables may have a million cells. */
static bool escape_is_ascii(const char *bytes, size_t length)
{
	for (size_t i = 0; i < length; i++)
		if (bytes[i] < ' ' || bytes[i] > '~')
			return false;
	return true;
}

char *escape_bytes(const char *bytes, size_t length, bool lines)
{
	if (bytes == NULL)
		return NULL;
	if (escape_is_ascii(bytes, length)) {
		char *same = memory_get(length + 1, 1);
		memcpy(same, bytes, length);
		return same;
	}
	/* The copy ends with a NUL, so that a truncated sequence ends there. */
	char *copy = memory_get(length + 1, 1), *escaped = memory_get(length * ESCAPE_BYTE + 1, 1);
	char *out = escaped;
	memcpy(copy, bytes, length);
	for (const char *at = copy; at < copy + length;) {
		int taken = utf8_length(at);
		bool keeps = escape_keeps(at, taken, lines);
		if (taken == 0)
			taken = 1;
		for (int i = 0; i < taken; i++, at++)
			if (keeps)
				*out++ = *at;
			else
				out += sprintf(out, "\\x%02x", (unsigned char)*at);
	}
	*out = '\0';
	free(copy);
	return escaped;
}

char *escape_text(const char *text, bool lines)
{
	return text == NULL ? NULL : escape_bytes(text, strlen(text), lines);
}

int escape_width(const char *text)
{
	size_t bytes = strlen(text);
	if (escape_is_ascii(text, bytes))
		return (int)bytes;
	/* wcwidth() needs the locale, which the program does not set. */
	static locale_t locale;
	if (locale == (locale_t)0)
		locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = locale != (locale_t)0 ? uselocale(locale) : (locale_t)0;
	int width = 0;
	while (*text != '\0') {
		int length = utf8_length(text);
		int columns = length > 0 ? wcwidth((wchar_t)utf8_decode(text, length)) : 1;
		width += columns >= 0 ? columns : 1;
		text += length > 0 ? length : 1;
	}
	if (before != (locale_t)0)
		uselocale(before);
	return width;
}

static int escape_hex_digit(char digit)
{
	return digit >= '0' && digit <= '9'   ? digit - '0'
	       : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
					      : -1;
}

int escape_hex_byte(const char *text)
{
	int high = escape_hex_digit(text[0]), low = high >= 0 ? escape_hex_digit(text[1]) : -1;
	return low >= 0 ? high << 4 | low : -1;
}
