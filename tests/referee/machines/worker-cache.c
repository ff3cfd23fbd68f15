/*
 * The bots' folders that a worker keeps: found again by digest, never damaged, never above the
 * limit. And the last speed, which is kept beside them.
 */
#include "referee/machines/worker-cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/memory.h"
#include "referee/machines/worker-bench.h"
#include "tests/lib/suite.h"

static char root[64];

static void run(const char *command)
{
	char whole[1024];
	snprintf(whole, sizeof whole, "cd %s && %s", root, command);
	ck_assert_int_eq(system(whole), 0);
}

static void begin(void)
{
	snprintf(root, sizeof root, "/tmp/worker-cache-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(root));
}

static void end(void)
{
	ck_assert(file_tree_remove(root));
}

static void open_cache(struct worker_cache *c, int64_t most)
{
	struct error err;
	char folder[128];
	snprintf(folder, sizeof folder, "%s/cache", root);
	ck_assert_msg(worker_cache_open(c, folder, most, &err), "%s", err.text);
}

/* A bundle of a folder that holds this text. */
struct bundle {
	char bytes[65536], digest[CRYPTO_TEXT + 1];
	size_t length;
};

static bool put(void *arg, const void *bytes, size_t length)
{
	struct bundle *b = arg;
	ck_assert(b->length + length <= sizeof b->bytes);
	if (length > 0)
		memcpy(b->bytes + b->length, bytes, length);
	b->length += length;
	return true;
}

static void make(struct bundle *b, const char *text)
{
	char command[256], folder[128];
	unsigned char sum[CRYPTO_BYTES];
	b->length = 0;
	snprintf(command, sizeof command,
		"mkdir -p made/src && echo '%s' >made/src/bot.py && chmod 755 made/src/bot.py && ln -sf src/bot.py made/bot",
		text);
	run(command);
	snprintf(folder, sizeof folder, "%s/made", root);
	ck_assert(file_tree_stream_bundle(folder, put, b));
	crypto_hash(b->bytes, b->length, sum);
	crypto_write(sum, b->digest);
}

/* Receives a bundle. */
static bool receive(const struct worker_cache *c, const struct bundle *b, size_t length,
	const char *digest, struct worker_cache_folder *f)
{
	struct worker_cache_arrival a;
	struct error err;
	bool whole = true;
	ck_assert(worker_cache_begin(c, &a, f));
	for (size_t i = 0; i < length && whole; i++)
		whole = worker_cache_take(&a, b->bytes + i, 1);
	return worker_cache_end(c, &a, whole && length == b->length, digest, &err);
}

static int entries(void)
{
	char command[128];
	snprintf(command, sizeof command, "ls %s/cache | wc -l", root);
	FILE *in = popen(command, "r");
	int count = -1;
	ck_assert_int_eq(fscanf(in, "%d", &count), 1);
	pclose(in);
	return count;
}

START_TEST(a_folder_is_found_again_and_read_only)
	{
		struct worker_cache c;
		struct worker_cache_folder f, again;
		static struct bundle b;
		struct stat status;
		char file[BUILD_CACHE_PATH + 16];
		begin();
		make(&b, "one");
		open_cache(&c, WORKER_CACHE_USUAL);
		ck_assert(!worker_cache_find(&c, b.digest, &f));
		ck_assert(receive(&c, &b, b.length, b.digest, &f));
		ck_assert(worker_cache_find(&c, b.digest, &again));
		ck_assert_str_eq(again.path, f.path);
		snprintf(file, sizeof file, "%s/bot", f.path);
		ck_assert_int_eq(stat(file, &status), 0);
		ck_assert_int_eq(status.st_mode & 0777, 0555);
		worker_cache_leave(&f);
		worker_cache_leave(&again);
		worker_cache_leave(&again);
		open_cache(&c, WORKER_CACHE_USUAL);
		ck_assert(worker_cache_find(&c, b.digest, &f));
		worker_cache_leave(&f);
		end();
	}
END_TEST

static const char *const damages[] = {"echo 2 >$F/src/bot.py", "rm -f $F/bot", ">$F/more",
	"chmod 644 $F/src/bot.py", "ln -sf src $F/bot"};

START_TEST(a_damaged_folder_is_noticed_and_goes)
	{
		struct worker_cache c;
		struct worker_cache_folder f;
		static struct bundle b;
		char command[BUILD_CACHE_PATH + 128];
		begin();
		make(&b, "one");
		open_cache(&c, WORKER_CACHE_USUAL);
		ck_assert(receive(&c, &b, b.length, b.digest, &f));
		snprintf(command, sizeof command, "F=%s; chmod -R u+w $F && %s", f.path,
			damages[_i]);
		run(command);
		worker_cache_leave(&f);
		ck_assert(!worker_cache_find(&c, b.digest, &f));
		ck_assert_int_eq(entries(), 0);
		ck_assert(receive(&c, &b, b.length, b.digest, &f));
		worker_cache_leave(&f);
		ck_assert(worker_cache_find(&c, b.digest, &f));
		worker_cache_leave(&f);
		end();
	}
END_TEST

START_TEST(nothing_is_kept_that_did_not_arrive_whole)
	{
		struct worker_cache c;
		struct worker_cache_folder f;
		static struct bundle b, other;
		begin();
		make(&b, "one");
		make(&other, "two");
		open_cache(&c, WORKER_CACHE_USUAL);
		ck_assert(!receive(&c, &b, b.length - 1, b.digest, &f));
		ck_assert(!receive(&c, &b, b.length, other.digest, &f));
		b.bytes[8] ^= 1;
		ck_assert(!receive(&c, &b, b.length, b.digest, &f));
		ck_assert_int_eq(entries(), 0);
		end();
	}
END_TEST

START_TEST(a_worker_that_was_killed_leaves_nothing)
	{
		struct worker_cache c;
		struct worker_cache_folder f;
		struct worker_cache_arrival a;
		static struct bundle b;
		begin();
		make(&b, "one");
		open_cache(&c, WORKER_CACHE_USUAL);
		pid_t pid = fork();
		if (pid == 0) {
			bool good = worker_cache_begin(&c, &a, &f) &&
				    worker_cache_take(&a, b.bytes, b.length / 2);
			_exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
		}
		int status;
		ck_assert_int_eq(waitpid(pid, &status, 0), pid);
		ck_assert_int_eq(status, 0);
		ck_assert_int_eq(entries(), 1);
		open_cache(&c, WORKER_CACHE_USUAL);
		ck_assert_int_eq(entries(), 0);
		end();
	}
END_TEST

START_TEST(the_least_recently_used_goes_unless_it_is_in_use)
	{
		enum { COUNT = 4 };
		struct worker_cache c;
		struct worker_cache_folder f[COUNT], found;
		static struct bundle b[COUNT];
		char text[8];
		begin();
		open_cache(&c, 3 * (3 * 4096 + 100)); /* three entries and their blocks: two fit */
		for (int i = 0; i < COUNT; i++) {
			snprintf(text, sizeof text, "%d", i);
			make(&b[i], text);
			ck_assert(receive(&c, &b[i], b[i].length, b[i].digest, &f[i]));
			const struct timespec times[2] = {{1000 + i, 0}, {1000 + i, 0}};
			ck_assert_int_eq(futimens(f[i].place.lock, times), 0);
		}
		worker_cache_leave(&f[1]);
		worker_cache_leave(&f[2]);
		worker_cache_shrink(&c);
		ck_assert(worker_cache_find(&c, b[0].digest, &found)); /* in use */
		worker_cache_leave(&found);
		ck_assert(!worker_cache_find(&c, b[1].digest, &found));
		ck_assert(worker_cache_find(&c, b[3].digest, &found));
		worker_cache_leave(&found);
		worker_cache_leave(&f[0]);
		worker_cache_leave(&f[3]);
		end();
	}
END_TEST

/* $F is the folder of this user in the public place. */
static const struct {
	const char *before; /* a command */
	bool opens;
} publics[] = {
	{"true", true}, {"mkdir -m 755 $F", true}, {"mkdir -m 700 $F", true},
	{"mkdir -m 1755 $F", true}, {"mkdir -m 775 $F", false}, {"mkdir -m 757 $F", false},
	{"mkdir -m 777 $F", false}, {"mkdir -m 1777 $F", false},
	{"mkdir other && ln -s other $F", false}, {"ln -s nowhere $F", false}, {"echo >$F", false},
	{"mkdir -m 755 $F && chown 65534 $F", false}, /* root alone can */
};

START_TEST(in_a_public_place_the_cache_is_a_folder_in_which_this_user_alone_writes)
	{
		struct worker_cache c;
		struct stat status;
		char command[256], folder[128];
		if (strstr(publics[_i].before, "chown") != NULL && geteuid() != 0) {
			puts("skip: only root can make a folder of another user");
			return;
		}
		begin();
		snprintf(folder, sizeof folder, "%s/referee-workers-%u", root, geteuid());
		snprintf(command, sizeof command, "umask 0 && F=%s && %s", folder,
			publics[_i].before);
		run(command);
		errno = 0;
		ck_assert_msg(
			worker_cache_open_public(&c, root, WORKER_CACHE_USUAL) == publics[_i].opens,
			"%s", publics[_i].before);
		if (publics[_i].opens) {
			ck_assert_str_eq(c.all.folder, folder);
			ck_assert_int_eq(lstat(folder, &status), 0);
			ck_assert_int_eq(status.st_mode & 022, 0);
		} else {
			ck_assert_int_eq(errno, EPERM);
		}
		end();
	}
END_TEST

/* Of the environment; %s is the test's folder. The last row has none of them. */
static const struct {
	const char *cache, *home, *folder;
} usual_places[] = {
	{"%s/x", "%s/h", "%s/x/referee/workers"},
	{"x", "%s/h", "%s/h/.cache/referee/workers"}, /* the XDG specification ignores it */
	{NULL, "%s/h", "%s/h/.cache/referee/workers"},
	{NULL, NULL, NULL},
};

static void set_place(const char *name, const char *format)
{
	char path[256];
	snprintf(path, sizeof path, format != NULL ? format : "", root);
	if (format != NULL)
		setenv(name, path, 1);
	else
		unsetenv(name);
}

START_TEST(without_a_name_it_is_where_a_user_keeps_such_things)
	{
		struct worker_cache c;
		struct error err;
		struct stat status;
		char folder[256], command[300];
		char *home = getenv("HOME"), *cache = getenv("XDG_CACHE_HOME");
		home = home != NULL ? strdup(home) : NULL;
		cache = cache != NULL ? strdup(cache) : NULL;
		begin();
		set_place("XDG_CACHE_HOME", usual_places[_i].cache);
		set_place("HOME", usual_places[_i].home);
		if (usual_places[_i].folder != NULL)
			snprintf(folder, sizeof folder, usual_places[_i].folder, root);
		else
			snprintf(folder, sizeof folder, "/var/tmp/referee-workers-%u", geteuid());
		bool before = lstat(folder, &status) == 0;
		ck_assert(worker_cache_open(&c, NULL, WORKER_CACHE_USUAL, &err));
		ck_assert_str_eq(c.all.folder, folder);
		ck_assert_int_eq(lstat(folder, &status), 0);
		snprintf(command, sizeof command, "rm -r %s", folder);
		if (!before)
			run(command);
		if (home != NULL)
			setenv("HOME", home, 1);
		if (cache != NULL)
			setenv("XDG_CACHE_HOME", cache, 1);
		free(home);
		free(cache);
		end();
	}
END_TEST

START_TEST(a_speed_is_kept_for_an_hour)
	{
		begin();
		ck_assert_int_eq(worker_bench_recall(root, "AMD 100", 5000), 0);
		worker_bench_keep(root, "AMD 100", 5000, 123456);
		ck_assert_int_eq(worker_bench_recall(root, "AMD 100", 5000), 123456);
		ck_assert_int_eq(worker_bench_recall(root, "AMD 100", 8599), 123456);
		ck_assert_int_eq(worker_bench_recall(root, "AMD 100", 8600), 0);
		ck_assert_int_eq(worker_bench_recall(root, "AMD 100", 4999), 0);
		ck_assert_int_eq(worker_bench_recall(root, "AMD 200", 5000), 0);
		worker_bench_keep(root, "", 5000, 7);
		ck_assert_int_eq(worker_bench_recall(root, "", 5000), 7);
		run("echo nonsense >speed");
		ck_assert_int_eq(worker_bench_recall(root, "", 5000), 0);
		end();
	}
END_TEST

SUITE("referee/machines/worker-cache", CASE(a_folder_is_found_again_and_read_only),
	LOOP(a_damaged_folder_is_noticed_and_goes, sizeof damages / sizeof *damages),
	CASE(nothing_is_kept_that_did_not_arrive_whole),
	CASE(a_worker_that_was_killed_leaves_nothing),
	CASE(the_least_recently_used_goes_unless_it_is_in_use),
	LOOP(in_a_public_place_the_cache_is_a_folder_in_which_this_user_alone_writes,
		sizeof publics / sizeof *publics),
	LOOP(without_a_name_it_is_where_a_user_keeps_such_things,
		sizeof usual_places / sizeof *usual_places),
	CASE(a_speed_is_kept_for_an_hour))
