/*
 * namespaces.c - tries the steps of a sandbox of level full one by one, and explains failures.
 */
#include "referee/sandbox/namespaces.h"

#include <errno.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/sandbox/fs-view.h"
#include "referee/sandbox/mounts.h"
#include "referee/sandbox/privileges.h"
#include "referee/sandbox/sandbox-init.h"

enum { NAMESPACES_LINE = 4096, NAMESPACES_ADMIN = 21 /* CAP_SYS_ADMIN */ };

const char *const namespaces_step_names[NAMESPACES_STEPS] = {
	[NAMESPACES_USER] = "a user namespace",
	[NAMESPACES_PID] = "a process namespace",
	[NAMESPACES_MOUNT] = "a mount namespace",
	[NAMESPACES_NETWORK] = "a network namespace",
	[NAMESPACES_IPC] = "an IPC namespace",
	[NAMESPACES_HOST] = "a host name namespace",
	[NAMESPACES_CGROUP] = "a control group namespace",
	[NAMESPACES_MAP] = "the map of a user namespace",
	[NAMESPACES_PRIVATE] = "private mounts",
	[NAMESPACES_PROC] = "a /proc of its own",
	[NAMESPACES_SCRATCH] = "a scratch folder",
	[NAMESPACES_ROOT] = "a root folder of its own",
	[NAMESPACES_OWNER] = "a user for each bot",
};

const char *const namespaces_setting_names[NAMESPACES_SETTINGS] = {
	[NAMESPACES_UNPRIVILEGED] = "kernel.unprivileged_userns_clone",
	[NAMESPACES_APPARMOR] = "kernel.apparmor_restrict_unprivileged_userns",
	[NAMESPACES_USER_MAX] = "user.max_user_namespaces",
	[NAMESPACES_PID_MAX] = "user.max_pid_namespaces",
	[NAMESPACES_MOUNT_MAX] = "user.max_mnt_namespaces",
	[NAMESPACES_NETWORK_MAX] = "user.max_net_namespaces",
	[NAMESPACES_IPC_MAX] = "user.max_ipc_namespaces",
	[NAMESPACES_HOST_MAX] = "user.max_uts_namespaces",
	[NAMESPACES_CGROUP_MAX] = "user.max_cgroup_namespaces",
};

/* The namespaces, by their step. */
static const struct namespaces_kind {
	uint64_t flag;
	enum namespaces_setting most; /* the setting that bounds their number */
} namespaces_kinds[] = {
	[NAMESPACES_USER] = {CLONE_NEWUSER, NAMESPACES_USER_MAX},
	[NAMESPACES_PID] = {CLONE_NEWPID, NAMESPACES_PID_MAX},
	[NAMESPACES_MOUNT] = {CLONE_NEWNS, NAMESPACES_MOUNT_MAX},
	[NAMESPACES_NETWORK] = {CLONE_NEWNET, NAMESPACES_NETWORK_MAX},
	[NAMESPACES_IPC] = {CLONE_NEWIPC, NAMESPACES_IPC_MAX},
	[NAMESPACES_HOST] = {CLONE_NEWUTS, NAMESPACES_HOST_MAX},
	[NAMESPACES_CGROUP] = {CLONE_NEWCGROUP, NAMESPACES_CGROUP_MAX},
};

enum { NAMESPACES_KINDS = sizeof namespaces_kinds / sizeof *namespaces_kinds };

/* --- settings and surroundings --------------------------------------------------------------- */

static int64_t namespaces_read_setting(const char *name)
{
	char path[96];
	long long value = -1;
	snprintf(path, sizeof path, "/proc/sys/%s", name);
	*strchr(path + strlen("/proc/sys/"), '.') = '/';
	FILE *file = fopen(path, "re");
	if (file == NULL || fscanf(file, "%lld", &value) != 1)
		value = -1;
	if (file != NULL)
		fclose(file);
	return value;
}

