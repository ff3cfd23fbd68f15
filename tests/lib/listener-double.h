/*
 * listener-double.h - the supervisor of the listener, with a listener that passes each message of
 * the supervisor on to the test, and each message of the test on to the supervisor.
 */
#ifndef TESTS_LIB_LISTENER_DOUBLE_H
#define TESTS_LIB_LISTENER_DOUBLE_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "referee/process/fd-message.h"
#include "base/memory.h"
#include "base/rate-limit.h"
#include "base/time.h"
#include "referee/daemon/listener-supervisor.h"
#include "referee/net/listener.h"
#include "referee/net/tls.h"
#include "tests/lib/suite.h"

#define SIXTEEN	   "0123456789abcdef"
#define KEY	   SIXTEEN SIXTEEN SIXTEEN SIXTEEN
#define OTHER	   "ffffffffffffffff" SIXTEEN SIXTEEN SIXTEEN
#define ANN	   "ann " KEY " " KEY "\n"
#define BOB	   "bob " KEY " " KEY " club\n"
#define INVITED	   "!" SIXTEEN
#define INVITATION INVITED " " KEY " " KEY " club 3 "

enum { ROOM = 1 << 14 };

/* Rows of a table. */
#define ROWS(table) (sizeof(table) / sizeof *(table))

static struct {
	struct event_base *base;
	struct listener_supervisor *g;
	struct sockaddr_un meeting; /* where each new listener finds the test */
	int door, listener;	    /* that socket, and the connection of the present listener */
	char folder[64], tokens[128], local[160];
	char said[ROOM];  /* the log, a line each */
	char taken[ROOM]; /* connections that were passed on: "client NAME ADDRESS" */
	int client;	  /* the last of these */
	struct error err;
} s;

/* --- the listener of these tests --------------------------------------------------------- */

/* The message "exit N" of the test ends it, and "beat" is a sign of life. */
static inline int relay_run(const void *arg, int number, int from, int to)
{
	int test = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), status;
	struct pollfd ends[] = {{from, POLLIN, 0}, {test, POLLIN, 0}};
	(void)arg, (void)number;
	if (connect(test, (struct sockaddr *)&s.meeting, sizeof s.meeting) != 0)
		return EXIT_FAILURE;
	for (;;) {
		poll(ends, 2, -1);
		for (int i = 0; i < 2; i++) {
			struct fd_message message;
			if (ends[i].revents == 0)
				continue;
			if (fd_message_receive(ends[i].fd, &message) <= 0)
				return EXIT_SUCCESS;
			if (i == 1 && sscanf(message.text, "exit %d", &status) == 1)
				return status;
			if (i == 1 && strcmp(message.text, "beat") == 0) {
				eventfd_write(PROCESS_BEAT, 1);
				continue;
			}
			fd_message_send(i == 1 ? to : test, &message);
			fd_message_drop(&message);
		}
	}
}

const struct process_kind listener_process = {"test-listen", relay_run, .is_socket = true};

/* The next listener comes in. */
static inline void meet(void)
{
	if (s.listener >= 0)
		close(s.listener);
	s.listener = accept4(s.door, NULL, NULL, SOCK_CLOEXEC);
	ck_assert_int_ge(s.listener, 0);
}

/* The listener was sent this, with as many descriptors, which are the caller's. */
static struct fd_message hears(const char *text, int count)
{
	struct fd_message message;
	ck_assert_int_eq(fd_message_receive(s.listener, &message), 1);
	ck_assert_str_eq(message.text, text);
	ck_assert_int_eq(message.count, count);
	return message;
}

static inline void hears_tokens(const char *wanted)
{
	char text[ROOM] = "";
	struct fd_message message = hears("tokens", 1);
	ck_assert_int_ge(pread(message.fds[0], text, sizeof text - 1, 0), 0);
	ck_assert_str_eq(text, wanted);
	fd_message_drop(&message);
}

/* Nothing was sent to it since. */
static inline void hears_nothing(void)
{
	struct pollfd end = {s.listener, POLLIN, 0};
	ck_assert_int_eq(poll(&end, 1, 0), 0);
}

static inline void tells_with(const char *text, const int *fds, int count)
{
	struct fd_message message = {.count = count};
	for (int i = 0; i < count; i++)
		message.fds[i] = fds[i];
	snprintf(message.text, sizeof message.text, "%s", text);
	ck_assert_int_eq(fd_message_send(s.listener, &message), 0);
}

