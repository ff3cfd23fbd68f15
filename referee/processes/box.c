/*
 * box.c - starting a program in a box, and ending the box.
 *
 * With namespaces: the arbiter makes a new process namespace for its next children, forks the
 * keeper into it (the first process there, so that its end ends all the others), starts the
 * program as a second child of its own beside the keeper, and points its children back to its own
 * namespace. The program is our child, so its clock and its end are ours to read; it is not the
 * namespace's first process, so signals do to it what they do everywhere.
 *
 * The program is started with vfork(): between it and exec the child runs in our memory, does
 * system calls only, and can leave us its errno.
 */
#include "referee/processes/box.h"

#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static enum box_level box_level;
static int box_own_namespace = -1; /* to come back to after each start */
static int box_life[2] = {-1, -1}; /* closed by our end, whichever it is */

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

/* New children go to a namespace of their own; false: this machine does not let us. */
static bool box_enter_namespace(void)
{
	return unshare(CLONE_NEWPID) == 0;
}

static bool box_leave_namespace(void)
{
	return setns(box_own_namespace, CLONE_NEWPID) == 0;
}

enum box_level box_prepare(void)
{
	box_level = BOX_GROUP;
	box_own_namespace = open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC);
	if (box_own_namespace < 0 || pipe2(box_life, O_CLOEXEC) != 0)
		return box_level;
	if (!box_enter_namespace() && !(box_enter_user_namespace() && box_enter_namespace()))
		return box_level;
	if (box_leave_namespace())
		box_level = BOX_NAMESPACE;
	return box_level;
}

/* The keeper: holds the namespace, takes in its orphans, and ends when we do: the pipe it reads
 * has its only other end with us. */
static void box_keep(void)
{
	char nothing;
	sigset_t all;
	prctl(PR_SET_NAME, "referee-box");
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	signal(SIGCHLD, SIG_IGN); /* nobody waits for them: none stays a zombie */
	if (dup2(box_life[0], 0) == 0) {
		close_range(1, ~0u, 0);
		while (read(0, &nothing, 1) < 0)
			;
	}
	_exit(0);
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

/* What is done in the child, between vfork() and exec: system calls only. */
struct box_plan {
	const char *program, *dir;
	char *const *argv;
	char **environment;
	int in, out, err;
	const char *volatile failed_at;
	volatile int failed;
};

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
	plan->failed_at = "its pipes";
	if (dup2(plan->in, 0) != 0 || dup2(plan->out, 1) != 1 || dup2(plan->err, 2) != 2)
		return;
	close_range(3, ~0u, CLOSE_RANGE_CLOEXEC);
	plan->failed_at = plan->dir;
	if (plan->dir != NULL && chdir(plan->dir) != 0)
		return;
	plan->failed_at = plan->program;
	execve(plan->program, plan->argv, plan->environment);
}

/* vfork() alone in its frame, so that nothing the child does to locals matters. */
static __attribute__((noinline)) pid_t box_vfork(struct box_plan *plan)
{
	pid_t pid = vfork();
	if (pid == 0) {
		box_become(plan);
		plan->failed = errno;
		_exit(127);
	}
	return pid;
}

