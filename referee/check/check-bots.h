/*
 * check-bots.h - checks bots of a tournament as it will run them, several at a time. The commands
 * `check` and `class check` both do it here.
 */
#ifndef REFEREE_CHECK_CHECK_BOTS_H
#define REFEREE_CHECK_CHECK_BOTS_H

#include "referee/check/check-games.h"
#include "referee/check/check-jobs.h"
#include "referee/tournament/tournament.h"

enum { CHECK_BOTS_JOBS = 256 };

/* How the verdict of a step is written: for people, in JSON, and its colour at a terminal. */
struct check_bots_verdict {
	const char *word, *json, *colour;
};
extern const struct check_bots_verdict check_bots_verdicts[];

/* The fields up to results are the caller's, and borrowed. */
struct check_bots {
	const struct tournament *t;	 /* a definition without mistakes */
	struct diagnostics *mistakes;	 /* wrong openings are reported here */
	const struct question *question; /* the only one that a bot is asked; NULL: a full check */
	int64_t jobs;			 /* checks at a time; 0: one for each processor */
	bool json, quick, no_stop, colour;
	/* Gets the output of each check as soon as it ends, with the bot's result. NULL: the
	 * outputs are printed in the order of the bots. */
	void (*ended)(void *arg, int bot, const char *text, size_t length);
	/* Gets it as it comes as well; NULL: not wanted. */
	void (*heard)(void *arg, int bot, const char *text, size_t length);
	void *arg;
	struct check_result *results; /* by bot */

	struct arbiter_config config;
	struct check_games games;

	bool progress; /* shows the step that runs, on standard error, a terminal */

	/* Only in the process that checks one bot: */
	const char *bot;
	int steps[STEP_RESULT_SKIPPED + 1]; /* its steps, by verdict */
	struct check_result *result;
};

/* Makes the results and tests the sandbox if bots are to be checked. Returns 0, or the exit status
 * of a failure: err has a line about it, or none if it is one of the mistakes. Close it only after
 * 0. */
int check_bots_open(struct check_bots *c, bool any, struct error *err);
void check_bots_close(struct check_bots *c);

/* Checks these bots. Returns 0, or the signal that ended it. */
int check_bots_run(struct check_bots *c, const int *list, int count);

/* The bots that were checked, and those of them with this result. */
int check_bots_done(const struct check_bots *c);
int check_bots_count(const struct check_bots *c, enum bot_check_result result);

/* Prints a step of a bot as a JSON object. bot NULL: of none. */
void check_bots_print_json(const char *bot, const struct step_result *result);

#endif
