/*
 * check-jobs.h - runs bot checks in parallel, each in a process of its own. The output of each
 * check is printed in one piece, in the order of the bots, or passed on when the check ends.
 *
 * As many checks run at a time as there are processors. A bot that uses no processor time, because
 * it waits or hangs, does not count, so that the next check begins beside it.
 */
#ifndef REFEREE_CHECK_CHECK_JOBS_H
#define REFEREE_CHECK_CHECK_JOBS_H

#include <stdbool.h>

#include "referee/check/bot-check.h"
#include "referee/process/cpu-affinity.h"

/* The result of one check, in memory that its process shares with the main process. */
struct check_result {
	volatile bool idle; /* the bot has used no processor time for a second */
	bool done;	    /* the check ran to its end */
	enum bot_check_result result;
	enum step_result_verdict verdict; /* the worst verdict of its steps */
	enum verdict fault;		  /* how its games in the tournament would end */
	int lost;			  /* errno of output that its process lost; 0: none */
	char text[STEP_RESULT_TEXT];	  /* the most important sentence */
	char step[16];			  /* the step that says it; "": none failed or warns */
};

struct check_jobs {
	const int *bots; /* borrowed: the bots to check, in this order */
	int count;
	int most; /* checks at a time */
	bool pin; /* each check keeps to one processor, as the tournament's games do */
	const struct cpu_affinity *only; /* one of these, borrowed; NULL: any */
	/* Checks a bot in a process of its own, prints the findings, and fills in the bot's
	 * result. */
	void (*work)(void *arg, int bot);
	void *arg;
	/* Gets the output of a check that has ended, and its bot. NULL: the outputs are printed. */
	void (*ended)(void *arg, int bot, const char *text, size_t length);
	void *ended_arg;
	/* Gets the output of a check as it comes, if ended() is there too; NULL: not wanted. */
	void (*heard)(void *arg, int bot, const char *text, size_t length);
	struct check_result *results; /* by bot; from check_results_create() */
};

/* Results for this number of bots. NULL with errno: no memory. */
struct check_result *check_results_create(int bots);
void check_results_free(struct check_result *results, int bots);

/* The number of checks that may run at a time: the processors that this process may use. */
int check_jobs_most(void);

/* Runs all checks. Returns 0, or the signal that ended it: then no process is left. */
int check_jobs_run(struct check_jobs *j);

#endif
