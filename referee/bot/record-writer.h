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
struct record_writer {
	int to;			    /* the pipe, which may block */
	struct write_queue *outbox; /* borrowed: many share the pipe; NULL: one has it */
	int table;    /* whose records these are, said before them; 0: there is one alone */
	bool live;    /* what there is goes out at each turn */
	char *record; /* owned: not yet sent */
	size_t length, size;
};

/* One line, to be sent later. */
void record_writer_tell(struct record_writer *t, const struct record *r);

/* The numbers of a move that a bot has answered with. */
struct move_numbers record_writer_numbers(const struct bot_answer *answer);

/* A line that is no record's, with its end. */
void record_writer_add(struct record_writer *t, const char *line, size_t length);

/* A line of the conversation with a seat, cut to what a record's line can hold; way: '>' or '<'. */
void record_writer_wire(
	struct record_writer *t, int seat, char way, const char *line, size_t length);

/* What was said of the move before, if anything was. */
void record_writer_info(struct record_writer *t, int seat, const struct bot_info *info);

/* The last that a seat's bot wrote to stderr, in as many lines as it takes; none for nothing. */
void record_writer_errors(struct record_writer *t, int seat, const char *bytes, size_t length);

/* A move; returns the score that the bot said of it, in hundredths, or RECORD_UNSAID. */
int64_t record_writer_move(
	struct record_writer *t, int seat, const char *text, const struct bot_answer *answer);

/* Sends what there is, or adds it to the outbox; without one it waits for the main process, so only
 * when no clock runs. When nobody listens any more the process ends. */
void record_writer_flush(struct record_writer *t);

/* The same when there is much, or somebody looks on: between turns. */
void record_writer_flush_some(struct record_writer *t);

#endif
