/*
 * fake-web.h - stands in the place of the web process: what the referee sends it, the test reads.
 *
 * web_start_process executes the program that runs, which is the test: its main() is that of
 * FAKE_WEB_SUITE(). The process writes each line that it gets into a FIFO, with a line "began
 * OPTIONS" before them, in which its tokens are the last. It sends what fake_web_open() was given.
 * A line "announce end" ends it; after "announce deaf" it reads no more; at "announce pids" it
 * tells its number and that of a child.
 */
#ifndef TESTS_LIB_FAKE_WEB_H
#define TESTS_LIB_FAKE_WEB_H

#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/web/web-process.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/suite.h"

enum { FAKE_WEB_TEXT = 1 << 18, FAKE_WEB_STATUS = 3 };

static struct {
	struct event_base *base;
	struct event *event;
	int fd;
	char text[FAKE_WEB_TEXT]; /* what it got that was not asked for yet */
	size_t length;
} fake_web;

/* A child of the process, as one that makes a page; it ends with the process. */
static inline pid_t fake_web_child(void)
{
	pid_t parent = getpid(), pid = fork();
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		pause();
	_exit(0);
}

/* The life of the process. FROM, TO, BEAT and the options are its arguments. */
static inline int fake_web_run(int argc, char **argv)
{
	const char *says = getenv("FAKE_WEB_SAYS");
	char line[1 << 17];
	int out = open(getenv("FAKE_WEB"), O_WRONLY);
	FILE *from = argc > 4 ? fdopen(atoi(argv[2]), "r") : NULL;
	if (out < 0 || from == NULL)
		return EXIT_FAILURE;
	dprintf(out, "began");
	for (int i = 5; i < argc; i++)
		dprintf(out, " %s", argv[i]);
	if (getenv("REFEREE_WEB_TOKEN") != NULL)
		dprintf(out, " token=%s", getenv("REFEREE_WEB_TOKEN"));
	if (getenv("REFEREE_WEB_METRICS_TOKEN") != NULL)
		dprintf(out, " metrics-token=%s", getenv("REFEREE_WEB_METRICS_TOKEN"));
	dprintf(out, "\n");
	if (getenv("FAKE_WEB_ENDS") != NULL)
		kill(getppid(), SIGTERM);
	if (says != NULL && write(atoi(argv[3]), says, strlen(says)) < 0)
		return EXIT_FAILURE;
	while (fgets(line, sizeof line, from) != NULL) {
		if (write(out, line, strlen(line)) < 0 || strcmp(line, "announce end\n") == 0)
			return FAKE_WEB_STATUS;
		if (strcmp(line, "announce deaf\n") == 0)
			pause();
		if (strcmp(line, "announce pids\n") == 0)
			dprintf(out, "pids %d %d\n", (int)getpid(), (int)fake_web_child());
	}
	return EXIT_SUCCESS;
}

static inline void fake_web_on_text(evutil_socket_t fd, short what, void *arg)
{
	(void)what, (void)arg;
	ssize_t count =
		read(fd, fake_web.text + fake_web.length, FAKE_WEB_TEXT - 1 - fake_web.length);
	fake_web.length += count > 0 ? (size_t)count : 0;
	fake_web.text[fake_web.length] = '\0';
	event_base_loopbreak(fake_web.base);
}

/* says: what each process sends at its start; NULL: nothing. */
static inline void fake_web_open(struct event_base *base, const char *says)
{
	const char *path = fixture_path("web");
	memset(&fake_web, 0, sizeof fake_web);
	unlink(path);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(setenv("FAKE_WEB", path, 1), 0);
	ck_assert_int_eq(setenv("REFEREE_WATCHDOG_SEC", "1000000", 0), 0); /* it never beats */
	unsetenv("FAKE_WEB_SAYS");
	if (says != NULL)
		ck_assert_int_eq(setenv("FAKE_WEB_SAYS", says, 1), 0);
	fake_web.base = base;
	fake_web.fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	ck_assert_int_ge(fake_web.fd, 0);
	fake_web.event = event_new(base, fake_web.fd, EV_READ | EV_PERSIST, fake_web_on_text, NULL);
	ck_assert_int_eq(event_add(fake_web.event, NULL), 0);
}

static inline void fake_web_close(void)
{
	event_free(fake_web.event);
	close(fake_web.fd);
}

/* Its next line, with its LF. */
static inline void fake_web_line(char *line, size_t room)
{
	char *end;
	while ((end = strchr(fake_web.text, '\n')) == NULL)
		event_base_dispatch(fake_web.base);
	size_t length = (size_t)(end + 1 - fake_web.text);
	ck_assert_uint_lt(length, room);
	memcpy(line, fake_web.text, length);
	line[length] = '\0';
	fake_web.length -= length;
	memmove(fake_web.text, end + 1, fake_web.length + 1);
}

/* The next lines that it gets, but for what the referee's own processes use. */
static inline void fake_web_hears(const char *lines)
{
	static const char *const other[] = {"process ", "metric skipped ", "metric starts "};
	static char got[FAKE_WEB_TEXT], line[1 << 17];
	size_t used = 0;
	while (used < strlen(lines)) {
		bool ours = true;
		fake_web_line(line, sizeof line);
		for (size_t i = 0; i < sizeof other / sizeof *other; i++)
			ours &= strncmp(line, other[i], strlen(other[i])) != 0;
		if (ours)
			used += (size_t)snprintf(got + used, sizeof got - used, "%s", line);
	}
	ck_assert_str_eq(got, lines);
}

/* SUITE(), of a program that is the web process too. */
#define FAKE_WEB_SUITE(name, ...)                                                                  \
	int main(int argc, char **argv)                                                            \
	{                                                                                          \
		if (argc > 1) /* the referee starts no other process here */                       \
			return strcmp(argv[1], WEB_START_WORD) == 0 ? fake_web_run(argc, argv)     \
								    : EXIT_FAILURE;                \
		return suite_run(                                                                  \
			name, (struct suite_case[]){__VA_ARGS__, (struct suite_case){NULL, 0}});   \
	}

#endif
