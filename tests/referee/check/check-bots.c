/*
 * The results of a check as text, as JSON and as one sentence; a build before it.
 */
#include "referee/check/check-bots.h"

#include "referee/process/file-tree.h"
#include "referee/config/config-file.h"
#include "referee/prepare/tournament-check.h"
#include "tests/lib/command-output.h"
#include "tests/lib/shell-bot.h"

extern const struct command command_check;

static struct command_output got;

/* Checks a bot whose command has these words behind `sh bot.sh`. */
static void check_with(const char *kind, const char *flag, const char *const *words)
{
	const char *all[COMMAND_OUTPUT_WORDS + 1] = {kind, flag, "--game=tictactoe",
		"--sandbox=none", "--movetime=60s", "--startup-timeout=60s", "--quit-timeout=60s",
		"--", "sh", SHELL_BOT};
	for (int i = 0; words[i] != NULL; i++) {
		ck_assert_int_lt(i + 10, COMMAND_OUTPUT_WORDS);
		all[i + 10] = words[i];
	}
	shell_bot_write();
	command_output_run(&got, &command_check, all, NULL);
}

#define TEXT(...) check_with("--quick", "--margin=60s", (const char *const[]){__VA_ARGS__, NULL})
#define JSON(...) check_with("--quick", "--json", (const char *const[]){__VA_ARGS__, NULL})
#define WHOLE(...)                                                                                 \
	check_with("--margin=60s", "--max-plies=2", (const char *const[]){__VA_ARGS__, NULL})

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

static void lacks(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "%s\nwith %s", text, part);
}

/* Replaces each time of a step by T, and what stands before it by one blank. */
static void without_times(char *text)
{
	for (char *ms = text; (ms = strstr(ms, " ms  ")) != NULL;) {
		char *from = ms;
		while (from > text && strchr("0123456789.", from[-1]) != NULL)
			from--;
		while (from > text && from[-1] == ' ')
			from--;
		memmove(from + 2, ms, strlen(ms) + 1);
		from[0] = ' ';
		from[1] = 'T';
		ms = from + 3;
	}
}

START_TEST(each_step_is_a_line_with_its_time)
	{
		TEXT(NULL);
		without_times(got.out);
		const char *speed = strstr(got.out, "  speed ");
		ck_assert_ptr_nonnull(speed);
		ck_assert_str_eq(strchr(speed, '\n'),
			"\n  lines      ok                    it printed nothing but lines of the protocol\n"
			"  quit       ok T ms  it ended by itself\n"
			"  it can play\n\n"
			"--quick: no whole games were played, no game of a bot against itself, and \"stop\" was not tried\n");
		*strstr(got.out, "  speed ") = '\0';
		ck_assert_str_eq(got.out,
			"bot: sh bot.sh\n"
			"  start      ok T ms  it runs and speaks\n"
			"  handshake  ok T ms  \"Shell\" by Tests; features: legal; options: 0\n"
			"  options    ok T ms  none to set; it is ready\n"
			"  new game   ok T ms  it is ready for one\n"
			"  openings   ok T ms  a legal answer in each of 2 positions that games begin at\n");
	}
END_TEST

/* The lines of a step stand below it, behind a bar; steps that were not tried are counted alone. */
START_TEST(the_verdict_of_a_tournament_stands_below_a_fault)
	{
		TEXT("ugi=echo oh >&2; exit 3");
		without_times(got.out);
		ck_assert_str_eq(got.out,
			"bot: sh bot.sh 'ugi=echo oh >&2; exit 3'\n"
			"  start      FAILED T ms  it wrote on stderr: oh\n"
			"             | a tournament's verdict: startup - ended with exit status 3 before it was ready\n"
			"             | on stderr it wrote:\n"
			"             | oh\n"
			"  it cannot be started; 7 could not be tried\n\n"
			"--quick: no whole games were played, no game of a bot against itself, and \"stop\" was not tried\n");
	}
END_TEST

/* The detail is not said twice. */
START_TEST(a_detail_that_the_sentence_has_is_not_repeated)
	{
		TEXT("go=echo bestmove z9");
		has(got.out, "  openings   FAILED ");
		has(got.out, "as seat 1: \"z9\" is not legal here");
		has(got.out, "| a tournament's verdict: illegal\n");
		TEXT("ugi=echo feature seats 3; hello");
		has(got.out, "FAILED");
		lacks(got.out, "verdict: startup - \n");
	}
