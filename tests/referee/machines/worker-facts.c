/*
 * The facts of this machine, names of workers, and workers of other versions.
 */
#include "referee/machines/worker-facts.h"

#include "base/version.h"
#include "tests/lib/suite.h"
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	bool good;
} names[] = {
	{"lab07", true},
	{"A-z_9", true},
	{"", false},
	{"a.b", false},
	{"a b", false},
	{">", false},
	{"here", false},
};

START_TEST(a_name_has_letters_digits_and_two_signs)
	{
		ck_assert_int_eq(worker_facts_is_name(names[_i].name), names[_i].good);
	}
END_TEST

START_TEST(a_name_is_short)
	{
		char name[WORKER_NAME + 1] = "";
		memset(name, 'x', WORKER_NAME);
		ck_assert(!worker_facts_is_name(name));
		name[WORKER_NAME - 1] = '\0';
		ck_assert(worker_facts_is_name(name));
	}
END_TEST

static const struct {
	int protocol;
	const char *version, *said; /* said NULL: it fits */
} versions[] = {
	{WORKER_PROTOCOL, VERSION, NULL},
	{WORKER_PROTOCOL, VERSION ".7", "it is referee " VERSION ".7 with version 4 "},
	{5, VERSION, "it is referee " VERSION " with version 5 of a worker's lines"},
	{3, "name=lab07 pool=any", "it is referee ? with version 3 of a worker's lines"},
	{1, "4 lab07", "it is referee ? with version 1 "},
	{5, "\x1b", "it is referee \\x1b with"},
};

START_TEST(a_worker_of_another_version_is_refused)
	{
		struct error err = {""};
		bool good = worker_facts_fit(versions[_i].protocol, versions[_i].version, &err);
		ck_assert_int_eq(good, versions[_i].said == NULL);
		if (!good)
			ck_assert_msg(strstr(err.text, versions[_i].said) != NULL, "%s", err.text);
		if (!good)
			ck_assert_ptr_nonnull(strstr(err.text,
				"this is referee " VERSION
				" with version 4; install the same version there"));
	}
END_TEST

START_TEST(this_machine_has_an_architecture_and_cores)
	{
		struct worker_facts f = {.slots = 1, .name = "a"};
		worker_facts_collect(&f);
		ck_assert_str_ne(f.arch, "");
		ck_assert_str_eq(f.version, VERSION);
		ck_assert_int_ge(f.cores, 1);
	}
END_TEST

/* --- worker build ----------------------------------------------------------------------------- */

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

SUITE("referee/machines/worker-facts",
	LOOP(a_name_has_letters_digits_and_two_signs, sizeof names / sizeof *names),
	CASE(a_name_is_short),
	LOOP(a_worker_of_another_version_is_refused, sizeof versions / sizeof *versions),
	CASE(this_machine_has_an_architecture_and_cores),
	LOOP(another_build_is_found_where_both_sides_say_theirs, sizeof builds / sizeof *builds),
	CASE(a_digest_is_that_of_the_file))