/* Does the line of /proc/self/mountinfo have a mount on a part of /proc, or on the root? */
static void namespaces_read_mounts(struct namespaces *n)
{
	char line[NAMESPACES_LINE], place[NAMESPACES_LINE];
	bool root = false;
	FILE *file = fopen("/proc/self/mountinfo", "re");
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		if (sscanf(line, "%*s %*s %*s %*s %4095s", place) != 1)
			continue;
		root |= strcmp(place, "/") == 0;
		n->masked |= strncmp(place, "/proc/", 6) == 0;
	}
	n->chroot = file != NULL && !root;
	if (file != NULL)
		fclose(file);
	struct stat ours, first;
	if (stat("/", &ours) == 0 && stat("/proc/1/root/", &first) == 0)
		n->chroot |= ours.st_ino != first.st_ino || ours.st_dev != first.st_dev;
}

/* Reads which rights and filters this process has. */
static void namespaces_read_status(struct namespaces *n)
{
	char line[256];
	int mode = 0;
	FILE *file = fopen("/proc/self/status", "re");
	while (file != NULL && fgets(line, sizeof line, file) != NULL)
		sscanf(line, "Seccomp: %d", &mode);
	n->filtered = mode == 2;
	if (file != NULL)
		fclose(file);
	file = fopen("/proc/self/attr/current", "re");
	if (file != NULL && fgets(n->profile, sizeof n->profile, file) != NULL)
		n->profile[strcspn(n->profile, "\n")] = '\0';
	if (file != NULL)
		fclose(file);
	if (strcmp(n->profile, "unconfined") == 0 || strcmp(n->profile, "kernel") == 0)
		n->profile[0] = '\0';
}

static enum namespaces_container namespaces_find_container(void)
{
	const char *other = getenv("container");
	if (getenv("KUBERNETES_SERVICE_HOST") != NULL)
		return NAMESPACES_KUBERNETES;
	if (access("/run/.containerenv", F_OK) == 0)
		return NAMESPACES_PODMAN;
	if (access("/.dockerenv", F_OK) == 0)
		return NAMESPACES_DOCKER;
	return other != NULL && *other != '\0' ? NAMESPACES_OTHER_CONTAINER
					       : NAMESPACES_NO_CONTAINER;
}

/* --- trying ---------------------------------------------------------------------------------- */

pid_t namespaces_clone(uint64_t flags, int exit_signal)
{
	struct clone_args args = {.flags = flags, .exit_signal = (uint64_t)exit_signal};
	pid_t child = (pid_t)syscall(SYS_clone3, &args, sizeof args);
	if (child >= 0 || errno != ENOSYS)
		return child;
	/* All arguments but the flags are 0, so their order, which differs, does not matter here.
	 */
	return (pid_t)syscall(SYS_clone, flags | (uint64_t)exit_signal, 0, 0, 0, 0);
}

/* Creates these namespaces, and uses none of them. Returns errno or 0. */
static int namespaces_try(uint64_t flags)
{
	pid_t child = namespaces_clone(flags, SIGCHLD);
	int failed = child < 0 ? errno : 0;
	if (child == 0)
		_exit(EXIT_SUCCESS);
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	return failed;
}

/* A step that failed, as the child reports it. */
struct namespaces_report {
	enum namespaces_step step; /* NAMESPACES_STEPS: none */
	int failed;
};

static enum namespaces_step namespaces_step_at(const char *place)
{
	if (place != NULL && strcmp(place, "/proc") == 0)
		return NAMESPACES_PROC;
	return place != NULL && strcmp(place, "/") != 0 ? NAMESPACES_SCRATCH : NAMESPACES_ROOT;
}

