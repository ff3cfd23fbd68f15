/*
 * class-notes.h - sentences about the students of a class whose bots need the lecturer's eye. The
 * caller frees them, except constant ones. NULL: there is no such student.
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_NOTES_H
#define REFEREE_SUBMISSIONS_CLASS_NOTES_H

#include "referee/submissions/class-state.h"
#include "referee/game/clock.h"
#include "referee/report/report.h"

/* The students whose newest submission does not play, although they have a version before: one a
 * line, with the version that plays, or why none does. */
char *class_notes_older(const struct class_state *c);

/* Why the student's bot does not enter, in words for all to read, without what the check said;
 * NULL: it enters. */
const char *class_notes_why_left_out(const struct class_student *s, bool all);

/* The bots that enter without a check: "3 bots were not checked: ada, ben, cy". */
char *class_notes_unchecked(const struct class_state *c);

/* The time limit of a move, for people; "" without one. */
char *class_notes_time(const struct limits *l);

/* The bots whose check had another time limit of a move than this one, for people: "3 bots were
 * checked with 1 s a move, and have 0.1 s a move now". */
char *class_notes_other_time(const struct class_state *c, const char *time);

/* The command that checks what was not checked: "referee class check --new". */
char *class_notes_check_command(const struct class_state *c);

/* Says which interpreters, compilers and build tools the bots need that are not in PATH, how many
 * bots need each, and how to install them; several lines, each ended by \n. Such a bot does not fail
 * by a fault of its own. */
char *class_notes_missing_programs(const struct class_state *c);

/* The students who do not take part in the tournament of their class, for its page. */
struct class_left_out {
	struct class_state class;
	struct report_left_out *rows; /* owned; the texts are the class's */
	int count;
};

/* Finds them by the file of the class: it is beside the database, class.conf for class.db, and
 * names it and the tournament. Without such a file there are none. Clear c in every case. */
void class_left_out_read(struct class_left_out *c, const char *database, const char *tournament);
void class_left_out_clear(struct class_left_out *c);

#endif
