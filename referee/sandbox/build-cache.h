/*
 * build-cache.h - a folder of builds and other folders of bots, each under the digest of what it was
 * made from.
 *
 * Several processes may use one cache at the same time. A folder is made under a temporary name
 * (`new-...`) and gets its key as its name when it is complete; it is never written to again. If
 * two processes make the same folder, the first one stays.
 *
 * A folder in use is locked (flock) and stays. If the cache is too large, it removes the others,
 * least recently used first. The next build_cache_open() removes the unfinished folder of a process
 * that died.
 */
#ifndef REFEREE_SANDBOX_BUILD_CACHE_H
#define REFEREE_SANDBOX_BUILD_CACHE_H

#include <stdbool.h>
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

/* A build in the cache. prepare/builder.h makes it. */
struct build {
	char folder[BUILD_CACHE_PATH]; /* folder from which bots run */
	struct build_cache_place place;
	char key[BUILD_CACHE_KEY];
	char *output;	 /* last BUILD_OUTPUT bytes of the build's output */
	char **programs; /* executables that the build made: paths in the folder */
	int programs_count;
	usec took;
};

/* Frees b and releases its cache folder, which the cache may remove then. */
void build_clear(struct build *b);

#endif