/* Runs in the namespaces: takes the later steps until one fails. */
static struct namespaces_report namespaces_use(const struct namespaces *n, uid_t uid, gid_t gid)
{
	struct fs_view view = {.count = 0};
	const uid_t owner = n->root ? PRIVILEGES_OWNERS : uid;
	struct mounts_plan plan = {.view = &view, .owner = owner, .group = n->root ? owner : gid};
	const char *place = NULL;
	snprintf(view.dir, sizeof view.dir, "/");
	plan.scratch = 1 << 20;
	if (n->needs_user && !sandbox_init_enter_user(uid, gid))
		return (struct namespaces_report){NAMESPACES_MAP, errno};
	if (n->root && !n->needs_user && setresuid(0, owner, 0) == 0)
		setresuid(0, 0, 0);
	else if (n->root)
		return (struct namespaces_report){NAMESPACES_OWNER, n->needs_user ? EPERM : errno};
	else if (gid == 0)
		return (struct namespaces_report){NAMESPACES_OWNER, EPERM};
	if (mounts_own() != 0)
		return (struct namespaces_report){NAMESPACES_PRIVATE, errno};
	if (mounts_enter(&plan, &place) != 0)
		return (struct namespaces_report){namespaces_step_at(place), errno};
	return (struct namespaces_report){NAMESPACES_STEPS, 0};
}

static void namespaces_try_use(struct namespaces *n, uint64_t flags)
{
	const uid_t uid = geteuid();
	const gid_t gid = getegid();
	struct namespaces_report report = {NAMESPACES_ROOT, ECHILD};
	int ends[2];
	if (pipe(ends) != 0)
		return;
	pid_t child = namespaces_clone(flags, SIGCHLD);
	if (child == 0) {
		report = namespaces_use(n, uid, gid);
		_exit(write(ends[1], &report, sizeof report) == sizeof report ? EXIT_SUCCESS
									      : EXIT_FAILURE);
	}
	close(ends[1]);
	if (child > 0 && read(ends[0], &report, sizeof report) < 0)
		report.failed = errno;
	close(ends[0]);
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	for (int step = NAMESPACES_MAP; step < NAMESPACES_STEPS; step++)
		n->failed[step] = step < (int)report.step ? 0 : -1;
	if (report.step < NAMESPACES_STEPS)
		n->failed[report.step] = report.failed;
}

void namespaces_collect(struct namespaces *n)
{
	*n = (struct namespaces){.root = geteuid() == 0};
	for (int i = 0; i < NAMESPACES_SETTINGS; i++)
		n->settings[i] = namespaces_read_setting(namespaces_setting_names[i]);
	for (int i = 0; i < NAMESPACES_STEPS; i++)
		n->failed[i] = -1;
	namespaces_read_mounts(n);
	namespaces_read_status(n);
	n->container = namespaces_find_container();
	n->needs_user = namespaces_try(CLONE_NEWPID) != 0;
	uint64_t all = 0;
	for (int i = n->needs_user ? NAMESPACES_USER : NAMESPACES_PID; i < NAMESPACES_KINDS; i++) {
		const uint64_t way = n->needs_user ? CLONE_NEWUSER : 0;
		n->failed[i] = namespaces_try(way | namespaces_kinds[i].flag);
		all |= way | namespaces_kinds[i].flag;
	}
	if (namespaces_first_failed(n, NAMESPACES_USER) == NAMESPACES_STEPS)
		namespaces_try_use(n, all);
}

enum namespaces_step namespaces_first_failed(const struct namespaces *n, enum namespaces_step from)
{
	int step = from;
	while (step < NAMESPACES_STEPS && n->failed[step] <= 0)
		step++;
	return (enum namespaces_step)step;
}

/* --- explaining ------------------------------------------------------------------------------ */

static bool namespaces_is_refusal(int failed)
{
	return failed == EPERM || failed == EACCES || failed == ENOSYS;
}

static bool namespaces_by_max(const struct namespaces *n, enum namespaces_step step)
{
	return step <= NAMESPACES_CGROUP && n->failed[step] == ENOSPC;
}

static bool namespaces_by_processes(const struct namespaces *n, enum namespaces_step step)
{
	return n->failed[step] == EAGAIN;
}

