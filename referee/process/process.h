/*
 * process.h - starts and ends the referee's own processes of every kind.
 *
 * The main process forks them while it is small. It talks with each over two pipes, or over a
 * socket, or over two pipes and a socket for descriptors. They end when the main process ends, for
 * whatever reason. Each has a heartbeat (heartbeat.h), so the main process notices one that hangs.
 */
#ifndef REFEREE_PROCESS_PROCESS_H
#define REFEREE_PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "referee/process/heartbeat.h"

/* A kind of process, defined in the file of that process: arbiter_process is in arbiter.h. */
struct process_kind {
	const char *name; /* name in ps, 15 bytes at most: "referee-" and a word */
	/* Main function. from and to are its pipes from and to the main process. number tells
	 * processes of one kind apart. Returns its exit status. */
	int (*run)(const void *arg, int number, int from, int to);
	/* Uses one socket instead of two pipes; it keeps messages apart and carries descriptors.
	 * from and to are both that socket. */
	bool is_socket;
	/* Adds such a socket to the two pipes, for messages to the process. The process has it as
	 * the descriptor PROCESS_FD_CHANNEL. */
	bool has_fd_channel;
};

enum { PROCESS_FD_CHANNEL = 5, PROCESS_BEAT = 6 };

struct process {
	pid_t pid;	/* 0: not running */
	int to, from;	/* our ends; from does not block; a socket is both, and neither blocks */
	int fd_channel; /* our end, does not block; 0 and -1: none */
	struct heartbeat beat;
};

/* fork() for a process that must end with this one. The child ignores the terminal's signals, since
 * the main process decides when all processes end. It ignores SIGPIPE too. Returns as fork(). */
pid_t process_fork(void);

/* Starts a process. -1 with errno. */
int process_start(struct process *p, const struct process_kind *kind, const void *arg, int number);

/* Takes over a socket to a process that another started; pid stays 0. -1 with errno. */
int process_attach(struct process *p, int socket);

/* Closes the pipe to the process, which makes it end. Its remaining output can be read. */
void process_close_input(struct process *p);

/* Calls process_close_input(), waits up to patience ms for the end, then calls process_kill(). */
int process_wait(struct process *p, int patience);

/* Kills the process if it still runs, waits for its end, and closes the pipes. Returns waitpid()'s
 * status. */
int process_kill(struct process *p);

/* Describes the end of a process with this status from process_kill(): "signal 11", "exit status 1",
 * "no sign of life for 30 s". */
void process_ending(const struct process *p, int status, char *text, size_t room);

/* Raises the limit of open files to the hard limit, for this process and its children. */
void process_raise_files(void);

/* Pins this process and its later children to one processor. A negative number removes the pin. An
 * arbiter and its bots share one processor: a pipe's round trip then costs a fifth of one between
 * two processors. If there are more arbiters than processors, they share them evenly. */
void process_pin(int number);

#endif
