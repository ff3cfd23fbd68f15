/*
 * Lists of processors: read, refused, and looked up among those that a process may use.
 *
 * plain too: it tests affinity.
 */
#include "referee/process/cpu-affinity.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

static const struct {
	const char *text;
	int count, number[8]; /* count 0: it is none */
} lists[] = {
	{"0", 1, {0}},
	{"1023", 1, {1023}},
	{"63-64", 2, {63, 64}},
	{"0-3,6", 5, {0, 1, 2, 3, 6}},
	{"6,0-3", 5, {0, 1, 2, 3, 6}}, /* the lowest first */
	{"2-2", 1, {2}},
	{"1,1,0-1", 2, {0, 1}},
	{"007", 1, {7}},
	{"0-255,255", 256, {0, 1, 2, 3, 4, 5, 6, 7}},
	{"0-256", 0, {0}}, /* more than there is room for */
	{"1024", 0, {0}},
	{"10000", 0, {0}},
	{"99999999999999999999", 0, {0}},
	{"3-0", 0, {0}},
	{"", 0, {0}},
	{"0,", 0, {0}},
	{",0", 0, {0}},
	{"0-", 0, {0}},
	{"-1", 0, {0}},
	{"0--1", 0, {0}},
	{"0-1-2", 0, {0}},
	{"0 1", 0, {0}},
	{"0x1", 0, {0}},
	{"all", 0, {0}},
};

START_TEST(a_list_is_numbers_and_ranges)
	{
		struct cpu_affinity list = {.count = 1, .bits = {0, 1 << 13}};
		struct error err = {""};
		bool is = cpu_affinity_read(&list, lists[_i].text, &err);
		ck_assert_msg(is == (lists[_i].count > 0), "%s", lists[_i].text);
		if (!is) {
			ck_assert_ptr_nonnull(strstr(err.text, "such as 0-3,6"));
			ck_assert_int_eq(cpu_affinity_number(&list, 0), 77);
			return;
		}
		ck_assert_int_eq(list.count, lists[_i].count);
		for (int i = 0; i < list.count && i < 8; i++)
			ck_assert_int_eq(cpu_affinity_number(&list, i), lists[_i].number[i]);
	}
END_TEST

/* The places follow what the kernel says of this process. */
START_TEST(a_place_counts_what_this_process_may_use)
	{
		cpu_set_t mine;
		int place = 0;
		ck_assert_int_eq(sched_getaffinity(0, sizeof mine, &mine), 0);
		ck_assert_int_eq(cpu_affinity_usable(), CPU_COUNT(&mine));
		for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
			int is = CPU_ISSET(cpu, &mine) ? place++ : -1;
			ck_assert_int_eq(cpu_affinity_place(cpu), is);
		}
		ck_assert_int_eq(cpu_affinity_place(-1), -1);
		ck_assert_int_eq(cpu_affinity_place(CPU_SETSIZE), -1);
	}
END_TEST

START_TEST(what_may_be_used_reads_back_as_a_list)
	{
		struct error err;
		char text[4096];
		struct cpu_affinity list;
		cpu_affinity_write(text, sizeof text);
		if (cpu_affinity_usable() > CPU_AFFINITY_MAX)
			return;
		ck_assert_msg(cpu_affinity_read(&list, text, &err), "%s", text);
		ck_assert_int_eq(list.count, cpu_affinity_usable());
		for (int i = 0; i < list.count; i++)
			ck_assert_int_eq(cpu_affinity_place(cpu_affinity_number(&list, i)), i);
	}
END_TEST

/* Two processors of one core, as the kernel writes them. */
START_TEST(processors_of_one_core_count_once)
	{
		char folder[] = "/tmp/cpu-affinity-XXXXXX", command[512];
		cpu_set_t before, two;
		ck_assert(sched_getaffinity(0, sizeof before, &before) == 0);
		ck_assert_ptr_nonnull(mkdtemp(folder));
		if (CPU_COUNT(&before) >= 2 && CPU_ISSET(0, &before) && CPU_ISSET(1, &before)) {
			CPU_ZERO(&two);
			CPU_SET(0, &two);
			CPU_SET(1, &two);
			ck_assert(sched_setaffinity(0, sizeof two, &two) == 0);
			ck_assert_int_eq(cpu_affinity_cores(folder), 2); /* no topology */
			snprintf(command, sizeof command,
				"cd %s && mkdir -p cpu0/topology cpu1/topology && echo 0-1 >cpu0/topology/core_cpus_list && echo 0-1 >cpu1/topology/thread_siblings_list",
				folder);
			ck_assert_int_eq(system(command), 0);
			ck_assert_int_eq(cpu_affinity_cores(folder), 1);
			ck_assert(sched_setaffinity(0, sizeof before, &before) == 0);
		}
		snprintf(command, sizeof command, "rm -r %s", folder);
		ck_assert_int_eq(system(command), 0);
	}
END_TEST

SUITE("processes/processors", LOOP(a_list_is_numbers_and_ranges, sizeof lists / sizeof *lists),
	CASE(a_place_counts_what_this_process_may_use), CASE(what_may_be_used_reads_back_as_a_list),
	CASE(processors_of_one_core_count_once))
