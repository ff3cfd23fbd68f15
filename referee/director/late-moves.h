/*
 * late-moves.h - counts the moves of each bot that came after its time, so that only the margin
 * saved them. An author should hear of that before the margin is too short.
 */
#ifndef REFEREE_DIRECTOR_LATE_MOVES_H
#define REFEREE_DIRECTOR_LATE_MOVES_H

#include "db/db.h"
#include "referee/bot/arbiter-config.h"
#include "referee/tournament/tournament.h"
#include "referee/director/game-queue.h"

struct late_moves_row {
	long moves, late; /* of them */
};

/* Zeroes: no moves. */
struct late_moves {
	struct late_moves_row *rows; /* owned, by bot: BOTS_MAX; NULL: none */
};

/* Frees all; l has no moves then. */
void late_moves_clear(struct late_moves *l);

/* Adds the moves of a game. config: the limits of its bots. */
void late_moves_add(struct late_moves *l, const struct arbiter_config *config,
	const struct job *job, const struct db_game *g);

/* Was one move of ten late? Then text is a sentence about the bot. */
enum { LATE_MOVES_TEXT = BOT_NAME + 200 };
bool late_moves_explain(const struct late_moves *l, const struct tournament *t, int bot,
	char text[LATE_MOVES_TEXT]);

#endif
