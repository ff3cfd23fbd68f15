/*
 * words.h - a line as words: cut in place, put one behind the other. For protocol/ alone.
 *
 * Any run of spaces and tabs parts words. Nothing here allocates; what is read points into the
 * line, what is written goes into the caller's room and is counted where it does not fit.
 */
#ifndef PROTOCOL_WORDS_H
#define PROTOCOL_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"

/* Are they the same word? Most differ in their first byte, which saves the call. */
static inline bool words_same(const char *a, const char *b)
{
	return a[0] == b[0] && strcmp(a, b) == 0;
}

/* The part of a line that is still to be read, and where to say what is wrong with it; words of the
 * line go in as %.40s. */
struct words {
	char *rest;	   /* borrowed, ends with a NUL and not with a blank */
	struct error *err; /* borrowed */
};

/* Skips blanks. */
char *words_skip(char *at);

/* The next word, cut off; NULL at the end. */
char *words_next(struct words *w);

/* All that is left; NULL when nothing is. */
char *words_rest(struct words *w);

/* The text before the first word that is one of stops (a NULL ends them), without the blanks
 * around it; "" for none. That word is then the next one. */
const char *words_until(struct words *w, const char *const *stops);

/* The whole number, at least low, that follows field; false with a reason when it is none. */
bool words_number(struct words *w, const char *field, int64_t low, int64_t *number);
bool words_seed(struct words *w, const char *field, uint64_t *number);

/* True when nothing is left; else a reason that names the word too many. */
bool words_end(struct words *w);

/* Where words are put; used may outgrow room, bytes beyond it are only counted. */
struct words_out {
	char *at;
	size_t room, used;
};

/* Puts a blank and the text; nothing for "" or NULL. */
void words_put(struct words_out *out, const char *text);

/* The same for a word that names the text; "" is a text, NULL: nothing is put. */
void words_put_field(struct words_out *out, const char *word, const char *text);

/* Puts a word that names the number, unless it is NULL, and the number. */
void words_put_number(struct words_out *out, const char *word, int64_t number);
void words_put_seed(struct words_out *out, const char *word, uint64_t number);

#endif
