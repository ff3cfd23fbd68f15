/*
 * value-basics.h - the parts of which the value types of settings are made: fields, texts, numbers
 * and words.
 */
#ifndef REFEREE_CONFIG_VALUE_BASICS_H
#define REFEREE_CONFIG_VALUE_BASICS_H

#include <stdint.h>

#include "referee/config/settings.h"
#include "referee/config/value-types.h"

enum { VALUE_LIST_MAX = 64 }; /* texts of a list */

/* The field of a setting. */
void *value_field(const struct setting *row, void *owner);
const void *value_of(const struct setting *row, const void *owner);

/* The number in a field that is a bool, an int, an enum or 64 bits wide. */
int64_t value_get(const struct setting *row, const void *owner);
void value_put(const struct setting *row, void *owner, int64_t number);

/* Is the text not empty, not too long, and plain? False: a line in err. */
bool value_check_text(const char *text, struct error *err);

/* A text: a field that its owner frees. */
bool value_text_read(const struct setting *row, void *owner, const char *text, struct error *err);
void value_text_write(const struct setting *row, const void *owner, FILE *out);

/* Reads digits. Counts may end in K for thousands or M for millions. False: it is no number, or too
 * large. */
bool value_read_digits(const char *text, bool counts, int64_t *number);

/* A number from row->min to row->max; 0 is written as none. */
bool value_number_read(const struct setting *row, void *owner, const char *text, struct error *err);
void value_number_write(const struct setting *row, const void *owner, FILE *out);

/* The index of text among these words; -1: it is none of them, and err lists them. */
int value_find_word(
	const char *const *words, int first, int count, const char *text, struct error *err);

/* A type that takes one of count words, from number first on. */
#define VALUE_WORDS(list, first, count)                                                            \
	.words = list, .words_first = first, .words_count = count, .read = value_word_read
bool value_word_read(const struct setting *row, void *owner, const char *text, struct error *err);
void value_word_write(const struct setting *row, const void *owner, FILE *out);

extern const char *const value_no_yes[2];

#endif
