/*
 * record-writer.h - the lines of records on their way to the main process, gathered so that nobody
 * waits for it while a clock runs.
 */
#ifndef REFEREE_BOT_RECORD_WRITER_H
#define REFEREE_BOT_RECORD_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/record.h"
#include "referee/bot/bot.h"
#include "referee/base/write-queue.h"

/* Of zeroes but for to or outbox, it is empty; it lasts as long as its process. */
struct teller {
	int to;		       /* the pipe, which may block */
	struct outbox *outbox; /* borrowed: many share the pipe; NULL: one has it */
	int table;    /* whose records these are, said before them; 0: there is one alone */
	bool live;    /* what there is goes out at each turn */
	char *record; /* owned: not yet sent */
	size_t length, size;
};

/* One line, to be sent later. */
void teller_tell(struct teller *t, const struct record *r);

/* A line that is no record's, with its end. */
void teller_add(struct teller *t, const char *line, size_t length);

/* A line of the conversation with a seat, cut to what a record's line can hold; way: '>' or '<'. */
void teller_wire(struct teller *t, int seat, char way, const char *line, size_t length);

/* What was said of the move before, if anything was. */
void teller_info(struct teller *t, int seat, const struct bot_info *info);

/* The last that a seat's bot wrote to stderr, in as many lines as it takes; none for nothing. */
void teller_errors(struct teller *t, int seat, const char *bytes, size_t length);

/* A move; returns the score that the bot said of it, in hundredths, or RECORD_UNSAID. */
int64_t teller_move(struct teller *t, int seat, const char *text, const struct bot_answer *answer);

/* Sends what there is, or adds it to the outbox; without one it waits for the main process, so only
 * when no clock runs. When nobody listens any more the process ends. */
void teller_flush(struct teller *t);

/* The same when there is much, or somebody looks on: between turns. */
void teller_flush_some(struct teller *t);

#endif
