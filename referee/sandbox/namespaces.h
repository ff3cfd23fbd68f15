/*
 * namespaces.h - which parts of a sandbox of level full this machine allows, and why not the
 * others: the only explanation of a level that cannot be had.
 *
 * namespaces_collect() tries each step in a child process and reads the settings that decide.
 * namespaces_cause() is pure.
 */
#ifndef REFEREE_SANDBOX_NAMESPACES_H
#define REFEREE_SANDBOX_NAMESPACES_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

/* The steps of sandbox.c and sandbox-init.c at level full, in this order. */
enum namespaces_step {
	NAMESPACES_USER, /* not for root with CAP_SYS_ADMIN */
	NAMESPACES_PID,
	NAMESPACES_MOUNT,
	NAMESPACES_NETWORK,
	NAMESPACES_IPC,
	NAMESPACES_HOST,
	NAMESPACES_CGROUP,
	NAMESPACES_MAP,	    /* writes the map of the user namespace */
	NAMESPACES_OWNER,   /* root gives a bot a user of its own; others are in no group of root */
	NAMESPACES_PRIVATE, /* keeps mounts to itself */
	NAMESPACES_PROC,
	NAMESPACES_SCRATCH,
	NAMESPACES_ROOT, /* changes the root */
	NAMESPACES_STEPS
};

enum namespaces_setting {
	NAMESPACES_UNPRIVILEGED, /* kernel.unprivileged_userns_clone */
	NAMESPACES_APPARMOR,	 /* kernel.apparmor_restrict_unprivileged_userns */
	NAMESPACES_USER_MAX,	 /* user.max_user_namespaces */
	NAMESPACES_PID_MAX,
	NAMESPACES_MOUNT_MAX,
	NAMESPACES_NETWORK_MAX,
	NAMESPACES_IPC_MAX,
	NAMESPACES_HOST_MAX,
	NAMESPACES_CGROUP_MAX,
	NAMESPACES_SETTINGS
};

enum namespaces_container {
	NAMESPACES_NO_CONTAINER,
	NAMESPACES_DOCKER,
	NAMESPACES_PODMAN,
	NAMESPACES_KUBERNETES,
	NAMESPACES_OTHER_CONTAINER
};

struct namespaces {
	int failed[NAMESPACES_STEPS]; /* errno; 0: it works; -1: not tried, or not needed */
	int64_t settings[NAMESPACES_SETTINGS]; /* -1: this kernel has no such setting */
	bool root;			       /* the referee runs as root */
	bool needs_user;		       /* each sandbox needs a user namespace */
	bool filtered;			       /* a system call filter binds the referee */
	bool chroot;			       /* it runs in a chroot */
	bool masked;			       /* parts of /proc are covered */
	enum namespaces_container container;
	char profile[64]; /* AppArmor profile or SELinux context that binds it; "": none */
};

/* "a user namespace", "a /proc of its own", ... */
extern const char *const namespaces_step_names[NAMESPACES_STEPS];

/* The name of the setting for sysctl. */
extern const char *const namespaces_setting_names[NAMESPACES_SETTINGS];

/* As fork(), in new namespaces (CLONE_NEW...) and with CLONE_PARENT if flags have them.
 * exit_signal: for the parent. The filter of some containers forbids clone3(); clone() does then.
 */
pid_t namespaces_clone(uint64_t flags, int exit_signal);

/* Tries all steps; takes some milliseconds. */
void namespaces_collect(struct namespaces *n);

/* The first step from the given one on that fails; NAMESPACES_STEPS: none. */
enum namespaces_step namespaces_first_failed(const struct namespaces *n, enum namespaces_step from);

/* Why a failed step fails, and the command or setting that mends it. */
struct namespaces_cause {
	char reason[ERROR_TEXT / 2], remedy[ERROR_TEXT / 2];
};
void namespaces_cause(
	const struct namespaces *n, enum namespaces_step step, struct namespaces_cause *cause);

/* Tries all steps and writes reason and remedy of the first that fails: "REASON; REMEDY". False:
 * none fails, and err is unchanged. */
bool namespaces_explain(struct error *err);

#endif
