/*
 * worker-cache.h - the bots' folders that a worker keeps, by digest (worker-manifest.h).
 *
 * The folders are in a cache as of builds (builder.h): several workers of a machine may use it at
 * the same time, a folder in use stays, the least recently used goes first, and the folder of a
 * worker that was killed while it wrote is removed later. Bots run from these folders, which are
 * read-only. A folder is read when it is used again: one that does not have its digest is removed.
 */
#ifndef REFEREE_MACHINES_WORKER_CACHE_H
#define REFEREE_MACHINES_WORKER_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/process/crypto.h"
#include "referee/process/file-tree.h"
#include "referee/sandbox/build-cache.h"

#define WORKER_CACHE_USUAL (INT64_C(4) << 30) /* bytes */

struct worker_cache {
	struct build_cache all;
};

/* Opens the cache in this folder, or, if that is NULL, in the first of these that can be written:
 * $XDG_CACHE_HOME/referee/workers, ~/.cache/referee/workers, a folder of this user in /var/tmp.
 * False: one line in err. */
bool worker_cache_open(struct worker_cache *c, const char *folder, int64_t most, struct error *err);

/* Opens the cache in a folder referee-workers-UID of a place where all users write, and makes it.
 * False with errno. EPERM: it is no folder, or another user owns it or may write in it. */
bool worker_cache_open_public(struct worker_cache *c, const char *place, int64_t most);

/* A folder of the cache, in use. */
struct worker_cache_folder {
	struct build_cache_place place; /* lock -1: none */
	char path[BUILD_CACHE_PATH];	/* of the bot's folder */
};

/* Finds a folder, and reads it. False: the cache does not have it, or it was damaged. */
bool worker_cache_find(
	const struct worker_cache *c, const char *digest, struct worker_cache_folder *f);

/* A bundle that arrives. */
struct worker_cache_arrival {
	struct worker_cache_folder *folder; /* borrowed */
	struct file_tree_writer writer;
	struct file_tree_stream stream;
	struct crypto_sum *sum;
};

/* Begins to receive a bundle. False with errno; otherwise worker_cache_end() follows. */
bool worker_cache_begin(const struct worker_cache *c, struct worker_cache_arrival *a,
	struct worker_cache_folder *f);

/* Takes bytes of the bundle. False with errno. */
bool worker_cache_take(struct worker_cache_arrival *a, const char *bytes, size_t length);

/* Ends the arrival. whole: all bytes were taken. True: they have this digest, and the folder is in
 * the cache and in use. False: one line in err, and nothing is kept. */
bool worker_cache_end(const struct worker_cache *c, struct worker_cache_arrival *a, bool whole,
	const char *digest, struct error *err);

/* The folder is not used any longer. A second call does nothing. */
void worker_cache_leave(struct worker_cache_folder *f);

/* Removes folders above the limit. */
void worker_cache_shrink(const struct worker_cache *c);

#endif
