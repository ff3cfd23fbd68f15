/*
 * box.c - starting a program in a box, and ending the box.
 *
 * A box is a keeper of ours, and the program as its child. With namespaces the arbiter makes a new
 * process namespace for its next child, the keeper, which so is the first process there: when it
 * ends, for whatever reason, the kernel kills all the others and waits for them. It ends when its
 * program has, when the arbiter kills it, and when the arbiter dies. The program is not the
 * namespace's first process, so signals do to it what they do everywhere.
 *
 * The keeper tells over a pipe whether the program could be started, and how it ended.
 *
 * The program is started with vfork(): between it and exec the child runs in the keeper's memory,
 * does system calls only, and can leave its errno there.
 */
#include "referee/processes/box.h"

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
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static enum box_level box_level;
enum { BOX_PATIENCE = 20 }; /* milliseconds */

/* What tells a keeper to send the signal that is its value to all others in its box. */
#define BOX_PASS_ON (SIGRTMIN + 1)

/* What a bot sees of our environment. */
static const char *const box_environment[] = {"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ",
	"TMPDIR", "USER", "LOGNAME", "JAVA_HOME", "PYENV_ROOT", "LD_LIBRARY_PATH", NULL};

static bool box_write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	bool done = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	close(fd);
	return done;
}

/* Without the right to make namespaces: a user namespace in which we are ourselves and may. */
static bool box_enter_user_namespace(void)
{
	char map[64];
	uid_t uid = geteuid();
	gid_t gid = getegid();
	if (unshare(CLONE_NEWUSER) != 0)
		return false;
	snprintf(map, sizeof map, "%u %u 1", gid, gid);
	if (!box_write_file("/proc/self/setgroups", "deny") ||
		!box_write_file("/proc/self/gid_map", map))
		return false;
	snprintf(map, sizeof map, "%u %u 1", uid, uid);
	return box_write_file("/proc/self/uid_map", map);
}

/* As fork(); with flags, into new namespaces. */
static pid_t box_clone(uint64_t flags)
{
	struct clone_args args = {.flags = flags, .exit_signal = SIGCHLD};
	return (pid_t)syscall(SYS_clone3, &args, sizeof args);
}

