/*
 * doctor-rows.c - judges the facts of each examination, and says what would mend a problem.
 */
#include "referee/check/doctor-rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "base/quantity.h"
#include "referee/sandbox/cgroup.h"

#define DOCTOR_SLOW_MOVE   MILLISECOND
#define DOCTOR_SLOW_COMMIT (50 * MILLISECOND)
#define DOCTOR_LITTLE_DISK (INT64_C(256) << 20)
#define DOCTOR_BOT_MEMORY  (INT64_C(256) << 20)

enum { DOCTOR_FILES = 4096, DOCTOR_PROCESSES = 1024, DOCTOR_RESOLUTION = 1000 /* ns */ };

const char *const doctor_state_names[DOCTOR_STATES] = {
	[DOCTOR_OK] = "ok", [DOCTOR_WARN] = "warn", [DOCTOR_MISSING] = "missing"};

/* --- writing a finding ----------------------------------------------------------------------- */

/* Adds to a text as far as there is room. */
static __attribute__((format(printf, 2, 3))) void doctor_add(
	char text[DOCTOR_FINDING], const char *format, ...)
{
	const size_t used = strlen(text);
	va_list words;
	va_start(words, format);
	vsnprintf(text + used, DOCTOR_FINDING - used, format, words);
	va_end(words);
}

#define doctor_say(finding, ...)    doctor_add((finding)->text, __VA_ARGS__)
#define doctor_advise(finding, ...) doctor_add((finding)->remedy, __VA_ARGS__)

static void doctor_warn(struct doctor_finding *finding)
{
	if (finding->state < DOCTOR_WARN)
		finding->state = DOCTOR_WARN;
}

/* A problem for this level and those above. */
static void doctor_lack(
	const struct doctor_facts *f, enum sandbox_level since, struct doctor_finding *finding)
{
	if (f->level >= since)
		finding->state = DOCTOR_MISSING;
	else
		doctor_warn(finding);
}

/* --- the kernel ------------------------------------------------------------------------------ */

static void doctor_judge_kernel(const struct doctor_facts *f, struct doctor_finding *finding)
{
	int major = 0, minor = 0;
	doctor_say(finding, "%s %s, %s", f->system, f->release, f->machine);
	if (sscanf(f->release, "%d.%d", &major, &minor) == 2 &&
		(major < 5 || (major == 5 && minor < 13))) {
		doctor_lack(f, SANDBOX_REDUCED, finding);
		doctor_say(finding, ": older than 5.13, which has all that the sandbox needs");
		doctor_advise(finding, "install a kernel of 5.13 or later, as Debian 12 has");
	}
}

static void doctor_judge_filter(const struct doctor_facts *f, struct doctor_finding *finding)
{
	if (f->seccomp && f->no_new_privs) {
		doctor_say(finding, "seccomp and no_new_privs work");
		return;
	}
	doctor_lack(f, SANDBOX_REDUCED, finding);
	doctor_say(finding, "this kernel has no %s", f->no_new_privs ? "seccomp" : "no_new_privs");
	doctor_advise(finding,
		"use a kernel with CONFIG_SECCOMP_FILTER, as every one of Debian; gVisor and WSL 1 have none");
}

static void doctor_judge_landlock(const struct doctor_facts *f, struct doctor_finding *finding)
{
	if (f->landlock > 0) {
		doctor_say(finding, "version %d", f->landlock);
		return;
	}
	/* At level full the view of the files does its work. */
	doctor_warn(finding);
	if (f->level == SANDBOX_REDUCED)
		finding->state = DOCTOR_MISSING;
	doctor_say(finding, "none: %s",
		f->landlock_error == EOPNOTSUPP ? "it was turned off when the machine started"
						: "this kernel has none");
	if (f->landlock_error == EOPNOTSUPP)
		doctor_advise(finding,
			"add `lsm=landlock,lockdown,yama,integrity,apparmor` to GRUB_CMDLINE_LINUX in /etc/default/grub, run `sudo update-grub`, restart");
	else
		doctor_advise(finding,
			"use a kernel of 5.13 or later with CONFIG_SECURITY_LANDLOCK, as Debian 12 has");
}

