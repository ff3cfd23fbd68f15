/*
 * environment.h - the environment variables of a bot.
 */
#ifndef REFEREE_SANDBOX_ENVIRONMENT_H
#define REFEREE_SANDBOX_ENVIRONMENT_H

#include <stdint.h>

#include "referee/sandbox/limits.h"
#include "referee/sandbox/fs-view.h"

/* The variables of the referee that a bot gets. v NULL: PATH keeps all its folders. Otherwise PATH
 * keeps only folders in the view, and HOME and TMPDIR name the scratch folder. Runtimes that size
 * themselves by the machine's memory get the bot's limit instead. Valid until the next call. */
char *const *environment_make(const struct fs_view *v, const struct sandbox_limits *a);

#endif
