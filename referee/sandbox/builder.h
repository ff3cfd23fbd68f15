/*
 * builder.h - sources made into a program: a command such as `make`, run in a box.
 *
 * The box is that of a bot at level full (sandbox.h), but that it may start what it has written: it
 * sees the system's compilers and the sources, has no network, and works in a copy of the sources
 * in its scratch space, which bounds what it can write. Nothing that it starts outlives it. What it
 * leaves in that copy is kept in a cache (build-cache.h) under the digest of sources and command,
 * where nothing writes to it any more.
 *
 * Needs a referee that becomes build_init_main() (build-init.h).
 */
#ifndef REFEREE_SANDBOX_BUILDER_H
#define REFEREE_SANDBOX_BUILDER_H

#include "referee/base/time.h"
#include "referee/sandbox/build-cache.h"

enum { BUILD_OUTPUT = 65536 };

struct build_limits {
	int64_t memory, disk; /* bytes: of its processes, and of the copy with all that is made */
	usec timeout;
};

/* Everything is borrowed. */
struct build_order {
	const char *command; /* for /bin/sh */
	const char *source;  /* the folder; it may be one that a bot could be shown (fs-view.h) */
	const struct build_limits *limits;
	const struct build_cache *cache;
};

enum build_result {
	BUILD_MADE,
	BUILD_FOUND,  /* it was in the cache */
	BUILD_FAILED, /* for want of right sources, or it came to a limit */
	BUILD_BROKEN, /* we could not build: ours, or the machine's */
};

struct build {
	char folder[BUILD_CACHE_PATH]; /* what a bot runs from */
	struct build_cache_place place;
	char key[BUILD_CACHE_KEY];
	char *output;	 /* the last of what it wrote, BUILD_OUTPUT bytes at most */
	char **programs; /* paths in the folder: what it has made that can be started */
	int programs_count;
	usec took;
};

/* Builds, or finds what was built; after sandbox_prepare(). Unless BUILD_MADE or BUILD_FOUND, why
 * gets a line, and of BUILD_FAILED the output says more. To be cleared in every case. */
enum build_result build_run(
	struct build *b, const struct build_order *order, char *why, size_t room);

/* Ends the use of what was built: the cache may remove it. */
void build_clear(struct build *b);

#endif
