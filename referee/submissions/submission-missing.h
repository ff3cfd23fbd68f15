/*
 * submission-missing.h - says why there is nothing to run in a submission.
 */
#ifndef REFEREE_SUBMISSIONS_SUBMISSION_MISSING_H
#define REFEREE_SUBMISSIONS_SUBMISSION_MISSING_H

#include "base/error.h"

/* Writes a sentence into err that names the file of the folder that tells most, and what to hand in
 * instead. */
void submission_missing(const char *folder, struct error *err);

#endif
