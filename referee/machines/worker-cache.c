/*
 * worker-cache.c - finds, receives and checks bots' folders.
 */
#include "referee/machines/worker-cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/machines/worker-manifest.h"
#include "referee/prepare/preflight.h"

enum { WORKER_CACHE_FILES = 100000 /* of a bot's folder */ };

bool worker_cache_open_public(struct worker_cache *c, const char *place, int64_t most)
{
	char folder[BUILD_CACHE_PATH];
	struct stat status;
	snprintf(folder, sizeof folder, "%s/referee-workers-%u", place, (unsigned)geteuid());
	if (mkdir(folder, 0755) != 0 && errno != EEXIST)
		return false;
	errno = EPERM;
	return lstat(folder, &status) == 0 && S_ISDIR(status.st_mode) &&
	       status.st_uid == geteuid() && (status.st_mode & 022) == 0 &&
	       build_cache_open(&c->all, folder, most);
}

static bool worker_cache_open_at(
	struct worker_cache *c, const char *above, const char *below, int64_t most)
{
	char folder[BUILD_CACHE_PATH];
	int length = above == NULL || *above != '/'
			     ? -1
			     : snprintf(folder, sizeof folder, "%s%s", above, below);
	return length >= 0 && length < BUILD_CACHE_PATH &&
	       build_cache_open(&c->all, folder, most) && access(folder, W_OK) == 0;
}

bool worker_cache_open(struct worker_cache *c, const char *folder, int64_t most, struct error *err)
{
	bool good;
	if (folder != NULL)
		good = build_cache_open(&c->all, folder, most) && access(folder, W_OK) == 0;
	else
		good = worker_cache_open_at(
			       c, getenv("XDG_CACHE_HOME"), "/referee/workers", most) ||
		       worker_cache_open_at(c, getenv("HOME"), "/.cache/referee/workers", most) ||
		       worker_cache_open_public(c, "/var/tmp", most);
	c->all.grows = true;
	return good ||
	       error_set(err,
		       "%s: the folder for bots cannot be used: %s; name another with --cache",
		       folder != NULL ? folder : "/var/tmp", strerror(errno));
}

static bool worker_cache_path(struct worker_cache_folder *f)
{
	return snprintf(f->path, sizeof f->path, "%s/tree", f->place.folder) < (int)sizeof f->path;
}

static bool worker_cache_add(void *arg, const void *bytes, size_t length)
{
	crypto_sum_add(arg, bytes, length);
	return true;
}

/* Has the folder this digest? */
static bool worker_cache_is(const char *path, const char *digest)
{
	char got[CRYPTO_TEXT + 1];
	struct crypto_sum *all = crypto_sum_begin();
	bool good = file_tree_stream_bundle(path, worker_cache_add, all);
	crypto_sum_end_text(all, got);
	return good && strcmp(got, digest) == 0;
}

bool worker_cache_find(
	const struct worker_cache *c, const char *digest, struct worker_cache_folder *f)
{
	if (!build_cache_find(&c->all, digest, &f->place)) {
		build_cache_leave(&f->place);
		return false;
	}
	if (worker_cache_path(f) && worker_cache_is(f->path, digest))
		return true;
	build_cache_forget(&c->all, &f->place);
	return false;
}

bool worker_cache_begin(
	const struct worker_cache *c, struct worker_cache_arrival *a, struct worker_cache_folder *f)
{
	*a = (struct worker_cache_arrival){.folder = f};
	if (build_cache_begin(&c->all, &f->place) && worker_cache_path(f) &&
		mkdir(f->path, 0755) == 0 &&
		file_tree_write_open(&a->writer, f->path, BOT_BUNDLE_MAX, WORKER_CACHE_FILES)) {
		a->stream.writer = &a->writer;
		a->sum = crypto_sum_begin();
		return true;
	}
	int saved = errno;
	build_cache_leave(&f->place);
	errno = saved;
	return false;
}

bool worker_cache_take(struct worker_cache_arrival *a, const char *bytes, size_t length)
{
	crypto_sum_add(a->sum, bytes, length);
	return file_tree_stream_take(&a->stream, bytes, length);
}

bool worker_cache_end(const struct worker_cache *c, struct worker_cache_arrival *a, bool whole,
	const char *digest, struct error *err)
{
	char got[CRYPTO_TEXT + 1];
	file_tree_write_close(&a->writer);
	crypto_sum_end_text(a->sum, got);
	bool good = whole && a->stream.ended && strcmp(got, digest) == 0;
	if (!good)
		error_set(err, "a bot's folder did not arrive whole");
	else if (!file_tree_seal(a->folder->path) ||
		 !build_cache_keep(&c->all, digest, &a->folder->place) ||
		 !worker_cache_path(a->folder))
		good = error_set(err, "a bot's folder cannot be kept in %s: %s", c->all.folder,
			strerror(errno));
	if (!good)
		build_cache_leave(&a->folder->place);
	return good;
}

void worker_cache_leave(struct worker_cache_folder *f)
{
	build_cache_leave(&f->place);
}

void worker_cache_shrink(const struct worker_cache *c)
{
	build_cache_shrink(&c->all);
}
