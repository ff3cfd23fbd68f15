/*
 * progress.h - telling people and programs how a tournament goes: a line on a terminal, faults as
 * they happen, or one JSON object a line for each event. How a schedule stands, and of two bots
 * what is known of their strengths, is in that line, in a line from time to time where there is no
 * terminal (the setting rating-interval), or in an event.
 */
#ifndef REFEREE_DIRECTOR_PROGRESS_H
#define REFEREE_DIRECTOR_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/director/match-strength.h"
#include "referee/director/game-store.h"
#include "referee/definition/tournament.h"

struct progress {
	const struct game_queue *agenda; /* borrowed, as the next two */
	struct match_strength *match;	 /* its games are added to it; NULL: nobody compares bots */
	const struct tournament *t;
	bool line;		  /* on stderr */
	bool faults;		  /* said on stderr */
	bool json;		  /* events on stdout */
	long total, before, done; /* games: of the tournament, played earlier, played now; total -1:
				     nobody knows yet */
	long faulty;		  /* seats that failed, earlier (set by its owner) and now */
	const char *why;	  /* borrowed: what is said at the end of what is not done; NULL */
	int *told;		  /* by bot: faults said; owned */
	char *state;		  /* of the schedule, as it was said last; owned, NULL: not yet */
	usec began, drawn, stated;
	long stated_games; /* how many were done then */
};

/* Says that a tournament goes on. What is shown follows from the flags and from where stderr
 * leads. The agenda has all that is held. */
void progress_init(struct progress *p, struct game_queue *agenda, struct match_strength *match,
	bool json, bool quiet);

/* A game's part of an event: ,"game":... to its seats. */
void progress_write_game(const struct tournament *t, const struct result *r, FILE *out);

/* Of two bots, else nothing: ,"pairs":[...], how many pairs were worth 0, 1/2, 1, 3/2 and 2 points
 * so far; ,"strength":{...}, what follows (strength_estimate_json()). */
void progress_write_pairs(const struct match_strength *match, FILE *out);
void progress_write_strength(
	const struct tournament *t, const struct match_strength *match, FILE *out);

/* One game is finished and kept: what a store announces; p is the argument. */
void progress_on_result(void *p, const struct result *r);

/* Takes the line away, says the end event ("done", "interrupted", ...) and, when all is played,
 * what came of it. */
void progress_end(struct progress *p, const char *how, bool done);

#endif
