/*
 * check-process.c - the process that checks one bot.
 */
#include "referee/check/check-process.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "referee/sandbox/sandbox.h"
#include "referee/base/process.h"

static int check_process_run(const void *arg, int number, int from, int to)
{
	const struct check_process *x = arg;
	(void)from;
	if (x->tells && dup2(to, STDOUT_FILENO) < 0)
		return EXIT_FAILURE;
	process_pin(x->place);
	sandbox_prepare();
	x->work(x->arg, number);
	return fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind check_process = {"referee-check", check_process_run};
