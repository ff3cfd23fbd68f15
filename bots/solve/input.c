/*
 * input.c - reads blocks and parses whole numbers, eight digits at once.
 *
 * The fast path for a number loads eight bytes. A carry-free test marks the non-digits, and the
 * first mark gives the length. A shift drops the following bytes. Three multiplications make the
 * number (pairs, fours, eight). Numbers of eight digits and more, and all malformed ones, take
 * the slow path.
 */
#include "bots/solve/input.h"

#include <assert.h>
#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INPUT_SHOWN = 40 }; /* bytes shown of a refused token */

static const uint64_t input_ones = 0x0101010101010101;
static const uint64_t input_tops = 0x8080808080808080;

static inline bool input_blank(char c)
{
	const uint64_t blanks = 1ull << ' ' | 1ull << '\n' | 1ull << '\t' | 1ull << '\r';

	return (unsigned char)c <= ' ' && (blanks >> (unsigned char)c & 1);
}

/* The top bit of each byte of x that is more than limit (at most 127); no carry leaves a byte. */
static inline uint64_t input_above(uint64_t x, unsigned limit)
{
	return (((x & input_ones * 0x7f) + input_ones * (0x7f - limit)) | x) & input_tops;
}

/* The top bit of each byte of x that is c. */
static inline uint64_t input_equal(uint64_t x, char c)
{
	return input_above(x ^ input_ones * (unsigned char)c, 0) ^ input_tops;
}

struct input *input_create(input_read *read, void *context)
{
	struct input *in = malloc(sizeof *in);

	if (in == NULL)
		return NULL;
	memset(in->block + INPUT_BLOCK, 0, sizeof in->block - INPUT_BLOCK);
	in->read = read;
	in->context = context;
	in->at = in->safe = in->block;
	in->filled = 0;
	in->line = in->column = 1;
	in->ended = in->failed = false;
	return in;
}

void input_free(struct input *in)
{
	free(in);
}

ptrdiff_t input_read_stdin(void *context, char *room, size_t size)
{
	ssize_t n;

	(void)context;
	do {
		n = read(STDIN_FILENO, room, size);
	} while (n < 0 && errno == EINTR);
	return n;
}

static uint64_t input_newlines(const char *bytes, size_t n)
{
	uint64_t sum = 0, x;

	for (; n >= sizeof x; n -= sizeof x, bytes += sizeof x) {
		memcpy(&x, bytes, sizeof x);
		sum += (uint64_t)__builtin_popcountll(input_equal(x, '\n'));
	}
	for (; n > 0; n--, bytes++)
		sum += *bytes == '\n';
	return sum;
}

/* The line and column of p, from those of the block's first byte. */
static void input_place(const struct input *in, const char *p, uint64_t *line, uint64_t *column)
{
	size_t n = (size_t)(p - in->block);
	uint64_t newlines = input_newlines(in->block, n);

	*line = in->line + newlines;
	if (newlines == 0)
		*column = in->column + n;
	else
		*column = (uint64_t)(p - (const char *)memrchr(in->block, '\n', n));
}

/* Reads once, and moves safe past the last blank that arrived, if any; false: no more input. */
static bool input_fetch(struct input *in)
{
	char *old = in->block + in->filled;
	/* One byte is reserved for the blank that may be added. */
	ptrdiff_t n = in->read(in->context, old, INPUT_BLOCK - 1 - in->filled);

	if (n <= 0) {
		in->ended = true;
		in->failed = n < 0;
		return false;
	}
	in->filled += (size_t)n;
	const char *end = in->block + in->filled;
	while (end > old && !input_blank(end[-1]))
		end--;
	if (end > old)
		in->safe = end;
	return true;
}

/* Reads the next block; false: the stream has ended (or failed). Only with at == safe. */
static bool input_fill(struct input *in)
{
	assert(in->at == in->safe);
	if (in->ended)
		return false;
	size_t kept = in->filled - (size_t)(in->safe - in->block);
	input_place(in, in->safe, &in->line, &in->column);
	memmove(in->block, in->safe, kept);
	in->filled = kept;
	in->at = in->safe = in->block;
	while (in->safe == in->block) {
		/* No word or number fills a block; a longer token may be cut. */
		if (in->filled < INPUT_BLOCK - 1 && input_fetch(in))
			continue;
		if (in->filled > 0)
			in->block[in->filled++] = ' ';
		in->safe = in->block + in->filled;
		break;
	}
	return in->safe > in->block;
}

bool input_seek(struct input *in)
{
	for (;;) {
		while (in->at < in->safe && input_blank(*in->at))
			in->at++;
		if (in->at < in->safe)
			return true;
		if (!input_fill(in))
			return false;
	}
}

size_t input_token(const struct input *in)
{
	const char *p = in->at;

	while (p < in->safe && !input_blank(*p))
		p++;
	return (size_t)(p - in->at);
}

/* Parses a number of any length, with all checks. */
static bool input_number_slowly(struct input *in, int64_t *number)
{
	if (!input_seek(in))
		return false;
	const char *p = in->at;
	bool negative = *p == '-';
	uint64_t n = 0, most = (uint64_t)INT64_MAX + negative;

	p += negative;
	if (input_blank(*p))
		return false;
	for (; !input_blank(*p); p++) {
		unsigned digit = (unsigned char)*p - (unsigned)'0';
		if (digit > 9 || n > (most - digit) / 10)
			return false;
		n = 10 * n + digit;
	}
	*number = negative ? (int64_t)(0 - n) : (int64_t)n;
	in->at = p;
	return true;
}

