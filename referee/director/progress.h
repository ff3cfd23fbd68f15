/*
 * progress.h - reports the progress of a tournament to people and programs. The output is a status
 * line on a terminal, faults as they happen, or one JSON object per line for each event.
 *
 * The state of the schedule is also reported, and for two bots the estimate of their strengths. It
 * is in the status line, in an event, or without a terminal in a line from time to time (the
 * setting rating-interval).
 */
#ifndef REFEREE_DIRECTOR_PROGRESS_H
#define REFEREE_DIRECTOR_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/json.h"
#include "referee/director/match-strength.h"
#include "referee/director/game-store.h"
#include "referee/tournament/tournament.h"

struct director;

struct progress {
	const struct game_queue *queue; /* borrowed, as the next two */
	struct match_strength *match; /* progress adds its games; NULL: no comparison of two bots */
	const struct tournament *t;
	const struct director *director; /* its workers are reported; NULL: none */
	bool line;			 /* on stderr */
	bool faults;			 /* printed on stderr */
	bool json;			 /* events on stdout */
	long total, before, done; /* games: of the tournament, played earlier, played now; total -1:
				     not known yet */
	long faulty;		  /* seats that failed, earlier (the owner sets it) and now */
	const char *why;     /* borrowed: the reason that is printed if the tournament is not done;
				NULL: none */
	int *faults_printed; /* by bot: faults printed; owned */
	char *state;	     /* the schedule's state when last printed; owned; NULL: not yet */
	usec began, drawn, stated;
	long stated_games; /* value of done then */
};

/* Reports that a tournament starts or resumes. The flags and stderr decide the output. The queue
 * holds all played games. */
void progress_init(struct progress *p, struct game_queue *queue, struct match_strength *match,
	bool json, bool quiet);

/* Writes a game's part of an event: "game":... to its seats. */
void progress_write_game(const struct tournament *t, const struct result *r, struct json_writer *j);

/* For two bots only: "pairs":[...], the counts of pairs worth 0, 1/2, 1, 3/2 and 2 points so far;
 * and "strength":{...}, the estimate from them (strength_estimate_json()). */
void progress_write_pairs(const struct match_strength *match, struct json_writer *j);
void progress_write_strength(
	const struct tournament *t, const struct match_strength *match, struct json_writer *j);

/* A game is finished and committed: a store's announce call; p is the argument. */
void progress_on_result(void *p, const struct result *r);

/* At a terminal: draws the line again if it is not drawn often by games that end. Called each
 * second. */
void progress_on_second(struct progress *p);

/* Removes the status line, and writes the end event ("done", "interrupted", ...). When all is
 * played, it also writes the final result. */
void progress_end(struct progress *p, const char *how, bool done);

#endif