static bool box_pipes(int pipes[6])
{
	for (int i = 0; i < 6; i++)
		pipes[i] = -1;
	for (int i = 0; i < 6; i += 2)
		if (pipe2(pipes + i, O_CLOEXEC) != 0)
			return false;
	/* Ours never block; the bot's own ends do, as programs expect. */
	return fcntl(pipes[1], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(pipes[2], F_SETFL, O_NONBLOCK) == 0 &&
	       fcntl(pipes[4], F_SETFL, O_NONBLOCK) == 0;
}

static void box_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* The processes of a box: the keeper where there are namespaces, then the program. */
static bool box_fork(struct box *b, struct box_plan *plan)
{
	if (box_level == BOX_NAMESPACE) {
		if (!box_enter_namespace())
			return false;
		b->keeper = fork();
		if (b->keeper == 0)
			box_keep();
	}
	if (b->keeper >= 0)
		b->program = box_vfork(plan);
	int saved = errno;
	if (box_level == BOX_NAMESPACE) {
		bool back = box_leave_namespace();
		assert(back);
	}
	errno = saved;
	return b->keeper >= 0 && b->program > 0;
}

enum box_result box_start(struct box *b, char *const *argv, const char *dir, char *why, size_t room)
{
	static char found[BOX_PATH];
	struct box_plan plan = {.dir = dir, .argv = argv};
	int pipes[6];
	*b = (struct box){.in = -1, .out = -1, .err = -1};
	plan.environment = box_make_environment();
	plan.program = found;
	if (!box_find(argv[0], found)) {
		snprintf(why, room, "there is no program \"%s\" beside the referee or in PATH",
			argv[0]);
		return BOX_REFUSED;
	}
	bool started = box_pipes(pipes);
	if (started) {
		plan.in = pipes[0];
		plan.out = pipes[3];
		plan.err = pipes[5];
		started = box_fork(b, &plan);
	}
	if (!started)
		snprintf(why, room, "no process could be started: %s", strerror(errno));
	b->in = pipes[1];
	b->out = pipes[2];
	b->err = pipes[4];
	box_close(&pipes[0]);
	box_close(&pipes[3]);
	box_close(&pipes[5]);
	if (started && plan.failed == 0)
		return BOX_STARTED;
	if (started)
		snprintf(why, room, "\"%s\" cannot be started: %s", plan.failed_at,
			strerror(plan.failed));
	box_kill(b, NULL);
	return started ? BOX_REFUSED : BOX_BROKEN;
}

static int box_wait(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

void box_kill(struct box *b, int *status)
{
	int ended = 0;
	/* The box before its program: the keeper's end takes what the program may have forked. */
	if (b->keeper > 0)
		kill(b->keeper, SIGKILL);
	if (b->program > 0) {
		kill(-b->program, SIGKILL);
		kill(b->program, SIGKILL);
		ended = box_wait(b->program);
	}
	/* Last, since the namespace ends only when the program has been waited for. */
	if (b->keeper > 0)
		box_wait(b->keeper);
	b->program = b->keeper = 0;
	box_close(&b->in);
	box_close(&b->out);
	box_close(&b->err);
	if (status != NULL)
		*status = ended;
}

bool box_ended(struct box *b, int *status)
{
	siginfo_t info = {.si_pid = 0};
	/* Left waitable, so that its pid stays ours until box_kill(). */
	if (b->program <= 0 ||
		waitid(P_PID, (id_t)b->program, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
		info.si_pid == 0)
		return false;
	*status = info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
	return true;
}

/* Is the process of this name in /proc one of the box? It is in the program's session, or the
 * keeper has taken it in. */
static bool box_holds(const struct box *b, const char *name)
{
	char path[64], line[512], state;
	int parent, group, session;
	snprintf(path, sizeof path, "/proc/%.20s/stat", name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ssize_t count = read(fd, line, sizeof line - 1);
	close(fd);
	line[count > 0 ? count : 0] = '\0';
	/* The name before them may hold anything. */
	const char *rest = strrchr(line, ')');
	if (rest == NULL || sscanf(rest, ") %c %d %d %d", &state, &parent, &group, &session) != 4 ||
		state == 'Z')
		return false;
	return session == b->program || (b->keeper > 0 && parent == b->keeper);
}

int box_others(const struct box *b)
{
	int others = 0;
	DIR *processes = opendir("/proc");
	if (processes == NULL || b->program <= 0)
		return 0;
	for (struct dirent *entry; (entry = readdir(processes)) != NULL;)
		if (isdigit((unsigned char)entry->d_name[0]) && atoi(entry->d_name) != b->program)
			others += box_holds(b, entry->d_name);
	closedir(processes);
	return others;
}
