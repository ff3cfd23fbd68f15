/*
 * submission-entry.h - finds what to run in the folder of a submission.
 *
 * The student's own referee.txt decides: lines `command = ...`, `build = ...`, `adapter = ...` in
 * the syntax of a tournament's file. Without it the conventions do (submission-conventions.h). The
 * program may be in a folder of any depth, if one folder has the best claim: then it starts there,
 * and sees all files of the submission. Either names files of the submission and the system's
 * programs only, since a bot is shown the files that its command names.
 */
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_ENTRY_H
#define REFEREE_SUBMISSIONS_SUBMISSION_ENTRY_H

#include <stdbool.h>

#include "base/error.h"

/* All texts are owned; NULL: none. */
struct submission_entry {
	char *command, *build, *adapter;
	char *reason; /* why: "referee.txt", or the file: "bot.py", "the only *.py" */
};

/* False: there is nothing to run, or referee.txt is wrong: a line in err. */
bool submission_entry_find(struct submission_entry *e, const char *folder, struct error *err);
void submission_entry_clear(struct submission_entry *e);

/* Does the folder hold a submission, rather than several? */
bool submission_entry_is_in(const char *folder);

#endif
