/*
 * class-bots.h - the bots of a class as its tournament has them, for their checks.
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_BOTS_H
#define REFEREE_SUBMISSIONS_CLASS_BOTS_H

#include "referee/submissions/class-state.h"
#include "referee/tournament/tournament.h"

/* Reads the class's file into t, which is empty, with the bots of students who do not enter at
 * present. newest: this student's bot is the newest version, whatever the list of bots says; NULL:
 * none. False: all mistakes were reported. */
bool class_bots_read(struct tournament *t, const struct class_state *c,
	const struct class_student *newest, struct diagnostics *mistakes);

/* A copy of the text in which the files of the student's newest version have no path; the caller
 * frees it. */
char *class_bots_localize(const struct class_state *c, const struct class_student *s,
	const char *text, size_t length);

#endif
