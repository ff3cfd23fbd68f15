/*
 * box.h - the one door to starting somebody else's program, and to ending it with all it started.
 *
 * A box is a process namespace of its own where the machine allows one: its first process is a
 * keeper of ours that dies with us, and with the keeper dies everything in the box, whatever it
 * forked and wherever it hid. Where there are no namespaces the box is a session and a process
 * group, which a runaway fork can leave: box_prepare() says which.
 */
#ifndef REFEREE_PROCESSES_BOX_H
#define REFEREE_PROCESSES_BOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { BOX_PATH = 4096 };

struct box {
	pid_t keeper;	  /* our child; 0: none runs */
	pid_t program;	  /* the keeper's child, for what the kernel knows of it; 0: not known */
	int in, out, err; /* ours: its stdin to write, its stdout and stderr to read; -1 closed */
	int report;	  /* what the keeper tells */
	bool ended;	  /* the keeper told so, ... */
	int status;	  /* ... and this is what waitpid() said */
};

enum box_result {
	BOX_STARTED,
	BOX_REFUSED, /* the program cannot be started: its own fault */
	BOX_BROKEN,  /* we could not start anything: ours */
};

enum box_level { BOX_GROUP, BOX_NAMESPACE };

/* Once a process that is to start boxes; what it can do here. */
enum box_level box_prepare(void);

/* argv[0] is found as box_find() does; a path is taken from dir. dir NULL: here. Pipes do not
 * block. why gets a line when it did not start. */
enum box_result box_start(
	struct box *b, char *const *argv, const char *dir, char *why, size_t room);

/* Kills everything in the box, closes the pipes, waits for its end. A box that does not run may be
 * killed. */
void box_kill(struct box *b);

/* Stops everything in the box until box_thaw(); whatever is killed meanwhile dies all the same.
 * False: it could not be. Without namespaces only what stayed in the program's group is reached.
 * Both are done by the keeper a moment later, in the order they were asked for. */
bool box_freeze(struct box *b);
void box_thaw(struct box *b);

/* Has the program ended by itself? Then *status is what waitpid() said of it. Looks for up to 20
 * ms, so only when no clock runs. */
bool box_ended(struct box *b, int *status);

/* Finds the program of a command's first word: as it is when it holds a slash, else in PATH, where
 * the referee's own folder comes first. False: nowhere. */
bool box_find(const char *name, char found[BOX_PATH]);

#endif
