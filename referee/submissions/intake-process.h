/*
 * intake-process.h - the process that serves one client of `referee send` (submissions/intake.h):
 * the code of `class take` and `class check` for one bot that a stranger hands in.
 */
#ifndef REFEREE_SUBMISSIONS_INTAKE_PROCESS_H
#define REFEREE_SUBMISSIONS_INTAKE_PROCESS_H

#include "referee/process/process.h"

extern const struct process_kind intake_process; /* its argument is a struct intake_order */

#endif
