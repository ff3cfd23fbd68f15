/*
 * Peers: a process is started, told things, heard, killed and ended once; one that is kept is started
 * again, with a pause, and the log says why. The processes here do what the test tells them.
 */
#include "referee/process/peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "tests/lib/suite.h"

enum { LINE = 64, STUCK = 1 << 21 };

static struct {
	struct event_base *base;
	struct peer *peer;
	int started, ended, status;
	bool good; /* the process can be used */
	char how[64], why[256];
	char heard[1024]; /* what it sent, each with a bar behind it */
	char said[1024];
} s;

/* Each letter of what it is told is an order. A digit: it ends with this status. */
static int fake_run(const void *arg, int number, int from, int to)
{
	char word;
	while (read(from, &word, 1) == 1) {
		if (word == 'k')
			abort();
		if (word == 'l')
			dprintf(to, "one\ntw");
		if (word == 'm')
			dprintf(to, "o\n%s %d\n", (const char *)arg, number);
		if (word == 'w')
			dprintf(to, "wrong \033 more\nafter\n");
		if (word == 'e')
			dprintf(to, "%0*d", LINE, 0);
		if (word == 'd')
			pause();
		if (word >= '0' && word <= '9')
			return word - '0';
	}
	if (number >= 8) /* it writes when it is to leave; 9: and stays */
		dprintf(to, "bye\n");
	if (number == 9)
		pause();
	if (number == 7) { /* it is slow to leave, and says when it does */
		poll(NULL, 0, 50);
		unlink(arg);
	}
	return 0;
}

static const struct process_kind fake_process = {"referee-fake", fake_run};

/* It sends each message back, with its descriptors. */
static int fake_echo(const void *arg, int number, int from, int to)
{
	struct fd_message message;
	(void)arg, (void)number;
	while (fd_message_receive(from, &message) == 1) {
		fd_message_send(to, &message);
		fd_message_drop(&message);
	}
	return 5;
}

static const struct process_kind echo_process = {"referee-echo", fake_echo, .is_socket = true};

static bool on_started(void *owner)
{
	ck_assert_ptr_eq(owner, &s);
	s.started++;
	return s.good;
}

static bool on_line(void *owner, char *line)
{
	(void)owner;
	bool right = strncmp(line, "wrong", 5) != 0;
	strcat(strcat(s.heard, line), "|");
	strcpy(line, "cut");
	return right;
}

static bool on_message(void *owner, struct fd_message *message)
{
	(void)owner;
	bool right = strcmp(message->text, "wrong") != 0;
	char *at = s.heard + strlen(s.heard);
	sprintf(at, "%s %d|", message->text, message->count);
	return right;
}

static void on_ended(void *owner, const struct peer_end *end)
{
	(void)owner;
	s.ended++;
	s.status = end->status;
	snprintf(s.how, sizeof s.how, "%s", end->how);
	snprintf(s.why, sizeof s.why, "%s", end->why != NULL ? end->why : "-");
}

static void on_say(void *owner, const char *line)
{
	(void)owner;
	snprintf(s.said + strlen(s.said), sizeof s.said - strlen(s.said), "%s\n", line);
}

static const struct peer_kind kept = {.name = "fake",
	.loss = ", and all games",
	.line_most = LINE,
	.stuck = STUCK,
	.kept = true,
	.patience = 1000,
	.started = on_started,
	.line = on_line,
	.ended = on_ended,
	.say = on_say};

static const struct peer_kind single = {
	.line_most = LINE, .unwatched = true, .line = on_line, .ended = on_ended};

static const struct peer_kind messenger = {
	.messages_most = 2, .message = on_message, .ended = on_ended, .patience = 1000};

static void open_peer(const struct peer_kind *kind, const struct process_kind *process)
{
	memset(&s, 0, sizeof s);
	s.good = true;
	s.base = event_base_new();
	s.peer = peer_create(s.base, kind, &s);
	ck_assert_int_eq(peer_pid(s.peer), 0);
	peer_set(s.peer, process, "gate", 3);
	ck_assert(peer_start(s.peer));
	ck_assert_int_gt(peer_pid(s.peer), 0);
}

static void close_peer(void)
{
	pid_t pid = peer_pid(s.peer);
	int ended = s.ended;
	peer_free(s.peer);
	peer_free(NULL);
	ck_assert_int_eq(s.ended, ended);
	ck_assert(pid == 0 || kill(pid, 0) != 0);
	event_base_free(s.base);
}

static void tell(const char *orders)
{
	peer_put(s.peer, orders, strlen(orders));
}

