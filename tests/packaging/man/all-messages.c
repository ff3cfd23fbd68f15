/*
 * Every row of every table of messages: what is written is read again, and what its row does not
 * allow is refused.
 */
#include "packaging/man/pages.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

enum { ROOM = 1 << 21, VALUES = 3, MESSAGE = 1 << 14 };

static char text[LINE_FIELDS_MAX][ROOM]; /* of the fields in turn */

/* A number of a field: its least, its most, or one between. */
static int64_t number_of(const struct line_field *f, int value)
{
	bool any = f->least == 0 && f->most == 0;
	if (f->type == LINE_TYPE_MAYBE && value == 1)
		return UNKNOWN;
	if (any)
		return value == 0   ? 0
		       : value == 1 ? (f->type == LINE_TYPE_INT ? INT32_MAX : INT64_MAX)
				    : 7;
	return value == 0 ? f->least : value == 1 ? f->most : f->least + (f->most > f->least);
}

/* A text of a field: short, as long as may be, or with all that must be escaped. */
static const char *text_of(const struct line_field *f, int value)
{
	static const char hard[] = "a b\\c\n-\x7f\t'";
	static int next;
	char *to = text[next++ % LINE_FIELDS_MAX];
	size_t most = f->most > 0 ? (size_t)f->most : 200;
	bool word = f->type == LINE_TYPE_WORD;
	memset(to, 'x', most);
	to[value == 1 ? most : 1] = '\0';
	if (value == 2 && !word && most >= sizeof hard - 1)
		memcpy(to, hard, sizeof hard);
	return to;
}

static void fill_list(struct line_list *list, const struct line_field *f, int value)
{
	list->count = (int)number_of(f, value);
	for (int i = 0; i < list->count; i++)
		list->items[i] = (struct line_list_item){.number = 1000 * i,
			.mark = value == 2 ? "!?"[i % 2] : '\0',
			.since = value == 2 && i % 4 == 0 ? INT64_MAX : 0};
}

static void fill(void *member, const struct line_field *f, int value)
{
	switch ((enum line_type)f->type) {
	case LINE_TYPE_INT:
		*(int *)member = (int)number_of(f, value);
		break;
	case LINE_TYPE_NUMBER:
	case LINE_TYPE_MAYBE:
		for (int i = 0; i < f->count + (f->count == 0); i++)
			((int64_t *)member)[i] = number_of(f, value);
		break;
	case LINE_TYPE_UNSIGNED:
		for (int i = 0; i < f->count + (f->count == 0); i++)
			((uint64_t *)member)[i] = value == 1 ? UINT64_MAX : (uint64_t)value;
		break;
	case LINE_TYPE_LIST:
		fill_list(member, f, value);
		break;
	case LINE_TYPE_BYTES:
		*(struct line_bytes *)member = (struct line_bytes){text_of(f, value), 0};
		break;
	case LINE_TYPE_CHARS:
		strcpy(member, text_of(f, value));
		break;
	default:
		*(const char **)member = text_of(f, value);
	}
}

/* The line of a row with these values, without its LF. */
static char *line_of(const struct line_table *t, int kind, int value)
{
	static _Alignas(16) char message[MESSAGE];
	ck_assert_uint_le(t->size, sizeof message);
	memset(message, 0, sizeof message);
	memcpy(message, &kind, sizeof kind);
	for (const struct line_field *f = t->rows[kind].fields; f->type != LINE_TYPE_END; f++)
		fill(message + f->offset, f, value);
	char *line = line_table_print(t, message);
	line[strlen(line) - 1] = '\0';
	return line;
}

static enum line_table_status read_copy(const struct line_table *t, const char *line, int fds)
{
	static _Alignas(16) char message[MESSAGE];
	char *copy = memory_copy(line);
	enum line_table_status status = line_table_read(t, message, copy, fds);
	free(copy);
	return status;
}

static int tables(void)
{
	int count = 0;
	while (all_messages[count] != NULL)
		count++;
	return count;
}

#define EACH_ROW(t, row)                                                                           \
	for (int at_ = 0; at_ < tables(); at_++)                                                   \
		for (const struct line_table *t = all_messages[at_]; t != NULL; t = NULL)          \
			for (const struct line_row *row = t->rows; row < t->rows + t->count;       \
				row++)                                                             \
				if (row->word != NULL)