/* --- namespaces ------------------------------------------------------------------------------ */

/* Judges the steps from first to last. */
static void doctor_judge_steps(const struct namespaces *n, enum namespaces_step first,
	enum namespaces_step last, const struct doctor_facts *f, struct doctor_finding *finding)
{
	struct namespaces_cause cause;
	enum namespaces_step earlier = namespaces_first_failed(n, NAMESPACES_USER);
	enum namespaces_step step = namespaces_first_failed(n, first);
	if (step <= last) {
		doctor_lack(f, SANDBOX_FULL, finding);
		namespaces_cause(n, step, &cause);
		doctor_say(finding, "%s", cause.reason);
		doctor_advise(finding, "%s", cause.remedy);
	} else if (earlier < first && n->failed[last] < 0) {
		doctor_warn(finding);
		doctor_say(finding, "not tried without %s", namespaces_step_names[earlier]);
		doctor_advise(finding, "mend the row above first");
	}
}

static void doctor_judge_user(const struct doctor_facts *f, struct doctor_finding *finding)
{
	const struct namespaces *n = &f->namespaces;
	doctor_judge_steps(n, NAMESPACES_USER, NAMESPACES_USER, f, finding);
	if (finding->state == DOCTOR_OK && !n->needs_user)
		doctor_say(finding, "not needed: the referee has CAP_SYS_ADMIN");
	else if (finding->state == DOCTOR_OK)
		doctor_say(finding, "allowed");
	for (int i = NAMESPACES_UNPRIVILEGED; i <= NAMESPACES_USER_MAX; i++)
		if (n->settings[i] >= 0)
			doctor_say(finding, "; %s = %" PRId64, namespaces_setting_names[i],
				n->settings[i]);
}

static void doctor_judge_namespaces(const struct doctor_facts *f, struct doctor_finding *finding)
{
	doctor_judge_steps(&f->namespaces, NAMESPACES_PID, NAMESPACES_CGROUP, f, finding);
	if (finding->state == DOCTOR_OK)
		doctor_say(finding,
			"processes, mounts, network, IPC, host name and control groups of its own");
}

static void doctor_judge_owner(const struct doctor_facts *f, struct doctor_finding *finding)
{
	doctor_judge_steps(&f->namespaces, NAMESPACES_MAP, NAMESPACES_OWNER, f, finding);
	if (finding->state == DOCTOR_OK)
		doctor_say(finding, "%s",
			f->namespaces.root ? "each bot gets a user of its own, never root"
					   : "bots run as this user, in no group of root");
}

static void doctor_judge_mounts(const struct doctor_facts *f, struct doctor_finding *finding)
{
	doctor_judge_steps(&f->namespaces, NAMESPACES_PRIVATE, NAMESPACES_ROOT, f, finding);
	if (finding->state == DOCTOR_OK)
		doctor_say(finding, "a root, a /proc and a scratch folder of its own");
}

/* --- the self-test --------------------------------------------------------------------------- */

/* Adds the names of the ways that are open. all: also those that the level allows. */
static void doctor_list_open(const struct sandbox_selftest *t, bool all, char *text)
{
	const char *before = ": ";
	for (int i = 0; i < t->count; i++)
		if (t->open[i] && (all || t->level >= escape_tests[i].since)) {
			doctor_add(text, "%s%s (%s)", before, escape_tests[i].name,
				escape_tests[i].tries);
			before = ", ";
		}
}

/* Adds the sentence about a level whose self-test holds. */
static void doctor_add_held(const struct sandbox_selftest *t, struct doctor_finding *finding)
{
	doctor_say(finding, "%s holds: %d ways out were tried, ", sandbox_level_names[t->level],
		t->count);
	if (t->opened == 0) {
		doctor_say(finding, "none is open");
		return;
	}
	doctor_say(finding, "%d %s open, as this level allows", t->opened,
		plural(t->opened, "is", "are"));
	doctor_list_open(t, true, finding->text);
}

