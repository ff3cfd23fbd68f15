/*
 * utf8.c - the well-formed sequences of RFC 3629, by their first byte.
 */
#include "base/utf8.h"

#include <stddef.h>

static const struct utf8_row {
	unsigned char from, to;		 /* range of the first byte */
	unsigned char second, second_to; /* range of the second byte */
	int length;
} utf8_table[] = {
	{0x01, 0x7f, 0, 0, 1},
	{0xc2, 0xdf, 0x80, 0xbf, 2},
	{0xe0, 0xe0, 0xa0, 0xbf, 3},
	{0xe1, 0xec, 0x80, 0xbf, 3},
	{0xed, 0xed, 0x80, 0x9f, 3}, /* no surrogates */
	{0xee, 0xef, 0x80, 0xbf, 3},
	{0xf0, 0xf0, 0x90, 0xbf, 4},
	{0xf1, 0xf3, 0x80, 0xbf, 4},
	{0xf4, 0xf4, 0x80, 0x8f, 4},
};

int utf8_length(const char *text)
{
	const unsigned char *bytes = (const unsigned char *)text;
	for (size_t i = 0; i < sizeof utf8_table / sizeof *utf8_table; i++) {
		const struct utf8_row *row = &utf8_table[i];
		if (bytes[0] < row->from || bytes[0] > row->to)
			continue;
		if (row->length > 1 && (bytes[1] < row->second || bytes[1] > row->second_to))
			return 0;
		for (int j = 2; j < row->length; j++)
			if (bytes[j] < 0x80 || bytes[j] > 0xbf)
				return 0;
		return row->length;
	}
	return 0;
}

uint32_t utf8_decode(const char *text, int length)
{
	static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	uint32_t point = (unsigned char)text[0] & first[length];
	for (int i = 1; i < length; i++)
		point = point << 6 | ((unsigned char)text[i] & 0x3f);
	return point;
}

bool utf8_is_control(uint32_t point)
{
	return point < ' ' || (point >= 0x7f && point <= 0x9f) || point == 0x061c ||
	       point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
	       (point >= 0x2066 && point <= 0x2069);
}

bool utf8_is_plain(const char *text)
{
	while (*text != '\0') {
		int length = utf8_length(text);
		if (length == 0 || utf8_is_control(utf8_decode(text, length)))
			return false;
		text += length;
	}
	return true;
}
