/*
 * doctor-rows.c - `referee doctor`: which row says what about which facts, and with which remedy.
 */
#include "referee/check/doctor-rows.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tests/lib/suite.h"

static struct doctor_facts facts;
static struct doctor_finding finding;

/* A machine on which all is well. */
static void facts_init(enum sandbox_level level)
{
	facts = (struct doctor_facts){.level = level,
		.folder = "/srv",
		.system = "Linux",
		.release = "6.1.0-18-amd64",
		.machine = "x86_64",
		.seccomp = true,
		.no_new_privs = true,
		.landlock = 2,
		.namespaces = {.needs_user = true, .settings = {1, 0, 9999, 9, 9, 9, 9, 9, 9}},
		.cgroup = 2,
		.cgroup_folder = "/sys/fs/cgroup/user.slice",
		.controllers = "cpu memory pids",
		.systemd = true,
		.processors = 4,
		.cores = 4,
		.load = 0.5,
		.clock_source = "tsc",
		.clock_resolution = 1,
		.process_clock = true,
		.run_queue_delay = true,
		.children_file = true,
		.move = {.moves = 1000, .least = 10, .total = 30000, .most = 500},
		.speed = 6000000,
		.disk_kind = "ext4",
		.commits = 64,
		.commit = 2000,
		.disk_free = INT64_C(10) << 30,
		.files_soft = 1024,
		.files_hard = 1048576,
		.processes = 60000,
		.memory = INT64_C(8) << 30,
		.memory_free = INT64_C(6) << 30,
		.synchronized = true,
		.clock_known = true};
	for (int i = 0; doctor_programs[i].name != NULL; i++)
		facts.programs[i] = true;
	for (int i = SANDBOX_REDUCED; i < SANDBOX_LEVELS; i++) {
		struct doctor_selftest *t = &facts.selftest[i];
		t->tried = t->ran = true;
		t->result = (struct sandbox_selftest){.level = (enum sandbox_level)i};
		while (escape_tests[t->result.count].name != NULL)
			t->result.count++;
	}
}

static const struct doctor_row *row_find(const char *name)
{
	const struct doctor_row *row = doctor_rows;
	while (row->name != NULL && strcmp(row->name, name) != 0)
		row++;
	ck_assert_msg(row->name != NULL, "%s", name);
	return row;
}

/* Opens a way out, by its name. */
static void open_way(enum sandbox_level level, const char *name)
{
	struct sandbox_selftest *t = &facts.selftest[level].result;
	for (int i = 0; i < t->count; i++)
		if (strcmp(escape_tests[i].name, name) == 0) {
			t->open[i] = true;
			t->opened++;
			t->failed += level >= escape_tests[i].since;
		}
}

START_TEST(a_good_machine_has_no_problem_and_no_remedy)
	{
		for (int level = SANDBOX_NONE; level < SANDBOX_LEVELS; level++)
			for (const struct doctor_row *row = doctor_rows; row->name != NULL; row++) {
				facts_init((enum sandbox_level)level);
				doctor_judge(row, &facts, true, &finding);
				ck_assert_msg(finding.state == DOCTOR_OK &&
						      finding.text[0] != '\0' &&
						      finding.remedy[0] == '\0',
					"%s: %s -> %s", row->name, finding.text, finding.remedy);
			}
	}
END_TEST

static void as_root(void)
{
	facts.namespaces.needs_user = false;
}

static const struct {
	void (*change)(void); /* NULL: none */
	const char *row, *text;
} good[] = {
	{NULL, "kernel", "Linux 6.1.0-18-amd64, x86_64"},
	{NULL, "system-calls", "seccomp and no_new_privs work"},
	{NULL, "landlock", "version 2"},
	{NULL, "user-namespaces",
		"allowed; kernel.unprivileged_userns_clone = 1; kernel.apparmor_restrict_unprivileged_userns = 0; user.max_user_namespaces = 9999"},
	{as_root, "user-namespaces",
		"not needed: the referee has CAP_SYS_ADMIN; kernel.unprivileged_userns_clone = 1; kernel.apparmor_restrict_unprivileged_userns = 0; user.max_user_namespaces = 9999"},
	{NULL, "namespaces",
		"processes, mounts, network, IPC, host name and control groups of its own"},
	{NULL, "users", "bots run as this user, in no group of root"},
	{NULL, "mounts", "a root, a /proc and a scratch folder of its own"},
	{NULL, "control-groups",
		"version 2 below /sys/fs/cgroup/user.slice: the kernel counts the memory of a bot; delegated there: cpu memory pids"},
	{NULL, "processors", "4 processors on 4 cores; load 0.50"},
	{NULL, "clock", "tsc, resolution 1 ns"},
	{NULL, "processor-time",
		"processor time, the wait for a processor and children can be read"},
	{NULL, "move",
		"1000 moves of a house bot: 0.01 ms at least, 0.03 ms on average, 0.5 ms at most"},
	{NULL, "speed", "6.00 million positions per second"},
	{NULL, "disk",
		"/srv: ext4, 10G free; a commit takes 2 ms, so 500 per second, and games that end together share one"},
	{NULL, "limits", "open files 1048576; processes 60000"},
	{NULL, "memory", "8G, 6G available"},
	{NULL, "time", "a time service keeps the date right"},
	{NULL, "programs", "all are there"},
};

