/*
 * sandbox.c - starting a program in a box, and ending the box.
 *
 * A box is a keeper of ours, and the program as its child. With namespaces the arbiter makes a new
 * process namespace for its next child, the keeper, which so is the first process there: when it
 * ends, for whatever reason, the kernel kills all the others and waits for them. It ends when its
 * program has, when the arbiter kills it, and when the arbiter dies. The program is not the
 * namespace's first process, so signals do to it what they do everywhere.
 *
 * Root makes namespaces as it likes, and gives each box a user of its own; anybody else makes a
 * user namespace with each box, in which they are allowed to.
 */
#include "referee/sandbox/sandbox.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/base/memory.h"
#include "referee/sandbox/sandbox-init.h"
#include "referee/sandbox/kill-group.h"
#include "referee/sandbox/seccomp.h"
#include "referee/sandbox/cgroup.h"
#include "referee/sandbox/environment.h"
#include "referee/sandbox/landlock.h"
#include "referee/sandbox/mounts.h"
#include "referee/sandbox/id-map.h"

enum {
	SANDBOX_PATIENCE = 250, /* milliseconds, ... */
	SANDBOX_HURRY = 10,	/* ... where many clocks run */
	SANDBOX_TRIES = 10,
	SANDBOX_SLOTS = 512,
	SANDBOX_OWNERS = 0x40000000, /* the users of boxes: these, a process of ours, and a slot */
};

/* What a box of level full is apart from. */
static const uint64_t sandbox_apart =
	CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

static int sandbox_patience = SANDBOX_PATIENCE;
static enum sandbox_isolation sandbox_isolation;
static uint64_t sandbox_way;   /* CLONE_NEWUSER, or 0 */
static int sandbox_error;      /* why the last process with namespaces was not made; 0: it was */
static bool sandbox_apart_too; /* namespaces for everything, not only for processes */
static bool sandbox_slots[SANDBOX_SLOTS];

/* As fork(); with flags, into new namespaces. */
static pid_t sandbox_clone(uint64_t flags)
{
	struct clone_args args = {.flags = flags, .exit_signal = SIGCHLD};
	return (pid_t)syscall(SYS_clone3, &args, sizeof args);
}

