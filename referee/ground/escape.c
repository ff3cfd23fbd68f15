/*
 * escape.c - texts that came from bots, made fit for a terminal.
 */
#include "referee/ground/escape.h"

#include <locale.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "referee/ground/memory.h"
#include "referee/ground/utf8.h"

enum { ESCAPE_BYTE = 4 }; /* \xNN */

/* What must not reach a terminal, as ranges of code points. */
static const struct {
	uint32_t from, to;
} escape_banned[] = {
	{0x00, 0x1f},
	{0x7f, 0x9f},	  /* DEL and the C1 controls */
	{0x061c, 0x061c}, /* marks and overrides of direction */
	{0x200b, 0x200f},
	{0x2028, 0x202e}, /* with the separators of lines and paragraphs */
	{0x2060, 0x2069},
	{0xfeff, 0xfeff},
};

/* The code point of a well-formed sequence. */
static uint32_t escape_decode(const char *text, int length)
{
	static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	uint32_t point = (unsigned char)text[0] & first[length];
	for (int i = 1; i < length; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3f);
	return point;
}

static bool escape_plain(const char *text, int length, bool lines)
{
	if (length == 0)
		return false;
	if (lines && (*text == '\n' || *text == '\t'))
		return true;
	uint32_t point = escape_decode(text, length);
	for (size_t i = 0; i < sizeof escape_banned / sizeof *escape_banned; i++)
		if (point >= escape_banned[i].from && point <= escape_banned[i].to)
			return false;
	return true;
}

char *escape_text(const char *text, bool lines)
{
	if (text == NULL)
		return NULL;
	char *escaped = memory_get(strlen(text) * ESCAPE_BYTE + 1, 1), *out = escaped;
	while (*text != '\0') {
		int length = utf8_length(text);
		bool plain = escape_plain(text, length, lines);
		if (length == 0)
			length = 1;
		for (int i = 0; i < length; i++, text++)
			if (plain)
				*out++ = *text;
			else
				out += sprintf(out, "\\x%02x", (unsigned char)*text);
	}
	*out = '\0';
	return escaped;
}

int escape_width(const char *text)
{
	/* wcwidth() asks the locale, which the rest of the program leaves alone. */
	static locale_t locale;
	if (locale == (locale_t)0)
		locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	locale_t before = locale != (locale_t)0 ? uselocale(locale) : (locale_t)0;
	int width = 0;
	while (*text != '\0') {
		int length = utf8_length(text);
		int columns = length > 0 ? wcwidth((wchar_t)escape_decode(text, length)) : 1;
		width += columns >= 0 ? columns : 1;
		text += length > 0 ? length : 1;
	}
	if (before != (locale_t)0)
		uselocale(before);
	return width;
}
