/*
 * value-types.c - how texts, numbers and words are read, refused and written. The types of games
 * and of runs are in files of their own.
 */
#include "referee/config/value-basics.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/quantity.h"
#include "base/shell-words.h"
#include "base/utf8.h"
#include "referee/config/season.h"

enum { VALUE_TEXT_MAX = 4000 };

/* --- fields ----------------------------------------------------------------------------------- */

void *value_field(const struct setting *row, void *owner)
{
	return (char *)owner + row->offset;
}

const void *value_of(const struct setting *row, const void *owner)
{
	return (const char *)owner + row->offset;
}

int64_t value_get(const struct setting *row, const void *owner)
{
	const void *field = value_of(row, owner);
	if (row->size == sizeof(bool))
		return *(const bool *)field;
	assert(row->size == sizeof(int) || row->size == sizeof(int64_t));
	return row->size == sizeof(int) ? *(const int *)field : *(const int64_t *)field;
}

void value_put(const struct setting *row, void *owner, int64_t number)
{
	void *field = value_field(row, owner);
	assert(row->size == sizeof(bool) || row->size == sizeof(int) ||
		row->size == sizeof(int64_t));
	if (row->size == sizeof(bool))
		*(bool *)field = number != 0;
	else if (row->size == sizeof(int))
		*(int *)field = (int)number;
	else
		*(int64_t *)field = number;
}

/* --- texts ------------------------------------------------------------------------------------ */

bool value_check_text(const char *text, struct error *err)
{
	if (*text == '\0')
		return error_set(err, "it must not be empty");
	if (strchr(text, '\n') != NULL)
		return error_set(err,
			"the value contains a line end; write it on one line and close its quote");
	if (strlen(text) > VALUE_TEXT_MAX)
		return error_set(err, "at most %d bytes are taken", VALUE_TEXT_MAX);
	if (!utf8_is_plain(text))
		return error_set(err, "only UTF-8 without control characters is taken");
	return true;
}

bool value_text_read(const struct setting *row, void *owner, const char *text, struct error *err)
{
	char **field = value_field(row, owner);
	if (!value_check_text(text, err))
		return false;
	free(*field);
	*field = memory_copy(text);
	return true;
}

void value_text_write(const struct setting *row, const void *owner, FILE *out)
{
	const char *const *field = value_of(row, owner);
	fputs(*field != NULL ? *field : "none", out);
}

bool value_is_missing(const struct setting *row, const void *owner)
{
	return row->value->write == value_text_write &&
	       *(const char *const *)value_of(row, owner) == NULL;
}

bool value_restore(const struct setting *row, void *owner, const char *text, struct error *err)
{
	/* a text may be this word, and the sandbox has a level of this name */
	if (strcmp(text, "none") != 0 || row->value->words != NULL ||
		row->value->write == value_text_write)
		return row->value->read(row, owner, text, err);
	if (row->value->zero_is_none)
		value_put(row, owner, 0);
	return true;
}

const struct value value_text = {
	.shape = "TEXT", .read = value_text_read, .write = value_text_write};

static bool value_command_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return value_check_text(text, err) && shell_words_check(text, err) &&
	       value_text_read(row, owner, text, err);
}

const struct value value_command = {
	.shape = "COMMAND", .read = value_command_read, .write = value_text_write};

/* config-file.c reads the included file. */
static bool value_include_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	(void)row, (void)owner;
	return value_check_text(text, err);
}

/* Only `referee class` reads it (class-state.h). */
const struct value value_class = {.shape = "TEXT", .read = value_include_read};

const struct value value_include = {.shape = "FILE", .list = true, .read = value_include_read};

/* --- numbers, times and sizes ----------------------------------------------------------------- */

bool value_read_digits(const char *text, bool counts, int64_t *number)
{
	int64_t sum = 0;
	bool fits = *text >= '0' && *text <= '9';
	for (; *text >= '0' && *text <= '9'; text++) {
		if (__builtin_mul_overflow(sum, 10, &sum) ||
			__builtin_add_overflow(sum, *text - '0', &sum))
			fits = false;
	}
	if (counts && (*text == 'K' || *text == 'M') &&
		__builtin_mul_overflow(sum, *text++ == 'K' ? 1000 : 1000000, &sum))
		fits = false;
	*number = sum;
	return fits && *text == '\0';
}

bool value_number_read(const struct setting *row, void *owner, const char *text, struct error *err)
{
	int64_t number;
	bool counts = row->value != &value_seed;
	if (value_read_digits(text, counts, &number) && number >= row->min && number <= row->max) {
		value_put(row, owner, number);
		return true;
	}
	return error_set(err, "a whole number from %" PRId64 " to %" PRId64 " is needed%s%s",
		row->min, row->max,
		counts && row->max > 1000000000 ? ", such as 500, 64K or 1M" : "",
		row->value == &value_limit ? ", or none" : "");
}

void value_number_write(const struct setting *row, const void *owner, FILE *out)
{
	int64_t number = value_get(row, owner);
	if (number == 0)
		fputs("none", out);
	else
		fprintf(out, "%" PRId64, number);
}

