/*
 * A process that is kept alive: it is started again after an end or a wrong message, with a pause,
 * and its log says why. The processes here say what the test tells them.
 */
#include "referee/daemon/supervisor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/lib/suite.h"

/* The process ends with the status that it is told; 'k': it kills itself. */
static int fake_run(const void *arg, int number, int from, int to)
{
	char word;
	(void)arg, (void)number, (void)to;
	if (read(from, &word, 1) != 1)
		return 0;
	if (word == 'k')
		abort();
	return word - '0';
}

static const struct process_kind fake_process = {"referee-fake", fake_run};

struct keeping {
	struct supervisor s;
	int started, stopped;
	bool good; /* the process can be used */
	char said[1024];
};

static bool on_started(void *owner)
{
	struct keeping *k = owner;
	k->started++;
	event_base_loopbreak(k->s.base);
	return k->good;
}

/* Its end is all that can be read of it. */
static void on_readable(void *owner)
{
	struct keeping *k = owner;
	supervisor_on_end(&k->s);
}

static void on_stopping(void *owner)
{
	((struct keeping *)owner)->stopped++;
}

static void on_say(void *arg, const char *line)
{
	struct keeping *k = arg;
	snprintf(k->said + strlen(k->said), sizeof k->said - strlen(k->said), "%s\n", line);
	event_base_loopbreak(k->s.base);
}

static void begin(struct keeping *k)
{
	static const struct supervisor_calls calls = {
		"fake", ", and all games", on_started, on_readable, on_stopping};
	*k = (struct keeping){.good = true};
	k->s = (struct supervisor){.calls = &calls,
		.owner = k,
		.base = event_base_new(),
		.kind = &fake_process,
		.say = on_say,
		.say_arg = k};
	ck_assert(supervisor_init(&k->s));
	ck_assert(supervisor_start(&k->s));
	ck_assert_int_eq(k->started, 1);
	ck_assert_int_gt(k->s.process.pid, 0);
}

static void end(struct keeping *k)
{
	supervisor_clear(&k->s, 1000);
	supervisor_clear(&k->s, 1000);
	event_base_free(k->s.base);
}

static void tell(struct keeping *k, const char *word)
{
	ck_assert_int_eq(write(k->s.process.to, word, 1), 1);
}

static void says(struct keeping *k, const char *lines)
{
	while (strlen(k->said) < strlen(lines))
		event_base_dispatch(k->s.base);
	ck_assert_str_eq(k->said, lines);
	*k->said = '\0';
}

/* Runs until it was started this often. */
static void starts(struct keeping *k, int times)
{
	while (k->started < times)
		event_base_dispatch(k->s.base);
	ck_assert_int_eq(k->s.starts, times);
	ck_assert_int_gt(k->s.process.pid, 0);
}

START_TEST(a_process_that_ended_is_started_again_after_growing_pauses)
	{
		struct keeping k;
		begin(&k);
		tell(&k, "7");
		says(&k,
			"<4>fake: the process ended (exit status 7), and all games; it restarts in 0.5 s\n");
		ck_assert_int_eq(k.s.process.pid, 0);
		ck_assert_int_eq(k.stopped, 1);
		starts(&k, 2);
		tell(&k, "k");
		says(&k,
			"<4>fake: the process ended (signal 6), and all games; it restarts in 1.0 s\n");
		starts(&k, 3);
		end(&k);
	}
END_TEST

START_TEST(a_process_with_a_wrong_message_is_killed)
	{
		struct keeping k;
		begin(&k);
		pid_t pid = k.s.process.pid;
		supervisor_kill_for(&k.s, "x\033[2Jy");
		ck_assert_ptr_null(strchr(k.said, '\033'));
		ck_assert_ptr_eq(
			strstr(k.said, "<4>fake: the process sent the invalid message \"x"),
			k.said);
		ck_assert_ptr_nonnull(
			strstr(k.said, "\" and was killed, and all games; it restarts in 0.5 s\n"));
		ck_assert_int_eq(kill(pid, 0), -1);
		starts(&k, 2);
		end(&k);
	}
END_TEST

START_TEST(a_process_that_cannot_be_used_is_started_again)
	{
		struct keeping k;
		begin(&k);
		k.good = false;
		supervisor_restart(&k.s);
		says(&k,
			"<4>fake: the process cannot be started, and all games; it restarts in 0.5 s\n");
		ck_assert_int_eq(k.started, 2);
		k.good = true;
		starts(&k, 3);
		end(&k);
	}
END_TEST

START_TEST(a_restart_that_is_asked_for_has_no_pause_and_no_line)
	{
		struct keeping k;
		begin(&k);
		pid_t before = k.s.process.pid;
		supervisor_restart(&k.s);
		starts(&k, 2);
		ck_assert_int_ne(k.s.process.pid, before);
		ck_assert_int_eq(kill(before, 0), -1);
		ck_assert_str_eq(k.said, "");
		supervisor_say(&k.s, "<5>all is %s", "well");
		ck_assert_str_eq(k.said, "<5>fake: all is well\n");
		end(&k);
	}
END_TEST

SUITE("daemon/supervisor", CASE(a_process_that_ended_is_started_again_after_growing_pauses),
	CASE(a_process_with_a_wrong_message_is_killed),
	CASE(a_process_that_cannot_be_used_is_started_again),
	CASE(a_restart_that_is_asked_for_has_no_pause_and_no_line))
