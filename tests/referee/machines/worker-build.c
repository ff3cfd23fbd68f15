/*
 * Which programs of a worker are another build than ours.
 */
#include "referee/machines/worker-build.h"

#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

static struct worker_facts facts(
	const char *arch, const char *referee, const char *bot, const char *adapt)
{
	struct worker_facts f = {.slots = 1};
	snprintf(f.arch, sizeof f.arch, "%s", arch);
	snprintf(f.referee, sizeof f.referee, "%s", referee);
	snprintf(f.referee_bot, sizeof f.referee_bot, "%s", bot);
	snprintf(f.referee_adapt, sizeof f.referee_adapt, "%s", adapt);
	return f;
}

static const struct {
	const char *arch, *theirs[3];
	const char *list; /* against x86_64 and a, b, c */
} builds[] = {
	{"x86_64", {"a", "b", "c"}, ""},
	{"x86_64", {"x", "b", "c"}, "referee"},
	{"x86_64", {"a", "x", "c"}, "referee-bot"},
	{"x86_64", {"a", "b", "x"}, "referee-adapt"},
	{"x86_64", {"c", "a", "b"}, "referee, referee-bot, referee-adapt"},
	{"x86_64", {"", "", ""}, ""}, /* it does not say */
	{"x86_64", {"", "x", ""}, "referee-bot"},
	{"aarch64", {"x", "x", "x"}, ""},
};

START_TEST(another_build_is_found_where_both_sides_say_theirs)
	{
		const char *const *b = builds[_i].theirs;
		struct worker_facts ours = facts("x86_64", "a", "b", "c"),
				    theirs = facts(builds[_i].arch, b[0], b[1], b[2]),
				    none = facts("x86_64", "", "", "");
		char text[64];
		worker_build_list(worker_build_differs(&theirs, &ours), text, sizeof text);
		ck_assert_str_eq(text, builds[_i].list);
		ck_assert_uint_eq(worker_build_differs(&theirs, &none), 0);
	}
END_TEST

/* The first 16 digits of the digest of this program, by sha256sum(1). */
START_TEST(a_digest_is_that_of_the_file)
	{
		struct worker_facts f = {.slots = 1}, again = {.slots = 1};
		char command[64], want[17] = "";
		snprintf(command, sizeof command, "sha256sum /proc/%d/exe", (int)getpid());
		FILE *in = popen(command, "r");
		ck_assert_uint_eq(fread(want, 1, 16, in), 16);
		pclose(in);
		worker_build_read(&f);
		ck_assert_str_eq(f.referee, want);
		worker_build_read(&again);
		ck_assert_str_eq(again.referee, want);
		ck_assert_str_eq(again.referee_bot, f.referee_bot);
	}
END_TEST

SUITE("referee/machines/worker-build",
	LOOP(another_build_is_found_where_both_sides_say_theirs, sizeof builds / sizeof *builds),
	CASE(a_digest_is_that_of_the_file))
