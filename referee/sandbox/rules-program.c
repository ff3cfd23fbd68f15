/*
 * rules-program.c - starts and ends a rules program in a sandbox.
 */
#include "referee/sandbox/rules-program.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static bool rules_program_start(void *arg, int *in, int *out, int *errors, struct error *err)
{
	struct rules_program *p = arg;
	if (sandbox_start(&p->box, &p->options, err) != SANDBOX_STARTED)
		return false;
	p->owner = getpid();
	*in = p->box.in;
	*out = p->box.out;
	*errors = p->box.err;
	return true;
}

/* Writes how it ended, if it ended by itself. */
static void rules_program_how(struct sandbox *box, char *how, size_t room)
{
	int status;
	if (!sandbox_wait_ended(box, &status))
		how[0] = '\0';
	else if (sandbox_starved(box))
		snprintf(how, room, "it used more memory than its limit");
	else if (WIFSIGNALED(status))
		snprintf(how, room, "killed by SIG%s", sigabbrev_np(WTERMSIG(status)));
	else
		snprintf(how, room, "exit status %d", WEXITSTATUS(status));
}

static void rules_program_stop(void *arg, bool ended, char *how, size_t room)
{
	struct rules_program *p = arg;
	how[0] = '\0';
	if (p->owner != getpid()) {
		/* A child of the process that started it, which has none of its descriptors. */
		p->box = (struct sandbox){.in = -1, .out = -1, .err = -1, .report = -1};
		return;
	}
	if (ended)
		rules_program_how(&p->box, how, room);
	sandbox_kill(&p->box);
}

struct rules_process_calls rules_program_calls(struct rules_program *p)
{
	return (struct rules_process_calls){rules_program_start, rules_program_stop, p};
}
