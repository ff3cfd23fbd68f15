/*
 * tournament-check.h - completes and checks a tournament that was read. It sets the presets of
 * settings that were not given, and makes all checks that concern more than one setting.
 */
#ifndef REFEREE_PREPARE_TOURNAMENT_CHECK_H
#define REFEREE_PREPARE_TOURNAMENT_CHECK_H

#include <stdbool.h>

#include "base/diagnostics.h"
#include "referee/tournament/tournament.h"

/* False: each mistake was reported, with its file and line or its flag. */
bool tournament_check(struct tournament *t, struct diagnostics *mistakes);

#endif
