/*
 * input.h - numbers and words from a stream of any length, by blocks, and where each was.
 *
 * A token is a run of bytes that are not blank; blanks are space, tab, newline and carriage return.
 * Whatever lies between at and safe ends in a blank (one is added at the end of the stream), so
 * that a token that begins there is whole and a reader needs no test for the end within one; behind
 * safe eight bytes can be read.
 */
#ifndef BOTS_SOLVE_INPUT_H
#define BOTS_SOLVE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/solve/solve.h"

enum { INPUT_BLOCK = 1 << 18 };

/* Fills room with up to size bytes: how many, 0 at the end, -1 on a fault (errno says which). */
typedef ptrdiff_t input_read(void *context, char *room, size_t size);

struct input {
	input_read *read;
	void *context;
	const char *at, *safe; /* what is left to take */
	size_t filled;	       /* bytes in block; those behind safe begin a token */
	uint64_t line;	       /* of the block's first byte, from 1 */
	uint64_t column;       /* likewise */
	bool ended;	       /* the stream is read up */
	bool failed;	       /* its reading failed */
	char block[INPUT_BLOCK + 16];
};

/* NULL: no memory. */
struct input *input_create(input_read *read, void *context);
void input_free(struct input *in);

/* The process's stdin; no context. */
ptrdiff_t input_read_stdin(void *context, char *room, size_t size);

/* Reads on; false: the stream has ended (or failed). To be called with at == safe only. */
bool input_fill(struct input *in);

/* Moves to the next token; false: there is none. */
bool input_seek(struct input *in);

/* Takes up to count whole numbers; returns how many came before the end or something that is none,
 * on which at stands then. */
size_t input_numbers(struct input *in, int64_t *numbers, size_t count);

/* Takes up to count whole numbers and forgets them; returns how many as above. */
uint64_t input_skip(struct input *in, uint64_t count);

/* Length of the token at *at. */
size_t input_token(const struct input *in);

/* Writes "line L, column C: " and the formatted rest for the byte at position p (in->at mostly) to
 * why; returns false. */
bool input_refuse(const struct input *in, const char *p, char *why, size_t room, const char *format,
	...) __attribute__((format(printf, 5, 6)));

/* Refuses what is next, which should have been what: names the token, or the end. */
bool input_refuse_next(struct input *in, const char *what, char *why, size_t room);

/* Takes a number from least to most; what names it in a refusal. */
bool input_number(struct input *in, const char *what, int64_t least, int64_t most, int64_t *number,
	char *why, size_t room);

#endif
