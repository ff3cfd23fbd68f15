/*
 * worker-games.h - counts the games of a worker from the lines that it passes on. Pure.
 *
 * A line "RUNNER play ..." of the referee requests a game, and a line "RUNNER end ..." or "RUNNER
 * void ..." of the arbiter ends it. Bytes come in pieces of any size.
 */
#ifndef REFEREE_MACHINES_WORKER_GAMES_H
#define REFEREE_MACHINES_WORKER_GAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/bot/arbiter-config.h"

enum { WORKER_GAMES_WORDS = 24 /* bytes that tell which line it is */ };

/* The lines of one direction. */
struct worker_games_lines {
	char begin[WORKER_GAMES_WORDS]; /* of the current line */
	size_t used;			/* 0: a line begins */
	int count;			/* lines that were counted */
};

/* Starts as {0}. */
struct worker_games {
	struct worker_games_lines requests, records;
};

/* Takes bytes of the referee, or of the arbiter. */
void worker_games_requested(struct worker_games *g, const char *bytes, size_t length);
void worker_games_recorded(struct worker_games *g, const char *bytes, size_t length);

/* Is the arbiter in the middle of a line? */
bool worker_games_in_line(const struct worker_games *g);

/* The games in play, or requested. */
int worker_games_count(const struct worker_games *g);

/* May the speed of a machine with this many cores be measured, without disturbing a game with a
 * clock? */
bool worker_games_may_measure(
	const struct worker_games *g, const struct arbiter_config *config, int cores);

#endif
