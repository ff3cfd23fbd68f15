/*
 * builder.h - builds a program from sources: runs a command such as `make` in a sandbox. Built
 * programs are kept in a cache folder, each under the digest of its sources and command.
 *
 * The sandbox is that of a bot at level full (sandbox.h), but the build may execute files that it
 * wrote. It sees the system's compilers and the sources, and has no network. It works in a copy of
 * the sources in its scratch space, which bounds the bytes that it can write. Every process of the
 * build ends with the sandbox.
 *
 * The key of a build is a digest of its command and its sources, without what version control and
 * runs put beside them (.git, .hg, .svn, __pycache__). The build does not see these either.
 *
 * The first process in the sandbox is build-init (build-init.h). The built files go to the cache
 * (build-cache.h).
 */
#ifndef REFEREE_PREPARE_BUILDER_H
#define REFEREE_PREPARE_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "referee/sandbox/build-cache.h"
#include "referee/sandbox/limits.h"

enum { BUILD_OUTPUT = 65536 };

/* The built files of a bot, which the cache keeps while it plays, and which workers take. */
#define BUILD_LEFT_BYTES (INT64_C(128) << 20)
enum { BUILD_LEFT_FILES = 10000 };

/* All pointers are borrowed. */
struct build_options {
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

/* Finds the program in the cache. False: the cache does not have it, or key is "" and errno tells
 * why the sources cannot be read. The caller calls build_clear() in every case. */
bool build_find(struct build *b, const struct build_options *options);

/* Builds the program or finds it in the cache. Call it after sandbox_prepare(). Unless the result
 * is BUILD_MADE or BUILD_FOUND, err gets one line; after BUILD_FAILED, output has the details. The
 * caller calls build_clear() in every case. */
enum build_result build_run(
	struct build *b, const struct build_options *options, struct error *err);

/* Has the build this program? True for a bare word and an absolute path, which name others. */
bool build_has_program(const struct build *b, const char *word);

/* Writes "it made ./a, ./b and 3 more", or "it made no program". */
void build_list_programs(const struct build *b, char *text, size_t room);

#endif
