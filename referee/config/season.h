/*
 * season.h - seasons of a ladder: parts of the calendar of UTC, and their names. Pure: the time is
 * an argument.
 *
 * A season's tournament has the name of the ladder, a blank and the season: "Ladder 2026-12",
 * "Ladder 2026-W49" (ISO 8601, weeks from Monday), "Ladder 2026".
 */
#ifndef REFEREE_CONFIG_SEASON_H
#define REFEREE_CONFIG_SEASON_H

#include "referee/tournament/tournament.h"

enum { SEASON_TEXT = 24 };

extern const char *const season_names[SEASONS]; /* "none", "weekly", "monthly", "yearly" */

/* The season of this moment (UTC, milliseconds); "" for SEASON_NONE. */
void season_write(enum season season, int64_t now, char text[SEASON_TEXT]);

/* Is name that of a season of the ladder? */
bool season_is_of(enum season season, const char *ladder, const char *name);

#endif
