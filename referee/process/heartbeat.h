/*
 * heartbeat.h - notices when a process of the referee hangs.
 *
 * Each process beats from its event loop, on an eventfd that it shares with the main process. The
 * main process looks as often as the process beats. It kills a process that is silent for
 * HEARTBEAT_LOOKS looks in a row; the rest is as after any death. Looks are counted, not time. So
 * nothing is killed because the main process was stopped or stuck, or the machine slept.
 *
 * A process without which bots cannot be heard is watched closely: it beats, and the main process
 * looks, HEARTBEAT_CLOSELY times as often, and the owner is told of each look. So no verdict has to
 * wait long for its next sign of life.
 *
 * The permitted silence is HEARTBEAT_PATIENCE. The environment variable REFEREE_WATCHDOG_SEC, in
 * seconds, replaces it.
 */
#ifndef REFEREE_PROCESS_HEARTBEAT_H
#define REFEREE_PROCESS_HEARTBEAT_H

#include <event2/event.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/time.h"

#define HEARTBEAT_PATIENCE (30 * SECOND)

enum { HEARTBEAT_LOOKS = 30 /* number of looks in that time */, HEARTBEAT_CLOSELY = 10 };

/* --- in the process ------------------------------------------------------------------------- */

/* Sets the descriptor on which this process beats. */
void heartbeat_set_fd(int fd);

/* Beats from this loop until the base is freed. Called once per process. Does nothing if
 * heartbeat_set_fd() was not called. */
bool heartbeat_start(struct event_base *base);

/* The same for a process that is watched closely: it beats twice for each look. */
bool heartbeat_start_closely(struct event_base *base);

/* --- in the main process -------------------------------------------------------------------- */

/* All zeroes: none. */
struct heartbeat {
	int fd;		    /* owned, as is look */
	struct event *look; /* NULL: the process is not watched */
	pid_t pid;
	int silent; /* silent looks in a row */
	bool lost;  /* it was killed for silence; valid until the next heartbeat_open() */
	int most;   /* silent looks in a row after which it is killed */
	void (*looked)(void *arg, bool beat); /* NULL: it is not watched closely */
	void *arg;			      /* borrowed */
};

/* Makes the eventfd for a process to be started. False with errno. */
bool heartbeat_open(struct heartbeat *heartbeat);

/* Watches the process from this loop; *heartbeat must not move. looked: watches closely, and calls
 * this after each look; beat: the process has beaten since the one before. False: out of memory for
 * events. */
bool heartbeat_watch(struct heartbeat *heartbeat, struct event_base *base, pid_t pid,
	void (*looked)(void *arg, bool beat), void *arg);

/* Stops watching. Call it before waitpid(): after that the pid may belong to another process. */
void heartbeat_close(struct heartbeat *heartbeat);

/* The permitted silence. */
usec heartbeat_patience(void);

#endif
