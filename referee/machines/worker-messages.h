/*
 * worker-messages.h - the lines between the main process and a worker that do not belong to a game,
 * in the order of worker-dialogue.h.
 */
#ifndef REFEREE_MACHINES_WORKER_MESSAGES_H
#define REFEREE_MACHINES_WORKER_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/line-table.h"
#include "referee/machines/worker-facts.h"

enum worker_message_kind {
	WORKER_GREETING,
	WORKER_FACTS,
	WORKER_HAVE,
	WORKER_NEED,
	WORKER_SKIP,
	WORKER_CANNOT,
	WORKER_READY,
	WORKER_BEAT,
	WORKER_SPEED,
	WORKER_LOAD,
	WORKER_LEAVING,
	WORKER_FAILED,
	WORKER_MESSAGES
};

enum { WORKER_LOAD_EACH = 10 /* seconds */, WORKER_MESSAGE = 4096 /* bytes of a line */ };

/* Both in hundredths; some may be UNKNOWN. */
struct worker_load {
	int64_t average; /* programs that run or wait for a processor, over a minute */
	int64_t waiting; /* percent of the time in which a program waited for one, over 10 s */
};

/* Texts are borrowed. */
struct worker_message {
	enum worker_message_kind kind;
	int protocol;
	const char *version; /* of a greeting */
	struct worker_facts facts;
	const char *digest; /* of a folder */
	int bot;
	const char *why;
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

/* --- of the main process ---------------------------------------------------------------------- */

enum worker_order_kind {
	WORKER_ORDER_CONFIG,
	WORKER_ORDER_FOLDER,
	WORKER_ORDER_BUNDLE,
	WORKER_ORDERS
};

enum { WORKER_ORDER = 160 /* bytes of a line */ };

struct worker_order {
	enum worker_order_kind kind;
	const char *digest; /* borrowed */
	int64_t bytes;
};

extern const struct line_table worker_order_table;

/* --- the load --------------------------------------------------------------------------------- */

/* Reads the load of this machine. */
void worker_load_read(struct worker_load *load);

/* The same from texts of /proc/loadavg and /proc/pressure/cpu; NULL: there is none. */
void worker_load_parse(struct worker_load *load, const char *average, const char *pressure);

#endif
