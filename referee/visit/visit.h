/*
 * visit.h - the state of the process in which people play, and its pages.
 */
#ifndef REFEREE_VISIT_VISIT_H
#define REFEREE_VISIT_VISIT_H

#include <stdio.h>

#include "referee/base/write-queue.h"
#include "referee/visit/visit-game.h"
#include "referee/visit/visit-process.h"
#include "referee/web/web.h"

enum {
	VISIT_FORM = 512,      /* bytes of a form */
	VISIT_BURST = 40,      /* requests of a person at once, ... */
	VISIT_SOCKET = 1 << 16 /* bytes of a referee's line */
};

#define VISIT_COST (SECOND / 4) /* ... then one in this time */

struct visit {
	struct web web;		   /* the server */
	struct bufferevent *lines; /* of the main process, as the next two */
	struct write_queue out;
	struct event *hand, *second;
	struct visit_table *tables; /* owned: VISIT_TABLES of them */
	int tables_count;
	int games_max;
	int64_t silence; /* seconds */
	struct visit_games games;
	uint64_t key; /* the last */
};

/* --- visit-pages.c ---------------------------------------------------------------------------- */

/* Writes the first page; why: a sentence about a refused request, or "". */
void visit_write_home(const struct visit *v, FILE *out, const char *why);

/* Writes a game's page, or its data as JSON. */
void visit_write_game(const struct visit *v, FILE *out, struct visit_game *g, const char *why);
const char *visit_json(struct visit_game *g, size_t *length);

/* Writes the record of a game that is over. False: it has no result, and err has a line. */
bool visit_write_record(FILE *out, const struct visit_game *g, struct error *err);

#endif
