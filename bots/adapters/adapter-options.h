/*
 * adapter-options.h - the options of referee-adapt. A kind's row names those that it has.
 */
#ifndef BOTS_ADAPTERS_ADAPTER_OPTIONS_H
#define BOTS_ADAPTERS_ADAPTER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "bots/adapters/adapter.h"

/* The kinds of an option's value. */
enum adapter_value { VALUE_TEXT, VALUE_REGEX, VALUE_NUMBER, VALUE_WORD, VALUE_PART, VALUE_PAIRS };

struct adapter_option {
	const char *name, *shape, *help; /* help starts with a verb */
	enum adapter_value value;
	size_t offset;		  /* of its field */
	int min, max;		  /* of a number, or of a text's length; max 0: any */
	const char *const *words; /* of VALUE_WORD, ended by NULL: an enum's, in its order */
};

/* Ends with a NULL name. */
extern const struct adapter_option all_adapter_options[];

/* Has this kind the option of this name? */
bool adapter_has(const struct adapter *kind, const char *option);

/* The kind of this name; NULL: there is none, and err has the nearest. */
const struct adapter *adapter_find(const char *name, struct error *err);

/* Reads the options that stand before `--`, as `--NAME VALUE` or `--NAME=VALUE`. Returns the
 * command behind it; NULL: something is wrong, as err says. */
const char *const *adapter_read_words(const struct adapter *kind, struct adapter_options *options,
	const char *const *words, struct error *err);

#endif