START_TEST(each_row_of_a_good_machine_has_its_text)
	{
		facts_init(SANDBOX_FULL);
		if (good[_i].change != NULL)
			good[_i].change();
		doctor_judge(row_find(good[_i].row), &facts, true, &finding);
		ck_assert_str_eq(finding.text, good[_i].text);
		ck_assert_int_eq(finding.state, DOCTOR_OK);
	}
END_TEST

static void old_kernel(void)
{
	strcpy(facts.release, "5.10.0-28-amd64");
}

static void no_seccomp(void)
{
	facts.seccomp = false;
}

static void landlock_off(void)
{
	facts.landlock = 0;
	facts.landlock_error = EOPNOTSUPP;
}

static void no_landlock(void)
{
	facts.landlock = 0;
	facts.landlock_error = ENOSYS;
}

static void no_user_namespaces(void)
{
	facts.namespaces.failed[NAMESPACES_USER] = ENOSPC;
	for (int i = NAMESPACES_PID; i < NAMESPACES_STEPS; i++)
		facts.namespaces.failed[i] = i <= NAMESPACES_CGROUP ? ENOSPC : -1;
	facts.namespaces.settings[NAMESPACES_USER_MAX] = 0;
	facts.selftest[SANDBOX_FULL].ran = false;
	open_way(SANDBOX_REDUCED, "list");
	open_way(SANDBOX_REDUCED, "proc-sys");
}

static void covered_proc(void)
{
	facts.namespaces.failed[NAMESPACES_PROC] = EPERM;
	facts.namespaces.masked = true;
	facts.namespaces.container = NAMESPACES_PODMAN;
	facts.selftest[SANDBOX_FULL].ran = false;
}

static void root_group(void)
{
	facts.namespaces.failed[NAMESPACES_OWNER] = EPERM;
	open_way(SANDBOX_FULL, "root");
	open_way(SANDBOX_REDUCED, "root");
}

static void strange_hole(void)
{
	open_way(SANDBOX_FULL, "ptrace-me");
}

static void no_groups(void)
{
	facts.cgroup = 0;
	facts.cgroup_mounted = 2;
}

static void no_groups_in_unit(void)
{
	no_groups();
	facts.service = true;
}

static void no_groups_in_container(void)
{
	no_groups();
	facts.namespaces.container = NAMESPACES_DOCKER;
}

static void hyperthreads(void)
{
	facts.processors = 8;
}

static void busy(void)
{
	facts.load = 9.5;
}

static void bounded(void)
{
	facts.quota = 3 * SECOND / 2;
}

static void slow_clock(void)
{
	strcpy(facts.clock_source, "hpet");
}

static void coarse_clock(void)
{
	facts.clock_resolution = 4000000;
}

static void no_schedstat(void)
{
	facts.run_queue_delay = false;
}

static void no_move(void)
{
	facts.move.moves = 0;
	strcpy(facts.move_why, "it did not start");
}

static void slow_move(void)
{
	facts.move.total = 3000000;
}

static void no_house_bot(void)
{
	facts.speed = 0;
	strcpy(facts.speed_why, "there is no program referee-bot beside referee");
	facts.programs[0] = false;
}

static void no_git(void)
{
	for (int i = 0; doctor_programs[i].name != NULL; i++)
		facts.programs[i] = strcmp(doctor_programs[i].name, "git") != 0 &&
				    strcmp(doctor_programs[i].name, "cc") != 0;
}

static void no_writing(void)
{
	facts.commits = 0;
	strcpy(facts.disk_why, "no folder can be made there: Permission denied");
}

static void no_writing_for_db(void)
{
	no_writing();
	facts.folder_given = true;
}

static void network_disk(void)
{
	strcpy(facts.disk_kind, "nfs");
	facts.disk_remote = true;
}

static void slow_disk(void)
{
	facts.commit = 80000;
}

