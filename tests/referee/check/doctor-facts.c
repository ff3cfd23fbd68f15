/*
 * doctor-facts.c - what is found out about this machine agrees with what other programs say of it.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/check/doctor-facts.h"

#include <dirent.h>
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/process/file-tree.h"
#include "referee/sandbox/seccomp.h"
#include "tests/lib/suite.h"

/* Shared with the children that examine, as doctor.c shares them. */
static struct doctor_facts *facts;

/* Examines in a child, after prepare() has changed something there; NULL: nothing. */
static void examine(void (*one)(struct doctor_facts *f), void (*prepare)(void))
{
	int status = -1;
	if (facts == NULL)
		facts = mmap(NULL, sizeof *facts, PROT_READ | PROT_WRITE,
			MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert_ptr_ne(facts, MAP_FAILED);
	pid_t child = fork();
	if (child == 0) {
		if (prepare != NULL)
			prepare();
		one(facts);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
}

static void forget(void)
{
	if (facts != NULL)
		memset(facts, 0, sizeof *facts);
}

/* The output of a command, up to the first line end. */
static const char *printed(const char *command)
{
	static char text[512];
	FILE *out = popen(command, "r");
	ck_assert_ptr_nonnull(out);
	if (fgets(text, sizeof text, out) == NULL)
		text[0] = '\0';
	ck_assert_int_eq(pclose(out), 0);
	text[strcspn(text, "\n")] = '\0';
	return text;
}

START_TEST(the_kernel_is_named_as_uname_names_it)
	{
		char text[3 * DOCTOR_WORD];
		examine(doctor_examine_kernel, NULL);
		snprintf(text, sizeof text, "%s %s %s", facts->system, facts->release,
			facts->machine);
		ck_assert_str_eq(text, printed("uname -srm"));
	}
END_TEST

START_TEST(the_filter_is_applied_to_the_process_that_examines)
	{
		forget();
		examine(doctor_examine_filter, NULL);
		ck_assert(facts->no_new_privs);
		ck_assert(facts->seccomp);
	}
END_TEST

/* The list of security modules has landlock where it is on, if the list can be read. */
START_TEST(landlock_is_there_where_the_kernel_lists_it)
	{
		char modules[256];
		strcpy(modules, printed("cat /sys/kernel/security/lsm 2>/dev/null || true"));
		forget();
		examine(doctor_examine_landlock, NULL);
		ck_assert((facts->landlock > 0) == (facts->landlock_error == 0));
		if (modules[0] == '\0')
			puts("skip 1: this machine shows no list of its security modules");
		else
			ck_assert_int_eq(facts->landlock > 0, strstr(modules, "landlock") != NULL);
	}
END_TEST

static void refuse_landlock(void)
{
	static const char *const calls[] = {"landlock_create_ruleset", NULL};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || !seccomp_deny_only(calls))
		_exit(2);
}

START_TEST(where_landlock_cannot_be_had_the_error_is_kept)
	{
		forget();
		examine(doctor_examine_landlock, refuse_landlock);
		ck_assert_int_eq(facts->landlock, 0);
		ck_assert_int_eq(facts->landlock_error, EPERM);
	}
END_TEST

START_TEST(processors_are_those_that_this_process_may_use)
	{
		double load = -1;
		forget();
		examine(doctor_examine_processors, NULL);
		ck_assert_int_eq(facts->processors, atoi(printed("nproc")));
		ck_assert_int_eq(facts->cores,
			atoi(printed(
				"for one in $(taskset -cp $$ | sed 's/.*: //; s/,/ /g'); do seq ${one%-*} ${one#*-}; done | "
				"while read one; do cat /sys/devices/system/cpu/cpu$one/topology/thread_siblings_list; done | "
				"sort -u | wc -l")));
		ck_assert_int_eq(sscanf(printed("cat /proc/loadavg"), "%lf", &load), 1);
		ck_assert(facts->load >= 0 && facts->load < load + 64);
	}
END_TEST

/* As control groups show it (cgroup-v2.rst): "QUOTA PERIOD" in microseconds. */
static const struct {
	const char *text; /* NULL: no such file */
	int64_t quota;
} quotas[] = {
	{"150000 100000\n", 1500000},
	{"50000 200000\n", 250000},
	{"max 100000\n", 0},
	{"100000 0\n", 0},
	{"100000\n", 0},
	{"", 0},
	{NULL, 0},
};
static const char *quota_text;

static void cover_groups(void)
{
	if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
		mount("tmpfs", "/sys/fs/cgroup", "tmpfs", 0, NULL) != 0)
		_exit(2);
	FILE *out = quota_text != NULL ? fopen("/sys/fs/cgroup/cpu.max", "w") : NULL;
	if (out != NULL && (fputs(quota_text, out) < 0 || fclose(out) != 0))
		_exit(3);
}