static void doctor_judge_sandbox(const struct doctor_facts *f, struct doctor_finding *finding)
{
	const enum namespaces_step step = namespaces_first_failed(&f->namespaces, NAMESPACES_USER);
	struct namespaces_cause cause;
	if (f->level == SANDBOX_NONE) {
		doctor_say(finding, "none: nothing confines bots");
		return;
	}
	for (int level = (int)f->level; level > SANDBOX_NONE; level--) {
		const struct doctor_selftest *t = &f->selftest[level];
		if (!t->tried)
			break;
		if (finding->text[0] != '\0')
			doctor_say(finding, "; ");
		if (t->ran && t->result.failed == 0) {
			doctor_add_held(&t->result, finding);
			break;
		}
		finding->state = DOCTOR_MISSING;
		if (t->ran) {
			doctor_say(finding, "%s does not hold: %d of %d ways out %s open",
				sandbox_level_names[level], t->result.failed, t->result.count,
				plural(t->result.failed, "is", "are"));
			doctor_list_open(&t->result, false, finding->text);
		} else if (level == SANDBOX_FULL && step < NAMESPACES_STEPS) {
			namespaces_cause(&f->namespaces, step, &cause);
			doctor_say(finding, "full does not work: %s", cause.reason);
		} else {
			doctor_say(finding, "%s does not work: %s", sandbox_level_names[level],
				t->why);
		}
	}
	if (finding->state == DOCTOR_OK && finding->text[0] != '\0')
		return;
	finding->state = DOCTOR_MISSING;
	if (step < NAMESPACES_STEPS)
		doctor_advise(finding, "mend the rows above");
	else
		doctor_advise(finding,
			"run `referee check --sandbox`, and look which layer lets these through");
	const struct doctor_selftest *reduced = &f->selftest[SANDBOX_REDUCED];
	if (f->level == SANDBOX_FULL && reduced->ran && reduced->result.failed == 0)
		doctor_advise(finding,
			", or play with `sandbox = reduced`, where the ways listed here stay open");
}

/* --- control groups -------------------------------------------------------------------------- */

static void doctor_judge_groups(const struct doctor_facts *f, struct doctor_finding *finding)
{
	if (f->cgroup > 0) {
		doctor_say(finding, "version %d below %s: the kernel counts the memory of a bot",
			f->cgroup, f->cgroup_folder);
		if (f->controllers[0] != '\0')
			doctor_say(finding, "; delegated there: %s", f->controllers);
		return;
	}
	doctor_warn(finding);
	doctor_say(finding, "none can be made, so " CGROUP_NONE);
	if (f->cgroup_mounted == 0)
		doctor_advise(
			finding, "mount them: `sudo mount -t cgroup2 cgroup2 /sys/fs/cgroup`");
	else if (f->namespaces.container != NAMESPACES_NO_CONTAINER)
		doctor_advise(finding,
			"bound the memory of all bots: start the container with `--memory 4g`, see docs/container.md");
	else if (f->service)
		doctor_advise(finding,
			"set `Delegate=yes` in its unit; if it is set, /sys/fs/cgroup of this machine hands on no controller memory");
	else if (f->systemd && !f->namespaces.root)
		doctor_advise(finding,
			"start the referee with `systemd-run --user --scope -p Delegate=yes referee ...`");
	else if (f->systemd)
		doctor_advise(finding,
			"start the referee as referee.service, or with `systemd-run --scope -p Delegate=yes referee ...`");
	else
		doctor_advise(finding,
			"delegate the controller memory: `echo +memory >/sys/fs/cgroup/cgroup.subtree_control`, as root");
}

/* --- processors and clocks ------------------------------------------------------------------- */

static void doctor_judge_processors(const struct doctor_facts *f, struct doctor_finding *finding)
{
	doctor_say(finding, "%s on %s", counted(f->processors, "processor").text,
		counted(f->cores, "core").text);
	if (f->load >= 0)
		doctor_say(finding, "; load %.2f", f->load);
	if (f->quota > 0 && f->quota < f->processors * SECOND) {
		doctor_warn(finding);
		doctor_say(finding,
			"; a control group allows %.2f processors and stops all bots when that is used up",
			(double)f->quota / SECOND);
		doctor_advise(finding,
			"give whole processors instead of a share: `AllowedCPUs=0-3` in place of `CPUQuota=`, `--cpuset-cpus` in place of `--cpus`");
	} else if (f->load > f->processors) {
		doctor_warn(finding);
		doctor_say(finding, ": other programs use them");
		doctor_advise(finding, "end the other programs while games with clocks are played");
	} else if (f->processors > f->cores) {
		doctor_warn(finding);
		doctor_say(finding, ": two games on one core get unequal time");
		doctor_advise(
			finding, "play with `concurrency = %d` where clocks matter", f->cores);
	}
}

