/*
 * process.h - our own processes: one way to start and to end processes of every kind.
 *
 * They are forked from the main process while it is small, talk with it over two pipes or a socket,
 * or over two pipes and a socket for descriptors, and end when it does, however that comes about.
 * Each beats (heartbeat.h), so that one that hangs is noticed.
 */
#ifndef REFEREE_BASE_PROCESS_H
#define REFEREE_BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "protocol/line.h"
#include "referee/base/heartbeat.h"

/* Each kind is defined in the file of its process: arbiter_process is in arbiter.h. */
struct process_kind {
	const char *name; /* as ps shows it, 15 bytes at most: "referee-" and a word */
	/* Its life, between the pipe from the main process and the one to it; returns its exit
	 * status. number tells processes of one kind apart. */
	int (*run)(const void *arg, int number, int from, int to);
	/* One socket that keeps messages apart and carries descriptors, instead of two pipes; from
	 * and to are both it. */
	bool parcels;
	/* A third way besides the two pipes: one such socket for parcels to it, which it has as the
	 * descriptor PROCESS_HAND. */
	bool hands;
};

enum { PROCESS_HAND = 5, PROCESS_BEAT = 6 };

struct process {
	pid_t pid;    /* 0: does not run */
	int to, from; /* ours; from does not block; a socket is both, and neither blocks */
	int hand;     /* ours, does not block; 0 and -1: it has none */
	struct heartbeat beat;
};

/* Starts one. -1 with errno: it could not be. */
int process_start(struct process *p, const struct process_kind *kind, const void *arg, int number);

/* From now on it is killed if it hangs; it must stay where it is until process_end(). False: no
 * room for events. */
bool process_watch(struct process *p, struct event_base *base);

/* PROCESS_WRONG: it said a line that take() refused, or one that is too long for the reader. No
 * line after that one is taken; the process is to be ended. */
enum process_heard { PROCESS_GOES_ON, PROCESS_ENDED, PROCESS_WRONG };

/* One read of what it says; take() gets each line that is whole (cut up as it likes), and returns
 * false when the process must not say it. */
enum process_heard process_read(const struct process *p, struct line_reader *lines,
	bool (*take)(void *arg, char *line), void *arg);

/* Closes the pipe to it, which ends it. What it still says can be read. */
void process_dismiss(struct process *p);

/* Dismisses it, waits for its end, so many ms at most, and goes on as process_end(). */
int process_leave(struct process *p, int patience);

/* Kills it if it still runs, waits for its end, closes the pipes. Returns waitpid()'s status. */
int process_end(struct process *p);

/* "signal 11", "exit status 1", "no sign of life for 30 s": how one ended of which process_end()
 * said this status. */
void process_ending(const struct process *p, int status, char *text, size_t room);

/* Lets this process, and all that it starts, open as many files as the system lets it at most. */
void process_raise_files(void);

/* Keeps this process, and all that it starts, to one processor; a negative number: to none. An
 * arbiter and its bots share one: a pipe's round trip costs a fifth of what it does across two.
 * Arbiters that are more than there are processors share them evenly. */
void process_pin(int number);

#endif