static void memory_disk(void)
{
	strcpy(facts.disk_kind, "tmpfs");
}

static void full_disk(void)
{
	facts.disk_free = 1 << 20;
}

static void few_files(void)
{
	facts.files_hard = 512;
}

static void few_processes(void)
{
	facts.processes = 100;
}

static void little_memory(void)
{
	facts.memory_free = INT64_C(512) << 20;
}

static void no_time_service(void)
{
	facts.synchronized = false;
}

static const struct {
	void (*change)(void);
	enum sandbox_level level;
	const char *row;
	enum doctor_state state;
	const char *text, *remedy;
} problems[] = {
	{old_kernel, SANDBOX_FULL, "kernel", DOCTOR_MISSING, "5.10.0", "5.13"},
	{old_kernel, SANDBOX_NONE, "kernel", DOCTOR_WARN, "5.10.0", "5.13"},
	{no_seccomp, SANDBOX_REDUCED, "system-calls", DOCTOR_MISSING, "seccomp",
		"CONFIG_SECCOMP_FILTER"},
	{landlock_off, SANDBOX_FULL, "landlock", DOCTOR_WARN, "turned off", "lsm=landlock"},
	{no_landlock, SANDBOX_REDUCED, "landlock", DOCTOR_MISSING, "none",
		"CONFIG_SECURITY_LANDLOCK"},
	{no_user_namespaces, SANDBOX_FULL, "user-namespaces", DOCTOR_MISSING,
		"user.max_user_namespaces is 0", "sudo sysctl -w user.max_user_namespaces=10000"},
	{no_user_namespaces, SANDBOX_REDUCED, "user-namespaces", DOCTOR_WARN,
		"user.max_user_namespaces is 0", "sysctl"},
	{no_user_namespaces, SANDBOX_FULL, "mounts", DOCTOR_WARN, "not tried", "above"},
	{no_user_namespaces, SANDBOX_FULL, "sandbox", DOCTOR_MISSING,
		"full does not work: a user namespace cannot be had: user.max_user_namespaces is 0 or used up; reduced holds: ",
		"sandbox = reduced"},
	{no_user_namespaces, SANDBOX_FULL, "sandbox", DOCTOR_MISSING,
		"2 are open, as this level allows: list (sees processes that are not its own), proc-sys (reads the kernel's settings)",
		"rows above"},
	{no_user_namespaces, SANDBOX_REDUCED, "sandbox", DOCTOR_OK, "reduced holds", ""},
	{covered_proc, SANDBOX_FULL, "mounts", DOCTOR_MISSING, "covered", "unmask=ALL"},
	{root_group, SANDBOX_FULL, "users", DOCTOR_MISSING, "group of root", "setpriv --regid"},
	{root_group, SANDBOX_FULL, "sandbox", DOCTOR_MISSING, "root (is root)", "rows above"},
	{strange_hole, SANDBOX_FULL, "sandbox", DOCTOR_MISSING,
		" ways out is open: ptrace-me (asks to be traced); reduced holds",
		"check --sandbox"},
	{no_groups, SANDBOX_FULL, "control-groups", DOCTOR_WARN,
		"`memory` is a hint and not a limit", "systemd-run --user --scope -p Delegate=yes"},
	{no_groups_in_unit, SANDBOX_FULL, "control-groups", DOCTOR_WARN, "100 ms",
		"in its unit; if it is set"},
	{no_groups_in_container, SANDBOX_FULL, "control-groups", DOCTOR_WARN, "100 ms",
		"docs/container.md"},
	{hyperthreads, SANDBOX_FULL, "processors", DOCTOR_WARN, "8 processors on 4 cores",
		"concurrency = 4"},
	{busy, SANDBOX_FULL, "processors", DOCTOR_WARN, "load 9.50", "end the other programs"},
	{bounded, SANDBOX_FULL, "processors", DOCTOR_WARN, "1.50 processors", "AllowedCPUs"},
	{slow_clock, SANDBOX_FULL, "clock", DOCTOR_WARN, "hpet", "tsc"},
	{coarse_clock, SANDBOX_FULL, "clock", DOCTOR_WARN, "4000000 ns", "clocksource"},
	{no_schedstat, SANDBOX_FULL, "processor-time", DOCTOR_WARN, "/proc/PID/schedstat",
		"clock = wall"},
	{no_move, SANDBOX_FULL, "move", DOCTOR_WARN, "it did not start", "first"},
	{slow_move, SANDBOX_FULL, "move", DOCTOR_WARN, "3 ms on average", "processors"},
	{no_house_bot, SANDBOX_FULL, "speed", DOCTOR_WARN, "no program referee-bot", "install"},
	{no_house_bot, SANDBOX_FULL, "programs", DOCTOR_WARN, "missing: referee-bot (house bots)",
		"in one folder"},
	{no_git, SANDBOX_FULL, "programs", DOCTOR_WARN, "git (`referee test`), cc",
		"run `sudo apt-get install git gcc`"},
	{no_writing, SANDBOX_FULL, "disk", DOCTOR_WARN, "Permission denied", "--db FILE"},
	{no_writing_for_db, SANDBOX_FULL, "disk", DOCTOR_MISSING, "Permission denied", "--db FILE"},
	{network_disk, SANDBOX_FULL, "disk", DOCTOR_WARN, "nfs", "local disk"},
	{slow_disk, SANDBOX_FULL, "disk", DOCTOR_WARN, "so 12 per second", "faster"},
	{memory_disk, SANDBOX_FULL, "disk", DOCTOR_WARN, "tmpfs", "restart"},
	{full_disk, SANDBOX_FULL, "disk", DOCTOR_WARN, "1M free", "make room"},
	{few_files, SANDBOX_FULL, "limits", DOCTOR_WARN, "open files 512", "LimitNOFILE=65536"},
	{few_processes, SANDBOX_FULL, "limits", DOCTOR_WARN, "processes 100", "ulimit -u 8192"},
	{little_memory, SANDBOX_FULL, "memory", DOCTOR_WARN, "512M available", "memory = 128M"},
	{no_time_service, SANDBOX_FULL, "time", DOCTOR_WARN, "no time service", "timesyncd"},
};