START_TEST(every_table_and_every_row_has_a_help_text)
	{
		for (int i = 0; i < tables(); i++) {
			ck_assert_ptr_nonnull(all_messages[i]->name);
			ck_assert_ptr_nonnull(all_messages[i]->help);
		}
		EACH_ROW(t, row)
		{
			ck_assert_msg(row->help != NULL, "%s: %s", t->name, row->word);
			size_t length = strlen(row->help);
			ck_assert_msg(length > 3 && row->help[length - 1] == '.', "%s: %s", t->name,
				row->word);
		}
	}
END_TEST

START_TEST(no_word_stands_in_a_table_twice)
	{
		EACH_ROW(t, row)
		for (const struct line_row *other = t->rows; other < row; other++)
			ck_assert_msg(other->word == NULL || strcmp(other->word, row->word) != 0,
				"%s: %s", t->name, row->word);
	}
END_TEST

START_TEST(every_text_has_a_bound)
	{
		EACH_ROW(t, row)
		for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END; f++)
			ck_assert_msg(f->type < LINE_TYPE_WORD || f->type == LINE_TYPE_LIST ||
					      f->most > 0,
				"%s: %s: %s", t->name, row->word, f->name);
	}
END_TEST

/* Texts that may have any bytes are last. */
START_TEST(the_rest_of_a_line_is_the_last_field)
	{
		EACH_ROW(t, row)
		for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END; f++)
			ck_assert_msg((f->type != LINE_TYPE_TEXT && f->type != LINE_TYPE_BYTES) ||
					      f[1].type == LINE_TYPE_END,
				"%s: %s", t->name, row->word);
	}
END_TEST

START_TEST(what_is_written_is_read_again)
	{
		static _Alignas(16) char message[MESSAGE];
		EACH_ROW(t, row)
		{
			char *line = line_of(t, (int)(row - t->rows), _i),
			     *copy = memory_copy(line);
			int kind;
			ck_assert_msg(
				line_table_read(t, message, copy, row->fds) == LINE_TABLE_RIGHT,
				"%s: %s", t->name, line);
			memcpy(&kind, message, sizeof kind);
			ck_assert_int_eq(kind, row - t->rows);
			char *again = line_table_print(t, message);
			again[strlen(again) - 1] = '\0';
			ck_assert_str_eq(again, line);
			free(again);
			free(copy);
			free(line);
		}
	}
END_TEST

START_TEST(a_wrong_number_of_descriptors_is_refused)
	{
		EACH_ROW(t, row)
		{
			char *line = line_of(t, (int)(row - t->rows), 0);
			ck_assert_int_eq(read_copy(t, line, row->fds + 1), LINE_TABLE_WRONG);
			if (row->fds > 0)
				ck_assert_int_eq(
					read_copy(t, line, row->fds - 1), LINE_TABLE_LACKS);
			free(line);
		}
	}
END_TEST

/* The number of words that the fields of a row have; -1: any number. */
static int words_of(const struct line_row *row)
{
	int count = 0;
	for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END; f++) {
		if (f->type == LINE_TYPE_TEXT || f->type == LINE_TYPE_BYTES)
			return -1 - count;
		count += f->count + (f->count == 0);
	}
	return count;
}

START_TEST(a_field_too_few_or_too_many_is_refused)
	{
		EACH_ROW(t, row)
		{
			char *line = line_of(t, (int)(row - t->rows), 0);
			int words = words_of(row);
			if (words >= 0) {
				char *more = memory_print("%s 1", line);
				ck_assert_msg(read_copy(t, more, row->fds) == LINE_TABLE_WRONG,
					"%s: %s", t->name, more);
				free(more);
			}
			for (int cut = words >= 0 ? words : -1 - words + 1; cut > 0; cut--) {
				*strrchr(line, ' ') = '\0';
				ck_assert_msg(
					(words < 0 && cut == -1 - words + 1) ||
						read_copy(t, line, row->fds) == LINE_TABLE_WRONG,
					"%s: %s", t->name, line);
			}
			free(line);
		}
	}
END_TEST