static void doctor_judge_clock(const struct doctor_facts *f, struct doctor_finding *finding)
{
	static const char *const slow[] = {
		"acpi_pm", "hpet", "jiffies", "refined-jiffies", "pit", NULL};
	bool bad = f->clock_resolution > DOCTOR_RESOLUTION;
	for (int i = 0; slow[i] != NULL; i++)
		bad |= strcmp(f->clock_source, slow[i]) == 0;
	doctor_say(finding, "%s, resolution %" PRId64 " ns",
		f->clock_source[0] != '\0' ? f->clock_source : "source unknown",
		f->clock_resolution);
	if (!bad)
		return;
	doctor_warn(finding);
	doctor_say(finding, ": a reading takes long, or is coarse");
	doctor_advise(finding,
		"run `echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource` if available_clocksource there lists tsc");
}

static void doctor_judge_processor_time(
	const struct doctor_facts *f, struct doctor_finding *finding)
{
	const char *before = "not readable: ";
	const struct {
		bool there;
		const char *name;
	} files[] = {{f->process_clock, "the processor clock of a process"},
		{f->run_queue_delay, "/proc/PID/schedstat"},
		{f->children_file, "/proc/PID/task/PID/children"}};
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (!files[i].there) {
			doctor_warn(finding);
			doctor_say(finding, "%s%s", before, files[i].name);
			before = ", ";
		}
	if (finding->state == DOCTOR_OK) {
		doctor_say(finding,
			"processor time, the wait for a processor and children can be read");
		return;
	}
	doctor_say(finding, "; bots are charged for time in which other programs ran");
	doctor_advise(finding,
		"use a kernel with CONFIG_SCHED_INFO and CONFIG_PROC_CHILDREN and leave /proc uncovered, or set `clock = wall`");
}

/* --- a house bot ----------------------------------------------------------------------------- */

static void doctor_judge_move(const struct doctor_facts *f, struct doctor_finding *finding)
{
	const struct bot_speed *s = &f->move;
	char least[32], mean[32], most[32];
	if (s->moves == 0) {
		doctor_warn(finding);
		doctor_say(finding, "no move was played: %s",
			f->move_why[0] != '\0' ? f->move_why : "the bot did not start");
		doctor_advise(finding, "mend the sandbox and the programs first");
		return;
	}
	time_format(s->least, least, sizeof least);
	time_format(s->total / s->moves, mean, sizeof mean);
	time_format(s->most, most, sizeof most);
	doctor_say(finding, "%d moves of a house bot: %s at least, %s on average, %s at most",
		s->moves, least, mean, most);
	if (s->total / s->moves <= DOCTOR_SLOW_MOVE)
		return;
	doctor_warn(finding);
	doctor_advise(finding,
		"end other programs; on a virtual machine ask for processors that no other machine shares");
}

static void doctor_judge_speed(const struct doctor_facts *f, struct doctor_finding *finding)
{
	if (f->speed > 0) {
		doctor_say(
			finding, "%.2f million positions per second", (double)f->speed / 1000000);
		return;
	}
	doctor_warn(finding);
	doctor_say(finding, "%s", f->speed_why);
	doctor_advise(finding, "install referee-bot of this version beside referee");
}

/* --- the disk -------------------------------------------------------------------------------- */

