/*
 * config-flags.h - the settings as options of a command line (options.h): --key value.
 */
#ifndef REFEREE_CONFIG_CONFIG_FLAGS_H
#define REFEREE_CONFIG_CONFIG_FLAGS_H

#include "base/error.h"
#include "base/options.h"
#include "referee/config/settings.h"
#include "referee/tournament/tournament.h"

/* The values of these options. A wrong value is reported to mistakes. */
struct settings_options {
	struct tournament *tournament; /* borrowed */
	struct diagnostics *mistakes;  /* borrowed */
};

/* The option --bot and the options of all settings of a tournament, for an option group whose
 * values are a struct settings_options. */
bool settings_option(size_t number, struct option_row *row);

/* The option of this setting. */
struct option_row settings_option_of(enum setting_key key);

/* The setting of such an option. NULL: the option is of another kind. */
const struct setting *settings_of_option(const struct option_row *row);

/* The settings of a bot's section, as words of the help. */
bool settings_bot_word(size_t number, struct option_row *row);

/* Names the setting that replaces an option of an older version or of another manager
 * (struct foreign_names). For struct option_group. */
bool settings_explain(const char *flag, char *line, size_t size);

/* Adds the bot of --bot NAME=COMMAND, or of a command alone: its name is then that of its program's
 * file, with -2, -3 and so on where that is taken. */
void settings_add_bot(struct tournament *t, const char *text, struct diagnostics *mistakes);

#endif
