/*
 * A worker from its first line to its last: what it asks of a referee, which the test is, and what
 * it says of a referee that breaks off. It runs as a process, its arbiter is a double, and bots are
 * really examined, without a sandbox.
 */
#include "referee/machines/worker-main.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "referee/arbiter/arbiter.h"
#include "referee/process/file-tree.h"
#include "base/memory.h"
#include "base/version.h"
#include "referee/sandbox/sandbox.h"
#include "referee/config/arbiter-text.h"
#include "referee/machines/worker-bench.h"
#include "referee/machines/worker-manifest.h"
#include "tests/lib/db-fixture.h"

enum { TEXT = 1 << 16 };

/* --- the arbiter, a double ----------------------------------------------------------------------
 */

/* Says "heard LINE" for each line, and "over" when it is told to end; "die" ends it at once. */
static int arbiter_double(const void *arg, int number, int from, int to)
{
	char line[256], *at = line;
	(void)arg, (void)number;
	while (read(from, at, 1) == 1) {
		if (*at != '\n') {
			at++;
			continue;
		}
		*at = '\0';
		at = line;
		if (strcmp(line, "die") == 0)
			return EXIT_SUCCESS;
		dprintf(to, "heard %s\n", line);
	}
	dprintf(to, "over\n");
	return EXIT_SUCCESS;
}

const struct process_kind arbiter_process = {"test-arbiter", arbiter_double};

/* --- the worker ---------------------------------------------------------------------------------
 */

static struct {
	pid_t pid;
	int to, from;	 /* the referee's ends */
	int why;	 /* where it writes how it ended */
	char said[TEXT]; /* all that it said */
	size_t used;
} worker;

/* The kept speed is that of a minute ago: nothing is measured. */
static void worker_begin(usec leave_after)
{
	struct worker_options options = {.leave_after = leave_after,
		.facts = {.name = "lab",
			.pool = "any",
			.arch = "x86_64",
			.version = "1.0",
			.cpu = "Xeon 5",
			.slots = 2,
			.cores = 4,
			.sandbox = SANDBOX_NONE}};
	int down[2], up[2], why[2];
	struct error err;
	memset(&worker, 0, sizeof worker);
	ck_assert(worker_cache_open(&options.cache, fixture_path("cache"), 1 << 20, &err));
	worker_bench_keep(
		options.cache.all.folder, options.facts.cpu, (int64_t)time(NULL) - 60, 1234567);
	ck_assert(pipe2(down, O_CLOEXEC) == 0 && pipe2(up, O_CLOEXEC) == 0 &&
		  pipe2(why, O_CLOEXEC) == 0);
	worker.pid = fork();
	if (worker.pid == 0) {
		close(down[1]);
		close(up[0]);
		signal(SIGTERM, SIG_DFL); /* not the test's */
		signal(SIGINT, SIG_DFL);
		sandbox_prepare();
		error_clear(&err);
		bool good = worker_main_run(&options, down[0], up[1], &err);
		dprintf(why[1], "%s", err.text);
		_exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	close(down[0]);
	close(up[1]);
	close(why[1]);
	worker.to = down[1];
	worker.from = up[0];
	worker.why = why[0];
}

/* Reads until this line is there; false: it has ended without it. */
static bool hear(const char *line)
{
	char whole[512];
	snprintf(whole, sizeof whole, "\n%s\n", line);
	worker.said[0] = '\n'; /* so that the first line has one before it too */
	worker.used = worker.used == 0 ? 1 : worker.used;
	while (strstr(worker.said, whole) == NULL) {
		ssize_t count = read(worker.from, worker.said + worker.used,
			sizeof worker.said - 1 - worker.used);
		if (count <= 0)
			return false;
		worker.used += (size_t)count;
		worker.said[worker.used] = '\0';
	}
	return true;
}

static void tell(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void tell(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vdprintf(worker.to, format, arguments);
	va_end(arguments);
}

/* The referee ends; how did the worker end? The text is static, "" if all was well. */
static const char *worker_end(void)
{
	static char text[TEXT];
	int status;
	close(worker.to);
	while (hear("no such line"))
		;
	ssize_t count = read(worker.why, text, sizeof text - 1);
	text[count > 0 ? count : 0] = '\0';
	ck_assert_int_eq(waitpid(worker.pid, &status, 0), worker.pid);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status) == 0, *text == '\0');
	close(worker.from);
	close(worker.why);
	return text;
}

/* --- the referee --------------------------------------------------------------------------------
 */

static struct bot_config bots[2];
static struct arbiter_config config;
static struct worker_manifest manifest;

