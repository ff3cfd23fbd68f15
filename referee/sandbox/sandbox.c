/*
 * sandbox.c - starts a program in a sandbox, and ends the sandbox.
 *
 * A sandbox consists of sandbox-init and the program, which is its child. With namespaces the
 * arbiter creates a new PID namespace for its next child, sandbox-init, which so is the first
 * process there. When sandbox-init ends, for any reason, the kernel kills all other processes of
 * the namespace and waits for them.
 *
 * sandbox-init ends when its program has ended, when the arbiter kills it, and when the arbiter
 * dies. The program is not the first process of the namespace, so signals have their usual effect
 * on it.
 *
 * Root can create namespaces directly, and gives each sandbox a user of its own. Any other user
 * creates a user namespace with each sandbox, which allows the rest.
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
#include <sys/prctl.h>
#include <sys/queue.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/sandbox/sandbox-init.h"
#include "referee/sandbox/seccomp.h"
#include "referee/sandbox/cgroup.h"
#include "referee/sandbox/environment.h"
#include "referee/sandbox/landlock.h"
#include "referee/sandbox/mounts.h"
#include "referee/sandbox/namespaces.h"

enum {
	SANDBOX_PATIENCE = 250, /* milliseconds */
	SANDBOX_TRIES = 10,
	SANDBOX_TEXT = 1024, /* bytes of a path in a message */
	SANDBOX_LAST = 5000, /* milliseconds that a killed sandbox may delay the next one */
	SANDBOX_SLOTS = 512,
};

/* Namespaces of a sandbox at level full. */
static const uint64_t sandbox_apart =
	CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

static enum sandbox_isolation sandbox_isolation;
static uint64_t sandbox_way;   /* CLONE_NEWUSER, or 0 */
static int sandbox_error;      /* errno of the last failed clone with namespaces; 0: it succeeded */
static bool sandbox_apart_too; /* all namespaces, not only PID */
static bool sandbox_slots[SANDBOX_SLOTS];
static pid_t sandbox_process;	 /* process that called sandbox_prepare() */
static int sandbox_spawner = -1; /* socket to the spawner; -1: none */
static pid_t sandbox_spawner_pid;

/* As fork(). With flags the child is in new namespaces. */
static pid_t sandbox_clone(uint64_t flags)
{
	/* A child of the spawner becomes a child of the spawner's parent, which gets its end. */
	bool spawner = sandbox_process != 0 && getpid() != sandbox_process;
	return namespaces_clone(flags | (spawner ? CLONE_PARENT : 0), spawner ? 0 : SIGCHLD);
}

/* Tries this in a child. If an outside process killed the child by a signal, tries again. */
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

/* Can namespaces be created and used? Some systems create them but allow nothing in them. */
static bool sandbox_may_make(uint64_t flags)
{
	int status = sandbox_try_flags(flags);
	for (int again = 0; again < SANDBOX_TRIES && status != -1 && WIFSIGNALED(status); again++)
		status = sandbox_try_flags(flags);
	return status == 0;
}

enum sandbox_isolation sandbox_prepare(void)
{
	sandbox_process = getpid();
	mounts_forget_maps();
	sandbox_way = sandbox_may_make(CLONE_NEWPID) ? 0 : CLONE_NEWUSER;
	sandbox_isolation =
		sandbox_may_make(sandbox_way | CLONE_NEWPID) ? SANDBOX_NAMESPACE : SANDBOX_GROUP;
	sandbox_apart_too = sandbox_isolation == SANDBOX_NAMESPACE &&
			    sandbox_may_make(sandbox_way | sandbox_apart);
	cgroup_prepare();
	return sandbox_isolation;
}

/* Writes why this machine has no sandbox of level full. */
static void sandbox_explain(struct error *err)
{
	error_set(err, "this machine allows no namespaces%s%s", sandbox_error != 0 ? ": " : "",
		sandbox_error != 0 ? strerror(sandbox_error) : "");
	namespaces_explain(err);
	error_append(err, "; `referee doctor` says more, and whether `sandbox = reduced` works");
}

