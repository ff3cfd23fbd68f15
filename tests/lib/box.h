/*
 * box.h - a test of the sandbox. It runs in a child, since sandbox_prepare() changes the process
 * that calls it: as the user that runs the tests and, for root, as an unprivileged one.
 */
#ifndef TESTS_LIB_BOX_H
#define TESTS_LIB_BOX_H

#include <check.h>
#include <poll.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BOX_NOBODY = 65534 };

static const struct box_user {
	const char *name;
	uid_t uid; /* 0: as the user that runs the tests */
} box_users[] = {{"the user of the tests", 0}, {"an unprivileged user", BOX_NOBODY}};

enum { BOX_USERS = sizeof box_users / sizeof *box_users };

/* In the child: fails with a line. */
#define HOLDS(what)                                                                                \
	do {                                                                                       \
		if (!(what)) {                                                                     \
			fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #what, err.text);  \
			_exit(1);                                                                  \
		}                                                                                  \
	} while (0)

/* Runs life as the user; only root can become another user. */
static inline void box_as(const struct box_user *user, void (*life)(void))
{
	int status = -1;
	if (user->uid != 0 && geteuid() != 0)
		return;
	pid_t child = fork();
	if (child == 0) {
		/* Dumpable, as a process is that did not change its user: /proc/self is its own. */
		if (user->uid != 0 && (setgid(user->uid) != 0 || setuid(user->uid) != 0 ||
					      prctl(PR_SET_DUMPABLE, 1) != 0))
			_exit(2);
		life();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(status == 0, "as %s: %d", user->name, status);
}

/* Waits until fd has something to read or has ended. */
static inline void box_await(int fd)
{
	struct pollfd event = {fd, POLLIN, 0};
	poll(&event, 1, 10000);
}

#endif
