/*
 * The cache of what was built: a key is there when its folder is whole; what is in use stays, what
 * is too much goes by when it was used, what is half made goes when nothing makes it any more.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/builder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "referee/base/file-tree.h"
#include "tests/lib/suite.h"

static char folder[] = "/tmp/cache-test-XXXXXX";

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

/* --- keys ----------------------------------------------------------------------------------- */

static void sources_begin(void)
{
	char path[64];
	snprintf(path, sizeof path, "%s/sources", folder);
	ck_assert_int_eq(mkdir(path, 0755), 0);
}

/* Runs a command in the folder of the sources. */
static void sources_change(const char *command)
{
	char line[256];
	snprintf(line, sizeof line, "cd %s/sources && %s", folder, command);
	ck_assert_int_eq(system(line), 0);
}

static void key_of(
	const struct build_cache *c, const char *command, bool network, char key[BUILD_CACHE_KEY])
{
	char source[64];
	const struct build_limits limits = {.network = network, .disk = 1 << 20};
	struct build b;
	snprintf(source, sizeof source, "%s/sources", folder);
	const struct build_order order = {
		.command = command, .source = source, .limits = &limits, .cache = c};
	ck_assert(!build_find(&b, &order));
	ck_assert_uint_eq(strlen(b.key), BUILD_CACHE_KEY - 1);
	strcpy(key, b.key);
	build_clear(&b);
}

/* Files that git and runs leave beside the sources are none of them; those with a similar name are.
 */
static const struct {
	const char *change;
	bool same;
} changes[] = {
	{"true", true},
	{"touch -d 2001-01-01 main.c src/part.c", true},
	{"mkdir .git && echo 1 >.git/HEAD", true},
	{"mkdir src/.hg src/.svn src/__pycache__ && echo 1 >src/__pycache__/part.pyc", true},
	{"echo 1 >__pycache__", true},
	{"echo '*.o' >.gitignore", false},
	{"mkdir __pycache__x && echo 1 >__pycache__x/a", false},
	{"mkdir x__pycache__", false},
	{"mkdir src/git && echo 1 >src/git/HEAD", false},
	{"echo 'int other;' >main.c", false},
	{"mv main.c main2.c", false},
	{"mv src/part.c .", false},
	{"chmod 755 main.c", false},
	{"mkdir empty", false},
	{"ln -s main.c link", false},
};

START_TEST(a_key_follows_from_the_sources_alone)
	{
		struct build_cache c;
		char before[BUILD_CACHE_KEY], after[BUILD_CACHE_KEY];
		cache_begin(&c, 0);
		sources_begin();
		sources_change("mkdir src && echo 'int main;' >main.c && echo 1 >src/part.c");
		key_of(&c, "make", false, before);
		sources_change(changes[_i].change);
		key_of(&c, "make", false, after);
		ck_assert_msg(
			(strcmp(before, after) == 0) == changes[_i].same, "%s", changes[_i].change);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

START_TEST(another_command_and_the_network_make_another_key)
	{
		static const struct {
			const char *command;
			bool network;
		} rows[] = {{"make", false}, {"make", true}, {"make x", false}, {"make x", true},
			{"makenetwork", false}};
		enum { ROWS = sizeof rows / sizeof *rows };
		struct build_cache c;
		char key[ROWS][BUILD_CACHE_KEY];
		cache_begin(&c, 0);
		sources_begin();
		for (int i = 0; i < ROWS; i++) {
			key_of(&c, rows[i].command, rows[i].network, key[i]);
			for (int j = 0; j < i; j++)
				ck_assert_str_ne(key[i], key[j]);
		}
		ck_assert(file_tree_remove(folder));
	}
END_TEST

/* Sources that are too large for the build have no key. */
START_TEST(sources_above_the_limit_are_refused)
	{
		const struct build_limits limits = {.disk = 1 << 20};
		char source[64];
		struct build_cache c;
		struct build b;
		cache_begin(&c, 0);
		sources_begin();
		snprintf(source, sizeof source, "%s/sources", folder);
		const struct build_order order = {
			.command = "make", .source = source, .limits = &limits, .cache = &c};
		sources_change("truncate -s 1048576 a");
		ck_assert(!build_find(&b, &order));
		ck_assert_str_ne(b.key, "");
		build_clear(&b);
		sources_change("truncate -s 1 b");
		ck_assert(!build_find(&b, &order));
		ck_assert_str_eq(b.key, "");
		ck_assert_int_eq(errno, EFBIG);
		build_clear(&b);
		/* No sources, no key. */
		const struct build_order none = {
			.command = "make", .source = "/no/such", .limits = &limits, .cache = &c};
		ck_assert(!build_find(&b, &none));
		ck_assert_str_eq(b.key, "");
		ck_assert_int_eq(errno, ENOENT);
		build_clear(&b);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

SUITE("referee/sandbox/builder",
	LOOP(a_key_follows_from_the_sources_alone, sizeof changes / sizeof *changes),
	CASE(another_command_and_the_network_make_another_key),
	CASE(sources_above_the_limit_are_refused), CASE(what_is_kept_is_found),
	CASE(of_two_the_first_stays), CASE(the_one_used_longest_ago_goes),
	CASE(what_is_in_use_stays), CASE(what_nothing_makes_any_more_goes))