bool sandbox_can(enum sandbox_level level, struct error *err)
{
	if (level == SANDBOX_NONE)
		return true;
	if (!seccomp_prepare())
		error_set(err, "the system call filter cannot be made: %s", strerror(errno));
	else if (level == SANDBOX_FULL &&
		 (!sandbox_apart_too || (sandbox_way != 0 && geteuid() == 0)))
		sandbox_explain(err);
	else if (level == SANDBOX_REDUCED && landlock_version() == 0)
		error_set(err, "this kernel has no Landlock; `sandbox = none` works without it");
	else
		return true;
	return false;
}

/* A request to the spawner. The memory that order points to is the same in both processes. */
struct sandbox_request {
	struct sandbox_options options;
	int slot;
	pid_t after; /* sandbox-init that must be gone first; 0: none */
	cpu_set_t processors;
};

/* The spawner's answer through the report pipe, which keeps messages apart. */
struct sandbox_spawned {
	enum sandbox_result result;
	pid_t init;
	bool counted, own_user;
	char program[SANDBOX_TEXT], dir[SANDBOX_TEXT];
	struct error err;
};

/* --- starting ------------------------------------------------------------------------------- */

struct sandbox_planned {
	struct sandbox_init init;
	struct fs_view view;
	struct environment environment;
	char found[SANDBOX_PATH];
	/* With a spawner: which of these two messages have come. They come in any order. */
	bool spawned, reported;
	struct sandbox_spawned made;
	struct sandbox_init_report report;
};

static void sandbox_forget_plan(struct sandbox *sandbox)
{
	if (sandbox->planned == NULL)
		return;
	fs_view_clear(&sandbox->planned->view);
	free(sandbox->planned);
	sandbox->planned = NULL;
}

/* Creates four pipes: the program's stdin, stdout and stderr, and the reports of sandbox-init. */
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
		if (pipe2(pipes + i, O_CLOEXEC | (i == SANDBOX_ENDS - 2 ? O_DIRECT : 0)) != 0)
			return false;
	/* Our ends never block. The bot's ends do, as programs expect. */
	return fcntl(pipes[1], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(pipes[2], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(pipes[4], F_SETFL, O_NONBLOCK) == 0;
}

/* Lists the children of this sandbox-init, separated by blanks; "": the kernel reports none. */
static void sandbox_list_children(pid_t init, char *text, size_t room)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)init, (int)init);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, room - 1);
	if (fd >= 0)
		close(fd);
	text[length > 0 ? length : 0] = '\0';
}

/* The program's pid in our namespace: the only child of sandbox-init so far. 0: the kernel does not
 * report it. */
static pid_t sandbox_find_program(pid_t init, pid_t reported)
{
	char text[64];
	if (sandbox_isolation == SANDBOX_GROUP)
		return reported;
	sandbox_list_children(init, text, sizeof text);
	return (pid_t)strtol(text, NULL, 10);
}

static ssize_t sandbox_read_report(const struct sandbox *sandbox, void *report, size_t size)
{
	ssize_t count;
	do
		count = read(sandbox->report, report, size);
	while (count < 0 && errno == EINTR);
	return count;
}

/* May its own user not start a file that we may? */
static bool sandbox_forbids(const struct sandbox_spawned *made)
{
	struct stat program;
	return made->own_user && stat(made->program, &program) == 0 && S_ISREG(program.st_mode) &&
	       faccessat(AT_FDCWD, made->program, X_OK, AT_EACCESS) == 0;
}

/* Result of the start, which exec decides. */
static enum sandbox_result sandbox_judge_start(
	struct sandbox *sandbox, const struct sandbox_init_report *report, struct error *err)
{
	const struct sandbox_spawned *made = &sandbox->planned->made;
	bool refused;
	if (report->failed == 0) {
		sandbox->program = sandbox_find_program(sandbox->init, report->pid);
		return SANDBOX_STARTED;
	}
	const char *layer = sandbox_init_layer(report->layer, &refused);
	if (refused && report->pid > 0 && report->failed == EACCES && sandbox_forbids(made)) {
		sandbox->forbidden = true;
		error_set(err,
			"\"%s\" cannot be started: at this level of the sandbox the bot has a user of its own, which may not read the file",
			made->program);
		return SANDBOX_REFUSED;
	}
	if (refused && report->pid > 0) {
		error_set(err, "\"%s\" cannot be started: %s",
			strcmp(layer, "folder") == 0 ? made->dir : made->program,
			strerror(report->failed));
		return SANDBOX_REFUSED;
	}
	error_set(err, "the sandbox: its %s cannot be set up: %s%s%s", layer, report->place,
		report->place[0] != '\0' ? ": " : "", strerror(report->failed));
	return SANDBOX_BROKEN;
}

