/*
 * game-record.h - writes a stored game as the record (record.h) that was sent while it was
 * played, for `referee export record` and for the pages.
 *
 * The end is written as the database has it, not as the present rules would have it. So
 * adjudicated games, and games that a limit of plies ended, also have their end.
 */
#ifndef REFEREE_REPORT_GAME_RECORD_H
#define REFEREE_REPORT_GAME_RECORD_H

#include <stdbool.h>
#include <stdio.h>

#include "db/db.h"
#include "base/error.h"
#include "referee/game/record.h"
#include "rules/rules.h"

/* Writes the record to out; setup is the game's. game: as its tournament has it, and the
 * tournament's definition: for rules that are a program; else NULL. False: its rows are broken, or
 * its opening cannot be played. Then nothing is written, and err has a line. */
bool game_record_write(FILE *out, const struct db_game *g, const struct setup *setup,
	const char *game, const char *definition, struct error *err);

/* The numbers of a move, in the units of a record. */
struct move_numbers game_record_numbers(const struct db_move *m);

/* A move that was not stored, as a row; text is borrowed. */
struct db_move game_record_move(int seat, const char *text, const struct move_numbers *n, int ply);

#endif
