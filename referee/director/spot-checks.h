/*
 * spot-checks.h - games of workers that are played again on another machine, to compare them.
 *
 * Only games between house bots with limits of nodes or depth, and none of time, are the same
 * everywhere. Which of them are checked is drawn at random, so that no worker can know it. A check
 * is not stored; the first game counts, and a difference is reported.
 */
#ifndef REFEREE_DIRECTOR_SPOT_CHECKS_H
#define REFEREE_DIRECTOR_SPOT_CHECKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "db/db.h"
#include "referee/bot/arbiter-config.h"
#include "referee/definition/tournament.h"
#include "referee/director/game-queue.h"

enum { SPOT_CHECKS_MAX = 64 /* that wait or are played; further games are not checked */ };

struct spot_check;

struct spot_checks {
	TAILQ_HEAD(spot_check_list, spot_check) list; /* owned */
	int count, waiting;			      /* waiting: not given out */
	uint64_t random;			      /* state of the draw */
	int last;				      /* number of the last check */
	long made, differed;
};

/* Begins; the seed decides which games are checked. Frees what it holds. */
void spot_checks_init(struct spot_checks *s, uint64_t seed);
void spot_checks_clear(struct spot_checks *s);

/* Is this game the same wherever it is played? */
bool spot_checks_can(
	const struct tournament *t, const struct arbiter_config *p, const struct job *job);

/* Draws whether a game is checked: percent of all. */
bool spot_checks_draws(struct spot_checks *s, double percent);

/* A game of job->worker is to be checked. */
void spot_checks_add(struct spot_checks *s, const struct job *job, const struct db_game *g);

/* Takes the next check that is not of this worker (as job->worker; 0: this machine). *job: its job,
 * with its number in job->check. False: none. */
bool spot_checks_take(struct spot_checks *s, int worker, struct job *job);

/* The check has not begun: it waits again. Or it could not be played: it is given up. */
void spot_checks_return(struct spot_checks *s, const struct job *job);
void spot_checks_drop(struct spot_checks *s, const struct job *job);

/* The game that was checked: its worker, as job->worker and as a row, and its own row. When that
 * worker has gone, another may have its number. */
struct spot_checked {
	int worker;
	int64_t row, game;
};

/* The check was played. True: the games are the same. False: why says where they differ. */
bool spot_checks_played(struct spot_checks *s, const struct job *job, const struct db_game *g,
	struct spot_checked *checked, struct error *why);

#endif
