/*
 * value-types-limits.c - value types for resources of a bot: sizes, counts, and the sandbox.
 */
#include "referee/config/value-types.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "referee/sandbox/limits.h"
#include "referee/config/settings.h"

enum { VALUE_SIZE_TEXT = 32 };

static const struct value_size_unit {
	char name;
	int64_t worth;
} value_size_units[] = {{'G', 1 << 30}, {'M', 1 << 20}, {'K', 1 << 10}, {'\0', 1}};

/* Reads a whole number of up to 15 digits. Returns its length. */
static size_t value_whole(const char *text, int64_t *number)
{
	enum { DIGITS = 15 };
	size_t length = strspn(text, "0123456789");
	*number = length > 0 && length <= DIGITS ? strtoll(text, NULL, 10) : -1;
	return length;
}

bool value_read_size(const char *text, int64_t *size, char *why, size_t room)
{
	int64_t number;
	const char *unit = text + value_whole(text, &number);
	for (size_t i = 0; i < sizeof value_size_units / sizeof *value_size_units; i++) {
		const struct value_size_unit *u = &value_size_units[i];
		if (number >= 0 && *unit == u->name && (*unit == '\0' || unit[1] == '\0') &&
			!__builtin_mul_overflow(number, u->worth, size))
			return true;
	}
	snprintf(why, room, "a size is a number and K, M or G, such as 256M");
	return false;
}

static char *value_write_size(int64_t size, char text[VALUE_SIZE_TEXT])
{
	const struct value_size_unit *u = value_size_units;
	while (size % u->worth != 0)
		u++;
	snprintf(text, VALUE_SIZE_TEXT, "%" PRId64 "%.1s", size / u->worth, &u->name);
	return text;
}

static int64_t *value_field(const struct setting *row, void *owner)
{
	return (int64_t *)((char *)owner + row->offset);
}

static int64_t value_of(const struct setting *row, const void *owner)
{
	return *(const int64_t *)((const char *)owner + row->offset);
}

static bool value_size_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	char least[VALUE_SIZE_TEXT], most[VALUE_SIZE_TEXT];
	int64_t size = 0;
	if (strcmp(text, "none") != 0) {
		if (!value_read_size(text, &size, why, room))
			return false;
		if (size < row->min || size > row->max) {
			snprintf(why, room, "a size from %s to %s is needed, or none",
				value_write_size(row->min, least),
				value_write_size(row->max, most));
			return false;
		}
	}
	*value_field(row, owner) = size;
	return true;
}

static void value_size_write(const struct setting *row, const void *owner, FILE *out)
{
	char text[VALUE_SIZE_TEXT];
	int64_t size = value_of(row, owner);
	fputs(size == 0 ? "none" : value_write_size(size, text), out);
}

const struct value value_size = {
	.shape = "SIZE", .read = value_size_read, .write = value_size_write};

static bool value_count_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	int64_t number = 0;
	if (strcmp(text, "none") != 0 && (text[value_whole(text, &number)] != '\0' ||
						 number < row->min || number > row->max)) {
		snprintf(why, room,
			"a whole number from %" PRId64 " to %" PRId64 " is needed, or none",
			row->min, row->max);
		return false;
	}
	*value_field(row, owner) = number;
	return true;
}

static void value_count_write(const struct setting *row, const void *owner, FILE *out)
{
	int64_t number = value_of(row, owner);
	if (number == 0)
		fputs("none", out);
	else
		fprintf(out, "%" PRId64, number);
}

const struct value value_count = {
	.shape = "N", .read = value_count_read, .write = value_count_write};

static bool value_sandbox_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	for (int i = 0; i < SANDBOX_LEVELS; i++)
		if (strcmp(text, sandbox_level_names[i]) == 0) {
			*(enum sandbox_level *)((char *)owner + row->offset) =
				(enum sandbox_level)i;
			return true;
		}
	snprintf(why, room, "it is full, reduced or none");
	return false;
}

const struct value value_sandbox = {.shape = "full|reduced|none", .read = value_sandbox_read};
