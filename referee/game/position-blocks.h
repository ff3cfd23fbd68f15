/*
 * position-blocks.h - what a rules program answered about the positions of one game, from its start
 * on: lines of its record, rows of the database, and rules that answer the same without the
 * program.
 *
 * The code that stores or shows such a game reads these answers, and never starts the program. They
 * come from other processes and files, so each is checked: questions here, answers when rules learn
 * them (rules_process_restore()).
 */
#ifndef REFEREE_GAME_POSITION_BLOCKS_H
#define REFEREE_GAME_POSITION_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

#include "db/db.h"
#include "base/error.h"
#include "referee/game/record.h"
#include "rules/rules.h"

enum { POSITION_BLOCKS_BYTES = 64 << 20 /* of one game */ };

/* The blocks of a game. Zeroes: none. */
struct position_blocks {
	struct db_position *all; /* owned, with their texts */
	int count, size;
	size_t bytes, answer_length; /* of all texts; of the last answer */
};

/* Frees everything and returns to zeroes. */
void position_blocks_clear(struct position_blocks *b);

/* Adds a question, which waits for its answer. False: no question, not valid here, or too much. */
bool position_blocks_add_question(struct position_blocks *b, const char *question);

/* Adds a piece of the answer to the last question. False: not valid here, or too much. */
bool position_blocks_add_answer(struct position_blocks *b, const char *piece, size_t length);

/* Takes a line RECORD_QUESTION or RECORD_ANSWER. False: it is not valid here. */
bool position_blocks_add_line(struct position_blocks *b, const struct record *r);

/* Calls put() for the lines of a record that have the question and the answer. */
void position_blocks_put(
	const struct db_position *p, void (*put)(void *arg, const struct record *r), void *arg);

/* Tells the rules of a setup, which must be offline, from this block on what the program answered.
 * *at is the position of the block before, and then of the last. False, with a line in err: a block
 * is malformed, or contradicts one before. */
bool position_blocks_restore(const struct setup *s, const struct db_position *all, int count,
	struct position *at, struct error *err);

/* Asks the program of a setup each question again, and returns how many answers are the same. Fewer
 * than count, with a line in err: the next answer is another one, or the program has failed. */
int position_blocks_compare(
	const struct setup *s, const struct db_position *all, int count, struct error *err);

/* The blocks of a game of the database; their texts are borrowed, so do not clear them. */
struct position_blocks position_blocks_of(const struct db_game *g);

#endif
