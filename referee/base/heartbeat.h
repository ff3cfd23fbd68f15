/*
 * heartbeat.h - whether a process of ours still goes round its loop.
 *
 * Each beats there, on an eventfd that it shares with the main process. That looks as often, and
 * kills who was silent for so many looks on end; what follows is what follows on any death. Looks
 * are counted, not time: while the main process itself is stopped, is stuck, or the machine sleeps,
 * nobody looks.
 *
 * How long silence may last is HEARTBEAT_PATIENCE; the environment's REFEREE_WATCHDOG_SEC, in
 * seconds, says otherwise.
 */
#ifndef REFEREE_BASE_HEARTBEAT_H
#define REFEREE_BASE_HEARTBEAT_H

#include <event2/event.h>
#include <stdbool.h>
#include <sys/types.h>

#include "referee/base/time.h"

#define HEARTBEAT_PATIENCE (30 * SECOND)

enum { HEARTBEAT_LOOKS = 30 /* in that time */ };

/* --- in the process ------------------------------------------------------------------------- */

/* From now on it beats on fd. */
void heartbeat_own(int fd);

/* It beats from this loop, once in its life, until the base is freed; not at all if nobody gave it
 * anything to beat on. */
bool heartbeat_give(struct event_base *base);

/* --- in the main process -------------------------------------------------------------------- */

/* Of zeroes: none. */
struct heartbeat {
	int fd;		    /* owned, as is look */
	struct event *look; /* NULL: nobody looks */
	pid_t pid;
	int silent; /* looks on end that heard nothing */
	bool lost;  /* so it was killed; holds until the next is opened */
};

/* What a process that is to be started will beat on. False with errno. */
bool heartbeat_open(struct heartbeat *b);

/* Looks after it from this loop; the beat stays where it is. False: no room for events. */
bool heartbeat_watch(struct heartbeat *b, struct event_base *base, pid_t pid);

/* Looks no more; before the process is waited for, since its number may be another's then. */
void heartbeat_close(struct heartbeat *b);

/* The time for which it said nothing. */
usec heartbeat_patience(void);

#endif