/* Tries it in a child, which ends by a signal only when somebody outside kills it: then again. */
static int sandbox_try_flags(uint64_t flags)
{
	const uid_t uid = geteuid();
	const gid_t gid = getegid();
	int status = -1;
	pid_t child = sandbox_clone(flags);
	sandbox_error = child < 0 ? errno : 0;
	if (child == 0) {
		bool good = (flags & CLONE_NEWUSER) == 0 || sandbox_init_enter_user(uid, gid);
		good = good && ((flags & CLONE_NEWNS) == 0 || mounts_own() == 0);
		_exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* Can namespaces be made, and used? Some systems make them and let nobody do anything there. */
static bool sandbox_may_make(uint64_t flags)
{
	int status = sandbox_try_flags(flags);
	for (int again = 0; again < SANDBOX_TRIES && status != -1 && WIFSIGNALED(status); again++)
		status = sandbox_try_flags(flags);
	return status == 0;
}

enum sandbox_isolation sandbox_prepare(void)
{
	sandbox_way = sandbox_may_make(CLONE_NEWPID) ? 0 : CLONE_NEWUSER;
	sandbox_isolation =
		sandbox_may_make(sandbox_way | CLONE_NEWPID) ? SANDBOX_NAMESPACE : SANDBOX_GROUP;
	sandbox_apart_too = sandbox_isolation == SANDBOX_NAMESPACE &&
			    sandbox_may_make(sandbox_way | sandbox_apart);
	cgroup_prepare();
	return sandbox_isolation;
}

void sandbox_hurry(void)
{
	sandbox_patience = SANDBOX_HURRY;
}

bool sandbox_can(enum sandbox_level level, char *why, size_t room)
{
	static const char instead[] = "; sandbox = reduced does without";
	if (level == SANDBOX_NONE)
		return true;
	if (!seccomp_prepare())
		snprintf(why, room, "the filter of system calls cannot be made: %s",
			strerror(errno));
	else if (level == SANDBOX_FULL && !sandbox_apart_too)
		snprintf(why, room, "this machine gives us no namespaces%s%s%s",
			sandbox_error != 0 ? ": " : "",
			sandbox_error != 0 ? strerror(sandbox_error) : "",
			sandbox_error == EAGAIN ? "; `ulimit -u` says how many processes may be"
						: instead);
	else if (level == SANDBOX_FULL && sandbox_way != 0 && geteuid() == 0)
		snprintf(why, room, "this root may not make namespaces, and no bot runs as root%s",
			instead);
	else if (level == SANDBOX_REDUCED && landlock_version() == 0)
		snprintf(why, room, "this kernel has no Landlock; sandbox = none does without");
	else
		return true;
	return false;
}

/* --- starting ------------------------------------------------------------------------------- */

struct sandbox_planned {
	struct sandbox_init keeper;
	struct fs_view view;
	char found[SANDBOX_PATH];
};

static void sandbox_forget_plan(struct sandbox *b)
{
	if (b->planned == NULL)
		return;
	fs_view_clear(&b->planned->view);
	free(b->planned);
	b->planned = NULL;
}

/* Four pipes: the program's in, out and err, and the keeper's reports. */
enum { SANDBOX_ENDS = 8 };

static void sandbox_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static bool sandbox_pipes(int pipes[SANDBOX_ENDS])
{
	for (int i = 0; i < SANDBOX_ENDS; i++)
		pipes[i] = -1;
	for (int i = 0; i < SANDBOX_ENDS; i += 2)
		if (pipe2(pipes + i, O_CLOEXEC) != 0)
			return false;
	/* Ours never block; the bot's own ends do, as programs expect. */
	return fcntl(pipes[1], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(pipes[2], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(pipes[4], F_SETFL, O_NONBLOCK) == 0;
}

/* The program's pid as we see it: the keeper's only child so far. 0: this kernel does not say. */
static pid_t sandbox_find_program(pid_t keeper, pid_t told)
{
	char path[64], text[64];
	if (sandbox_isolation == SANDBOX_GROUP)
		return told;
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)keeper, (int)keeper);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	text[length > 0 ? length : 0] = '\0';
	return (pid_t)strtol(text, NULL, 10);
}

static ssize_t sandbox_read_report(struct sandbox *b, struct sandbox_init_report *report)
{
	ssize_t count;
	do
		count = read(b->report, report, sizeof *report);
	while (count < 0 && errno == EINTR);
	return count;
}

/* Its own user may not start what we may? */
static bool sandbox_forbids(const struct sandbox_init *k)
{
	struct stat program;
	return k->rights.change && stat(k->program, &program) == 0 && S_ISREG(program.st_mode) &&
	       faccessat(AT_FDCWD, k->program, X_OK, AT_EACCESS) == 0;
}

/* Reads how the start went: exec decides it. */
static enum sandbox_result sandbox_take_start(struct sandbox *b, char *why, size_t room)
{
	const struct sandbox_init *k = &b->planned->keeper;
	struct sandbox_init_report report;
	bool refused;
	if (sandbox_read_report(b, &report) != sizeof report) {
		snprintf(why, room, "its box broke");
		return SANDBOX_BROKEN;
	}
	if (report.failed == 0) {
		b->program = sandbox_find_program(b->keeper, report.pid);
		return SANDBOX_STARTED;
	}
	const char *layer = sandbox_init_layer(report.layer, &refused);
	if (refused && report.pid > 0 && report.failed == EACCES && sandbox_forbids(k)) {
		b->forbidden = true;
		snprintf(why, room,
			"\"%s\" cannot be started: at this level of the sandbox it runs as a user of its own, who may not read it",
			k->program);
		return SANDBOX_REFUSED;
	}
	if (refused && report.pid > 0) {
		snprintf(why, room, "\"%s\" cannot be started: %s",
			strcmp(layer, "its folder") == 0 ? k->dir : k->program,
			strerror(report.failed));
		return SANDBOX_REFUSED;
	}
	snprintf(why, room, "%s could not be made: %s%s%s", layer, report.place,
		report.place[0] != '\0' ? ": " : "", strerror(report.failed));
	return SANDBOX_BROKEN;
}

/* One that no box of ours has; SANDBOX_SLOTS: there is none. */
static int sandbox_free_slot(void)
{
	int slot = 0;
	while (slot < SANDBOX_SLOTS && sandbox_slots[slot])
		slot++;
	return slot;
}

static void sandbox_take_slot(struct sandbox *b)
{
	int slot = sandbox_free_slot();
	assert(slot < SANDBOX_SLOTS);
	sandbox_slots[slot] = true;
	b->slot = slot + 1;
}

/* A user that no other box has: of ours by the slot, of other referees by our process. */
static uid_t sandbox_owner(const struct sandbox *b)
{
	return SANDBOX_OWNERS + (uid_t)getpid() * SANDBOX_SLOTS + (uid_t)b->slot - 1;
}

/* Its memory is counted where it can be. */
static void sandbox_take_group(struct sandbox *b, struct sandbox_init *k, int64_t memory)
{
	b->memory = memory;
	if (memory > 0)
		k->group = cgroup_make(b->slot, memory);
	b->counted = k->rights.counted = k->group >= 0;
}

/* The limits of a box that has none. */
static const struct sandbox_limits sandbox_unlimited;

/* Fills in what the keeper is to do; false: the order cannot be met. */
static bool sandbox_plan(
	struct sandbox *b, const struct sandbox_order *order, char *why, size_t room)
{
	struct sandbox_init *k = &b->planned->keeper;
	struct fs_view *view = &b->planned->view;
	const struct sandbox_limits *allowance =
		order->allowance == NULL ? &sandbox_unlimited : order->allowance;
	k->order = order;
	k->kind = sandbox_isolation;
	k->uid = geteuid();
	k->gid = getegid();
	k->rules = k->group = -1;
	k->new_user = sandbox_isolation == SANDBOX_NAMESPACE && sandbox_way != 0;
	k->rights = (struct privileges){.allowance = allowance,
		.owner = k->uid,
		.group = k->gid,
		.alone = k->new_user || k->uid == 0,
		.keepers = k->new_user};
	if (order->level == SANDBOX_NONE) {
		k->program = b->planned->found;
		k->dir = order->dir;
		k->environment = environment_make(NULL, allowance);
		if (snapshot_find_program(order->held, order->argv[0], b->planned->found))
			return true;
		snprintf(why, room, "there is no program \"%s\" beside the referee or in PATH",
			order->argv[0]);
		return false;
	}
	const struct fs_view_order shown = {order->argv, order->dir, order->hidden, order->held};
	if (!(order->build ? fs_view_make_build(view, order->argv[0], order->dir, why, room)
			   : fs_view_make(view, &shown, why, room)))
		return false;
	k->program = view->program;
	k->view = view;
	k->dir = view->dir;
	k->environment = environment_make(view, allowance);
	sandbox_take_slot(b);
	sandbox_take_group(b, k, allowance->memory);
	if (k->uid == 0) {
		k->rights.owner = k->rights.group = sandbox_owner(b);
		k->rights.change = true;
		/* Made here, where they are kept for the next start. */
		for (int i = 0; i < view->count && order->level == SANDBOX_FULL; i++)
			if (view->items[i].own)
				id_map_map(view->items[i].uid, view->items[i].gid, k->rights.owner);
	}
	return true;
}

static pid_t sandbox_clone_keeper(const struct sandbox_order *order)
{
	uint64_t flags = order->level == SANDBOX_FULL ? sandbox_apart : CLONE_NEWPID;
	return sandbox_clone(sandbox_isolation == SANDBOX_NAMESPACE ? sandbox_way | flags : 0);
}

/* Starts what is planned; the pipes are taken over or closed. */
static enum sandbox_result sandbox_launch(struct sandbox *b, char *why, size_t room)
{
	struct sandbox_init *k = &b->planned->keeper;
	int pipes[SANDBOX_ENDS];
	bool piped = sandbox_pipes(pipes);
	k->parent = piped ? (int)syscall(SYS_pidfd_open, getpid(), 0) : -1;
	if (k->parent >= 0) {
		k->in = pipes[0];
		k->out = pipes[3];
		k->err = pipes[5];
		k->report = pipes[7];
		b->keeper = sandbox_clone_keeper(k->order);
		if (b->keeper == 0)
			sandbox_init_run(k);
	}
	int failed = errno;
	sandbox_close(&k->parent);
	b->in = pipes[1];
	b->out = pipes[2];
	b->err = pipes[4];
	b->report = pipes[6];
	sandbox_close(&pipes[0]);
	sandbox_close(&pipes[3]);
	sandbox_close(&pipes[5]);
	sandbox_close(&pipes[7]);
	if (b->keeper > 0)
		return SANDBOX_STARTED;
	snprintf(why, room, "no process could be started: %s", strerror(failed));
	return SANDBOX_BROKEN;
}

enum sandbox_result sandbox_begin(
	struct sandbox *b, const struct sandbox_order *order, char *why, size_t room)
{
	*b = (struct sandbox){.in = -1, .out = -1, .err = -1, .report = -1};
	b->planned = memory_get(1, sizeof *b->planned);
	struct sandbox_init *k = &b->planned->keeper;
	k->group = -1;
	enum sandbox_result result = SANDBOX_BROKEN;
	if (sandbox_free_slot() == SANDBOX_SLOTS)
		snprintf(why, room, "%d bots run in this process already", SANDBOX_SLOTS);
	else if (snapshot_same(order->held, why, room) && sandbox_can(order->level, why, room))
		result = sandbox_plan(b, order, why, room) ? sandbox_launch(b, why, room)
							   : SANDBOX_REFUSED;
	if (k->group >= 0)
		close(k->group);
	if (result != SANDBOX_STARTED)
		sandbox_kill(b);
	return result;
}

enum sandbox_result sandbox_begun(struct sandbox *b, char *why, size_t room)
{
	enum sandbox_result result = sandbox_take_start(b, why, room);
	sandbox_forget_plan(b);
	if (result != SANDBOX_STARTED)
		sandbox_kill(b);
	return result;
}

enum sandbox_result sandbox_start(
	struct sandbox *b, const struct sandbox_order *order, char *why, size_t room)
{
	enum sandbox_result result = sandbox_begin(b, order, why, room);
	return result == SANDBOX_STARTED ? sandbox_begun(b, why, room) : result;
}

/* --- ending --------------------------------------------------------------------------------- */

/* Without a namespace the keeper's end is not the end of the others. */
static void sandbox_kill_group(const struct sandbox *b)
{
	if (b->program > 0)
		kill(-b->program, SIGKILL);
	if (b->slot > 0 && geteuid() == 0)
		kill_group_owner(sandbox_owner(b));
	else
		kill_group_children(b->keeper);
}

void sandbox_kill(struct sandbox *b)
{
	if (b->keeper > 0 && sandbox_isolation == SANDBOX_GROUP)
		sandbox_kill_group(b);
	if (b->keeper > 0) {
		kill(b->keeper, SIGKILL);
		while (waitpid(b->keeper, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (b->slot > 0) {
		cgroup_remove(b->slot);
		sandbox_slots[b->slot - 1] = false;
	}
	sandbox_forget_plan(b);
	b->program = b->keeper = b->slot = 0;
	sandbox_close(&b->in);
	sandbox_close(&b->out);
	sandbox_close(&b->err);
	sandbox_close(&b->report);
}

static bool sandbox_signal(const struct sandbox *b, int number)
{
	const union sigval value = {.sival_int = number};
	/* The program's own group at once: its keeper, who reaches all others in the box, may have
	 * to wait for a processor that they use. */
	bool group = b->program > 0 && kill(-b->program, number) == 0;
	bool passed = b->keeper > 0 && sandbox_isolation == SANDBOX_NAMESPACE &&
		      sigqueue(b->keeper, SANDBOX_INIT_PASS_ON, value) == 0;
	return passed || group;
}

bool sandbox_freeze(struct sandbox *b)
{
	return sandbox_signal(b, SIGSTOP);
}

void sandbox_thaw(struct sandbox *b)
{
	sandbox_signal(b, SIGCONT);
}

bool sandbox_lost(const struct sandbox *b)
{
	struct pollfd told = {.fd = b->report, .events = POLLIN};
	siginfo_t end = {.si_code = 0};
	if (sandbox_isolation != SANDBOX_NAMESPACE || b->keeper <= 0 || b->ended ||
		poll(&told, 1, 0) <= 0 || (told.revents & POLLIN) != 0)
		return false;
	/* What a program in there can do to its keeper, by reboot(2), shows as another signal. */
	return waitid(P_PID, (id_t)b->keeper, &end, WEXITED | WNOWAIT) == 0 &&
	       end.si_code == CLD_KILLED && end.si_status == SIGKILL;
}

bool sandbox_ended(struct sandbox *b, int *status)
{
	struct pollfd told = {.fd = b->report, .events = POLLIN};
	struct sandbox_init_report report;
	/* Its pipes close a moment before the keeper can say why. */
	if (b->keeper > 0 && !b->ended && poll(&told, 1, sandbox_patience) > 0 &&
		sandbox_read_report(b, &report) == sizeof report) {
		b->ended = true;
		b->status = report.status;
		b->watched = report.watched;
		b->taken = report.taken;
	}
	*status = b->status;
	return b->ended;
}

bool sandbox_starved(const struct sandbox *b)
{
	if (b->slot == 0 || b->memory == 0)
		return false;
	if (b->counted)
		return cgroup_kills(b->slot) > 0;
	/* Refused more memory (RLIMIT_DATA) a program ends by itself, having had nearly all. */
	return b->watched || (b->ended && b->taken > b->memory / 10 * 9);
}
