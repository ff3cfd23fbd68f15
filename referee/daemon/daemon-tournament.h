/*
 * daemon-tournament.h - a tournament of the daemon: read from its file, begun, paused, ended. What
 * it says for people is a line that begins with its name.
 */
#ifndef REFEREE_DAEMON_DAEMON_TOURNAMENT_H
#define REFEREE_DAEMON_DAEMON_TOURNAMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/base/eta.h"
#include "referee/daemon/live-events.h"
#include "referee/director/director.h"
#include "referee/daemon/web-supervisor.h"
#include "referee/director/resume.h"
#include "referee/director/match-strength.h"
#include "referee/director/remote-sessions.h"
#include "referee/definition/start-conditions.h"

enum { DAEMON_TOURNAMENT_PAGE = 48 };

enum daemon_tournament_state {
	DAEMON_TOURNAMENT_WAITING,
	DAEMON_TOURNAMENT_RUNNING,
	DAEMON_TOURNAMENT_DONE,	   /* all is played */
	DAEMON_TOURNAMENT_STOPPED, /* by somebody; what was played is kept */
	DAEMON_TOURNAMENT_FAILED,  /* why says how */
	DAEMON_TOURNAMENT_STATES
};

/* All is borrowed. */
struct daemon_tournament_terms {
	struct event_base *base;
	struct cpu_slots *places;
	struct live_events *events;
	struct web_supervisor *web;		    /* NULL: there are no pages */
	struct remote_sessions *sessions;	    /* bots from elsewhere; NULL: none can come */
	struct latency_histogram *delays;	    /* of all moves so far */
	bool verbose;				    /* each game is said */
	void (*say)(void *arg, const char *line);   /* it may begin with a level (log.h) */
	void (*event)(void *arg, const char *json); /* NULL: nobody wants events */
	void (*ended)(void *arg);		    /* one of them has ended, out of an event */
	void *arg;
};

struct daemon_tournament {
	const struct daemon_tournament_terms *terms; /* borrowed */
	int64_t number;				     /* among all that there ever were, from 1 */
	char *path;				     /* owned, as all below */
	char *text;   /* of its file, as it was read last; NULL: it could not be */
	FILE *answer; /* borrowed: the file's mistakes go there too; NULL */
	char **bots;  /* "NAME=COMMAND" that came besides the file */
	int bots_count;
	struct tournament t; /* as it was read last, and runs */
	bool read;	     /* t is right */
	enum daemon_tournament_state state;
	bool paused, stopping;
	struct game_queue *agenda; /* owned; these three: while it runs, NULL: it does not */
	struct resume kept;
	struct director *director;
	struct match_strength match;	   /* while it runs; */
	struct strength_estimate estimate; /* then what it came to, ... */
	bool compared;			   /* ... where two bots play */
	bool strength_told;		   /* to the web process */
	int allowed;			   /* games at a time */
	int *told;			   /* by bot: faults said */
	long total, done, here; /* games: in all, -1 not known; played; of these by this process */
	int64_t row;		/* of it in its database; 0: not known yet */
	char page[DAEMON_TOURNAMENT_PAGE]; /* its id for ever, once it has begun; "" before */
	long faulty;			   /* seats that failed, in all its games */
	bool submitted;			   /* and kept in the queue */
	bool asked;    /* the operator wants it to begin, whatever it waits for */
	int64_t again; /* when it is tried again after the disk was full; 0: it was not */
	enum start_conditions_for waits; /* for this, as was said last */
	bool *present;	   /* by bot: it played here before this process; NULL: not looked */
	char *unplayed;	   /* how many games were not played, and why; NULL: all were */
	char *result;	   /* of a test, what came of it, once it is done; else NULL */
	usec since, spent; /* since: it may play, 0 it may not; spent: before that */
	struct eta pace;   /* of its games, by the time that it might play */
	char why[2 * WHY];
};

