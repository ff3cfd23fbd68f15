/*
 * worker-lives.h - the main processes that a worker hears through a broker, and which of them it
 * plays for. Pure: it is told what was heard, the time, and a random number.
 *
 * A main process says its life (worker-session.h) and how many slots play for it, once a second.
 * The worker joins the one with the fewest slots of those that were heard in the last
 * WORKER_LIVES_FORGET and did not refuse it lately. It leaves when another one would have fewer
 * slots than its own even with the worker's, for WORKER_LIVES_UNFAIR and up to as long again, which
 * is drawn at random, so that not all workers leave at once.
 */
#ifndef REFEREE_MACHINES_WORKER_LIVES_H
#define REFEREE_MACHINES_WORKER_LIVES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/time.h"
#include "referee/machines/worker-session.h"

enum {
	WORKER_LIVES = 16,     /* that are remembered; the one that was silent longest goes first */
	WORKER_LIVES_TEXT = 64 /* bytes of what is said */
};

#define WORKER_LIVES_FORGET (3 * SECOND)  /* a life that is silent for longer is gone */
#define WORKER_LIVES_UNFAIR (20 * SECOND) /* also: until one that refused is asked again */

struct worker_life {
	char name[WORKER_SESSION_NAME]; /* "": free */
	int64_t slots;			/* that play for it */
	usec heard, refused;		/* 0: not so */
};

/* Starts as {0}. */
struct worker_lives {
	struct worker_life lives[WORKER_LIVES];
	char mine[WORKER_SESSION_NAME]; /* of the session; "": there is none */
	usec unfair; /* since when another life has fewer slots, or a while later; 0: none */
};

extern const struct line_table worker_hello_table;

/* Writes the text of a main process: "LIFE SLOTS". Returns its length. */
size_t worker_lives_say(const char *life, int64_t slots, char text[WORKER_LIVES_TEXT]);

/* Takes what a main process said. False: it is malformed. */
bool worker_lives_hear(struct worker_lives *w, const char *text, size_t length, usec now);

/* The name of the life to join; NULL: none. It is valid until the next call. */
const char *worker_lives_choose(const struct worker_lives *w, usec now);

/* A session with this life begins, or the session ends: its life may be gone, and must be heard
 * again before it is chosen. refused: it did not take the worker. */
void worker_lives_begin(struct worker_lives *w, const char *name);
void worker_lives_end(struct worker_lives *w, bool refused, usec now);

/* Was the life of the session not heard lately? */
bool worker_lives_is_gone(const struct worker_lives *w, usec now);

/* Should the worker, which has these slots, leave its session for another life? To be called all
 * the time. random: from 0. */
bool worker_lives_leaves(struct worker_lives *w, int slots, usec now, long random);

#endif
