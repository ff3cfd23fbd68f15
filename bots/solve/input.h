/*
 * input.h - reads numbers and words from a stream of any length, in blocks, and knows their
 * places.
 *
 * A token is a run of non-blank bytes; blanks are space, tab, newline and carriage return. The
 * bytes between at and safe end in a blank (one is added at the end of the stream). So a token
 * that begins there is complete, and a reader needs no test for the end within it. Eight bytes
 * after safe can be read.
 */
#ifndef BOTS_SOLVE_INPUT_H
#define BOTS_SOLVE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/solve/solve.h"
#include "base/error.h"

enum { INPUT_BLOCK = 1 << 18 };

/* Reads up to size bytes into room. Returns their number, 0 at the end, -1 on a fault (with
 * errno). */
typedef ptrdiff_t input_read(void *context, char *room, size_t size);

struct input {
	input_read *read;
	void *context;
	const char *at, *safe; /* the bytes left to take */
	size_t filled;	       /* bytes in block; those after safe begin a token */
	uint64_t line;	       /* of the block's first byte, from 1 */
	uint64_t column;       /* likewise */
	bool ended;	       /* the stream has ended */
	bool failed;	       /* reading failed */
	char block[INPUT_BLOCK + 16];
};

/* NULL: no memory. */
struct input *input_create(input_read *read, void *context);
void input_free(struct input *in);

/* The process's stdin; no context. */
ptrdiff_t input_read_stdin(void *context, char *room, size_t size);

/* Moves to the next token; false: there is none. */
bool input_seek(struct input *in);

/* Takes up to count whole numbers. Returns how many came before the end or an invalid token; at
 * then points to that token. */
size_t input_numbers(struct input *in, int64_t *numbers, size_t count);

/* Skips up to count whole numbers; returns how many, as above. */
uint64_t input_skip(struct input *in, uint64_t count);

/* Length of the token at `at`. */
size_t input_token(const struct input *in);

/* Writes "line L, column C: " and the formatted text for the byte at p (mostly in->at) to err;
 * returns false. */
bool input_refuse(const struct input *in, const char *p, struct error *err, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* Refuses the next token, which should have been `what`: names the token, or the end. */
bool input_refuse_next(struct input *in, const char *what, struct error *err);

/* Takes a number from least to most; `what` names it in a refusal. */
bool input_number(struct input *in, const char *what, int64_t least, int64_t most, int64_t *number,
	struct error *err);

#endif
