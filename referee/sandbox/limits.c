/*
 * limits.c - names of the levels, and the default limits.
 */
#include "referee/sandbox/limits.h"

const char *const sandbox_level_names[SANDBOX_LEVELS + 1] = {
	[SANDBOX_NONE] = "none", [SANDBOX_REDUCED] = "reduced", [SANDBOX_FULL] = "full"};

/* Threads count as processes: Node starts with 8, Java with 16, and more on machines with more
 * processors. */
const struct sandbox_limits sandbox_limits_usual = {
	.memory = INT64_C(256) << 20,
	.scratch = INT64_C(16) << 20,
	.processes = 64,
	.files = 256,
	.output = 65536,
	.line = 4096,
	.errors = 65536,
	.startup = 10 * SECOND,
	.newgame = 5 * SECOND,
	.quit = 100 * MILLISECOND,
};