#define UNTIL(condition)                                                                           \
	while (!(condition))                                                                       \
	event_base_loop(s.base, EVLOOP_ONCE)

static void says(const char *lines)
{
	UNTIL(strlen(s.said) >= strlen(lines));
	ck_assert_str_eq(s.said, lines);
	*s.said = '\0';
}

/* Runs until it was started this often. */
static void starts(int times)
{
	UNTIL(s.started >= times);
	ck_assert_int_eq(peer_starts(s.peer), times);
	ck_assert_int_gt(peer_pid(s.peer), 0);
}

START_TEST(lines_come_as_they_are_sent)
	{
		open_peer(&kept, &fake_process);
		tell("l");
		UNTIL(*s.heard != '\0');
		ck_assert_str_eq(s.heard, "one|");
		tell("m");
		UNTIL(strlen(s.heard) >= strlen("one|two|gate 3|"));
		ck_assert_str_eq(s.heard, "one|two|gate 3|");
		close_peer();
	}
END_TEST

START_TEST(a_kept_process_that_ended_is_started_again_after_growing_pauses)
	{
		open_peer(&kept, &fake_process);
		tell("7");
		says("<4>fake: the process ended (exit status 7), and all games; it restarts in 0.5 s\n");
		ck_assert_int_eq(peer_pid(s.peer), 0);
		ck_assert_int_eq(s.ended, 1);
		ck_assert_str_eq(s.how, "exit status 7");
		ck_assert_str_eq(s.why, "-");
		tell("it does not run");
		starts(2);
		tell("k");
		says("<4>fake: the process ended (signal 6), and all games; it restarts in 1.0 s\n");
		starts(3);
		close_peer();
	}
END_TEST

START_TEST(a_process_with_a_wrong_line_is_killed_and_its_later_lines_are_not_taken)
	{
		open_peer(&kept, &fake_process);
		pid_t pid = peer_pid(s.peer);
		tell("w");
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.heard, "wrong \033 more|");
		says("<4>fake: the process sent the invalid message \"wrong \\x1b more\" and was killed, and all games; it restarts in 0.5 s\n");
		ck_assert_int_eq(kill(pid, 0), -1);
		ck_assert_str_eq(s.how, "signal 9");
		starts(2);
		close_peer();
	}
END_TEST

START_TEST(a_line_without_an_end_costs_the_process)
	{
		open_peer(&kept, &fake_process);
		tell("e");
		says("<4>fake: the process sent a line without an end and was killed, and all games; it restarts in 0.5 s\n");
		close_peer();
	}
END_TEST

START_TEST(a_process_that_does_not_read_is_killed)
	{
		char *much = memory_get(STUCK / 2, 1);
		open_peer(&kept, &fake_process);
		memset(much, 'x', STUCK / 2);
		*much = 'd';
		for (int i = 0; i < 4 && s.ended == 0; i++) {
			peer_put(s.peer, much, STUCK / 2);
			ck_assert_int_eq(s.ended, 0);
			event_base_loop(s.base, EVLOOP_NONBLOCK);
		}
		free(much);
		says("<4>fake: the process does not read its messages and was killed, and all games; it restarts in 0.5 s\n");
		close_peer();
	}
END_TEST

START_TEST(the_first_reason_of_a_kill_is_told)
	{
		open_peer(&kept, &fake_process);
		peer_kill(s.peer, "was killed for a test");
		peer_kill(s.peer, "was killed again");
		ck_assert_int_eq(s.ended, 0);
		says("<4>fake: the process was killed for a test, and all games; it restarts in 0.5 s\n");
		peer_kill(s.peer, "does not run");
		starts(2);
		ck_assert_int_eq(s.ended, 1);
		close_peer();
	}
END_TEST

START_TEST(a_process_that_cannot_be_used_is_started_again)
	{
		open_peer(&kept, &fake_process);
		s.good = false;
		peer_restart(s.peer, 0);
		says("<4>fake: the process cannot be started, and all games; it restarts in 0.5 s\n");
		ck_assert_int_eq(s.started, 2);
		s.good = true;
		starts(3);
		close_peer();
	}
END_TEST

START_TEST(a_restart_that_is_asked_for_has_no_pause_and_no_line)
	{
		open_peer(&kept, &fake_process);
		pid_t before = peer_pid(s.peer);
		peer_restart(s.peer, 0);
		starts(2);
		ck_assert_int_ne(peer_pid(s.peer), before);
		ck_assert_int_eq(kill(before, 0), -1);
		ck_assert_str_eq(s.said, "");
		peer_log(s.peer, "<5>all is %s", "well");
		ck_assert_str_eq(s.said, "<5>fake: all is well\n");
		close_peer();
	}
