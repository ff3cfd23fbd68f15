/*
 * daemon-tournament.h - a tournament of the daemon: reads its file, begins, pauses and ends it.
 * Each line for the operator begins with the tournament's name.
 */
#ifndef REFEREE_DAEMON_DAEMON_TOURNAMENT_H
#define REFEREE_DAEMON_DAEMON_TOURNAMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/eta.h"
#include "referee/daemon/live-events.h"
#include "referee/director/director.h"
#include "referee/daemon/web-supervisor.h"
#include "referee/director/resume.h"
#include "referee/director/match-strength.h"
#include "referee/prepare/preparation.h"
#include "referee/director/remote-sessions.h"
#include "referee/daemon/start-conditions.h"

enum { DAEMON_TOURNAMENT_PAGE = 48 };

enum daemon_tournament_state {
	DAEMON_TOURNAMENT_WAITING,
	DAEMON_TOURNAMENT_RUNNING,
	DAEMON_TOURNAMENT_DONE,	   /* all games are played */
	DAEMON_TOURNAMENT_STOPPED, /* an operator stopped it; the games played are stored */
	DAEMON_TOURNAMENT_FAILED,  /* err has the reason */
	DAEMON_TOURNAMENT_STATES
};

/* All pointers are borrowed. */
struct daemon_tournament_options {
	struct event_base *base;
	struct cpu_slots *places;
	uint64_t *commits; /* commits of games so far */
	uint64_t *deaths;  /* of arbiters so far */
	struct live_events *events;
	struct web_supervisor *web;	  /* NULL: no pages */
	struct remote_sessions *sessions; /* remote bots; NULL: the daemon accepts none */
	/* The owner of the token of this name; NULL: there is none. */
	const char *(*owner)(void *arg, const char *name);
	const int64_t *tokens;		  /* a number that changes with the tokens */
	struct latency_histogram *delays; /* of all moves so far */
	bool verbose;			  /* report each game */
	/* A line, which may begin with a level (log.h), about the tournament of this name. */
	void (*say)(void *arg, const char *tournament, const char *line);
	void (*event)(void *arg, const char *json); /* NULL: no events are wanted */
	void *arg;
	/* A tournament has begun to play or has ended; called from an event. */
	void (*changed)(void *changed_arg);
	void *changed_arg;
};

/* The faults of a bot. */
struct daemon_tournament_faults {
	long count;   /* failed seats in all games of the tournament */
	int reported; /* in this run */
};

