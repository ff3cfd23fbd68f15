/*
 * check-jobs.h - bots examined side by side, each by a process of its own, whose output comes out
 * in one piece, in the order of the bots.
 *
 * As many bots are examined at the same time as there are processors for. One that does not use the
 * processor, since it waits or hangs, takes no place, so that the next begins beside it.
 */
#ifndef REFEREE_COMMANDS_CHECK_JOBS_H
#define REFEREE_COMMANDS_CHECK_JOBS_H

#include <stdbool.h>

#include "referee/check/bot-check.h"
#include "referee/base/cpu-affinity.h"

/* What came of it, in memory that its process shares with us. */
struct check_result {
	volatile bool idle; /* its bot has not used the processor for a second */
	bool done;	    /* it was examined to the end */
	enum bot_check_result result;
	enum step_result_verdict verdict; /* the worst of its steps */
	enum verdict fault;		  /* how its games in the tournament would end */
	char text[STEP_RESULT_TEXT];	  /* the one sentence that matters */
};

struct check_jobs {
	const int *bots; /* borrowed: those to be examined, in this order */
	int count;
	int most; /* at the same time */
	bool pin; /* each keeps to one processor, as the tournament's games do */
	const struct cpu_affinity *only; /* to one of these, borrowed; NULL: any */
	/* Examines a bot in a process of its own, prints what it finds, and fills in its result. */
	void (*work)(void *arg, int bot);
	void *arg;
	struct check_result *results; /* by bot; check_results_create()'s */
};

/* The results of so many bots. NULL with errno: no memory. */
struct check_result *check_results_create(int bots);
void check_results_free(struct check_result *results, int bots);

/* How many bots may be examined at the same time: so many processors there are for us. */
int check_jobs_most(void);

/* Examines all. Returns 0, or the signal that ended it: then no process is left. */
int check_jobs_run(struct check_jobs *j);

#endif