END_TEST

/* Is there a process of this number, alive? */
static bool lives(pid_t pid)
{
	return kill(pid, 0) == 0;
}

START_TEST(the_process_before_has_a_time_to_leave_beside_the_new_one)
	{
		static const char mark[] = "/tmp/peer-leaves";
		open_peer(&kept, &fake_process);
		close(open(mark, O_CREAT | O_WRONLY, 0600));
		peer_set(s.peer, &fake_process, mark, 7);
		peer_restart(s.peer, 0);
		starts(2);
		pid_t before = peer_pid(s.peer);
		peer_restart(s.peer, 60 * SECOND);
		starts(3);
		ck_assert(lives(before) && lives(peer_pid(s.peer)));
		UNTIL(!lives(before));
		ck_assert_int_ne(access(mark, F_OK), 0);
		ck_assert_int_eq(s.ended, 0);
		/* One that does not is killed. */
		before = peer_pid(s.peer);
		tell("d");
		event_base_loop(s.base, EVLOOP_NONBLOCK);
		peer_restart(s.peer, 1);
		UNTIL(!lives(before));
		ck_assert_int_eq(peer_starts(s.peer), 4);
		close_peer();
	}
END_TEST

START_TEST(a_process_that_writes_while_it_leaves_is_gone_in_time)
	{
		open_peer(&kept, &fake_process);
		for (int number = 8; number <= 9; number++) {
			peer_set(s.peer, &fake_process, "", number);
			peer_restart(s.peer, 0);
			starts(2 * (number - 7));
			pid_t before = peer_pid(s.peer);
			peer_restart(s.peer, number == 8 ? 60 * SECOND : 100 * MILLISECOND);
			UNTIL(!lives(before));
		}
		ck_assert_int_eq(s.ended, 0);
		close_peer();
	}
END_TEST

/* Two pipes and a heartbeat take five; in the process they are moved. */
START_TEST(a_process_starts_with_the_last_descriptors)
	{
		static const struct process_kind kind = {"referee-fake", fake_run};
		struct process p;
		struct pollfd answer = {.events = POLLIN};
		char got[16] = "";
		int last = 0;
		struct rlimit before, few;
		ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
		few = (struct rlimit){64, before.rlim_max};
		ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &few), 0);
		int first = open("/dev/null", O_RDONLY);
		for (int fd; (fd = open("/dev/null", O_RDONLY)) >= 0;)
			last = fd;
		for (int i = 0; i < 5; i++)
			close(last - i);
		ck_assert_int_eq(process_start(&p, &kind, "it", 1), 0);
		ck_assert_int_eq(write(p.to, "m", 1), 1);
		answer.fd = p.from;
		ck_assert_int_eq(poll(&answer, 1, -1), 1);
		ck_assert_int_eq(read(p.from, got, sizeof got), 7);
		ck_assert_str_eq(got, "o\nit 1\n");
		process_kill(&p);
		ck_assert_int_eq(close_range((unsigned)first, ~0u, 0), 0);
		ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &before), 0);
	}
END_TEST

START_TEST(a_process_that_is_retired_is_not_started_again)
	{
		open_peer(&kept, &fake_process);
		peer_retire(s.peer);
		tell("2");
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.said, "");
		ck_assert_int_eq(event_base_loop(s.base, EVLOOP_NONBLOCK), 1); /* nothing is due */
		close_peer();
	}
END_TEST

START_TEST(a_process_that_is_not_kept_ends_once)
	{
		open_peer(&single, &fake_process);
		ck_assert(peer_watch(s.peer));
		ck_assert(!peer_watch(s.peer));
		tell("l");
		UNTIL(*s.heard != '\0');
		peer_dismiss(s.peer);
		tell("9"); /* too late */
		UNTIL(s.ended == 1);
		ck_assert_int_eq(s.status, 0);
		ck_assert_str_eq(s.how, "exit status 0");
		close_peer();
	}
END_TEST

START_TEST(a_process_may_run_for_so_long_and_no_longer)
	{
		open_peer(&single, &fake_process);
		peer_limit(s.peer, 1);
		peer_limit(s.peer, 0);
		tell("l");
		UNTIL(*s.heard != '\0');
		ck_assert_int_eq(s.ended, 0);
		peer_limit(s.peer, 1);
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.why, "took too long and was killed");
		close_peer();
	}
END_TEST

static void on_bytes(void *owner, const char *bytes, size_t count)
{
	(void)owner;
	strncat(s.heard, bytes, count);
}

static void on_turn(void *owner)
{
	(void)owner;
	strcat(s.heard, ".");
}