static inline void tells(const char *text)
{
	tells_with(text, NULL, 0);
}

/* Passes a connection on; returns the client's end. */
static inline int tells_connection(const char *text)
{
	int ends[2];
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
	tells_with(text, &ends[1], 1);
	close(ends[1]);
	return ends[0];
}

/* --- the log ----------------------------------------------------------------------------- */

static inline void on_say(void *arg, const char *line)
{
	size_t used = strlen(s.said);
	(void)arg;
	snprintf(s.said + used, sizeof s.said - used, "%s\n", line);
}

#define UNTIL(condition)                                                                           \
	while (!(condition))                                                                       \
	event_base_loop(s.base, EVLOOP_ONCE)

/* These lines were said, and no others: a message behind all others is taken when its own line is
 * there. */
static inline void says(const char *lines)
{
	static const char last[] = "listener: the process rejected a message: last\n";
	tells("wrong last");
	UNTIL(strstr(s.said, last) != NULL);
	char *wanted = memory_print("%s%s", lines, last);
	ck_assert_str_eq(s.said, wanted);
	free(wanted);
	*s.said = '\0';
}

/* The supervisor says this by itself, and nothing before. */
static inline void says_now(const char *lines)
{
	UNTIL(strlen(s.said) >= strlen(lines));
	ck_assert_str_eq(s.said, lines);
	*s.said = '\0';
}

/* --- the scene --------------------------------------------------------------------------- */

static inline void write_file(const char *path, const char *text, mode_t mode)
{
	unlink(path);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	ck_assert_int_eq(fchmod(fd, mode), 0);
	close(fd);
}

/* patience: how long a listener may be silent, in seconds. It beats only where a test says so. */
static inline void scene_open_with(const char *patience)
{
	memset(&s, 0, sizeof s);
	setenv("REFEREE_WATCHDOG_SEC", patience, 1);
	s.listener = s.client = -1;
	s.base = event_base_new();
	strcpy(s.folder, "/tmp/listener-supervisor-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(s.folder));
	snprintf(s.tokens, sizeof s.tokens, "%s/tokens", s.folder);
	snprintf(s.local, sizeof s.local, "unix:%s/bots", s.folder);
	s.meeting.sun_family = AF_UNIX;
	snprintf(s.meeting.sun_path, sizeof s.meeting.sun_path, "%s/meeting", s.folder);
	s.door = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(s.door, (struct sockaddr *)&s.meeting, sizeof s.meeting), 0);
	ck_assert_int_eq(listen(s.door, 8), 0);
}

static inline void scene_open(void)
{
	scene_open_with("1000000");
}

static inline enum listener_supervisor_status scene_try(
	const char *const *addresses, int count, const char *certificate)
{
	return listener_supervisor_create(&s.g,
		&(struct listener_supervisor_options){.base = s.base,
			.addresses = addresses,
			.addresses_count = count,
			.tokens = s.tokens,
			.certificate = certificate,
			.say = on_say},
		&s.err);
}

/* A supervisor with these tokens, whose listener has confirmed them. */
static inline void scene_begin_with(const char *tokens, const char *patience)
{
	scene_open_with(patience);
	write_file(s.tokens, tokens, 0600);
	ck_assert_msg(
		scene_try((const char *const[]){s.local}, 1, NULL) == LISTENER_SUPERVISOR_GOOD,
		"%s", s.err.text);
	meet();
	hears_tokens(tokens);
	char line[256];
	snprintf(line, sizeof line, "listen unix %s", s.local);
	struct fd_message message = hears(line, 1);
	fd_message_drop(&message);
	tells("ready tokens 1");
	UNTIL(listener_supervisor_settled(s.g));
	*s.said = '\0';
}

static inline void scene_begin(const char *tokens)
{
	scene_begin_with(tokens, "1000000");
}

static inline void scene_close(void)
{
	static const char *const names[] = {
		"tokens", "bots", "meeting", "tokens.pem", "mine.pem", "referee.pem", ".bots.pem"};
	char path[256];
	listener_supervisor_free(s.g);
	event_base_free(s.base);
	close(s.door);
	if (s.listener >= 0)
		close(s.listener);
	if (s.client >= 0)
		close(s.client);
	unlink(s.tokens);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", s.folder, names[i]);
		unlink(path);
	}
	ck_assert_int_eq(rmdir(s.folder), 0);
}

#endif
