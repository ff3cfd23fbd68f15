/*
 * Bots that are started once each: those that answer and those that do not, several at a time.
 */
#include "referee/bot/startup-check.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "base/error.h"
#include "referee/sandbox/sandbox.h"
#include "tests/lib/arbiter-match.h"
#include "tests/lib/suite.h"

enum { BOTS = 40 };

/* --- waiting ---------------------------------------------------------------------------------- */

static const struct {
	usec deadlines[3]; /* 0: none */
	usec left;
} waits[] = {
	{{0, 0, 0}, SECOND},
	{{5000300, 0, 0}, 301},
	{{0, 0, 5000300}, 301},
	{{5000700, 5000300, 5000500}, 301}, /* the next of them */
	{{5999999, 0, 0}, SECOND},
	{{6000000, 0, 0}, SECOND + 1},
	{{7000000, 0, 0}, SECOND + 1},
	{{7000000, 5000001, 0}, 2},
	{{7000000, 5000000, 0}, 1}, /* now, or it is over already */
	{{4000000, 5000300, 0}, 1},
};

START_TEST(it_waits_until_the_next_deadline)
	{
		usec left = startup_check_left(waits[_i].deadlines, 3, 5 * SECOND);
		/* A second may be a microsecond longer. */
		ck_assert(
			left == waits[_i].left || (waits[_i].left == SECOND && left == SECOND + 1));
	}
END_TEST

/* --- bots ------------------------------------------------------------------------------------- */

static struct {
	struct arbiter_config config;
	struct bot_config bots[BOTS];
	char programs[BOTS][MATCH_PATH];
	char *argv[BOTS][4];
	int next, running, most; /* bots at a time */
	int results[BOTS];	 /* of each bot: how often it was told */
	bool greeted[BOTS];
	enum verdict verdicts[BOTS];
	char details[BOTS][GAME_DETAIL];
	char author[BOTS][AUTHOR_TEXT];
	int stop_at; /* result() is false for this bot; -1: for none */
} checking;

static int on_next(void *owner)
{
	(void)owner;
	if (checking.next == checking.config.bots_count)
		return -1;
	checking.running++;
	checking.most = checking.running > checking.most ? checking.running : checking.most;
	return checking.next++;
}

static bool on_result(void *owner, int bot, struct bot_process *b, bool greeted)
{
	(void)owner;
	checking.running--;
	checking.results[bot]++;
	checking.greeted[bot] = greeted;
	checking.verdicts[bot] = b->verdict;
	snprintf(checking.details[bot], GAME_DETAIL, "%s", b->detail);
	snprintf(checking.author[bot], AUTHOR_TEXT, "%s", b->author);
	return bot != checking.stop_at;
}

static void begin(void)
{
	memset(&checking, 0, sizeof checking);
	checking.stop_at = -1;
	checking.config = match_plan;
	checking.config.rules = rules_find("tictactoe");
	checking.config.players = 2;
	checking.config.bots = checking.bots;
	checking.config.terms.resources.startup = 100 * SECOND;
}

/* program: as for match_bot(). startup: milliseconds. */
static void add(const char *program, const char *argument, int startup)
{
	char folder[MATCH_PATH];
	int bot = checking.config.bots_count++;
	match_build_folder(folder);
	if (*program == '/')
		snprintf(checking.programs[bot], MATCH_PATH, "%s", program);
	else
		ck_assert_int_lt(
			snprintf(checking.programs[bot], MATCH_PATH, "%s/%s", folder, program),
			MATCH_PATH);
	checking.argv[bot][0] = checking.programs[bot];
	checking.argv[bot][1] = (char *)argument;
	checking.bots[bot] = (struct bot_config){.name = program,
		.argv = checking.argv[bot],
		.resources = checking.config.terms.resources};
	checking.bots[bot].resources.startup = startup * MILLISECOND;
}

/* In a child, since sandbox_prepare() changes the process that calls it; what it found comes back
 * over a pipe. */
