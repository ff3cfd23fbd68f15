/*
 * allowance.c - the names of the levels, and the usual limits.
 */
#include "referee/sandbox/allowance.h"

const char *const sandbox_level_names[SANDBOX_LEVELS] = {
	[SANDBOX_NONE] = "none", [SANDBOX_REDUCED] = "reduced", [SANDBOX_FULL] = "full"};

/* Node takes 11 threads at its start, Java with its own collector 20 and more. */
const struct allowance allowance_usual = {
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
