/*
 * arbiter-config-make.h - what the arbiters are given of a tournament.
 */
#ifndef REFEREE_DIRECTOR_ARBITER_CONFIG_MAKE_H
#define REFEREE_DIRECTOR_ARBITER_CONFIG_MAKE_H

#include "referee/bot/arbiter-config.h"
#include "referee/director/bot-programs.h"
#include "referee/definition/tournament.h"

/* Makes the plan of a checked tournament, which it borrows from, as from its programs, which may be
 * NULL: then they are as they are when they are started. False: a bot's command is none. */
bool arbiter_config_make(struct arbiter_config *p, const struct tournament *t,
	const struct bot_programs *programs, char *why, size_t room);

/* Does each arbiter keep to one processor, when there are so many in all? */
bool arbiter_config_pins(const struct tournament *t, int arbiters);

/* Frees what arbiter_config_make() allocated; a plan of zeroes may be cleared. */
void arbiter_config_clear(struct arbiter_config *p);

#endif
