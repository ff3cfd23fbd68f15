/*
 * arbiter-config-make.h - builds the arbiters' configuration from a tournament.
 */
#ifndef REFEREE_PREPARE_ARBITER_CONFIG_MAKE_H
#define REFEREE_PREPARE_ARBITER_CONFIG_MAKE_H

#include "base/error.h"
#include "referee/bot/arbiter-config.h"
#include "referee/prepare/bot-programs.h"
#include "referee/tournament/tournament.h"

/* Builds the config of a checked tournament. It borrows from t and from programs. programs NULL: a
 * bot runs its program as it is on disk when it starts. copies: of each bot, schedule_bot_seats_max()
 * of the tournament. False: a bot's command cannot be run; err has a line. */
bool arbiter_config_make(struct arbiter_config *config, const struct tournament *t, int copies,
	const struct bot_programs *programs, struct error *err);

/* The same for the program of the rules alone: no bots. The tournament need not be checked. */
bool arbiter_config_make_rules(
	struct arbiter_config *config, const struct tournament *t, struct error *err);

/* Does each arbiter keep to one processor, when this many arbiters run in all? */
bool arbiter_config_pins(const struct tournament *t, int arbiters);

/* Frees the memory that arbiter_config_make() allocated. A config of zeroes may be cleared. */
void arbiter_config_clear(struct arbiter_config *config);

#endif