static void doctor_judge_disk(const struct doctor_facts *f, struct doctor_finding *finding)
{
	char took[32], size[QUANTITY_TEXT];
	quantity_write_size(f->disk_free >> 20 << 20, size);
	doctor_say(finding, "%s: %s, %s free", f->folder,
		f->disk_kind[0] != '\0' ? f->disk_kind : "unknown file system", size);
	if (f->commits == 0) {
		doctor_warn(finding);
		if (f->folder_given)
			finding->state = DOCTOR_MISSING;
		doctor_say(finding, "; no database can be kept there: %s", f->disk_why);
		doctor_advise(finding,
			"choose a folder on a local disk where this user may write, with --db FILE");
		return;
	}
	time_format(f->commit, took, sizeof took);
	doctor_say(finding,
		"; a commit takes %s, so %.0f per second, and games that end together share one",
		took, (double)SECOND / (double)(f->commit > 0 ? f->commit : 1));
	if (f->disk_remote) {
		doctor_warn(finding);
		doctor_advise(finding,
			"keep the database on a local disk: the locks of a network file system fail");
	} else if (strcmp(f->disk_kind, "tmpfs") == 0 || strcmp(f->disk_kind, "ramfs") == 0) {
		doctor_warn(finding);
		doctor_advise(finding,
			"keep the database on a disk: this folder is memory, and empty after a restart");
	} else if (f->disk_free < DOCTOR_LITTLE_DISK) {
		doctor_warn(finding);
		doctor_advise(finding, "make room: a tournament pauses when the disk is full");
	} else if (f->commit > DOCTOR_SLOW_COMMIT) {
		doctor_warn(finding);
		doctor_advise(finding, "keep the database on a faster disk, for example an SSD");
	}
}

/* --- limits, memory, time, programs ---------------------------------------------------------- */

static void doctor_add_limit(struct doctor_finding *finding, const char *name, int64_t limit)
{
	if (limit < 0)
		doctor_say(finding, "%s without limit", name);
	else
		doctor_say(finding, "%s %" PRId64, name, limit);
}

static void doctor_judge_limits(const struct doctor_facts *f, struct doctor_finding *finding)
{
	doctor_add_limit(finding, "open files", f->files_hard);
	doctor_add_limit(finding, "; processes", f->processes);
	if (f->files_hard >= 0 && f->files_hard < DOCTOR_FILES) {
		doctor_warn(finding);
		doctor_advise(finding,
			"raise the files: `LimitNOFILE=65536` in the unit, or `ulimit -Hn 65536` as root");
	}
	if (f->processes >= 0 && f->processes < DOCTOR_PROCESSES) {
		doctor_advise(finding,
			"%sraise the processes: `LimitNPROC=8192` in the unit, or `ulimit -u 8192`",
			finding->state == DOCTOR_OK ? "" : "; ");
		doctor_warn(finding);
	}
}

static void doctor_judge_memory(const struct doctor_facts *f, struct doctor_finding *finding)
{
	char all[QUANTITY_TEXT], spare[QUANTITY_TEXT];
	const int64_t games = f->processors > 0 ? f->processors : 1;
	quantity_write_size(f->memory >> 20 << 20, all);
	quantity_write_size(f->memory_free >> 20 << 20, spare);
	doctor_say(finding, "%s, %s available", all, spare);
	if (f->memory_free >= 2 * games * DOCTOR_BOT_MEMORY)
		return;
	doctor_warn(finding);
	doctor_say(finding, "; %" PRId64 " games of two bots with 256M each may need more", games);
	doctor_advise(finding, "set `memory = 128M`, or a lower concurrency");
}

static void doctor_judge_time(const struct doctor_facts *f, struct doctor_finding *finding)
{
	if (f->synchronized) {
		doctor_say(finding, "a time service keeps the date right");
		return;
	}
	doctor_warn(finding);
	doctor_say(finding,
		"no time service keeps the date right; games are not affected, times in records and certificates are");
	doctor_advise(finding, "run `sudo systemctl enable --now systemd-timesyncd`");
}

static void doctor_judge_programs(const struct doctor_facts *f, struct doctor_finding *finding)
{
	const struct doctor_program *p = doctor_programs;
	const char *before = "missing: ";
	bool ours = false;
	for (int i = 0; p[i].name != NULL; i++)
		if (!f->programs[i]) {
			doctor_warn(finding);
			doctor_say(finding, "%s%s (%s)", before, p[i].name, p[i].use);
			before = ", ";
			ours |= p[i].ours;
		}
	if (finding->state == DOCTOR_OK) {
		doctor_say(finding, "all are there");
		return;
	}
	if (ours)
		doctor_advise(finding, "install all programs of the referee in one folder");
	before = ours ? "; run `sudo apt-get install" : "run `sudo apt-get install";
	for (int i = 0; p[i].name != NULL; i++)
		if (!f->programs[i] && !p[i].ours) {
			doctor_advise(finding, "%s %s", before, p[i].need);
			before = "";
		}
	if (*before == '\0')
		doctor_advise(finding, "`");
}

