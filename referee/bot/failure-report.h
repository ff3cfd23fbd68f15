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

enum { EVIDENCE_STDERR = 16384 }; /* bytes of it that a game keeps at most */

struct evidence {
	const char *phase; /* "start", "newgame" or "move"; NULL: there is no evidence */
	/* Of the phase, in microseconds; RECORD_UNSAID: not known. wait: for a processor. */
	int64_t limit, wall, cpu, wait;
	int64_t exit; /* its exit status, or a signal's number below 0; RECORD_UNSAID: it ran */
	size_t asked_length, said_length, errors_length;
	char asked[TAIL_BYTES + 1]; /* the last that it was sent */
	char said[TAIL_BYTES + 1];  /* the last that it wrote to stdout since, as it came */
	char *errors;		    /* owned: the last that it wrote to stderr */
};

/* How much of a bot's stderr a game keeps, with a NUL. */
size_t evidence_errors_size(const struct bot_process *b);

/* Frees it; NULL may be freed. */
void evidence_free(struct evidence *e);

/* Takes it from a bot that has just failed in the game that it was prepared for. */
void evidence_take(struct evidence *e, struct bot_process *b);

/* Tells it in lines of the game's record, after the seat's own. */
void evidence_tell(const struct evidence *e, int seat, struct teller *teller);

#endif