/* A slot without a sandbox; SANDBOX_SLOTS: none is free. */
static int sandbox_free_slot(void)
{
	int slot = 0;
	while (slot < SANDBOX_SLOTS && sandbox_slots[slot])
		slot++;
	return slot;
}

static void sandbox_free_slot_of(int slot)
{
	if (slot == 0)
		return;
	cgroup_remove(slot);
	sandbox_slots[slot - 1] = false;
}

static void sandbox_claim_slot(struct sandbox *sandbox)
{
	int slot = sandbox_free_slot();
	assert(slot < SANDBOX_SLOTS);
	sandbox_slots[slot] = true;
	sandbox->slot = slot + 1;
}

/* A user that no other sandbox has: within this process by the slot, among referees by the process.
 */
static uid_t sandbox_owner(const struct sandbox *sandbox)
{
	return PRIVILEGES_OWNERS + (uid_t)sandbox_process * SANDBOX_SLOTS + (uid_t)sandbox->slot -
	       1;
}

/* Creates its cgroup if possible. */
static void sandbox_make_group(struct sandbox *sandbox, struct sandbox_init *init, int64_t memory)
{
	sandbox->memory = memory;
	if (memory > 0)
		init->group = cgroup_make(sandbox->slot, memory);
	sandbox->counted = init->rights.counted = init->group >= 0;
}

/* The limits of a sandbox without limits. */
static const struct sandbox_limits sandbox_unlimited;

/* Fills in the plan for sandbox-init. False: the options cannot be met. */
static bool sandbox_plan(
	struct sandbox *sandbox, const struct sandbox_options *options, struct error *err)
{
	struct sandbox_init *init = &sandbox->planned->init;
	struct fs_view *view = &sandbox->planned->view;
	const struct sandbox_limits *limits =
		options->resources == NULL ? &sandbox_unlimited : options->resources;
	init->options = options;
	init->kind = sandbox_isolation;
	init->uid = geteuid();
	init->gid = getegid();
	init->rules = init->group = -1;
	init->new_user = sandbox_isolation == SANDBOX_NAMESPACE && sandbox_way != 0;
	init->rights = (struct privileges){.resources = limits,
		.owner = init->uid,
		.group = init->gid,
		.alone = init->new_user || init->uid == 0,
		.own_processes = init->new_user};
	if (options->level == SANDBOX_NONE) {
		init->program = sandbox->planned->found;
		init->dir = options->dir;
		init->environment = environment_make(&sandbox->planned->environment, NULL, limits);
		if (held_files_find_program(
			    options->held, options->argv[0], sandbox->planned->found))
			return true;
		return error_set(err, "there is no program \"%s\" beside the referee or in PATH",
			options->argv[0]);
	}
	const struct fs_view_options shown = {
		options->argv, options->dir, options->hidden, options->held};
	if (options->build && !seccomp_prepare_build(options->network))
		return error_set(err, "the system call filter: %s", strerror(errno));
	if (!(options->build ? fs_view_make_build(
				       view, options->argv[0], options->dir, options->network, err)
			     : fs_view_make(view, &shown, err)))
		return false;
	init->program = view->program;
	init->view = view;
	init->dir = view->dir;
	init->environment = environment_make(&sandbox->planned->environment, view, limits);
	if (sandbox->slot == 0)
		sandbox_claim_slot(sandbox);
	sandbox_make_group(sandbox, init, limits->memory);
	if (init->uid == 0) {
		init->rights.owner = init->rights.group = sandbox_owner(sandbox);
		init->rights.change = true;
		/* Created in this process, which keeps it for the next start. */
		for (int i = 0; i < view->count && options->level == SANDBOX_FULL; i++)
			if (view->items[i].own)
				mounts_map_owner(
					view->items[i].uid, view->items[i].gid, init->rights.owner);
	}
	return true;
}

