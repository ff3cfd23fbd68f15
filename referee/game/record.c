/*
 * record.c - the lines of a game's record: one table of shapes, one writer, one reader.
 *
 * Written by hand rather than with printf: a line is made for every move of every game.
 */
#include "referee/game/record.h"

#include <assert.h>
#include <string.h>

#include "referee/base/hex.h"

/* The fields of a line in order: s seat, p pairing, w word, n number, t text to the end. */
static const struct record_row {
	const char *word, *fields;
} record_table[RECORD_KINDS] = {
	[RECORD_GAME] = {"game", "pn"},
	[RECORD_RULES] = {"rules", "wn"},
	[RECORD_PARAM] = {"param", "wt"},
	[RECORD_START] = {"start", "t"},
	[RECORD_PLAYER] = {"player", "st"},
	[RECORD_MOVE] = {"move", "swnnnnnn"},
	[RECORD_WIRE] = {"wire", "st"},
	[RECORD_OPTION] = {"option", "st"},
	[RECORD_INFO] = {"info", "snnt"},
	[RECORD_STRING] = {"string", "st"},
	[RECORD_SEAT] = {"seat", "snwt"},
	[RECORD_EVIDENCE] = {"evidence", "swnnnnn"},
	[RECORD_ASKED] = {"asked", "st"},
	[RECORD_SAID] = {"said", "st"},
	[RECORD_STDERR] = {"stderr", "st"},
	[RECORD_END] = {"end", "wnt"},
	[RECORD_VOID] = {"void", "pt"},
};

static char *record_put_number(char *at, uint64_t number)
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

static char *record_put_signed(char *at, int64_t number)
{
	if (number == RECORD_UNSAID) {
		*at++ = '-';
		return at;
	}
	if (number < 0)
		*at++ = '-';
	return record_put_number(at, number < 0 ? -(uint64_t)number : (uint64_t)number);
}

static char *record_put_word(char *at, const char *word)
{
	size_t length = strlen(word);
	memcpy(at, word, length);
	return at + length;
}

static char *record_put_text(char *at, const char *text, size_t length, const char *end)
{
	static const char hex[] = "0123456789abcdef";
	for (const char *stop = text + length; text < stop && at + 4 < end; text++) {
		unsigned char byte = (unsigned char)*text;
		if (byte == '\n' || byte == '\\') {
			*at++ = '\\';
			*at++ = byte == '\n' ? 'n' : '\\';
		} else if ((byte < ' ' && byte != '\t') || byte == 0x7f) {
			*at++ = '\\';
			*at++ = 'x';
			*at++ = hex[byte >> 4];
			*at++ = hex[byte & 15];
		} else {
			*at++ = *text;
		}
	}
	return at;
}

size_t record_write(const struct record *r, char *out, size_t room)
{
	const struct record_row *row = &record_table[r->kind];
	char *at = record_put_word(out, row->word);
	int numbers = 0;
	assert(room >= RECORD_LINE);
	for (const char *f = row->fields; *f != '\0'; f++) {
		*at++ = ' ';
		if (*f == 's')
			at = record_put_number(at, (uint64_t)r->seat);
		else if (*f == 'p')
			at = record_put_number(at, r->pairing);
		else if (*f == 'w')
			at = record_put_word(at, r->word);
		else if (*f == 'n')
			at = record_put_signed(at, r->number[numbers++]);
		else
			at = record_put_text(at, r->text,
				r->length > 0 ? r->length : strlen(r->text), out + room - 1);
	}
	*at++ = '\n';
	return (size_t)(at - out);
}

/* Undoes record_put_text() in place; returns the length. */
static size_t record_plain(char *text)
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
		} else if (from[1] == 'x' && hex_byte(from + 2) >= 0) {
			*to++ = (char)hex_byte(from + 2);
			from += 3;
		} else if (from[1] != '\0') {
			*to++ = *++from;
		}
	}
	*to = '\0';
	return (size_t)(to - text);
}

/* Cuts the next word off *rest; NULL when there is none. */
static char *record_cut(char **rest)
{
	char *word = *rest;
	if (word == NULL || *word == '\0')
		return NULL;
	char *blank = strchr(word, ' ');
	*rest = blank == NULL ? NULL : blank + 1;
	if (blank != NULL)
		*blank = '\0';
	return word;
}

static bool record_get_number(uint64_t *number, const char *word)
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

static bool record_get_signed(int64_t *number, const char *word)
{
	uint64_t size;
	bool minus = *word == '-';
	*number = RECORD_UNSAID;
	if (minus && word[1] == '\0')
		return true;
	if (!record_get_number(&size, word + minus) || size > INT64_MAX)
		return false;
	*number = minus ? -(int64_t)size : (int64_t)size;
	return true;
}

static bool record_get_field(struct record *r, char field, int *numbers, char **rest)
{
	uint64_t seat;
	char *word;
	if (field == 't') {
		r->text = *rest == NULL ? "" : *rest;
		if (*rest != NULL)
			r->length = record_plain(*rest);
		*rest = NULL;
		return true;
	}
	if ((word = record_cut(rest)) == NULL)
		return false;
	if (field == 's') {
		if (!record_get_number(&seat, word) || seat < 1 || seat > 64)
			return false;
		r->seat = (int)seat;
		return true;
	}
	if (field == 'p')
		return record_get_number(&r->pairing, word);
	if (field == 'n')
		return record_get_signed(&r->number[(*numbers)++], word);
	r->word = word;
	return true;
}

bool record_read(struct record *r, char *line)
{
	char *rest = line, *word = record_cut(&rest);
	int numbers = 0;
	if (word == NULL)
		return false;
	*r = (struct record){.kind = 0};
	while (r->kind < RECORD_KINDS && strcmp(record_table[r->kind].word, word) != 0)
		r->kind++;
	if (r->kind == RECORD_KINDS)
		return false;
	for (const char *f = record_table[r->kind].fields; *f != '\0'; f++)
		if (!record_get_field(r, *f, &numbers, &rest))
			return false;
	return rest == NULL; /* a word too many is no line */
}