static void on_killed(void *owner)
{
	(void)owner;
	ck_assert_int_eq(kill(peer_pid(s.peer), 0), 0);
	strcat(s.heard, "killed|");
}

START_TEST(bytes_come_as_they_are_read)
	{
		static const struct peer_kind raw = {
			.line_most = LINE, .bytes = on_bytes, .ended = on_ended};
		open_peer(&raw, &fake_process);
		peer_add(s.peer, "l", 1);
		ck_assert_uint_eq(peer_waiting(s.peer), 1);
		peer_finish(s.peer);
		ck_assert_uint_eq(peer_waiting(s.peer), 0);
		UNTIL(strlen(s.heard) >= strlen("one\ntw"));
		ck_assert_str_eq(s.heard, "one\ntw");
		tell("e");
		UNTIL(strlen(s.heard) >= strlen("one\ntw") + LINE);
		peer_add(s.peer, "4", 1);
		peer_flush(s.peer);
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.how, "exit status 4");
		close_peer();
	}
END_TEST

START_TEST(the_owner_knows_the_end_of_a_read_and_what_comes_before_a_kill)
	{
		static const struct peer_kind kind = {.line_most = LINE,
			.line = on_line,
			.turn = on_turn,
			.killed = on_killed,
			.ended = on_ended};
		open_peer(&kind, &fake_process);
		tell("l");
		UNTIL(*s.heard != '\0');
		ck_assert_str_eq(s.heard, "one|.");
		tell("mw");
		UNTIL(s.ended == 1);
		ck_assert_ptr_nonnull(strstr(s.heard, "wrong \033 more|killed|"));
		ck_assert_ptr_null(strstr(s.heard, "killed|."));
		close_peer();
	}
END_TEST

/* A process that another started. */
START_TEST(a_socket_is_taken_over)
	{
		static const struct peer_kind kind = {
			.line_most = LINE, .line = on_line, .ended = on_ended};
		int ends[2];
		memset(&s, 0, sizeof s);
		s.base = event_base_new();
		s.peer = peer_create(s.base, &kind, &s);
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
		ck_assert(peer_attach(s.peer, ends[0]));
		ck_assert_int_eq(peer_pid(s.peer), 0);
		ck_assert_int_eq(write(ends[1], "hello\n", 6), 6);
		UNTIL(*s.heard != '\0');
		ck_assert_str_eq(s.heard, "hello|");
		ck_assert_int_eq(write(ends[1], "again\n", 6), 6);
		peer_look(s.peer);
		ck_assert_str_eq(s.heard, "hello|again|");
		close(ends[1]);
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.why, "-");
		close_peer();
	}
END_TEST

static void on_overlong(void *owner)
{
	(void)owner;
	peer_put(s.peer, "too long\n", 9);
	peer_close(s.peer, 60 * SECOND);
}

static const struct peer_kind client = {
	.line_most = LINE, .line = on_line, .overlong = on_overlong, .ended = on_ended};

/* A client, whose end is returned. */
static int open_client(void)
{
	int ends[2];
	memset(&s, 0, sizeof s);
	s.base = event_base_new();
	s.peer = peer_create(s.base, &client, &s);
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	ck_assert(peer_attach(s.peer, ends[0]));
	return ends[1];
}

START_TEST(a_client_reads_its_answer_to_the_end_and_then_closes)
	{
		static char big[1 << 20];
		size_t got = 0;
		ssize_t count = 1;
		int fd = open_client();
		memset(big, 'x', sizeof big);
		peer_put(s.peer, big, sizeof big);
		peer_close(s.peer, 60 * SECOND);
		peer_put(s.peer, "more", 4); /* behind the end */
		ck_assert_int_eq(write(fd, "ignored\n", 8), 8);
		while (count > 0) {
			event_base_loop(s.base, EVLOOP_NONBLOCK);
			count = recv(fd, big, sizeof big, 0);
			got += count > 0 ? (size_t)count : 0;
		}
		ck_assert_int_eq(count, 0);
		ck_assert_uint_eq(got, sizeof big);
		ck_assert_int_eq(s.ended, 0);
		close(fd);
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.heard, "");
		ck_assert_str_eq(s.why, "-");
		close_peer();
	}
END_TEST

START_TEST(a_client_that_asks_no_more_reads_its_answer_to_the_end)
	{
		static char big[1 << 20];
		size_t got = 0;
		ssize_t count;
		int fd = open_client();
		peer_put(s.peer, big, sizeof big);
		peer_close(s.peer, 60 * SECOND);
		ck_assert_int_eq(shutdown(fd, SHUT_WR), 0);
		do {
			event_base_loop(s.base, EVLOOP_NONBLOCK);
			count = recv(fd, big, sizeof big, 0);
			got += count > 0 ? (size_t)count : 0;
		} while (count > 0);
		ck_assert_int_eq(count, 0);
		ck_assert_uint_eq(got, sizeof big);
		UNTIL(s.ended == 1); /* it is over on both sides */
		ck_assert_str_eq(s.why, "-");
		close(fd);
		close_peer();
	}