static pid_t sandbox_clone_init(const struct sandbox_options *options)
{
	uint64_t flags = options->level == SANDBOX_FULL ? sandbox_apart : CLONE_NEWPID;
	if (options->network)
		flags &= ~(uint64_t)CLONE_NEWNET;
	return sandbox_clone(sandbox_isolation == SANDBOX_NAMESPACE ? sandbox_way | flags : 0);
}

/* Creates the planned sandbox, with the program's ends of the pipes. */
static enum sandbox_result sandbox_launch(struct sandbox *sandbox, const int pipes[SANDBOX_ENDS],
	const cpu_set_t *processors, struct error *err)
{
	struct sandbox_init *init = &sandbox->planned->init;
	init->parent = (int)syscall(SYS_pidfd_open, sandbox_process, 0);
	if (init->parent >= 0) {
		init->in = pipes[0];
		init->out = pipes[3];
		init->err = pipes[5];
		init->report_fd = pipes[7];
		sandbox->init = sandbox_clone_init(init->options);
		if (sandbox->init == 0 && processors != NULL)
			sched_setaffinity(0, sizeof *processors, processors);
		if (sandbox->init == 0)
			sandbox_init_run(init);
	}
	int failed = errno;
	sandbox_close(&init->parent);
	if (sandbox->init > 0)
		return SANDBOX_STARTED;
	error_set(err, "the sandbox: no process can be started: %s", strerror(failed));
	return SANDBOX_BROKEN;
}

/* Plans and creates it. */
static enum sandbox_result sandbox_make(struct sandbox *sandbox,
	const struct sandbox_options *options, const int pipes[SANDBOX_ENDS],
	const cpu_set_t *processors, struct error *err)
{
	struct sandbox_init *init = &sandbox->planned->init;
	struct sandbox_spawned *made = &sandbox->planned->made;
	enum sandbox_result result = SANDBOX_BROKEN;
	init->group = -1;
	if (held_files_same(options->held, err) && sandbox_can(options->level, err))
		result = sandbox_plan(sandbox, options, err)
				 ? sandbox_launch(sandbox, pipes, processors, err)
				 : SANDBOX_REFUSED;
	if (init->group >= 0)
		close(init->group);
	made->own_user = init->rights.change;
	snprintf(made->program, sizeof made->program, "%s",
		init->program != NULL ? init->program : "");
	snprintf(made->dir, sizeof made->dir, "%s", init->dir != NULL ? init->dir : "");
	return result;
}

/* --- the spawner ---------------------------------------------------------------------------- */

/* Sandboxes that were killed and are not gone yet. */
struct sandbox_dying {
	LIST_ENTRY(sandbox_dying) entry;
	pid_t init; /* 0: the spawner has not reported it yet */
	int report; /* where the spawner will report it; -1: it has */
	int slot;
	char *const *argv;
};
static LIST_HEAD(, sandbox_dying) sandbox_dying = LIST_HEAD_INITIALIZER(sandbox_dying);

/* Reads one message about the start. False: there is no more. */
static bool sandbox_read_start(struct sandbox *sandbox)
{
	struct sandbox_planned *p = sandbox->planned;
	struct sandbox_spawned message;
	ssize_t count = sandbox_read_report(sandbox, &message, sizeof message);
	if (count == sizeof p->report) {
		memcpy(&p->report, &message, sizeof p->report);
		p->reported = true;
	} else if (count == sizeof message) {
		p->made = message;
		p->spawned = true;
		sandbox->init = message.init;
		sandbox->counted = message.counted;
	}
	return count > 0;
}

/* Waits until a killed sandbox-init is gone. It is not a child of the spawner. */
static void sandbox_wait_gone(pid_t init)
{
	int fd = init > 0 ? (int)syscall(SYS_pidfd_open, init, 0) : -1;
	struct pollfd gone = {.fd = fd, .events = POLLIN};
	if (fd < 0)
		return;
	poll(&gone, 1, SANDBOX_LAST);
	close(fd);
}

