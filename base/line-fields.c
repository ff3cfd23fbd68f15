/*
 * line-fields.c - one writer and one reader for all lines of fields.
 *
 * They do not use printf, as every move of every game makes a line.
 */
#include "base/line-fields.h"

#include <assert.h>
#include <string.h>

#include "base/escape.h"

static const char line_fields_hex[] = "0123456789abcdef";

/* --- writing ---------------------------------------------------------------------------------- */

static char *line_fields_put_unsigned(char *at, uint64_t number)
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

static char *line_fields_put_number(char *at, int64_t number)
{
	if (number < 0)
		*at++ = '-';
	if (number == LINE_FIELDS_UNKNOWN)
		return at;
	return line_fields_put_unsigned(at, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

static char *line_fields_put_word(char *at, const char *word)
{
	size_t length = strlen(word);
	memcpy(at, word, length);
	return at + length;
}

static char *line_fields_put_hex(char *at, unsigned char byte)
{
	*at++ = '\\';
	*at++ = 'x';
	*at++ = line_fields_hex[byte >> 4];
	*at++ = line_fields_hex[byte & 15];
	return at;
}

/* Writes spaces, control bytes and backslashes as \xHH, and the empty text as "-". */
static char *line_fields_put_string(char *at, const char *text)
{
	const char *end = at + LINE_FIELDS_STRING_MAX;
	if (text == NULL || *text == '\0')
		return line_fields_put_word(at, "-");
	if (strcmp(text, "-") == 0)
		return line_fields_put_hex(at, '-');
	for (; *text != '\0' && at + 4 <= end; text++) {
		unsigned char byte = (unsigned char)*text;
		if (byte <= ' ' || byte == '\\' || byte == 0x7f)
			at = line_fields_put_hex(at, byte);
		else
			*at++ = *text;
	}
	return at;
}

static char *line_fields_put_bytes(char *at, const char *text, size_t length, const char *end)
{
	for (const char *stop = text + length; text < stop && at + 4 < end; text++) {
		unsigned char byte = (unsigned char)*text;
		if (byte == '\n' || byte == '\\') {
			*at++ = '\\';
			*at++ = byte == '\n' ? 'n' : '\\';
		} else if ((byte < ' ' && byte != '\t') || byte == 0x7f) {
			at = line_fields_put_hex(at, byte);
		} else {
			*at++ = *text;
		}
	}
	return at;
}

static char *line_fields_put(
	char *at, enum line_fields_type type, const void *member, int i, const char *end)
{
	const struct line_bytes *bytes = member;
	const char *const *text = member;
	switch (type) {
	case LINE_FIELDS_SEAT:
		return line_fields_put_unsigned(at, (uint64_t)((const int *)member)[i]);
	case LINE_FIELDS_UNSIGNED:
		return line_fields_put_unsigned(at, ((const uint64_t *)member)[i]);
	case LINE_FIELDS_NUMBER:
		return line_fields_put_number(at, ((const int64_t *)member)[i]);
	case LINE_FIELDS_WORD:
		return line_fields_put_word(at, *text);
	case LINE_FIELDS_STRING:
		return line_fields_put_string(at, *text);
	case LINE_FIELDS_TEXT:
		return line_fields_put_bytes(at, *text, strlen(*text), end);
	case LINE_FIELDS_BYTES:
		return line_fields_put_bytes(
			at, bytes->at, bytes->length > 0 ? bytes->length : strlen(bytes->at), end);
	case LINE_FIELDS_END:
		break;
	}
	return at;
}

size_t line_fields_write(const struct line_row *row, const void *message, char *out, size_t room)
{
	char *at = line_fields_put_word(out, row->word);
	for (const struct line_field *f = row->fields; f->type != LINE_FIELDS_END; f++)
		for (int i = 0; i < f->count + (f->count == 0); i++) {
			*at++ = ' ';
			at = line_fields_put(at, (enum line_fields_type)f->type,
				(const char *)message + f->offset, i, out + room - 1);
		}
	*at++ = '\n';
	assert(at <= out + room);
	return (size_t)(at - out);
}

/* --- reading ---------------------------------------------------------------------------------- */

/* Undoes line_fields_put_bytes() in place; returns the length. */
static size_t line_fields_plain_bytes(char *text)
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

/* Undoes line_fields_put_string() in place. False: not such a word. */
static bool line_fields_plain_string(char *text)
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
static char *line_fields_cut(char **rest)
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

static bool line_fields_get_unsigned(uint64_t *number, const char *word)
{
	*number = 0;
	do {
		unsigned digit = (unsigned)(*word - '0');
		if (digit > 9 || __builtin_mul_overflow(*number, 10u, number) ||
			__builtin_add_overflow(*number, digit, number))
			return false;
	} while (*++word != '\0');
	return true;
}

static bool line_fields_get_number(int64_t *number, const char *word)
{
	uint64_t size;
	bool minus = *word == '-';
	*number = LINE_FIELDS_UNKNOWN;
	if (minus && word[1] == '\0')
		return true;
	if (!line_fields_get_unsigned(&size, word + minus) || size > INT64_MAX)
		return false;
	*number = minus ? -(int64_t)size : (int64_t)size;
	return true;
}

static bool line_fields_get_seat(int *seat, const char *word)
{
	uint64_t number;
	if (!line_fields_get_unsigned(&number, word) || number < 1 || number > LINE_FIELDS_SEATS)
		return false;
	*seat = (int)number;
	return true;
}

/* The field is the rest of the line; there may be none. */
static void line_fields_get_rest(enum line_fields_type type, void *member, char **rest)
{
	static char none[1] = "";
	char *text = *rest != NULL ? *rest : none;
	size_t length = line_fields_plain_bytes(text);
	if (type == LINE_FIELDS_BYTES)
		*(struct line_bytes *)member = (struct line_bytes){text, length};
	else
		*(const char **)member = text;
	*rest = NULL;
}

static bool line_fields_get(enum line_fields_type type, void *member, int i, char **rest)
{
	if (type == LINE_FIELDS_TEXT || type == LINE_FIELDS_BYTES) {
		line_fields_get_rest(type, member, rest);
		return true;
	}
	char *word = line_fields_cut(rest);
	if (word == NULL)
		return false;
	if (type == LINE_FIELDS_SEAT)
		return line_fields_get_seat((int *)member + i, word);
	if (type == LINE_FIELDS_UNSIGNED)
		return line_fields_get_unsigned((uint64_t *)member + i, word);
	if (type == LINE_FIELDS_NUMBER)
		return line_fields_get_number((int64_t *)member + i, word);
	*(const char **)member = word;
	return type == LINE_FIELDS_WORD || line_fields_plain_string(word);
}

int line_fields_find(const struct line_row *rows, int count, char *line, char **rest)
{
	int at = 0;
	size_t length = strcspn(line, " ");
	while (at < count &&
		(strncmp(rows[at].word, line, length) != 0 || rows[at].word[length] != '\0'))
		at++;
	*rest = line[length] == ' ' ? line + length + 1 : NULL;
	return at;
}

bool line_fields_read(const struct line_row *row, void *message, char *rest)
{
	for (const struct line_field *f = row->fields; f->type != LINE_FIELDS_END; f++)
		for (int i = 0; i < f->count + (f->count == 0); i++)
			if (!line_fields_get((enum line_fields_type)f->type,
				    (char *)message + f->offset, i, &rest))
				return false;
	return rest == NULL; /* an extra word is an error */
}