struct daemon_tournament {
	const struct daemon_tournament_options *options; /* borrowed */
	int64_t number; /* among all tournaments of this daemon, from 1 */
	int64_t owner;	/* the user whose files are read; TEXT_FILE_ANYONE: any's */
	char *path;	/* owned, as all below */
	char *text;	/* the file's text when it was last read; NULL: it could not be read */
	FILE *answer;	/* borrowed: also receives mistakes in the file; may be NULL */
	char **bots;	/* bots added to those of the file: "NAME=COMMAND" */
	int bots_count;
	struct tournament t; /* as last read; the running tournament */
	bool read;	     /* t is valid */
	enum daemon_tournament_state state;
	bool paused, draining, stopping;
	bool renewing;		  /* it stops to begin again at once, with bots that have changed */
	int64_t season_at;	  /* a moment of its season (UTC, ms), if it has seasons */
	bool over;		  /* its season has ended: it plays its last games, or is done */
	bool successor_added;	  /* the tournament of the next season was added */
	bool successor_submitted; /* the next season is submitted, since this one was */
	struct preparation *preparation; /* owned; NULL: its bots are not being prepared */
	struct preparation_calls preparing;
	struct tournament *joining; /* owned: the new bots of the file, while they are built and
				       asked beside the games; NULL: none are */
	struct preparation *join_preparation; /* owned; NULL: none */
	struct preparation_calls join_calls;
	struct bot_programs *programs; /* owned: held since its bots were built, until the store has
					  them; else NULL */
	struct game_queue *queue;      /* owned; these three are NULL unless it runs */
	struct game_store store;
	struct director *director;
	struct match_strength match;	   /* only while it runs */
	struct strength_estimate estimate; /* the last estimate, ... */
	bool compared;			   /* ... valid where two bots play */
	bool strength_sent;		   /* sent to the web process */
	int64_t owners_sent;		   /* the tokens of the owners that were sent; 0: none */
	int owners_bots;		   /* the bots that they were of */
	int allowed;			   /* games at a time */
	struct daemon_tournament_faults *faults; /* owned: by bot; NULL: it has not begun */
	long total, done, here; /* games: in all, -1 if not known; played; played by this process */
	int64_t row;		/* its id in its database; 0: not known yet */
	char page[DAEMON_TOURNAMENT_PAGE]; /* its permanent id once it has begun; "" before */
	long faulty;			   /* failed seats in all its games */
	bool submitted;			   /* submitted, and kept in the queue */
	bool by_operator; /* the operator wants it to begin now, in spite of its start conditions */
	int64_t retry_at; /* time of the next attempt after it could not go on; 0: none */
	bool full;	  /* since the disk was full; else why has the reason */
	int tries;	  /* attempts in a row that failed */
	int64_t logged;	  /* when the log had a line that it cannot go on */
	int failed;	  /* DB_ error of the last attempt to open the database */
	enum start_conditions_for waits; /* the start condition that was last reported */
	bool *present;	/* by bot: it connected to this tournament before this process began; NULL:
			   not read */
	char *unplayed; /* how many games were not played, and why; NULL: all were played */
	char *result;	/* result of a finished test; else NULL */
	usec since, spent; /* since: it may play since then, 0 if it may not; spent: earlier time */
	struct eta pace;   /* of its games, over the time in which it might play */
	char why[2 * ERROR_TEXT];
};

/* Reads and checks the file, and reports all mistakes, also to answer, one per line. With
 * mistakes the result is NULL, and err has their number. answer may be NULL. owner: the user whose
 * files are read, or TEXT_FILE_ANYONE. */
struct daemon_tournament *daemon_tournament_create(const char *path, int64_t owner,
	const struct daemon_tournament_options *options, FILE *answer, struct error *err);

/* The present moment, by which seasons end (UTC, ms). Tests set REFEREE_SEASON_CLOCK to a file that
 * has another one. */
int64_t daemon_tournament_season_now(void);

/* Has its season ended by now? */
bool daemon_tournament_season_is_over(const struct daemon_tournament *entry, int64_t now);

/* The tournament of an earlier season of this one, which is over. The caller owns it. */
struct daemon_tournament *daemon_tournament_create_past(
	const struct daemon_tournament *entry, const char *name, int64_t games);

/* Kills the processes that still run. Accepts NULL. */
void daemon_tournament_free(struct daemon_tournament *entry);

/* Reads its file again, prepares its bots and opens its database. Then it runs, or has failed and
 * reports why. While bots are prepared it still waits; options->changed() is called after that. */
void daemon_tournament_begin(struct daemon_tournament *entry);

/* Does it wait or run? */
bool daemon_tournament_is_live(const struct daemon_tournament *entry);

/* Does it run, or are its bots being prepared? */
bool daemon_tournament_has_begun(const struct daemon_tournament *entry);

/* The start condition that it still waits for; err has a line. Changes only its cached facts
 * about the database. */
enum start_conditions_for daemon_tournament_waits(
	struct daemon_tournament *entry, struct error *err);

/* Checks the start conditions, and reports a new one. True: it has to wait. */
bool daemon_tournament_is_held(struct daemon_tournament *entry);

/* Is no game of it in play, and every result committed? */
bool daemon_tournament_rests(const struct daemon_tournament *entry);

/* Sets the number of games at a time; it must run. */
void daemon_tournament_allow(struct daemon_tournament *entry, int games);