/* --- the table ------------------------------------------------------------------------------- */

const struct doctor_row doctor_rows[] = {
	{"kernel", "the version of the kernel, by uname(2)", 2, doctor_examine_kernel,
		doctor_judge_kernel, SANDBOX_REDUCED},
	{"system-calls",
		"the system call filter (seccomp) and no_new_privs: a process applies both", 5,
		doctor_examine_filter, doctor_judge_filter, SANDBOX_REDUCED},
	{"landlock", "the version of Landlock, by landlock_create_ruleset(2)", 2,
		doctor_examine_landlock, doctor_judge_landlock, SANDBOX_REDUCED},
	{"user-namespaces", "user namespaces: one is made; their settings in /proc/sys", 10,
		doctor_examine_namespaces, doctor_judge_user, SANDBOX_FULL},
	{"namespaces", "the other namespaces: one of each kind is made", 10, NULL,
		doctor_judge_namespaces, SANDBOX_FULL},
	{"users", "the user of a bot: the namespace gets its map, root becomes another user", 10,
		NULL, doctor_judge_owner, SANDBOX_FULL},
	{"mounts", "the root of a bot: it is mounted and entered in new namespaces", 10, NULL,
		doctor_judge_mounts, SANDBOX_FULL},
	{"sandbox", "the level: a program in a sandbox tries each known way out of it", 60,
		doctor_examine_sandbox, doctor_judge_sandbox, SANDBOX_REDUCED},
	{"control-groups", "cgroups: one with a memory limit is made and removed", 5,
		doctor_examine_groups, doctor_judge_groups, SANDBOX_LEVELS},
	{"processors", "processors and cores that the referee may use, their load and share", 2,
		doctor_examine_processors, doctor_judge_processors, SANDBOX_LEVELS},
	{"clock", "source and resolution of the monotonic clock", 2, doctor_examine_clock,
		doctor_judge_clock, SANDBOX_LEVELS},
	{"processor-time", "the processor time of another process, as clock = fair reads it", 10,
		doctor_examine_processor_time, doctor_judge_processor_time, SANDBOX_LEVELS},
	{"move", "moves of a house bot in the sandbox, on one processor", 60, doctor_examine_move,
		doctor_judge_move, SANDBOX_LEVELS},
	{"speed", "a search of a house bot, as workers measure it", 30, doctor_examine_speed,
		doctor_judge_speed, SANDBOX_LEVELS},
	{"disk",
		"a database in the folder of --db: rows are committed, and read by another process",
		30, doctor_examine_disk, doctor_judge_disk, SANDBOX_LEVELS},
	{"limits", "limits of open files and processes", 2, doctor_examine_limits,
		doctor_judge_limits, SANDBOX_LEVELS},
	{"memory", "the memory for new programs, by /proc/meminfo", 2, doctor_examine_memory,
		doctor_judge_memory, SANDBOX_LEVELS},
	{"time", "is the date kept right, by adjtimex(2)", 2, doctor_examine_time,
		doctor_judge_time, SANDBOX_LEVELS},
	{"programs", "the programs that the referee and common bots start", 2,
		doctor_examine_programs, doctor_judge_programs, SANDBOX_LEVELS},
	{.name = NULL},
};

void doctor_judge(const struct doctor_row *row, const struct doctor_facts *f, bool ended,
	struct doctor_finding *finding)
{
	*finding = (struct doctor_finding){.state = DOCTOR_OK};
	if (ended) {
		row->judge(f, finding);
		return;
	}
	doctor_lack(f, row->since, finding);
	doctor_say(finding, "the examination did not end within %d s", row->seconds);
	doctor_advise(finding,
		"look at the log of the kernel (`sudo dmesg`) and at the disk, and repeat it when the machine is idle");
}