/* Runs in the spawner: creates one sandbox, and closes fds. The program's ends are closed before
 * the answer is sent, and the arbiter writes nothing before it has the answer: so it gets EPIPE
 * when the program closes its input. */
static void sandbox_serve(const struct sandbox_request *r, const int fds[SANDBOX_ENDS / 2])
{
	const int pipes[SANDBOX_ENDS] = {fds[0], -1, -1, fds[1], -1, fds[2], -1, fds[3]};
	struct sandbox sandbox = {.in = -1, .out = -1, .err = -1, .report = -1, .slot = r->slot};
	sandbox.planned = memory_get(1, sizeof *sandbox.planned);
	struct sandbox_spawned *made = &sandbox.planned->made;
	sandbox_wait_gone(r->after);
	made->result = sandbox_make(&sandbox, &r->options, pipes, &r->processors, &made->err);
	made->init = sandbox.init;
	made->counted = sandbox.counted;
	for (int i = 0; i < 3; i++)
		close(fds[i]);
	if (write(fds[3], made, sizeof *made) != sizeof *made && sandbox.init > 0)
		kill(sandbox.init, SIGKILL);
	close(fds[3]);
	sandbox_forget_plan(&sandbox);
}

/* Receives one request with the program's ends of four pipes. 1: received; 0: end. */
static int sandbox_receive(int from, struct sandbox_request *r, int fds[SANDBOX_ENDS / 2])
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(SANDBOX_ENDS / 2 * sizeof(int))];
	} control;
	struct iovec bytes = {r, sizeof *r};
	struct msghdr m = {.msg_iov = &bytes,
		.msg_iovlen = 1,
		.msg_control = control.room,
		.msg_controllen = sizeof control.room};
	ssize_t count;
	do
		count = recvmsg(from, &m, MSG_CMSG_CLOEXEC);
	while (count < 0 && errno == EINTR);
	const struct cmsghdr *head = CMSG_FIRSTHDR(&m);
	if (count != sizeof *r || head == NULL ||
		head->cmsg_len != CMSG_LEN(SANDBOX_ENDS / 2 * sizeof(int)))
		return 0;
	memcpy(fds, CMSG_DATA(head), SANDBOX_ENDS / 2 * sizeof(int));
	return 1;
}

static int sandbox_send(const struct sandbox_request *r, const int fds[SANDBOX_ENDS / 2])
{
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(SANDBOX_ENDS / 2 * sizeof(int))];
	} control = {.room = {0}};
	struct iovec bytes = {(void *)r, sizeof *r};
	struct msghdr m = {.msg_iov = &bytes,
		.msg_iovlen = 1,
		.msg_control = control.room,
		.msg_controllen = sizeof control.room};
	struct cmsghdr *head = CMSG_FIRSTHDR(&m);
	*head = (struct cmsghdr){.cmsg_len = CMSG_LEN(SANDBOX_ENDS / 2 * sizeof(int)),
		.cmsg_level = SOL_SOCKET,
		.cmsg_type = SCM_RIGHTS};
	memcpy(CMSG_DATA(head), fds, SANDBOX_ENDS / 2 * sizeof(int));
	return sendmsg(sandbox_spawner, &m, MSG_NOSIGNAL) == sizeof *r ? 0 : -1;
}

static __attribute__((noreturn)) void sandbox_spawn(int from)
{
	struct sandbox_request r;
	int fds[SANDBOX_ENDS / 2];
	prctl(PR_SET_NAME, "referee-spawner");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != sandbox_process || dup3(from, STDERR_FILENO + 1, O_CLOEXEC) < 0)
		_exit(EXIT_FAILURE);
	close_range(STDERR_FILENO + 2, ~0u, 0);
	while (sandbox_receive(STDERR_FILENO + 1, &r, fds) == 1)
		sandbox_serve(&r, fds);
	_exit(EXIT_SUCCESS);
}