/* The maximum of games at a time that it can use. */
int daemon_tournament_wants(const struct daemon_tournament *entry);

/* Stops after the games in play have ended; at_once: without waiting for them. */
void daemon_tournament_stop(struct daemon_tournament *entry, bool at_once);

/* Has its file changed since it was last read? */
bool daemon_tournament_changed(const struct daemon_tournament *entry);

/* Reads a changed file again. New bots join, if the format allows it. */
void daemon_tournament_reread(struct daemon_tournament *entry);

/* Adds a bot "NAME=COMMAND"; benches a bot or ends its benching. Both persist in the database.
 * True: err describes the effect. False: err has the reason. */
bool daemon_tournament_add_bot(struct daemon_tournament *entry, const char *bot, struct error *err);
bool daemon_tournament_bench_bot(
	struct daemon_tournament *entry, const char *name, bool benched, struct error *err);

/* The list of its bots that were sent has changed; bot: by a version of this one; NULL: not known.
 * A new bot joins, if the format allows it. Otherwise the tournament begins again after the games
 * in play. err describes the effect. */
void daemon_tournament_take_sent(
	struct daemon_tournament *entry, const char *bot, struct error *err);

/* Do both write the same database? */
bool daemon_tournament_shares_database(
	const struct daemon_tournament *one, const struct daemon_tournament *other);

/* Sends its state to the web process. */
void daemon_tournament_publish(struct daemon_tournament *entry);
void daemon_tournament_publish_details(const struct daemon_tournament *entry);

/* Publishes the owners of its bots, if they may have changed. */
void daemon_tournament_publish_owners(struct daemon_tournament *entry);

/* "waiting", "pausing" until all games have ended and are stored, then "paused", ... */
const char *daemon_tournament_state_name(const struct daemon_tournament *entry);

/* Explains its state: why it failed, or why games were not played; "": nothing to explain. */
void daemon_tournament_explain(struct daemon_tournament *entry, char *text, size_t room);

/* Its games in play: those with local bots only, and those with remote bots. */
struct daemon_tournament_games {
	int local, remote, worker; /* local: on this machine */
};
struct daemon_tournament_games daemon_tournament_games(const struct daemon_tournament *entry);

/* The strength estimate of its two bots. False: it has other bots, or has not begun. */
bool daemon_tournament_strength(
	const struct daemon_tournament *entry, struct strength_estimate *estimate);

/* Estimated seconds left; -1: not known. */
double daemon_tournament_left(const struct daemon_tournament *entry);

/* The time in which it might play, so far: the clock of entry->pace. */
usec daemon_tournament_spent(const struct daemon_tournament *entry);

/* --- for daemon-tournament-file.c ------------------------------------------------------------- */

/* Reads its file, and the bots that the operator added. False: all mistakes were reported. */
bool daemon_tournament_read(struct daemon_tournament *entry);

/* Reads its identity from the database, if it has begun: its row and permanent address. */
void daemon_tournament_identify(struct daemon_tournament *entry, struct db *db);

/* Reports a line that begins with the tournament's name. */
void daemon_tournament_log(struct daemon_tournament *entry, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void daemon_tournament_on_log(void *arg, const char *text);

/* Reports a mistake in its file. The line names the file; the last mistake is kept in why. */
void daemon_tournament_on_mistake(void *arg, const char *line);

/* Ends it as failed, for this reason. */
void daemon_tournament_fail(struct daemon_tournament *entry, const char *why);

/* Ends the preparation of its bots, if there is one; and that of bots that join. */
void daemon_tournament_abandon_preparation(struct daemon_tournament *entry);
void daemon_tournament_abandon_join(struct daemon_tournament *entry);

/* Makes its schedule and queue of games, which are large: they exist only while it runs. */
bool daemon_tournament_plan(struct daemon_tournament *entry, struct diagnostics *mistakes);
void daemon_tournament_unplan(struct daemon_tournament *entry);

#endif
