/*
 * fuzz.h - what the targets of tests/fuzz share. A target is one file that defines
 * LLVMFuzzerTestOneInput(): libFuzzer calls it with the files of its corpus and with bytes that it
 * makes of them, for a second in `make test` and for long in `make fuzz`. tests/fuzz/corpus/NAME
 * holds them, NAME.dict the words that libFuzzer puts in.
 *
 * Any bytes must leave a target without a report of the sanitizers, and what it asserts is more:
 * what was read and written reads back the same, what is refused says why.
 */
#ifndef TESTS_LIB_FUZZ_H
#define TESTS_LIB_FUZZ_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes as a text of exactly this size, so that a sanitizer sees its end; to be freed. NUL
 * bytes are '?', as the line reader makes them. */
static inline char *fuzz_text(const void *data, size_t size)
{
	char *text = malloc(size + 1);
	assert(text != NULL);
	for (size_t i = 0; i < size; i++) {
		char c = ((const char *)data)[i];
		text[i] = c != '\0' ? c : '?';
	}
	text[size] = '\0';
	return text;
}

/* Random choices in a target follow from its bytes (FNV-1a, Fowler, Noll and Vo 1991). */
static inline uint64_t fuzz_seed(const uint8_t *data, size_t size)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ data[i]) * UINT64_C(0x100000001b3);
	return hash;
}

#endif