START_TEST(the_share_of_processors_is_that_of_the_control_group)
	{
		if (geteuid() != 0 || access("/sys/fs/cgroup", F_OK) != 0) {
			puts("skip 1: only root mounts control groups of its own");
			return;
		}
		forget();
		quota_text = quotas[_i].text;
		examine(doctor_examine_processors, cover_groups);
		ck_assert_int_eq(facts->quota, quotas[_i].quota);
	}
END_TEST

START_TEST(the_clock_has_the_source_that_the_kernel_names)
	{
		forget();
		examine(doctor_examine_clock, NULL);
		ck_assert_str_eq(facts->clock_source,
			printed("cat /sys/devices/system/clocksource/clocksource0/current_clocksource"));
		/* High-resolution timers count nanoseconds; without them it is that of a tick. */
		ck_assert_int_ge(facts->clock_resolution, 1);
		ck_assert_int_le(facts->clock_resolution, 10000000);
	}
END_TEST

START_TEST(the_processor_time_of_a_child_can_be_read_where_proc_has_the_files)
	{
		forget();
		examine(doctor_examine_processor_time, NULL);
		ck_assert(facts->process_clock);
		ck_assert_int_eq(facts->run_queue_delay, access("/proc/self/schedstat", R_OK) == 0);
		ck_assert_int_eq(
			facts->children_file, access("/proc/thread-self/children", R_OK) == 0);
	}
END_TEST

/* --- limits and memory ----------------------------------------------------------------------- */

static void set_limits(void)
{
	if (setrlimit(RLIMIT_NOFILE, &(struct rlimit){100, 200}) != 0 ||
		setrlimit(RLIMIT_NPROC, &(struct rlimit){3000, 4000}) != 0)
		_exit(2);
}

static void set_no_limit(void)
{
	const struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
	if (setrlimit(RLIMIT_NPROC, &none) != 0)
		_exit(0);
}

START_TEST(limits_are_those_of_the_process)
	{
		forget();
		examine(doctor_examine_limits, set_limits);
		ck_assert_int_eq(facts->files_soft, 100);
		ck_assert_int_eq(facts->files_hard, 200);
		ck_assert_int_eq(facts->processes, 3000);
		facts->processes = 0;
		examine(doctor_examine_limits, set_no_limit);
		if (facts->processes == 0)
			puts("skip 1: this process may not raise its limits");
		else
			ck_assert_int_eq(facts->processes, -1);
	}
END_TEST

START_TEST(memory_is_what_free_prints)
	{
		forget();
		examine(doctor_examine_memory, NULL);
		ck_assert_int_eq(
			facts->memory, atoll(printed("free -b | awk '/^Mem:/ { print $2 }'")));
		/* The available memory changes as programs run. */
		ck_assert_int_gt(facts->memory_free, 0);
		ck_assert_int_lt(facts->memory_free, facts->memory);
		const int64_t now = atoll(printed("free -b | awk '/^Mem:/ { print $7 }'"));
		ck_assert_int_lt(llabs(facts->memory_free - now), facts->memory / 2);
	}
