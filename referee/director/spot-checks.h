/*
 * spot-checks.h - games of workers that are played again on another machine, to compare them.
 *
 * Only games between house bots with limits of nodes or depth, and none of time, are the same
 * everywhere. Which of them are checked is drawn at random, so that no worker can know it. The
 * second game is not stored. If it differs and another worker played it, the game is played once
 * more, here: this machine decides which of the two workers is wrong.
 */
#ifndef REFEREE_DIRECTOR_SPOT_CHECKS_H
#define REFEREE_DIRECTOR_SPOT_CHECKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

#include "db/db.h"
#include "referee/bot/arbiter-config.h"
#include "referee/tournament/tournament.h"
#include "referee/director/game-queue.h"
#include "referee/machines/worker-facts.h"

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
	const struct tournament *t, const struct arbiter_config *config, const struct job *job);

/* Draws whether a game is checked: percent of all. */
bool spot_checks_draws(struct spot_checks *s, double percent);

/* A game of the worker of this name is to be checked. */
void spot_checks_add(
	struct spot_checks *s, const struct job *job, const struct db_game *g, const char *name);

/* Takes the next check that is not of a worker of this name, for this worker (as job->worker; 0:
 * this machine). *job: its job, with its number in job->check. False: none. */
bool spot_checks_take(struct spot_checks *s, int worker, const char *name, struct job *job);

/* The check has not begun: it waits again. Or it could not be played: it is given up. */
void spot_checks_return(struct spot_checks *s, const struct job *job);
void spot_checks_drop(struct spot_checks *s, const struct job *job);

enum spot_check_result {
	SPOT_CHECK_SAME,
	SPOT_CHECK_AGAIN, /* they differ: the game is to be played here */
	SPOT_CHECK_DIFFERS
};

struct spot_checked {
	char first[WORKER_NAME], second[WORKER_NAME]; /* the workers; second "": this machine */
	int64_t second_row;			      /* 0: this machine */
	int64_t game;				      /* the first game's row */
	bool first_is_wrong; /* of SPOT_CHECK_DIFFERS; false: the second is */
};

/* The check was played, by the worker of this name and row if job->worker is not 0. why: where the
 * games differ. */
enum spot_check_result spot_checks_played(struct spot_checks *s, const struct job *job,
	const struct db_game *g, const char *name, int64_t row, struct spot_checked *checked,
	struct error *why);

#endif