/* The settings of two bots of one word each. */
static char *settings_of(const char *first, const char *second)
{
	struct tournament t;
	tournament_init(&t);
	tournament_set_game(&t, "nim");
	t.players = 2;
	tournament_add_bot(&t, "a", (struct origin){NULL, 0}, NULL)->command = memory_copy(first);
	tournament_add_bot(&t, "b", (struct origin){NULL, 0}, NULL)->command = memory_copy(second);
	char *text = arbiter_text_write(&t);
	tournament_clear(&t);
	return text;
}

/* Two bots of these words; the first runs in a folder if dir is not NULL. */
static void offer_make(char *const *first, char *const *second, const char *dir)
{
	struct error err;
	bots[0] = (struct bot_config){.name = "a", .argv = first, .dir = dir};
	bots[1] = (struct bot_config){.name = "b", .argv = second};
	config = (struct arbiter_config){.rules = rules_find("nim"),
		.players = 2,
		.bots = bots,
		.bots_count = 2,
		.copies = 1,
		.settings = settings_of(*first, *second)};
	ck_assert_msg(worker_manifest_make(&manifest, &config, &err), "%s", err.text);
	free(config.settings);
}

static char *const house[] = {(char[]){"referee-bot"}, NULL};
static char *const missing[] = {(char[]){"no-such-program"}, NULL};

static void offer_tell(void)
{
	tell("config %zu\n%s", manifest.size, manifest.text);
	for (int i = 0; i < manifest.folders_count; i++)
		tell("folder %s %lld\n", manifest.folders[i].digest,
			(long long)manifest.folders[i].bytes);
}

static void offer_tell_bundle(int folder)
{
	struct error err;
	static char bytes[TEXT];
	int file = worker_manifest_file(&manifest, folder, &err);
	ssize_t count = pread(file, bytes, sizeof bytes, 0);
	ck_assert_int_eq(count, manifest.folders[folder].bytes);
	tell("bundle %s %zd\n", manifest.folders[folder].digest, count);
	ck_assert_int_eq(write(worker.to, bytes, (size_t)count), count);
}

/* --- a conversation -----------------------------------------------------------------------------
 */

START_TEST(a_worker_greets_is_ready_and_passes_lines_on)
	{
		worker_begin(SECOND);
		offer_make(house, house, NULL);
		offer_tell();
		ck_assert(hear("ready"));
		ck_assert_ptr_nonnull(strstr(worker.said,
			"\nworker 4 " VERSION "\nfacts lab any x86_64 1.0 Xeon\\x205 2 4 0 "));
		ck_assert_ptr_nonnull(strstr(worker.said, " 1234567 - - -\n"));
		ck_assert_ptr_null(strstr(worker.said, "cannot"));
		tell("1 play 7\n2 play 8\n");
		ck_assert(hear("heard 2 play 8"));
		ck_assert_ptr_nonnull(strstr(worker.said, "\nheard 1 play 7\n"));
		ck_assert_str_eq(worker_end(), "");
		worker_manifest_clear(&manifest);
	}
END_TEST

/* The worker has read all that was written. */
static void wait_until_read(void)
{
	int left = 1;
	while (left > 0)
		ck_assert_int_eq(ioctl(worker.to, FIONREAD, &left), 0);
}

/* A configuration that comes in pieces is put together. */
START_TEST(a_configuration_may_come_in_pieces)
	{
		worker_begin(SECOND);
		offer_make(house, missing, NULL);
		tell("config %zu\n", manifest.size);
		for (size_t i = 0; i < manifest.size; i += 40) {
			wait_until_read();
			tell("%.40s", manifest.text + i);
		}
		ck_assert(hear("cannot 1 no-such-program is not installed"));
		ck_assert(hear("ready"));
		ck_assert_str_eq(worker_end(), "");
		worker_manifest_clear(&manifest);
	}
END_TEST

/* A request right behind the configuration is not lost. */
START_TEST(a_request_that_comes_with_the_configuration_is_played)
	{
		worker_begin(SECOND);
		offer_make(house, house, NULL);
		tell("config %zu\n%s1 play 7\n", manifest.size, manifest.text);
		ck_assert(hear("heard 1 play 7"));
		ck_assert_str_eq(worker_end(), "");
		worker_manifest_clear(&manifest);
	}
END_TEST

START_TEST(a_bot_that_cannot_play_there_is_told_before_the_worker_is_ready)
	{
		worker_begin(SECOND);
		offer_make(house, missing, NULL);
		offer_tell();
		ck_assert(hear("ready"));
		const char *cannot =
			strstr(worker.said, "\ncannot 1 no-such-program is not installed\n");
		ck_assert_msg(cannot != NULL && cannot < strstr(worker.said, "\nready\n"), "%s",
			worker.said);
		ck_assert_ptr_null(strstr(worker.said, "cannot 0"));
		ck_assert_str_eq(worker_end(), "");
		worker_manifest_clear(&manifest);
	}
