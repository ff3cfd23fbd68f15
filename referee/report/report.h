/*
 * report.h - a tournament as one HTML file that needs nothing else: no network, no other file.
 *
 * Standings, crosstable, ratings, faults and the list of games are plain HTML; scripts add the
 * replay. Every game carries what the cells of its board hold after each ply (board.h), so that the
 * scripts need no rules. Its policy (Content-Security-Policy) allows the file's own
 * scripts and styles by their hashes and nothing else, so that no text of a bot's could ever run.
 *
 * How a game stands in it, a <script type="application/json" id="gID"> for each:
 *
 *   id round opening reason result started seconds seed sandbox
 *   players      by seat: bot (its row in the standings, from 0; -1: none), rank, verdict, detail,
 *                elo [before, after], stderr (the last of it)
 *   start        the position after the opening
 *   board        N: its board is drawn in <template id="board-N">; on a page of one game it is
 * drawn beside, elsewhere (absent) the board is empty boards       cell, "text", cell, "text", ...
 * that change: from the drawing to the start, then with each ply position     the last one seats
 * moves wall cpu wait depth score nodes        by ply; what nobody said is left out left for each
 * seat that left: the plies that were played by then, the seat values       where the solver was
 * asked: ply, value before the move, value after it; null: it does not know; both as the table
 * analysis has them why          instead of all from start to left: why the game cannot be played
 * again
 */
#ifndef REFEREE_REPORT_REPORT_H
#define REFEREE_REPORT_REPORT_H

#include <stdint.h>
#include <stdio.h>

#include "db/db.h"
#include "referee/rating/strength-estimate.h"

enum {
	REPORT_GAMES = 5000,   /* so many games are in it, the newest, ... */
	REPORT_PLIES = 200000, /* ... and of them so many that they have no more plies than this */
	REPORT_SQUARE = 40,    /* bots of the crosstable, the first of the standings */
	REPORT_LINES = 24      /* and of the plot of ratings */
};

/* What is known of a tournament's two bots; texts are borrowed. */
struct report_strength {
	const char *bot, *opponent;
	const char *conclusion; /* of a test, in a sentence; "": it stands elsewhere */
	struct strength_estimate estimate;
};

struct report_options {
	int64_t games; /* so many of the newest, however long; -1: as above */
	const struct report_strength *strength; /* NULL: it has more than two bots, or no results */
};

/* Writes it; db is held (db_snapshot()), so that all of it is of one moment. 0, or a DB_ error;
 * whether out took everything is the caller's to ask. */
int report_html(FILE *out, struct db *db, int64_t tournament, const struct report_options *options);

#endif
