/*
 * ratings.h - what the files of `referee ratings` share: the results as they are gathered, from a
 * database or from a file, and the table that is made of them.
 */
#ifndef REFEREE_RESULTS_RATINGS_H
#define REFEREE_RESULTS_RATINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "db/db.h"
#include "referee/base/text-table.h"
#include "referee/rating/rating.h"

/* Names by number, and numbers by name. */
struct ratings_names {
	char **names; /* owned */
	int count, room;
	int *slots; /* numbers + 1 by hash; 0: free */
	int size;   /* a power of 2 */
};

/* The number of a name, which it gets when it is new. */
int ratings_name(struct ratings_names *n, const char *name);
int ratings_name_find(const struct ratings_names *n, const char *name); /* -1: there is none */
void ratings_names_clear(struct ratings_names *n);

/* All results: what rating_create() takes, and whose they are. */
struct ratings_results {
	struct rating_games games; /* its arrays are the next two */
	int32_t *bot;		   /* owned */
	uint8_t *rank;		   /* owned */
	size_t room;		   /* games */
	struct ratings_names names;
};

/* Room for one game more, of games.seats seats: returns which it is. */
size_t ratings_add(struct ratings_results *r);
void ratings_results_clear(struct ratings_results *r);

/* Reads results of games of games.seats seats, by the names of their bots. A DB_ error. *strange: a
 * game that has not so many, and nothing after it was read; 0: there is none. */
int ratings_gather(
	struct ratings_results *r, struct db *db, const struct db_results_of *of, int64_t *strange);

/* Fits the results of one tournament, whose games have r->games.seats seats, with the presets of
 * `referee ratings`. *table NULL: they say nothing. A DB_ error. */
int ratings_fit(
	struct ratings_results *r, struct db *db, int64_t tournament, struct rating_table **table);

/* ratings-from.c: reads first,second,score_first or game,seat,player,place. False: every mistake is
 * told on stderr, as FILE:LINE: what, and what would be right. */
bool ratings_from(struct ratings_results *r, const char *path);

/* What the table says beside what was fitted. */
struct ratings_shown {
	const struct rating_table *table;
	const struct ratings_results *results;
	const struct rating_options *options;
	enum text_table_format format;
};

/* ratings-table.c: prints it. */
void ratings_show(const struct ratings_shown *s);

#endif
