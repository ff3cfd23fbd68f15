/*
 * builder.h - builds a program from sources: runs a command such as `make` in a sandbox.
 *
 * The sandbox is that of a bot at level full (sandbox.h), but the build may execute files that it
 * wrote. It sees the system's compilers and the sources, and has no network. It works in a copy of
 * the sources in its scratch space, which bounds the bytes that it can write. Every process of the
 * build ends with the sandbox.
 *
 * The built folder is kept in a cache (build-cache.h) under the digest of sources and command. It
 * is never written to again.
 *
 * The referee's main() must call build_init_main() (build-init.h) when its first argument is
 * BUILD_INIT_WORD.
 */
#ifndef REFEREE_SANDBOX_BUILDER_H
#define REFEREE_SANDBOX_BUILDER_H

#include "referee/base/time.h"
#include "referee/sandbox/build-cache.h"

enum { BUILD_OUTPUT = 65536 };

struct build_limits {
	int64_t memory,
		disk; /* bytes: of all its processes, and of the copy including built files */
	usec timeout;
};

/* All pointers are borrowed. */
struct build_order {
	const char *command; /* run by /bin/sh */
	const char *source;  /* folder of the sources; fs_view_is_own() must allow it */
	const struct build_limits *limits;
	const struct build_cache *cache;
};

enum build_result {
	BUILD_MADE,
	BUILD_FOUND,  /* the cache had it */
	BUILD_FAILED, /* the command failed or exceeded a limit */
	BUILD_BROKEN, /* the referee or the machine failed */
};

struct build {
	char folder[BUILD_CACHE_PATH]; /* folder from which bots run */
	struct build_cache_place place;
	char key[BUILD_CACHE_KEY];
	char *output;	 /* last BUILD_OUTPUT bytes of the build's output */
	char **programs; /* executables that the build made: paths in the folder */
	int programs_count;
	usec took;
};

/* Builds the program or finds it in the cache. Call it after sandbox_prepare(). Unless the result
 * is BUILD_MADE or BUILD_FOUND, why gets one line; after BUILD_FAILED, output has the details. The
 * caller calls build_clear() in every case. */
enum build_result build_run(
	struct build *b, const struct build_order *order, char *why, size_t room);

/* Frees b and releases its cache folder, which the cache may remove then. */
void build_clear(struct build *b);

#endif