END_TEST

/* --- folders ------------------------------------------------------------------------------------
 */

static char *const script[] = {(char[]){"./prog"}, NULL};

static const char *folder_make(const char *name, const char *text)
{
	const char *folder = fixture_path(name);
	char path[PATH_MAX];
	mkdir(folder, 0755);
	snprintf(path, sizeof path, "%s/prog", folder);
	FILE *out = fopen(path, "w");
	fputs(text, out);
	fclose(out);
	chmod(path, 0755);
	return folder;
}

/* Asked for once; the next worker finds it in its cache. */
START_TEST(a_folder_is_asked_for_once)
	{
		char line[128];
		offer_make(script, house, folder_make("prog", "#!/bin/sh\nexit 3\n"));
		ck_assert_int_eq(manifest.folders_count, 1);
		for (int again = 0; again < 2; again++) {
			worker_begin(SECOND);
			offer_tell();
			snprintf(line, sizeof line, "%s %s", again ? "have" : "need",
				manifest.folders[0].digest);
			ck_assert_msg(hear(line), "%s", worker.said);
			if (!again)
				offer_tell_bundle(0);
			ck_assert(hear("ready"));
			/* It was really started, there: it ends at once. */
			ck_assert_msg(
				strstr(worker.said,
					"\ncannot 0 ended with exit status 3 before it was ready\n") !=
					NULL,
				"%s", worker.said);
			ck_assert_str_eq(worker_end(), "");
		}
		worker_manifest_clear(&manifest);
	}
END_TEST

/* A folder that cannot travel is not asked for. */
START_TEST(a_folder_that_is_none_is_skipped)
	{
		offer_make(script, house, folder_make("prog", "#!/bin/sh\nexit 3\n"));
		worker_begin(SECOND);
		tell("config %zu\n%sfolder " WORKER_MANIFEST_NONE " 0\n", manifest.size,
			manifest.text);
		ck_assert(hear("skip " WORKER_MANIFEST_NONE));
		worker_end();
		worker_manifest_clear(&manifest);
	}
END_TEST

/* Bytes of another folder have another digest. */
START_TEST(a_bundle_that_is_not_the_folder_is_refused)
	{
		char line[128];
		struct worker_manifest other;
		offer_make(script, house, folder_make("other", "#!/bin/sh\nexit 4\n"));
		other = manifest;
		offer_make(script, house, folder_make("third", "#!/bin/sh\nexit 5\n"));
		worker_begin(SECOND);
		offer_tell();
		snprintf(line, sizeof line, "need %s", manifest.folders[0].digest);
		ck_assert(hear(line));
		struct worker_manifest right = manifest;
		manifest = other;
		offer_tell_bundle(0);
		ck_assert_str_eq(worker_end(), "a bot's folder did not arrive whole");
		ck_assert(!hear("ready"));
		worker_manifest_clear(&manifest);
		worker_manifest_clear(&right);
	}
END_TEST

/* --- a referee that is wrong, or goes -----------------------------------------------------------
 */

#define LONG_80 "12345678901234567890123456789012345678901234567890123456789012345678901234567890"
#define DIGEST	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

#define OTHER                                                                                                            \
	" before it said what to play; if it is of another version, install the same one here: this is referee " VERSION \
	" with version 4 of a worker's lines"

static const struct {
	const char *said, *why;
} wrong[] = {
	{"", "the referee closed the connection" OTHER},
	{"config", "the referee closed the connection" OTHER},
	{"config 7\nunheard",
		"the configuration that the referee sent: \"unheard\" is not known here"},
	{"hello\n", "the referee sent a line that is not \"config NUMBER\""},
	{"config x\n", "the referee sent a line that is not \"config NUMBER\""},
	{"config -1\n", "the referee sent a line that is not \"config NUMBER\""},
	{"config 1 \n", "the referee sent a line that is not \"config NUMBER\""},
	{"config 67108865\n", "the referee sent a line that is not \"config NUMBER\""},
	{"config 67108864\n", "the referee closed the connection"},
	{"config 10\nabc", "the referee closed the connection"},
	{LONG_80 LONG_80 "\n", "a line of the referee is too long"},
};

START_TEST(a_referee_that_is_wrong_is_told_what_is_wrong)
	{
		worker_begin(SECOND);
		tell("%s", wrong[_i].said);
		ck_assert_str_eq(worker_end(), wrong[_i].why);
	}
