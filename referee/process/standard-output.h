/*
 * standard-output.h - how a command prints, and whether it arrived.
 *
 * Output that is lost is a failure, also where it was lost long before the end: on a full disk, or
 * in a pipe whose reader is gone. So each flush is made here, and main() ends with
 * standard_output_end().
 */
#ifndef REFEREE_PROCESS_STANDARD_OUTPUT_H
#define REFEREE_PROCESS_STANDARD_OUTPUT_H

#include <stdbool.h>

/* Writes what waits in stdout, so that it comes before what another stream gets. False: a part of
 * the output is lost, now or before. */
bool standard_output_flush(void);

/* The errno of the first loss (EIO: not known); 0: none. Takes over a loss of another process that
 * writes to this stdout. */
int standard_output_lost(void);
void standard_output_lose(int why);

/* The exit status of a program that would end with this one: 0 becomes another status if a part of
 * the output is lost. That is told on stderr, unless the reader of a pipe has left. */
int standard_output_end(int status);

/* --- long lines ------------------------------------------------------------------------------- */

/* The width of the terminal on stdout when this was first asked; 0: it was none. A process that
 * writes into a pipe for its parent has the width of the parent, if that asked before. */
int fold_width(void);

/* Prints text on stdout, which is at this column. A terminal shows whole words: lines that it would
 * break go on after `next`. Elsewhere a line stays one line. */
void fold_print(const char *text, int column, const char *next);

#endif
