/*
 * The cache of what was built: a key is there when its folder is whole; what is in use stays, what
 * is too much goes by when it was used, what is half made goes when nothing makes it any more.
 */
#include "referee/sandbox/build-cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "tests/lib/suite.h"

static char folder[32];

static const char *const keys[] = {
	"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	"bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
	"cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"};

static void cache_begin(struct build_cache *c, int64_t most)
{
	strcpy(folder, "/tmp/cache-test-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert(build_cache_open(c, folder, most));
}

/* Makes an entry with a file of this size; it was used at this time, in seconds after 1970. */
static void cache_make(const struct build_cache *c, const char *key, size_t bytes, long used,
	struct build_cache_place *place)
{
	char path[BUILD_CACHE_PATH + 8];
	ck_assert(build_cache_begin(c, place));
	snprintf(path, sizeof path, "%s/file", place->folder);
	int fd = open(path, O_WRONLY | O_CREAT, 0644);
	ck_assert_int_eq(ftruncate(fd, (off_t)bytes), 0);
	close(fd);
	const struct timespec times[2] = {{.tv_sec = used}, {.tv_sec = used}};
	ck_assert_int_eq(futimens(place->lock, times), 0);
	ck_assert(build_cache_keep(c, key, place));
}

static bool cache_has(const struct build_cache *c, const char *key)
{
	struct build_cache_place place;
	bool found = build_cache_find(c, key, &place);
	build_cache_leave(&place);
	return found;
}

START_TEST(what_is_kept_is_found)
	{
		struct build_cache c;
		struct build_cache_place place;
		cache_begin(&c, 0);
		ck_assert(!cache_has(&c, keys[0]));
		cache_make(&c, keys[0], 10, 1, &place);
		build_cache_leave(&place);
		ck_assert(cache_has(&c, keys[0]));
		ck_assert(!cache_has(&c, keys[1]));
		ck_assert(file_tree_remove(folder));
	}
END_TEST

START_TEST(of_two_the_first_stays)
	{
		struct build_cache c;
		struct build_cache_place first, second;
		struct stat kept, used;
		cache_begin(&c, 0);
		cache_make(&c, keys[0], 10, 1, &first);
		ck_assert_int_eq(fstat(first.lock, &kept), 0);
		cache_make(&c, keys[0], 20, 2, &second);
		ck_assert_int_eq(fstat(second.lock, &used), 0);
		ck_assert_int_eq(kept.st_ino, used.st_ino);
		ck_assert_str_eq(first.folder, second.folder);
		build_cache_leave(&first);
		build_cache_leave(&second);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

START_TEST(the_one_used_longest_ago_goes)
	{
		struct build_cache c;
		struct build_cache_place places[3];
		cache_begin(&c, 2500000);
		cache_make(&c, keys[0], 1000000, 2, &places[0]);
		cache_make(&c, keys[1], 1000000, 1, &places[1]);
		build_cache_leave(&places[0]);
		build_cache_leave(&places[1]);
		cache_make(&c, keys[2], 1000000, 3, &places[2]);
		ck_assert(!cache_has(&c, keys[1]));
		ck_assert(cache_has(&c, keys[0]));
		ck_assert(cache_has(&c, keys[2]));
		build_cache_leave(&places[2]);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

START_TEST(what_is_in_use_stays)
	{
		struct build_cache c;
		struct build_cache_place places[3];
		cache_begin(&c, 1500000);
		for (int i = 0; i < 3; i++)
			cache_make(&c, keys[i], 1000000, i + 1, &places[i]);
		for (int i = 0; i < 3; i++)
			ck_assert(cache_has(&c, keys[i]));
		for (int i = 0; i < 3; i++)
			build_cache_leave(&places[i]);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

START_TEST(what_nothing_makes_any_more_goes)
	{
		struct build_cache c, again;
		struct build_cache_place place;
		cache_begin(&c, 0);
		ck_assert(build_cache_begin(&c, &place));
		ck_assert(build_cache_open(&again, folder, 0));
		ck_assert_int_eq(access(place.folder, F_OK), 0);
		close(place.lock); /* as when its process ends */
		ck_assert(build_cache_open(&again, folder, 0));
		ck_assert_int_eq(access(place.folder, F_OK), -1);
		ck_assert(build_cache_begin(&c, &place));
		build_cache_leave(&place);
		ck_assert_int_eq(access(place.folder, F_OK), -1);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

int main(void)
{
	return suite_run("referee/sandbox/build-cache",
		(struct suite_case[]){CASE(what_is_kept_is_found), CASE(of_two_the_first_stays),
			CASE(the_one_used_longest_ago_goes), CASE(what_is_in_use_stays),
			CASE(what_nothing_makes_any_more_goes), (struct suite_case){NULL, 0}});
}
