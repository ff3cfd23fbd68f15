/*
 * rules-program.h - the program behind rules that are a process, in a sandbox: the calls for
 * rules_process_open().
 *
 * It is started as a bot is: at the same level, with its limits. The limits of output and of
 * phases do not apply, since rules-process.h has its own.
 */
#ifndef REFEREE_SANDBOX_RULES_PROGRAM_H
#define REFEREE_SANDBOX_RULES_PROGRAM_H

#include "base/error.h"
#include "referee/sandbox/sandbox.h"
#include "rules/process/rules-process.h"

struct rules_program {
	struct sandbox_options
		options; /* argv, dir, level, resources, hidden, held: set by the caller,
				       borrowed */
	struct sandbox box;
	pid_t owner; /* the process that started it: no other one ends it */
};

/* The calls for this program; p is borrowed until the rules are closed. Call sandbox_prepare()
 * before. With sandbox_spawner_start() a start waits for the spawner, which takes some
 * milliseconds. */
struct rules_process_calls rules_program_calls(struct rules_program *p);

#endif
