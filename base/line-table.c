/*
 * line-table.c - one writer and one reader for all lines between the referee's processes.
 *
 * They do not use printf, as every move of every game makes a line.
 */
#include "base/line-table.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

#include "base/escape.h"
#include "base/memory.h"

static const char line_table_hex[] = "0123456789abcdef";

/* --- writing ---------------------------------------------------------------------------------- */

static char *line_table_put_unsigned(char *at, uint64_t number)
{
	char digits[20];
	int count = 0;
	do
		digits[count++] = (char)('0' + number % 10);
	while ((number /= 10) > 0);
	while (count > 0)
		*at++ = digits[--count];
	return at;
}

static char *line_table_put_number(char *at, int64_t number)
{
	if (number < 0)
		*at++ = '-';
	if (number == UNKNOWN)
		return at;
	return line_table_put_unsigned(at, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

static char *line_table_put_word(char *at, const char *word, const char *end)
{
	size_t length = strlen(word);
	assert(length <= (size_t)(end - at));
	memcpy(at, word, length);
	return at + length;
}

static char *line_table_put_hex(char *at, unsigned char byte)
{
	*at++ = '\\';
	*at++ = 'x';
	*at++ = line_table_hex[byte >> 4];
	*at++ = line_table_hex[byte & 15];
	return at;
}

/* Writes spaces, control bytes and backslashes as \xHH, and the empty text as "-". */
static char *line_table_put_string(char *at, const char *text, int64_t most, const char *end)
{
	if (text == NULL || *text == '\0')
		text = "-";
	else if (strcmp(text, "-") == 0)
		return line_table_put_hex(at, '-');
	for (const char *stop = most > 0 ? text + most : NULL;
		*text != '\0' && text != stop && at + 4 <= end; text++) {
		unsigned char byte = (unsigned char)*text;
		if (byte <= ' ' || byte == '\\' || byte == 0x7f)
			at = line_table_put_hex(at, byte);
		else
			*at++ = *text;
	}
	return at;
}

static char *line_table_put_list(char *at, const struct line_list *list)
{
	assert(list->count <= LINE_LIST_MAX);
	for (int i = 0; i < list->count; i++) {
		const struct line_list_item *item = &list->items[i];
		if (i > 0)
			*at++ = ',';
		at = line_table_put_unsigned(at, (uint64_t)item->number);
		if (item->mark != '\0')
			*at++ = item->mark;
		if (item->mark != '\0' && item->since > 0)
			at = line_table_put_unsigned(at, (uint64_t)item->since);
	}
	return at;
}

static char *line_table_put_bytes(char *at, const char *text, size_t length, const char *end)
{
	for (const char *stop = text + length; text < stop && at + 4 < end; text++) {
		unsigned char byte = (unsigned char)*text;
		if (byte == '\n' || byte == '\\') {
			*at++ = '\\';
			*at++ = byte == '\n' ? 'n' : '\\';
		} else if ((byte < ' ' && byte != '\t') || byte == 0x7f) {
			at = line_table_put_hex(at, byte);
		} else {
			*at++ = *text;
		}
	}
	return at;
}

/* The bytes of a last field that may be written. */
static size_t line_table_bounded(const struct line_field *f, size_t length)
{
	return f->most > 0 && length > (size_t)f->most ? (size_t)f->most : length;
}

static char *line_table_put(
	char *at, const struct line_field *f, const void *member, int i, const char *end)
{
	const struct line_bytes *bytes = member;
	const char *const *text = member;
	size_t length = 0;
	switch ((enum line_type)f->type) {
	case LINE_TYPE_INT:
		return line_table_put_number(at, *(const int *)member);
	case LINE_TYPE_NUMBER:
	case LINE_TYPE_MAYBE:
		return line_table_put_number(at, ((const int64_t *)member)[i]);
	case LINE_TYPE_UNSIGNED:
		return line_table_put_unsigned(at, ((const uint64_t *)member)[i]);
	case LINE_TYPE_WORD:
		return line_table_put_word(at, *text, end);
	case LINE_TYPE_STRING:
		return line_table_put_string(at, *text, f->most, end);
	case LINE_TYPE_CHARS:
		return line_table_put_string(at, member, f->most, end);
	case LINE_TYPE_LIST:
		return line_table_put_list(at, member);
	case LINE_TYPE_TEXT:
		return line_table_put_bytes(at, *text, line_table_bounded(f, strlen(*text)), end);
	case LINE_TYPE_BYTES:
		length = bytes->length > 0 ? bytes->length : strlen(bytes->at);
		return line_table_put_bytes(at, bytes->at, line_table_bounded(f, length), end);
	case LINE_TYPE_END:
		break;
	}
	return at;
}

/* The row of a message's kind, which is its first member. */
static const struct line_row *line_table_row(const struct line_table *table, const void *message)
{
	unsigned kind;
	memcpy(&kind, message, sizeof kind);
	assert(kind < (unsigned)table->count && table->rows[kind].word != NULL);
	return &table->rows[kind];
}

size_t line_table_write(const struct line_table *table, const void *message, char *out, size_t room)
{
	const struct line_row *row = line_table_row(table, message);
	const char *end = out + room - 1;
	char *at = line_table_put_word(out, row->word, end);
	for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END; f++)
		for (int i = 0; i < f->count + (f->count == 0); i++) {
			*at++ = ' ';
			at = line_table_put(at, f, (const char *)message + f->offset, i, end);
		}
	*at++ = '\n';
	assert(at <= out + room);
	return (size_t)(at - out);
}

/* Enough for a field of a message. */
static size_t line_table_room(const struct line_field *f, const void *member)
{
	const struct line_bytes *bytes = member;
	const char *const *text = member;
	switch ((enum line_type)f->type) {
	case LINE_TYPE_WORD:
	case LINE_TYPE_STRING:
	case LINE_TYPE_TEXT:
		return *text != NULL ? 4 * strlen(*text) + LINE_NUMBER_ROOM : LINE_NUMBER_ROOM;
	case LINE_TYPE_BYTES:
		return 4 * (bytes->length > 0 ? bytes->length : strlen(bytes->at)) +
		       LINE_NUMBER_ROOM;
	case LINE_TYPE_CHARS:
		return 4 * (size_t)f->most + LINE_NUMBER_ROOM;
	case LINE_TYPE_LIST:
		return 2 * LINE_LIST_MAX * LINE_NUMBER_ROOM;
	default:
		return (size_t)(f->count + 1) * LINE_NUMBER_ROOM;
	}
}

char *line_table_print(const struct line_table *table, const void *message)
{
	const struct line_row *row = line_table_row(table, message);
	size_t room = strlen(row->word) + LINE_NUMBER_ROOM;
	for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END; f++)
		room += line_table_room(f, (const char *)message + f->offset);
	char *line = memory_get(room, 1);
	line[line_table_write(table, message, line, room - 1)] = '\0';
	return line;
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Undoes line_table_put_bytes() in place; returns the length. */
static size_t line_table_plain_bytes(char *text)
{
	char *to = strchr(text, '\\');
	if (to == NULL)
		return strlen(text);
	for (const char *from = to; *from != '\0'; from++) {
		if (*from != '\\') {
			*to++ = *from;
		} else if (from[1] == 'n') {
			*to++ = '\n';
			from++;
		} else if (from[1] == 'x' && escape_hex_byte(from + 2) >= 0) {
			*to++ = (char)escape_hex_byte(from + 2);
			from += 3;
		} else if (from[1] != '\0') {
			*to++ = *++from;
		}
	}
	*to = '\0';
	return (size_t)(to - text);
}

/* Undoes line_table_put_string() in place. False: not such a word. */
static bool line_table_plain_string(char *text)
{
	char *to = text;
	if (strcmp(text, "-") == 0)
		*text = '\0';
	for (const char *from = text; *from != '\0'; from++) {
		if (*from == '\\') {
			int byte = from[1] == 'x' ? escape_hex_byte(from + 2) : -1;
			if (byte <= 0)
				return false;
			*to++ = (char)byte;
			from += 3;
		} else {
			*to++ = *from;
		}
	}
	*to = '\0';
	return true;
}

/* Splits the next word off *rest; NULL: there is none. */
static char *line_table_cut(char **rest)
{
	char *word = *rest;
	if (word == NULL || *word == '\0' || *word == ' ')
		return NULL;
	char *blank = strchr(word, ' ');
	*rest = blank == NULL ? NULL : blank + 1;
	if (blank != NULL)
		*blank = '\0';
	return word;
}

/* Reads the digits at *at, which is moved behind them. False: there are none, or too many. */
static bool line_table_get_digits(uint64_t *number, const char **at)
{
	const char *from = *at;
	*number = 0;
	for (unsigned digit; (digit = (unsigned)(**at - '0')) <= 9; ++*at)
		if (__builtin_mul_overflow(*number, 10u, number) ||
			__builtin_add_overflow(*number, digit, number))
			return false;
	return *at != from;
}

/* Is the number within the bounds of its field? */
static bool line_table_is_bounded(const struct line_field *f, int64_t number)
{
	return (f->least == 0 && f->most == 0) || (number >= f->least && number <= f->most);
}

static bool line_table_get_number(int64_t *number, const struct line_field *f, const char *word)
{
	uint64_t size;
	bool minus = *word == '-';
	const char *at = word + minus;
	*number = UNKNOWN;
	if (minus && *at == '\0')
		return f->type == LINE_TYPE_MAYBE;
	if (!line_table_get_digits(&size, &at) || *at != '\0' || size > INT64_MAX)
		return false;
	*number = minus ? -(int64_t)size : (int64_t)size;
	return line_table_is_bounded(f, *number);
}

static bool line_table_get_int(int *to, const struct line_field *f, const char *word)
{
	int64_t number;
	if (!line_table_get_number(&number, f, word) || number < INT_MIN || number > INT_MAX)
		return false;
	*to = (int)number;
	return true;
}

static bool line_table_get_unsigned(uint64_t *number, const char *word)
{
	return line_table_get_digits(number, &word) && *word == '\0';
}

/* Reads an item of a list and the comma behind it. */
static bool line_table_get_item(struct line_list_item *item, const char **at)
{
	uint64_t number, since = 0;
	if (!line_table_get_digits(&number, at) || number > INT_MAX)
		return false;
	*item = (struct line_list_item){.number = (int)number};
	if (**at == '!' || **at == '?')
		item->mark = *(*at)++;
	bool dated = item->mark != '\0' && **at >= '0' && **at <= '9';
	if (dated && (!line_table_get_digits(&since, at) || since == 0 || since > INT64_MAX))
		return false;
	item->since = (int64_t)since;
	return **at == '\0' || (*(*at)++ == ',' && **at != '\0');
}

static bool line_table_get_list(
	struct line_list *list, const struct line_field *f, const char *word)
{
	do {
		if (list->count == LINE_LIST_MAX ||
			!line_table_get_item(&list->items[list->count++], &word))
			return false;
	} while (*word != '\0');
	return line_table_is_bounded(f, list->count);
}

/* The field is the rest of the line; there may be none. */
static bool line_table_get_rest(void *member, const struct line_field *f, char **rest)
{
	static char none[1] = "";
	char *text = *rest != NULL ? *rest : none;
	size_t length = line_table_plain_bytes(text);
	if (f->type == LINE_TYPE_BYTES)
		*(struct line_bytes *)member = (struct line_bytes){text, length};
	else
		*(const char **)member = text;
	*rest = NULL;
	return line_table_is_bounded(f, (int64_t)length);
}

static bool line_table_get(void *member, const struct line_field *f, int i, char **rest)
{
	if (f->type == LINE_TYPE_TEXT || f->type == LINE_TYPE_BYTES)
		return line_table_get_rest(member, f, rest);
	char *word = line_table_cut(rest);
	if (word == NULL)
		return false;
	switch ((enum line_type)f->type) {
	case LINE_TYPE_INT:
		return line_table_get_int(member, f, word);
	case LINE_TYPE_NUMBER:
	case LINE_TYPE_MAYBE:
		return line_table_get_number((int64_t *)member + i, f, word);
	case LINE_TYPE_UNSIGNED:
		return line_table_get_unsigned((uint64_t *)member + i, word);
	case LINE_TYPE_LIST:
		return line_table_get_list(member, f, word);
	case LINE_TYPE_CHARS:
		if (!line_table_plain_string(word) || strlen(word) > (size_t)f->most)
			return false;
		strcpy(member, word);
		return true;
	default:
		*(const char **)member = word;
		return (f->type == LINE_TYPE_WORD || line_table_plain_string(word)) &&
		       (f->most == 0 || line_table_is_bounded(f, (int64_t)strlen(word)));
	}
}

/* The row for the first word of a line; count: none has it. */
static int line_table_find(const struct line_table *table, const char *line, size_t *length)
{
	int at = 0;
	*length = strcspn(line, " ");
	for (; at < table->count; at++) {
		const char *word = table->rows[at].word;
		if (word != NULL && *word == *line && strncmp(word, line, *length) == 0 &&
			word[*length] == '\0')
			break;
	}
	return at;
}

static bool line_table_get_all(const struct line_row *row, void *message, char *rest)
{
	for (const struct line_field *f = row->fields; f->type != LINE_TYPE_END; f++)
		for (int i = 0; i < f->count + (f->count == 0); i++)
			if (!line_table_get((char *)message + f->offset, f, i, &rest))
				return false;
	return rest == NULL; /* an extra word is an error */
}

enum line_table_status line_table_read(
	const struct line_table *table, void *message, char *line, int fds)
{
	size_t length;
	const unsigned kind = (unsigned)line_table_find(table, line, &length);
	if (kind == (unsigned)table->count)
		return LINE_TABLE_WRONG;
	memset(message, 0, table->size);
	memcpy(message, &kind, sizeof kind);
	const struct line_row *row = &table->rows[kind];
	char *rest = line[length] == ' ' ? line + length + 1 : NULL;
	if (fds > row->fds || !line_table_get_all(row, message, rest))
		return LINE_TABLE_WRONG;
	return fds == row->fds ? LINE_TABLE_RIGHT : LINE_TABLE_LACKS;
}

bool line_table_knows(const struct line_table *table, const char *line)
{
	size_t length;
	return line_table_find(table, line, &length) < table->count;
}

bool line_table_is(const struct line_table *table, int kind, const char *line)
{
	const char *word = table->rows[kind].word;
	size_t length = strlen(word);
	return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

char *line_table_number(char *line, int most, int *number)
{
	uint64_t value;
	const char *at = line;
	if (!line_table_get_digits(&value, &at) || *at != ' ' || value == 0 ||
		value > (uint64_t)most)
		return NULL;
	*number = (int)value;
	return line + (at - line) + 1;
}
