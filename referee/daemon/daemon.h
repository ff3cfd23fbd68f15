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

struct host;

/* All is borrowed. */
struct host_terms {
	struct event_base *base;
	int concurrency;	     /* games at a time, in all: 1..PLACES_MOST */
	int side_by_side;	     /* tournaments at a time */
	struct broadcast *broadcast; /* NULL: nobody looks on */
	struct roster *roster;	     /* bots from elsewhere; NULL: none can come */
	struct delays *delays;	     /* of all moves so far */
	bool verbose;		     /* each game is said */
	struct queue *queue;	     /* of what is submitted; NULL: a restart forgets it */
	void (*say)(void *arg, const char *line);   /* it may begin with a level (log.h) */
	void (*event)(void *arg, const char *json); /* an object a line; NULL: nobody wants them */
	void (*changed)(void *arg);		    /* a tournament has begun or ended, or waits */
	void *arg;
};

struct host *host_create(const struct host_terms *terms);

/* Kills what still runs. NULL may be freed. */
void host_free(struct host *h);

enum host_add {
	HOST_TAKEN,
	HOST_WRONG, /* the file: all that is, was said, and written into answer */
	HOST_REFUSED
};

/* Takes a tournament in from its file. Of one that is here and has not ended the file is read
 * again. answer NULL: nobody asked. */
enum host_add host_add(struct host *h, const char *path, FILE *answer, char why[WHY]);

/* The same for one that is submitted: a daemon that is started again goes on with it. */
enum host_add host_submit(struct host *h, const char *path, FILE *answer, char why[WHY]);

/* Takes in what was submitted to the daemon before this one and is not over. */
void host_take_queue(struct host *h);

/* Is there one from this file that has not ended? */
bool host_has(const struct host *h, const char *path);

/* Is there one from this file, as the file stands now, that has nothing more to begin? */
bool host_has_had(const struct host *h, const char *path);

/* No game of it begins; they begin again, also of one by name that waits for something; it ends,
 * and the next one begins. name NULL: all. */
bool host_pause(struct host *h, const char *name, char why[WHY]);
bool host_resume(struct host *h, const char *name, char why[WHY]);
bool host_stop(struct host *h, const char *name, char why[WHY]);

/* So many games at a time from now on. */
bool host_concurrency(struct host *h, int games, char why[WHY]);

bool host_add_bot(struct host *h, const char *name, const char *bot, char why[WHY]);
bool host_bench_bot(struct host *h, const char *name, const char *bot, bool benched, char why[WHY]);

/* Reads the files of all again that have not ended and whose file has changed. */
void host_reread(struct host *h);

/* Somebody looks on at a game (spectators.h). */
bool host_look(struct host *h, const struct looker_wish *wish, const struct looker_calls *calls,
	void *owner, struct looker **looker, char why[WHY]);

/* Everything ends; nothing more begins. at_once: without waiting for games to come back. */
void host_end(struct host *h, bool at_once);

/* Does nothing run? */
bool host_quiet(const struct host *h);

/* How it stands: lines for people, or one JSON object. */
struct host_shown {
	bool json, bots; /* bots: also each bot from elsewhere: since when, from where */
};
void host_status(const struct host *h, FILE *out, struct host_shown shown);

/* The same in half a line. */
void host_summary(const struct host *h, char *text, size_t room);

#endif
