/*
 * terminal.h - reads single keys from the terminal and draws on it. The terminal is restored when
 * the program ends or stops for any reason. Only one can be open.
 */
#ifndef REFEREE_TERMINAL_TERMINAL_H
#define REFEREE_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum terminal_event {
	TERMINAL_BYTES,	 /* bytes to read */
	TERMINAL_BESIDE, /* the other descriptor is ready, or the time is over */
	TERMINAL_REDRAW, /* its size may have changed, or the program was stopped and continued */
	TERMINAL_END,	 /* the input has ended */
	TERMINAL_SIGNAL, /* a signal asks the program to leave */
};

/* Are standard input and output a terminal that is not dumb? */
bool terminal_is_there(void);

/* False: the terminal's settings cannot be changed. */
bool terminal_open(void);
void terminal_close(void);

/* Waits for an event. *count: the bytes read, at least one; or the signal. */
enum terminal_event terminal_wait(char *bytes, size_t room, int *count);

/* Like terminal_wait(), but also ends when another descriptor has something to read, or after
 * this many milliseconds. -1: no other descriptor; no time limit. */
enum terminal_event terminal_wait_beside(
	int other, int milliseconds, char *bytes, size_t room, int *count);

/* The size of the terminal in characters. */
void terminal_size(int *columns, int *rows);

/* Replaces the screen by the lines of text. False: the terminal cannot be written to. */
bool terminal_draw(const char *text);

#endif
