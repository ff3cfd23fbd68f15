/*
 * settings.h - the table of settings: one row for each setting of a tournament or a bot. The file,
 * the flags, the help and the tournament's definition all read it.
 */
#ifndef REFEREE_CONFIG_SETTINGS_H
#define REFEREE_CONFIG_SETTINGS_H

#include <stdint.h>

#include "referee/tournament/tournament.h"
#include "referee/config/value-types.h"

/* Where a setting can be given, and its effect on the games. */
enum {
	SETTING_FILE = 1 << 0,
	SETTING_FLAG = 1 << 1,
	SETTING_DEFINES = 1 << 2,     /* part of the definition of the games: definition-text.h */
	SETTING_OMIT_PRESET = 1 << 3, /* part of it only if the value is not settings_omitted() */
	SETTING_OF_PROGRAM =
		1 << 4, /* a change of it makes another program of a bot: bot-digest.h */
	SETTING_ARBITER =
		1 << 5 /* arbiters play by it, so that it is sent to those of other machines. Not
			  for paths and keys: they are this machine's alone */
};

struct setting {
	const char *key;  /* in the file */
	const char *flag; /* the key with -- */
	const struct value *value;
	unsigned uses;	     /* SETTING_ bits */
	size_t offset, size; /* of the field in struct tournament, or in struct bot */
	int64_t min, max;    /* of a number or a time */
	const char *preset;  /* what holds if it is not given, where that is no value of a new
				tournament; NULL: settings_preset() knows it */
	const char *help;    /* begins with a verb */
	const char *was;     /* its key in older versions, which files and flags may have still, and
				by which definitions know it; NULL: the same */
	const char *omitted; /* the value of a definition without it; NULL: with
				SETTING_OMIT_PRESET the preset, else none */
};

/* By enum setting_key and enum bot_setting_key. A NULL key ends each. */
extern const struct setting settings_of_tournament[];
extern const struct setting settings_of_bot[];

/* The row of a key; NULL: there is none. */
const struct setting *settings_find(const struct setting *rows, const char *key);

/* The key by which stored definitions know the setting: it never changes. */
const char *settings_stored_key(const struct setting *row);

/* A key whose name in an older version was different, and that files may not have any more. */
struct settings_old_name {
	const char *was, *is;
	const char *values; /* today's values, if these changed too; NULL: they did not */
};

/* NULL: no setting ever had this key. */
const struct settings_old_name *settings_find_old_name(const char *key);

/* A flag or key of another match manager (fastchess, cutechess-cli, c-chess-cli). */
struct foreign_names {
	const char *theirs; /* without dashes */
	const char *ours;   /* the setting's key; NULL: there is none */
	const char *note;   /* a remark, or a replacement that is no setting; NULL: none */
};

/* The row of a flag or key, with or without dashes and "=VALUE". NULL: the other managers have
 * no such name, or we have the same name. */
const struct foreign_names *foreign_names_find(const char *word);

/* The value if it is not given, for the help: what the row says, else what a new tournament has. NULL:
 * none. */
const char *settings_preset(const struct setting *row);

/* The value of a definition that lacks this setting; NULL: none. */
const char *settings_omitted(const struct setting *row);

/* Sets the value that was read at a place. Flags win over the file, in either order. False: it
 * was reported. */
bool settings_set(struct tournament *t, const struct setting *row, const char *text,
	struct origin at, struct diagnostics *mistakes);
bool settings_set_bot(struct bot *bot, const struct setting *row, const char *text,
	struct origin at, struct diagnostics *mistakes);

/* May this setting of a bot stand in the section of the rules' program, too? */
bool settings_is_of_rules(const struct setting *row);

/* Reads back what the type of the setting wrote, into an owner that was just made. at becomes its
 * origin, which is none unless the setting is a list. False: a line in err. */
bool settings_restore(const struct setting *row, void *owner, struct origin *set, const char *text,
	struct origin at, struct error *err);

/* Is the text a valid value of this setting of a tournament? */
bool settings_can_be(const struct setting *row, const char *text);

/* The sandbox limits of a bot: its own, else the tournament's. */
void settings_bot_resources(
	const struct tournament *t, const struct bot *bot, struct sandbox_limits *limits);

/* Likewise the limits of its build. */
void settings_bot_build(
	const struct tournament *t, const struct bot *bot, struct build_limits *limits);

/* Likewise the limits for a bot's moves. Its own time (movetime or tc) replaces the tournament's
 * time. Its own depth or nodes replaces both of the tournament's. False: the bot has no limits
 * of its own. */
bool settings_bot_limits(const struct tournament *t, const struct bot *bot, struct limits *limits);

/* Adds the shared options to the bot's own options, except names that it already has. */
void settings_bot_options(const struct tournament *t, struct bot *bot);

#endif
