/*
 * run-tournament.h - one tournament by itself, from its first game to its last, or until a signal.
 */
#ifndef REFEREE_DIRECTOR_RUN_TOURNAMENT_H
#define REFEREE_DIRECTOR_RUN_TOURNAMENT_H

#include "referee/director/director.h"

/*
 * Plays what is on the agenda. The first SIGINT or SIGTERM stops cleanly, the second at once;
 * *signal: which it was, 0 none. SIGHUP reads the definition again where bots may join, and stops
 * elsewhere. why gets a line with DIRECTOR_BROKEN.
 */
enum director_end run_tournament_run(struct game_queue *agenda, struct game_store *store,
	struct reload *joining, const struct wire_wish *log_wire, int *signal, char why[WHY]);

#endif
