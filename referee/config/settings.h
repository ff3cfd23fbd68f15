/*
 * settings.h - each thing about a tournament or a bot that can be set: one row, which the file, the
 * flags, the help and the tournament's definition all read.
 */
#ifndef REFEREE_CONFIG_SETTINGS_H
#define REFEREE_CONFIG_SETTINGS_H

#include <stdint.h>

#include "referee/definition/tournament.h"
#include "referee/config/value-types.h"

/* Where it can be set, and what it means for the games. */
enum {
	SETTING_FILE = 1 << 0,
	SETTING_FLAG = 1 << 1,
	SETTING_DEFINES =
		1 << 2, /* part of what makes the games what they are: definition-text.h */
	SETTING_OF_PROGRAM = 1 << 4, /* a bot that has another is another program: bot-digest.h */
	SETTING_QUIET = 1 << 3	     /* ... where it is said only when it is not what is meant by
					silence: settings_unsaid() */
};

struct setting {
	const char *key;  /* in the file */
	const char *flag; /* the same with -- */
	const struct value *value;
	unsigned uses;	    /* SETTING_ bits */
	size_t offset;	    /* in struct tournament, or in struct bot */
	int64_t min, max;   /* of a number or a time */
	const char *preset; /* what it is when not given, as the help says it; NULL: nothing.
			       For what is not there so far: the one value that is taken */
	const char *help;
	const char *unsaid; /* of a quiet one, what a definition means that does not say it, where
			       its preset was another once; NULL: the preset */
};

/* By enum setting_key and enum bot_setting_key; each ends with a NULL key. */
extern const struct setting settings_of_tournament[];
extern const struct setting settings_of_bot[];

/* The row of a key; NULL: there is none. */
const struct setting *settings_find(const struct setting *rows, const char *key);

/* A key that had another name in an older version. */
struct settings_old_name {
	const char *was, *is;
	const char *values; /* today's values, where these changed too; NULL: the same as before */
};

/* NULL: no setting had this key. */
const struct settings_old_name *settings_find_old_name(const char *key);

/* The value of a definition that does not say it; NULL: none. */
const char *settings_unsaid(const struct setting *row);

/* Sets what was read at a place; flags win over the file, whichever is read first. False: told. */
bool settings_set(struct tournament *t, const struct setting *row, const char *text,
	struct origin at, struct diagnostics *mistakes);
bool settings_set_bot(struct bot *bot, const struct setting *row, const char *text,
	struct origin at, struct diagnostics *mistakes);

/* Is the text a value of this setting of a tournament? */
bool settings_can_be(const struct setting *row, const char *text);

/* What a bot may take: its own limits, and the tournament's where it has none. */
void settings_bot_allowance(
	const struct tournament *t, const struct bot *bot, struct sandbox_limits *allowance);

/* What a bot may use for its moves, likewise: a time of its own (movetime or tc) replaces the time,
 * and a depth or nodes of its own both of these. False: it has none of its own. */
bool settings_bot_limits(const struct tournament *t, const struct bot *bot, struct limits *limits);

/* Adds the options of all bots to those that a bot is given, but for names that it has. */
void settings_bot_options(const struct tournament *t, struct bot *bot);

#endif
