/*
 * helper-process.h - a program of our own that is asked in lines and answers in lines:
 * referee-solve, and referee-bot where it is nobody's bot. It runs as we do, without a box, deaf to
 * the terminal's signals, and ends when we do.
 */
#ifndef REFEREE_SANDBOX_HELPER_PROCESS_H
#define REFEREE_SANDBOX_HELPER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "protocol/line.h"
#include "referee/base/time.h"

enum { HELPER_PROCESS_LINE = 8192 }; /* the longest answer */

struct helper_process {
	pid_t pid; /* 0: does not run */
	int fd;	   /* both ways; does not block; -1 */
	struct line_reader lines;
	char room[HELPER_PROCESS_LINE];
};

/* What is there to be read. */
enum helper_process_status {
	HELPER_PROCESS_LINE_READY,
	HELPER_PROCESS_NOTHING,
	HELPER_PROCESS_ENDED
};

/* Does not run yet. */
void helper_process_init(struct helper_process *c);

/* Starts a program that is looked for in PATH, where our own folder comes first; its words end with
 * NULL. False: errno says why. One that cannot be started shows only as one that ends at once. */
bool helper_process_start(struct helper_process *c, const char *const *words);

/* Sends whole lines, waiting no longer than until. False: it has ended, or does not listen. */
bool helper_process_send(struct helper_process *c, const char *text, size_t length, usec until);

/* The next line of those that have come, good until the next call. Does not wait. */
enum helper_process_status helper_process_next(struct helper_process *c, char **line);

/* The same, waiting for it until then; HELPER_PROCESS_NOTHING: it did not come. */
enum helper_process_status helper_process_wait(struct helper_process *c, char **line, usec until);

/* Kills it and waits for its end. One that does not run may be ended. */
void helper_process_end(struct helper_process *c);

#endif
