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
	BOX_PATIENCE = 250, /* milliseconds, ... */
	BOX_HURRY = 10,	    /* ... where many clocks run */
	BOX_TRIES = 10,
	BOX_SLOTS = 512,
	BOX_OWNERS = 0x40000000, /* the users of boxes: these, a process of ours, and a slot */
};

/* What a box of level full is apart from. */
static const uint64_t box_apart =
	CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

static int box_patience = BOX_PATIENCE;
static enum box_level box_level;
static uint64_t box_way;   /* CLONE_NEWUSER, or 0 */
static int box_error;	   /* why the last process with namespaces was not made; 0: it was */
static bool box_apart_too; /* namespaces for everything, not only for processes */
static bool box_slots[BOX_SLOTS];

/* As fork(); with flags, into new namespaces. */
static pid_t box_clone(uint64_t flags)
{
	struct clone_args args = {.flags = flags, .exit_signal = SIGCHLD};
	return (pid_t)syscall(SYS_clone3, &args, sizeof args);
}

/* Tries it in a child, which ends by a signal only when somebody outside kills it: then again. */
static int box_try_flags(uint64_t flags)
{
	const uid_t uid = geteuid();
	const gid_t gid = getegid();
	int status = -1;
	pid_t child = box_clone(flags);
	box_error = child < 0 ? errno : 0;
	if (child == 0) {
		bool good = (flags & CLONE_NEWUSER) == 0 || keeper_enter_user(uid, gid);
		good = good && ((flags & CLONE_NEWNS) == 0 || mounts_own() == 0);
		_exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* Can namespaces be made, and used? Some systems make them and let nobody do anything there. */
static bool box_may_make(uint64_t flags)
{
	int status = box_try_flags(flags);
	for (int again = 0; again < BOX_TRIES && status != -1 && WIFSIGNALED(status); again++)
		status = box_try_flags(flags);
	return status == 0;
}

enum box_level box_prepare(void)
{
	box_way = box_may_make(CLONE_NEWPID) ? 0 : CLONE_NEWUSER;
	box_level = box_may_make(box_way | CLONE_NEWPID) ? BOX_NAMESPACE : BOX_GROUP;
	box_apart_too = box_level == BOX_NAMESPACE && box_may_make(box_way | box_apart);
	cgroup_prepare();
	return box_level;
}

void box_hurry(void)
{
	box_patience = BOX_HURRY;
}

bool box_can(enum sandbox_level level, char *why, size_t room)
{
	static const char instead[] = "; sandbox = reduced does without";
	if (level == SANDBOX_NONE)
		return true;
	if (!calls_prepare())
		snprintf(why, room, "the filter of system calls cannot be made: %s",
			strerror(errno));
	else if (level == SANDBOX_FULL && !box_apart_too)
		snprintf(why, room, "this machine gives us no namespaces%s%s%s",
			box_error != 0 ? ": " : "", box_error != 0 ? strerror(box_error) : "",
			box_error == EAGAIN ? "; `ulimit -u` says how many processes may be"
					    : instead);
	else if (level == SANDBOX_FULL && box_way != 0 && geteuid() == 0)
		snprintf(why, room, "this root may not make namespaces, and no bot runs as root%s",
			instead);
	else if (level == SANDBOX_REDUCED && landlock_version() == 0)
		snprintf(why, room, "this kernel has no Landlock; sandbox = none does without");
	else
		return true;
	return false;
}

/* --- starting ------------------------------------------------------------------------------- */

struct box_planned {
	struct keeper keeper;
	struct view view;
	char found[BOX_PATH];
};

static void box_forget_plan(struct box *b)
{
	if (b->planned == NULL)
		return;
	view_clear(&b->planned->view);
	free(b->planned);
	b->planned = NULL;
}

/* Four pipes: the program's in, out and err, and the keeper's reports. */
enum { BOX_ENDS = 8 };

static void box_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static bool box_pipes(int pipes[BOX_ENDS])
{
	for (int i = 0; i < BOX_ENDS; i++)
		pipes[i] = -1;
	for (int i = 0; i < BOX_ENDS; i += 2)
		if (pipe2(pipes + i, O_CLOEXEC) != 0)
			return false;
	/* Ours never block; the bot's own ends do, as programs expect. */
	return fcntl(pipes[1], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(pipes[2], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(pipes[4], F_SETFL, O_NONBLOCK) == 0;
}

/* The program's pid as we see it: the keeper's only child so far. 0: this kernel does not say. */
static pid_t box_find_program(pid_t keeper, pid_t told)
{
	char path[64], text[64];
	if (box_level == BOX_GROUP)
		return told;
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)keeper, (int)keeper);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
	if (fd >= 0)
		close(fd);
	text[length > 0 ? length : 0] = '\0';
	return (pid_t)strtol(text, NULL, 10);
}

static ssize_t box_read_report(struct box *b, struct keeper_report *report)
{
	ssize_t count;
	do
		count = read(b->report, report, sizeof *report);
	while (count < 0 && errno == EINTR);
	return count;
}

/* Its own user may not start what we may? */
static bool box_forbids(const struct keeper *k)
{
	struct stat program;
	return k->rights.change && stat(k->program, &program) == 0 && S_ISREG(program.st_mode) &&
	       faccessat(AT_FDCWD, k->program, X_OK, AT_EACCESS) == 0;
}

/* Reads how the start went: exec decides it. */
static enum box_result box_take_start(struct box *b, char *why, size_t room)
{
	const struct keeper *k = &b->planned->keeper;
	struct keeper_report report;
	bool refused;
	if (box_read_report(b, &report) != sizeof report) {
		snprintf(why, room, "its box broke");
		return BOX_BROKEN;
	}
	if (report.failed == 0) {
		b->program = box_find_program(b->keeper, report.pid);
		return BOX_STARTED;
	}
	const char *layer = keeper_layer(report.layer, &refused);
	if (refused && report.pid > 0 && report.failed == EACCES && box_forbids(k)) {
		b->forbidden = true;
		snprintf(why, room,
			"\"%s\" cannot be started: at this level of the sandbox it runs as a user "
			"of its own, who may not read it",
			k->program);
		return BOX_REFUSED;
	}
	if (refused && report.pid > 0) {
		snprintf(why, room, "\"%s\" cannot be started: %s",
			strcmp(layer, "its folder") == 0 ? k->dir : k->program,
			strerror(report.failed));
		return BOX_REFUSED;
	}
	snprintf(why, room, "%s could not be made: %s%s%s", layer, report.place,
		report.place[0] != '\0' ? ": " : "", strerror(report.failed));
	return BOX_BROKEN;
}

/* One that no box of ours has; BOX_SLOTS: there is none. */
static int box_free_slot(void)
{
	int slot = 0;
	while (slot < BOX_SLOTS && box_slots[slot])
		slot++;
	return slot;
}

static void box_take_slot(struct box *b)
{
	int slot = box_free_slot();
	assert(slot < BOX_SLOTS);
	box_slots[slot] = true;
	b->slot = slot + 1;
}

/* A user that no other box has: of ours by the slot, of other referees by our process. */
static uid_t box_owner(const struct box *b)
{
	return BOX_OWNERS + (uid_t)getpid() * BOX_SLOTS + (uid_t)b->slot - 1;
}

/* Its memory is counted where it can be. */
static void box_take_group(struct box *b, struct keeper *k, int64_t memory)
{
	b->memory = memory;
	if (memory > 0)
		k->group = cgroup_make(b->slot, memory);
	b->counted = k->rights.counted = k->group >= 0;
}

/* The limits of a box that has none. */
static const struct allowance box_unlimited;

/* Fills in what the keeper is to do; false: the order cannot be met. */
static bool box_plan(struct box *b, const struct box_order *order, char *why, size_t room)
{
	struct keeper *k = &b->planned->keeper;
	struct view *view = &b->planned->view;
	const struct allowance *allowance =
		order->allowance == NULL ? &box_unlimited : order->allowance;
	k->order = order;
	k->kind = box_level;
	k->uid = geteuid();
	k->gid = getegid();
	k->rules = k->group = -1;
	k->new_user = box_level == BOX_NAMESPACE && box_way != 0;
	k->rights = (struct rights){.allowance = allowance,
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
	const struct view_order shown = {order->argv, order->dir, order->hidden, order->held};
	if (!(order->build ? view_make_build(view, order->argv[0], order->dir, why, room)
			   : view_make(view, &shown, why, room)))
		return false;
	k->program = view->program;
	k->view = view;
	k->dir = view->dir;
	k->environment = environment_make(view, allowance);
	box_take_slot(b);
	box_take_group(b, k, allowance->memory);
	if (k->uid == 0) {
		k->rights.owner = k->rights.group = box_owner(b);
		k->rights.change = true;
		/* Made here, where they are kept for the next start. */
		for (int i = 0; i < view->count && order->level == SANDBOX_FULL; i++)
			if (view->items[i].own)
				owners_map(view->items[i].uid, view->items[i].gid, k->rights.owner);
	}
	return true;
}

static pid_t box_clone_keeper(const struct box_order *order)
{
	uint64_t flags = order->level == SANDBOX_FULL ? box_apart : CLONE_NEWPID;
	return box_clone(box_level == BOX_NAMESPACE ? box_way | flags : 0);
}

/* Starts what is planned; the pipes are taken over or closed. */
static enum box_result box_launch(struct box *b, char *why, size_t room)
{
	struct keeper *k = &b->planned->keeper;
	int pipes[BOX_ENDS];
	bool piped = box_pipes(pipes);
	k->parent = piped ? (int)syscall(SYS_pidfd_open, getpid(), 0) : -1;
	if (k->parent >= 0) {
		k->in = pipes[0];
		k->out = pipes[3];
		k->err = pipes[5];
		k->report = pipes[7];
		b->keeper = box_clone_keeper(k->order);
		if (b->keeper == 0)
			keeper_run(k);
	}
	int failed = errno;
	box_close(&k->parent);
	b->in = pipes[1];
	b->out = pipes[2];
	b->err = pipes[4];
	b->report = pipes[6];
	box_close(&pipes[0]);
	box_close(&pipes[3]);
	box_close(&pipes[5]);
	box_close(&pipes[7]);
	if (b->keeper > 0)
		return BOX_STARTED;
	snprintf(why, room, "no process could be started: %s", strerror(failed));
	return BOX_BROKEN;
}

enum box_result box_begin(struct box *b, const struct box_order *order, char *why, size_t room)
{
	*b = (struct box){.in = -1, .out = -1, .err = -1, .report = -1};
	b->planned = memory_get(1, sizeof *b->planned);
	struct keeper *k = &b->planned->keeper;
	k->group = -1;
	enum box_result result = BOX_BROKEN;
	if (box_free_slot() == BOX_SLOTS)
		snprintf(why, room, "%d bots run in this process already", BOX_SLOTS);
	else if (snapshot_same(order->held, why, room) && box_can(order->level, why, room))
		result = box_plan(b, order, why, room) ? box_launch(b, why, room) : BOX_REFUSED;
	if (k->group >= 0)
		close(k->group);
	if (result != BOX_STARTED)
		box_kill(b);
	return result;
}

enum box_result box_begun(struct box *b, char *why, size_t room)
{
	enum box_result result = box_take_start(b, why, room);
	box_forget_plan(b);
	if (result != BOX_STARTED)
		box_kill(b);
	return result;
}

enum box_result box_start(struct box *b, const struct box_order *order, char *why, size_t room)
{
	enum box_result result = box_begin(b, order, why, room);
	return result == BOX_STARTED ? box_begun(b, why, room) : result;
}

/* --- ending --------------------------------------------------------------------------------- */

/* Without a namespace the keeper's end is not the end of the others. */
static void box_kill_group(const struct box *b)
{
	if (b->program > 0)
		kill(-b->program, SIGKILL);
	if (b->slot > 0 && geteuid() == 0)
		sweep_owner(box_owner(b));
	else
		sweep_children(b->keeper);
}

void box_kill(struct box *b)
{
	if (b->keeper > 0 && box_level == BOX_GROUP)
		box_kill_group(b);
	if (b->keeper > 0) {
		kill(b->keeper, SIGKILL);
		while (waitpid(b->keeper, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (b->slot > 0) {
		cgroup_remove(b->slot);
		box_slots[b->slot - 1] = false;
	}
	box_forget_plan(b);
	b->program = b->keeper = b->slot = 0;
	box_close(&b->in);
	box_close(&b->out);
	box_close(&b->err);
	box_close(&b->report);
}

static bool box_signal(const struct box *b, int number)
{
	const union sigval value = {.sival_int = number};
	/* The program's own group at once: its keeper, who reaches all others in the box, may have
	 * to wait for a processor that they use. */
	bool group = b->program > 0 && kill(-b->program, number) == 0;
	bool passed = b->keeper > 0 && box_level == BOX_NAMESPACE &&
		      sigqueue(b->keeper, KEEPER_PASS_ON, value) == 0;
	return passed || group;
}

bool box_freeze(struct box *b)
{
	return box_signal(b, SIGSTOP);
}

void box_thaw(struct box *b)
{
	box_signal(b, SIGCONT);
}

bool box_lost(const struct box *b)
{
	struct pollfd told = {.fd = b->report, .events = POLLIN};
	siginfo_t end = {.si_code = 0};
	if (box_level != BOX_NAMESPACE || b->keeper <= 0 || b->ended || poll(&told, 1, 0) <= 0 ||
		(told.revents & POLLIN) != 0)
		return false;
	/* What a program in there can do to its keeper, by reboot(2), shows as another signal. */
	return waitid(P_PID, (id_t)b->keeper, &end, WEXITED | WNOWAIT) == 0 &&
	       end.si_code == CLD_KILLED && end.si_status == SIGKILL;
}

bool box_ended(struct box *b, int *status)
{
	struct pollfd told = {.fd = b->report, .events = POLLIN};
	struct keeper_report report;
	/* Its pipes close a moment before the keeper can say why. */
	if (b->keeper > 0 && !b->ended && poll(&told, 1, box_patience) > 0 &&
		box_read_report(b, &report) == sizeof report) {
		b->ended = true;
		b->status = report.status;
		b->watched = report.watched;
		b->taken = report.taken;
	}
	*status = b->status;
	return b->ended;
}

bool box_starved(const struct box *b)
{
	if (b->slot == 0 || b->memory == 0)
		return false;
	if (b->counted)
		return cgroup_kills(b->slot) > 0;
	/* Refused more memory (RLIMIT_DATA) a program ends by itself, having had nearly all. */
	return b->watched || (b->ended && b->taken > b->memory / 10 * 9);
}
