/*
 * sandbox-init.h - the first process of a sandbox.
 *
 * It builds the sandbox around itself, starts the program in it, and ends when the program has
 * ended. Only sandbox.c starts one.
 */
#ifndef REFEREE_SANDBOX_SANDBOX_INIT_H
#define REFEREE_SANDBOX_SANDBOX_INIT_H

#include <signal.h>

#include "base/time.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/memory-usage.h"
#include "referee/sandbox/privileges.h"
#include "referee/sandbox/fs-view.h"

/* Asks sandbox-init to send a signal to all other processes of its sandbox. The value of this
 * signal is the number of the signal to send. */
#define SANDBOX_INIT_PASS_ON (SIGRTMIN + 1)

/* Reports of sandbox-init: first how the start went, then how the program ended. */
struct sandbox_init_report {
	pid_t pid;	/* the program's pid in sandbox-init's namespace */
	int failed;	/* errno; 0: the program started */
	int layer;	/* layer that failed: see sandbox_init_layer() */
	char place[64]; /* path or mount that failed; "": the layer says enough */
	int status;	/* from waitpid(); only in the second report, like the next two */
	bool watched;	/* sandbox-init killed it for its memory use */
	int64_t taken;	/* peak memory in bytes; 0: unknown */
};

struct sandbox_init {
	const struct sandbox_options *options;
	enum sandbox_isolation kind;
	bool new_user; /* it is in a new user namespace without a user mapping */
	uid_t uid;     /* user and group of the referee */
	gid_t gid;
	int parent; /* pidfd of the process that starts the sandbox */
	pid_t self;
	const struct fs_view *view; /* NULL at level none */
	struct privileges rights;
	const char *program, *dir; /* dir NULL: the current folder */
	char *const *environment;
	int in, out, err, report_fd;
	int rules; /* Landlock rules; -1: none */
	int group; /* descriptor from cgroup_make(); -1: none */
	struct memory_usage memory;
	usec next_check;   /* next time to check its memory */
	const char *place; /* path or mount that a layer works on; NULL: no detail */
	volatile struct sandbox_init_report report;
};

/* Main function of the process that sandbox.c cloned. Never returns. */
void sandbox_init_run(struct sandbox_init *init) __attribute__((noreturn));

/* Maps our user and group in a new user namespace; unmapped, we would be the overflow user (65534)
 * with all rights. False: this machine creates user namespaces but allows nothing in them. */
bool sandbox_init_enter_user(uid_t uid, gid_t gid);

/* Name of a report's layer. *refused: its failure is the fault of the options. */
const char *sandbox_init_layer(int layer, bool *refused);

#endif
