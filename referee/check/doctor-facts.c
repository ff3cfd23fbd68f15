/*
 * doctor-facts.c - examines this machine.
 */
#include "referee/check/doctor-facts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "db/db.h"
#include "referee/process/cpu-affinity.h"
#include "referee/process/file-tree.h"
#include "referee/process/process.h"
#include "referee/check/bot-check.h"
#include "referee/sandbox/cgroup.h"
#include "referee/sandbox/cpu-clock.h"
#include "referee/sandbox/find-program.h"
#include "referee/sandbox/landlock.h"
#include "referee/sandbox/sandbox.h"
#include "referee/sandbox/seccomp.h"
#include "referee/machines/worker-bench.h"

enum {
	DOCTOR_GAMES = 48,   /* of 21 moves at most: about 1000 moves */
	DOCTOR_COMMITS = 64, /* at most, and for at most DOCTOR_COMMITTING */
	DOCTOR_PATH = PATH_MAX + 64,
};
#define DOCTOR_COMMITTING (1 * SECOND)

const struct doctor_program doctor_programs[] = {
	{"referee-bot", "house bots", true, NULL},
	{"referee-solve", "exact analysis, and games that end when their value is known", true,
		NULL},
	{"referee-adapt", "bots of other protocols", true, NULL},
	{"referee-broker", "workers that come through a NATS server", true, "libnats-dev"},
	{"git", "`referee test`", false, "git"},
	{"cc", "bots and builds in C", false, "gcc"},
	{"python3", "bots in Python", false, "python3"},
	{.name = NULL},
};

/* Reads the first line of a file. False: there is none. */
static bool doctor_read_line(const char *path, char *line, size_t room)
{
	FILE *file = fopen(path, "re");
	bool good = file != NULL && fgets(line, (int)room, file) != NULL;
	if (file != NULL)
		fclose(file);
	line[good ? strcspn(line, "\n") : 0] = '\0';
	return good;
}

/* --- the kernel and the sandbox -------------------------------------------------------------- */

void doctor_examine_kernel(struct doctor_facts *f)
{
	struct utsname name;
	uname(&name);
	snprintf(f->system, sizeof f->system, "%.*s", DOCTOR_WORD - 1, name.sysname);
	snprintf(f->release, sizeof f->release, "%.*s", DOCTOR_WORD - 1, name.release);
	snprintf(f->machine, sizeof f->machine, "%.*s", DOCTOR_WORD - 1, name.machine);
}

void doctor_examine_filter(struct doctor_facts *f)
{
	const unsigned refuse = SECCOMP_RET_ERRNO;
	f->no_new_privs = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
	f->seccomp = syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &refuse) == 0 &&
		     seccomp_prepare() && seccomp_restrict(0) == 0;
}

void doctor_examine_landlock(struct doctor_facts *f)
{
	errno = 0;
	f->landlock = landlock_version();
	f->landlock_error = f->landlock > 0 ? 0 : errno;
}

void doctor_examine_namespaces(struct doctor_facts *f)
{
	namespaces_collect(&f->namespaces);
}

/* Runs the self-test at the level that was asked for. If that fails, at the lower ones too. */
void doctor_examine_sandbox(struct doctor_facts *f)
{
	char program[PATH_MAX] = "";
	bool held = false;
	signal(SIGPIPE, SIG_IGN);
	sandbox_prepare();
	if (readlink("/proc/self/exe", program, sizeof program - 1) <= 0)
		return;
	for (int level = (int)f->level; level > SANDBOX_NONE && !held; level--) {
		struct doctor_selftest *t = &f->selftest[level];
		struct error err = {""};
		t->ran = sandbox_can((enum sandbox_level)level, &err) &&
			 sandbox_selftest_run(&t->result, program, (enum sandbox_level)level, &err);
		t->tried = true;
		snprintf(t->why, sizeof t->why, "%s", err.text);
		held = t->ran && t->result.failed == 0;
	}
}

void doctor_examine_groups(struct doctor_facts *f)
{
	char path[DOCTOR_TEXT + 64], name[DOCTOR_WORD];
	const char *folder;
	cgroup_prepare();
	f->cgroup = cgroup_place(&folder);
	f->cgroup_mounted = access("/sys/fs/cgroup/memory", F_OK) == 0	       ? 1
			    : access("/sys/fs/cgroup/cgroup.procs", F_OK) == 0 ? 2
									       : 0;
	snprintf(f->cgroup_folder, sizeof f->cgroup_folder, "%.*s", DOCTOR_TEXT - 1, folder);
	snprintf(path, sizeof path, "%s/cgroup.subtree_control", f->cgroup_folder);
	doctor_read_line(path, f->controllers, sizeof f->controllers);
	f->systemd =
		doctor_read_line("/proc/1/comm", name, sizeof name) && strcmp(name, "systemd") == 0;
	/* The examination may be a child of the process that was started. */
	const char *unit = getenv("SYSTEMD_EXEC_PID");
	long started = unit != NULL ? strtol(unit, NULL, 10) : 0;
	f->service = started > 0 && (started == getpid() || started == getppid());
}