const struct value value_number = {
	.shape = "N", .zero_is_none = true, .read = value_number_read, .write = value_number_write};

/* none switches off a limit: the game's, or the one from another place. */
static bool value_limit_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	if (strcmp(text, "none") != 0)
		return value_number_read(row, owner, text, err);
	value_put(row, owner, 0);
	return true;
}

const struct value value_limit = {
	.shape = "N", .zero_is_none = true, .read = value_limit_read, .write = value_number_write};

static void value_seed_write(const struct setting *row, const void *owner, FILE *out)
{
	fprintf(out, "%" PRId64, value_get(row, owner));
}

const struct value value_seed = {
	.shape = "N", .read = value_number_read, .write = value_seed_write};

static bool value_time_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	return quantity_read_time_in(text, row->min, row->max, value_field(row, owner), err);
}

static void value_time_write(const struct setting *row, const void *owner, FILE *out)
{
	char text[QUANTITY_TEXT];
	usec span = value_get(row, owner);
	fputs(span == 0 ? "none" : quantity_write_time(span, text), out);
}

const struct value value_time = {
	.shape = "TIME", .zero_is_none = true, .read = value_time_read, .write = value_time_write};

static bool value_size_read(
	const struct setting *row, void *owner, const char *text, struct error *err)
{
	if (strcmp(text, "none") == 0)
		value_put(row, owner, 0);
	else if (!quantity_read_size_in(text, row->min, row->max, value_field(row, owner), err))
		return error_append(err, ", or none");
	return true;
}

static void value_size_write(const struct setting *row, const void *owner, FILE *out)
{
	char text[QUANTITY_TEXT];
	int64_t size = value_get(row, owner);
	fputs(size == 0 ? "none" : quantity_write_size(size, text), out);
}

const struct value value_size = {
	.shape = "SIZE", .zero_is_none = true, .read = value_size_read, .write = value_size_write};

/* --- one of some words ------------------------------------------------------------------------ */

int value_find_word(
	const char *const *words, int first, int count, const char *text, struct error *err)
{
	for (int i = first; i < count; i++)
		if (strcmp(words[i], text) == 0)
			return i;
	error_set(err, "it is");
	for (int i = first; i < count; i++)
		error_append(err, "%s%s",
			i == first	 ? " "
			: i + 1 == count ? " or "
					 : ", ",
			words[i]);
	return -1;
}

bool value_word_read(const struct setting *row, void *owner, const char *text, struct error *err)
{
	const struct value *v = row->value;
	int word = value_find_word(v->words, v->words_first, v->words_count, text, err);
	if (word >= 0)
		value_put(row, owner, word);
	return word >= 0;
}

void value_word_write(const struct setting *row, const void *owner, FILE *out)
{
	fputs(row->value->words[value_get(row, owner)], out);
}

const char *const value_no_yes[] = {"no", "yes"};

static const char
	*const value_auto_yes[] = {"auto", "yes"},
	       *const value_forfeit_skip[] = {"forfeit", "skip"},
	       *const value_refuse_replay[ON_CHANGED] = {[ON_CHANGED_REFUSE] = "refuse",
		       [ON_CHANGED_REPLAY] = "replay",
		       [ON_CHANGED_MIXED] = "mixed"},
	       *const value_seat_orders[SEAT_ORDERS] = {
		       [ORDERS_ALL] = "all", [ORDERS_ROTATION] = "rotation", [ORDERS_ONE] = "one"};

const struct value value_yes_no = {.shape = "yes|no",
	.bare = true,
	VALUE_WORDS(value_no_yes, 0, 2),
	.write = value_word_write};

const struct value value_restart = {.shape = "auto|yes",
	.bare = true,
	VALUE_WORDS(value_auto_yes, 0, 2),
	.write = value_word_write};

const struct value value_forfeit_or_skip = {
	.shape = "forfeit|skip", VALUE_WORDS(value_forfeit_skip, 0, 2)};

const struct value value_changed = {
	.shape = "refuse|replay|mixed", VALUE_WORDS(value_refuse_replay, 0, ON_CHANGED)};

const struct value value_clock = {.shape = "fair|wall|cpu",
	VALUE_WORDS(clock_kind_names, 0, CLOCK_KINDS),
	.write = value_word_write};

const struct value value_isready = {.shape = "yes|no|auto",
	VALUE_WORDS(isready_names, ISREADY_AUTO, ISREADIES),
	.write = value_word_write};

const struct value value_logs = {
	.shape = "public|owner|nobody", VALUE_WORDS(log_policy_names, LOG_PUBLIC, LOG_POLICIES)};

const struct value value_season = {
	.shape = "none|weekly|monthly|yearly", VALUE_WORDS(season_names, 0, SEASONS)};

const struct value value_orders = {.shape = "all|rotation|one",
	VALUE_WORDS(value_seat_orders, 0, SEAT_ORDERS),
	.write = value_word_write};

const struct value value_sandbox = {.shape = "full|reduced|none",
	VALUE_WORDS(sandbox_level_names, 0, SANDBOX_LEVELS),
	.write = value_word_write};
