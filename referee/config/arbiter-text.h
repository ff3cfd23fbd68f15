/*
 * arbiter-text.h - the settings that arbiters play by (SETTING_ARBITER), as text for those of
 * another machine. Each is "key = value" on a line of its own, as in a stored definition:
 *
 *	movetime = 100ms
 *	param = rows=6
 *	rules memory = 1G
 *	bot ann command = ./ann --quick
 *	bot ann option = Hash=16
 *
 * Of a list each text has a line. The lines of a bot stand together, in the order of the bots.
 */
#ifndef REFEREE_CONFIG_ARBITER_TEXT_H
#define REFEREE_CONFIG_ARBITER_TEXT_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/tournament/tournament.h"

/* Writes the settings of a checked tournament. The caller frees the text. */
char *arbiter_text_write(const struct tournament *t);

/* Reads it back and cuts it up in place; tournament_init() made t. The text comes from another
 * machine: each setting must be one of these, once, with a value of its type, and none may be
 * missing. False: a line in err. */
bool arbiter_text_read(struct tournament *t, char *text, struct error *err);

#endif