/* --- processors and clocks ------------------------------------------------------------------- */

/* The part of a second that cpu.max of our group allows; 0: no bound. In a container our group is
 * the root of what it sees. */
static int64_t doctor_quota(void)
{
	char line[DOCTOR_WORD];
	long long quota, period;
	if (!doctor_read_line("/sys/fs/cgroup/cpu.max", line, sizeof line) ||
		sscanf(line, "%lld %lld", &quota, &period) != 2 || period <= 0)
		return 0;
	return quota * SECOND / period;
}

void doctor_examine_processors(struct doctor_facts *f)
{
	f->processors = cpu_affinity_usable();
	f->cores = cpu_affinity_cores(CPU_AFFINITY_FOLDER);
	if (getloadavg(&f->load, 1) != 1)
		f->load = -1;
	f->quota = doctor_quota();
}

void doctor_examine_clock(struct doctor_facts *f)
{
	struct timespec resolution;
	doctor_read_line("/sys/devices/system/clocksource/clocksource0/current_clocksource",
		f->clock_source, sizeof f->clock_source);
	if (clock_getres(CLOCK_MONOTONIC, &resolution) == 0)
		f->clock_resolution = resolution.tv_sec * 1000000000 + resolution.tv_nsec;
}

/* Measures a child that works a little, so that its clocks have something to report. */
void doctor_examine_processor_time(struct doctor_facts *f)
{
	char path[64];
	struct cpu_clock clock;
	pid_t child = fork();
	if (child == 0) {
		for (volatile int i = 0; i < 20000000; i++)
			;
		pause();
		_exit(EXIT_SUCCESS);
	}
	if (child < 0)
		return;
	cpu_clock_open(&clock, child);
	for (int i = 0; i < 200 && !f->process_clock; i++) {
		f->process_clock = cpu_clock_cpu(&clock) > 0;
		usleep(10000);
	}
	f->run_queue_delay = cpu_clock_wait(&clock) >= 0;
	cpu_clock_close(&clock);
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)child, (int)child);
	f->children_file = access(path, R_OK) == 0;
	kill(child, SIGKILL);
	waitpid(child, NULL, 0);
}

/* --- a house bot ----------------------------------------------------------------------------- */

static void doctor_take_step(void *arg, const struct step_result *step)
{
	struct doctor_facts *f = arg;
	if (step->verdict == STEP_RESULT_FAILED && f->move_why[0] == '\0')
		snprintf(f->move_why, sizeof f->move_why, "%.*s", DOCTOR_TEXT - 1, step->text);
}

/* Plays games with the code of `referee check`, on one processor, as an arbiter does. */
void doctor_examine_move(struct doctor_facts *f)
{
	static char *argv[] = {(char *)"referee-bot", (char *)"--search", (char *)"first", NULL};
	const struct bot_config bot = {
		.name = "referee-bot", .argv = argv, .resources = sandbox_limits_usual};
	const struct arbiter_config config = {.rules = rules_find("connect4"),
		.players = 2,
		.terms.limits = {.movetime = 10 * SECOND, .margin = SECOND},
		.terms.sandbox = f->level,
		.terms.resources = sandbox_limits_usual,
		.bots = &bot,
		.bots_count = 1};
	static struct question games[DOCTOR_GAMES];
	for (int i = 0; i < DOCTOR_GAMES; i++)
		games[i] = (struct question){
			.fen = "", .moves = "", .seat = i % 2 + 1, .seed = (uint64_t)i + 1};
	const struct bot_check_options options = {.games = games,
		.games_count = DOCTOR_GAMES,
		.seed = 1,
		.no_stop = true,
		.speed = &f->move};
	signal(SIGPIPE, SIG_IGN);
	process_pin(0);
	sandbox_prepare();
	if (bot_check_run(&config, 0, &options, doctor_take_step, f) == BOT_CHECK_BROKEN &&
		f->move_why[0] == '\0')
		snprintf(f->move_why, sizeof f->move_why, "no process can be started");
}

void doctor_examine_speed(struct doctor_facts *f)
{
	struct error err = {""};
	f->speed = worker_bench_measure(&err);
	snprintf(f->speed_why, sizeof f->speed_why, "%s", err.text);
}

/* --- the disk -------------------------------------------------------------------------------- */

/* File systems whose data lie on another machine or in another program, or in memory. */
static const struct doctor_disk {
	uint32_t magic;
	const char *name;
	bool remote;
} doctor_disks[] = {
	{0x6969, "nfs", true},
	{0xff534d42, "cifs", true},
	{0xfe534d42, "smb2", true},
	{0x517b, "smb", true},
	{0x01021997, "9p", true},
	{0x00c36400, "ceph", true},
	{0x47504653, "gpfs", true},
	{0x0bd00bd0, "lustre", true},
	{0x5346414f, "afs", true},
	{0x65735546, "fuse", true},
	{0x01021994, "tmpfs", false},
	{0x858458f6, "ramfs", false},
	{0xef53, "ext4", false},
	{0x58465342, "xfs", false},
	{0x9123683e, "btrfs", false},
	{0x794c7630, "overlay", false},
	{0x2fc12fc1, "zfs", false},
};

