/*
 * Builds: what they see, what is kept of them, and why they fail.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/prepare/builder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "referee/process/file-tree.h"
#include "referee/prepare/build-init.h"
#include "referee/sandbox/sandbox.h"
#include "tests/lib/suite.h"

static char folder[32];

static void cache_begin(struct build_cache *c, int64_t most)
{
	strcpy(folder, "/tmp/cache-test-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert(build_cache_open(c, folder, most));
}

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
	char line[1024];
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
	const struct build_options options = {
		.command = command, .source = source, .limits = &limits, .cache = c};
	ck_assert(!build_find(&b, &options));
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
		const struct build_options options = {
			.command = "make", .source = source, .limits = &limits, .cache = &c};
		sources_change("truncate -s 1048576 a");
		ck_assert(!build_find(&b, &options));
		ck_assert_str_ne(b.key, "");
		build_clear(&b);
		sources_change("truncate -s 1 b");
		ck_assert(!build_find(&b, &options));
		ck_assert_str_eq(b.key, "");
		ck_assert_int_eq(errno, EFBIG);
		build_clear(&b);
		/* No sources, no key. */
		const struct build_options none = {
			.command = "make", .source = "/no/such", .limits = &limits, .cache = &c};
		ck_assert(!build_find(&b, &none));
		ck_assert_str_eq(b.key, "");
		ck_assert_int_eq(errno, ENOENT);
		build_clear(&b);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

/* --- builds --------------------------------------------------------------------------------- */

static const struct build_limits usual_limits = {
	.memory = INT64_C(512) << 20, .disk = 8 << 20, .timeout = 60 * SECOND};

