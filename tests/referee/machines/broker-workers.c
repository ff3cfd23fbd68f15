/*
 * The process that knows the broker, as a double: what it may send, what it is told, and what comes
 * of its end.
 */
#include "referee/machines/broker-workers.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "referee/process/fd-message.h"
#include "tests/lib/suite.h"

enum { TEXT = 4096 };

/* Each life of the process sends this first: a text and a number of descriptors. */
static const struct first_words {
	const char *text;
	int count;
} * script;

static struct event_base *base;
static char said[TEXT]; /* a line each */
static int sessions, last;
static int until; /* the loop ends with this many lines */

/* --- the double ------------------------------------------------------------------------------- */

static void double_send(int to, const char *text, int count)
{
	struct fd_message message = {.count = count};
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
		_exit(EXIT_FAILURE);
	snprintf(message.text, sizeof message.text, "%s", text);
	memcpy(message.fds, ends, sizeof ends);
	if (fd_message_send(to, &message) != 0)
		_exit(EXIT_FAILURE);
	close(ends[0]);
	close(ends[1]);
}

/* Sends the script, then each message back. "bar die" ends it. */
static int double_run(const void *arg, int number, int from, int to)
{
	char text[FD_MESSAGE_TEXT + 16];
	struct fd_message message;
	const struct broker_link *link = arg;
	(void)number;
	if (strcmp(link->broker.url, "tls://main:4222") != 0)
		return 9;
	for (const struct first_words *at = script; at->text != NULL; at++)
		double_send(to, at->text, at->count);
	while (fd_message_receive(from, &message) == 1) {
		if (strcmp(message.text, "bar die") == 0)
			return 3;
		snprintf(text, sizeof text, "say heard %s", message.text);
		double_send(to, text, 0);
	}
	return EXIT_SUCCESS;
}

const struct process_kind broker_link_process = {
	.name = "test-broker", .run = double_run, .is_socket = true};

static bool usable;

bool broker_is_usable(const struct broker *b, struct error *err)
{
	return usable || error_set(err, "%s: no", b->url);
}

void broker_exec(const struct broker *b, const char *side, int socket, const char *const *more)
{
	(void)b, (void)side, (void)socket, (void)more;
	abort();
}

/* --- the main process ------------------------------------------------------------------------- */

static void on_session(void *owner, int socket)
{
	ck_assert_ptr_eq(owner, &base);
	ck_assert_int_eq(fcntl(socket, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	sessions++;
	close(last);
	last = socket;
}

static void on_say(void *owner, const char *text)
{
	int lines = 0;
	ck_assert_ptr_eq(owner, &base);
	strcat(strcat(said, text), "\n");
	for (const char *at = said; (at = strchr(at, '\n')) != NULL; at++)
		lines++;
	if (lines >= until)
		event_base_loopbreak(base);
}

static const struct broker_workers_calls calls = {on_session, on_say};
static const struct broker address = {.url = "tls://main:4222", .pool = "any"};

static struct broker_workers *begin(const struct first_words *messages)
{
	struct error err;
	script = messages;
	usable = true;
	*said = '\0';
	sessions = 0;
	last = -1;
	base = event_base_new();
	struct broker_workers *b = broker_workers_open(base, NULL, &address, &calls, &base, &err);
	ck_assert_ptr_nonnull(b);
	return b;
}

static void end(struct broker_workers *b)
{
	broker_workers_close(b);
	event_base_free(base);
	close(last);
}

/* Until this many lines were said in all. */
static void wait_for(int lines)
{
	until = lines;
	event_base_dispatch(base);
}

static int open_files(void)
{
	DIR *d = opendir("/proc/self/fd");
	int count = 0;
	while (readdir(d) != NULL)
		count++;
	closedir(d);
	return count;
}

/* --- tests ------------------------------------------------------------------------------------ */

/* Descriptors that were not asked for are closed: a process cannot use up those of the main one. */
START_TEST(a_session_has_one_socket_and_no_other_message_has_any)
	{
		static const struct first_words honest[] = {
			{"session", 1}, {"say one", 0}, {NULL, 0}};
		static const struct first_words wrong[] = {{"session", 1}, {"session", 0},
			{"session", 2}, {"sessions", 1}, {"say two", 2}, {"what", 2},
			{"say one", 0}, {NULL, 0}};
		int files[2];
		for (int i = 0; i < 2; i++) {
			struct broker_workers *b = begin(i == 0 ? honest : wrong);
			wait_for(2);
			ck_assert_str_eq(said, "one\nheard call no\n");
			ck_assert_int_eq(sessions, 1);
			files[i] = open_files();
			end(b);
		}
		ck_assert_int_eq(files[0], files[1]);
	}
END_TEST

static const struct first_words nothing[] = {{NULL, 0}};

START_TEST(the_process_is_told_whether_workers_are_wanted_and_who_broke_the_rules)
	{
		struct broker_workers *b = begin(nothing);
		wait_for(1);
		broker_workers_call(b, true);
		broker_workers_bar(b, "lab07");
		broker_workers_call(b, false);
		wait_for(4);
		ck_assert_str_eq(
			said, "heard call no\nheard call yes\nheard bar lab07\nheard call no\n");
		end(b);
	}
END_TEST

/* The next process is told the last wish. */
START_TEST(a_process_that_dies_is_started_again)
	{
		struct broker_workers *b = begin(nothing);
		wait_for(1);
		broker_workers_call(b, true);
		wait_for(2);
		broker_workers_bar(b, "die");
		wait_for(4);
		char again[32];
		int used = 0;
		ck_assert_msg(
			sscanf(said,
				"heard call no\nheard call yes\nthe connection to the broker tls://main:4222 has ended (exit status 3); it is started again in %31[^\n]\nheard call yes%n",
				again, &used) == 1 &&
				used > 0,
			"%s", said);
		end(b);
	}
END_TEST

/* A process that is to end is not started again; calls for none are nothing. */
START_TEST(a_process_that_is_retired_stays_away)
	{
		struct broker_workers *b = begin(nothing);
		wait_for(1);
		broker_workers_call(b, true);
		wait_for(2);
		broker_workers_retire(b);
		wait_for(3);
		ck_assert_str_eq(said, "heard call no\nheard call yes\nheard call no\n");
		broker_workers_bar(b, "die");
		event_base_dispatch(base); /* it has no event any more */
		ck_assert_str_eq(said, "heard call no\nheard call yes\nheard call no\n");
		broker_workers_bar(b, "lab07");
		broker_workers_call(b, true);
		end(b);
		broker_workers_call(NULL, true);
		broker_workers_bar(NULL, "lab07");
		broker_workers_retire(NULL);
		broker_workers_close(NULL);
	}
END_TEST

START_TEST(an_address_that_is_not_usable_is_told)
	{
		struct error err;
		base = event_base_new();
		usable = false;
		ck_assert_ptr_null(broker_workers_open(base, NULL, &address, &calls, &base, &err));
		ck_assert_str_eq(err.text, "tls://main:4222: no");
		event_base_free(base);
	}
END_TEST

SUITE("referee/machines/broker-workers",
	CASE(a_session_has_one_socket_and_no_other_message_has_any),
	CASE(the_process_is_told_whether_workers_are_wanted_and_who_broke_the_rules),
	CASE(a_process_that_dies_is_started_again), CASE(a_process_that_is_retired_stays_away),
	CASE(an_address_that_is_not_usable_is_told))
