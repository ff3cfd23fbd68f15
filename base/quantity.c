/*
 * quantity.c - tables of units, and the numbers in them.
 */
#include "base/quantity.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { QUANTITY_SIZE_DIGITS = 15 };

/* Largest first; a NULL name ends them. */
struct quantity_unit {
	const char *name;
	int64_t worth;
};

static const struct quantity_unit quantity_times[] = {{"h", 3600 * SECOND}, {"m", 60 * SECOND},
	{"s", SECOND}, {"ms", MILLISECOND}, {"us", 1}, {NULL, 0}};

static const struct quantity_unit quantity_sizes[] = {
	{"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}, {"", 1}, {NULL, 0}};

/* Multiplies the number at text by the worth of its unit. The number is of length bytes: digits,
 * with at most one dot between two of them. */
static bool quantity_scale(const char *text, size_t length, int64_t worth, int64_t *value)
{
	int64_t sum = 0;
	size_t i = 0;
	for (; i < length && text[i] != '.'; i++) {
		if (__builtin_mul_overflow(sum, 10, &sum) ||
			__builtin_add_overflow(sum, (text[i] - '0') * worth, &sum))
			return false;
	}
	if (i == 0 || i + 1 == length)
		return false;
	for (i++; i < length; i++) {
		worth /= 10;
		if (text[i] == '.' || __builtin_add_overflow(sum, (text[i] - '0') * worth, &sum))
			return false;
	}
	*value = sum;
	return true;
}

/* Reads a number of length bytes and the unit after it. */
static bool quantity_read(
	const struct quantity_unit *u, const char *text, size_t length, int64_t *value)
{
	while (u->name != NULL && strcmp(text + length, u->name) != 0)
		u++;
	return u->name != NULL && quantity_scale(text, length, u->worth, value);
}

/* Writes the number in the largest unit of which it is a multiple. */
static char *quantity_write(const struct quantity_unit *u, int64_t value, char text[QUANTITY_TEXT])
{
	while (value % u->worth != 0)
		u++;
	snprintf(text, QUANTITY_TEXT, "%" PRId64 "%s", value / u->worth, u->name);
	return text;
}

bool quantity_read_time(const char *text, usec *span, struct error *err)
{
	size_t length = strspn(text, "0123456789.");
	int shown = (int)(length < 20 ? length : 20);
	if (strcmp(text, "0") == 0) {
		*span = 0;
		return true;
	}
	if (quantity_read(quantity_times, text, length, span))
		return true;
	if (length > 0 && text[length] == '\0')
		return error_set(err, "a time needs a unit, such as %.*sms or %.*ss", shown, text,
			shown, text);
	return error_set(err, "a time is a number and h, m, s, ms or us, such as 100ms or 2s");
}

bool quantity_read_size(const char *text, int64_t *size, struct error *err)
{
	size_t length = strspn(text, "0123456789");
	if (length <= QUANTITY_SIZE_DIGITS && quantity_read(quantity_sizes, text, length, size))
		return true;
	return error_set(err, "a size is a number and K, M or G, such as 256M");
}

static bool quantity_is_in(int64_t value, int64_t min, int64_t max, const char *noun,
	char *(*write)(int64_t value, char text[QUANTITY_TEXT]), struct error *err)
{
	char low[QUANTITY_TEXT], high[QUANTITY_TEXT];
	return (value >= min && value <= max) || error_set(err, "a %s from %s to %s is needed",
							 noun, write(min, low), write(max, high));
}

bool quantity_read_time_in(const char *text, usec min, usec max, usec *span, struct error *err)
{
	usec read;
	bool good = quantity_read_time(text, &read, err) &&
		    quantity_is_in(read, min, max, "time", quantity_write_time, err);
	*span = good ? read : *span;
	return good;
}

bool quantity_read_size_in(
	const char *text, int64_t min, int64_t max, int64_t *size, struct error *err)
{
	int64_t read;
	bool good = quantity_read_size(text, &read, err) &&
		    quantity_is_in(read, min, max, "size", quantity_write_size, err);
	*size = good ? read : *size;
	return good;
}

char *quantity_write_time(usec span, char text[QUANTITY_TEXT])
{
	if (span != 0)
		return quantity_write(quantity_times, span, text);
	return strcpy(text, "0");
}

char *quantity_write_size(int64_t size, char text[QUANTITY_TEXT])
{
	return quantity_write(quantity_sizes, size, text);
}
