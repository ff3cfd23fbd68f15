/*
 * box.h - a test of the sandbox. It runs in a child, since sandbox_prepare() changes the process
 * that calls it: as the user that runs the tests and, for root, as an unprivileged one.
 */
#ifndef TESTS_LIB_BOX_H
#define TESTS_LIB_BOX_H

#include <check.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
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

static inline void box_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, text, strlen(text)) < 0) {
		dprintf(STDOUT_FILENO, "skip 1: %s cannot be written here\n", path);
		_exit(0);
	}
	close(fd);
}

/* From now on this process is root of a user namespace, and of nothing else. */
static inline void box_be_root_apart(void)
{
	char map[32];
	snprintf(map, sizeof map, "0 %u 1", geteuid());
	if (unshare(CLONE_NEWUSER) != 0) {
		dprintf(STDOUT_FILENO, "skip 1: no user namespaces here\n");
		_exit(0);
	}
	box_write("/proc/self/uid_map", map);
}

/* And may make no namespaces. */
static inline void box_forgo_namespaces(void)
{
	box_be_root_apart();
	box_write("/proc/sys/user/max_user_namespaces", "0");
	box_write("/proc/sys/user/max_pid_namespaces", "0");
}

/* Waits until fd has something to read or has ended. */
static inline void box_await(int fd)
{
	struct pollfd event = {fd, POLLIN, 0};
	poll(&event, 1, -1);
}

#endif
