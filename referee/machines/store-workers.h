/*
 * store-workers.h - the workers of a tournament, as its store knows them: their numbers, and those
 * whose games count no more.
 *
 * A worker has its number before its row is written, which may be much later.
 */
#ifndef REFEREE_MACHINES_STORE_WORKERS_H
#define REFEREE_MACHINES_STORE_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

struct distrusted_worker {
	char *name, *why; /* owned */
	bool stored;	  /* its games are void */
};

/* All zeroes: none. */
struct store_workers {
	int64_t *ids; /* owned: rows of the database, by number - 1; 0: not written yet */
	int count;
	struct distrusted_worker *distrusted; /* owned */
	int distrusted_count;
};

/* Frees all; w has none then. */
void store_workers_clear(struct store_workers *w);

/* The number of a row, which it may have already; id 0: a new one, whose row is not written yet. */
int64_t store_workers_number(struct store_workers *w, int64_t id);

/* The row of a number; 0 for 0, which is this machine. */
int64_t store_workers_id(const struct store_workers *w, int64_t number);

/* The games of the worker of this name are to count no more, for this reason. */
struct distrusted_worker *store_workers_distrust(
	struct store_workers *w, const char *name, const char *why);

/* Why the games of this worker count no more; NULL: they do. */
const char *store_workers_distrusted(const struct store_workers *w, const char *name);

/* The next one whose games are not void yet; NULL: none. */
struct distrusted_worker *store_workers_untrusted(struct store_workers *w);

#endif
