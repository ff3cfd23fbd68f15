/*
 * rules-child.h - a program of rules that is a child of the test: it reads questions, and a
 * function of the test makes the answers. Each start is a new child, which has all that the test
 * knew then; nothing comes back from it but its answers.
 */
#ifndef TESTS_LIB_RULES_CHILD_H
#define TESTS_LIB_RULES_CHILD_H

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rules/process/rules-process.h"
#include "tests/lib/suite.h"

enum { RULES_CHILD_LINE = 8192, RULES_CHILD_ANSWER = 65536 };

struct rules_child {
	/* Writes the answer to a line, which has no LF; it may also end the process. */
	void (*answer)(struct rules_child *c, const char *line, char out[RULES_CHILD_ANSWER]);
	size_t chunk; /* bytes of one write; 0: all at once */
	int starts;
	pid_t pid;   /* 0: it does not run */
	int in, out; /* our ends */
};

static inline void rules_child_run(struct rules_child *c, int in, int out)
{
	static char line[RULES_CHILD_LINE], answer[RULES_CHILD_ANSWER];
	FILE *from = fdopen(in, "r");
	while (fgets(line, sizeof line, from) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		answer[0] = '\0';
		c->answer(c, line, answer);
		for (size_t at = 0, left = strlen(answer); left > 0;) {
			size_t part = c->chunk == 0 || left < c->chunk ? left : c->chunk;
			ssize_t n = write(out, answer + at, part);
			if (n <= 0)
				_exit(0);
			at += (size_t)n;
			left -= (size_t)n;
		}
	}
	_exit(0);
}

static inline bool rules_child_start(void *arg, int *in, int *out, int *errors, struct error *err)
{
	struct rules_child *c = arg;
	int to[2], from[2];
	(void)err;
	ck_assert(pipe2(to, O_CLOEXEC) == 0 && pipe2(from, O_CLOEXEC) == 0);
	signal(SIGPIPE, SIG_IGN);
	c->starts++;
	c->pid = fork();
	ck_assert_int_ge(c->pid, 0);
	if (c->pid == 0) {
		close(to[1]);
		close(from[0]);
		rules_child_run(c, to[0], from[1]);
	}
	close(to[0]);
	close(from[1]);
	*in = c->in = to[1];
	*out = c->out = from[0];
	*errors = -1;
	fcntl(*in, F_SETFL, O_NONBLOCK);
	fcntl(*out, F_SETFL, O_NONBLOCK);
	return true;
}

static inline void rules_child_stop(void *arg, bool ended, char *how, size_t room)
{
	struct rules_child *c = arg;
	int status = 0;
	close(c->in);
	close(c->out);
	if (!ended)
		kill(c->pid, SIGKILL);
	ck_assert_int_eq(waitpid(c->pid, &status, 0), c->pid);
	snprintf(how, room, "exit status %d", WEXITSTATUS(status));
	c->pid = 0;
}

static inline struct rules_process_calls rules_child_calls(struct rules_child *c)
{
	return (struct rules_process_calls){rules_child_start, rules_child_stop, c};
}

#endif
