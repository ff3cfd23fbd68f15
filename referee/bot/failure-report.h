/*
 * failure-report.h - the report of a bot's failure: the last question, the output since, the times
 * and the end. It is taken before the process ends.
 */
#ifndef REFEREE_BOT_FAILURE_REPORT_H
#define REFEREE_BOT_FAILURE_REPORT_H

#include "base/tail-buffer.h"
#include "referee/game/record.h"
#include "referee/bot/bot.h"
#include "referee/bot/diagnosis.h"
#include "referee/sandbox/exec-error.h"
#include "referee/bot/record-writer.h"

enum { FAILURE_FACTS_ERRORS = 2048 };

struct failure_facts {
	struct diagnosis_facts seen; /* its texts point to the members below */
	char sent[TAIL_BUFFER_BYTES + 1], said[TAIL_BUFFER_BYTES + 1], after[TAIL_BUFFER_BYTES + 1];
	char errors[FAILURE_FACTS_ERRORS];
	char python[FIND_PROGRAM_PATH], dir[FIND_PROGRAM_PATH];
	char version[64]; /* "python3.11" */
	char similar[EXEC_ERROR_SIMILAR];
};

/* Takes the facts of a bot that has failed (bot.h) and still has its process or connection. */
void failure_facts_collect(struct failure_facts *facts, struct bot_process *b);

enum { FAILURE_REPORT_STDERR = 16384 }; /* bytes of stderr that a game keeps at most */

struct failure_report {
	const char *phase; /* "start", "newgame" or "move"; NULL: there is no report */
	/* Of the phase, in microseconds; UNKNOWN: unknown. wait: for a processor. */
	int64_t limit, wall, cpu, wait;
	int64_t exit; /* exit status, or minus the signal; UNKNOWN: it ran */
	size_t asked_length, said_length, errors_length;
	char asked[TAIL_BUFFER_BYTES + 1]; /* the last bytes sent to it */
	char said[TAIL_BUFFER_BYTES + 1];  /* the last bytes of stdout since then, unchanged */
	char *errors;			   /* owned: the last bytes of stderr */
};

/* Bytes of stderr that a game keeps for a bot, with a NUL. */
size_t failure_report_errors_size(const struct bot_process *b);

/* Frees the report; NULL is allowed. */
void failure_report_free(struct failure_report *report);

/* Takes the report of a bot that has just failed in the game it was prepared for. */
void failure_report_take(struct failure_report *report, struct bot_process *b);

/* Writes the report to the game's record, after the lines of the seat. */
void failure_report_write(
	const struct failure_report *report, int seat, struct record_writer *writer);

#endif
