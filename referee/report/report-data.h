/*
 * report-data.h - a tournament as the report and the live pages have read it from its database.
 */
#ifndef REFEREE_REPORT_REPORT_DATA_H
#define REFEREE_REPORT_REPORT_DATA_H

#include <stdbool.h>

#include "referee/game/game.h"
#include "referee/game/log-access.h"
#include "referee/rating/rating.h"
#include "referee/report/report.h"
#include "rules/rules.h"

struct report_bot {
	char *name;   /* owned, as it is in the database */
	char *limits; /* owned: of its moves, of its own; NULL: it has none */
	int rank;
	int64_t games, played, wins, draws, losses, faults;
	double points, percent, mean_rank;
};

enum { REPORT_POINTS = 512 };

/* A bot's running ratings. Where they become too many every second is dropped, and of those that
 * follow only each stride-th is kept; the last is kept apart. */
struct report_line {
	int64_t at[REPORT_POINTS]; /* games of the tournament by then */
	double elo[REPORT_POINTS];
	int count;
	int64_t stride, seen;
	int64_t last_at; /* 0: it has no rating */
	double last;
};

/* Ratings as they were after parts of the games, each a fit of its own, for a page that shows what
 * results left open; the report in one file has none. */
enum { REPORT_BANDS = 12 };

struct report_band {
	int64_t at; /* games */
	bool known[REPORT_LINES];
	double elo[REPORT_LINES], error[REPORT_LINES]; /* standard errors */
};

/* The texts of the query tournament-sums. */
enum report_text {
	REPORT_NAME,
	REPORT_GAME,
	REPORT_FORMAT,
	REPORT_SEED,
	REPORT_DEFINITION,
	REPORT_STARTED,
	REPORT_ENDED,
	REPORT_SANDBOX,
	REPORT_NOTE,
	REPORT_TEXTS
};

struct report {
	FILE *out;
	const char *base; /* borrowed: what the addresses of its pages begin with, "/t/1"; NULL: all
			   * is one file */
	struct db *db;
	int64_t tournament;
	const struct report_options *options;
	const struct report_strength *strength; /* borrowed; NULL: not of two bots */
	char *texts[REPORT_TEXTS];		/* owned */
	int seats;
	enum log_policy logs;	  /* who reads what its bots wrote ... */
	struct log_reader reader; /* ... and who reads this: of zeroes, a stranger */
	int64_t games, plies, faults;
	struct report_bot *bots; /* owned, best first */
	int bots_count;
	int *by_name;		   /* owned: the bots' indices in the order of their names */
	const struct rules *rules; /* NULL: there are no such rules here */
	int64_t *ids, listed;	   /* owned: the games that are in it, newest first; how many */
	int64_t first;		   /* the oldest of them; 0: there is none */
	struct setup *setup;	   /* owned: what all games are played with, where that does not
				    * vary; its rules are NULL otherwise */
	bool settled;		   /* setup is the one of the game that is asked for */
	bool running;		   /* and that game is not over */
	struct rating_table *fit;  /* owned: ratings of the bots, by their rows in the standings */
	struct report_line *lines; /* owned: of the first lines_count bots */
	int lines_count;
	struct board *board;	   /* owned: the newest of the file's boards; NULL: there is none */
	int boards;		   /* how many there are */
	bool banded;		   /* the caller's: bands are wanted */
	struct report_band *bands; /* owned: REPORT_BANDS of them; NULL: there are none */
};

/* report-read.c: fills in everything but what the caller has (out, base, db, tournament, options)
 * and what report_load_history() does. A DB_ error; DB_NONE, without words: there is no such
 * tournament. */
int report_load(struct report *r);
void report_clear(struct report *r);

/* report-history.c: fills in fit, lines and lines_count, which want everything else. A DB_ error.
 */
int report_load_history(struct report *r);

/* May the reader see what the bot of this name wrote? The one place where pages ask. */
bool report_logs(const struct report *r, const char *bot);

/* The bot's row in the standings, or -1. */
int report_find(const struct report *r, const char *name);

/* What a game of this seed was played with. False, a line in why: there are no such rules any more.
 */
bool report_setup(const struct report *r, int64_t seed, struct setup *s, char *why, size_t room);

#endif
