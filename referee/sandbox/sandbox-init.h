/*
 * sandbox-init.h - the life of a box's first process: it builds the box around itself, starts the
 * program in it, and ends when the program has. sandbox.c alone starts one.
 */
#ifndef REFEREE_SANDBOX_SANDBOX_INIT_H
#define REFEREE_SANDBOX_SANDBOX_INIT_H

#include <signal.h>

#include "referee/base/time.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/privileges.h"
#include "referee/sandbox/fs-view.h"

/* What tells a keeper to send the signal that is its value to all others in its box. */
#define SANDBOX_INIT_PASS_ON (SIGRTMIN + 1)

/* What the keeper tells: how the start went, then how the program ended. */
struct sandbox_init_report {
	pid_t pid;	/* of the program, as the keeper sees it */
	int failed;	/* errno; 0: it started */
	int layer;	/* where it failed: sandbox_init_layer() */
	char place[64]; /* about what; "": the layer says it all */
	int status;	/* of waitpid(): only in the second report, like the next two */
	bool watched;	/* the keeper ended it, for what memory it took */
	int64_t taken;	/* the most memory that it had, in bytes; 0: not known */
};

struct sandbox_init {
	const struct sandbox_order *order;
	enum sandbox_isolation kind;
	bool new_user; /* it is in a user namespace of its own that nobody has set up */
	uid_t uid;     /* ours, and our group */
	gid_t gid;
	int parent; /* pidfd of whoever starts the box */
	pid_t self;
	const struct fs_view *view; /* NULL at level none */
	struct privileges rights;
	const char *program, *dir; /* dir NULL: here */
	char *const *environment;
	int in, out, err, report;
	int rules;	   /* of Landlock; -1: none */
	int group;	   /* cgroup_make()'s; -1: none */
	usec look;	   /* when its memory is to be looked at next */
	const char *place; /* what a layer is at; NULL: nothing more to say */
	volatile struct sandbox_init_report told;
};

/* In the process that sandbox.c has cloned: never returns. */
void sandbox_init_run(struct sandbox_init *k) __attribute__((noreturn));

/* In a new user namespace we are nobody and may do all: so that we are ourselves there. False: this
 * machine makes such namespaces, and lets them do nothing. */
bool sandbox_init_enter_user(uid_t uid, gid_t gid);

/* What a report's layer is called, and whether its failure is the order's fault. */
const char *sandbox_init_layer(int layer, bool *refused);

#endif