END_TEST

START_TEST(a_client_that_does_not_close_is_ended)
	{
		int fd = open_client();
		peer_close(s.peer, 1);
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.why, "took too long and was killed");
		close(fd);
		close_peer();
	}
END_TEST

START_TEST(a_client_with_a_line_that_is_too_long_hears_so)
	{
		char got[64] = "";
		int fd = open_client();
		ck_assert_int_eq(write(fd, s.said, LINE), LINE);
		event_base_loop(s.base, EVLOOP_ONCE);
		event_base_loop(s.base, EVLOOP_NONBLOCK);
		ck_assert_int_eq(recv(fd, got, sizeof got, 0), 9);
		ck_assert_str_eq(got, "too long\n");
		close(fd);
		UNTIL(s.ended == 1);
		close_peer();
	}
END_TEST

/* Of what it sends only its end is noticed. */
START_TEST(a_client_can_be_ignored)
	{
		int fd = open_client();
		ck_assert_int_eq(write(fd, "one\ntw", 6), 6);
		UNTIL(*s.heard != '\0');
		peer_ignore(s.peer);
		for (int i = 0; i < 2 * LINE; i++) {
			ck_assert_int_eq(write(fd, "more", 4), 4);
			event_base_loop(s.base, EVLOOP_NONBLOCK);
		}
		ck_assert_int_eq(s.ended, 0);
		close(fd);
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.heard, "one|");
		close_peer();
	}
END_TEST

START_TEST(messages_come_with_their_descriptors)
	{
		struct fd_message message = {.text = "two", .fds = {0, 1}, .count = 2};
		open_peer(&messenger, &echo_process);
		for (int i = 0; i < 3; i++)
			ck_assert(peer_pass(s.peer, &message));
		tell("bytes have no way");
		UNTIL(strlen(s.heard) >= strlen("two 2|two 2|two 2|"));
		ck_assert_str_eq(s.heard, "two 2|two 2|two 2|");
		message = (struct fd_message){.text = "wrong"};
		ck_assert(peer_pass(s.peer, &message));
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.why, "sent the invalid message \"wrong\" and was killed");
		ck_assert(!peer_pass(s.peer, &message));
		ck_assert_int_eq(errno, EPIPE);
		close_peer();
	}
END_TEST

START_TEST(the_end_of_a_socket_of_messages_is_the_end)
	{
		open_peer(&messenger, &echo_process);
		peer_dismiss(s.peer);
		UNTIL(s.ended == 1);
		ck_assert_str_eq(s.how, "exit status 5");
		close_peer();
	}
END_TEST

SUITE("referee/process/peer", CASE(lines_come_as_they_are_sent),
	CASE(a_kept_process_that_ended_is_started_again_after_growing_pauses),
	CASE(a_process_with_a_wrong_line_is_killed_and_its_later_lines_are_not_taken),
	CASE(a_line_without_an_end_costs_the_process), CASE(a_process_that_does_not_read_is_killed),
	CASE(the_first_reason_of_a_kill_is_told),
	CASE(a_process_that_cannot_be_used_is_started_again),
	CASE(a_restart_that_is_asked_for_has_no_pause_and_no_line),
	CASE(the_process_before_has_a_time_to_leave_beside_the_new_one),
	CASE(a_process_that_writes_while_it_leaves_is_gone_in_time),
	CASE(a_process_starts_with_the_last_descriptors),
	CASE(a_client_that_asks_no_more_reads_its_answer_to_the_end),
	CASE(a_process_that_is_retired_is_not_started_again),
	CASE(a_process_that_is_not_kept_ends_once),
	CASE(a_process_may_run_for_so_long_and_no_longer), CASE(bytes_come_as_they_are_read),
	CASE(the_owner_knows_the_end_of_a_read_and_what_comes_before_a_kill),
	CASE(a_socket_is_taken_over), CASE(a_client_reads_its_answer_to_the_end_and_then_closes),
	CASE(a_client_that_does_not_close_is_ended),
	CASE(a_client_with_a_line_that_is_too_long_hears_so), CASE(a_client_can_be_ignored),
	CASE(messages_come_with_their_descriptors),
	CASE(the_end_of_a_socket_of_messages_is_the_end))
