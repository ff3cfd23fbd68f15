/*
 * tournament-rules.h - the rules of a tournament, for processes that start programs.
 *
 * The rules of a game in C are found by their name. Those of a game "process:COMMAND" are built, if
 * they have a build, started in a sandbox, and asked for their description. The program ends with
 * the tournament.
 */
#ifndef REFEREE_PREPARE_TOURNAMENT_RULES_H
#define REFEREE_PREPARE_TOURNAMENT_RULES_H

#include <stdbool.h>

#include "db/db.h"
#include "base/error.h"
#include "base/diagnostics.h"
#include "referee/tournament/tournament.h"

/* Sets t->rules from t->game, and t->rules_digest; does nothing if the rules are there. Building
 * takes as long as its limits allow, the start and the first answer some seconds at most. False:
 * one line in err. */
bool tournament_rules_open(struct tournament *t, struct error *err);

/* The same; a failure is reported at the place of the setting. */
bool tournament_rules_check(struct tournament *t, struct diagnostics *mistakes);

/* Opens the rules of a stored tournament, or of a record, whose t->rules_digest was
 * set before, for judging its games again. The sandbox is as strict as this machine allows, and
 * never none. changed gets a sentence if the program is another one now or the digest is
 * "", else "". False: one line in err. */
bool tournament_rules_open_stored(struct tournament *t, struct error *changed, struct error *err);

/* Ends the program until the next question; each process that is forked starts its own. */
void tournament_rules_pause(const struct tournament *t);

/* One sentence; NULL: the rules are not at fault. */
const char *tournament_rules_fault(const struct tournament *t);

/* Asks the program of the rules each question of the game's record again. False: it answers
 * otherwise, or has failed; one line in err. */
bool tournament_rules_agree(const struct tournament *t, const struct db_game *g, struct error *err);

#endif
