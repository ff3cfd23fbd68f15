/*
 * Which bots a worker builds and starts before it is ready, and what it says of those that cannot
 * play there. The process is real; bots are scripts without a sandbox.
 */
#include "referee/machines/worker-examine.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/process.h"
#include "referee/prepare/builder.h"
#include "referee/sandbox/sandbox.h"
#include "referee/machines/worker-messages.h"
#include "tests/lib/db-fixture.h"

enum { BOTS = 6, TEXT = 8192 };

static struct bot_config bots[BOTS];
static struct worker_config_bot places[BOTS];
static struct worker_config config;
static char said[TEXT]; /* by the process */

static char *const house[] = {(char[]){"referee-bot"}, (char[]){"--depth"}, (char[]){"3"}, NULL};
static char *const script[] = {(char[]){"./prog"}, NULL};
static char *const missing[] = {(char[]){"no-such-program"}, NULL};
static char *const nowhere[] = {(char[]){"/no/such/program"}, NULL};

/* A folder with a program of this text. */
static const char *folder(const char *name, const char *text)
{
	const char *path = fixture_path(name);
	char program[PATH_MAX];
	mkdir(path, 0755);
	snprintf(program, sizeof program, "%s/prog", path);
	FILE *out = fopen(program, "w");
	fputs(text, out);
	fclose(out);
	chmod(program, 0755);
	return path;
}

/* Begins a configuration of no bots, built on a machine of this architecture. */
static void begin(const char *arch)
{
	static bool prepared;
	if (!prepared)
		sandbox_prepare();
	prepared = true;
	memset(bots, 0, sizeof bots);
	setenv("XDG_CACHE_HOME", fixture_path("cache"), 1);
	config = (struct worker_config){.bots = places,
		.config = {.rules = rules_find("nim"),
			.players = 2,
			.bots = bots,
			.terms.sandbox = SANDBOX_NONE,
			.terms.resources = sandbox_limits_usual}};
	snprintf(config.arch, sizeof config.arch, "%s", arch);
}

static struct bot_config *add(const char *name, char *const *argv, const char *dir)
{
	int i = config.config.bots_count++;
	config.t.bots_count++;
	places[i] = (struct worker_config_bot){.folder = -1, .source = -1};
	bots[i] = (struct bot_config){
		.name = name, .argv = argv, .dir = dir, .resources = sandbox_limits_usual};
	return &bots[i];
}

/* Reads all that the process says. True: it ended well. */
static bool examine(void)
{
	struct process p = {.to = -1, .from = -1, .fd_channel = -1};
	size_t used = 0;
	ssize_t count;
	ck_assert_int_eq(process_start(&p, &worker_examine_process, &config, -1), 0);
	int flags = fcntl(p.from, F_GETFL);
	fcntl(p.from, F_SETFL, flags & ~O_NONBLOCK);
	while ((count = read(p.from, said + used, sizeof said - 1 - used)) > 0)
		used += (size_t)count;
	said[used] = '\0';
	return process_wait(&p, 60000) == 0;
}

/* --- starts ----------------------------------------------------------------------------------- */

/* A house bot plays everywhere, a remote bot comes by itself, and one that was not built is known
 * not to play. A program that greets, or only is silent, may be slow: it is no news. */
START_TEST(bots_that_may_play_are_no_news)
	{
		begin("");
		add("house", house, NULL);
		add("remote", NULL, NULL)->remote = true;
		add("unbuilt", missing, NULL)->unbuilt = "no compiler";
		add("greets", script,
			folder("greets", "#!/bin/sh\nread ugi\necho ugiok\nread quit\nexit 0\n"));
		add("slow", script, folder("slow", "#!/bin/sh\nsleep 100\n"))->resources.startup =
			SECOND / 10;
		ck_assert(examine());
		ck_assert_str_eq(said, "ready\n");
	}
END_TEST

