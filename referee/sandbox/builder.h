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
 * The first process in the sandbox is build-init: the referee's main() must call build_init_main()
 * when its first argument is BUILD_INIT_WORD. It runs in the folder of the sources, which it cannot
 * write to. It copies the sources into its scratch folder and runs the build command there. Then it
 * kills every process that the command left, and sends the built files to its standard output
 * (file-tree.h) with the command's status at the end. After a failure it sends the status
 * alone. The output of the build goes to its standard error.
 *
 * Several processes may use one cache at the same time. A build is made under a temporary name
 * (`new-...`) and gets its key as its name when it is complete; it is never written to again. If
 * two processes make the same build, the first one stays.
 *
 * A build in use is locked (flock on its folder) and stays. If the cache is too large, it removes
 * the other builds, least recently used first. The next build_cache_open() removes the unfinished
 * build of a process that died.
 */
#ifndef REFEREE_SANDBOX_BUILDER_H
#define REFEREE_SANDBOX_BUILDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/time.h"

enum { BUILD_CACHE_PATH = 4096, BUILD_CACHE_KEY = 65 };

struct build_cache {
	char folder[BUILD_CACHE_PATH];
	int64_t most; /* limit in bytes; 0: no limit */
	bool grows;   /* build_cache_keep() removes nothing: the owner calls build_cache_shrink() */
};

/* A folder in the cache. It is locked until build_cache_leave(). */
struct build_cache_place {
	char folder[BUILD_CACHE_PATH];
	int lock; /* -1: none */
};

/* The default folder: $XDG_CACHE_HOME/referee/builds, else ~/.cache/referee/builds. False: neither
 * XDG_CACHE_HOME nor HOME is set. */
bool build_cache_usual(char folder[BUILD_CACHE_PATH]);

/* Opens the cache and creates its folder if it does not exist. False with errno. */
bool build_cache_open(struct build_cache *c, const char *folder, int64_t most);

/* Opens the default folder with its usual limit. False: one line in err. */
bool build_cache_open_usual(struct build_cache *c, struct error *err);

/* Looks the key up. If the cache has it, locks it and marks it as used now. False: the cache does
 * not have it. */
bool build_cache_find(
	const struct build_cache *c, const char *key, struct build_cache_place *place);

/* Creates a new empty folder for a build. False with errno. */
bool build_cache_begin(const struct build_cache *c, struct build_cache_place *place);

/* Files the folder under its key. If another process was faster, *place becomes that process's
 * build. Then calls build_cache_shrink(). False with errno. */
bool build_cache_keep(
	const struct build_cache *c, const char *key, struct build_cache_place *place);

/* Removes builds above the limit that are not in use, least recently used first. */
void build_cache_shrink(const struct build_cache *c);

/* Takes a damaged folder out of the cache, so that no later call finds it, and unlocks it. Another
 * process may still use it. */
void build_cache_forget(const struct build_cache *c, struct build_cache_place *place);

/* Unlocks the folder. Removes it if it has no key. A second call does nothing. */
void build_cache_leave(struct build_cache_place *place);

/* The limit of the default cache in bytes. */
#define BUILD_CACHE_USUAL (INT64_C(4) << 30)

enum { BUILD_OUTPUT = 65536 };

/* The built files of a bot, which the cache keeps while it plays, and which workers take. */
#define BUILD_LEFT_BYTES (INT64_C(128) << 20)
enum { BUILD_LEFT_FILES = 10000 };

struct build_limits {
	int64_t memory,
		disk; /* bytes: of all its processes, and of the copy including built files */
	usec timeout;
	bool network; /* it may open sockets */
	bool large;   /* the built files may fill the disk: no BUILD_LEFT_... */
};

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

struct build {
	char folder[BUILD_CACHE_PATH]; /* folder from which bots run */
	struct build_cache_place place;
	char key[BUILD_CACHE_KEY];
	char *output;	 /* last BUILD_OUTPUT bytes of the build's output */
	char **programs; /* executables that the build made: paths in the folder */
	int programs_count;
	usec took;
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

/* Frees b and releases its cache folder, which the cache may remove then. */
void build_clear(struct build *b);

/* The referee's first argument when it is started as build-init. The build command follows, and any
 * further argument if it may use the network. */
#define BUILD_INIT_WORD "build-inside"

/* Main function of build-init. */
int build_init_main(int argc, char **argv);

#endif
