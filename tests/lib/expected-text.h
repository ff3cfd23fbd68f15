/*
 * expected-text.h - compares printed text with a file of cases. There a line `$ WORDS` begins a
 * case, and what must be printed for these words follows.
 */
#ifndef TESTS_LIB_EXPECTED_TEXT_H
#define TESTS_LIB_EXPECTED_TEXT_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/suite.h"

enum { EXPECTED_TEXT_MAX = 1 << 18, EXPECTED_TEXT_WORDS = 16 };

/* Prints the text of a case; words: NULL behind the last one. */
typedef void expected_text_print(const char *const *words, FILE *out);

static inline void expected_text_case(
	char *line, const char *wanted, size_t length, expected_text_print *print)
{
	static char got[EXPECTED_TEXT_MAX];
	const char *words[EXPECTED_TEXT_WORDS + 1] = {NULL};
	char sentence[256];
	int count = 0;
	snprintf(sentence, sizeof sentence, "%s", line);
	for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " ")) {
		ck_assert_int_lt(count, EXPECTED_TEXT_WORDS);
		words[count++] = word;
	}
	memset(got, 0, sizeof got);
	FILE *out = fmemopen(got, sizeof got - 1, "w");
	ck_assert_ptr_nonnull(out);
	print(words, out);
	fclose(out);
	size_t at = 0, line_begin = 0;
	for (; at < length && got[at] == wanted[at]; at++)
		line_begin = got[at] == '\n' ? at + 1 : line_begin;
	ck_assert_msg(at == length && got[at] == '\0', "%s\nprints:   %.*s\nexpected: %.*s",
		sentence, (int)strcspn(got + line_begin, "\n"), got + line_begin,
		(int)strcspn(wanted + line_begin, "\n"), wanted + line_begin);
}

static inline void expected_text_check(const char *path, expected_text_print *print)
{
	char *text = calloc(1, EXPECTED_TEXT_MAX), *at = text;
	int cases = 0;
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL && text != NULL, "%s", path);
	ck_assert_uint_lt(fread(text, 1, EXPECTED_TEXT_MAX, file), EXPECTED_TEXT_MAX);
	fclose(file);
	while (strncmp(at, "$ ", 2) == 0) {
		char *line = at + 2, *begin = line + strcspn(line, "\n");
		*begin++ = '\0';
		char *end = strncmp(begin, "$ ", 2) == 0 ? begin : strstr(begin, "\n$ ");
		at = end == NULL ? begin + strlen(begin) : end + (end != begin);
		expected_text_case(line, begin, (size_t)(at - begin), print);
		cases++;
	}
	ck_assert_msg(*at == '\0' && cases > 1, "%s has no such cases", path);
	free(text);
}

#endif
