/*
 * game-record.h - a stored game as the record (record.h) that was told while it was played, for
 * `referee export record` and for the pages.
 *
 * How it ended is written as the database has it, not as the rules would have it now: so games that
 * were adjudicated, or that a limit of plies ended, have their end too.
 */
#ifndef REFEREE_REPORT_GAME_RECORD_H
#define REFEREE_REPORT_GAME_RECORD_H

#include <stdbool.h>
#include <stdio.h>

#include "db/db.h"
#include "referee/game/record.h"
#include "rules/rules.h"

/* Writes it to out; setup is the one that the game was played with. False, a line in why, nothing
 * written: its rows are broken, or its opening cannot be played. */
bool game_record_write(
	FILE *out, const struct db_game *g, const struct setup *setup, char *why, size_t room);

/* The numbers of a move as a record has them. */
struct move_numbers game_record_numbers(const struct db_move *m);

#endif
