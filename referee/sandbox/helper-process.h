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

enum { CONSULT_LINE = 8192 }; /* the longest answer */

struct consult {
	pid_t pid; /* 0: does not run */
	int fd;	   /* both ways; does not block; -1 */
	struct line_reader lines;
	char room[CONSULT_LINE];
};

/* What is there to be read. */
enum consult_status { CONSULT_LINE_READY, CONSULT_NOTHING, CONSULT_ENDED };

/* Does not run yet. */
void consult_init(struct consult *c);

/* Starts a program that is looked for in PATH, where our own folder comes first; its words end with
 * NULL. False: errno says why. One that cannot be started shows only as one that ends at once. */
bool consult_start(struct consult *c, const char *const *words);

/* Sends whole lines, waiting no longer than until. False: it has ended, or does not listen. */
bool consult_send(struct consult *c, const char *text, size_t length, usec until);

/* The next line of those that have come, good until the next call. Does not wait. */
enum consult_status consult_next(struct consult *c, char **line);

/* The same, waiting for it until then; CONSULT_NOTHING: it did not come. */
enum consult_status consult_wait(struct consult *c, char **line, usec until);

/* Kills it and waits for its end. One that does not run may be ended. */
void consult_end(struct consult *c);

#endif
