/*
 * ratings.h - results for `referee ratings`, from a database or a file, and the table of ratings.
 */
#ifndef REFEREE_RESULTS_RATINGS_H
#define REFEREE_RESULTS_RATINGS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/hash-table.h"
#include "db/db.h"
#include "base/text-table.h"
#include "referee/rating/rating.h"

/* A map between names and numbers. */
struct ratings_names {
	char **names; /* owned */
	int count, room;
	struct hash_table numbers; /* of the names, which it borrows */
};

/* The number of a name; a new name gets the next number. */
int ratings_name(struct ratings_names *n, const char *name);
int ratings_name_find(const struct ratings_names *n, const char *name); /* -1: there is none */
void ratings_names_clear(struct ratings_names *n);

/* All results: the input of rating_create(), and the bots' names. */
struct ratings_results {
	struct rating_games games; /* its arrays are the next two */
	int32_t *bot;		   /* owned */
	uint8_t *rank;		   /* owned */
	size_t room;		   /* allocated games */
	struct ratings_names names;
};

/* Adds room for one game of games.seats seats. Returns its index. */
size_t ratings_add(struct ratings_results *r);
void ratings_results_clear(struct ratings_results *r);

/* Reads results of games of games.seats seats, by the names of their bots. A DB_ error.
 * *strange: the first game with another number of seats, which ends the reading; 0: none. */
int ratings_gather(
	struct ratings_results *r, struct db *db, const struct db_results_of *of, int64_t *strange);

/* Fits the results of one tournament, whose games have r->games.seats seats, with the presets of
 * `referee ratings`. *table NULL: the results are not enough. A DB_ error. */
int ratings_fit(
	struct ratings_results *r, struct db *db, int64_t tournament, struct rating_table **table);

/* Reads a CSV file: first,second,score_first or game,seat,player,place. False: there are
 * mistakes. Each was reported on stderr as FILE:LINE: with the problem and the remedy. */
bool ratings_from(struct ratings_results *r, const char *path);

/* The facts that the table shows beside the fit. */
struct ratings_shown {
	const struct rating_table *table;
	const struct ratings_results *results;
	const struct rating_options *options;
	enum text_table_format format;
	FILE *out;
};

/* ratings-table.c: prints the table. */
void ratings_show(const struct ratings_shown *s);

#endif
