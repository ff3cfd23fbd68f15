/*
 * reachable.h - can other users start a program of this build? In a home folder of mode 700, such
 * as /root, they cannot, and the sandbox then refuses to start it as a user of its own.
 */
#ifndef TESTS_LIB_REACHABLE_H
#define TESTS_LIB_REACHABLE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Tries as this user in a child. True also if this process may not become the user. */
static inline bool reachable_by(uid_t user, const char *program)
{
	int status = 0;
	if (geteuid() != 0)
		return true;
	pid_t child = fork();
	if (child == 0)
		_exit(setgid(user) == 0 && setuid(user) == 0 && access(program, X_OK) != 0);
	bool can = child > 0 && waitpid(child, &status, 0) == child && status == 0;
	if (!can)
		printf("skipped: other users cannot reach %s\n", program);
	return can;
}

#endif
