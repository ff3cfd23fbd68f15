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

/* The columns of the query game-failures. */
enum stored_failure_column {
	STORED_FAILURE_SEAT,
	STORED_FAILURE_BOT,
	STORED_FAILURE_VERDICT,
	STORED_FAILURE_DETAIL,
	STORED_FAILURE_PHASE,
	STORED_FAILURE_ASKED,
	STORED_FAILURE_SAID,
	STORED_FAILURE_LIMIT,
	STORED_FAILURE_WALL,
	STORED_FAILURE_CPU,
	STORED_FAILURE_WAIT,
	STORED_FAILURE_EXIT,
	STORED_FAILURE_SIGNAL,
	STORED_FAILURE_STDERR,
	STORED_FAILURE_COMMAND,
	STORED_FAILURE_SETTINGS,
	STORED_FAILURE_REMOTE,
	STORED_FAILURE_COLUMNS
};

/* A loss by a fault; all is borrowed until the callback returns. */
struct stored_failure {
	const struct stored_game *game;
	const struct db_value *values; /* by column */
	enum verdict verdict;
	bool home; /* for the bot's author */
	struct repeat_command repeat;
	bool playable; /* repeat has a position and a command */
};

/* Calls each() for each loss by a fault in this game; it returns true to go on. home: as in struct
 * repeat_bot. A DB_ error. */
int stored_failures_read(struct db *db, const struct stored_game *g, bool home,
	bool (*each)(void *arg, const struct stored_failure *f), void *arg);

/* The words for the bytes that the bot wrote. Where its time was over, some or all of them came too
 * late: the referee reads on until it has ended the bot. ended: the bot ended by itself. */
const char *stored_failure_said(enum verdict verdict, bool ended);

/* Writes the failure report and the position as lines for people, each indented. */
void stored_failure_write(FILE *out, const struct stored_failure *f);

/* The words before the command: "To ask it the same question again"; the caller frees them. NULL:
 * there is no command. */
char *stored_failure_before_command(const struct stored_failure *f);

/* Writes a bot's own text. Each line is indented and marked, so that its end is clear. */
void stored_failure_write_text(FILE *out, const char *text, size_t size);

#endif
