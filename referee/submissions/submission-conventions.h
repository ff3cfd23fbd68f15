/*
 * submission-conventions.h - the program of a folder, from the names of its files: one row for each
 * name, in order.
 */
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_CONVENTIONS_H
#define REFEREE_SUBMISSIONS_SUBMISSION_CONVENTIONS_H

#include <dirent.h>
#include <stdbool.h>

#include "referee/submissions/submission-entry.h"

enum submission_fit {
	SUBMISSION_UNFIT,
	SUBMISSION_BY_PATTERN, /* a file of any name, such as the only *.py */
	SUBMISSION_BY_NAME,    /* a file that only a program has: bot.py, Makefile */
};

/* Finds what to run from the files of the folder itself. *path: the file that decides, which the
 * caller frees; NULL: there is none. */
enum submission_fit submission_conventions_apply(
	struct submission_entry *e, const char *folder, char **path);

/* The same for the only *.jar, which may be a library. */
bool submission_conventions_jar(struct submission_entry *e, const char *folder);

/* Has the folder a file of a program's name? */
bool submission_conventions_name(const char *folder);

/* May a program be in a folder of this name, rather than tests or modules? For scandir(). */
int submission_conventions_search(const struct dirent *entry);

/* The folder in which a program is built and run, relative to the top of the submission, from the
 * folder below it that has the file that decides. A class of Java belongs to a project above its
 * package; then e is set again. The caller frees it. */
char *submission_conventions_place(
	struct submission_entry *e, const char *top, const char *below, const char *path);

#endif