END_TEST

/* Lines about the folder of a bot. */
static const struct {
	const char *said, *why;
} wrong_folders[] = {
	{"", "the referee closed the connection"},
	{"1 play 7\n", "the referee sent a line that is not \"folder DIGEST NUMBER\""},
	{"folder " DIGEST "\n", "the referee sent a line that is not \"folder DIGEST NUMBER\""},
	{"folder " DIGEST " -1\n", "the referee sent a line that is not \"folder DIGEST NUMBER\""},
	{"folder " DIGEST "f 1\n", "the referee sent a line that is not \"folder DIGEST NUMBER\""},
	{"folder 0123 1\n", "the referee sent a line that is not \"folder DIGEST NUMBER\""},
	{"folder " DIGEST " 268435457\n",
		"the referee sent a line that is not \"folder DIGEST NUMBER\""},
	{"folder " DIGEST " 268435456\n", "the referee closed the connection"},
	{"folder " DIGEST " 5\n1 play 7\n",
		"the referee sent a line that is not \"bundle DIGEST NUMBER\""},
	{"folder " DIGEST " 5\nbundle " DIGEST " 268435457\n",
		"the referee sent a line that is not \"bundle DIGEST NUMBER\""},
	{"folder " DIGEST " 5\nbundle " DIGEST " 5\nab", "the referee closed the connection"},
};

START_TEST(a_referee_that_is_wrong_about_folders_is_told_what_is_wrong)
	{
		offer_make(script, house, folder_make("prog", "#!/bin/sh\nexit 3\n"));
		worker_begin(SECOND);
		tell("config %zu\n%s%s", manifest.size, manifest.text, wrong_folders[_i].said);
		ck_assert_str_eq(worker_end(), wrong_folders[_i].why);
		worker_manifest_clear(&manifest);
	}
END_TEST

/* --- its end ------------------------------------------------------------------------------------
 */

START_TEST(a_worker_whose_arbiter_ends_says_so)
	{
		worker_begin(SECOND);
		offer_make(house, house, NULL);
		offer_tell();
		ck_assert(hear("ready"));
		tell("die\n");
		while (hear("no such line"))
			;
		ck_assert_str_eq(worker_end(), "its arbiter ended");
		worker_manifest_clear(&manifest);
	}
END_TEST

/* It takes no further game, and goes on until the referee lets it go. */
START_TEST(a_worker_that_is_told_to_end_says_that_it_leaves)
	{
		worker_begin(3600 * SECOND);
		offer_make(house, house, NULL);
		offer_tell();
		ck_assert(hear("ready"));
		kill(worker.pid, SIGTERM);
		ck_assert(hear("leaving"));
		tell("1 play 7\n");
		ck_assert(hear("heard 1 play 7"));
		ck_assert_str_eq(worker_end(), "");
		worker_manifest_clear(&manifest);
	}
END_TEST

/* By a second signal, or when its time is up, it ends whatever the referee does. */
START_TEST(a_worker_that_leaves_waits_for_its_time_alone)
	{
		worker_begin(_i == 0 ? 0 : 3600 * SECOND);
		offer_make(house, house, NULL);
		offer_tell();
		ck_assert(hear("ready"));
		kill(worker.pid, SIGTERM);
		ck_assert(hear("leaving"));
		if (_i == 1)
			kill(worker.pid, SIGINT);
		ck_assert(!hear("no such line")); /* it has ended */
		ck_assert_str_eq(worker_end(), "");
		worker_manifest_clear(&manifest);
	}
END_TEST

SUITE("referee/machines/worker-main", CASE(a_worker_greets_is_ready_and_passes_lines_on),
	CASE(a_configuration_may_come_in_pieces),
	CASE(a_request_that_comes_with_the_configuration_is_played),
	CASE(a_bot_that_cannot_play_there_is_told_before_the_worker_is_ready),
	CASE(a_folder_is_asked_for_once), CASE(a_folder_that_is_none_is_skipped),
	CASE(a_bundle_that_is_not_the_folder_is_refused),
	LOOP(a_referee_that_is_wrong_is_told_what_is_wrong, sizeof wrong / sizeof *wrong),
	LOOP(a_referee_that_is_wrong_about_folders_is_told_what_is_wrong,
		sizeof wrong_folders / sizeof *wrong_folders),
	CASE(a_worker_whose_arbiter_ends_says_so),
	CASE(a_worker_that_is_told_to_end_says_that_it_leaves),
	LOOP(a_worker_that_leaves_waits_for_its_time_alone, 2))