bool sandbox_spawner_start(void)
{
	int ends[2];
	/* Use numbers above a process's standard descriptors and the spawner's own socket. */
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	sandbox_spawner_pid = fork();
	if (sandbox_spawner_pid == 0)
		sandbox_spawn(ends[1]);
	close(ends[1]);
	sandbox_spawner = ends[0];
	if (sandbox_spawner_pid < 0)
		sandbox_close(&sandbox_spawner);
	return sandbox_spawner >= 0;
}

/* Its sandbox-init, once the spawner has reported it; -1: none was created. */
static pid_t sandbox_dying_init(struct sandbox_dying *d)
{
	struct sandbox_planned planned = {.spawned = false};
	struct sandbox sandbox = {.report = d->report, .planned = &planned};
	struct pollfd report = {.fd = d->report, .events = POLLIN};
	while (!planned.spawned && poll(&report, 1, 0) > 0)
		if (!sandbox_read_start(&sandbox))
			return -1;
	return planned.spawned && sandbox.init <= 0 ? -1 : sandbox.init;
}

/* Is it gone? */
static bool sandbox_dying_gone(struct sandbox_dying *d, int flags)
{
	if (d->init == 0 && (d->init = sandbox_dying_init(d)) > 0)
		kill(d->init, SIGKILL);
	if (d->init == 0)
		return false;
	pid_t found = 0;
	while (d->init > 0 && (found = waitpid(d->init, NULL, flags)) < 0 && errno == EINTR)
		;
	return d->init < 0 || found != 0;
}

static void sandbox_reap(int flags)
{
	struct sandbox_dying *d, *next;
	for (d = LIST_FIRST(&sandbox_dying); d != NULL; d = next) {
		next = LIST_NEXT(d, entry);
		if (!sandbox_dying_gone(d, flags))
			continue;
		LIST_REMOVE(d, entry);
		sandbox_free_slot_of(d->slot);
		sandbox_close(&d->report);
		free(d);
	}
}

void sandbox_spawner_stop(void)
{
	sandbox_close(&sandbox_spawner);
	while (sandbox_spawner_pid > 0 && waitpid(sandbox_spawner_pid, NULL, 0) < 0 &&
		errno == EINTR)
		;
	sandbox_spawner_pid = 0;
	sandbox_reap(0);
}

/* Asks the spawner for a sandbox; restarts the spawner if it has died. */
static enum sandbox_result sandbox_request(struct sandbox *sandbox,
	const struct sandbox_options *options, const int pipes[SANDBOX_ENDS], struct error *err)
{
	const int fds[SANDBOX_ENDS / 2] = {pipes[0], pipes[3], pipes[5], pipes[7]};
	struct sandbox_request r = {.options = *options};
	const struct sandbox_dying *d;
	LIST_FOREACH (d, &sandbox_dying, entry)
		if (d->argv == options->argv)
			r.after = d->init;
	if (options->level != SANDBOX_NONE) {
		sandbox_claim_slot(sandbox);
		sandbox->memory = options->resources != NULL ? options->resources->memory : 0;
	}
	r.slot = sandbox->slot;
	sched_getaffinity(0, sizeof r.processors, &r.processors);
	if (sandbox_send(&r, fds) == 0)
		return SANDBOX_STARTED;
	sandbox_close(&sandbox_spawner);
	waitpid(sandbox_spawner_pid, NULL, 0);
	if (sandbox_spawner_start() && sandbox_send(&r, fds) == 0)
		return SANDBOX_STARTED;
	error_set(err, "the sandbox: no process can be started: %s", strerror(errno));
	return SANDBOX_BROKEN;
}