END_TEST

/* --- the disk -------------------------------------------------------------------------------- */

static int count_in(const char *path)
{
	int count = 0;
	DIR *all = opendir(path);
	ck_assert_ptr_nonnull(all);
	for (struct dirent *e; (e = readdir(all)) != NULL;)
		count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
	closedir(all);
	return count;
}

START_TEST(rows_are_committed_in_the_folder_and_nothing_is_left_there)
	{
		char folder[] = "/dev/shm/doctor-XXXXXX";
		struct statvfs fs;
		ck_assert_ptr_nonnull(mkdtemp(folder));
		examine(doctor_examine_kernel, NULL); /* so that there are facts */
		forget();
		strcpy(facts->folder, folder);
		examine(doctor_examine_disk, NULL);
		ck_assert_str_eq(facts->disk_kind, "tmpfs");
		ck_assert(!facts->disk_remote);
		ck_assert_int_ge(facts->commits, 3);
		ck_assert_int_le(facts->commits, 64);
		ck_assert_int_gt(facts->commit, 0);
		ck_assert_str_eq(facts->disk_why, "");
		ck_assert_int_eq(statvfs(folder, &fs), 0);
		ck_assert_int_lt(
			llabs(facts->disk_free - (int64_t)(fs.f_bavail * fs.f_frsize)), 1 << 30);
		ck_assert_int_eq(count_in(folder), 0);
		ck_assert(file_tree_remove(folder));
	}
END_TEST

START_TEST(a_folder_that_is_not_there_is_told_with_its_reason)
	{
		examine(doctor_examine_kernel, NULL);
		forget();
		strcpy(facts->folder, "/no/such");
		examine(doctor_examine_disk, NULL);
		ck_assert_int_eq(facts->commits, 0);
		ck_assert_str_eq(
			facts->disk_why, "no folder can be made there: No such file or directory");
	}
END_TEST

/* --- programs -------------------------------------------------------------------------------- */

static char tools[] = "/tmp/doctor-XXXXXX";

static void use_tools(void)
{
	setenv("PATH", tools, 1);
}

START_TEST(programs_are_found_in_path)
	{
		char path[64];
		strcpy(tools, "/tmp/doctor-XXXXXX");
		ck_assert_ptr_nonnull(mkdtemp(tools));
		snprintf(path, sizeof path, "%s/cc", tools);
		ck_assert_int_eq(symlink("/bin/sh", path), 0);
		snprintf(path, sizeof path, "%s/python3", tools);
		ck_assert_int_eq(symlink("/etc/passwd", path), 0); /* may not be executed */
		examine(doctor_examine_kernel, NULL);
		forget();
		examine(doctor_examine_programs, use_tools);
		for (int i = 0; doctor_programs[i].name != NULL; i++) {
			const char *name = doctor_programs[i].name;
			if (strncmp(name, "referee", 7) != 0)
				ck_assert_int_eq(facts->programs[i], strcmp(name, "cc") == 0);
		}
		ck_assert(file_tree_remove(tools));
	}
END_TEST

SUITE("referee/check/doctor-facts", CASE(the_kernel_is_named_as_uname_names_it),
	CASE(the_filter_is_applied_to_the_process_that_examines),
	CASE(landlock_is_there_where_the_kernel_lists_it),
	CASE(where_landlock_cannot_be_had_the_error_is_kept),
	CASE(processors_are_those_that_this_process_may_use),
	LOOP(the_share_of_processors_is_that_of_the_control_group, sizeof quotas / sizeof *quotas),
	CASE(the_clock_has_the_source_that_the_kernel_names),
	CASE(the_processor_time_of_a_child_can_be_read_where_proc_has_the_files),
	CASE(limits_are_those_of_the_process), CASE(memory_is_what_free_prints),
	CASE(rows_are_committed_in_the_folder_and_nothing_is_left_there),
	CASE(a_folder_that_is_not_there_is_told_with_its_reason), CASE(programs_are_found_in_path))
