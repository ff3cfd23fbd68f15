/*
 * test-build.h - the two revisions of `referee test`: found in the repository, built, and named.
 */
#ifndef REFEREE_COMMANDS_TEST_BUILD_H
#define REFEREE_COMMANDS_TEST_BUILD_H

#include "referee/sandbox/builder.h"
#include "referee/sandbox/git.h"

enum { TEST_DEV, TEST_BASE, TEST_SIDES, TEST_NAME = 64 };

struct test_side {
	const char *revision; /* borrowed, as it was asked for */
	char name[TEST_NAME]; /* of the bot */
	char *command;	      /* owned */
	char digest[65];      /* of what the command starts */
	struct git_commit commit;
	struct build build;
};

struct test_build {
	const char *repository; /* borrowed, as what follows */
	const char *make;	/* the build's command */
	const char *command;	/* what starts the bot; NULL: the one program that was made */
	bool same;		/* programs that are the same may play */
	struct build_limits limits;
	struct build_cache cache;
	void (*say)(const char *line); /* how it goes; NULL: silence */
	struct test_side sides[TEST_SIDES];
};

/* Finds and names both. Returns 0 or the exit status; then everything is told. */
int test_build_find(struct test_build *t);

/* Builds both, and finds their programs. As above. */
int test_build_make(struct test_build *t);

/* May be called for zeroes and again. */
void test_build_clear(struct test_build *t);

#endif
