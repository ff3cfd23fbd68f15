/*
 * helper-process.c - lines to and from a helper, and its end.
 */
#include "referee/sandbox/helper-process.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/suite.h"

#define LATE (time_now() + 100 * SECOND)

static struct helper_process helper;

static void begin(const char *script)
{
	const char *const words[] = {"sh", "-c", script, NULL};
	helper_process_init(&helper);
	ck_assert_int_eq(helper.pid, 0);
	ck_assert_int_eq(helper.fd, -1);
	ck_assert(helper_process_start(&helper, words));
	ck_assert_int_gt(helper.pid, 0);
}

static void answers(const char *wanted)
{
	char *line;
	ck_assert_int_eq(helper_process_wait(&helper, &line, LATE), HELPER_PROCESS_LINE_READY);
	ck_assert_str_eq(line, wanted);
}

static void end(void)
{
	const pid_t pid = helper.pid;
	helper_process_end(&helper);
	ck_assert_int_eq(helper.pid, 0);
	ck_assert_int_eq(helper.fd, -1);
	ck_assert(waitpid(pid, NULL, 0) == -1 && errno == ECHILD);
	helper_process_end(&helper); /* does nothing */
}

START_TEST(a_helper_answers_line_by_line_until_it_ends)
	{
		char *line;
		begin("while read -r line; do [ \"$line\" = end ] && exit; echo \"<$line>\"; echo; done");
		ck_assert_int_eq(helper_process_next(&helper, &line), HELPER_PROCESS_NOTHING);
		ck_assert(helper_process_send(&helper, "one\ntwo\n", 8, LATE));
		answers("<one>");
		answers("");
		answers("<two>");
		answers("");
		ck_assert_int_eq(
			helper_process_wait(&helper, &line, time_now()), HELPER_PROCESS_NOTHING);
		ck_assert(helper_process_send(&helper, "end\n", 4, LATE));
		ck_assert_int_eq(helper_process_wait(&helper, &line, LATE), HELPER_PROCESS_ENDED);
		end();
	}
END_TEST

/* A line of 8191 bytes and its end fit; one more does not. */
START_TEST(a_longer_line_than_any_helper_sends_is_its_end)
	{
		char *line;
		begin("head -c 8191 /dev/zero | tr '\\0' x; echo; read line; head -c 8192 /dev/zero | tr '\\0' x; echo; read line");
		ck_assert_int_eq(
			helper_process_wait(&helper, &line, LATE), HELPER_PROCESS_LINE_READY);
		ck_assert_uint_eq(strlen(line), HELPER_PROCESS_LINE - 1);
		ck_assert(helper_process_send(&helper, "\n", 1, LATE));
		ck_assert_int_eq(helper_process_wait(&helper, &line, LATE), HELPER_PROCESS_ENDED);
		end();
	}
END_TEST

/* One that does not read fills its socket; one that is gone refuses. */
START_TEST(a_helper_that_does_not_read_is_told)
	{
		static char much[1 << 22];
		char *line;
		memset(much, '\n', sizeof much);
		begin("exec sleep 600");
		ck_assert(!helper_process_send(
			&helper, much, sizeof much, time_now() + 10 * MILLISECOND));
		end();
		begin("exit 0");
		ck_assert_int_eq(helper_process_wait(&helper, &line, LATE), HELPER_PROCESS_ENDED);
		ck_assert(!helper_process_send(&helper, "x\n", 2, LATE));
		end();
	}
END_TEST

/* It ends with the default action of SIGPIPE, and has three descriptors. */
START_TEST(a_helper_begins_without_what_the_referee_has)
	{
		int more[2];
		signal(SIGPIPE, SIG_IGN);
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, more), 0);
		begin("grep SigIgn /proc/$$/status; for i in 0 1 2 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$i ] && printf \"$i \"; done; echo");
		char *line;
		ck_assert_int_eq(
			helper_process_wait(&helper, &line, LATE), HELPER_PROCESS_LINE_READY);
		/* SIGPIPE is 13: the bit 0x1000. */
		ck_assert_uint_eq(strtoul(line + strlen("SigIgn:"), NULL, 16) & 0x1000, 0);
		answers("0 1 2 ");
		end();
		close(more[0]);
		close(more[1]);
	}
END_TEST

START_TEST(a_helper_that_is_not_there_does_not_start)
	{
		const char *const missing[] = {"no-such-helper-anywhere", NULL},
				  *const wrong[] = {"/etc/passwd", NULL};
		char *line;
		helper_process_init(&helper);
		ck_assert(!helper_process_start(&helper, missing));
		ck_assert_int_eq(errno, ENOENT);
		ck_assert_int_eq(helper.pid, 0);
		ck_assert(helper_process_start(&helper, wrong));
		ck_assert_int_eq(helper_process_wait(&helper, &line, LATE), HELPER_PROCESS_ENDED);
		end();
	}
END_TEST

SUITE("referee/sandbox/helper-process", CASE(a_helper_answers_line_by_line_until_it_ends),
	CASE(a_longer_line_than_any_helper_sends_is_its_end),
	CASE(a_helper_that_does_not_read_is_told),
	CASE(a_helper_begins_without_what_the_referee_has),
	CASE(a_helper_that_is_not_there_does_not_start))
