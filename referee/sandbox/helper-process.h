/*
 * helper-process.h - a helper program of the referee that answers requests line by line.
 *
 * Examples are referee-solve, and referee-bot when it is not a participant. A helper runs with the
 * referee's rights, outside any sandbox. It ignores the terminal's signals and ends when the
 * referee ends.
 */
#ifndef REFEREE_SANDBOX_HELPER_PROCESS_H
#define REFEREE_SANDBOX_HELPER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "protocol/line.h"
#include "base/time.h"

enum { HELPER_PROCESS_LINE = 8192 }; /* longest answer in bytes */

struct helper_process {
	pid_t pid; /* 0: not running */
	int fd;	   /* socket in both directions; does not block; -1: none */
	struct line_reader lines;
	char room[HELPER_PROCESS_LINE];
};

/* Result of a read. */
enum helper_process_status {
	HELPER_PROCESS_LINE_READY,
	HELPER_PROCESS_NOTHING,
	HELPER_PROCESS_ENDED
};

/* Initializes helper; starts no program. */
void helper_process_init(struct helper_process *helper);

/* Starts a program; words ends with NULL. The program is searched in the referee's own folder
 * first, then in PATH. False with errno. If exec fails, the program ends at once; that is the only
 * sign. */
bool helper_process_start(struct helper_process *helper, const char *const *words);

/* Sends complete lines and waits until `until` at most. False: the program has ended or does not
 * read. */
bool helper_process_send(
	struct helper_process *helper, const char *text, size_t length, usec until);

/* Returns the next received line, valid until the next call. Does not wait. */
enum helper_process_status helper_process_next(struct helper_process *helper, char **line);

/* The same, but waits until `until`. HELPER_PROCESS_NOTHING: no line came in time. */
enum helper_process_status helper_process_wait(
	struct helper_process *helper, char **line, usec until);

/* Kills the program and waits for its end. Does nothing if it does not run. */
void helper_process_end(struct helper_process *helper);

#endif
