/*
 * game-receiver.h - what a process that plays tells of one game, taken in line by line until the
 * game is over.
 *
 * Such a process talks to bots, so it may be broken or taken over: a line that it must not say is
 * its end, and the owner of the process has the game played again. What is passed on is right: a
 * line is one of this game's record, and a game was played by its rules.
 */
#ifndef REFEREE_DIRECTOR_GAME_RECEIVER_H
#define REFEREE_DIRECTOR_GAME_RECEIVER_H

#include <stdbool.h>

#include "referee/director/game-queue.h"
#include "referee/director/record-parser.h"
#include "referee/director/wire-log.h"

struct game_receiver_calls {
	/* Can the job's game, which lacks what the job says, have ended like this? False, with a
	 * line in why: no. */
	bool (*judge)(void *owner, const struct job *job, const struct db_game *g, char *why,
		size_t room);
	/* It was played. g lacks what the job says; g and w last until this returns. */
	void (*played)(void *owner, const struct job *job, struct db_game *g, struct wire_log *w);
	/* A line of its record, as it comes; NULL: nobody wants to know. */
	void (*heard)(void *owner, const struct job *job, const char *line);
	/* Options that the bot in a seat is set and does not take: lines. NULL: nobody
	 * wants to know. */
	void (*options)(void *owner, const struct job *job, int seat, const char *lines);
	/* We could not play it. why NULL: its process has ended, which is said for all that it
	 * played. */
	void (*voided)(void *owner, const struct job *job, const char *why);
};

/* Of zeroes, nothing was told. */
struct game_receiver {
	struct record_parser gather;
	struct wire_log wire;
	char *line; /* owned: the last, since reading cuts it up */
	size_t room;
};

enum game_receiver_status {
	GAME_RECEIVER_MORE,
	GAME_RECEIVER_OVER, /* the game is over, which was told */
	GAME_RECEIVER_WRONG /* the process must not say that; why says what it said */
};

/* A line (cut up in place) about this game; job NULL: there is none. */
enum game_receiver_status game_receiver_take(struct game_receiver *t,
	const struct game_receiver_calls *calls, void *owner, const struct job *job, char *line,
	char *why, size_t room);

/* The line of why for one that belongs to nothing that a process may say. */
void game_receiver_refuse(const char *line, char *why, size_t room);

/* Forgets all. */
void game_receiver_clear(struct game_receiver *t);

#endif
