/*
 * submission-take.h - takes a submission into the class: unpacks it, finds what to run, and files
 * it as a version of the student's bot.
 *
 * A version is a folder named by the digest of its files, so a submission that has not changed is
 * recognised. The files are unpacked aside and renamed, so no version is ever incomplete.
 */
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_TAKE_H
#define REFEREE_SUBMISSIONS_SUBMISSION_TAKE_H

#include "base/error.h"
#include "referee/submissions/class-collect.h"
#include "referee/submissions/class-names.h"
#include "referee/submissions/class-state.h"

enum submission_novelty { SUBMISSION_NEW, SUBMISSION_VERSION, SUBMISSION_SAME };

/* The result for one submission. */
struct submission_take {
	enum submission_novelty novelty; /* a new student, a new version, or nothing new */
	char *name;			 /* of the bot; owned */
	bool keeps;			 /* by today's roster and rule it would have another name */
	char notes[512];		 /* what was left out or is odd; "": nothing */
};

/* Takes one submission. taken_names: the names that this call of the command has used, so that two
 * students of one name stay apart; it grows. False: the class could not be written: a line in err.
 * A student's own mistake is a field of the student (CLASS_PROBLEM) and no failure. The caller
 * frees t->name. */
bool submission_take(struct class_state *c, const struct class_source *source,
	struct class_roster *roster, char ***taken_names, int *taken_count,
	struct submission_take *t, struct error *err);

/* Takes one submission as a version of this student, and does not save the student: the version
 * counts only after the caller has saved it. False: a line in err that says why there is nothing to
 * run, or that the class could not be written. The caller frees t->name. */
bool submission_take_as(struct class_state *c, struct class_student *s,
	const struct class_source *source, struct submission_take *t, struct error *err);

#endif
