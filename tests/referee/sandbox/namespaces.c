/*
 * namespaces.c - which cause and which remedy follow from which facts, and that what is tried here
 * agrees with the sandbox.
 *
 * plain too: it tests the sandbox.
 */
#include "referee/sandbox/namespaces.h"

#include <errno.h>
#include <string.h>

#include "referee/sandbox/sandbox.h"
#include "tests/lib/suite.h"

/* An ordinary user on a machine that allows everything. */
static struct namespaces machine_good(void)
{
	struct namespaces n = {.needs_user = true};
	for (int i = 0; i < NAMESPACES_SETTINGS; i++)
		n.settings[i] = 10000;
	n.settings[NAMESPACES_UNPRIVILEGED] = 1;
	n.settings[NAMESPACES_APPARMOR] = 0;
	return n;
}

static void machine_debian_without(struct namespaces *n)
{
	n->settings[NAMESPACES_UNPRIVILEGED] = 0;
}

static void machine_ubuntu(struct namespaces *n)
{
	n->settings[NAMESPACES_APPARMOR] = 1;
	n->profile[0] = '\0';
}

static void machine_filtered(struct namespaces *n)
{
	n->filtered = true;
}

static void machine_docker(struct namespaces *n)
{
	n->filtered = n->masked = true;
	n->container = NAMESPACES_DOCKER;
}

static void machine_podman(struct namespaces *n)
{
	n->filtered = n->masked = true;
	n->container = NAMESPACES_PODMAN;
}

static void machine_kubernetes(struct namespaces *n)
{
	n->masked = true;
	n->container = NAMESPACES_KUBERNETES;
}

static void machine_docker_root(struct namespaces *n)
{
	machine_docker(n);
	n->root = true;
}

static void machine_docker_profile(struct namespaces *n)
{
	n->container = NAMESPACES_DOCKER;
	strcpy(n->profile, "docker-default (enforce)");
}

static void machine_chroot(struct namespaces *n)
{
	n->chroot = true;
}

static void machine_root(struct namespaces *n)
{
	n->root = true;
}

static void machine_plain(struct namespaces *n)
{
	(void)n;
}

static const struct row {
	void (*change)(struct namespaces *n);
	enum namespaces_step step;
	int failed;
	const char *reason, *remedy;
} rows[] = {
	{machine_debian_without, NAMESPACES_USER, EPERM, "kernel.unprivileged_userns_clone is 0",
		"sysctl -w kernel.unprivileged_userns_clone=1"},
	{machine_plain, NAMESPACES_USER, ENOSPC, "user.max_user_namespaces is 0",
		"sysctl -w user.max_user_namespaces=10000"},
	{machine_plain, NAMESPACES_NETWORK, ENOSPC, "a network namespace cannot be had",
		"user.max_net_namespaces=10000"},
	{machine_plain, NAMESPACES_PID, EAGAIN, "limit of processes", "ulimit -u"},
	{machine_ubuntu, NAMESPACES_MAP, EACCES, "kernel.apparmor_restrict_unprivileged_userns",
		"sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
	{machine_ubuntu, NAMESPACES_PRIVATE, EPERM, "private mounts",
		"kernel.apparmor_restrict_unprivileged_userns=0"},
	{machine_filtered, NAMESPACES_USER, EPERM, "system call filter", "SystemCallFilter"},
	{machine_docker, NAMESPACES_USER, ENOSYS, "system call filter", "seccomp=unconfined"},
	{machine_docker, NAMESPACES_PROC, EPERM, "/proc are covered", "systempaths=unconfined"},
	{machine_podman, NAMESPACES_PROC, EPERM, "/proc are covered", "unmask=ALL"},
	{machine_kubernetes, NAMESPACES_PROC, EPERM, "/proc are covered", "procMount: Unmasked"},
	{machine_docker_root, NAMESPACES_OWNER, EPERM, "no bot runs as root", "--user 1000:1000"},
	{machine_docker_profile, NAMESPACES_PRIVATE, EACCES, "\"docker-default (enforce)\"",
		"apparmor=unconfined"},
	{machine_podman, NAMESPACES_OWNER, EPERM, "the group of root", "--user 1000:1000"},
	{machine_chroot, NAMESPACES_USER, EPERM, "chroot", "systemd-nspawn"},
	{machine_chroot, NAMESPACES_PRIVATE, EINVAL, "chroot", "systemd-nspawn"},
	{machine_root, NAMESPACES_OWNER, EINVAL, "no bot runs as root", "ordinary user"},
	{machine_plain, NAMESPACES_CGROUP, EINVAL, "this kernel has none", "5.12"},
	{machine_plain, NAMESPACES_ROOT, EIO, "Input/output error", "dmesg"},
};

START_TEST(each_refusal_has_its_cause_and_its_remedy)
	{
		const struct row *r = &rows[_i];
		struct namespaces n = machine_good();
		struct namespaces_cause cause;
		r->change(&n);
		n.failed[r->step] = r->failed;
		ck_assert_int_eq(namespaces_first_failed(&n, NAMESPACES_USER), r->step);
		namespaces_cause(&n, r->step, &cause);
		ck_assert_msg(strncmp(cause.reason, namespaces_step_names[r->step],
				      strlen(namespaces_step_names[r->step])) == 0 &&
				      strstr(cause.reason, r->reason) != NULL,
			"%s", cause.reason);
		ck_assert_msg(strstr(cause.remedy, r->remedy) != NULL, "%s", cause.remedy);
	}
END_TEST

START_TEST(where_nothing_fails_no_step_is_named)
	{
		const struct namespaces n = machine_good();
		ck_assert_int_eq(namespaces_first_failed(&n, NAMESPACES_USER), NAMESPACES_STEPS);
	}
END_TEST

START_TEST(the_steps_that_are_tried_agree_with_the_sandbox)
	{
		struct namespaces n;
		struct error err = {""};
		namespaces_collect(&n);
		sandbox_prepare();
		bool can = sandbox_can(SANDBOX_FULL, &err);
		bool all = namespaces_first_failed(&n, NAMESPACES_USER) == NAMESPACES_STEPS;
		ck_assert_msg(can || !all, "all steps work, yet: %s", err.text);
		if (can)
			ck_assert_int_le(n.failed[NAMESPACES_MOUNT], 0);
		else
			ck_assert_ptr_nonnull(strstr(err.text, "referee doctor"));
	}
END_TEST

SUITE("referee/sandbox/namespaces",
	LOOP(each_refusal_has_its_cause_and_its_remedy, sizeof rows / sizeof *rows),
	CASE(where_nothing_fails_no_step_is_named),
	CASE(the_steps_that_are_tried_agree_with_the_sandbox))
