/*
 * daemon.h - several tournaments in one process: a queue, and so many games at a time, which are
 * shared among the tournaments that run.
 *
 * Everything happens in the events of one base. Nothing here waits. A function that can be refused
 * returns false then, with the reason in why; else why is a line that says what came of it.
 */
#ifndef REFEREE_DAEMON_DAEMON_H
#define REFEREE_DAEMON_DAEMON_H

#include <stdbool.h>
#include <stdio.h>

#include "referee/daemon/daemon-tournament.h"
#include "referee/daemon/queue.h"

/* All is borrowed. */
struct daemon_terms {
	struct event_base *base;
	int concurrency;  /* games at a time, in all: 1..CPU_SLOTS_MAX */
	int side_by_side; /* tournaments at a time */
	struct live_events *events;
	struct web_supervisor *web;	  /* NULL: there are no pages */
	struct remote_sessions *sessions; /* bots from elsewhere; NULL: none can come */
	struct latency_histogram *delays; /* of all moves so far */
	bool verbose;			  /* each game is said */
	struct queue *queue;		  /* of what is submitted; NULL: a restart forgets it */
	void (*say)(void *arg, const char *line);   /* it may begin with a level (log.h) */
	void (*event)(void *arg, const char *json); /* an object a line; NULL: nobody wants them */
	void (*changed)(void *arg);		    /* a tournament has begun or ended, or waits */
	void *arg;
};

/* Its members are for daemon.c and daemon-status.c alone. */
struct daemon {
	struct daemon_terms terms;
	struct daemon_tournament_terms daemon_tournament_terms;
	struct cpu_slots places;
	struct daemon_tournament **tournaments; /* owned: in the order they came */
	int count;
	bool paused, ending;
	int64_t numbers;    /* of tournaments, so far */
	struct event *due;  /* sharing anew */
	struct event *beat; /* the web process gets what has changed */
	struct event *tick; /* those that wait for something are looked at */
};

struct daemon *daemon_create(const struct daemon_terms *terms);

/* Kills what still runs. NULL may be freed. */
void daemon_free(struct daemon *h);

enum daemon_add {
	DAEMON_TAKEN,
	DAEMON_WRONG, /* the file: all that is, was said, and written into answer */
	DAEMON_REFUSED
};

/* Takes a tournament in from its file. Of one that is here and has not ended the file is read
 * again. answer NULL: nobody asked. */
enum daemon_add daemon_add(struct daemon *h, const char *path, FILE *answer, char why[WHY]);

/* The same for one that is submitted: a daemon that is started again goes on with it. */
enum daemon_add daemon_submit(struct daemon *h, const char *path, FILE *answer, char why[WHY]);

/* Takes in what was submitted to the daemon before this one and is not over. */
void daemon_take_queue(struct daemon *h);

/* Is there one from this file that has not ended? */
bool daemon_has(const struct daemon *h, const char *path);

/* Is there one from this file, as the file stands now, that has nothing more to begin? */
bool daemon_has_had(const struct daemon *h, const char *path);

/* No game of it begins; they begin again, also of one by name that waits for something; it ends,
 * and the next one begins. name NULL: all. */
bool daemon_pause(struct daemon *h, const char *name, char why[WHY]);
bool daemon_resume(struct daemon *h, const char *name, char why[WHY]);
bool daemon_stop(struct daemon *h, const char *name, char why[WHY]);

/* So many games at a time from now on. */
bool daemon_concurrency(struct daemon *h, int games, char why[WHY]);

bool daemon_add_bot(struct daemon *h, const char *name, const char *bot, char why[WHY]);
bool daemon_bench_bot(
	struct daemon *h, const char *name, const char *bot, bool benched, char why[WHY]);

/* Reads the files of all again that have not ended and whose file has changed. */
void daemon_reread(struct daemon *h);

/* As live_events_watch(), for a bot that plays in some tournament. */
bool daemon_watch(struct daemon *h, const struct watch_wish *wish,
	const struct live_subscriber_calls *calls, void *owner, struct live_subscriber **watcher,
	char why[WHY]);

/* Everything ends; nothing more begins. at_once: without waiting for games to come back. */
void daemon_end(struct daemon *h, bool at_once);

/* Does nothing run? */
bool daemon_quiet(const struct daemon *h);

/* How it stands: lines for people, or one JSON object. */
struct daemon_shown {
	bool json, bots; /* bots: also each bot from elsewhere: since when, from where */
};
void daemon_status(const struct daemon *h, FILE *out, struct daemon_shown shown);

/* The same in half a line. */
void daemon_summary(const struct daemon *h, char *text, size_t room);

#endif
