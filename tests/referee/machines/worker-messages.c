/*
 * A worker's own lines: what is written is read again, and what is wrong is refused.
 */
#include "referee/machines/worker-messages.h"

#include <stdio.h>

#include "tests/lib/suite.h"

#define FACTS(name, pool, slots, crowded, sandbox, speed)                                          \
	"facts " name " " pool " x86_64 1.0 Intel\\x20(R) " slots " 4 " crowded " " sandbox        \
	" " speed " 01 23 -"

static const struct {
	const char *line;
	bool good;
} lines[] = {
	{"cannot 0 python3 is not installed", true},
	{"cannot 999 ", true},
	{"cannot 1000 x", false},
	{"cannot x y", false},
	{"cannot -1 y", false},
	{"cannot", false},
	{"speed 0", true},
	{"speed 1125899906842624", true},
	{"speed 1125899906842625", false},
	{"speed -1", false},
	{"speed -", false},
	{"speed", false},
	{"speed 1 2", false},
	{"load 12 345", true},
	{"load - -", true},
	{"load 12 -1", false},
	{"load 99999999999 1", false},
	{"load 12", false},
	{"leaving", true},
	{"leaving now", false},
	{"failed worker \"x\": it ended", true},
	{"worker 4 1.0", true},
	{"worker 3 name=a slots=1 arch=x version=1", true},
	{"worker 0 1.0", false},
	{"worker", false},
	{FACTS("a", "any", "1", "0", "0", "9"), true},
	{FACTS("a.b", "any", "1", "0", "0", "9"), false},
	{FACTS("-", "any", "1", "0", "0", "9"), false},
	{FACTS("a", "-", "1", "0", "0", "9"), false},
	{FACTS("a", ">", "1", "0", "0", "9"), false},
	{FACTS("a", "any", "0", "0", "0", "9"), false},
	{FACTS("a", "any", "256", "1", "2", "0"), true},
	{FACTS("a", "any", "257", "0", "0", "9"), false},
	{FACTS("a", "any", "1", "2", "0", "9"), false},
	{FACTS("a", "any", "1", "0", "3", "9"), false},
	{FACTS("a", "any", "1", "0", "0", "-1"), false},
	{"need 0123", true},
	{"need", false},
	{"ready", true},
	{"beat", true},
	{"", false},
	{"nothing", false},
};

START_TEST(only_lines_of_the_table_are_read)
	{
		struct worker_message m;
		char line[WORKER_MESSAGE], again[WORKER_MESSAGE];
		snprintf(line, sizeof line, "%s", lines[_i].line);
		bool good = worker_message_read(&m, line);
		ck_assert_msg(good == lines[_i].good, "\"%s\"", lines[_i].line);
		if (!good)
			return;
		size_t length = worker_message_write(&m, again);
		ck_assert_uint_eq(length, strlen(lines[_i].line) + 1);
		ck_assert_int_eq(strncmp(again, lines[_i].line, length - 1), 0);
	}
END_TEST

START_TEST(a_long_reason_is_cut)
	{
		char why[4096], line[WORKER_MESSAGE];
		memset(why, '\n', sizeof why - 1);
		why[sizeof why - 1] = '\0';
		const struct worker_message m = {.kind = WORKER_CANNOT, .bot = 7, .why = why};
		size_t length = worker_message_write(&m, line);
		ck_assert_uint_le(length, sizeof line);
		ck_assert_int_eq(line[length - 1], '\n');
		ck_assert_ptr_eq(memchr(line, '\n', length), line + length - 1);
	}
END_TEST

START_TEST(the_longest_facts_fit_and_are_read_as_they_were_written)
	{
		struct worker_message m = {.kind = WORKER_FACTS}, again;
		struct worker_facts *f = &m.facts;
		char line[WORKER_MESSAGE];
		memset(f->name, 'n', sizeof f->name - 1);
		memset(f->pool, 'p', sizeof f->pool - 1);
		memset(f->arch, ' ', sizeof f->arch - 1);
		memset(f->version, '\n', sizeof f->version - 1);
		memset(f->cpu, 0x7f, sizeof f->cpu - 1);
		memset(f->referee, 1, sizeof f->referee - 1);
		memset(f->referee_bot, 2, sizeof f->referee_bot - 1);
		memset(f->referee_adapt, '\\', sizeof f->referee_adapt - 1);
		f->slots = WORKER_SLOTS_MAX;
		f->cores = 1 << 16;
		f->crowded = 1;
		f->sandbox = SANDBOX_FULL;
		f->speed = WORKER_SPEED_MAX;
		line[worker_message_write(&m, line) - 1] = '\0';
		ck_assert(worker_message_read(&again, line));
		ck_assert_mem_eq(&again.facts, f, sizeof *f);
	}
END_TEST

#define NONE UNKNOWN

/* As Linux 6.1 writes both files. */
static const struct {
	const char *average, *pressure;
	int64_t load, waiting;
} files[] = {
	{"0.81 1.27 3.66 7/155 27100\n",
		"some avg10=39.62 avg60=9.09 avg300=7.58 total=529579670\n", 81, 3962},
	{"312.05 1.27 3.66 7/155 27100\n", NULL, 31205, NONE},
	{NULL, "some avg10=0.00 avg60=9.09 avg300=7.58 total=529579670\n", NONE, 0},
	{"nothing", "full avg10=1.00", NONE, NONE},
};

START_TEST(the_load_comes_from_two_files)
	{
		struct worker_load load;
		worker_load_parse(&load, files[_i].average, files[_i].pressure);
		ck_assert_int_eq(load.average, files[_i].load);
		ck_assert_int_eq(load.waiting, files[_i].waiting);
		worker_load_read(&load);
		ck_assert_int_ge(load.average, 0);
	}
END_TEST

SUITE("referee/machines/worker-messages",
	LOOP(only_lines_of_the_table_are_read, sizeof lines / sizeof *lines),
	CASE(a_long_reason_is_cut), CASE(the_longest_facts_fit_and_are_read_as_they_were_written),
	LOOP(the_load_comes_from_two_files, sizeof files / sizeof *files))
