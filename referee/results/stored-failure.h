/*
 * stored-failure.h - explains losses by a fault of stored games: the failure report, the position,
 * and the command that asks the bot the same question again. `referee show --why` and the pages of
 * `referee class feedback` print it.
 */
#ifndef REFEREE_RESULTS_STORED_FAILURE_H
#define REFEREE_RESULTS_STORED_FAILURE_H

#include <stdio.h>

#include "db/db.h"
#include "protocol/verdict.h"
#include "referee/results/repeat-command.h"
#include "referee/results/stored-game.h"

/* A loss by a fault, and the cursor over all of a game. */
struct stored_failure {
	const struct stored_game *game;
	struct db_query row; /* of the query game-failures */
	enum verdict verdict;
	bool home; /* for the bot's author */
	struct repeat_command repeat;
	bool playable; /* repeat has a position and a command */
};

/* Begins before the first loss in this game. home: as in struct repeat_bot. */
void stored_failures(
	struct stored_failure *f, struct db *db, const struct stored_game *g, bool home);

/* The next loss; false: there is none, or it failed. */
bool stored_failure_next(struct stored_failure *f);

/* Ends it in every case. A DB_ error. */
int stored_failures_end(struct stored_failure *f) __attribute__((warn_unused_result));

/* The words for the bytes that the bot wrote. Where its time was over, some or all of them came too
 * late: the referee reads on until it has ended the bot. ended: the bot ended by itself. */
const char *stored_failure_said(enum verdict verdict, bool ended);

/* Writes the failure report and the position as lines for people, each indented. */
void stored_failure_write(FILE *out, struct stored_failure *f);

/* The words before the command: "To ask it the same question again"; the caller frees them. NULL:
 * there is no command. */
char *stored_failure_before_command(struct stored_failure *f);

/* Writes a bot's own text. Each line is indented and marked, so that its end is clear. */
void stored_failure_write_text(FILE *out, const char *text, size_t size);

#endif
