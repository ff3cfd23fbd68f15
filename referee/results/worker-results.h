/*
 * worker-results.h - the results of each machine of a tournament, and whether they look like those
 * of the other machines: for `referee worker list` and the pages.
 */
#ifndef REFEREE_RESULTS_WORKER_RESULTS_H
#define REFEREE_RESULTS_WORKER_RESULTS_H

#include <stdint.h>
#include <stdio.h>

#include "db/db.h"
#include "base/text-table.h"
#include "referee/rating/worker-residuals.h"

/* One machine. Texts are owned. */
struct worker_result {
	char *name;					      /* DB_HERE: this machine */
	int64_t games, late, faults, lost, checks, different; /* as in the view worker_results */
	double seconds;			      /* mean duration of a game; NAN: it played none */
	int64_t slots, cores;		      /* 0: unknown, as of this machine */
	int64_t speed;			      /* nodes per second; 0: unknown */
	char *arch, *cpu, *sandbox, *version; /* NULL: unknown */
	char *distrusted;		      /* why its games do not count; NULL: they do */
	int64_t first_ms, last_ms;	      /* UTC; 0: unknown */
	struct worker_residual residual;      /* its bot is an index of bots below */
	char *bot;			      /* the name of that bot; NULL: none */
};

struct worker_results {
	struct worker_result *workers; /* owned */
	int count;
	bool others; /* a machine other than this one is among them */
};

/* Reads all machines of a tournament whose games have this many seats; this machine is first if it
 * played. A DB_ error. */
int worker_results_read(struct worker_results *r, struct db *db, int64_t tournament, int seats);
void worker_results_clear(struct worker_results *r);

/* A sentence for people about the machine's results, which the caller frees. */
char *worker_result_remark(const struct worker_result *w);

/* Prints one line for each machine. */
void worker_results_print(const struct worker_results *r, enum text_table_format format, FILE *out);

#endif
