/*
 * record-writer.h - the lines of the record of a game, on their way to the main process.
 */
#ifndef REFEREE_BOT_RECORD_WRITER_H
#define REFEREE_BOT_RECORD_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/record.h"
#include "referee/bot/bot.h"
#include "referee/base/write-queue.h"

struct record_writer {
	struct write_queue *out; /* borrowed */
	char prefix[16];	 /* of every line: the number of the game, and a blank */
	size_t prefix_length;
	bool live;    /* what there is goes out at each turn */
	char *record; /* owned: not yet sent */
	size_t length, size;
};

/* number: of the game. */
void record_writer_init(struct record_writer *t, struct write_queue *out, int number);
void record_writer_clear(struct record_writer *t);

/* One line, to be sent later. */
void record_writer_tell(struct record_writer *t, const struct record *r);

/* The numbers of a move that a bot has answered with. */
struct move_numbers record_writer_numbers(const struct bot_answer *answer);

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

/* Adds all lines to the write queue. */
void record_writer_flush(struct record_writer *t);

/* The same, where there are many, or the game is shown live: between turns. */
void record_writer_flush_some(struct record_writer *t);

#endif
