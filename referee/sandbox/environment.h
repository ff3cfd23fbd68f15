/*
 * environment.h - the variables that a bot is started with.
 */
#ifndef REFEREE_SANDBOX_ENVIRONMENT_H
#define REFEREE_SANDBOX_ENVIRONMENT_H

#include <stdint.h>

#include "referee/sandbox/limits.h"
#include "referee/sandbox/fs-view.h"

/* What of our own environment a bot sees. v NULL: all folders of PATH are there; else only those
 * that are shown, and HOME and TMPDIR are the scratch folder. The run-times that size themselves by
 * the machine's memory are told the bot's. Good until the next call. */
char *const *environment_make(const struct fs_view *v, const struct sandbox_limits *a);

#endif
