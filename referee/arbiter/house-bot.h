/*
 * house-bot.h - asks `referee-bot` for the score of a position and for its best move.
 *
 * It is asked as in a game: game, position, go. The last score before its bestmove counts. Each
 * question is a new game, so that the bot remembers nothing: an answer depends on the question
 * alone. A bot that dies or does not answer is started once more.
 */
#ifndef REFEREE_ARBITER_HOUSE_BOT_H
#define REFEREE_ARBITER_HOUSE_BOT_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/sandbox/helper-process.h"
#include "rules/rules.h"

enum { HOUSE_BOT_GO = 64 };

struct house_bot {
	struct helper_process process;
	const char *eval;      /* borrowed: the evaluation for its pvs */
	char go[HOUSE_BOT_GO]; /* the line that limits its work */
};

/* As it was said for the seat to move. */
struct house_bot_answer {
	bool mate;	      /* score counts plies to a forced end */
	int64_t score;	      /* hundredths, or plies */
	char move[MOVE_TEXT]; /* "": none */
};

/* No process runs before the first question. limit: "nodes 5000" or "depth 4". */
void house_bot_init(struct house_bot *h, const char *eval, const char *limit);
void house_bot_end(struct house_bot *h);

/* Asks about the position after moves (separated by blanks) from fen, or from the start when fen is
 * "". False: it did not say a score, as in a position that is over. */
bool house_bot_ask(struct house_bot *h, const struct setup *setup, uint64_t seed, const char *fen,
	const char *moves, struct house_bot_answer *answer);

#endif
