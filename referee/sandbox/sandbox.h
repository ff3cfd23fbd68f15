/*
 * sandbox.h - the only module that starts a bot's program; it also ends it with all its children.
 *
 * A sandbox is a PID namespace of its own where the machine allows one. Its first process is
 * sandbox-init, which dies with the referee. When sandbox-init dies, the kernel kills every process
 * in the sandbox. Without namespaces a sandbox is a session and a process group, which a program
 * can leave by forking. sandbox_prepare() says which kind applies.
 *
 * The level of the order decides the other restrictions. sandbox-init.c applies the layers of
 * referee/sandbox.
 */
#ifndef REFEREE_SANDBOX_SANDBOX_H
#define REFEREE_SANDBOX_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "referee/sandbox/limits.h"
#include "referee/sandbox/find-program.h"
#include "referee/sandbox/held-files.h"

enum { SANDBOX_PATH = FIND_PROGRAM_PATH };

struct sandbox {
	pid_t init;	  /* sandbox-init, our child; 0: none runs */
	pid_t program;	  /* sandbox-init's child, for queries to the kernel; 0: unknown */
	int in, out, err; /* our ends of its stdin, stdout, stderr; -1: closed */
	int report;	  /* reports of sandbox-init */
	int slot;	  /* number of this sandbox, from 1; 0: none */
	bool forbidden;	  /* it did not start: its user may not read a file that it needs */
	bool ended;	  /* sandbox-init reported the end */
	int status;	  /* status from waitpid(), if ended */
	bool watched;	  /* sandbox-init killed it for its memory use */
	int64_t taken;	  /* peak memory in bytes; 0: unknown */
	int64_t memory;	  /* memory limit in bytes; 0: none */
	bool counted;	  /* a cgroup counts its memory */
	struct sandbox_planned *planned; /* owned; NULL: the result of the start is known */
	char *const *argv;		 /* borrowed from its order */
};

struct sandbox_planned;

/* A program to start. All pointers are borrowed until sandbox_begin() returns; dir until
 * sandbox_begun() returns. */
struct sandbox_options {
	char *const *argv; /* find_program_program() finds argv[0]; a relative path is in dir */
	const char *dir;   /* NULL: the current folder */
	enum sandbox_level level;
	const struct sandbox_limits *resources; /* NULL: no limits */
	char *const *hidden; /* paths that the program must not see, ended by NULL; NULL: none */
	/* A build, at level full only. argv[0] is an absolute path. The build may execute files
	 * that it wrote to its scratch folder. Of the referee's files it sees only argv[0] and dir.
	 */
	bool build;
	bool network; /* the build may open connections; it sees the files that name servers */
	const struct held_files *held; /* its files in a snapshot; NULL: as they are now */
};

enum sandbox_result {
	SANDBOX_STARTED,
	SANDBOX_REFUSED, /* the program cannot be started: its own fault */
	SANDBOX_BROKEN,	 /* the referee could not start any program */
	SANDBOX_PENDING, /* from sandbox_begun() only: call it again */
};

enum sandbox_isolation { SANDBOX_GROUP, SANDBOX_NAMESPACE };

/* Prepares this process to start sandboxes; called once. Returns the kind that this machine allows.
 */
enum sandbox_isolation sandbox_prepare(void);

/* Starts the spawner, a child process that creates sandboxes from now on. Then sandbox_begin() and
 * sandbox_kill() do not wait, as a process with running clocks needs. Call it after
 * sandbox_prepare(), and after everything that orders point to has been allocated. False with
 * errno. */
bool sandbox_spawner_start(void);

/* With a spawner: waits until all killed sandboxes are gone, then ends the spawner. */
void sandbox_spawner_stop(void);

/* Can this machine create sandboxes of this level? Call it after sandbox_prepare(). False: one
 * sentence in err. */
bool sandbox_can(enum sandbox_level level, struct error *err);

/* Starts the program, which may take some milliseconds. sandbox_begun() reads the result from
 * report; it waits unless report is readable. Our pipe ends do not block. If the program did not
 * start, err gets one line and nothing is left to clean up. */
enum sandbox_result sandbox_begin(
	struct sandbox *sandbox, const struct sandbox_options *options, struct error *err);
enum sandbox_result sandbox_begun(struct sandbox *sandbox, struct error *err);

/* Calls sandbox_begin() and sandbox_begun(). */
enum sandbox_result sandbox_start(
	struct sandbox *sandbox, const struct sandbox_options *options, struct error *err);

/* Kills all processes of the sandbox and closes the pipes. Without a spawner it waits for their
 * end. With one, the next sandbox of the same argv waits. Does nothing if the sandbox does not run.
 */
void sandbox_kill(struct sandbox *sandbox);

/* Stops all processes of the sandbox until sandbox_thaw(). A kill works meanwhile. False: they
 * could not be stopped. Without namespaces only the program's process group is stopped.
 * sandbox-init does both a moment later, in the order of the calls. */
bool sandbox_freeze(struct sandbox *sandbox);
void sandbox_thaw(struct sandbox *sandbox);

/* Did sandbox-init end without reporting the program's end? Then an outside process killed it: with
 * a PID namespace the program cannot. Always false without namespaces, where the program could. */
bool sandbox_lost(const struct sandbox *sandbox);

/* Has the program ended by itself? *status is then its waitpid() status. The program's pipes close
 * a moment before report has the answer; this function does not wait. */
bool sandbox_ended(struct sandbox *sandbox, int *status);

/* The same, but waits up to 250 ms for the answer. Use it where no clock runs. */
bool sandbox_wait_ended(struct sandbox *sandbox, int *status);

/* Did the program reach its memory limit? Only for a sandbox that has ended or does not answer. */
bool sandbox_starved(const struct sandbox *sandbox);

#endif
