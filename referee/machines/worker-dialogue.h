/*
 * worker-dialogue.h - the main process's side of the conversation with one worker, without any
 * input or output of its own.
 *
 *	worker -> main   worker PROTOCOL VERSION
 *	                 facts NAME POOL ...
 *	main -> worker   config BYTES, and the text of worker-config.h
 *	                 for each folder of the bots: folder DIGEST BYTES
 *	worker -> main   for each folder: have DIGEST, need DIGEST, or skip DIGEST: sources that
 *	                 it does not need
 *	main -> worker   after "need": bundle DIGEST BYTES, and its bytes (worker-manifest.h)
 *	worker -> main   cannot BOT WHY, for each bot that cannot play there
 *	                 ready
 *	both             the lines of arbiter.h
 *	worker -> main   at any time, and at least once in WORKER_SILENT seconds: beat
 *
 * The rows are in worker-messages.h. The main process gets "facts" when the worker is ready, and
 * every later line except "beat". It gets "cannot" lines as they come.
 *
 * The worker is not trusted: a line that has no place in this order ends the dialogue, as silence
 * does. Lines that are passed on are for the main process to check.
 */
#ifndef REFEREE_MACHINES_WORKER_DIALOGUE_H
#define REFEREE_MACHINES_WORKER_DIALOGUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "protocol/line.h"
#include "referee/machines/worker-facts.h"
#include "referee/machines/worker-manifest.h"

enum {
	WORKER_LINE = 1 << 17, /* bytes of the longest line, with its end */
	WORKER_SILENT = 30     /* seconds without a byte after which a worker counts as lost */
};

struct worker_dialogue_calls {
	/* Bytes for the worker. */
	void (*send)(void *owner, const void *bytes, size_t length);
	/* The first `length` bytes of a file for the worker, behind all that was sent before. The
	 * file is borrowed until the manifest is cleared; read it with pread(2). */
	void (*send_file)(void *owner, int file, int64_t length);
	/* A line for the main process, without its end. */
	void (*tell)(void *owner, const char *line);
	/* The dialogue has failed; why is a sentence. The last call. */
	void (*fail)(void *owner, const char *why);
};

struct worker_dialogue {
	const struct worker_dialogue_calls *calls; /* borrowed, as the next two */
	void *owner;
	struct worker_manifest *manifest;
	const char *name, *pool;   /* of the worker, if it is known by its key; else NULL */
	struct worker_facts facts; /* slots 0: the worker has not sent them */
	int folders_answered;	   /* folders that it has or has asked for */
	bool greeted, ready, failed;
	int silent; /* seconds */
	char *room; /* owned */
	struct line_reader lines;
};

/* Begins a dialogue; manifest must outlive it. Several dialogues may share a manifest. */
void worker_dialogue_init(struct worker_dialogue *d, const struct worker_dialogue_calls *calls,
	void *owner, struct worker_manifest *manifest);
void worker_dialogue_clear(struct worker_dialogue *d);

/* Takes bytes that came from the worker, in pieces of any size. After a failure they are ignored.
 */
void worker_dialogue_take(struct worker_dialogue *d, const char *bytes, size_t length);

/* Passes requests of the main process on. It sends none before "facts". */
void worker_dialogue_request(struct worker_dialogue *d, const char *bytes, size_t length);

/* Call it once a second. */
void worker_dialogue_second(struct worker_dialogue *d);

#endif
