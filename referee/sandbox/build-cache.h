/*
 * build-cache.h - cache folder for built programs, each under the digest of its sources and
 * command.
 *
 * Several processes may use one cache at the same time. A build is made under a temporary name
 * (`new-...`) and gets its key as its name when it is complete. If two processes make the same
 * build, the first one stays.
 *
 * A build in use is locked (flock on its folder) and stays. If the cache is too large, it removes
 * the other builds, least recently used first. The next build_cache_open() removes the unfinished
 * build of a process that died.
 */
#ifndef REFEREE_SANDBOX_BUILD_CACHE_H
#define REFEREE_SANDBOX_BUILD_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUILD_CACHE_PATH = 4096, BUILD_CACHE_KEY = 65 };

struct build_cache {
	char folder[BUILD_CACHE_PATH];
	int64_t most; /* limit in bytes; 0: no limit */
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

/* Looks the key up. If the cache has it, locks it and marks it as used now. False: the cache does
 * not have it. */
bool build_cache_find(
	const struct build_cache *c, const char *key, struct build_cache_place *place);

/* Creates a new empty folder for a build. False with errno. */
bool build_cache_begin(const struct build_cache *c, struct build_cache_place *place);

/* Files the folder under its key. If another process was faster, *place becomes that process's
 * build. Then removes builds above the limit. False with errno. */
bool build_cache_keep(
	const struct build_cache *c, const char *key, struct build_cache_place *place);

/* Unlocks the folder. Removes it if it has no key. A second call does nothing. */
void build_cache_leave(struct build_cache_place *place);

#endif
