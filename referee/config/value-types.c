/*
 * value-types.c - value types for texts, numbers, times, and yes or no.
 */
#include "referee/config/value-types.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/base/utf8.h"
#include "referee/base/cpu-affinity.h"
#include "referee/config/settings.h"

enum { VALUE_TEXT_MAX = 4000 };

static void *value_field(const struct setting *row, void *owner)
{
	return (char *)owner + row->offset;
}

static const void *value_of(const struct setting *row, const void *owner)
{
	return (const char *)owner + row->offset;
}

bool value_check_text(const char *text, char *why, size_t room)
{
	if (*text == '\0')
		snprintf(why, room, "it must not be empty");
	else if (strchr(text, '\n') != NULL)
		snprintf(why, room, "a line ends in it: is a closing quote missing?");
	else if (strlen(text) > VALUE_TEXT_MAX)
		snprintf(why, room, "at most %d bytes are taken", VALUE_TEXT_MAX);
	else if (!utf8_is_plain(text))
		snprintf(why, room, "only UTF-8 without control characters is taken");
	else
		return true;
	return false;
}

void value_replace_text(const struct setting *row, void *owner, const char *text)
{
	char **field = value_field(row, owner);
	free(*field);
	*field = memory_copy(text);
}

static bool value_text_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	if (!value_check_text(text, why, room))
		return false;
	value_replace_text(row, owner, text);
	return true;
}

void value_write_text(const struct setting *row, const void *owner, FILE *out)
{
	const char *const *field = value_of(row, owner);
	fputs(*field != NULL ? *field : "none", out);
}

const struct value value_text = {
	.shape = "TEXT", .read = value_text_read, .write = value_write_text};

/* Reads digits from min to max. Counts may end in K for thousands or M for millions. */
static bool value_digits(
	const struct setting *row, const char *text, int64_t *number, char *why, size_t room)
{
	int64_t sum = 0;
	bool fits = *text >= '0' && *text <= '9', counts = row->value != &value_seed;
	for (; *text >= '0' && *text <= '9'; text++) {
		if (__builtin_mul_overflow(sum, (int64_t)10, &sum) ||
			__builtin_add_overflow(sum, (int64_t)(*text - '0'), &sum))
			fits = false;
	}
	if (counts && (*text == 'K' || *text == 'M') &&
		__builtin_mul_overflow(sum, *text++ == 'K' ? 1000 : 1000000, &sum))
		fits = false;
	if (!fits || *text != '\0' || sum < row->min || sum > row->max) {
		snprintf(why, room, "a whole number from %" PRId64 " to %" PRId64 " is needed%s",
			row->min, row->max,
			counts && row->max > 1000000000 ? ", such as 500, 64K or 1M" : "");
		return false;
	}
	*number = sum;
	return true;
}

static bool value_number_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	int64_t number;
	if (!value_digits(row, text, &number, why, room))
		return false;
	*(int *)value_field(row, owner) = (int)number;
	return true;
}

/* Writes none for 0, which means that it is not set. */
static void value_write_integer(int64_t number, FILE *out)
{
	if (number == 0)
		fputs("none", out);
	else
		fprintf(out, "%" PRId64, number);
}

static void value_number_write(const struct setting *row, const void *owner, FILE *out)
{
	value_write_integer(*(const int *)value_of(row, owner), out);
}

const struct value value_number = {
	.shape = "N", .read = value_number_read, .write = value_number_write};

static bool value_long_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return value_digits(row, text, value_field(row, owner), why, room);
}

static void value_long_write(const struct setting *row, const void *owner, FILE *out)
{
	value_write_integer(*(const int64_t *)value_of(row, owner), out);
}

const struct value value_long = {.shape = "N", .read = value_long_read, .write = value_long_write};

/* Reads a limit; none switches off a limit from another place. */
static bool value_limit_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	if (strcmp(text, "none") != 0)
		return value_long_read(row, owner, text, why, room);
	*(int64_t *)value_field(row, owner) = 0;
	return true;
}

const struct value value_limit = {
	.shape = "N", .read = value_limit_read, .write = value_long_write};

static bool value_seed_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	int64_t number;
	if (!value_digits(row, text, &number, why, room))
		return false;
	*(uint64_t *)value_field(row, owner) = (uint64_t)number;
	return true;
}

static void value_seed_write(const struct setting *row, const void *owner, FILE *out)
{
	fprintf(out, "%" PRIu64, *(const uint64_t *)value_of(row, owner));
}