START_TEST(each_problem_has_its_row_and_its_remedy)
	{
		facts_init(problems[_i].level);
		problems[_i].change();
		doctor_judge(row_find(problems[_i].row), &facts, true, &finding);
		ck_assert_msg(finding.state == problems[_i].state, "%s: %s",
			doctor_state_names[finding.state], finding.text);
		ck_assert_msg(strstr(finding.text, problems[_i].text) != NULL, "%s", finding.text);
		ck_assert_msg(
			strstr(finding.remedy, problems[_i].remedy) != NULL, "%s", finding.remedy);
		ck_assert((finding.state == DOCTOR_OK) == (finding.remedy[0] == '\0'));
	}
END_TEST

START_TEST(an_examination_that_does_not_end_counts_where_its_level_needs_it)
	{
		facts_init(SANDBOX_FULL);
		for (const struct doctor_row *row = doctor_rows; row->name != NULL; row++) {
			doctor_judge(row, &facts, false, &finding);
			ck_assert_int_eq(finding.state,
				row->since <= SANDBOX_FULL ? DOCTOR_MISSING : DOCTOR_WARN);
			ck_assert_ptr_nonnull(strstr(finding.text, "did not end within"));
			ck_assert(finding.remedy[0] != '\0');
		}
	}
END_TEST

/* All ways open: the longest text. */
START_TEST(a_long_list_of_ways_out_is_cut_and_no_more)
	{
		facts_init(SANDBOX_FULL);
		for (int i = 0; escape_tests[i].name != NULL; i++)
			open_way(SANDBOX_FULL, escape_tests[i].name);
		doctor_judge(row_find("sandbox"), &facts, true, &finding);
		ck_assert_int_eq(finding.state, DOCTOR_MISSING);
		ck_assert_uint_eq(strlen(finding.text), DOCTOR_FINDING - 1);
	}
END_TEST

START_TEST(there_is_room_for_all_programs_and_each_row_has_a_time)
	{
		int programs = 0, rows = 0;
		while (doctor_programs[programs].name != NULL)
			programs++;
		ck_assert_int_le(programs, DOCTOR_PROGRAMS);
		for (; doctor_rows[rows].name != NULL; rows++)
			ck_assert_int_gt(doctor_rows[rows].seconds, 0);
		ck_assert_int_gt(rows, 10);
		ck_assert_ptr_nonnull(doctor_rows[0].examine);
	}
END_TEST

SUITE("referee/check/doctor-rows", CASE(a_good_machine_has_no_problem_and_no_remedy),
	LOOP(each_row_of_a_good_machine_has_its_text, sizeof good / sizeof *good),
	LOOP(each_problem_has_its_row_and_its_remedy, sizeof problems / sizeof *problems),
	CASE(an_examination_that_does_not_end_counts_where_its_level_needs_it),
	CASE(a_long_list_of_ways_out_is_cut_and_no_more),
	CASE(there_is_room_for_all_programs_and_each_row_has_a_time))
