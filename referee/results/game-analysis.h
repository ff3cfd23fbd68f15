/*
 * game-analysis.h - finds the exact values of the positions of stored games, with the solver's
 * process (arbiter/oracle.h).
 *
 * The solver takes each game from its end, where values are cheap, to its start. So it already
 * knows the later positions when it is asked for an earlier one. An answer depends only on the game
 * and the budget. A signal ends the work between two moments of waiting.
 */
#ifndef REFEREE_RESULTS_GAME_ANALYSIS_H
#define REFEREE_RESULTS_GAME_ANALYSIS_H

#include <event2/event.h>
#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"
#include "referee/arbiter/oracle.h"
#include "referee/results/stored-game.h"

enum { GAME_ANALYSIS_SIGNALS = 2 };

struct game_analysis {
	struct oracle *oracle;	   /* owned */
	struct db_analysis *moves; /* owned: of the last game, one for each ply */
	int plies;
	int64_t known;		 /* positions of the last game with a known value */
	bool failed;		 /* the solver's process was lost */
	int signal;		 /* SIGINT or SIGTERM, if it arrived; 0: none */
	struct event_base *base; /* owned, like the next */
	struct event *signals[GAME_ANALYSIS_SIGNALS];
	bool answered; /* the open question was answered */
	int64_t value;
};

/* Prepares an analysis with this limit of positions per value. From here on the first signal stops
 * it cleanly; the second ends the process at once. */
void game_analysis_init(struct game_analysis *a, int64_t nodes);
void game_analysis_clear(struct game_analysis *a);

/* Can the solver solve games such as this one? False: err has a line. */
bool game_analysis_can(struct game_analysis *a, const struct stored_game *g, struct error *err);

/* Finds the two values of each move of a playable game. False: not to its end, since a signal
 * arrived or the solver was lost. */
bool game_analysis_run(struct game_analysis *a, const struct stored_game *g);

/* Finds the value of one position, in the game of the last game_analysis_can() or
 * game_analysis_begin(). fen, moves: as in oracle_value(). False: not known, or a signal arrived.
 */
bool game_analysis_value(
	struct game_analysis *a, const char *fen, const char *moves, int64_t *value);
void game_analysis_begin(struct game_analysis *a, const struct stored_game *g);

/* Has a signal arrived? Looks for one that waits. */
bool game_analysis_is_stopped(struct game_analysis *a);

#endif
