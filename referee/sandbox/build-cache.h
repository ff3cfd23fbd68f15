/*
 * build-cache.h - the folder in which built programs are kept, each under the digest of what it was
 * built from.
 *
 * Several processes may use it at the same time. A build is made under another name (`new-...`) and
 * gets its own when it is whole; of two that make the same thing the first one stays. What is in
 * use is locked (flock on its folder) and stays; of the rest those that were used longest ago go
 * when the cache is too large. What a process that died has left half made goes with the next
 * build_cache_open().
 */
#ifndef REFEREE_SANDBOX_BUILD_CACHE_H
#define REFEREE_SANDBOX_BUILD_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUILD_CACHE_PATH = 4096, BUILD_CACHE_KEY = 65 };

struct build_cache {
	char folder[BUILD_CACHE_PATH];
	int64_t most; /* bytes that it keeps; 0: any number */
};

/* A folder in the cache that is locked until build_cache_leave(). */
struct build_cache_place {
	char folder[BUILD_CACHE_PATH];
	int lock; /* -1: none */
};

/* The folder where nothing else is said: $XDG_CACHE_HOME/referee/builds, else
 * ~/.cache/referee/builds. False: neither variable is set. */
bool build_cache_usual(char folder[BUILD_CACHE_PATH]);

/* Makes the folder if it is not there. False with errno. */
bool build_cache_open(struct build_cache *c, const char *folder, int64_t most);

/* Is there something under this key? Then it is used now. */
bool build_cache_find(
	const struct build_cache *c, const char *key, struct build_cache_place *place);

/* A new empty folder. False with errno. */
bool build_cache_begin(const struct build_cache *c, struct build_cache_place *place);

/* Gives it its key; when another process was faster, what that has made takes its place. Then
 * removes what is too much. False with errno. */
bool build_cache_keep(
	const struct build_cache *c, const char *key, struct build_cache_place *place);

/* Ends the use; a folder that has got no key is removed. May be called again. */
void build_cache_leave(struct build_cache_place *place);

#endif
