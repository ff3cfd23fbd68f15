/*
 * class-left-out.h - the students of a class who do not take part in its tournament, for the page
 * of the tournament.
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_LEFT_OUT_H
#define REFEREE_SUBMISSIONS_CLASS_LEFT_OUT_H

#include "referee/submissions/class-state.h"
#include "referee/report/report.h"

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
