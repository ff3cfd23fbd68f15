/*
 * class-programs.h - interpreters, compilers and build tools that the bots of a class need, and
 * that this machine lacks. Such a bot does not fail by a fault of its own.
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_PROGRAMS_H
#define REFEREE_SUBMISSIONS_CLASS_PROGRAMS_H

#include "referee/submissions/class-state.h"

/* Says which programs are not in PATH, how many bots need each, and how to install them; several
 * lines, each ended by \n. The caller frees it. NULL: none is missing. */
char *class_programs_missing(const struct class_state *c);

#endif
