/*
 * How the bots of two revisions are named, and which revisions are one. Builds, which a program of
 * the referee makes, are in end-to-end/revisions.sh. The repository has three commits, v0 to v2.
 */
#include "referee/commands/test/test-build.h"

#include <stdio.h>
#include <string.h>

#include "base/exit-status.h"
#include "base/memory.h"
#include "referee/sandbox/sandbox.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/suite.h"

enum { COMMITS = 3 };

static char ids[COMMITS][64]; /* of the commits */

static void shell(const char *format, const char *word)
{
	char command[1024];
	int length = snprintf(command, sizeof command, "cd %s && ", fixture_path("repository"));
	snprintf(command + length, sizeof command - (size_t)length, format, word);
	ck_assert_msg(system(command) == 0, "%s", command);
}

/* Makes the repository, once. */
static const char *repository(void)
{
	static char command[256];
	if (*ids[0] != '\0')
		return fixture_path("repository");
	sandbox_prepare();
	snprintf(command, sizeof command, "mkdir %s", fixture_path("repository"));
	ck_assert_int_eq(system(command), 0);
	setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
	setenv("HOME", fixture_path("home"), 1);
	shell("git -c init.defaultBranch=main init -q .%s", "");
	shell("git config user.name a && git config user.email a@localhost%s", "");
	for (int i = 0; i < COMMITS; i++) {
		static const char *const files[COMMITS] = {"id0", "id1", "id2"};
		char text[16];
		snprintf(text, sizeof text, "%d", i);
		shell("echo '#!/bin/sh' >source && echo notes %s >notes", text);
		if (i == 2)
			shell("echo exit >>source%s", "");
		shell("git add -A && git commit -qm 'commit %s'", text);
		shell("git tag v%s", text);
		shell("git rev-parse HEAD >../id%s", text);
		FILE *in = fopen(fixture_path(files[i]), "r");
		ck_assert(in != NULL && fscanf(in, "%63s", ids[i]) == 1);
		fclose(in);
	}
	return fixture_path("repository");
}

/* --- names ------------------------------------------------------------------------------------ */

#define FORTY "abcdefghij-klmnopqrst-uvwxyz.0123456789a"

/* A revision, and what its bot's name has before the digits; NULL: the digits alone. */
static const struct {
	const char *revision, *label;
	bool branch; /* it is made */
} revisions[] = {
	{"v2", "v2", false},
	{"HEAD", NULL, false},
	{"@", NULL, false},
	{"v2~0", NULL, false},
	{"feature/new+x.1_y", "feature-new+x.1_y", true},
	{"f\303\251e", NULL, true},
	{"facade", NULL, true}, /* as the digits of an id */
	{"facades", "facades", true},
	{FORTY, FORTY, true},
	{FORTY "x", NULL, true},
};

START_TEST(a_bot_is_named_by_its_branch_or_tag_and_seven_digits)
	{
		struct test_build t = {.repository = repository(),
			.quiet = true,
			.sides = {{.revision = revisions[_i].revision}, {.revision = "v0"}}};
		char name[TEST_NAME];
		if (revisions[_i].branch)
			shell("git branch '%s' v2", revisions[_i].revision);
		ck_assert_int_eq(test_build_find(&t), 0);
		snprintf(name, sizeof name, "%s%s%.7s",
			revisions[_i].label != NULL ? revisions[_i].label : "",
			revisions[_i].label != NULL ? "-" : "", ids[2]);
		ck_assert_str_eq(t.sides[TEST_DEV].name, name);
		snprintf(name, sizeof name, "v0-%.7s", ids[0]);
		ck_assert_str_eq(t.sides[TEST_BASE].name, name);
		ck_assert_str_eq(t.sides[TEST_DEV].commit.subject, "commit 2");
		ck_assert_str_eq(t.sides[TEST_BASE].commit.id, ids[0]);
		if (revisions[_i].branch)
			shell("git branch -qD '%s'", revisions[_i].revision);
		test_build_clear(&t);
	}
END_TEST

/* --- messages --------------------------------------------------------------------------------- */

/* The sentences of a call on the standard error; the word "result" of it is in *status. */
static const char *said(int (*call)(struct test_build *t), struct test_build *t, int *status)
{
	static char text[8192];
	fflush(stderr);
	FILE *file = tmpfile();
	int saved = dup(STDERR_FILENO);
	dup2(fileno(file), STDERR_FILENO);
	*status = call(t);
	fflush(stderr);
	dup2(saved, STDERR_FILENO);
	close(saved);
	rewind(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	return text;
}

static const struct {
	const char *dev, *base, *sentence;
} pairs[] = {
	{"v2", "v2",
		"v2 and v2 are the same commit: there is nothing to test; name two different revisions"},
	{"main", "v2", "main and v2 are the same commit: "},
	{"empty", "v2", "empty and v2 are commits of the same files: there is nothing to test"},
	{"v2", "v9", "v9: there is no such revision"},
};

START_TEST(two_revisions_that_are_one_are_refused)
	{
		struct test_build t = {.repository = repository(),
			.sides = {{.revision = pairs[_i].dev}, {.revision = pairs[_i].base}}};
		int status;
		if (strcmp(pairs[_i].dev, "empty") == 0)
			shell("git checkout -q --detach && git commit -q --allow-empty -m empty && git tag -f empty >/dev/null && git checkout -q main%s",
				"");
		const char *text = said(test_build_find, &t, &status);
		ck_assert_int_eq(status, EXIT_FILE);
		ck_assert_msg(strstr(text, pairs[_i].sentence) != NULL, "%s", text);
		test_build_clear(&t);
	}
END_TEST

SUITE("referee/commands/test/test-build",
	LOOP(a_bot_is_named_by_its_branch_or_tag_and_seven_digits,
		sizeof revisions / sizeof *revisions),
	LOOP(two_revisions_that_are_one_are_refused, sizeof pairs / sizeof *pairs))
