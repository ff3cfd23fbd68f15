/*
 * solve-run.h - runs a subcommand of referee-solve with a text as its standard
 * input, and keeps what it prints.
 */
#ifndef TESTS_LIB_SOLVE_RUN_H
#define TESTS_LIB_SOLVE_RUN_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bots/solve/solve.h"
#include "tests/lib/suite.h"

enum { SOLVE_RUN_TEXT = 1 << 20 };

static struct {
	char out[SOLVE_RUN_TEXT], err[SOLVE_RUN_TEXT];
	int status;
} solve_ran;

/* Reads all of a file, which is then closed. */
static inline void solve_run_read(FILE *file, char *text)
{
	rewind(file);
	size_t length = fread(text, 1, SOLVE_RUN_TEXT - 1, file);
	text[length] = '\0';
	fclose(file);
}

/* words: the subcommand and its arguments, NULL behind the last one. Returns the exit status. It
 * runs in a process of its own, as its data are static. */
static inline int solve_run(const char *const *words, const char *input)
{
	struct solve_call call;
	struct error err;
	FILE *in = tmpfile(), *out = tmpfile(), *complained = tmpfile();
	int i = 0, status;
	while (all_solves[i] != NULL && strcmp(all_solves[i]->name, words[0]) != 0)
		i++;
	ck_assert_msg(all_solves[i] != NULL, "%s", words[0]);
	ck_assert_msg(solve_read_call(all_solves[i], words + 1, &call, &err), "%s", err.text);
	ck_assert(in != NULL && out != NULL && complained != NULL);
	fputs(input, in);
	rewind(in);
	fflush(NULL);
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		dup2(fileno(in), STDIN_FILENO);
		dup2(fileno(out), STDOUT_FILENO);
		dup2(fileno(complained), STDERR_FILENO);
		status = (int)all_solves[i]->run(&call);
		fflush(NULL);
		_exit(status);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_msg(WIFEXITED(status), "%s ended by a signal", words[0]);
	fclose(in);
	solve_run_read(out, solve_ran.out);
	solve_run_read(complained, solve_ran.err);
	return solve_ran.status = WEXITSTATUS(status);
}

#endif
