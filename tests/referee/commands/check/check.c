/*
 * `referee check`: its command line, the file of the tournament, which bots are checked, the table
 * at the end, and the exit status.
 */
#include <sys/stat.h>

#include "base/exit-status.h"
#include "tests/lib/command-output.h"
#include "tests/lib/shell-bot.h"

extern const struct command command_check;

static struct command_output got;

static int check(const char *const *words)
{
	shell_bot_write();
	command_output_run(&got, &command_check, words, NULL);
	return got.status;
}

#define CHECK(...) check((const char *const[]){__VA_ARGS__, NULL})

/* Checks a bot of one command quickly and without a sandbox. */
#define CHECK_COMMAND(...)                                                                         \
	CHECK("--quick", "--game=tictactoe", "--sandbox=none", "--startup-timeout=60s",            \
		"--movetime=60s", "--quit-timeout=60s", __VA_ARGS__)

static void has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) != NULL, "%s\nwithout %s", text, part);
}

static void lacks(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part) == NULL, "%s\nwith %s", text, part);
}

static void status_is(int wanted)
{
	ck_assert_msg(got.status == wanted, "%d: %s%s", got.status, got.out, got.err);
}

/* Writes a file of a tournament with these lines behind what all have. */
static void write_file(const char *more)
{
	char text[2048];
	reported_enter_folder();
	snprintf(text, sizeof text,
		"name = cup\ngame = tictactoe\nsandbox = none\nmovetime = 60s\nstartup-timeout = 60s\nquit-timeout = 60s\n%s",
		more);
	reported_write("cup.conf", text, strlen(text));
}

#define GOOD(name) "bot " name " { command = \"sh bot.sh\" }\n"

/* --- the command line ------------------------------------------------------------------------- */

static const struct {
	const char *words[10];
	const char *why;
} misuses[] = {
	{{"--game=nim", "--"}, "COMMAND: it is missing; no command follows \"--\""},
	{{"cup.conf", "--", "sh"},
		"COMMAND: a file or --bot names the bots; leave out one of the two"},
	{{"--game=nim", "--bot=a=sh", "--", "sh"},
		"COMMAND: a file or --bot names the bots; leave out one of the two"},
	{{"cup.conf", "--dir=x"}, "--dir is for a command after \"--\""},
	{{"--game=nim", "--time-left=1s,1s", "--", "sh"},
		"--time-left and --game-seed: they need --position or --moves"},
	{{"--game=nim", "--game-seed=1", "--", "sh"},
		"--time-left and --game-seed: they need --position or --moves"},
	{{"--broker=tls://x:1", "--as-worker=w"},
		"--as-worker: --broker-nkey FILE, its key, is missing"},
	{{"--broker=tls://x:1", "--broker-nkey=k", "--as-worker=a b"}, "--as-worker: "},
	{{"--game=nimm", "--", "sh"}, "--game \"nimm\": there is no such game; did you mean nim?"},
	{{"--game=nim", "--position=x", "--", "sh", "bot.sh"}, "--position: "},
	{{"--game=nim", "--build-timeout=soon", "--", "sh"}, "--build-timeout"},
	{{"--game=nim", "--remote=yes", "--", "sh"}, "--remote"},
	{{"--game=nim", "--dir=", "--", "sh"}, "--dir"},
	{{"--game=nim", "--jobs=0", "--", "sh"}, "--jobs"},
	{{"--game=nim", "--jobs=257", "--", "sh"}, "--jobs"},
};

START_TEST(a_wrong_command_line_is_told)
	{
		write_file(GOOD("ann") GOOD("ben"));
		check(misuses[_i].words);
		status_is(EXIT_USAGE);
		has(got.err, misuses[_i].why);
		/* once, also if the command is a bot in each seat */
		lacks(strstr(got.err, "\n"), "referee check: ");
		ck_assert_str_eq(got.out, "");
	}
END_TEST

START_TEST(a_program_in_the_place_of_the_file_is_told_what_to_write)
	{
		shell_bot_write();
		reported_write("bot.py", "1\n", 2);
		CHECK("bot.py");
		status_is(EXIT_USAGE);
		has(got.err,
			"bot.py: it is a program, and not a tournament file; put -- before the command: referee check --game GAME -- python3 bot.py\n");
		ck_assert_int_eq(chmod(SHELL_BOT, 0755), 0);
		CHECK(SHELL_BOT, "one", "two");
		status_is(EXIT_USAGE);
		has(got.err, "referee check --game GAME -- bot.sh one\n");
		CHECK("sh", "bot.sh");
		status_is(EXIT_USAGE);
		has(got.err, "sh: it is a program");
		unlink("bot.py");
		unlink(SHELL_BOT);
		CHECK("bot.py");
		status_is(EXIT_FILE);
		lacks(got.err, "it is a program");
	}
END_TEST

/* --- one command ------------------------------------------------------------------------------ */

