/*
 * sandbox-init.c - the first process of a sandbox.
 *
 * It reports over a pipe whether the program could be started, and how it ended.
 *
 * The program is started with vfork(). Until exec the child shares sandbox-init's memory, makes
 * system calls only, and can store its errno there. The restrictions are applied layer by layer.
 * sandbox-init applies those of the sandbox first; then the child applies those of the program. The
 * order matters: each layer takes away rights that the earlier ones need.
 */
#include "referee/sandbox/sandbox-init.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/time.h"
#include "referee/sandbox/seccomp.h"
#include "referee/sandbox/landlock.h"
#include "referee/sandbox/mounts.h"

enum { SANDBOX_INIT_CHECK = 100 }; /* milliseconds */

static bool sandbox_init_write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool done = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	close(fd);
	return done;
}

/* --- layers of the sandbox ------------------------------------------------------------------ */

bool sandbox_init_enter_user(uid_t uid, gid_t gid)
{
	char map[64];
	snprintf(map, sizeof map, "%u %u 1", gid, gid);
	if (!sandbox_init_write_file("/proc/self/setgroups", "deny") ||
		!sandbox_init_write_file("/proc/self/gid_map", map))
		return false;
	snprintf(map, sizeof map, "%u %u 1", uid, uid);
	return sandbox_init_write_file("/proc/self/uid_map", map);
}

static bool sandbox_init_apply_namespace(struct sandbox_init *init)
{
	return !init->new_user || sandbox_init_enter_user(init->uid, init->gid);
}

/* Joins the cgroup first, so that it counts everything in the sandbox. */
static bool sandbox_init_apply_group(struct sandbox_init *init)
{
	return init->group < 0 || write(init->group, "0", 1) == 1;
}

static bool sandbox_init_apply_view(struct sandbox_init *init)
{
	static const char name[] = "referee";
	sethostname(name, sizeof name - 1);
	const struct mounts_plan plan = {.view = init->view,
		.scratch = init->rights.resources->scratch,
		.owner = init->rights.owner,
		.group = init->rights.group,
		.change = init->rights.change,
		.build = init->options->build};
	if (mounts_enter(&plan, &init->place) != 0)
		return false;
	init->place = NULL;
	return true;
}

static bool sandbox_init_apply_rules(struct sandbox_init *init)
{
	if (landlock_version() > 0)
		init->rules = landlock_make(init->view, init->options->level == SANDBOX_FULL,
			init->options->build, init->options->network);
	return landlock_version() == 0 || init->rules >= 0;
}

/* --- layers of the program: between vfork() and exec, so system calls only ------------------- */

/* Ties the child's life to sandbox-init. If sandbox-init ended before, no signal comes. */
static bool sandbox_init_bind(const struct sandbox_init *init)
{
	return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == init->self;
}