static void doctor_name_disk(struct doctor_facts *f)
{
	struct statfs s;
	struct statvfs v;
	if (statfs(f->folder, &s) != 0)
		return;
	snprintf(f->disk_kind, sizeof f->disk_kind, "file system 0x%x", (unsigned)s.f_type);
	for (size_t i = 0; i < sizeof doctor_disks / sizeof *doctor_disks; i++)
		if (doctor_disks[i].magic == (uint32_t)s.f_type) {
			snprintf(f->disk_kind, sizeof f->disk_kind, "%s", doctor_disks[i].name);
			f->disk_remote = doctor_disks[i].remote;
		}
	if (statvfs(f->folder, &v) == 0)
		f->disk_free = (int64_t)(v.f_bavail * v.f_frsize);
}

static int doctor_compare(const void *a, const void *b)
{
	const usec x = *(const usec *)a, y = *(const usec *)b;
	return (x > y) - (x < y);
}

/* Commits one row after the other, as a tournament commits games. False: db_error_text() says why. */
static bool doctor_commit(struct db *db, struct doctor_facts *f)
{
	usec took[DOCTOR_COMMITS];
	const usec until = time_now() + DOCTOR_COMMITTING;
	int count = 0;
	while (count < DOCTOR_COMMITS && (count < 3 || time_now() < until)) {
		char name[32];
		struct db_bot bot = {.name = name, .command = "doctor", .digest = "00"};
		snprintf(name, sizeof name, "bot-%d", count);
		const usec from = time_now();
		if (db_begin(db) != DB_OK || db_bot_add(db, &bot) != DB_OK ||
			db_commit(db) != DB_OK)
			return false;
		took[count++] = time_now() - from;
	}
	qsort(took, (size_t)count, sizeof *took, doctor_compare);
	f->commits = count;
	f->commit = took[count / 2];
	return true;
}

/* Reads the database while it is open for writing, as the pages do. */
static bool doctor_reads(const char *path, struct doctor_facts *f)
{
	int status = -1;
	pid_t child = fork();
	if (child == 0) {
		struct db *db;
		bool good = db_open(&db, path, DB_READ) == DB_OK;
		if (!good)
			snprintf(f->disk_why, sizeof f->disk_why, "%s", db_error_text(db));
		_exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* Works in a folder of its own there, whose name begins with a point. */
void doctor_examine_disk(struct doctor_facts *f)
{
	char folder[DOCTOR_PATH], path[DOCTOR_PATH + 16];
	struct db *db = NULL;
	doctor_name_disk(f);
	snprintf(folder, sizeof folder, "%s/.referee-doctor-XXXXXX", f->folder);
	if (mkdtemp(folder) == NULL) {
		snprintf(f->disk_why, sizeof f->disk_why, "no folder can be made there: %s",
			strerror(errno));
		return;
	}
	snprintf(path, sizeof path, "%s/doctor.db", folder);
	if (db_open(&db, path, DB_WRITE) != DB_OK || !doctor_commit(db, f))
		snprintf(f->disk_why, sizeof f->disk_why, "%.*s", DOCTOR_TEXT - 1,
			db_error_text(db));
	else if (!doctor_reads(path, f))
		f->commits = 0;
	db_close(db);
	file_tree_remove(folder);
}

/* --- limits, memory, time, programs ---------------------------------------------------------- */

static int64_t doctor_limit(rlim_t limit)
{
	return limit == RLIM_INFINITY ? -1 : (int64_t)limit;
}

void doctor_examine_limits(struct doctor_facts *f)
{
	struct rlimit files = {0, 0}, processes = {0, 0};
	getrlimit(RLIMIT_NOFILE, &files);
	getrlimit(RLIMIT_NPROC, &processes);
	f->files_soft = doctor_limit(files.rlim_cur);
	f->files_hard = doctor_limit(files.rlim_max);
	f->processes = doctor_limit(processes.rlim_cur);
}

void doctor_examine_memory(struct doctor_facts *f)
{
	char line[128];
	long long kib;
	FILE *file = fopen("/proc/meminfo", "re");
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "MemTotal: %lld", &kib) == 1)
			f->memory = kib * 1024;
		else if (sscanf(line, "MemAvailable: %lld", &kib) == 1)
			f->memory_free = kib * 1024;
	}
	if (file != NULL)
		fclose(file);
}

void doctor_examine_time(struct doctor_facts *f)
{
	struct timex t = {.modes = 0};
	f->clock_known = adjtimex(&t) >= 0;
	f->synchronized = f->clock_known && (t.status & STA_UNSYNC) == 0;
}

void doctor_examine_programs(struct doctor_facts *f)
{
	char found[FIND_PROGRAM_PATH];
	for (int i = 0; doctor_programs[i].name != NULL; i++)
		f->programs[i] = find_program_program(doctor_programs[i].name, found);
}
