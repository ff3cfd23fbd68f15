/*
 * report.h - a tournament as one self-contained HTML file: it needs no network and no other file.
 *
 * Standings, crosstable, ratings, faults and the list of games are plain HTML; scripts add the
 * replay. Every game includes the contents of its board's cells after each ply (board.h), so the
 * scripts need no rules. The file's Content-Security-Policy allows only its own scripts and
 * styles, by their hashes. So no text from a bot can ever run.
 *
 * Each game is a <script type="application/json" id="gID"> with these members:
 *
 *   id round opening reason result started seconds seed sandbox
 *   players      by seat: bot (its row in the standings, from 0; -1: none), rank, verdict, detail,
 *                stderr (its last part)
 *   start        the position after the opening
 *   board        N: its board is drawn in <template id="board-N">; absent on a page of one game,
 *                where the board is drawn beside the data, and absent without a drawing
 *   boards       arrays [cell, "text", cell, "text", ...] of changed cells: first from the drawing
 *                (without one: from an empty board) to the start, then one array for each ply
 *   position     the last one
 *   seats moves wall cpu wait depth score nodes
 *                by ply; a number that no bot reported is left out
 *   left         for each seat that left: the plies played by then, the seat
 *   values       where the solver was asked: ply, value before the move, value after it; null: not
 *                known; both as in the table analysis
 *   blunders     of an analysed game: ply, seat, bot, move, better (null: not known), before, after,
 *                lost_value of each move that lost a win or a draw; not in the file
 *   prev next    the numbers of its neighbours in the tournament; null: none; not in the file
 *   to_move      of a running game: the seat that is to move
 *   why          instead of all from start to left: the reason that the game cannot be replayed
 *
 * A reader that has the first plies of a running game gets only started, players, left, and of
 * boards, seats, moves and numbers the part after these plies.
 */
#ifndef REFEREE_REPORT_REPORT_H
#define REFEREE_REPORT_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "db/db.h"
#include "referee/rating/strength.h"

enum {
	REPORT_GAMES = 5000,   /* the newest games, at most this many, ... */
	REPORT_PLIES = 200000, /* ... and at most this many plies in all */
	REPORT_SQUARE = 40,    /* bots of the crosstable, the first of the standings */
	REPORT_LINES = 24      /* bots of the plot of ratings */
};

/* The strengths of a tournament's two bots; texts are borrowed. */
struct report_strength {
	const char *bot, *opponent;
	const char *conclusion; /* a test's conclusion in a sentence; "": shown elsewhere */
	struct strength_estimate estimate;
};

/* A bot that was handed in and does not take part; texts are borrowed. */
struct report_left_out {
	const char *bot, *why;
};

struct report_options {
	int64_t games; /* number of newest games, of any length; -1: the limits above */
	const struct report_strength *strength; /* NULL: it has more than two bots, or no results */
	const struct report_left_out *left_out; /* borrowed */
	int left_out_count;
};

/* Writes the report. The caller holds db with db_snapshot(), so that all data are of one moment.
 * Returns 0 or a DB_ error; the caller checks out for write errors. */
int report_html(FILE *out, struct db *db, int64_t tournament, const struct report_options *options);

#endif
