/*
 * decimal.c - a decimal number as a whole one.
 */
#include "referee/base/decimal.h"

bool decimal_read(const char *text, size_t length, int places, int64_t *value)
{
	int after = -1;
	*value = 0;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '.' && after < 0 && places > 0) {
			after = 0;
			continue;
		}
		if (text[i] < '0' || text[i] > '9' || after == places ||
			__builtin_mul_overflow(*value, 10, value) ||
			__builtin_add_overflow(*value, text[i] - '0', value))
			return false;
		after += after >= 0;
	}
	for (after = after < 0 ? 0 : after; after < places; after++)
		if (__builtin_mul_overflow(*value, 10, value))
			return false;
	return length > 0;
}