const struct value value_seed = {.shape = "N", .read = value_seed_read, .write = value_seed_write};

static const struct value_unit {
	const char *name;
	usec worth;
} value_units[] = {{"h", 3600 * SECOND}, {"m", 60 * SECOND}, {"s", SECOND}, {"ms", MILLISECOND},
	{"us", 1}, {NULL, 0}};

/* Reads the number of a time in its unit: digits, with at most one dot between two of them.
 * Fractions of a microsecond are cut. */
static bool value_scaled(const char *text, size_t length, usec worth, usec *span)
{
	usec sum = 0;
	size_t i = 0;
	for (; i < length && text[i] != '.'; i++) {
		if (__builtin_mul_overflow(sum, (usec)10, &sum) ||
			__builtin_add_overflow(sum, (text[i] - '0') * worth, &sum))
			return false;
	}
	if (i == 0 || i + 1 == length)
		return false;
	for (i++; i < length; i++) {
		if (text[i] == '.')
			return false;
		worth /= 10;
		if (__builtin_add_overflow(sum, (text[i] - '0') * worth, &sum))
			return false;
	}
	*span = sum;
	return true;
}

bool value_read_time(const char *text, usec *span, char *why, size_t room)
{
	size_t length = strspn(text, "0123456789.");
	if (strcmp(text, "0") == 0) {
		*span = 0;
		return true;
	}
	for (const struct value_unit *u = value_units; u->name != NULL; u++) {
		if (strcmp(text + length, u->name) == 0 &&
			value_scaled(text, length, u->worth, span))
			return true;
	}
	if (length > 0 && text[length] == '\0')
		snprintf(why, room, "a time needs a unit, such as %.*sms or %.*ss",
			(int)(length < 20 ? length : 20), text, (int)(length < 20 ? length : 20),
			text);
	else
		snprintf(
			why, room, "a time is a number and h, m, s, ms or us, such as 100ms or 2s");
	return false;
}

char *value_write_time(usec span, char text[VALUE_TIME_TEXT])
{
	const struct value_unit *u = value_units;
	while (span % u->worth != 0)
		u++;
	if (span == 0)
		snprintf(text, VALUE_TIME_TEXT, "0");
	else
		snprintf(text, VALUE_TIME_TEXT, "%" PRId64 "%s", span / u->worth, u->name);
	return text;
}

static bool value_time_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	usec span;
	if (!value_read_time(text, &span, why, room))
		return false;
	if (span < row->min || span > row->max) {
		char least[VALUE_TIME_TEXT], most[VALUE_TIME_TEXT];
		snprintf(why, room, "a time from %s to %s is needed",
			value_write_time(row->min, least), value_write_time(row->max, most));
		return false;
	}
	*(usec *)value_field(row, owner) = span;
	return true;
}

static void value_time_write(const struct setting *row, const void *owner, FILE *out)
{
	char text[VALUE_TIME_TEXT];
	usec span = *(const usec *)value_of(row, owner);
	fputs(span == 0 ? "none" : value_write_time(span, text), out);
}

const struct value value_time = {
	.shape = "TIME", .read = value_time_read, .write = value_time_write};

/* Reads one of two words for false and true. */
static bool value_choose(
	bool *field, const char *text, const char *no, const char *yes, char *why, size_t room)
{
	if (strcmp(text, yes) != 0 && strcmp(text, no) != 0) {
		snprintf(why, room, "it is %s or %s", no, yes);
		return false;
	}
	*field = strcmp(text, yes) == 0;
	return true;
}

static bool value_yes_no_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return value_choose(value_field(row, owner), text, "no", "yes", why, room);
}

static void value_yes_no_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(*(const bool *)value_of(row, owner) ? "yes" : "no", out);
}

const struct value value_yes_no = {
	.shape = "yes|no", .bare = true, .read = value_yes_no_read, .write = value_yes_no_write};

static bool value_restart_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return value_choose(value_field(row, owner), text, "auto", "yes", why, room);
}

const struct value value_restart = {.shape = "auto|yes", .bare = true, .read = value_restart_read};

static bool value_benched_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return value_choose(value_field(row, owner), text, "forfeit", "skip", why, room);
}

const struct value value_benched = {.shape = "forfeit|skip", .read = value_benched_read};

