/*
 * record-writer.h - writes the lines of a game's record for the main process.
 */
#ifndef REFEREE_BOT_RECORD_WRITER_H
#define REFEREE_BOT_RECORD_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/game/record.h"
#include "referee/bot/bot.h"
#include "referee/process/wire.h"

struct record_writer {
	struct wire *out; /* borrowed */
	char prefix[16];  /* starts every line: the number of the game and a blank */
	size_t prefix_length;
	bool live;    /* the lines are sent at each turn */
	char *record; /* owned: lines not yet sent */
	size_t length, size;
};

/* number: of the game. */
void record_writer_init(struct record_writer *writer, struct wire *out, int number);
void record_writer_clear(struct record_writer *writer);

/* Adds a line, which is sent later. */
void record_writer_add(struct record_writer *writer, const struct record *r);

/* The numbers of a move that a bot has answered. */
struct move_numbers record_writer_numbers(const struct bot_answer *answer);

/* Adds a line of the conversation with a seat, cut to the length of a record's line. way: '>' or
 * '<'. */
void record_writer_wire(
	struct record_writer *writer, int seat, char way, const char *line, size_t length);

/* Adds what a rules program answered, which must be known, about the positions from the start (or
 * fen, if it is not empty) through the moves of the opening; about the position p after a move;
 * about those after each of these seats left the position p. They stand before the line of the
 * move, or of the seat. All do nothing if the rules are no program, or at fault. */
void record_writer_opening(
	struct record_writer *writer, const struct setup *s, const char *fen, const char *moves);
void record_writer_played(struct record_writer *writer, const struct setup *s, const char *text,
	const struct position *p);
void record_writer_left(struct record_writer *writer, const struct setup *s,
	const struct position *p, unsigned seats);

/* Adds the bot's info about the last move, if there is any. */
void record_writer_info(struct record_writer *writer, int seat, const struct bot_info *info);

/* Adds the end of a bot's stderr, in as many lines as needed; none if it is empty. */
void record_writer_errors(struct record_writer *writer, int seat, const char *bytes, size_t length);

/* Adds a move. Returns the score that the bot gave, in hundredths, or UNKNOWN. */
int64_t record_writer_move(
	struct record_writer *writer, int seat, const char *text, const struct bot_answer *answer);

/* Adds all lines to the write queue. */
void record_writer_flush(struct record_writer *writer);

/* The same between turns, if there are many lines or the game is shown live. */
void record_writer_flush_some(struct record_writer *writer);

#endif
