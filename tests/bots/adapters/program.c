/*
 * The program behind an adapter: how it is started and ends, and its lines in pieces of any size.
 */
#include "bots/adapters/program.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "tests/lib/suite.h"

static struct program program;

static void start(const char *script)
{
	const char *const words[] = {"sh", "-c", script, NULL};
	struct error err = {""};
	program_init(&program);
	ck_assert_int_eq(program.pid, 0);
	ck_assert_msg(program_start(&program, words, PROGRAM_AS_IT_IS, &err), "%s", err.text);
	ck_assert_int_gt(program.pid, 0);
}

/* Waits for its output, and reads it once. */
static void read_once(void)
{
	struct pollfd out = {.fd = program.out, .events = POLLIN};
	ck_assert_int_eq(poll(&out, 1, 60000), 1);
	program_read(&program);
}

/* Its next line, which is waited for; NULL: its output has ended. */
static const char *next(void)
{
	char *line;
	while ((line = program_line(&program)) == NULL && !program.ended)
		read_once();
	return line;
}

static void stop(int status)
{
	ck_assert_int_eq(program_stop(&program, true), status);
	ck_assert_int_eq(program.pid, 0);
	ck_assert_int_eq(program.in, -1);
	ck_assert_int_eq(program.out, -1);
}

START_TEST(what_is_written_is_read_by_it_and_its_lines_come_back)
	{
		start("while read -r line; do echo \"<$line>\"; done; echo end; exit 3");
		ck_assert(program_write(&program, "one\ntwo\n"));
		ck_assert_str_eq(next(), "<one>");
		ck_assert_str_eq(next(), "<two>");
		ck_assert_ptr_null(program_line(&program));
		program_close_input(&program);
		ck_assert_int_eq(program.in, -1);
		ck_assert_str_eq(next(), "end");
		ck_assert_ptr_null(next());
		stop(3 << 8);
	}
END_TEST

static const struct {
	const char *script; /* what it prints */
	const char *lines[4], *prompt;
} outputs[] = {
	{"printf 'a\\nb'", {"a", "b"}, ""}, /* a last line without its end */
	{"printf 'a\\r\\n\\nb\\n'", {"a", "", "b"}, ""},
	{"printf '\\033[1;31mred\\033[0m and \\033[2Jclear\\n'", {"red and clear"}, ""},
	{"printf '\\033[?25l\\033[3;4Hx\\033[K\\n'", {"x"}, ""},
	{"printf '\\033(Bx\\n\\033[\\n'", {"\033(Bx", ""}, ""},
	{"printf 'a\\000b\\n'", {"a?b"}, ""},
	{"printf ''", {NULL}, ""},
};

START_TEST(lines_come_without_their_ends_and_colours)
	{
		start(outputs[_i].script);
		for (int i = 0; outputs[_i].lines[i] != NULL; i++) {
			const char *line = next();
			ck_assert_msg(line != NULL, "no line %d", i);
			ck_assert_str_eq(line, outputs[_i].lines[i]);
		}
		ck_assert_ptr_null(next());
		ck_assert_str_eq(program_prompt(&program), outputs[_i].prompt);
		stop(0);
	}
END_TEST

START_TEST(a_prompt_has_no_line_end_and_may_be_dropped)
	{
		start("printf 'line\\n\\033[1mName? '; read -r a; printf 'Move? '; read -r a; echo \"$a!\"");
		ck_assert_str_eq(next(), "line");
		while (strcmp(program_prompt(&program), "Name? ") != 0)
			read_once();
		ck_assert_ptr_null(program_line(&program));
		ck_assert_str_eq(program_prompt(&program), "Name? "); /* it stays */
		program_drop_prompt(&program);
		ck_assert_str_eq(program_prompt(&program), "");
		ck_assert(program_write(&program, "x\n"));
		while (strcmp(program_prompt(&program), "Move? ") != 0)
			read_once();
		ck_assert(program_write(&program, "y\n"));
		ck_assert_str_eq(next(), "Move? y!");
		stop(0);
	}
END_TEST

/* Bytes that do not fit are dropped up to where it was noticed; lines after it are read. */
START_TEST(a_line_that_is_too_long_is_dropped)
	{
		start("head -c 200000 /dev/zero | tr '\\0' x; echo; echo after");
		const char *line = next();
		while (line != NULL && strcmp(line, "after") != 0)
			line = next();
		ck_assert_ptr_nonnull(line);
		stop(0);
	}
END_TEST

static const struct {
	const char *word;
	const char *why;
} missing[] = {
	{"no-such-program-here",
		"no-such-program-here: cannot be started: No such file or directory"},
	{"./no-such-program", "./no-such-program: cannot be started: No such file or directory"},
	{"/dev/null", "/dev/null: cannot be started: Permission denied"},
};