static bool namespaces_by_unprivileged(const struct namespaces *n, enum namespaces_step step)
{
	return n->needs_user && n->settings[NAMESPACES_UNPRIVILEGED] == 0 &&
	       namespaces_is_refusal(n->failed[step]);
}

static bool namespaces_by_apparmor(const struct namespaces *n, enum namespaces_step step)
{
	return n->needs_user && n->settings[NAMESPACES_APPARMOR] > 0 &&
	       namespaces_is_refusal(n->failed[step]);
}

static bool namespaces_by_owner(const struct namespaces *n, enum namespaces_step step)
{
	return step == NAMESPACES_OWNER || (step == NAMESPACES_SCRATCH && n->root);
}

static bool namespaces_by_group(const struct namespaces *n, enum namespaces_step step)
{
	return step == NAMESPACES_OWNER && !n->root;
}

static bool namespaces_by_filter(const struct namespaces *n, enum namespaces_step step)
{
	return n->filtered && step != NAMESPACES_PROC && namespaces_is_refusal(n->failed[step]);
}

static bool namespaces_by_chroot(const struct namespaces *n, enum namespaces_step step)
{
	return n->chroot && (n->failed[step] == EPERM || n->failed[step] == EINVAL);
}

static bool namespaces_by_mask(const struct namespaces *n, enum namespaces_step step)
{
	return step == NAMESPACES_PROC && n->masked && n->failed[step] == EPERM;
}

static bool namespaces_by_profile(const struct namespaces *n, enum namespaces_step step)
{
	return n->profile[0] != '\0' && namespaces_is_refusal(n->failed[step]);
}

static bool namespaces_by_kernel(const struct namespaces *n, enum namespaces_step step)
{
	return n->failed[step] == ENOSYS ||
	       (step <= NAMESPACES_CGROUP && n->failed[step] == EINVAL);
}

/* The remedy in each kind of container. */
#define NAMESPACES_REMEDIES 5

/* Causes, the surest first. namespaces_word() has the word for %s. */
static const struct namespaces_row {
	bool (*applies)(const struct namespaces *n, enum namespaces_step step);
	const char *reason;
	const char *remedy[NAMESPACES_REMEDIES]; /* NULL: as without a container */
} namespaces_rows[] = {
	{namespaces_by_max, "%s is 0 or used up", {"run `sudo sysctl -w %s=10000`"}},
	{namespaces_by_processes, "the limit of processes of this user is reached",
		{"`ulimit -u` shows the limit; end other processes, or raise it in /etc/security/limits.conf"}},
	{namespaces_by_unprivileged, "kernel.unprivileged_userns_clone is 0",
		{"run `sudo sysctl -w kernel.unprivileged_userns_clone=1`"}},
	{namespaces_by_group, "this user has the group of root, and bots would keep it",
		{"start the referee with a group of its own, for example `setpriv --regid 1000 --clear-groups referee ...`",
			[NAMESPACES_DOCKER] = "start the container with `--user 1000:1000`",
			[NAMESPACES_PODMAN] = "start the container with `--user 1000:1000`",
			[NAMESPACES_KUBERNETES] = "set `runAsGroup: 1000` in the securityContext"}},
	{namespaces_by_owner, "root has no other users here, and no bot runs as root",
		{"run the referee as an ordinary user, or as root with CAP_SYS_ADMIN and all users",
			[NAMESPACES_DOCKER] =
				"start the container with `--user 1000:1000`, or with `--cap-add SYS_ADMIN`",
			[NAMESPACES_PODMAN] = "start the container with `--user 1000:1000`",
			[NAMESPACES_KUBERNETES] =
				"set `runAsUser: 1000` and `runAsGroup: 1000` in the securityContext"}},
	{namespaces_by_chroot, "the referee runs in a chroot",
		{"start it with `systemd-nspawn --directory=FOLDER` or `bwrap`, which change the root without chroot"}},
	{namespaces_by_filter, "a system call filter forbids it",
		{"start the referee without the filter (systemd: no RestrictNamespaces and SystemCallFilter)",
			[NAMESPACES_DOCKER] =
				"start the container with `--security-opt seccomp=unconfined`, see docs/container.md",
			[NAMESPACES_PODMAN] =
				"start the container with `--security-opt seccomp=unconfined`, see docs/container.md",
			[NAMESPACES_KUBERNETES] =
				"set `seccompProfile: {type: Unconfined}` in the securityContext"}},
	{namespaces_by_apparmor, "kernel.apparmor_restrict_unprivileged_userns is 1",
		{"run `sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`"}},
	{namespaces_by_mask, "parts of /proc are covered here",
		{"unmount what lies on parts of /proc",
			[NAMESPACES_DOCKER] =
				"start the container with `--security-opt systempaths=unconfined`",
			[NAMESPACES_PODMAN] =
				"start the container with `--security-opt unmask=ALL`",
			[NAMESPACES_KUBERNETES] =
				"set `procMount: Unmasked` in the securityContext"}},
	{namespaces_by_profile, "the security profile \"%s\" forbids it",
		{"allow it in the profile, or start the referee without one",
			[NAMESPACES_DOCKER] =
				"start the container with `--security-opt apparmor=unconfined`, with SELinux `label=disable`",
			[NAMESPACES_PODMAN] =
				"start the container with `--security-opt apparmor=unconfined`, with SELinux `label=disable`",
			[NAMESPACES_KUBERNETES] =
				"set `appArmorProfile: {type: Unconfined}` in the securityContext"}},
	{namespaces_by_kernel, "this kernel has none",
		{"use a kernel of 5.12 or later with all namespaces, as Debian 12 has"}},
};