/* Reads the file, checks it, and says all that is wrong, also into answer, a line each; then it is
 * NULL, and why has how much that is. answer NULL: nobody asked. */
struct daemon_tournament *daemon_tournament_create(
	const char *path, const struct daemon_tournament_terms *terms, FILE *answer, char why[WHY]);

/* Kills what still runs. NULL may be freed. */
void daemon_tournament_free(struct daemon_tournament *e);

/* Reads its file again and opens its database. It is running then, or has failed, and says so. */
void daemon_tournament_begin(struct daemon_tournament *e);

/* What does it wait for before it begins? A line in why. Changes what it remembers of its database
 * alone. */
enum start_conditions_for daemon_tournament_waits(
	struct daemon_tournament *e, char *why, size_t room);

/* The same, and says what it waits for when that is new. True: it has to wait. */
bool daemon_tournament_is_held(struct daemon_tournament *e);

/* The operator wants it to begin now. */
void daemon_tournament_ask(struct daemon_tournament *e);

/* So many games at a time, while it is running. */
void daemon_tournament_allow(struct daemon_tournament *e, int games);

/* The most that it wants at a time. */
int daemon_tournament_wants(const struct daemon_tournament *e);

/* Stops when the games that are played have come back; at_once: without waiting. */
void daemon_tournament_stop(struct daemon_tournament *e, bool at_once);

/* Is its file another than when it was read last? */
bool daemon_tournament_changed(const struct daemon_tournament *e);

/* Reads the file again, if it has changed: bots that are new in it join, where the format takes
 * them. */
void daemon_tournament_reread(struct daemon_tournament *e);

/* A bot "NAME=COMMAND" joins; a bot is not asked any more, or is again. Both hold also when it is
 * taken up later. A line in why: what came of it; false: why it was refused. */
bool daemon_tournament_add_bot(struct daemon_tournament *e, const char *bot, char why[WHY]);
bool daemon_tournament_bench_bot(
	struct daemon_tournament *e, const char *name, bool benched, char why[WHY]);

/* Do both write the same database? */
bool daemon_tournament_shares_database(
	const struct daemon_tournament *one, const struct daemon_tournament *other);

/* Sends its state to the web process. */
void daemon_tournament_publish(struct daemon_tournament *e);

/* "waiting", "pausing" until all games have come back and are kept, then "paused", ... */
const char *daemon_tournament_state_name(const struct daemon_tournament *e);

/* What is to be said of its state: why it failed, why games were not played; "": nothing. */
void daemon_tournament_explain(struct daemon_tournament *e, char *text, size_t room);

/* How many of its games are being played: of local bots alone, and with remote bots. */
struct daemon_tournament_games {
	int local, remote;
};
struct daemon_tournament_games daemon_tournament_games(const struct daemon_tournament *e);

/* What is known of the strengths of its two bots; false: it has others, or has not begun. */
bool daemon_tournament_strength(
	const struct daemon_tournament *e, struct strength_estimate *estimate);

/* How many seconds it will take, about; -1: not known. */
double daemon_tournament_left(const struct daemon_tournament *e);

/* --- for daemon-tournament-file.c ------------------------------------------------------------- */

/* Reads its file, and the bots that the operator added. False: all that is wrong was reported. */
bool daemon_tournament_read(struct daemon_tournament *e);

/* A line for people, which begins with the tournament's name. */
void daemon_tournament_say(struct daemon_tournament *e, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void daemon_tournament_on_say(void *arg, const char *text);

/* A mistake in its file: the line names the file itself, and the last is kept in why. */
void daemon_tournament_on_mistake(void *arg, const char *line);

/* It is over, for this reason. */
void daemon_tournament_fail(struct daemon_tournament *e, const char *why);

/* Its games to be played, which are large: only while they are needed. */
bool daemon_tournament_plan(struct daemon_tournament *e, struct diagnostics *mistakes);
void daemon_tournament_unplan(struct daemon_tournament *e);

#endif