static bool box_may_make_namespaces(void)
{
	int status = -1;
	pid_t child = box_clone(CLONE_NEWPID);
	if (child == 0)
		_exit(EXIT_SUCCESS);
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

enum box_level box_prepare(void)
{
	bool may = box_may_make_namespaces() ||
		   (box_enter_user_namespace() && box_may_make_namespaces());
	box_level = may ? BOX_NAMESPACE : BOX_GROUP;
	return box_level;
}

/* The variables of box_environment that we have; environ's own texts, valid while it is. */
static char **box_make_environment(void)
{
	static char *variables[sizeof box_environment / sizeof *box_environment];
	int count = 0;
	for (int i = 0; box_environment[i] != NULL; i++) {
		size_t length = strlen(box_environment[i]);
		for (char **e = environ; *e != NULL; e++)
			if (strncmp(*e, box_environment[i], length) == 0 && (*e)[length] == '=') {
				variables[count++] = *e;
				break;
			}
	}
	variables[count] = NULL;
	return variables;
}

bool box_find(const char *name, char found[BOX_PATH])
{
	const char *folder = getenv("PATH");
	if (strchr(name, '/') != NULL) {
		snprintf(found, BOX_PATH, "%s", name);
		return true;
	}
	while (folder != NULL && *folder != '\0') {
		size_t length = strcspn(folder, ":");
		int size = snprintf(found, BOX_PATH, "%.*s/%s", (int)length, folder, name);
		if (length > 0 && size < BOX_PATH && access(found, X_OK) == 0)
			return true;
		folder += length;
		folder += *folder == ':';
	}
	return false;
}

/* Where a start can fail. */
enum box_place { BOX_PIPES, BOX_DIR, BOX_PROGRAM };

/* What the keeper tells: how the start went, then how the program ended. */
struct box_report {
	pid_t pid;  /* of the program, as the keeper sees it */
	int failed; /* errno; 0: it started */
	enum box_place place;
	int status; /* of waitpid(): only in the second report */
};

struct box_plan {
	const char *program, *dir;
	char *const *argv;
	char **environment;
	int in, out, err, report;
	volatile struct box_report told;
};

/* In the child, between vfork() and exec: system calls only. */
static void box_become(struct box_plan *plan)
{
	static const struct rlimit no_core = {0, 0};
	struct sigaction normal = {.sa_handler = SIG_DFL};
	sigset_t none;
	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	for (int signal = 1; signal < 32; signal++)
		sigaction(signal, &normal, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setrlimit(RLIMIT_CORE, &no_core);
	plan->told.place = BOX_PIPES;
	if (dup2(plan->in, 0) != 0 || dup2(plan->out, 1) != 1 || dup2(plan->err, 2) != 2)
		return;
	close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
	plan->told.place = BOX_DIR;
	if (plan->dir != NULL && chdir(plan->dir) != 0)
		return;
	plan->told.place = BOX_PROGRAM;
	execve(plan->program, plan->argv, plan->environment);
}

/* vfork() alone in its frame, so that nothing the child does to locals matters. */
static __attribute__((noinline)) pid_t box_vfork(struct box_plan *plan)
{
	pid_t pid = vfork();
	if (pid == 0) {
		box_become(plan);
		plan->told.failed = errno;
		_exit(127);
	}
	return pid;
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

static void box_tell(const struct box_plan *plan)
{
	struct box_report report = {
		plan->told.pid, plan->told.failed, plan->told.place, plan->told.status};
	if (write(plan->report, &report, sizeof report) != sizeof report)
		_exit(EXIT_FAILURE); /* nobody wants to know any more */
}

/*
 * Waits for the program's end, and passes on to everything in the box what the arbiter wants it to
 * get. That needs a namespace: from its first process -1 is all that is in it, anywhere else it
 * would be all that is ours. A signal with a value is queued, so their order stays; inside the
 * namespace its sender reads as 0 only when it is from outside.
 */
static int box_await(pid_t program)
{
	sigset_t awaited;
	siginfo_t info;
	int status = 0;
	sigemptyset(&awaited);
	sigaddset(&awaited, SIGCHLD);
	sigaddset(&awaited, BOX_PASS_ON);
	for (;;) {
		for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) != 0;)
			if (ended == program || (ended < 0 && errno != EINTR))
				return status;
		if (sigwaitinfo(&awaited, &info) == BOX_PASS_ON && info.si_pid == 0 &&
			getpid() == 1)
			kill(-1, info.si_value.sival_int);
	}
}

/* The keeper: starts the program, takes in what it leaves behind, ends with it. */
static void box_keep(struct box_plan *plan, pid_t arbiter)
{
	sigset_t all;
	prctl(PR_SET_NAME, "referee-box");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	signal(SIGCHLD, SIG_DFL);
	/* A parent that died before the lines above is not seen by them; from inside a namespace
	 * it is 0 either way, and then the pipe of the reports has nobody who reads it. */
	if (box_level == BOX_GROUP && getppid() != arbiter)
		_exit(EXIT_FAILURE);
	pid_t program = box_vfork(plan);
	plan->told.pid = program;
	if (program < 0)
		plan->told.failed = errno;
	/* Only the report is left, so that the program's end is the end of its pipes. */
	dup2(plan->report, 0);
	plan->report = 0;
	close_range(1, ~0u, 0);
	box_tell(plan);
	plan->told.status = box_await(program);
	box_tell(plan);
	_exit(EXIT_SUCCESS);
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

static ssize_t box_read_report(struct box *b, struct box_report *report)
{
	ssize_t count;
	do
		count = read(b->report, report, sizeof *report);
	while (count < 0 && errno == EINTR);
	return count;
}

/* Reads how the start went; it comes at once, since exec decides it. */
static enum box_result box_take_start(
	struct box *b, const struct box_plan *plan, char *why, size_t room)
{
	struct box_report report;
	const char *place = "its pipes";
	if (box_read_report(b, &report) != sizeof report) {
		snprintf(why, room, "its box broke");
		return BOX_BROKEN;
	}
	if (report.failed == 0) {
		b->program = box_find_program(b->keeper, report.pid);
		return BOX_STARTED;
	}
	if (report.place != BOX_PIPES)
		place = report.place == BOX_DIR ? plan->dir : plan->program;
	snprintf(why, room, "\"%s\" cannot be started: %s", place, strerror(report.failed));
	return report.pid < 0 || report.place == BOX_PIPES ? BOX_BROKEN : BOX_REFUSED;
}

enum box_result box_start(struct box *b, char *const *argv, const char *dir, char *why, size_t room)
{
	static char found[BOX_PATH];
	struct box_plan plan = {.dir = dir, .argv = argv, .program = found};
	enum box_result result = BOX_BROKEN;
	pid_t arbiter = getpid();
	int pipes[BOX_ENDS];
	*b = (struct box){.in = -1, .out = -1, .err = -1, .report = -1};
	plan.environment = box_make_environment();
	if (!box_find(argv[0], found)) {
		snprintf(why, room, "there is no program \"%s\" beside the referee or in PATH",
			argv[0]);
		return BOX_REFUSED;
	}
	if (box_pipes(pipes)) {
		plan.in = pipes[0];
		plan.out = pipes[3];
		plan.err = pipes[5];
		plan.report = pipes[7];
		b->keeper = box_clone(box_level == BOX_NAMESPACE ? CLONE_NEWPID : 0);
		if (b->keeper == 0)
			box_keep(&plan, arbiter);
	}
	b->in = pipes[1];
	b->out = pipes[2];
	b->err = pipes[4];
	b->report = pipes[6];
	box_close(&pipes[0]);
	box_close(&pipes[3]);
	box_close(&pipes[5]);
	box_close(&pipes[7]);
	if (b->keeper > 0)
		result = box_take_start(b, &plan, why, room);
	else
		snprintf(why, room, "no process could be started: %s", strerror(errno));
	if (result != BOX_STARTED)
		box_kill(b);
	return result;
}

void box_kill(struct box *b)
{
	/* Without a namespace the keeper's end is not the end of the others. */
	if (b->keeper > 0 && box_level == BOX_GROUP && b->program > 0)
		kill(-b->program, SIGKILL);
	if (b->keeper > 0) {
		kill(b->keeper, SIGKILL);
		while (waitpid(b->keeper, NULL, 0) < 0 && errno == EINTR)
			;
	}
	b->program = b->keeper = 0;
	box_close(&b->in);
	box_close(&b->out);
	box_close(&b->err);
	box_close(&b->report);
}

static bool box_signal(const struct box *b, int number)
{
	const union sigval value = {.sival_int = number};
	if (b->keeper > 0 && box_level == BOX_NAMESPACE &&
		sigqueue(b->keeper, BOX_PASS_ON, value) == 0)
		return true;
	/* Also where a user's signals are so many that no more are queued. */
	return b->program > 0 && kill(-b->program, number) == 0;
}

bool box_freeze(struct box *b)
{
	return box_signal(b, SIGSTOP);
}

void box_thaw(struct box *b)
{
	box_signal(b, SIGCONT);
}

bool box_ended(struct box *b, int *status)
{
	struct pollfd told = {.fd = b->report, .events = POLLIN};
	struct box_report report;
	/* Its pipes close a moment before the keeper can say why. */
	if (b->keeper > 0 && !b->ended && poll(&told, 1, BOX_PATIENCE) > 0 &&
		box_read_report(b, &report) == sizeof report) {
		b->ended = true;
		b->status = report.status;
	}
	*status = b->status;
	return b->ended;
}