static bool check_all(void)
{
	static const struct startup_check_calls calls = {on_next, on_result};
	int ends[2], status;
	bool good = false;
	ck_assert_int_eq(pipe(ends), 0);
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		struct setup setup;
		struct error err;
		struct event_base *base = event_base_new();
		signal(SIGPIPE, SIG_IGN); /* as in all processes that talk to bots */
		sandbox_prepare();
		good = setup_init(&setup, checking.config.rules, 2, 1, NULL, 0, &err) &&
		       startup_check_run(&(struct startup_check){
			       &calls, NULL, base, &checking.config, &setup});
		bool alone = waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
		bool sent = write(ends[1], &good, sizeof good) == sizeof good &&
			    write(ends[1], &checking, sizeof checking) == sizeof checking;
		event_base_free(base);
		_exit(alone && sent ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	close(ends[1]);
	char *to = (char *)&checking;
	size_t left = sizeof checking;
	ck_assert_int_eq(read(ends[0], &good, sizeof good), sizeof good);
	for (ssize_t got; left > 0; to += got, left -= (size_t)got)
		ck_assert_int_gt(got = read(ends[0], to, left), 0);
	close(ends[0]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(status == 0, "a process of a bot is left");
	return good;
}

/* Those that are silent have less time than the honest ones, which come before and after them. */
static const struct {
	const char *program;
	int startup; /* milliseconds */
	const char *detail;
} kinds[] = {
	{"tests/bench/instant", 100000, NULL},
	{"tests/rogues/no-handshake", 200, "printed nothing within 0.2 s"},
	{"/bin/false", 100000, "ended with exit status 1 before it was ready"},
	{"/no/such/program", 100000, "there is no file \"/no/such/program\""},
	{"tests/rogues/other-protocol", 300, " within 0.3 s"},
	{"referee-bot", 100000, NULL},
};

START_TEST(each_bot_is_told_once_with_what_became_of_it)
	{
		enum { KINDS = sizeof kinds / sizeof *kinds };
		begin();
		for (int i = 0; i < KINDS; i++)
			add(kinds[i].program, NULL, kinds[i].startup);
		ck_assert(check_all());
		for (int i = 0; i < KINDS; i++) {
			bool honest = kinds[i].detail == NULL;
			ck_assert_int_eq(checking.results[i], 1);
			ck_assert_int_eq(checking.greeted[i], honest);
			ck_assert_int_eq(
				checking.verdicts[i], honest ? VERDICT_OK : VERDICT_STARTUP);
			ck_assert_msg(honest ? *checking.details[i] == '\0'
					     : strstr(checking.details[i], kinds[i].detail) != NULL,
				"%s: %s", kinds[i].program, checking.details[i]);
		}
		ck_assert_str_eq(checking.author[KINDS - 1], "the Referee project");
	}
END_TEST

/* As many as a machine has room for, and then more. */
START_TEST(many_bots_are_started_several_at_a_time)
	{
		begin();
		for (int i = 0; i < BOTS; i++)
			add("tests/bench/instant", NULL, 100000);
		ck_assert(check_all());
		for (int i = 0; i < BOTS; i++)
			ck_assert(checking.results[i] == 1 && checking.greeted[i]);
		ck_assert_int_ge(checking.most, 2);
		ck_assert_int_le(checking.most, 16);
	}
END_TEST

START_TEST(a_result_that_is_not_wanted_ends_all)
	{
		begin();
		add("tests/bench/instant", NULL, 100000);
		add("tests/rogues/no-handshake", NULL, 100000);
		for (int i = 2; i < BOTS; i++)
			add("tests/bench/instant", NULL, 100000);
		checking.stop_at = 0;
		ck_assert(!check_all());
		ck_assert_int_eq(checking.results[0], 1);
		ck_assert_int_eq(checking.results[1], 0);
		ck_assert_int_eq(checking.results[BOTS - 1], 0);
	}
END_TEST

START_TEST(without_bots_there_is_nothing_to_do)
	{
		begin();
		ck_assert(check_all());
		ck_assert_int_eq(checking.most, 0);
	}
END_TEST

static const struct {
	const char *program;
	bool house;
} houses[] = {{"referee-bot", true}, {"/usr/bin/referee-bot", true}, {"./referee-bot", true},
	{"referee-bot2", false}, {"my-referee-bot", false}, {"referee-bot/bot", false},
	{"python3", false}, {"", false}};

START_TEST(the_house_bot_is_known_by_its_name)
	{
		char *argv[] = {(char *)houses[_i].program, (char *)"referee-bot", NULL};
		ck_assert_msg(startup_check_is_house(argv) == houses[_i].house, "%s", argv[0]);
	}
END_TEST

SUITE("referee/bot/startup-check",
	LOOP(it_waits_until_the_next_deadline, sizeof waits / sizeof *waits),
	CASE(each_bot_is_told_once_with_what_became_of_it),
	CASE(many_bots_are_started_several_at_a_time), CASE(a_result_that_is_not_wanted_ends_all),
	CASE(without_bots_there_is_nothing_to_do),
	LOOP(the_house_bot_is_known_by_its_name, sizeof houses / sizeof *houses))
