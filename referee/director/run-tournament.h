/*
 * run-tournament.h - plays one tournament in this process, until its last game or a signal.
 */
#ifndef REFEREE_DIRECTOR_RUN_TOURNAMENT_H
#define REFEREE_DIRECTOR_RUN_TOURNAMENT_H

#include "base/error.h"
#include "referee/director/director.h"
#include "referee/director/progress.h"

/*
 * Plays the games of the queue. The first SIGINT or SIGTERM stops cleanly, the second at once.
 * *signal: the signal that stopped it; 0: none. SIGHUP reads the definition again if bots may join;
 * otherwise it stops the tournament. With DIRECTOR_BROKEN err has a line. The progress has the
 * director while it exists, and hears of each second.
 */
enum director_end run_tournament_run(struct game_queue *queue, struct game_store *store,
	struct reload *reload, const struct wire_options *log_wire, int *signal,
	struct progress *progress, struct error *err);

#endif
