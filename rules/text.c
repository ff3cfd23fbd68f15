/*
 * text.c - the small texts of rules/, written and read by hand.
 */
#include "rules/text.h"

#include <stdarg.h>
#include <stdio.h>

void text_string(struct text *t, const char *string)
{
	while (*string != '\0')
		text_char(t, *string++);
}

void text_number(struct text *t, int64_t number)
{
	char digits[20];
	int n = 0;
	uint64_t rest = (uint64_t)number;
	if (number < 0) {
		text_char(t, '-');
		rest = -rest;
	}
	do {
		digits[n++] = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest != 0);
	while (n > 0)
		text_char(t, digits[--n]);
}

bool text_take_number(const char **at, int64_t *number)
{
	const char *c = *at;
	bool negative = *c == '-';
	if (negative)
		c++;
	if (*c < '0' || *c > '9' || (c[0] == '0' && (negative || (c[1] >= '0' && c[1] <= '9'))))
		return false;
	int64_t value = 0;
	for (; *c >= '0' && *c <= '9'; c++) {
		if (__builtin_mul_overflow(value, 10, &value) ||
			__builtin_sub_overflow(value, *c - '0', &value))
			return false;
	}
	if (!negative && __builtin_sub_overflow((int64_t)0, value, &value))
		return false;
	*number = value;
	*at = c;
	return true;
}

bool text_parameter(const char *name, const char *text, int64_t low, int64_t high, int *value,
	struct error *err)
{
	const char *at = text;
	int64_t number;
	if (!text_take_number(&at, &number) || *at != '\0' || number < low || number > high)
		return error_set(err, "%s \"%.40s\" is not a number from %lld to %lld", name, text,
			(long long)low, (long long)high);
	*value = (int)number;
	return true;
}
