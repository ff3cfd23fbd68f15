/*
 * solve-repertoire.c - `referee-solve repertoire`: computes or continues the opening repertoire
 * of the perfect player.
 */
#include "bots/solve/solve.h"

#include <signal.h>
#include <stdio.h>

#include "bots/connect4/repertoire.h"
#include "bots/connect4/solver.h"

enum { SOLVE_REPERTOIRE_PLIES, SOLVE_REPERTOIRE_HASH, SOLVE_REPERTOIRE_DEFAULT = 16 };

static const struct solve_flag solve_repertoire_flags[] = {
	[SOLVE_REPERTOIRE_PLIES] = {"plies", "N",
		"take positions with fewer stones than this (default: 16)"},
	[SOLVE_REPERTOIRE_HASH] = {"hash", "MB",
		"use a table of this many megabytes for the solver (default: 64)"},
	{NULL},
};

static volatile sig_atomic_t solve_repertoire_stopped;

static void solve_repertoire_on_signal(int number)
{
	(void)number;
	solve_repertoire_stopped = 1;
}

static bool solve_repertoire_stop(void *argument)
{
	(void)argument;
	return solve_repertoire_stopped != 0;
}

static enum solve_status solve_repertoire_run(const struct solve_call *call)
{
	const struct sigaction action = {.sa_handler = solve_repertoire_on_signal};
	const char *plies_text = solve_value(call, SOLVE_REPERTOIRE_PLIES);
	const char *hash_text = solve_value(call, SOLVE_REPERTOIRE_HASH);
	int64_t plies = SOLVE_REPERTOIRE_DEFAULT, megabytes = SOLVER_MEGABYTES;
	struct error err;

	if ((plies_text != NULL && !solve_number("--plies", plies_text, 1, 42, &plies, &err)) ||
		(hash_text != NULL &&
			!solve_number("--hash", hash_text, 1, 65536, &megabytes, &err)))
		return solve_fail(SOLVE_USAGE, err.text);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	struct repertoire_job job = {.path = call->words[0],
		.plies = (int)plies,
		.megabytes = (int)megabytes,
		.stop = solve_repertoire_stop};
	int state = repertoire_compute(&job, &err);
	if (state < 0)
		return solve_fail(SOLVE_FAULT, err.text);
	puts(state == 0 ? "done" : "stopped; run the same command to continue");
	return SOLVE_DONE;
}

const struct solve solve_repertoire = {
	.name = "repertoire",
	.usage = "FILE [OPTIONS]",
	.summary = "compute the openings of the perfect Connect Four player, or continue with them",
	.words_least = 1,
	.words_most = 1,
	.flags = solve_repertoire_flags,
	.run = solve_repertoire_run,
};
