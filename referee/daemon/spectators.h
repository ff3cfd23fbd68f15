/*
 * spectators.h - those who look on at games while these are played: `referee watch`.
 *
 * Every game that is being played has a number, the least that is free when it begins, and its
 * lines so far are kept until it ends. It is not the game's number in the database, which is known
 * when the game is kept. Whoever looks on gets lines, for each game
 *
 *	look NUMBER SEED TOURNAMENT
 *	limits SEAT MOVETIME TIME MOVES INCREMENT BANK CHARGE
 *	                      of each seat, as clock.h has them, times in microseconds; CHARGE: its
 *name opening MOVES         parted by blanks; or else the record's line start
 *
 * and with them those of its record (record.h): rules, param, start, player, game, move, seat, end,
 * as they come; behind what had come before there is
 *
 *	ago USEC              how long ago the last of these came
 *
 * and instead of its end may stand a line "lost": the game is void. Some time behind the end comes
 *
 *	kept NUMBER GAME DB   it is game GAME of that database from now on: a path from the root,
 *	                      plain text (escape.h)
 *
 * to who follows maybe among the lines of a later game, to others as the last. "wait" says that
 * there is no game to be seen as yet. Nobody is waited for.
 */
#ifndef REFEREE_DAEMON_SPECTATORS_H
#define REFEREE_DAEMON_SPECTATORS_H

#include <stdbool.h>
#include <stdint.h>

#include "referee/director/game-queue.h"

struct spectators;
struct spectator;

struct spectator_calls {
	/* A line, without its LF. False: it reads too slowly, and gets nothing more; as after
	 * ended() the looker is gone then. */
	bool (*line)(void *owner, const char *line);
	/* Nothing more comes. why: "" when all is shown that was asked for. */
	void (*ended)(void *owner, const char *why);
};

/* What somebody wants to see. Texts are borrowed as long as spectator_create() runs. */
struct spectator_wish {
	int number;	  /* the game of this number; 0: */
	const char *name; /* of a bot: the last game of its that began; NULL: the last of all */
	bool follow;	  /* afterwards the next one, and so on; waits where there is none */
};

struct spectators *spectators_create(void);

/* Ends all lookers. NULL may be freed. */
void spectators_free(struct spectators *g);

/* A line of the record of a game that is being played; NULL: the game was void, which may come
 * behind its end too. t is borrowed until spectators_ended(). */
void spectators_record(struct spectators *g, int64_t tournament, const struct tournament *t,
	const struct job *job, const char *line);

/* It was played, and is committed: its number in this database. */
void spectators_kept(
	struct spectators *g, int64_t tournament, uint64_t pairing, int64_t game, const char *db);

/* None of its games is being played any more. */
void spectators_ended(struct spectators *g, int64_t tournament);

/* The number of a game; 0: it has not begun. */
int spectators_number(const struct spectators *g, int64_t tournament, uint64_t pairing);

/* How many look on. */
int spectators_lookers(const struct spectators *g);

/* Shows it what there is at once; line() and ended() may so be called before this returns, true
 * then. False: there is no such game, with a line in why. */
bool spectator_create(struct spectators *g, const struct spectator_wish *wish,
	const struct spectator_calls *calls, void *owner, struct spectator **looker, char *why,
	size_t room);

/* It does not want to see more; not from within its calls. */
void spectator_free(struct spectator *l);

#endif