static bool sandbox_init_apply_session(struct sandbox_init *init)
{
	static const struct rlimit no_core = {0, 0};
	struct sigaction normal = {.sa_handler = SIG_DFL};
	sigset_t none;
	setsid();
	if (!sandbox_init_bind(init))
		return false;
	for (int signal = 1; signal < NSIG; signal++)
		sigaction(signal, &normal, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	return setrlimit(RLIMIT_CORE, &no_core) == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

static bool sandbox_init_apply_pipes(struct sandbox_init *init)
{
	return dup2(init->in, 0) == 0 && dup2(init->out, 1) == 1 && dup2(init->err, 2) == 2 &&
	       close_range(3, ~0u, CLOSE_RANGE_CLOEXEC) == 0;
}

static bool sandbox_init_apply_folder(struct sandbox_init *init)
{
	return init->dir == NULL || chdir(init->dir) == 0;
}

static bool sandbox_init_apply_limits(struct sandbox_init *init)
{
	umask(077);
	return privileges_limit(&init->rights) == 0;
}

static bool sandbox_init_apply_rights(struct sandbox_init *init)
{
	return privileges_drop(&init->rights) == 0 &&
	       sandbox_init_bind(init); /* dropping privileges undid this */
}

static bool sandbox_init_apply_landlock(struct sandbox_init *init)
{
	return init->rules < 0 || landlock_restrict(init->rules) == 0;
}

static bool sandbox_init_apply_calls(struct sandbox_init *init)
{
	const unsigned modes = init->options->level == SANDBOX_FULL ? 0 : SECCOMP_NO_MODES;
	return seccomp_restrict(modes | (init->rights.counted ? 0 : SECCOMP_NO_UNCOUNTED) |
				(init->options->build ? SECCOMP_BUILD : 0) |
				(init->options->network ? SECCOMP_NETWORK : 0)) == 0;
}

static bool sandbox_init_apply_program(struct sandbox_init *init)
{
	execve(init->program, init->options->argv, init->environment);
	return false;
}

enum sandbox_init_side { SANDBOX_INIT_SANDBOX, SANDBOX_INIT_PROGRAM };

static const struct sandbox_init_layer_row {
	const char *name;
	enum sandbox_init_side side;
	enum sandbox_level from; /* this level and all above apply the layer */
	bool refused;		 /* its failure is the fault of the options */
	bool (*lay)(struct sandbox_init *init);
} sandbox_init_layers[] = {
	{"control group", SANDBOX_INIT_SANDBOX, SANDBOX_REDUCED, false, sandbox_init_apply_group},
	{"namespaces", SANDBOX_INIT_SANDBOX, SANDBOX_NONE, false, sandbox_init_apply_namespace},
	{"file system view", SANDBOX_INIT_SANDBOX, SANDBOX_FULL, false, sandbox_init_apply_view},
	{"Landlock rules", SANDBOX_INIT_SANDBOX, SANDBOX_REDUCED, false, sandbox_init_apply_rules},
	{"session", SANDBOX_INIT_PROGRAM, SANDBOX_NONE, false, sandbox_init_apply_session},
	{"pipes", SANDBOX_INIT_PROGRAM, SANDBOX_NONE, false, sandbox_init_apply_pipes},
	{"folder", SANDBOX_INIT_PROGRAM, SANDBOX_NONE, true, sandbox_init_apply_folder},
	{"resource limits", SANDBOX_INIT_PROGRAM, SANDBOX_REDUCED, false,
		sandbox_init_apply_limits},
	{"privileges", SANDBOX_INIT_PROGRAM, SANDBOX_REDUCED, false, sandbox_init_apply_rights},
	{"Landlock restriction", SANDBOX_INIT_PROGRAM, SANDBOX_REDUCED, false,
		sandbox_init_apply_landlock},
	{"system call filter", SANDBOX_INIT_PROGRAM, SANDBOX_REDUCED, false,
		sandbox_init_apply_calls},
	{"program", SANDBOX_INIT_PROGRAM, SANDBOX_NONE, true, sandbox_init_apply_program},
};

enum { SANDBOX_INIT_LAYERS = sizeof sandbox_init_layers / sizeof *sandbox_init_layers };

const char *sandbox_init_layer(int layer, bool *refused)
{
	*refused = sandbox_init_layers[layer].refused;
	return sandbox_init_layers[layer].name;
}

/* Copies byte by byte: no function of the C library is safe here. */
static void sandbox_init_report_place(struct sandbox_init *init)
{
	const char *place = init->place != NULL ? init->place : "";
	for (size_t i = 0; place[i] != '\0' && i < sizeof init->report.place - 1; i++)
		init->report.place[i] = place[i];
}

/* Applies all layers of one side for this level. False: report.failed and report.layer have the
 * failure. */
static bool sandbox_init_apply(struct sandbox_init *init, enum sandbox_init_side side)
{
	for (int i = 0; i < SANDBOX_INIT_LAYERS; i++) {
		const struct sandbox_init_layer_row *row = &sandbox_init_layers[i];
		if (row->side != side || init->options->level < row->from)
			continue;
		init->report.layer = i;
		if (!row->lay(init)) {
			init->report.failed = errno;
			sandbox_init_report_place(init);
			return false;
		}
	}
	return true;
}

/* --- life of sandbox-init ------------------------------------------------------------------- */

/* vfork() has its own frame, so the child's changes to locals do no harm. */
static __attribute__((noinline)) pid_t sandbox_init_vfork(struct sandbox_init *init)
{
	pid_t pid = vfork();
	if (pid == 0) {
		sandbox_init_apply(init, SANDBOX_INIT_PROGRAM);
		_exit(127);
	}
	return pid;
}

static void sandbox_init_send_report(const struct sandbox_init *init)
{
	const struct sandbox_init_report report = init->report;
	if (write(init->report_fd, &report, sizeof report) != sizeof report)
		_exit(EXIT_FAILURE); /* sandbox-init is gone, so no process reads a report */
}

/* Starts the program; report has the result. */
static pid_t sandbox_init_start(struct sandbox_init *init)
{
	init->report.pid = -1;
	if (!sandbox_init_apply(init, SANDBOX_INIT_SANDBOX))
		return -1;
	/* Processes in the sandbox must not inspect sandbox-init. */
	if (init->options->level != SANDBOX_NONE)
		prctl(PR_SET_DUMPABLE, 0);
	pid_t program = sandbox_init_vfork(init);
	init->report.pid = program;
	if (program < 0)
		init->report.failed = errno;
	return program;
}

/* Must sandbox-init watch the memory, because no cgroup counts it? */
static bool sandbox_init_watches(const struct sandbox_init *init)
{
	return init->options->level != SANDBOX_NONE && init->group < 0 &&
	       init->rights.resources->memory > 0;
}

/* Checks the memory. False: above the limit. Only at level full does /proc belong to the sandbox
 * alone. */
static bool sandbox_init_check_memory(struct sandbox_init *init)
{
	const int64_t most = init->rights.resources->memory;
	const bool all = init->options->level == SANDBOX_FULL;
	init->report.taken = memory_usage_measure(&init->memory, all, most);
	init->report.watched = init->report.taken > most;
	return !init->report.watched;
}

/*
 * Waits until a process ends. Meanwhile it passes signals of the arbiter on to all processes of the
 * sandbox. That needs a PID namespace: from its first process, -1 means all processes in it;
 * elsewhere -1 would mean all processes of the user. A signal with a value is queued, so the order
 * is kept. Inside the namespace its sender reads as 0 only if it came from outside. False: above
 * the memory limit.
 */
static bool sandbox_init_wait_signal(struct sandbox_init *init)
{
	static const struct timespec interval = {.tv_nsec = SANDBOX_INIT_CHECK * 1000000L};
	sigset_t awaited;
	siginfo_t info;
	sigemptyset(&awaited);
	sigaddset(&awaited, SIGCHLD);
	sigaddset(&awaited, SANDBOX_INIT_PASS_ON);
	int came = sandbox_init_watches(init) ? sigtimedwait(&awaited, &info, &interval)
					      : sigwaitinfo(&awaited, &info);
	if (came == SANDBOX_INIT_PASS_ON && info.si_pid == 0 && getpid() == 1)
		kill(-1, info.si_value.sival_int);
	/* Checks depend on the clock, so that constant ends of children cannot delay them. */
	if (!sandbox_init_watches(init) || time_now() < init->next_check)
		return true;
	bool good = sandbox_init_check_memory(init);
	init->next_check = time_now() + SANDBOX_INIT_CHECK * MILLISECOND;
	return good;
}

/* Waits for children until the program has ended. */
static void sandbox_init_wait(struct sandbox_init *init, pid_t program)
{
	struct rusage used;
	int status;
	if (sandbox_init_watches(init))
		memory_usage_init(&init->memory, init->rights.resources->files);
	for (;;) {
		pid_t ended = wait4(-1, &status, WNOHANG, &used);
		if (ended == program)
			break;
		if (ended < 0 && errno != EINTR)
			return;
		if (ended == 0 && !sandbox_init_wait_signal(init))
			return;
	}
	init->report.status = status;
	init->report.taken = (int64_t)used.ru_maxrss * 1024;
}

void sandbox_init_run(struct sandbox_init *init)
{
	sigset_t all;
	prctl(PR_SET_NAME, "referee-box");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	signal(SIGCHLD, SIG_DFL);
	init->self = getpid();
	/* A parent that died before the lines above sends no signal. The report pipe does not show
	 * it either: another sandbox-init that starts now may hold its read end. */
	struct pollfd parent = {.fd = init->parent, .events = POLLIN};
	if (poll(&parent, 1, 0) != 0)
		_exit(EXIT_FAILURE);
	pid_t program = sandbox_init_start(init);
	/* Keep only the report open, so that the program's pipes close when the program ends. */
	dup2(init->report_fd, 0);
	init->report_fd = 0;
	close_range(1, ~0u, 0);
	sandbox_init_send_report(init);
	if (program > 0)
		sandbox_init_wait(init, program);
	sandbox_init_send_report(init);
	/* Without a namespace, the program's leftover processes are found as our children. */
	while (init->kind == SANDBOX_GROUP && (wait(NULL) > 0 || errno == EINTR))
		;
	_exit(EXIT_SUCCESS);
}