enum sandbox_result sandbox_begin(
	struct sandbox *sandbox, const struct sandbox_options *options, struct error *err)
{
	int pipes[SANDBOX_ENDS];
	enum sandbox_result result = SANDBOX_BROKEN;
	*sandbox = (struct sandbox){
		.in = -1, .out = -1, .err = -1, .report = -1, .argv = options->argv};
	sandbox_reap(WNOHANG);
	sandbox->planned = memory_get(1, sizeof *sandbox->planned);
	if (sandbox_free_slot() == SANDBOX_SLOTS)
		error_set(err, "the sandbox: %d bots run in this process already", SANDBOX_SLOTS);
	else if (!sandbox_pipes(pipes))
		error_set(err, "the sandbox: no pipe can be made: %s", strerror(errno));
	else if (sandbox_spawner >= 0)
		result = sandbox_request(sandbox, options, pipes, err);
	else
		result = sandbox_make(sandbox, options, pipes, NULL, err);
	sandbox->in = pipes[1];
	sandbox->out = pipes[2];
	sandbox->err = pipes[4];
	sandbox->report = pipes[6];
	sandbox_close(&pipes[0]);
	sandbox_close(&pipes[3]);
	sandbox_close(&pipes[5]);
	sandbox_close(&pipes[7]);
	if (result != SANDBOX_STARTED)
		sandbox_kill(sandbox);
	return result;
}

enum sandbox_result sandbox_begun(struct sandbox *sandbox, struct error *err)
{
	struct sandbox_planned *p = sandbox->planned;
	enum sandbox_result result;
	if (!sandbox_read_start(sandbox)) {
		error_set(err, "the sandbox: its first process ended before the start");
		result = SANDBOX_BROKEN;
	} else if (sandbox_spawner >= 0 && p->spawned && p->made.result != SANDBOX_STARTED) {
		error_set(err, "%s", p->made.err.text);
		result = p->made.result;
	} else if (!p->reported || (sandbox_spawner >= 0 && !p->spawned)) {
		return SANDBOX_PENDING;
	} else {
		result = sandbox_judge_start(sandbox, &p->report, err);
	}
	sandbox_forget_plan(sandbox);
	if (result != SANDBOX_STARTED)
		sandbox_kill(sandbox);
	return result;
}

enum sandbox_result sandbox_start(
	struct sandbox *sandbox, const struct sandbox_options *options, struct error *err)
{
	enum sandbox_result result = sandbox_begin(sandbox, options, err);
	if (result == SANDBOX_STARTED)
		while ((result = sandbox_begun(sandbox, err)) == SANDBOX_PENDING)
			;
	return result;
}

/* --- ending --------------------------------------------------------------------------------- */

/* Kills all processes of this user in one step: a process that forks meanwhile cannot escape. */
static void sandbox_kill_owner(uid_t owner)
{
	pid_t killer = vfork();
	if (killer == 0) {
		if (syscall(SYS_setresuid, owner, owner, owner) == 0)
			kill(-1, SIGKILL);
		_exit(EXIT_SUCCESS);
	}
	while (killer > 0 && waitpid(killer, NULL, 0) < 0 && errno == EINTR)
		;
}

/* Kills the children of this sandbox-init until it has none. Orphans become its children. A child
 * that forks faster than it is found can escape. */
static void sandbox_kill_children(pid_t init)
{
	enum { ROUNDS = 1000, ROOM = 4096 };
	char text[ROOM];
	for (int i = 0; i < ROUNDS; i++) {
		sandbox_list_children(init, text, sizeof text);
		if (*text == '\0')
			return;
		for (char *at = text, *end; *at != '\0'; at = end) {
			long child = strtol(at, &end, 10);
			if (end == at)
				break;
			if (child > 0)
				kill((pid_t)child, SIGKILL);
		}
		sched_yield();
	}
}

/* Without a PID namespace the others outlive sandbox-init. */
static void sandbox_kill_group(const struct sandbox *sandbox)
{
	if (sandbox->program > 0)
		kill(-sandbox->program, SIGKILL);
	if (sandbox->slot > 0 && geteuid() == 0)
		sandbox_kill_owner(sandbox_owner(sandbox));
	else
		sandbox_kill_children(sandbox->init);
}

/* With a spawner: lets the sandbox die without waiting. */
static void sandbox_kill_later(struct sandbox *sandbox)
{
	struct sandbox_dying *d = memory_get(1, sizeof *d);
	*d = (struct sandbox_dying){
		.init = sandbox->init, .report = -1, .slot = sandbox->slot, .argv = sandbox->argv};
	if (sandbox->init > 0)
		kill(sandbox->init, SIGKILL);
	else { /* the spawner will report sandbox-init here */
		d->report = sandbox->report;
		sandbox->report = -1;
	}
	LIST_INSERT_HEAD(&sandbox_dying, d, entry);
}

