/*
 * protocol-loop.h - a bot's half of the conversation with a referee (protocol/PROTOCOL.md).
 *
 * The bytes and the time come through a port, so that a conversation can be replayed. While it
 * thinks, the bot looks at what arrives about once a millisecond: `isready` is answered, `stop`,
 * `quit` and the end of the input end the thought; anything else waits for the answer.
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
	/* Reads what there is, blocking for something when wait is set: how many bytes,
	 * PROTOCOL_LOOP_NOTHING, or PROTOCOL_LOOP_END. */
	ptrdiff_t (*read)(void *context, char *room, size_t size, bool wait);
	/* Writes it all; false: nobody reads any more. */
	bool (*write)(void *context, const char *bytes, size_t count);
	/* Says why to people (standard error). */
	void (*complain)(void *context, const char *why);
	search_usec (*now)(void *context);
	void *context;
};

struct protocol_loop {
	struct protocol_loop_port port;
	struct engine *mind; /* borrowed */
	const char *name;    /* as `id name` says it; borrowed */

	/* For a bare `uginewgame`, which does not say what is played. Borrowed. */
	const struct rules *game; /* NULL: told by the position string */
	int players;
	const char *const *params; /* "KEY=VALUE" */
	int param_count;

	uint64_t games; /* begun so far */
	int status;	/* what the process exits with */
	bool quit;
	bool stopped; /* the thought under way is to end */
	char *held;   /* a line that arrived meanwhile, for afterwards */
	int64_t told; /* nodes of the last info */
	struct line_reader reader;
	char in[LINE_FROM_REFEREE];
	size_t used; /* of out */
	char out[PROTOCOL_LOOP_OUT];
};

/* Everything empty, a port and a mind to be set. */
void protocol_loop_init(struct protocol_loop *w);

/* Talks until `quit` or the end of the input. Returns the exit status. */
int protocol_loop_run(struct protocol_loop *w);

/* Handles one line from the referee. */
void protocol_loop_line(struct protocol_loop *w, char *line);

#endif
