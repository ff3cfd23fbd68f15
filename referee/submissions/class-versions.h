/*
 * class-versions.h - the versions of a student that were sent and fit, and are kept to be taken back
 * (class-state.h has their files).
 */
#ifndef REFEREE_SUBMISSIONS_CLASS_VERSIONS_H
#define REFEREE_SUBMISSIONS_CLASS_VERSIONS_H

#include <time.h>

#include "referee/submissions/class-state.h"

/* Bytes of the longest name of a version. */
enum { CLASS_VERSIONS_NAME = 64 };

struct class_version {
	char name[CLASS_VERSIONS_NAME + 1];
	time_t when; /* it was found fit */
};

/* Lists the student's kept versions, the newest first. The caller frees the list. */
struct class_version *class_versions_list(
	const struct class_state *c, const struct class_student *s, int *count);

/* Removes the versions that were fit longest ago. */
void class_versions_prune(const struct class_state *c, const struct class_student *s);

/* Removes the files of a version that does not enter, unless it was fit before. The text of its
 * check stays until the next. */
void class_versions_forget(const struct class_state *c, const struct class_student *s);

#endif
