/*
 * program.h - the program behind an adapter: a process with pipes, and the lines that it writes.
 *
 * Its standard error is the adapter's, so the referee keeps what the program complains of. Its
 * standard output is read here and never reaches the referee.
 */
#ifndef BOTS_ADAPTERS_PROGRAM_H
#define BOTS_ADAPTERS_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "protocol/line.h"

enum { PROGRAM_ROOM = 65536, PROGRAM_KILLED = -1 };

/* How a C program's standard output is buffered; other languages are told by their variables. */
enum program_buffer { PROGRAM_BY_LINE, PROGRAM_BY_CHARACTER, PROGRAM_AS_IT_IS };

struct program {
	pid_t pid;   /* 0: it does not run */
	int in, out; /* our ends of its standard input and output */
	bool ended;  /* its output has ended */
	struct line_reader reader;
	char room[PROGRAM_ROOM], prompt[PROGRAM_ROOM];
};

/* A program that does not run yet. */
void program_init(struct program *p);

/* Starts it. argv ends with NULL. False: it cannot be started. */
bool program_start(
	struct program *p, const char *const *argv, enum program_buffer buffer, struct error *err);

/* Does it sleep, as a program does that waits for its input? True where that cannot be known. */
bool program_is_asleep(const struct program *p);

/* Writes a text to it. False: it does not read any more. */
bool program_write(struct program *p, const char *text);

/* Closes its input: it reads an end. */
void program_close_input(struct program *p);

/* Reads what it has written, after poll() has reported p->out. */
void program_read(struct program *p);

/* Its next whole line, without the sequences that colour text; NULL: there is none. Valid until
 * program_read(). A line without an end is whole when the output has ended, or when it is too long.
 */
char *program_line(struct program *p);

/* The text after the last line end, such as a prompt; "": none. Valid until program_read(). */
const char *program_prompt(struct program *p);

/* Takes program_prompt() as read. */
void program_drop_prompt(struct program *p);

/* Ends it: kills it if it has not ended. Returns its wait status; 0 if it did not run;
 * PROGRAM_KILLED if it had to be killed. wait: closes its input first and leaves it the time to
 * end. */
int program_stop(struct program *p, bool wait);

#endif