START_TEST(a_program_that_cannot_be_started_is_named_with_the_reason)
	{
		for (int buffer = PROGRAM_BY_LINE; buffer <= PROGRAM_AS_IT_IS; buffer++) {
			const char *const words[] = {missing[_i].word, "x", NULL};
			struct error err = {""};
			/* stdbuf finds out for itself what PATH does not have. */
			if (buffer != PROGRAM_AS_IT_IS && strchr(words[0], '/') == NULL)
				continue;
			program_init(&program);
			ck_assert(!program_start(&program, words, buffer, &err));
			ck_assert_str_eq(err.text, missing[_i].why);
			ck_assert_int_eq(program.pid, 0);
			ck_assert_int_eq(program_stop(&program, true), 0);
		}
	}
END_TEST

/* Python flushes by its variable, and C by stdbuf; both are children here. */
static const struct {
	enum program_buffer buffer;
	const char *words[6], *line;
} buffers[] = {
	{PROGRAM_AS_IT_IS, {"sh", "-c", "echo \"$PYTHONUNBUFFERED $_STDBUF_O\"", NULL}, "1 "},
	{PROGRAM_BY_LINE, {"sh", "-c", "echo \"$PYTHONUNBUFFERED $_STDBUF_O\"", NULL}, "1 L"},
	{PROGRAM_BY_CHARACTER, {"sh", "-c", "echo \"$PYTHONUNBUFFERED $_STDBUF_O\"", NULL}, "1 0"},
};

START_TEST(programs_are_made_to_flush)
	{
		struct error err = {""};
		program_init(&program);
		ck_assert(program_start(&program, buffers[_i].words, buffers[_i].buffer, &err));
		ck_assert_str_eq(next(), buffers[_i].line);
		stop(0);
	}
END_TEST

START_TEST(one_that_goes_on_is_killed_and_gone)
	{
		start("trap '' TERM; echo ready; exec sleep 1000");
		ck_assert_str_eq(next(), "ready");
		pid_t pid = program.pid;
		ck_assert_int_eq(program_stop(&program, false), PROGRAM_KILLED);
		ck_assert(kill(pid, 0) == -1 && errno == ESRCH);
		ck_assert_int_eq(program_stop(&program, true), 0); /* it does not run */
	}
END_TEST

/* One that ends when its input ends has the time for it. */
START_TEST(one_that_is_left_the_time_to_end_tells_its_status)
	{
		start("echo ready; while read -r a; do :; done; exit 7");
		ck_assert_str_eq(next(), "ready");
		stop(7 << 8);
		start("echo ready; kill -SEGV $$");
		ck_assert_str_eq(next(), "ready");
		int status = program_stop(&program, true);
		ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
	}
END_TEST

START_TEST(one_that_has_closed_its_input_cannot_be_written_to)
	{
		signal(SIGPIPE, SIG_IGN);
		start("exec <&-; echo closed; exec sleep 1000");
		ck_assert_str_eq(next(), "closed");
		ck_assert(!program_write(&program, "x\n"));
		ck_assert_int_eq(program_stop(&program, false), PROGRAM_KILLED);
	}
END_TEST

START_TEST(a_program_that_waits_is_asleep_and_one_that_works_is_not)
	{
		start("read -r a; echo go; while :; do :; done");
		while (!program_is_asleep(&program))
			;
		ck_assert(program_write(&program, "x\n"));
		ck_assert_str_eq(next(), "go");
		ck_assert(!program_is_asleep(&program));
		program_stop(&program, false);
		/* A shim sleeps, and its child works until it is killed. */
		start("sh -c 'echo $$; while :; do :; done'; :");
		pid_t child = (pid_t)atoi(next());
		ck_assert_int_gt(child, 0);
		ck_assert(!program_is_asleep(&program));
		ck_assert_int_eq(kill(child, SIGKILL), 0);
		program_stop(&program, true);
	}
END_TEST

SUITE("bots/adapters/program", CASE(what_is_written_is_read_by_it_and_its_lines_come_back),
	LOOP(lines_come_without_their_ends_and_colours, sizeof outputs / sizeof *outputs),
	CASE(a_prompt_has_no_line_end_and_may_be_dropped), CASE(a_line_that_is_too_long_is_dropped),
	LOOP(a_program_that_cannot_be_started_is_named_with_the_reason,
		sizeof missing / sizeof *missing),
	LOOP(programs_are_made_to_flush, sizeof buffers / sizeof *buffers),
	CASE(one_that_goes_on_is_killed_and_gone),
	CASE(one_that_is_left_the_time_to_end_tells_its_status),
	CASE(one_that_has_closed_its_input_cannot_be_written_to),
	CASE(a_program_that_waits_is_asleep_and_one_that_works_is_not))
