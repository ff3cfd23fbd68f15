/*
 * environment.h - the environment variables of a bot.
 */
#ifndef REFEREE_SANDBOX_ENVIRONMENT_H
#define REFEREE_SANDBOX_ENVIRONMENT_H

#include <stddef.h>

#include "referee/sandbox/limits.h"
#include "referee/sandbox/fs-view.h"

enum { ENVIRONMENT_MAX = 32, ENVIRONMENT_TEXT = 8192 };

struct environment {
	char *variables[ENVIRONMENT_MAX];
	int count;
	char text[ENVIRONMENT_TEXT];
	size_t used;
};

/* Makes the variables that a bot gets from the referee. v NULL: PATH keeps all its folders.
 * Otherwise PATH keeps only folders in the view, and HOME and TMPDIR name the scratch folder.
 * Runtimes that size themselves by the machine's memory get the bot's limit instead. The result
 * points into e and into environ. */
char *const *environment_make(
	struct environment *e, const struct fs_view *v, const struct sandbox_limits *limits);

#endif