/* The word in the place of %s in the texts. */
static const char *namespaces_word(const struct namespaces *n, enum namespaces_step step)
{
	return step <= NAMESPACES_CGROUP && n->failed[step] == ENOSPC
		       ? namespaces_setting_names[namespaces_kinds[step].most]
		       : n->profile;
}

/* Copies a text with the word in the place of %s. */
static void namespaces_write(char *to, size_t room, const char *text, const char *word)
{
	const char *mark = strstr(text, "%s");
	if (mark == NULL)
		snprintf(to, room, "%s", text);
	else
		snprintf(to, room, "%.*s%s%s", (int)(mark - text), text, word, mark + 2);
}

void namespaces_cause(
	const struct namespaces *n, enum namespaces_step step, struct namespaces_cause *cause)
{
	char why[sizeof cause->reason / 2];
	const char *remedy = "see the log of the kernel: `sudo dmesg`";
	snprintf(why, sizeof why, "%s", strerror(n->failed[step]));
	for (size_t i = 0; i < sizeof namespaces_rows / sizeof *namespaces_rows; i++) {
		const struct namespaces_row *row = &namespaces_rows[i];
		if (!row->applies(n, step))
			continue;
		namespaces_write(why, sizeof why, row->reason, namespaces_word(n, step));
		remedy = row->remedy[n->container];
		remedy = remedy != NULL ? remedy : row->remedy[NAMESPACES_NO_CONTAINER];
		break;
	}
	snprintf(cause->reason, sizeof cause->reason, "%s cannot be had: %s",
		namespaces_step_names[step], why);
	namespaces_write(cause->remedy, sizeof cause->remedy, remedy, namespaces_word(n, step));
}

bool namespaces_explain(struct error *err)
{
	struct namespaces n;
	struct namespaces_cause cause;
	namespaces_collect(&n);
	enum namespaces_step step = namespaces_first_failed(&n, NAMESPACES_USER);
	if (step == NAMESPACES_STEPS)
		return false;
	namespaces_cause(&n, step, &cause);
	error_set(err, "%s; %s", cause.reason, cause.remedy);
	return true;
}