static const struct {
	char *const *argv;
	const char *text, *said; /* text: of its program; NULL: it has no folder */
} dead[] = {
	{missing, NULL, "no-such-program is not installed"},
	{nowhere, NULL, "there is no file \"/no/such/program\""},
	{script, "#!/bin/sh\nexit 3\n", "ended with exit status 3 before it was ready"},
	{script, "#!/no/such/interpreter\n",
		"the interpreter \"/no/such/interpreter\", which the first line of \"prog\" names, is not there"},
	{script, "#!/bin/sh\necho lost: $PWD/table >&2\nexit 3\n",
		"it wrote on stderr: lost: table"},
};

/* The folder is in another place on each machine, so files are named within it. */
START_TEST(a_bot_that_cannot_start_is_told_with_the_reason)
	{
		char want[TEXT];
		const char *dir = dead[_i].text != NULL ? folder("dead", dead[_i].text) : NULL;
		begin("");
		add("house", house, NULL);
		add("dead", dead[_i].argv, dir);
		ck_assert(examine());
		snprintf(want, sizeof want, "cannot 1 %s\nready\n", dead[_i].said);
		ck_assert_str_eq(said, want);
	}
END_TEST

/* A bot that sits in several seats is in the configuration as often; it is started once. */
START_TEST(a_bot_of_several_seats_is_started_once_and_told_for_each)
	{
		char path[PATH_MAX], runs[64] = "";
		begin("");
		const char *dir =
			folder("twice", "#!/bin/sh\necho run >>$(dirname $0)/runs\nexit 3\n");
		add("twice", script, dir);
		add("house", house, NULL);
		add("twice", script, dir);
		ck_assert(examine());
		char *second = strstr(said, "\ncannot 2 ");
		ck_assert_msg(strncmp(said, "cannot 0 ", 9) == 0 && second != NULL, "%s", said);
		ck_assert_int_eq(strncmp(said + 9, second + 10, (size_t)(second - said - 9)), 0);
		snprintf(path, sizeof path, "%s/runs", dir);
		FILE *in = fopen(path, "r");
		ck_assert_msg(in != NULL, "%s", said);
		ck_assert_uint_eq(fread(runs, 1, sizeof runs - 1, in), 4);
		ck_assert_str_eq(runs, "run\n");
		fclose(in);
		unlink(path);
	}
END_TEST

/* --- builds ----------------------------------------------------------------------------------- */

/* Only a program with sources is built, and only where the architecture is another. */
START_TEST(a_program_is_built_where_the_architecture_is_another)
	{
		static const struct {
			const char *build, *built_on;
			int source;
			bool builds;
		} rows[] = {
			{"make", "x86_64", 0, true}, {"make", "aarch64", 0, false},
			{"make", "x86_64", -1, false}, {NULL, "x86_64", 0, false},
			{"make", "", 0, false}, /* not known: as it is */
		};
		for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
			begin(rows[i].built_on);
			add("bot", script, NULL)->build = rows[i].build;
			places[0].source = rows[i].source;
			ck_assert_int_eq(
				worker_examine_builds(&config, 0, "aarch64"), rows[i].builds);
		}
	}
END_TEST

/* Its sources did not come. */
START_TEST(a_program_without_its_sources_cannot_be_built)
	{
		begin("pdp11");
		struct bot_config *b = add("bot", script, NULL);
		b->build = "cp source prog";
		places[0].source = 0;
		ck_assert(examine());
		ck_assert_str_eq(said,
			"cannot 0 it was built for pdp11, and its sources cannot travel: they are too large or unreadable\nready\n");
	}
END_TEST

SUITE("referee/machines/worker-examine", CASE(bots_that_may_play_are_no_news),
	LOOP(a_bot_that_cannot_start_is_told_with_the_reason, sizeof dead / sizeof *dead),
	CASE(a_bot_of_several_seats_is_started_once_and_told_for_each),
	CASE(a_program_is_built_where_the_architecture_is_another),

	CASE(a_program_without_its_sources_cannot_be_built))
