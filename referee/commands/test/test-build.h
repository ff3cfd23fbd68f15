/*
 * test-build.h - builds the two revisions of `referee test`: finds them in the repository, builds
 * them and names the bots.
 */
#ifndef REFEREE_COMMANDS_TEST_BUILD_H
#define REFEREE_COMMANDS_TEST_BUILD_H

#include "referee/prepare/builder.h"
#include "referee/prepare/git.h"

enum { TEST_DEV, TEST_BASE, TEST_SIDES, TEST_NAME = 64 };

struct test_side {
	const char *revision; /* borrowed, as on the command line */
	char name[TEST_NAME]; /* of the bot */
	char *command;	      /* owned */
	char digest[65];      /* of the files that the command starts */
	struct git_commit commit;
	struct build build;
};

struct test_build {
	const char *repository; /* borrowed, as are the next two */
	const char *make;	/* the command that builds */
	const char *command;	/* the command that starts the bot; NULL: the only program that was
				   built */
	bool same;		/* allows two equal programs to play */
	struct build_limits limits;
	struct build_cache cache;
	bool quiet; /* reports no progress */
	struct test_side sides[TEST_SIDES];
};

/* Finds and names both revisions. Returns 0 or the exit status, after a report. */
int test_build_find(struct test_build *t);

/* Builds both revisions, and finds their programs. Returns as above. */
int test_build_make(struct test_build *t);

/* Allowed for a zeroed struct, and repeatedly. */
void test_build_clear(struct test_build *t);

#endif
