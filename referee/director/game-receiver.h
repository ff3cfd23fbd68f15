/*
 * game-receiver.h - receives one game from an arbiter, line by line, and validates it.
 *
 * The arbiter talks to bots, so it may be broken or compromised. If it sends a line that it must
 * not send, its owner kills it and has the game played again. A result that is passed on is valid:
 * each line belongs to this game's record, and the game was played by its rules.
 */
#ifndef REFEREE_DIRECTOR_GAME_RECEIVER_H
#define REFEREE_DIRECTOR_GAME_RECEIVER_H

#include <stdbool.h>

#include "referee/director/game-queue.h"
#include "referee/director/record-parser.h"
#include "referee/director/wire-log.h"

struct game_receiver_calls {
	/* Can the job's game have ended like this? g lacks the fields that the job has. False: no;
	 * why has a line. */
	bool (*judge)(void *owner, const struct job *job, const struct db_game *g, char *why,
		size_t room);
	/* The game was played. g lacks the fields that the job has; g and w last until this
	 * returns. */
	void (*played)(void *owner, const struct job *job, struct db_game *g, struct wire_log *w);
	/* A line of its record when it arrives; may be NULL. */
	void (*heard)(void *owner, const struct job *job, const char *line);
	/* Lines about options that are set for the bot in this seat and that it does not take. The
	 * call may be NULL. */
	void (*options)(void *owner, const struct job *job, int seat, const char *lines);
	/* The referee could not play the game. why NULL: its process has ended, which is reported
	 * once for all its games. */
	void (*voided)(void *owner, const struct job *job, const char *why);
};

/* Zeroes: nothing was received. */
struct game_receiver {
	struct record_parser gather;
	struct wire_log wire;
	char *line; /* owned: a copy of the last line, because parsing cuts it up */
	size_t room;
};

enum game_receiver_status {
	GAME_RECEIVER_MORE,
	GAME_RECEIVER_OVER, /* the game is over, and a call reported it */
	GAME_RECEIVER_WRONG /* the process must not send this line; why quotes it */
};

/* Handles a line about this game and cuts it up in place. job NULL: no game is in play. */
enum game_receiver_status game_receiver_take(struct game_receiver *t,
	const struct game_receiver_calls *calls, void *owner, const struct job *job, char *line,
	char *why, size_t room);

/* Writes why for a line that no process may send. */
void game_receiver_refuse(const char *line, char *why, size_t room);

/* Frees everything and returns to zeroes. */
void game_receiver_clear(struct game_receiver *t);

#endif
