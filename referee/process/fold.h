/*
 * fold.h - prints long lines on stdout so that a terminal shows whole words.
 */
#ifndef REFEREE_PROCESS_FOLD_H
#define REFEREE_PROCESS_FOLD_H

/* The width of the terminal on stdout when this was first asked; 0: it was none. A process that
 * writes into a pipe for its parent has the width of the parent, if that asked before. */
int fold_width(void);

/* Prints text on stdout, which is at this column. A terminal shows whole words: lines that it would
 * break go on after `next`. Elsewhere a line stays one line. */
void fold_print(const char *text, int column, const char *next);

#endif
