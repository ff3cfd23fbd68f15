/*
 * solve-lines.h - positions from the command line or, for a dash, from stdin. Each line of stdin
 * is a position and gets one line as its answer, so that a program can ask repeatedly.
 */
#ifndef BOTS_SOLVE_SOLVE_LINES_H
#define BOTS_SOLVE_SOLVE_LINES_H

#include "bots/solve/solve.h"

/* Writes the answer to a position to text. False: the position is invalid, and text has the
 * reason. */
typedef bool solve_answer(void *context, const char *position, char *text, size_t room);

enum { SOLVE_LINE = 4096 };

/*
 * Answers the position in word; NULL is the start, "-" is all of stdin. An invalid line is
 * answered "error: line N: WHY" in its place, and makes the final status SOLVE_INPUT.
 */
enum solve_status solve_lines(const char *word, solve_answer *answer, void *context);

#endif
