/*
 * hex.c - reads hexadecimal digits.
 */
#include "referee/base/hex.h"

static int hex_digit(char digit)
{
	return digit >= '0' && digit <= '9'   ? digit - '0'
	       : digit >= 'a' && digit <= 'f' ? digit - 'a' + 10
					      : -1;
}

int hex_byte(const char *text)
{
	int high = hex_digit(text[0]), low = high >= 0 ? hex_digit(text[1]) : -1;
	return low >= 0 ? high << 4 | low : -1;
}
