/*
 * intake.h - takes the bots that `referee send` hands in, each in a process of its own.
 *
 * The listener passes a connection whose client has proved its name. The intake starts a process
 * (referee-intake) for it, which reads the request and the file, unpacks, builds and checks the bot
 * in the sandbox, and answers. The daemon itself reads none of these bytes and never waits. The
 * processes receive beside each other, at a lower priority. They work one after the other: next is
 * the owner whose bots were checked for the shortest time of late, of these the one that has waited
 * for longest. While one works for more than INTAKE_QUICK, a second one may: of an owner whose last
 * check took no longer than that.
 *
 * A fit version is in the list of the tournament's bots before the daemon hears of it, so it
 * survives any end of the daemon. A process that dies changes nothing. At the start a process
 * removes what killed ones left.
 *
 * intake-messages.h has the lines between the daemon and a process.
 */
#ifndef REFEREE_SUBMISSIONS_INTAKE_H
#define REFEREE_SUBMISSIONS_INTAKE_H

#include <event2/event.h>

#include "base/error.h"
#include "referee/process/process.h"
#include "referee/submissions/intake-messages.h"
#include "base/time.h"

enum {
	INTAKE_PROCESSES = 32 /* at a time */
};

#define INTAKE_RECEIVE (60 * SECOND)	  /* for the request and the file; else REFEREE_SEND_SEC */
#define INTAKE_CHECK   (15 * 60 * SECOND) /* for unpacking, builds and checks */
#define INTAKE_QUICK   (20 * SECOND)	  /* of a check; else REFEREE_QUICK_SEC */

/* A process that serves one bot. Its argument is a struct intake_order. */
extern const struct process_kind intake_process;

/* A tournament that takes bots. */
struct intake_place {
	const char *name, *conf;
};

enum intake_task {
	INTAKE_CLIENT, /* serve a client, whose connection comes over PROCESS_FD_CHANNEL */
	INTAKE_BACK,   /* take a version back, for the operator */
	INTAKE_TIDY,   /* remove what a killed process left, and write the list of bots */
};

/* The task of a process. It is the argument of its kind. */
struct intake_order {
	enum intake_task task;
	char bot[64];	    /* a proved name, or the operator's */
	char version[65];   /* of INTAKE_BACK; "": the one before */
	int64_t bytes_most; /* of a file */
	struct intake_place places[INTAKE_PLACES];
	int places_count;
};

/* All pointers are borrowed. */
struct intake_options {
	struct event_base *base;
	const struct process_kind *kind; /* of its processes: intake_process, but in tests */
	int64_t bytes_most;		 /* of a file */
	int hourly;			 /* files of one owner in an hour */
	/* Fills in the tournaments that take bots now. */
	void (*places)(void *arg, struct intake_order *order);
	/* A fit version of this bot is in the list of the tournament; err gets what follows. */
	void (*joined)(void *arg, const char *tournament, const char *bot, struct error *err);
	void (*say)(void *arg, const char *line);
	void *arg;
};

struct intake;

/* Gets the end of a task, once: whether a version plays from now on, and the sentence about it. */
struct intake_answer {
	void (*ended)(void *arg, bool good, const char *text);
	void *arg;
};

/* The time for the request and the file. */
usec intake_receive_time(void);

/* Makes an intake. The options are copied; what they point to is borrowed. */
struct intake *intake_create(const struct intake_options *options);

/* Kills the processes that still run. Accepts NULL. */
void intake_free(struct intake *i);

/* Takes a connection, which it owns from now on. */
void intake_take(struct intake *i, const char *bot, const char *owner, const char *address, int fd);

/* Begins to take back a version of a bot; NULL: the one before. answer gets the end. False: a line
 * in err, and there will be no answer. */
bool intake_back(struct intake *i, const char *tournament, const char *bot, const char *version,
	const struct intake_answer *answer, struct error *err);

/* The answers with this arg are not wanted any more. */
void intake_forget_answer(struct intake *i, const void *arg);

/* Tidies the folder of a tournament that takes bots. */
void intake_tidy(struct intake *i, const char *tournament, const char *conf);

#endif