/* Reads one of count words, and stores its index. */
static bool value_pick(
	int *place, const char *text, const char *const *names, int count, char *why, size_t room)
{
	size_t used = (size_t)snprintf(why, room, "it is %s", names[0]);
	for (int i = 0; i < count; i++) {
		if (strcmp(names[i], text) == 0) {
			*place = i;
			return true;
		}
		if (i > 0 && used < room)
			used += (size_t)snprintf(why + used, room - used, "%s %s",
				i + 1 < count ? "," : " or", names[i]);
	}
	return false;
}

static bool value_clock_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	int place;
	if (!value_pick(&place, text, clock_kind_names, CLOCK_KINDS, why, room))
		return false;
	*(enum clock_kind *)value_field(row, owner) = (enum clock_kind)place;
	return true;
}

static void value_clock_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(clock_kind_names[*(const enum clock_kind *)value_of(row, owner)], out);
}

const struct value value_clock = {
	.shape = "fair|wall|cpu", .read = value_clock_read, .write = value_clock_write};

static bool value_isready_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	int place;
	if (!value_pick(&place, text, isready_names + ISREADY_AUTO, ISREADIES - ISREADY_AUTO, why,
		    room))
		return false;
	*(enum isready *)value_field(row, owner) = (enum isready)(place + ISREADY_AUTO);
	return true;
}

static void value_isready_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(isready_names[*(const enum isready *)value_of(row, owner)], out);
}

const struct value value_isready = {
	.shape = "yes|no|auto", .read = value_isready_read, .write = value_isready_write};

static bool value_affinity_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	static const char *const names[AFFINITIES] = {[AFFINITY_AUTO] = "auto",
		[AFFINITY_YES] = "yes",
		[AFFINITY_NO] = "no",
		[AFFINITY_LIST] = "a list of processors such as 0-3,6"};
	struct tournament *t = owner;
	struct cpu_affinity list = {.count = 0};
	int place = AFFINITY_LIST;
	bool right = *text >= '0' && *text <= '9'
			     ? cpu_affinity_read(&list, text, why, room)
			     : value_pick(&place, text, names, AFFINITIES, why, room);
	if (!right)
		return false;
	*(enum affinity *)value_field(row, owner) = (enum affinity)place;
	t->processors = list;
	return true;
}

const struct value value_affinity = {
	.shape = "auto|yes|no|LIST", .bare = true, .read = value_affinity_read};

static bool value_logs_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	int place;
	if (!value_pick(&place, text, log_policy_names + 1, LOG_POLICIES - 1, why, room))
		return false;
	*(enum log_policy *)value_field(row, owner) = (enum log_policy)(place + 1);
	return true;
}

const struct value value_logs = {.shape = "public|owner|nobody", .read = value_logs_read};

static const char *const value_order_names[SEAT_ORDERS] = {
	[ORDERS_ALL] = "all", [ORDERS_ROTATION] = "rotation", [ORDERS_ONE] = "one"};

static bool value_orders_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	int place;
	if (!value_pick(&place, text, value_order_names, SEAT_ORDERS, why, room))
		return false;
	*(enum seat_orders *)value_field(row, owner) = (enum seat_orders)place;
	return true;
}

static void value_orders_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(value_order_names[*(const enum seat_orders *)value_of(row, owner)], out);
}

const struct value value_orders = {
	.shape = "all|rotation|one", .read = value_orders_read, .write = value_orders_write};

static bool value_tc_read(
	const struct setting *row, void *owner, const char *text, char *why, size_t room)
{
	return limits_read_tc(value_field(row, owner), text, why, room);
}

static void value_seconds_write(usec span, FILE *out)
{
	char part[8];
	snprintf(part, sizeof part, "%06d", (int)(span % SECOND));
	size_t length = sizeof "123456" - 1;
	while (length > 0 && part[length - 1] == '0')
		length--;
	fprintf(out, "%" PRId64 "%s%.*s", span / SECOND, length > 0 ? "." : "", (int)length, part);
}

static void value_tc_write(const struct setting *row, const void *owner, FILE *out)
{
	const struct limits *l = value_of(row, owner);
	if (!limits_have_tc(l)) {
		fputs(l->tc_inf ? "inf" : "none", out);
		return;
	}
	if (l->tc_moves > 0)
		fprintf(out, "%d/", l->tc_moves);
	value_seconds_write(l->tc_time, out);
	fputc('+', out);
	value_seconds_write(l->tc_increment, out);
	if (l->tc_bank > 0) {
		fputs(" bank ", out);
		value_seconds_write(l->tc_bank, out);
	}
}

const struct value value_tc = {.shape = "CLOCK", .read = value_tc_read, .write = value_tc_write};
