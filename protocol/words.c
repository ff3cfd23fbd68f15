/*
 * words.c - cutting and joining words; no sscanf and no snprintf where a message is in order,
 * since a line or two of these go through for every move of every game.
 */
#include "protocol/words.h"

#include <assert.h>

enum { WORDS_DIGITS = 20 }; /* of the largest 64-bit number */

static bool words_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static char *words_skip_word(char *at)
{
	while (*at != '\0' && !words_is_blank(*at))
		at++;
	return at;
}

char *words_skip(char *at)
{
	while (words_is_blank(*at))
		at++;
	return at;
}

char *words_next(struct words *w)
{
	char *word = words_skip(w->rest);
	if (*word == '\0')
		return NULL;
	char *end = words_skip_word(word);
	w->rest = *end == '\0' ? end : end + 1;
	*end = '\0';
	return word;
}

char *words_rest(struct words *w)
{
	char *text = words_skip(w->rest);
	w->rest = text + strlen(text);
	return *text == '\0' ? NULL : text;
}

static bool words_is_one_of(const char *word, size_t length, const char *const *list)
{
	for (; *list != NULL; list++)
		if (**list == *word && strncmp(*list, word, length) == 0 && (*list)[length] == '\0')
			return true;
	return false;
}

const char *words_until(struct words *w, const char *const *stops)
{
	char *text = words_skip(w->rest);
	char *end = text;
	char *at = text;
	while (*at != '\0') {
		char *behind = words_skip_word(at);
		if (words_is_one_of(at, (size_t)(behind - at), stops))
			break;
		end = behind;
		at = words_skip(behind);
	}
	w->rest = at;
	if (at == text)
		return "";
	*end = '\0';
	return text;
}

/* Digits alone, no sign; false when there are none, others, or too many. */
static bool words_digits(const char *word, uint64_t *number)
{
	uint64_t n = 0;
	if (*word == '\0')
		return false;
	for (; *word != '\0'; word++) {
		if (*word < '0' || *word > '9')
			return false;
		uint64_t digit = (uint64_t)(*word - '0');
		if (n > (UINT64_MAX - digit) / 10)
			return false;
		n = n * 10 + digit;
	}
	*number = n;
	return true;
}

/* Reads a signed number; the smallest one has no positive twin, hence the detour. */
bool words_number(struct words *w, const char *field, int64_t low, int64_t *number)
{
	const char *word = words_next(w);
	if (word == NULL)
		return error_set(w->err, "%.40s needs a number", field);
	bool minus = *word == '-';
	uint64_t n;
	if (!words_digits(word + minus, &n) || n > (uint64_t)INT64_MAX + minus)
		return error_set(w->err, "%.40s needs a number, not \"%.40s\"", field, word);
	int64_t value = minus && n > 0 ? -(int64_t)(n - 1) - 1 : (int64_t)n;
	if (value < low)
		return error_set(w->err, "%.40s must be at least %lld, not %.40s", field,
			(long long)low, word);
	*number = value;
	return true;
}

bool words_seed(struct words *w, const char *field, uint64_t *number)
{
	const char *word = words_next(w);
	if (word == NULL)
		return error_set(w->err, "%.40s needs a number", field);
	if (!words_digits(word, number))
		return error_set(
			w->err, "%.40s needs a number without a sign, not \"%.40s\"", field, word);
	return true;
}

bool words_end(struct words *w)
{
	const char *word = words_next(w);
	return word == NULL || error_set(w->err, "\"%.40s\" is one word too many", word);
}

/* Puts one byte and a text behind it. */
static void words_put_bytes(struct words_out *out, const char *text, size_t length)
{
	if (out->used + 1 + length <= out->room) {
		out->at[out->used] = ' ';
		memcpy(out->at + out->used + 1, text, length);
	}
	out->used += 1 + length;
}

void words_put(struct words_out *out, const char *text)
{
	if (text != NULL && *text != '\0')
		words_put_bytes(out, text, strlen(text));
}

void words_put_field(struct words_out *out, const char *word, const char *text)
{
	if (text != NULL)
		words_put(out, word);
	words_put(out, text);
}

static void words_put_digits(struct words_out *out, bool minus, uint64_t n)
{
	char digits[WORDS_DIGITS + 1];
	char *first = digits + sizeof(digits);
	do {
		*--first = (char)('0' + n % 10);
		n /= 10;
	} while (n > 0);
	if (minus)
		*--first = '-';
	assert(first >= digits);
	words_put_bytes(out, first, (size_t)(digits + sizeof(digits) - first));
}

void words_put_number(struct words_out *out, const char *word, int64_t number)
{
	bool minus = number < 0;
	words_put(out, word);
	words_put_digits(out, minus, minus ? 0 - (uint64_t)number : (uint64_t)number);
}

void words_put_seed(struct words_out *out, const char *word, uint64_t number)
{
	words_put(out, word);
	words_put_digits(out, false, number);
}
