/*
 * protocol-loop.h - a bot's side of the conversation with a referee (protocol/PROTOCOL.md).
 *
 * Bytes and time come through a port, so that a conversation can be replayed. During a search the
 * bot checks its input about once a millisecond. It answers `isready`; `stop`, `quit` and the end
 * of the input end the search; any other line waits until the answer is sent.
 */
#ifndef BOTS_PROTOCOL_LOOP_H
#define BOTS_PROTOCOL_LOOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bots/engine.h"
#include "protocol/line.h"

enum {
	PROTOCOL_LOOP_OUT = 32768, /* bytes gathered before they are written */
	PROTOCOL_LOOP_PARAMS = PARAMETERS_MAX
};

enum { PROTOCOL_LOOP_NOTHING = -1, PROTOCOL_LOOP_END = 0 };

struct protocol_loop_port {
	/* Reads available bytes; blocks for some if wait is set. Returns their number,
	 * PROTOCOL_LOOP_NOTHING, or PROTOCOL_LOOP_END. */
	ptrdiff_t (*read)(void *context, char *room, size_t size, bool wait);
	/* Writes all bytes; false: the reader is gone. */
	bool (*write)(void *context, const char *bytes, size_t count);
	/* Reports a reason to the operator (standard error). */
	void (*complain)(void *context, const char *why);
	search_usec (*now)(void *context);
	void *context;
};

struct protocol_loop {
	struct protocol_loop_port port;
	struct engine *engine; /* borrowed */
	const char *name;      /* as in `id name`; borrowed */

	/* For a bare `uginewgame`, which does not name the game. Borrowed. */
	const struct rules *game; /* NULL: the position string decides */
	int players;
	const char *const *params; /* "KEY=VALUE" */
	int param_count;

	uint64_t games; /* begun so far */
	int status;	/* the process's exit status */
	bool warned;	/* that it plays blind */
	bool quit;
	bool stopped;	  /* the current search must end */
	char *held;	  /* a line that arrived during the search, for later */
	int64_t reported; /* nodes of the last info */
	struct line_reader reader;
	char in[LINE_FROM_REFEREE];
	size_t used; /* of out */
	char out[PROTOCOL_LOOP_OUT];
};

/* Clears all; the caller then sets a port and an engine. */
void protocol_loop_init(struct protocol_loop *loop);

/* Runs until `quit` or the end of the input. Returns the exit status. */
int protocol_loop_run(struct protocol_loop *loop);

#endif