END_TEST

/* Bytes of the bot that a terminal would obey are shown, not sent. */
START_TEST(a_bot_cannot_write_to_the_terminal)
	{
		TEXT("ugi=printf '\\033[31mred\\n' >&2; printf '\\033]0;x\\007\\n'; exit 3");
		lacks(got.out, "\033");
		has(got.out, "\\x1b[31mred");
		JSON("ugi=printf '\\033[31mred\\n' >&2; exit 3");
		lacks(got.out, "\033");
	}
END_TEST

START_TEST(as_json_each_step_and_the_result_are_objects)
	{
		JSON("ugi=echo hi; hello", "quit=exit 1");
		ck_assert_int_eq(got.status, EXIT_SUCCESS);
		lacks(got.out, "bot: ");
		has(got.out, "{\"bot\":\"bot\",\"step\":\"start\",\"verdict\":\"ok\",\"ms\":");
		has(got.out,
			",\"text\":\"it runs and speaks\",\"fault\":null,\"detail\":null,\"more\":null}\n");
		has(got.out,
			"{\"bot\":\"bot\",\"step\":\"lines\",\"verdict\":\"warning\",\"ms\":0.000,\"text\":\"1 line with ");
		has(got.out,
			"{\"bot\":\"bot\",\"step\":\"result\",\"verdict\":\"warning\",\"fit\":true,\"fault\":null,\"text\":\"1 line with \\\"hi\\\" ignored: no word of the protocol; print debug output to stderr\"}\n");
		JSON("go=echo oh >&2; exit 3");
		ck_assert_int_eq(got.status, EXIT_FAULTS);
		has(got.out,
			",\"text\":\"it wrote on stderr: oh\",\"fault\":\"crash\",\"detail\":\"ended with exit status 3; it wrote on stderr: oh\",\"more\":\"on stderr it wrote:\\noh\\n");
		has(got.out, "{\"bot\":\"bot\",\"step\":\"speed\",\"verdict\":\"skipped\",");
		has(got.out,
			"{\"bot\":\"bot\",\"step\":\"result\",\"verdict\":\"failed\",\"fit\":false,\"fault\":\"crash\",\"text\":\"crash: it wrote on stderr: oh\"}\n");
		JSON(NULL);
		has(got.out,
			"{\"bot\":\"bot\",\"step\":\"result\",\"verdict\":\"ok\",\"fit\":true,\"fault\":null,\"text\":\"it can play\"}\n");
	}
END_TEST

/* The worst is told, and of two that are as bad the first. */
START_TEST(the_sentence_of_a_bot_is_that_of_its_worst_step)
	{
		JSON("ugi=echo hi; hello", "go=exit 3", "quit=exit 1");
		has(got.out,
			"\"step\":\"result\",\"verdict\":\"failed\",\"fit\":false,\"fault\":\"crash\",\"text\":\"crash: it ended with exit status 3 ");
		JSON("ugi=echo feature dance; echo hi; hello");
		has(got.out,
			"\"step\":\"result\",\"verdict\":\"warning\",\"fit\":true,\"fault\":null,\"text\":\"it asks for the feature ");
	}
END_TEST

/* --- builds ----------------------------------------------------------------------------------- */

/* Checks the bots of a file whose folder has this build. */
static void check_build(const char *build)
{
	char conf[1024];
	shell_bot_write();
	setenv("XDG_CACHE_HOME", "cache", 1);
	ck_assert(file_tree_make_folder("mine"));
	reported_write("mine/bot.sh", shell_bot_text, strlen(shell_bot_text));
	snprintf(conf, sizeof conf,
		"name = cup\ngame = tictactoe\nsandbox = none\nmovetime = 60s\nstartup-timeout = 60s\nquit-timeout = 60s\n"
		"bot ann { command = \"sh bot.sh\"\ndir = mine\nbuild = \"%s\" }\nbot ben { command = \"sh bot.sh\" }\n",
		build);
	reported_write("cup.conf", conf, strlen(conf));
	command_output_run(&got, &command_check,
		(const char *const[]){"cup.conf", "--quick", "ann", NULL}, NULL);
	file_tree_remove("mine");
	file_tree_remove("cache");
	unlink("cup.conf");
}

