/*
 * worker-examine.h - finds out, before the first game, which bots a machine cannot play.
 *
 * Each foreign bot is started once in its own sandbox until `ugiok` (bot/startup-check.h). A bot
 * cannot be played if its program cannot be started, or ends before `ugiok`: an interpreter or a
 * library is missing, or it is a program for another architecture. A bot that is slow, or breaks
 * rules, can be played: it loses its games by its verdicts, as everywhere.
 *
 * Bots that were built for another architecture are built here first, with the same command in the
 * same sandbox. The build stays in the cache of builds (prepare/builder.h).
 *
 * A process of its own does this, since builds take minutes and bots are not trusted. It writes a
 * line "cannot" of worker-messages.h for each bot that cannot be played, and "done" at its end.
 */
#ifndef REFEREE_MACHINES_WORKER_EXAMINE_H
#define REFEREE_MACHINES_WORKER_EXAMINE_H

#include <stdbool.h>

#include "base/error.h"
#include "referee/process/process.h"
#include "referee/machines/worker-config.h"

/* arg: a struct worker_config with its folders settled; the process changes its own copy. */
extern const struct process_kind worker_examine_process;

/* Must the bot be built on this machine, whose architecture is arch? */
bool worker_examine_builds(const struct worker_config *w, int program, const char *arch);

/* Finds the builds that the process has made; the bots run there from now on. Builds in use stay in
 * the cache until this process ends. */
void worker_examine_find_builds(struct worker_config *w, const char *arch);

#endif
