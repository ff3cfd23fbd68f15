/*
 * value-types.h - the value types of settings: each reads a text, and writes it back in the one
 * form that a tournament's definition uses.
 */
#ifndef REFEREE_CONFIG_VALUE_TYPES_H
#define REFEREE_CONFIG_VALUE_TYPES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

struct setting;

struct value {
	const char *shape; /* the form in the help: "TIME" */
	bool list;	   /* may be given several times; the values add up */
	bool bare;	   /* a flag without a value means yes */
	bool zero_is_none; /* write() writes the number 0 as none */

	/* Of a type that takes one of these words: the field becomes the word's index. */
	const char *const *words;
	int words_first, words_count; /* words[words_first] is the first that may be given */

	/* Reads text into the field of owner at row->offset. False: a line in err with the
	 * correct form. */
	bool (*read)(const struct setting *row, void *owner, const char *text, struct error *err);

	/* With bare: is the next word meant as the value, although read() may refuse it? NULL: what
	 * read() takes is. */
	bool (*meant)(const char *text);

	/* Of a type whose read() takes any text that this accepts. False: a line in err. */
	bool (*check)(const char *text, struct error *err);

	/* Writes the value of owner; NULL: it is not part of a definition. */
	void (*write)(const struct setting *row, const void *owner, FILE *out);

	/* Of a list that arbiters need: its text number i; NULL: it has no more. */
	const char *(*item)(const void *owner, int i);
};

/* Is it a text that is not given? write() writes "none" for it, which a text may be as well. */
bool value_is_missing(const struct setting *row, const void *owner);

/* Reads back what write() wrote, into an owner that was just made, of which an item of a list is
 * one. False: a line in err. */
bool value_restore(const struct setting *row, void *owner, const char *text, struct error *err);

extern const struct value value_text, value_number, value_limit, value_seed, value_time, value_size,
	value_yes_no, value_game, value_format, value_openings, value_tc, value_restart,
	value_parameter, value_command, value_option, value_options, value_isready, value_clock,
	value_affinity, value_logs, value_forfeit_or_skip, value_changed, value_orders, value_games,
	value_sandbox, value_elo, value_error, value_model, value_resign, value_draw, value_begins,
	value_pace, value_adapter, value_include, value_class, value_interval, value_keep,
	value_season, value_prior, value_decided, value_openings_order, value_openings_start,
	value_worker, value_broker, value_pool, value_percent, value_owner, value_author;

/* The kinds of adapter that referee-adapt has, ended by NULL. */
extern const char *const value_adapters[];

#endif