START_TEST(the_bot_of_a_command_is_checked)
	{
		CHECK_COMMAND("--", "sh", "bot.sh");
		status_is(EXIT_SUCCESS);
		ck_assert_ptr_eq(
			strstr(got.out, "bot: sh bot.sh\n  start      ok       "), got.out);
		has(got.out,
			"\n  it can play\n\n--quick: no whole games were played, no game of a bot against itself, and \"stop\" was not tried\n");
		/* no table of one bot */
		lacks(got.out, "reason");
		ck_assert_str_eq(got.err, "");
		CHECK_COMMAND("--", "sh", "bot.sh", "go=:; exit 3", "a b", "");
		has(got.out, "bot: sh bot.sh 'go=:; exit 3' 'a b' ''\n");
	}
END_TEST

START_TEST(the_exit_status_says_what_was_found)
	{
		CHECK_COMMAND("--", "sh", "bot.sh", "ugi=echo ugiok; exit 3");
		status_is(EXIT_FAULTS);
		has(got.out, "\n  1 step failed; ");
		CHECK_COMMAND("--", "./gone");
		status_is(EXIT_NO_BOT);
		has(got.out, "\n  it cannot be started; 7 could not be tried\n");
		CHECK_COMMAND("--", "sh", "bot.sh", "ugi=echo hi; hello", "quit=exit 1");
		status_is(EXIT_SUCCESS);
		has(got.out, "\n  it can play; 2 warnings\n");
	}
END_TEST

START_TEST(settings_of_a_bot_are_those_of_the_command)
	{
		CHECK_COMMAND("--option=Depth=3", "--", "sh", "bot.sh",
			"ugi=echo option name Depth type spin default 1 min 1 max 9; hello");
		status_is(EXIT_SUCCESS);
		has(got.out, "1 set; it is ready");
		CHECK_COMMAND("--dir=/", "--", "sh", "bot.sh");
		status_is(EXIT_NO_BOT);
		CHECK_COMMAND("--dir=/gone", "--", "sh", "bot.sh");
		has(got.out, "/gone");
		ck_assert_int_ne(got.status, EXIT_SUCCESS);
	}
END_TEST

START_TEST(one_question_is_one_step)
	{
		CHECK_COMMAND("--position=x2/3/3 o 1", "--moves=a1", "--", "sh", "bot.sh");
		status_is(EXIT_SUCCESS);
		has(got.out, "  move       ok ");
		has(got.out, "as seat 1 it played ");
		has(got.out, "position fen x2/3/3 o 1 moves a1\n");
		lacks(got.out, "openings");
	}
END_TEST

/* --- the file --------------------------------------------------------------------------------- */

START_TEST(the_mistakes_of_a_file_are_printed)
	{
		write_file("movetimes = 1s\nfoo = 1\n");
		CHECK("cup.conf");
		status_is(EXIT_FILE);
		has(got.out, "cup.conf:7: ");
		has(got.out, "cup.conf:8: ");
		has(got.out, " mistakes; the bots are checked when the file is right\n");
		ck_assert_str_eq(got.err, "");
		write_file(GOOD("ann") GOOD("ben") "foo = 1\n");
		CHECK("cup.conf");
		has(got.out, "cup.conf: 1 mistake; the bots are checked when the file is right\n");
		CHECK("cup.conf", "--json");
		status_is(EXIT_FILE);
		ck_assert_ptr_eq(
			strstr(got.out,
				"{\"bot\":null,\"step\":\"file\",\"verdict\":\"failed\",\"ms\":0.000,\"text\":\"cup.conf:9: "),
			got.out);
		lacks(got.out, "1 mistake;");
		unlink("cup.conf");
	}
END_TEST

START_TEST(all_bots_of_a_file_are_checked_and_listed)
	{
		write_file(GOOD(
			"ann") "bot ben { command = \"sh bot.sh 'ugi=exit 3'\" }\n"
			       "bot cy { command = \"sh bot.sh 'ugi=echo feature dance; hello'\" }\n"
			       "bot dan { command = \"sh bot.sh 'go=exit 3'\" }\n");
		CHECK("cup.conf", "--jobs=1");
		status_is(EXIT_FAULTS);
		ck_assert_ptr_eq(
			strstr(got.out,
				"cup.conf: the file is right\n\n4 bots, 1 at a time, whole games of at most 90 s for each bot\n\nann: sh bot.sh\n"),
			got.out);
		has(got.out,
			"4 bots: 2 good, 1 with faults, 1 cannot be started\nwith faults: dan\ncannot be started: ben\n\n");
		has(got.out, "\nbot  fit  reason\n");
		has(got.out, "\nann  yes  it can play\n");
		has(got.out, "\nben  no   startup: it ended with exit status 3 ");
		has(got.out, "\ncy   yes  it asks for the feature \"dance\"");
		has(got.out, "\ndan  no   crash: it ended with exit status 3");
		unlink("cup.conf");
	}
END_TEST

START_TEST(only_the_bots_that_are_named_are_checked)
	{
		write_file(GOOD("ann") GOOD("ben") GOOD("cy"));
		CHECK("cup.conf", "--quick", "cy", "ann");
		status_is(EXIT_SUCCESS);
		const char *ann = strstr(got.out, "\nann: "), *cy = strstr(got.out, "\ncy: ");
		/* in the order of the file */
		ck_assert(ann != NULL && cy != NULL && ann < cy);
		lacks(got.out, "ben");
		has(got.out, "2 bots: 2 good, 0 with faults, 0 cannot be started\n\n");
		CHECK("cup.conf", "bem");
		status_is(EXIT_USAGE);
		has(got.err, "cup.conf has no bot \"bem\"; did you mean \"ben\"?\n");
		CHECK("cup.conf", "zoe");
		has(got.err, "cup.conf has no bot \"zoe\"\n");
		unlink("cup.conf");
	}