/* Parses the number at p, which has one to seven digits and then a blank. Returns the bytes
 * taken, including the blank; 0: the slow path is needed. */
static inline size_t input_quick(const char *p, int64_t *number)
{
	uint64_t x, negative = *p == '-';

	memcpy(&x, p + negative, sizeof x);
	x = le64toh(x) ^ input_ones * '0';
	uint64_t marks = input_above(x, 9);
	unsigned bits = marks == 0 ? 0 : (unsigned)__builtin_ctzll(marks) & ~7u;
	if (bits == 0 || !input_blank(p[negative + bits / 8]))
		return 0;
	x <<= 64 - bits;
	x = x * 10 + (x >> 8);
	x = ((x & 0x000000ff000000ff) * (100 + (UINT64_C(1000000) << 32)) +
		    (x >> 16 & 0x000000ff000000ff) * (1 + (UINT64_C(10000) << 32))) >>
	    32;
	*number = (int64_t)((x ^ -negative) + negative);
	return negative + bits / 8 + 1;
}

size_t input_numbers(struct input *in, int64_t *numbers, size_t count)
{
	size_t n = 0;

	while (n < count) {
		const char *p = in->at, *safe = in->safe;
		size_t used = 1;
		for (; p < safe && n < count && used > 0; p += used) {
			if (input_blank(*p)) {
				used = 1;
				continue;
			}
			used = input_quick(p, numbers + n);
			n += used > 0;
		}
		in->at = p;
		if (n < count && !input_number_slowly(in, numbers + n++))
			return n - 1;
	}
	return n;
}

/* Counts tokens among whole 8-byte words from p on. Stops at the first word that has another byte
 * than blanks, digits and leading signs, or that has only digits (its number may be too large).
 * *end is that place. The byte before p is a blank. */
static uint64_t input_count(const char *p, const char *safe, uint64_t most, const char **end)
{
	uint64_t count = 0, inside = 0, sign = 0, x;

	for (; safe - p >= 8 && most - count >= 4; p += 8) {
		memcpy(&x, p, sizeof x);
		x = le64toh(x);
		uint64_t digits = ~input_above(x ^ input_ones * '0', 9) & input_tops;
		uint64_t signs = input_equal(x, '-');
		uint64_t others = ~(digits | signs) & input_tops;
		uint64_t blanks = input_equal(x, ' ') | input_equal(x, '\n') |
				  input_equal(x, '\t') | input_equal(x, '\r');
		uint64_t tokens = digits | signs;
		uint64_t starts = tokens & ~(tokens << 8 | inside);
		uint64_t wanted = signs << 8 | sign; /* digits, after a sign */
		if (others != blanks || (signs & ~starts) != 0 || (wanted & ~digits) != 0 ||
			digits == input_tops)
			break;
		count += (uint64_t)__builtin_popcountll(starts);
		inside = tokens >> 56;
		sign = signs >> 56;
	}
	*end = p;
	return count;
}

uint64_t input_skip(struct input *in, uint64_t count)
{
	uint64_t n = 0;
	int64_t number;

	while (n < count) {
		const char *end, *begin = in->at;
		n += input_count(begin, in->safe, count - n, &end);
		/* The last token may be cut in two: the code below takes it whole. */
		for (in->at = end; in->at > begin && !input_blank(in->at[-1]); in->at--)
			;
		n -= in->at < end;
		if (n < count && !input_number_slowly(in, &number))
			return n;
		n += n < count;
	}
	return n;
}

bool input_refuse(const struct input *in, const char *p, struct error *err, const char *format, ...)
{
	va_list list;
	uint64_t line, column;

	input_place(in, p, &line, &column);
	va_start(list, format);
	error_vset(err, format, list);
	va_end(list);
	return error_prefix(err, "line %" PRIu64 ", column %" PRIu64 ": ", line, column);
}

bool input_refuse_next(struct input *in, const char *what, struct error *err)
{
	if (input_seek(in)) {
		char shown[INPUT_SHOWN + 1];
		size_t length = input_token(in), n = length < INPUT_SHOWN ? length : INPUT_SHOWN;
		/* Replace bytes that a terminal would obey. */
		for (size_t i = 0; i < n; i++)
			shown[i] = (unsigned char)in->at[i] < ' ' || in->at[i] == 127 ? '?'
										      : in->at[i];
		shown[n] = '\0';
		return input_refuse(in, in->at, err, "\"%s%s\" is not %s", shown,
			length > n ? "..." : "", what);
	}
	if (in->failed)
		return error_set(err, "the input cannot be read: %s", strerror(errno));
	/* The added blank is not a byte of the input. */
	return input_refuse(
		in, in->at - (in->at > in->block), err, "the input ends where %s should be", what);
}

bool input_number(struct input *in, const char *what, int64_t least, int64_t most, int64_t *number,
	struct error *err)
{
	input_seek(in);
	const char *begin = in->at;
	size_t length = input_token(in);

	if (input_numbers(in, number, 1) == 0)
		return input_refuse_next(in, what, err);
	if (*number < least || *number > most)
		return input_refuse(in, begin, err,
			"%s is from %" PRId64 " to %" PRId64 ", not %.*s", what, least, most,
			length > 40 ? 40 : (int)length, begin);
	return true;
}