/* Begins with a folder of sources outside the scratch folder of builds. False: no sandbox here. */
static bool build_begin(struct build_cache *c)
{
	struct error err;
	sandbox_prepare();
	if (!sandbox_can(SANDBOX_FULL, &err)) {
		printf("skip 1: %s\n", err.text);
		return false;
	}
	strcpy(folder, "/var/tmp/build-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	char cache[64];
	snprintf(cache, sizeof cache, "%s/cache", folder);
	ck_assert(build_cache_open(c, cache, 0));
	sources_begin();
	return true;
}

static enum build_result build_by(struct build *b, const struct build_cache *c, const char *command,
	const struct build_limits *limits, struct error *err)
{
	char source[64];
	snprintf(source, sizeof source, "%s/sources", folder);
	const struct build_options options = {
		.command = command, .source = source, .limits = limits, .cache = c};
	error_set(err, "none");
	return build_run(b, &options, err);
}

static void built_has(const struct build *b, const char *name, const char *text)
{
	char path[BUILD_CACHE_PATH + 64], found[256];
	snprintf(path, sizeof path, "%s/%s", b->folder, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ck_assert_msg(fd >= 0, "%s", path);
	ssize_t length = read(fd, found, sizeof found - 1);
	close(fd);
	found[length > 0 ? length : 0] = '\0';
	ck_assert_str_eq(found, text);
}

/* All that the sources had and the command made, without links that lead out of it; programs are
 * those that the sources do not have. */
START_TEST(what_a_build_leaves_is_kept_and_found_again)
	{
		struct build_cache c;
		struct build b;
		struct error err;
		char text[256], path[BUILD_CACHE_PATH + 64];
		struct stat status;
		if (!build_begin(&c))
			return;
		sources_change(
			"mkdir sub; echo one >sub/text; echo old >script; chmod 755 script; cp script same");
		for (int again = 0; again < 2; again++) {
			enum build_result result = build_by(&b, &c,
				"echo out; echo err >&2; cp script same; echo new >script; cp script bot; cp script sub/bot2; "
				"cp script lib.so; ln -s bot inside; ln -s /etc/passwd outside; chmod 600 sub/text; (sleep 60 &)",
				&usual_limits, &err);
			ck_assert_msg(result == (again ? BUILD_FOUND : BUILD_MADE), "%s", err.text);
			ck_assert_str_eq(b.output, "out\nerr\n");
			ck_assert_int_eq(b.programs_count, 3);
			ck_assert_str_eq(b.programs[0], "bot");
			ck_assert_str_eq(b.programs[1], "script");
			ck_assert_str_eq(b.programs[2], "sub/bot2");
			built_has(&b, "sub/text", "one\n");
			built_has(&b, "inside", "new\n");
			for (const char *const *gone =
					(const char *const[]){"outside", "pipe", NULL};
				*gone != NULL; gone++) {
				snprintf(path, sizeof path, "%s/%s", b.folder, *gone);
				ck_assert_int_eq(lstat(path, &status), -1);
			}
			snprintf(path, sizeof path, "%s/bot", b.folder);
			ck_assert_int_eq(stat(path, &status), 0);
			ck_assert_int_eq(status.st_mode & 0777, 0555);
			ck_assert(build_has_program(&b, "./bot"));
			ck_assert(build_has_program(&b, "sub/bot2"));
			ck_assert(build_has_program(&b, "python3"));
			ck_assert(build_has_program(&b, "/usr/bin/env"));
			ck_assert(!build_has_program(&b, "./sub"));
			ck_assert(!build_has_program(&b, "sub/text"));
			ck_assert(!build_has_program(&b, "./none"));
			build_list_programs(&b, text, sizeof text);
			ck_assert_str_eq(text, "it made ./bot, ./script, ./sub/bot2");
			build_clear(&b);
		}
		ck_assert(file_tree_remove(folder));
	}
END_TEST

START_TEST(eight_programs_are_listed_and_the_others_counted)
	{
		struct build_cache c;
		struct build b;
		struct error err;
		char text[256];
		if (!build_begin(&c))
			return;
		ck_assert_int_eq(build_by(&b, &c, "true", &usual_limits, &err), BUILD_MADE);
		build_list_programs(&b, text, sizeof text);
		ck_assert_str_eq(text, "it made no program");
		build_clear(&b);
		ck_assert_int_eq(
			build_by(&b, &c,
				"for one in a b c d e f g h i j; do echo 1 >$one; chmod 755 $one; done",
				&usual_limits, &err),
			BUILD_MADE);
		build_list_programs(&b, text, sizeof text);
		ck_assert_str_eq(text, "it made ./a, ./b, ./c, ./d, ./e, ./f, ./g, ./h and 2 more");
		build_list_programs(&b, text, 12);
		ck_assert_str_eq(text, "it made ./a");
		build_clear(&b);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

/* Newer than its source, it would be taken for made. */
START_TEST(programs_and_caches_of_other_machines_are_no_part_of_a_build)
	{
		struct build_cache c;
		struct build b;
		struct error err;
		if (!build_begin(&c))
			return;
		sources_change(
			"printf 'bot: bot.txt\n\tcp bot.txt bot; chmod 755 bot\n' >Makefile; echo made >bot.txt; "
			"mkdir sub own; printf '\317\372\355\376rest' >bot; cp bot sub/old; chmod 755 bot; touch -d 2040-01-01 bot; "
			"printf 'x\nCMAKE_CACHEFILE_DIR:INTERNAL=/home/ann/sub\n' >sub/CMakeCache.txt; "
			"printf 'x\nCMAKE_CACHEFILE_DIR:INTERNAL=/tmp/build/own\n' >own/CMakeCache.txt; "
			"printf 'x\nCMAKE_CACHEFILE_DIR:INTERNAL=/tmp/build\n' >CMakeCache.txt");
		ck_assert_int_eq(
			build_by(&b, &c, "make; ls sub own", &usual_limits, &err), BUILD_MADE);
		ck_assert_str_eq(b.output,
			"referee: bot is left out: it is a program for a Mac\n"
			"referee: sub/CMakeCache.txt is left out: it is of a build in another folder\n"
			"referee: sub/old is left out: it is a program for a Mac\n"
			"cp bot.txt bot; chmod 755 bot\nown:\nCMakeCache.txt\n\nsub:\n");
		built_has(&b, "bot", "made\n");
		built_has(&b, "CMakeCache.txt", "x\nCMAKE_CACHEFILE_DIR:INTERNAL=/tmp/build\n");
		ck_assert_int_eq(b.programs_count, 1);
		build_clear(&b);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

/* The last 65536 bytes; a NUL is a blank. */
START_TEST(the_end_of_the_output_is_kept)
	{
		struct build_cache c;
		struct build b;
		struct error err;
		if (!build_begin(&c))
			return;
		ck_assert_int_eq(
			build_by(&b, &c,
				"printf 'a\\0b'; head -c 300000 /dev/zero | tr '\\0' x; printf 'the\\0end'",
				&usual_limits, &err),
			BUILD_MADE);
		ck_assert_uint_eq(strlen(b.output), BUILD_OUTPUT);
		ck_assert_str_eq(b.output + BUILD_OUTPUT - 8, "xthe end");
		ck_assert_int_eq(b.output[0], 'x');
		build_clear(&b);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

/* The surroundings of a command: its folder, its time, where compilers keep their
 * files. The same for each build. */
START_TEST(a_build_sees_the_same_folder_and_time_as_any_other)
	{
		struct build_cache c;
		struct build b;
		struct error err;
		if (!build_begin(&c))
			return;
		setenv("SECRET", "key", 1);
		ck_assert_int_eq(
			build_by(&b, &c,
				"echo $PWD $SOURCE_DATE_EPOCH $CARGO_HOME $GOPATH $GOCACHE $GOTOOLCHAIN; "
				"echo $CARGO_NET_OFFLINE $GOPROXY $npm_config_offline $SECRET; pwd; umask; "
				"cat; ls -A /tmp; touch \"$OLDPWD/x\" 2>&1 | grep -c .; ls /proc/self/fd | tail -1",
				&usual_limits, &err),
			BUILD_MADE);
		ck_assert_str_eq(b.output,
			"/tmp/build 315532800 /tmp/cargo /tmp/go /tmp/go-cache local\ntrue off true\n"
			"/tmp/build\n0022\nbuild\n1\n3\n");
		build_clear(&b);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

/* Each way to fail, with its sentence; nothing of it is kept. */
static const struct {
	const char *command, *why;
	struct build_limits limits;
} build_failures[] = {
	{"exit 3", "`exit 3` failed with status 3", {.timeout = 60 * SECOND, .disk = 8 << 20}},
	{"no-such-program", "`no-such-program` failed with status 127",
		{.timeout = 60 * SECOND, .disk = 8 << 20}},
	{"kill -9 $$", "`kill -9 $$` was ended by signal 9",
		{.timeout = 60 * SECOND, .disk = 8 << 20}},
	{"kill -9 $PPID", "`kill -9 $PPID` ended its sandbox",
		{.timeout = 60 * SECOND, .disk = 8 << 20}},
	{"sleep 50", "`sleep 50` takes longer than build-timeout = 300 ms",
		{.timeout = 300 * MILLISECOND, .disk = 8 << 20}},
	{"echo >x; chmod 0 x", "the files that `echo >x; chmod 0 x` leaves cannot be read",
		{.timeout = 60 * SECOND, .disk = 8 << 20}},
	{"truncate -s 129M big",
		"`truncate -s 129M big` leaves more than 128M or 10000 files; let it remove the files that the bot does not need",
		{.timeout = 60 * SECOND, .disk = 256 << 20}},
	{"seq 1000 11000 | xargs touch",
		"`seq 1000 11000 | xargs touch` leaves more than 128M or 10000 files; let it remove the files that the bot does not need",
		{.timeout = 60 * SECOND, .disk = 256 << 20}},
	{"truncate -s 7M big; truncate -s 2M more",
		"`truncate -s 7M big; truncate -s 2M more` leaves more than build-disk = 8M",
		{.timeout = 60 * SECOND, .disk = 8 << 20}},
	{"true", "the sources cannot be copied; build-disk is 1M",
		{.timeout = 60 * SECOND, .disk = 1 << 20}},
	{"head -c 100M /dev/zero | tail",
		"`head -c 100M /dev/zero | tail` needs more than build-memory = 48M",
		{.timeout = 60 * SECOND, .memory = 48 << 20, .disk = 8 << 20}},
};

START_TEST(a_build_that_fails_says_why_and_is_not_kept)
	{
		struct build_cache c;
		struct build b;
		struct error err;
		if (!build_begin(&c))
			return;
		/* Each takes a page in the scratch folder: together more than a megabyte. */
		sources_change("for i in $(seq 300); do echo 1 >$i; done");
		const bool large = build_failures[_i].limits.disk > 8 << 20; /* once is enough */
		for (int again = large; again < 2; again++) {
			ck_assert_int_eq(build_by(&b, &c, build_failures[_i].command,
						 &build_failures[_i].limits, &err),
				BUILD_FAILED);
			ck_assert_str_eq(err.text, build_failures[_i].why);
			build_clear(&b);
		}
		ck_assert(file_tree_remove(folder));
	}
END_TEST

/* The files of a bot are few; those of a test of two versions may fill the disk. */
START_TEST(what_a_build_leaves_may_fill_the_disk_where_it_is_large)
	{
		struct build_cache c;
		struct build b;
		struct error err;
		struct build_limits limits = {
			.timeout = 60 * SECOND, .disk = 256 << 20, .large = true};
		if (!build_begin(&c))
			return;
		ck_assert_int_eq(
			build_by(&b, &c, "truncate -s 129M big", &limits, &err), BUILD_MADE);
		build_clear(&b);
		limits.large = false;
		ck_assert_int_eq(
			build_by(&b, &c, "truncate -s 128M big; seq 1000 10998 | xargs touch",
				&limits, &err),
			BUILD_MADE);
		build_clear(&b);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

START_TEST(sources_that_are_gone_are_named)
	{
		struct build_cache c;
		struct build b;
		struct error err;
		char wanted[128];
		cache_begin(&c, 0);
		snprintf(wanted, sizeof wanted,
			"%s/sources cannot be read: No such file or directory", folder);
		ck_assert_int_eq(build_by(&b, &c, "true", &usual_limits, &err), BUILD_BROKEN);
		ck_assert_str_eq(err.text, wanted);
		build_clear(&b);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

/* The program in a build's sandbox is this one. */
int main(int argc, char **argv)
{
	/* The leak checker cannot look there. */
	if (argc > 1 && strcmp(argv[1], BUILD_INIT_WORD) == 0)
		_exit(build_init_main(argc - 1, argv + 1));
	return suite_run("referee/prepare/builder",
		(struct suite_case[]){LOOP(a_key_follows_from_the_sources_alone,
					      sizeof changes / sizeof *changes),
			CASE(another_command_and_the_network_make_another_key),
			CASE(sources_above_the_limit_are_refused),
			CASE(what_a_build_leaves_is_kept_and_found_again),
			CASE(eight_programs_are_listed_and_the_others_counted),
			CASE(programs_and_caches_of_other_machines_are_no_part_of_a_build),
			CASE(the_end_of_the_output_is_kept),
			CASE(a_build_sees_the_same_folder_and_time_as_any_other),
			CASE(what_a_build_leaves_may_fill_the_disk_where_it_is_large),
			CASE(sources_that_are_gone_are_named),
			LOOP(a_build_that_fails_says_why_and_is_not_kept,
				sizeof build_failures / sizeof *build_failures),
			(struct suite_case){NULL, 0}});
}