END_TEST

/* A file that has fewer bots than a game needs is wrong, unless single bots are asked for. */
static const struct {
	const char *more;
	const char *words[2]; /* NULL: none */
	const char *needed;   /* by the whole file */
} few_rows[] = {
	{GOOD("ann"), {NULL}, "at least 2 bots, and has 1"},
	{"format = sprt\nopenings = random:2\n" GOOD("ann"), {NULL}, "at least 2 bots, and has 1"},
	{"format = gauntlet\nseeds = 1\n" GOOD("ann"), {NULL}, "at least 2 bots, and has 1"},
	{"format = knockout\n" GOOD("ann"), {NULL}, "at least 2 bots, and has 1"},
	{"games = 12\n" GOOD("ann"), {NULL}, "at least 2 bots, and has 1"},
	{"bot ann { command = \"sh ../bot.sh\" dir = sub }\n", {NULL},
		"at least 2 bots, and has 1"},
	{"bot ann { command = \"sh bot.sh 'ugi=echo feature players; hello'\" }\n" GOOD(
		 "another-1"),
		{"--game=nim", "--players=3"}, "at least 3 bots, and has 2"},
	{"bot ann { command = \"sh bot.sh 'ugi=echo feature players; hello'\" }\n",
		{"--game=nim", "--players=3"}, "at least 3 bots, and has 1"},
};

START_TEST(a_named_bot_is_checked_though_a_game_needs_more)
	{
		const char *const *words = few_rows[_i].words;
		write_file(few_rows[_i].more);
		mkdir("sub", 0777);
		CHECK("cup.conf", "--quick", words[0], words[1]);
		status_is(EXIT_FILE);
		has(got.out, few_rows[_i].needed);
		CHECK("cup.conf", "ann", "--quick", words[0], words[1]);
		status_is(EXIT_SUCCESS);
		ck_assert_str_eq(got.err, "");
		has(got.out, "cup.conf: the file is right\n\n");
		has(got.out, "\nbot  fit  reason\nann  yes  it can play\n");
		CHECK("cup.conf", "another-2", "--quick", words[0], words[1]);
		status_is(EXIT_USAGE);
		has(got.err, "cup.conf has no bot \"another-2\"");
		unlink("cup.conf");
		rmdir("sub");
	}
END_TEST

START_TEST(a_remote_bot_is_not_checked_and_said)
	{
		write_file(GOOD("ann") "bot far { remote = yes }\n");
		CHECK("cup.conf", "--quick");
		status_is(EXIT_SUCCESS);
		has(got.out,
			"far: remote\n  it connects over the network, which only `referee serve` accepts; it is not checked\n\n");
		has(got.out, "\nann  yes  it can play\n");
		has(got.out,
			"\nfar  -    it connects over the network, which only `referee serve` accepts; it is not checked\n");
		CHECK("cup.conf", "--quick", "--json", "far");
		status_is(EXIT_SUCCESS);
		ck_assert_str_eq(got.out,
			"{\"bot\":\"far\",\"step\":\"remote\",\"verdict\":\"skipped\",\"ms\":0.000,\"text\":\"it connects over the network, which only `referee serve` accepts; it is not checked\",\"fault\":null,\"detail\":null,\"more\":null}\n");
		unlink("cup.conf");
	}
END_TEST

START_TEST(a_file_of_which_no_bot_can_be_started_has_a_status_of_its_own)
	{
		write_file("bot ann { command = ./gone }\nbot ben { command = ./gone }\n");
		CHECK("cup.conf", "--quick");
		status_is(EXIT_NO_BOT);
		has(got.out,
			"2 bots: 0 good, 0 with faults, 2 cannot be started\ncannot be started: ann, ben\n\n");
		unlink("cup.conf");
		unlink(SHELL_BOT);
		reported_leave_folder();
	}
END_TEST

SUITE("commands/check/check", LOOP(a_wrong_command_line_is_told, sizeof misuses / sizeof *misuses),
	CASE(a_program_in_the_place_of_the_file_is_told_what_to_write),
	CASE(the_bot_of_a_command_is_checked), CASE(the_exit_status_says_what_was_found),
	CASE(settings_of_a_bot_are_those_of_the_command), CASE(one_question_is_one_step),
	CASE(the_mistakes_of_a_file_are_printed), CASE(all_bots_of_a_file_are_checked_and_listed),
	CASE(only_the_bots_that_are_named_are_checked),
	LOOP(a_named_bot_is_checked_though_a_game_needs_more, sizeof few_rows / sizeof *few_rows),
	CASE(a_remote_bot_is_not_checked_and_said),
	CASE(a_file_of_which_no_bot_can_be_started_has_a_status_of_its_own))