/* A line of good words, but for one. */
static char *line_with(
	const struct line_table *t, const struct line_row *row, int wrong, const char *instead)
{
	char *line = line_of(t, (int)(row - t->rows), 0), *rest = line, *word;
	char *made = memory_copy("");
	for (int i = -1; (word = strsep(&rest, " ")) != NULL; i++) {
		char *longer = memory_print(
			"%s%s%s", made, i >= 0 ? " " : "", i == wrong ? instead : word);
		free(made);
		made = longer;
	}
	free(line);
	return made;
}

static void refuse(const struct line_table *t, const struct line_row *row, int at, const char *word)
{
	char *line = line_with(t, row, at, word);
	ck_assert_msg(
		read_copy(t, line, row->fds) == LINE_TABLE_WRONG, "%s: %.200s", t->name, line);
	free(line);
}

static void refuse_number(
	const struct line_table *t, const struct line_row *row, int at, int64_t number)
{
	char word[32];
	snprintf(word, sizeof word, "%" PRId64, number);
	refuse(t, row, at, word);
}

/* Wrong words at a place of a line. */
static void refuse_all(
	const struct line_table *t, const struct line_row *row, const struct line_field *f, int at)
{
	bool bounded = f->least != 0 || f->most != 0;
	bool number = f->type == LINE_TYPE_INT || f->type == LINE_TYPE_NUMBER ||
		      f->type == LINE_TYPE_MAYBE;
	if (number || f->type == LINE_TYPE_UNSIGNED || f->type == LINE_TYPE_LIST) {
		static const char *const wrong[] = {
			"", "x", "1x", "+1", "18446744073709551616", "--1", "1-", "0x1", "1,"};
		for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
			refuse(t, row, at, wrong[i]);
	}
	if (f->type != LINE_TYPE_MAYBE && (number || f->type == LINE_TYPE_UNSIGNED))
		refuse(t, row, at, "-");
	if (number && bounded && f->most < INT64_MAX)
		refuse_number(t, row, at, f->most + 1);
	if (number && bounded)
		refuse_number(t, row, at, f->least - 1);
	if (number && !bounded)
		refuse(t, row, at, "9223372036854775808");
	if (f->type == LINE_TYPE_STRING || f->type == LINE_TYPE_CHARS) {
		refuse(t, row, at, "\\");
		refuse(t, row, at, "\\x00");
		refuse(t, row, at, "\\n");
	}
}

START_TEST(a_number_out_of_its_bounds_is_refused)
	{
		EACH_ROW(t, row)
		{
			int at = 0;
			for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END;
				f++)
				for (int i = 0; i < f->count + (f->count == 0); i++)
					refuse_all(t, row, f, at++);
		}
	}
END_TEST

START_TEST(a_text_that_is_too_long_is_refused)
	{
		static char longer[ROOM];
		EACH_ROW(t, row)
		{
			int at = 0;
			for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END;
				at += f->count + (f->count == 0), f++) {
				if (f->type < LINE_TYPE_WORD || f->type == LINE_TYPE_LIST ||
					f->most == 0)
					continue;
				memset(longer, 'y', (size_t)f->most + 1);
				longer[f->most + 1] = '\0';
				refuse(t, row, at, longer);
			}
		}
	}
END_TEST

START_TEST(the_page_has_every_row)
	{
		char *page = NULL;
		size_t length;
		FILE *out = memory_open(&page, &length);
		all_messages_print(out);
		memory_close(out);
		EACH_ROW(t, row)
		{
			char *shown = NULL;
			out = memory_open(&shown, &length);
			all_messages_print_row(out, row);
			memory_close(out);
			ck_assert_msg(strstr(page, shown) != NULL, "%s: %s", t->name, shown);
			ck_assert_ptr_nonnull(strstr(page, row->help));
			free(shown);
		}
		free(page);
	}
END_TEST

SUITE("packaging/man/all-messages", CASE(every_table_and_every_row_has_a_help_text),
	CASE(no_word_stands_in_a_table_twice), CASE(every_text_has_a_bound),
	CASE(the_rest_of_a_line_is_the_last_field), LOOP(what_is_written_is_read_again, VALUES),
	CASE(a_wrong_number_of_descriptors_is_refused),
	CASE(a_field_too_few_or_too_many_is_refused), CASE(a_number_out_of_its_bounds_is_refused),
	CASE(a_text_that_is_too_long_is_refused), CASE(the_page_has_every_row))
