/*
 * worker-messages.h - the lines of a worker that do not belong to a game.
 */
#ifndef REFEREE_MACHINES_WORKER_MESSAGES_H
#define REFEREE_MACHINES_WORKER_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/line-table.h"

enum worker_message_kind {
	WORKER_CANNOT,
	WORKER_SPEED,
	WORKER_LOAD,
	WORKER_LEAVING,
	WORKER_FAILED,
	WORKER_MESSAGES
};

enum { WORKER_LOAD_EACH = 10 /* seconds */, WORKER_MESSAGE = 1024 /* bytes of a line */ };

/* Both in hundredths; some may be UNKNOWN. */
struct worker_load {
	int64_t average; /* programs that run or wait for a processor, over a minute */
	int64_t waiting; /* percent of the time in which a program waited for one, over 10 s */
};

struct worker_message {
	enum worker_message_kind kind;
	int bot;
	const char *why; /* borrowed */
	int64_t speed;
	struct worker_load load;
};

extern const struct line_table worker_message_table;

/* Writes a line with its LF and without a NUL; a reason that does not fit is cut. Returns its
 * length. */
size_t worker_message_write(const struct worker_message *m, char line[WORKER_MESSAGE]);

/* Reads a line and cuts it up in place. False: it is none of these, or malformed; then the line is
 * unchanged unless it begins with one of their words. */
bool worker_message_read(struct worker_message *m, char *line);

/* Reads the load of this machine. */
void worker_load_read(struct worker_load *load);

/* The same from texts of /proc/loadavg and /proc/pressure/cpu; NULL: there is none. */
void worker_load_parse(struct worker_load *load, const char *average, const char *pressure);

#endif
