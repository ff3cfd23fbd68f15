/*
 * sandbox.h - the one door to starting somebody else's program, and to ending it with all it
 * started.
 *
 * A box is a process namespace of its own where the machine allows one: its first process is a
 * keeper of ours that dies with us, and with the keeper dies everything in the box, whatever it
 * forked and wherever it hid. Where there are no namespaces the box is a session and a process
 * group, which a runaway fork can leave: sandbox_prepare() says which.
 *
 * What the program is locked into besides is the level of its order: sandbox-init.c lays the layers
 * of referee/sandbox around it.
 */
#ifndef REFEREE_SANDBOX_SANDBOX_H
#define REFEREE_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "referee/sandbox/limits.h"
#include "referee/sandbox/find-program.h"
#include "referee/sandbox/snapshot.h"

enum { SANDBOX_PATH = FIND_PROGRAM_PATH };

struct sandbox {
	pid_t keeper;	  /* our child; 0: none runs */
	pid_t program;	  /* the keeper's child, for what the kernel knows of it; 0: not known */
	int in, out, err; /* ours: its stdin to write, its stdout and stderr to read; -1 closed */
	int report;	  /* what the keeper tells */
	int slot;	  /* which of our boxes, from 1; 0: none */
	bool forbidden;	  /* it did not start, as its user may not read what it needs */
	bool ended;	  /* the keeper told so, ... */
	int status;	  /* ... and this is what waitpid() said */
	bool watched;	  /* the keeper ended it, for what memory it took, ... */
	int64_t taken;	  /* ... and the most that it had; 0: not known */
	int64_t memory;	  /* that it may have; 0: any */
	bool counted;	  /* by a control group */
	struct sandbox_planned *planned; /* owned; NULL: it is known how the start went */
	char *const *argv;		 /* borrowed: of its order */
};

struct sandbox_planned;

/* What is to be started, and how. Everything is borrowed until sandbox_begin() returns; dir for
 * longer, until sandbox_begun() does. */
struct sandbox_order {
	char *const *argv; /* argv[0] is found as find_program_program() does; a path is taken from
			      dir */
	const char *dir;   /* NULL: here */
	enum sandbox_level level;
	const struct sandbox_limits *allowance; /* NULL: no limits */
	char *const *hidden; /* paths that it must not see, ended by NULL; NULL: none */
	/* A build, at level full alone: argv[0] is a path from the root. It may start what it has
	 * written in its scratch folder, and sees nothing of ours but that file and dir. */
	bool build;
	const struct snapshot_held *held; /* its files as they were once; NULL: as they are */
};

enum sandbox_result {
	SANDBOX_STARTED,
	SANDBOX_REFUSED, /* the program cannot be started: its own fault */
	SANDBOX_BROKEN,	 /* we could not start anything: ours */
	SANDBOX_PENDING, /* of sandbox_begun() alone: it is to be called again */
};

enum sandbox_isolation { SANDBOX_GROUP, SANDBOX_NAMESPACE };

/* Once a process that is to start boxes; what it can do here. */
enum sandbox_isolation sandbox_prepare(void);

/* Starts the spawner, a child that makes boxes from now on, so that sandbox_begin() and
 * sandbox_kill() wait for nothing: for a process in which clocks run. After sandbox_prepare(), and
 * after all that orders point to has been allocated. False with errno: it could not be started. */
bool sandbox_spawner_start(void);

/* With a spawner: sees to boxes that were killed and are not gone so far. */
void sandbox_reap(void);

/* With a spawner: waits until all boxes that were killed are gone, and ends it. */
void sandbox_spawner_stop(void);

/* Can boxes of this level be made here? After sandbox_prepare(). False: a sentence in why. */
bool sandbox_can(enum sandbox_level level, char *why, size_t room);

/* Starts it, which may take some milliseconds: sandbox_begun() reads from report how that went, and
 * waits for it unless report is readable. Pipes do not block. why gets a line when it did not
 * start; then nothing is left. */
enum sandbox_result sandbox_begin(
	struct sandbox *b, const struct sandbox_order *order, char *why, size_t room);
enum sandbox_result sandbox_begun(struct sandbox *b, char *why, size_t room);

/* Both. */
enum sandbox_result sandbox_start(
	struct sandbox *b, const struct sandbox_order *order, char *why, size_t room);

/* Kills everything in the box, closes the pipes, and waits for its end unless there is a spawner:
 * then the next box of the same argv waits for it. A box that does not run may be killed. */
void sandbox_kill(struct sandbox *b);

/* Stops everything in the box until sandbox_thaw(); whatever is killed meanwhile dies all the same.
 * False: it could not be. Without namespaces only what stayed in the program's group is reached.
 * Both are done by the keeper a moment later, in the order they were asked for. */
bool sandbox_freeze(struct sandbox *b);
void sandbox_thaw(struct sandbox *b);

/* Did the keeper end without a word of how the program did? Somebody outside ended it: in a box of
 * its own namespace the program cannot. Never without namespaces, where it could. */
bool sandbox_lost(const struct sandbox *b);

/* Has the program ended by itself? Then *status is what waitpid() said of it. The pipes of a
 * program close a moment before report has the answer; nothing is waited for here. */
bool sandbox_ended(struct sandbox *b, int *status);

/* The same, after a wait of up to 250 ms for the answer: where no clock runs. */
bool sandbox_wait_ended(struct sandbox *b, int *status);

/* Has it come to the end of its memory? Only that of a box that has ended, or answers no more. */
bool sandbox_starved(const struct sandbox *b);

#endif
