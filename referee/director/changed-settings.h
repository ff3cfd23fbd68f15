/*
 * changed-settings.h - how a bot differs from the last other program of its name in a tournament.
 */
#ifndef REFEREE_DIRECTOR_CHANGED_SETTINGS_H
#define REFEREE_DIRECTOR_CHANGED_SETTINGS_H

#include <stdint.h>

#include "db/db.h"
#include "referee/tournament/tournament.h"

/* The settings that differ, as " (it has X; it had Y)"; "": none. digest: of the bot as it is now.
 * The caller frees the text. */
char *changed_settings_describe(
	struct db *db, int64_t tournament, const struct bot *bot, const char *digest);

#endif
