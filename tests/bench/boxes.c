/*
 * boxes.c - what the start and the end of a box cost at each level, beside a bare posix_spawn().
 * Prints lines "NAME VALUE WORDS" for the bench: medians, in microseconds.
 */
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/time.h"
#include "referee/sandbox/sandbox.h"
#include "tests/lib/bench.h"

enum { BOXES_TIMES = 101, BOXES_SMALL = 3 };

static char boxes_program[] = "/bin/cat";
static char *const boxes_argv[] = {boxes_program, NULL};

static int boxes_times;

static void boxes_print(const char *name, const char *what, double *times, const char *words)
{
	printf("%s_%s_us %.0f %s\n", name, what, bench_median(times, (size_t)boxes_times), words);
}

static void boxes_spawn(void)
{
	double starts[BOXES_TIMES];
	for (int i = 0; i < boxes_times; i++) {
		pid_t child;
		usec from = time_now();
		if (posix_spawn(&child, boxes_program, NULL, NULL, boxes_argv, environ) != 0)
			exit(EXIT_FAILURE);
		starts[i] = (double)(time_now() - from);
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	boxes_print("spawn", "start", starts, "a program started with posix_spawn()");
}

static void boxes_level(enum sandbox_level level)
{
	const struct sandbox_options options = {
		.argv = boxes_argv, .level = level, .resources = &sandbox_limits_usual};
	double starts[BOXES_TIMES], ends[BOXES_TIMES];
	struct error err;
	char name[32];
	struct sandbox sandbox;
	if (!sandbox_can(level, &err))
		return;
	for (int i = 0; i < boxes_times; i++) {
		usec from = time_now();
		if (sandbox_start(&sandbox, &options, &err) != SANDBOX_STARTED) {
			fprintf(stderr, "%s\n", err.text);
			exit(EXIT_FAILURE);
		}
		usec started = time_now();
		sandbox_kill(&sandbox);
		starts[i] = (double)(started - from);
		ends[i] = (double)(time_now() - started);
	}
	snprintf(name, sizeof name, "box_%s", sandbox_level_names[level]);
	boxes_print(name, "start", starts, "the same in a box of this level");
	boxes_print(name, "kill", ends, "its end, with all that is in it");
}

int main(void)
{
	boxes_times = bench_size(BOXES_TIMES, BOXES_SMALL);
	sandbox_prepare();
	boxes_spawn();
	for (int level = SANDBOX_NONE; level < SANDBOX_LEVELS; level++)
		boxes_level((enum sandbox_level)level);
	return EXIT_SUCCESS;
}