/* A builder is the program itself, which is no test: so every build fails here. */
START_TEST(a_build_that_fails_is_the_only_step)
	{
		char build[64];
		snprintf(build, sizeof build, "echo %d", (int)getpid());
		check_build(build);
		ck_assert_int_eq(got.status, EXIT_NO_BOT);
		has(got.out, "ann: sh bot.sh\n  build      FAILED ");
		has(got.out, "\n             | a tournament's verdict: build\n");
		lacks(got.out, "  start ");
		has(got.out, "\n  it cannot be started\n");
		has(got.out, "\nann  no   build: `echo ");
	}
END_TEST

/* --- without a table -------------------------------------------------------------------------- */

struct heard {
	char text[8192], ended[8192];
	int bots;
};

static void on_heard(void *arg, int bot, const char *text, size_t length)
{
	struct heard *h = arg;
	ck_assert_int_eq(bot, 1);
	strncat(h->text, text, length);
}

static void on_ended(void *arg, int bot, const char *text, size_t length)
{
	struct heard *h = arg;
	ck_assert_int_eq(bot, 1);
	h->bots++;
	strncat(h->ended, text, length);
}

START_TEST(a_caller_gets_the_output_and_the_result)
	{
		static struct heard heard;
		static struct check_bots c;
		struct tournament t;
		struct reported told;
		struct error err;
		const int bots[] = {1};
		shell_bot_write();
		reported_init(&told);
		tournament_init(&t);
		reported_write("cup.conf",
			"game = tictactoe\nsandbox = none\nmovetime = 60s\nstartup-timeout = 60s\n"
			"bot ann { command = ./gone }\nbot ben { command = \"sh bot.sh 'quit=exit 1'\" }\n",
			strlen("game = tictactoe\nsandbox = none\nmovetime = 60s\nstartup-timeout = 60s\n"
			       "bot ann { command = ./gone }\nbot ben { command = \"sh bot.sh 'quit=exit 1'\" }\n"));
		tournament_read_file(&t, "cup.conf", &told.mistakes);
		ck_assert_msg(tournament_check(&t, &told.mistakes), "%s", told.text);
		c = (struct check_bots){.t = &t,
			.mistakes = &told.mistakes,
			.quick = true,
			.ended = on_ended,
			.heard = on_heard,
			.arg = &heard};
		ck_assert_int_eq(check_bots_open(&c, true, &err), 0);
		ck_assert_int_eq(check_bots_run(&c, bots, 1), 0);
		ck_assert_int_eq(heard.bots, 1);
		ck_assert_str_eq(heard.text, heard.ended);
		ck_assert_ptr_eq(strstr(heard.ended, "ben: sh bot.sh"), heard.ended);
		has(heard.ended, "  it can play; 1 warning\n\n");
		ck_assert_int_eq(check_bots_done(&c), 1);
		ck_assert_int_eq(check_bots_count(&c, BOT_CHECK_GOOD), 1);
		ck_assert_int_eq(check_bots_count(&c, BOT_CHECK_NO_BOT), 0);
		ck_assert(!c.results[0].done && c.results[1].done);
		ck_assert_int_eq(c.results[1].verdict, STEP_RESULT_WARNING);
		ck_assert_str_eq(c.results[1].step, "quit");
		ck_assert_int_eq(c.results[1].fault, VERDICT_OK);
		has(c.results[1].text, "at \"quit\"; a good end has status 0");
		check_bots_close(&c);
		tournament_clear(&t);
		unlink("cup.conf");
		unlink(SHELL_BOT);
		reported_leave_folder();
	}
END_TEST

SUITE("referee/check/check-bots", CASE(each_step_is_a_line_with_its_time),
	CASE(the_verdict_of_a_tournament_stands_below_a_fault),
	CASE(a_detail_that_the_sentence_has_is_not_repeated),
	CASE(a_bot_cannot_write_to_the_terminal),
	CASE(as_json_each_step_and_the_result_are_objects),
	CASE(the_sentence_of_a_bot_is_that_of_its_worst_step),
	CASE(a_build_that_fails_is_the_only_step), CASE(a_caller_gets_the_output_and_the_result))
