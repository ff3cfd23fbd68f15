/*
 * The facts of a worker as a line: what is written is read again, and what is wrong is refused.
 */
#include "referee/machines/worker-facts.h"

#include <stdio.h>

#include "base/version.h"
#include "tests/lib/suite.h"

START_TEST(facts_are_read_as_they_were_written)
	{
		const struct worker_facts facts = {.name = "lab07",
			.pool = "any",
			.arch = "x86_64",
			.version = "0.1",
			.cpu = "Intel(R) 100% \xc3\xa9 =\n",
			.slots = 3,
			.cores = 4,
			.crowded = true,
			.sandbox = SANDBOX_REDUCED,
			.speed = 123456789012,
			.referee = "0123",
			.referee_bot = "4567",
			.referee_adapt = "89ab"};
		struct worker_facts again;
		struct error err;
		char line[WORKER_FACTS_LINE];
		worker_facts_write(&facts, line);
		ck_assert_str_eq(line,
			"name=lab07 pool=any arch=x86_64 version=0.1 cpu=Intel(R)%20100%25%20%c3%a9%20=%0a slots=3 cores=4 crowded=1 sandbox=1 speed=123456789012 referee=0123 referee-bot=4567 referee-adapt=89ab");
		ck_assert_msg(worker_facts_read(&again, line, &err), "%s", err.text);
		ck_assert_mem_eq(again.name, "lab07", 6);
		ck_assert_str_eq(again.pool, "any");
		ck_assert_str_eq(again.arch, "x86_64");
		ck_assert_str_eq(again.version, "0.1");
		ck_assert_str_eq(again.cpu, facts.cpu);
		ck_assert_int_eq(again.slots, 3);
		ck_assert_int_eq(again.cores, 4);
		ck_assert(again.crowded);
		ck_assert_int_eq(again.sandbox, SANDBOX_REDUCED);
		ck_assert_int_eq(again.speed, 123456789012);
		ck_assert_str_eq(again.referee, "0123");
		ck_assert_str_eq(again.referee_bot, "4567");
		ck_assert_str_eq(again.referee_adapt, "89ab");
	}
END_TEST

START_TEST(the_longest_facts_fit)
	{
		struct worker_facts facts, again;
		struct error err;
		char line[WORKER_FACTS_LINE];
		memset(&facts, 0, sizeof facts);
		memset(facts.name, 'n', sizeof facts.name - 1);
		memset(facts.pool, 'p', sizeof facts.pool - 1);
		memset(facts.arch, ' ', sizeof facts.arch - 1);
		memset(facts.version, '\n', sizeof facts.version - 1);
		memset(facts.cpu, 0xff, sizeof facts.cpu - 1);
		memset(facts.referee, 1, sizeof facts.referee - 1);
		memset(facts.referee_bot, 1, sizeof facts.referee_bot - 1);
		memset(facts.referee_adapt, 1, sizeof facts.referee_adapt - 1);
		facts.slots = WORKER_SLOTS_MAX;
		facts.cores = 1 << 16;
		facts.sandbox = SANDBOX_FULL;
		facts.speed = WORKER_SPEED_MAX;
		worker_facts_write(&facts, line);
		ck_assert_msg(worker_facts_read(&again, line, &err), "%s", err.text);
		ck_assert_str_eq(again.cpu, facts.cpu);
	}
END_TEST

#define GOOD "name=a slots=1 arch=x version=1"

static const struct {
	const char *line;
	bool good;
} lines[] = {
	{GOOD, true},
	{GOOD " later=1 x=", true}, /* unknown keys */
	{GOOD " ", true},
	{GOOD " cpu=", true},
	{"name=a slots=1 arch=x", false},
	{"name= slots=1 arch=x version=1", false},
	{"name=a.b slots=1 arch=x version=1", false},
	{"name=a%20b slots=1 arch=x version=1", false},
	{"name=> slots=1 arch=x version=1", false},
	{"slots=0 name=a arch=x version=1", false},
	{"slots=257 name=a arch=x version=1", false},
	{"slots=-1 name=a arch=x version=1", false},
	{"slots=1x name=a arch=x version=1", false},
	{"slots=99999999999999999999 name=a arch=x version=1", false},
	{GOOD " sandbox=3", false},
	{GOOD " crowded=2", false},
	{GOOD " speed=-1", false},
	{GOOD " speed=", false},
	{GOOD " slots=2", false}, /* twice */
	{GOOD " pool=", false},
	{GOOD " cpu=%4", false},
	{GOOD " cpu=%", false},
	{GOOD " cpu=%00", false},
	{GOOD " cpu=%zz", false},
	{GOOD " cpu", false},
	{GOOD "  cpu=a", false},
	{"", false},
};

START_TEST(a_line_has_all_that_is_needed_within_its_bounds)
	{
		struct worker_facts f;
		struct error err;
		ck_assert_msg(worker_facts_read(&f, lines[_i].line, &err) == lines[_i].good,
			"\"%s\"", lines[_i].line);
	}
END_TEST

START_TEST(a_line_that_is_too_long_is_refused)
	{
		static char line[1 << 17], name[WORKER_NAME + 1];
		struct worker_facts f;
		struct error err;
		memset(line, 'x', sizeof line - 1);
		memcpy(line, GOOD " later=", strlen(GOOD " later="));
		ck_assert(!worker_facts_read(&f, line, &err));
		memset(name, 'x', WORKER_NAME);
		ck_assert(!worker_facts_is_name(name));
		name[WORKER_NAME - 1] = '\0';
		ck_assert(worker_facts_is_name(name));
	}
END_TEST

static const struct {
	const char *line, *part; /* part NULL: it is taken */
} greetings[] = {
	{"worker 3 name=a slots=1 arch=x version=" VERSION, NULL},
	{"worker 1 4 lab07", "referee ? with version 1 of a worker's lines, and this is referee"},
	{"worker 3 " GOOD ".7", "it is referee 1.7 with version 3"},
	{"worker 4 " GOOD, "it is referee 1 with version 4"},
	{"worker 0 " GOOD, "and not \"worker 3 FACTS\""},
	{"worker", "and not \"worker 3 FACTS\""},
	{"worker 3", "and not \"worker 3 FACTS\""},
	{"hello\x1b", "it said \"hello\\x1b\" and not"},
	{"worker 3 name=a", "no arch"},
};

START_TEST(a_worker_of_another_version_is_refused)
	{
		struct worker_facts f;
		struct error err = {""};
		bool good = worker_facts_greeting(&f, greetings[_i].line, &err);
		ck_assert_msg(good == (greetings[_i].part == NULL), "%s", err.text);
		if (!good)
			ck_assert_msg(strstr(err.text, greetings[_i].part) != NULL, "%s", err.text);
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

SUITE("referee/machines/worker-facts", CASE(facts_are_read_as_they_were_written),
	CASE(the_longest_facts_fit),
	LOOP(a_line_has_all_that_is_needed_within_its_bounds, sizeof lines / sizeof *lines),
	CASE(a_line_that_is_too_long_is_refused),
	LOOP(a_worker_of_another_version_is_refused, sizeof greetings / sizeof *greetings),
	CASE(this_machine_has_an_architecture_and_cores))