static void sandbox_wait(struct sandbox *sandbox)
{
	if (sandbox->init > 0) {
		kill(sandbox->init, SIGKILL);
		while (waitpid(sandbox->init, NULL, 0) < 0 && errno == EINTR)
			;
	}
	sandbox_free_slot_of(sandbox->slot);
}

void sandbox_kill(struct sandbox *sandbox)
{
	if (sandbox->init > 0 && sandbox_isolation == SANDBOX_GROUP)
		sandbox_kill_group(sandbox);
	if (sandbox_spawner >= 0 && (sandbox->init > 0 || sandbox->report >= 0))
		sandbox_kill_later(sandbox);
	else
		sandbox_wait(sandbox);
	sandbox_forget_plan(sandbox);
	sandbox->program = sandbox->init = sandbox->slot = 0;
	sandbox_close(&sandbox->in);
	sandbox_close(&sandbox->out);
	sandbox_close(&sandbox->err);
	sandbox_close(&sandbox->report);
}

static bool sandbox_signal(const struct sandbox *sandbox, int number)
{
	const union sigval value = {.sival_int = number};
	/* Signal the program's own group at once. sandbox-init reaches all others, but it may have
	 * to wait for a processor that they use. */
	bool group = sandbox->program > 0 && kill(-sandbox->program, number) == 0;
	bool passed = sandbox->init > 0 && sandbox_isolation == SANDBOX_NAMESPACE &&
		      sigqueue(sandbox->init, SANDBOX_INIT_PASS_ON, value) == 0;
	return passed || group;
}

bool sandbox_freeze(struct sandbox *sandbox)
{
	return sandbox_signal(sandbox, SIGSTOP);
}

void sandbox_thaw(struct sandbox *sandbox)
{
	sandbox_signal(sandbox, SIGCONT);
}

bool sandbox_lost(const struct sandbox *sandbox)
{
	struct pollfd report = {.fd = sandbox->report, .events = POLLIN};
	siginfo_t end = {.si_code = 0};
	if (sandbox_isolation != SANDBOX_NAMESPACE || sandbox->init <= 0 || sandbox->ended ||
		poll(&report, 1, 0) <= 0 || (report.revents & POLLIN) != 0)
		return false;
	/* A program inside can end its sandbox-init by reboot(2); that shows as another signal. */
	return waitid(P_PID, (id_t)sandbox->init, &end, WEXITED | WNOWAIT) == 0 &&
	       end.si_code == CLD_KILLED && end.si_status == SIGKILL;
}

static bool sandbox_read_end(struct sandbox *sandbox, int *status, int patience)
{
	struct pollfd readable = {.fd = sandbox->report, .events = POLLIN};
	struct sandbox_init_report report;
	if (sandbox->init > 0 && !sandbox->ended && poll(&readable, 1, patience) > 0 &&
		sandbox_read_report(sandbox, &report, sizeof report) == sizeof report) {
		sandbox->ended = true;
		sandbox->status = report.status;
		sandbox->watched = report.watched;
		sandbox->taken = report.taken;
	}
	*status = sandbox->status;
	return sandbox->ended;
}

bool sandbox_ended(struct sandbox *sandbox, int *status)
{
	return sandbox_read_end(sandbox, status, 0);
}

bool sandbox_wait_ended(struct sandbox *sandbox, int *status)
{
	return sandbox_read_end(sandbox, status, SANDBOX_PATIENCE);
}

bool sandbox_starved(const struct sandbox *sandbox)
{
	if (sandbox->slot == 0 || sandbox->memory == 0)
		return false;
	if (sandbox->counted)
		return cgroup_kills(sandbox->slot) > 0;
	/* A program that is refused memory (RLIMIT_DATA) usually ends by itself; it used almost all
	 * its limit. */
	return sandbox->watched || (sandbox->ended && sandbox->taken > sandbox->memory / 10 * 9);
}
