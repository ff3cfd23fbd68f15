/*
 * failure-report.h - what is known of how a bot failed, taken from it before its process goes: what
 * it was asked, what it said since, its time, its end.
 */
#ifndef REFEREE_BOT_FAILURE_REPORT_H
#define REFEREE_BOT_FAILURE_REPORT_H

#include "referee/base/tail-buffer.h"
#include "referee/game/record.h"
#include "referee/bot/bot.h"
#include "referee/bot/record-writer.h"

enum { FAILURE_REPORT_STDERR = 16384 }; /* bytes of it that a game keeps at most */

struct failure_report {
	const char *phase; /* "start", "newgame" or "move"; NULL: there is no evidence */
	/* Of the phase, in microseconds; RECORD_UNSAID: not known. wait: for a processor. */
	int64_t limit, wall, cpu, wait;
	int64_t exit; /* its exit status, or a signal's number below 0; RECORD_UNSAID: it ran */
	size_t asked_length, said_length, errors_length;
	char asked[TAIL_BUFFER_BYTES + 1]; /* the last that it was sent */
	char said[TAIL_BUFFER_BYTES + 1];  /* the last that it wrote to stdout since, as it came */
	char *errors;			   /* owned: the last that it wrote to stderr */
};

/* How much of a bot's stderr a game keeps, with a NUL. */
size_t failure_report_errors_size(const struct bot_process *b);

/* Frees it; NULL may be freed. */
void failure_report_free(struct failure_report *e);

/* Takes it from a bot that has just failed in the game that it was prepared for. */
void failure_report_take(struct failure_report *e, struct bot_process *b);

/* Tells it in lines of the game's record, after the seat's own. */
void failure_report_tell(const struct failure_report *e, int seat, struct record_writer *teller);

#endif
