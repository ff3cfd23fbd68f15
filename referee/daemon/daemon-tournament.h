/*
 * daemon-tournament.h - a tournament of the daemon: read from its file, begun, paused, ended. What
 * it says for people is a line that begins with its name.
 */
#ifndef REFEREE_DAEMON_DAEMON_TOURNAMENT_H
#define REFEREE_DAEMON_DAEMON_TOURNAMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/base/eta.h"
#include "referee/daemon/live-broadcast.h"
#include "referee/director/director.h"
#include "referee/daemon/spectators.h"
#include "referee/director/resume.h"
#include "referee/director/match-strength.h"
#include "referee/director/remote-sessions.h"
#include "referee/definition/start-conditions.h"

enum { ENTRY_PAGE = 48 };

enum entry_state {
	ENTRY_WAITING,
	ENTRY_RUNNING,
	ENTRY_DONE,    /* all is played */
	ENTRY_STOPPED, /* by somebody; what was played is kept */
	ENTRY_FAILED,  /* why says how */
	ENTRY_STATES
};

/* All is borrowed. */
struct entry_terms {
	struct event_base *base;
	struct places *places;
	struct broadcast *broadcast; /* NULL: there are no pages */
	struct gallery *gallery;
	struct roster *roster;			    /* bots from elsewhere; NULL: none can come */
	struct delays *delays;			    /* of all moves so far */
	bool verbose;				    /* each game is said */
	void (*say)(void *arg, const char *line);   /* it may begin with a level (log.h) */
	void (*event)(void *arg, const char *json); /* NULL: nobody wants events */
	void (*ended)(void *arg);		    /* one of them has ended, out of an event */
	void *arg;
};

struct entry {
	const struct entry_terms *terms; /* borrowed */
	int64_t number;			 /* among all that there ever were, from 1 */
	char *path;			 /* owned, as all below */
	char *text;   /* of its file, as it was read last; NULL: it could not be */
	FILE *answer; /* borrowed: the file's mistakes go there too; NULL */
	char **bots;  /* "NAME=COMMAND" that came besides the file */
	int bots_count;
	struct tournament t; /* as it was read last, and runs */
	bool read;	     /* t is right */
	enum entry_state state;
	bool paused, stopping;
	struct agenda *agenda; /* owned; these three: while it runs, NULL: it does not */
	struct kept kept;
	struct director *director;
	struct match match;	  /* while it runs; */
	struct estimate estimate; /* then what it came to, ... */
	bool compared;		  /* ... where two bots play */
	bool strength_told;	  /* to those who look on */
	int allowed;		  /* games at a time */
	int *told;		  /* by bot: faults said */
	long total, done, here; /* games: in all, -1 not known; played; of these by this process */
	int64_t row;		/* of it in its database; 0: not known yet */
	char page[ENTRY_PAGE];	/* its id for ever, once it has begun; "" before */
	long faulty;		/* seats that failed, in all its games */
	bool submitted;		/* and kept in the queue */
	bool asked;		/* the operator wants it to begin, whatever it waits for */
	int64_t again;		/* when it is tried again after the disk was full; 0: it was not */
	enum waiting_for waits; /* for this, as was said last */
	bool *present;		/* by bot: it played here before this process; NULL: not looked */
	char *unplayed;		/* how many games were not played, and why; NULL: all were */
	char *result;		/* of a test, what came of it, once it is done; else NULL */
	usec since, spent;	/* since: it may play, 0 it may not; spent: before that */
	struct pace pace;	/* of its games, by the time that it might play */
	char why[2 * WHY];
};

/* Reads the file, checks it, and says all that is wrong, also into answer, a line each; then it is
 * NULL, and why has how much that is. answer NULL: nobody asked. */
struct entry *entry_create(
	const char *path, const struct entry_terms *terms, FILE *answer, char why[WHY]);

/* Kills what still runs. NULL may be freed. */
void entry_free(struct entry *e);

/* Reads its file again and opens its database. It is running then, or has failed, and says so. */
void entry_begin(struct entry *e);

/* What does it wait for before it begins? A line in why. Changes what it remembers of its database
 * alone. */
enum waiting_for entry_waits(struct entry *e, char *why, size_t room);

/* The same, and says what it waits for when that is new. True: it has to wait. */
bool entry_is_held(struct entry *e);

/* The operator wants it to begin now. */
void entry_ask(struct entry *e);

/* So many games at a time, while it is running. */
void entry_allow(struct entry *e, int games);

/* The most that it wants at a time. */
int entry_wants(const struct entry *e);

/* Stops when the games that are played have come back; at_once: without waiting. */
void entry_stop(struct entry *e, bool at_once);

/* Is its file another than when it was read last? */
bool entry_changed(const struct entry *e);

/* Reads the file again, if it has changed: bots that are new in it join, where the format takes
 * them. */
void entry_reread(struct entry *e);

/* A bot "NAME=COMMAND" joins; a bot is not asked any more, or is again. Both hold also when it is
 * taken up later. A line in why: what came of it; false: why it was refused. */
bool entry_add_bot(struct entry *e, const char *bot, char why[WHY]);
bool entry_bench_bot(struct entry *e, const char *name, bool benched, char why[WHY]);

/* Do both write the same database? */
bool entry_shares_database(const struct entry *one, const struct entry *other);

/* Tells those who look on how it stands. */
void entry_broadcast(struct entry *e);

/* "waiting", "pausing" until all games have come back and are kept, then "paused", ... */
const char *entry_state_name(const struct entry *e);

/* What is to be said of its state: why it failed, why games were not played; "": nothing. */
void entry_explain(struct entry *e, char *text, size_t room);

/* How many of its games are being played: by arbiters, in the hall. */
struct entry_games {
	int arbiters, tables;
};
struct entry_games entry_games(const struct entry *e);

/* What is known of the strengths of its two bots; false: it has others, or has not begun. */
bool entry_strength(const struct entry *e, struct estimate *estimate);

/* How many seconds it will take, about; -1: not known. */
double entry_left(const struct entry *e);

#endif
