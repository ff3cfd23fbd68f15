/*
 * daemon.h - several tournaments in one process: a queue of them, and a limit of games at a time,
 * which the running tournaments share.
 *
 * Everything happens in the events of one event base; no function waits. A function that can
 * refuse returns false and puts the reason into why. On success err describes the effect.
 */
#ifndef REFEREE_DAEMON_DAEMON_H
#define REFEREE_DAEMON_DAEMON_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "referee/daemon/daemon-tournament.h"
#include "referee/submissions/intake.h"
#include "referee/daemon/listener-supervisor.h"
#include "referee/daemon/queue.h"
#include "referee/net/peer-limits.h"

/* All pointers are borrowed. */
struct daemon_options {
	struct event_base *base;
	int concurrency;  /* games at a time, in all: 1..CPU_SLOTS_MAX */
	int side_by_side; /* tournaments at a time */
	struct live_events *events;
	struct web_supervisor *web;	      /* NULL: no pages */
	struct listener_supervisor *listener; /* of remote bots; NULL: the daemon accepts none */
	struct latency_histogram *delays;     /* of all moves so far */
	const char *(*owner)(
		void *arg, const char *name); /* of the token of this name; NULL: none */
	bool verbose;			      /* report each game */
	int64_t send_max;		      /* bytes of one of them */
	int send_hourly;		      /* of one owner */
	struct queue *queue; /* submitted tournaments; NULL: a restart forgets them */
	void (*say)(void *arg, const char *line); /* a line may begin with a level (log.h) */
	void (*say_of)(void *arg, const char *tournament,
		const char *line); /* the same, about a tournament */
	void (*event)(
		void *arg, const char *json); /* one object per line; NULL: no events are wanted */
	void (*changed)(void *arg);	      /* a tournament has begun or ended, or waits */
	void *arg;
};

/* The members are for daemon.c and daemon-status.c only; control.c counts refused. */
struct daemon {
	struct daemon_options options;
	struct daemon_tournament_options tournament_options;
	struct remote_sessions *sessions; /* borrowed; NULL: the daemon accepts no remote bots */
	struct intake *intake;		  /* owned: takes the bots that are sent */
	struct peer_limits *forms;	  /* owned: the addresses that sent forms */
	struct cpu_slots places;
	uint64_t commits;			/* of games, in all tournaments */
	int64_t tokens;				/* readings of the token file */
	uint64_t deaths;			/* of arbiters, likewise */
	uint64_t refused;			/* requests on the control socket */
	struct daemon_tournament **tournaments; /* owned, in order of arrival */
	int count;
	bool paused, draining, ending;
	char *announcement;    /* owned; "": none */
	int64_t numbers;       /* tournaments numbered so far */
	struct event *sharing; /* shares out the games at a time again */
	struct event *publish; /* sends changes to the web process */
	struct event *tick;    /* checks the tournaments that wait */
};

/* Makes a daemon. All that the options point to is borrowed. */
struct daemon *daemon_create(const struct daemon_options *options);

/* Kills the processes that still run. Accepts NULL. */
void daemon_free(struct daemon *daemon);

enum daemon_add {
	DAEMON_TAKEN,
	DAEMON_WRONG, /* the file has mistakes: all were reported and written to answer */
	DAEMON_REFUSED
};

/* Adds a tournament from its file. If the file's tournament is present and has not ended, reads
 * its file again. answer may be NULL. owner: the user whose files are read (text-file.h). */
enum daemon_add daemon_add(
	struct daemon *daemon, const char *path, int64_t owner, FILE *answer, struct error *err);

/* Adds a submitted tournament. A restarted daemon resumes it. */
enum daemon_add daemon_submit(
	struct daemon *daemon, const char *path, FILE *answer, struct error *err);

/* Adds the tournaments that were submitted to an earlier daemon and have not ended. */
void daemon_read_queue(struct daemon *daemon);

/* Is there a tournament of this file that has not ended? */
bool daemon_has(const struct daemon *daemon, const char *path);

/* Is there a tournament of the present text of this file that will not begin again? */
bool daemon_has_had(const struct daemon *daemon, const char *path);

/* Pauses: no game begins. Resumes: games begin again; a waiting tournament that is named begins.
 * Stops: the tournament ends, and the next one begins. name NULL: all tournaments. */
bool daemon_set_paused(struct daemon *daemon, const char *name, bool paused, struct error *err);
bool daemon_stop(struct daemon *daemon, const char *name, struct error *err);

/* Sets the number of games at a time. */
bool daemon_concurrency(struct daemon *daemon, int games, struct error *err);

/* Requests of an operator about one bot of a tournament. False: err says why not. */
bool daemon_add_bot(struct daemon *daemon, const char *name, const char *bot, struct error *err);
bool daemon_bench_bot(
	struct daemon *daemon, const char *name, const char *bot, bool benched, struct error *err);

/* Takes the connection of a form that hands in a bot, if the token is the name's: then it owns fd.
 * Failures of an address are told and counted, and refused for a while, as the listener does it.
 * False: a line in err. */
bool daemon_take_form(struct daemon *daemon, const char *name, const char *token,
	const struct peer_limit_key *from, int fd, struct error *err);

/* The token file was read again: the owners of bots may have changed. */
void daemon_tokens_changed(struct daemon *daemon);

/* Begins to let an earlier version of a bot that was sent play again; version NULL: the one before.
 * answer gets the end, unless daemon_revert_forget() is called before with its arg. */
bool daemon_revert(struct daemon *daemon, const char *name, const char *bot, const char *version,
	const struct intake_answer *answer, struct error *err);
void daemon_revert_forget(struct daemon *daemon, const void *arg);

/* Reads the changed files of all tournaments that have not ended. */
void daemon_reread(struct daemon *daemon);

/* As live_events_watch(); a bot must play in some tournament. */
bool daemon_watch(struct daemon *daemon, const struct watch_options *options,
	const struct live_subscriber_calls *calls, void *owner, struct live_subscriber **watcher,
	struct error *err);

/* No game begins any more. When those in play have ended and are stored, the daemon ends as by
 * daemon_end(). */
bool daemon_drain(struct daemon *daemon, struct error *err);

/* Has daemon_end() been called? */
bool daemon_is_ending(const struct daemon *daemon);

/* Closes all connections of a remote bot, which may connect again. */
bool daemon_kick(struct daemon *daemon, const char *bot, struct error *err);

/* Shows a text on all pages, also after a restart; "": shows none. */
bool daemon_announce(struct daemon *daemon, const char *text, struct error *err);

/* Ends all tournaments; none begins. at_once: without waiting for games in play. */
void daemon_end(struct daemon *daemon, bool at_once);

/* Is no tournament running? */
bool daemon_quiet(const struct daemon *daemon);

/* The daemon's status: lines for people, or one JSON object. */
struct daemon_shown {
	bool json, bots; /* bots: also each remote bot, with its address and the time of its
			    connection */
	bool names;	 /* only a line for each tournament: NAME TAB DB */
};
void daemon_status(const struct daemon *daemon, FILE *out, struct daemon_shown shown);

/* As daemon_tournament_explain(). Also explains why a tournament that could begin still waits. */
void daemon_explain(
	const struct daemon *daemon, struct daemon_tournament *entry, char *text, size_t room);

/* The status in half a line. */
void daemon_summary(const struct daemon *daemon, char *text, size_t room);

#endif
