/*
 * solve-lines.h - positions from the command line or, for a dash, from stdin: one a line, each
 * answered by a line, so that a program can go on asking.
 */
#ifndef BOTS_SOLVE_SOLVE_LINES_H
#define BOTS_SOLVE_SOLVE_LINES_H

#include "bots/solve/solve.h"

/* Writes the answer to a position to text; false and what is wrong there: it is none. */
typedef bool solve_answer(void *context, const char *position, char *text, size_t room);

enum { SOLVE_LINE = 4096 };

/*
 * Answers the position that word is, NULL meaning the start; or, if word is "-", all of stdin. A
 * line that is no position is answered "error: line N: WHY" in its place, and makes the status
 * SOLVE_INPUT in the end.
 */
enum solve_status solve_lines(const char *word, solve_answer *answer, void *context);

#endif
