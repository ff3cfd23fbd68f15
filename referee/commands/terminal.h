/*
 * terminal.h - the one door to a terminal whose keys are read as they are pressed. Whatever
 * ends or stops the program leaves the terminal as it was found; only one can be open.
 */
#ifndef REFEREE_COMMANDS_TERMINAL_H
#define REFEREE_COMMANDS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum terminal_event {
	TERMINAL_BYTES,	 /* there are some */
	TERMINAL_BESIDE, /* the other descriptor, or the time is over */
	TERMINAL_REDRAW, /* its size may be another, or the program was stopped and goes on */
	TERMINAL_END,	 /* nothing more comes */
	TERMINAL_SIGNAL, /* the program is asked to leave */
};

/* Are standard input and output one, and not a dumb one? */
bool terminal_is_there(void);

/* False: its settings cannot be changed. */
bool terminal_open(void);
void terminal_close(void);

/* Waits. *count: the bytes read, at least one; or the signal. */
enum terminal_event terminal_wait(char *bytes, size_t room, int *count);

/* Waits also until there is something to read from another descriptor, and no longer than so many
 * milliseconds. -1: there is none; for ever. */
enum terminal_event terminal_wait_beside(
	int other, int milliseconds, char *bytes, size_t room, int *count);

void terminal_size(int *columns, int *rows);

/* Replaces what is shown by the lines of text. False: it cannot be written. */
bool terminal_draw(const char *text);

#endif
