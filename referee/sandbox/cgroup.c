/*
 * cgroup.c - control groups below the referee's own group.
 *
 * Version 1 allows a new group anywhere below our own, if we may write to its folder. Version 2
 * allows it only where the group above delegates the memory controller. That group is our own or
 * one of the next few above, as in a user session of systemd.
 */
#include "referee/sandbox/cgroup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CGROUP_PATH = 2048, CGROUP_ABOVE = 3 };

/* File names of each version. */
static const struct cgroup_version {
	const char *most;	  /* memory limit */
	const char *swap, *swaps; /* swap limit, value for no swap; NULL: as most */
	const char *kills;	  /* file with a line oom_kill that counts kills */
} cgroup_versions[] = {
	{"memory.limit_in_bytes", "memory.memsw.limit_in_bytes", NULL, "memory.oom_control"},
	{"memory.max", "memory.swap.max", "0", "memory.events"},
};

static const struct cgroup_version *cgroup_version; /* NULL: no groups */
static char cgroup_room[2 * CGROUP_PATH]; /* the group that cgroup_make_room() changed; "": none */
static char cgroup_base[CGROUP_PATH];
static pid_t cgroup_process; /* process that called cgroup_prepare(); its children use its groups */
static unsigned long long cgroup_space; /* namespace in which that is its number */

static bool cgroup_write(const char *folder, const char *file, const char *text)
{
	char path[2 * CGROUP_PATH];
	snprintf(path, sizeof path, "%s/%s", folder, file);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	if (fd >= 0)
		close(fd);
	return good;
}

static bool cgroup_read(const char *folder, const char *file, char *text, size_t room)
{
	char path[2 * CGROUP_PATH];
	snprintf(path, sizeof path, "%s/%s", folder, file);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, room - 1);
	if (fd >= 0)
		close(fd);
	text[length > 0 ? length : 0] = '\0';
	return length > 0;
}

static void cgroup_name(pid_t process, int slot, char folder[2 * CGROUP_PATH])
{
	snprintf(folder, 2 * CGROUP_PATH, "%s/referee-%llu-%d-%d", cgroup_base, cgroup_space,
		(int)process, slot);
}

/* Can a group be created below cgroup_base? Creates one to find out. */
static bool cgroup_try(const struct cgroup_version *version)
{
	char folder[2 * CGROUP_PATH];
	cgroup_version = version;
	cgroup_name(cgroup_process, 0, folder);
	if (mkdir(folder, 0755) != 0)
		return false;
	bool good = cgroup_write(folder, version->most, "16777216");
	rmdir(folder);
	return good;
}

/* Mount point of a file system of this kind with this option, from a line of /proc/self/mountinfo.
 */
static bool cgroup_mounted(const char *kind, const char *option, char folder[CGROUP_PATH])
{
	char line[CGROUP_PATH], place[CGROUP_PATH], found[32], options[256];
	bool there = false;
	FILE *file = fopen("/proc/self/mountinfo", "re");
	while (file != NULL && !there && fgets(line, sizeof line, file) != NULL) {
		const char *rest = strstr(line, " - ");
		if (rest == NULL || sscanf(line, "%*s %*s %*s %*s %2047s", place) != 1 ||
			sscanf(rest, " - %31s %*s %255s", found, options) != 2)
			continue;
		there = strcmp(found, kind) == 0 &&
			(option == NULL || strstr(options, option) != NULL);
	}
	if (file != NULL)
		fclose(file);
	if (there)
		snprintf(folder, CGROUP_PATH, "%s", place);
	return there;
}

/* Our group in the hierarchy whose line of /proc/self/cgroup has this text between its colons. */
static bool cgroup_ours(const char *controller, char path[CGROUP_PATH])
{
	char line[CGROUP_PATH];
	bool there = false;
	FILE *file = fopen("/proc/self/cgroup", "re");
	while (file != NULL && !there && fgets(line, sizeof line, file) != NULL) {
		char *name = strchr(line, ':'), *rest;
		if (name == NULL || (rest = strchr(++name, ':')) == NULL)
			continue;
		*rest++ = '\0';
		rest[strcspn(rest, "\n")] = '\0';
		there = strcmp(name, controller) == 0;
		if (there)
			snprintf(path, CGROUP_PATH, "%s", strcmp(rest, "/") == 0 ? "" : rest);
	}
	if (file != NULL)
		fclose(file);
	return there;
}

static bool cgroup_find_first(void)
{
	char mount[CGROUP_PATH], ours[CGROUP_PATH];
	if (!cgroup_mounted("cgroup", "memory", mount) || !cgroup_ours("memory", ours))
		return false;
	return snprintf(cgroup_base, sizeof cgroup_base, "%s%s", mount, ours) < CGROUP_PATH &&
	       cgroup_try(&cgroup_versions[0]);
}

static bool cgroup_find_second(void)
{
	char mount[CGROUP_PATH], ours[CGROUP_PATH], handed[256];
	if (!cgroup_mounted("cgroup2", NULL, mount) || !cgroup_ours("", ours))
		return false;
	for (int up = 0; up < CGROUP_ABOVE; up++) {
		if (snprintf(cgroup_base, sizeof cgroup_base, "%s%s", mount, ours) >= CGROUP_PATH)
			return false;
		if (cgroup_read(cgroup_base, "cgroup.subtree_control", handed, sizeof handed) &&
			strstr(handed, "memory") != NULL && cgroup_try(&cgroup_versions[1]))
			return true;
		char *slash = strrchr(ours, '/');
		if (slash == NULL)
			return false;
		*slash = '\0';
	}
	return false;
}

/* Removes groups of killed referees; one of them may have had our pid. A referee in another
 * process namespace, as in a container, may share our folder: of its processes we know nothing. */
static void cgroup_sweep(void)
{
	char folder[2 * CGROUP_PATH];
	DIR *all = opendir(cgroup_base);
	unsigned long long space;
	int process, slot;
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;)
		if (sscanf(entry->d_name, "referee-%llu-%d-%d", &space, &process, &slot) == 3 &&
			space == cgroup_space && process > 0 &&
			(process == cgroup_process || (kill(process, 0) != 0 && errno == ESRCH))) {
			snprintf(folder, sizeof folder, "%s/%s", cgroup_base, entry->d_name);
			rmdir(folder);
		}
	if (all != NULL)
		closedir(all);
}

void cgroup_make_room(void)
{
	char mount[CGROUP_PATH], ours[CGROUP_PATH], base[2 * CGROUP_PATH];
	char inner[2 * CGROUP_PATH + sizeof "/main"], has[256], hands[256];
	if (!cgroup_mounted("cgroup2", NULL, mount) || !cgroup_ours("", ours))
		return;
	snprintf(base, sizeof base, "%s%s", mount, ours);
	if (!cgroup_read(base, "cgroup.controllers", has, sizeof has) ||
		strstr(has, "memory") == NULL ||
		(cgroup_read(base, "cgroup.subtree_control", hands, sizeof hands) &&
			strstr(hands, "memory") != NULL))
		return;
	snprintf(inner, sizeof inner, "%s/main", base);
	if (mkdir(inner, 0755) != 0)
		return;
	snprintf(cgroup_room, sizeof cgroup_room, "%s", base);
	if (!cgroup_write(inner, "cgroup.procs", "0") ||
		!cgroup_write(base, "cgroup.subtree_control", "+memory"))
		cgroup_return_room();
}

void cgroup_return_room(void)
{
	char inner[sizeof cgroup_room + sizeof "/main"];
	if (*cgroup_room == '\0')
		return;
	snprintf(inner, sizeof inner, "%s/main", cgroup_room);
	cgroup_write(cgroup_room, "cgroup.subtree_control", "-memory");
	cgroup_write(cgroup_room, "cgroup.procs", "0");
	rmdir(inner);
	*cgroup_room = '\0';
}

void cgroup_prepare(void)
{
	struct stat space;
	cgroup_process = getpid();
	cgroup_space = stat("/proc/self/ns/pid", &space) == 0 ? space.st_ino : 0;
	if (!cgroup_find_first() && !cgroup_find_second())
		cgroup_version = NULL;
	else
		cgroup_sweep();
}

int cgroup_place(const char **folder)
{
	*folder = cgroup_base;
	return cgroup_version == NULL ? 0 : (int)(cgroup_version - cgroup_versions) + 1;
}

int cgroup_make(int slot, int64_t memory)
{
	const struct cgroup_version *v = cgroup_version;
	char folder[2 * CGROUP_PATH], path[3 * CGROUP_PATH], most[32];
	if (v == NULL)
		return -1;
	cgroup_name(cgroup_process, slot, folder);
	snprintf(most, sizeof most, "%" PRId64, memory);
	if (mkdir(folder, 0755) != 0 || !cgroup_write(folder, v->most, most)) {
		rmdir(folder);
		return -1;
	}
	/* A kernel without swap accounting does not have this file. */
	cgroup_write(folder, v->swap, v->swaps == NULL ? most : v->swaps);
	cgroup_write(folder, "memory.oom.group", "1");
	snprintf(path, sizeof path, "%s/cgroup.procs", folder);
	return open(path, O_WRONLY | O_CLOEXEC);
}

int64_t cgroup_kills(int slot)
{
	char folder[2 * CGROUP_PATH], text[512];
	if (cgroup_version == NULL)
		return -1;
	cgroup_name(cgroup_process, slot, folder);
	if (!cgroup_read(folder, cgroup_version->kills, text, sizeof text))
		return -1;
	const char *line = strstr(text, "oom_kill ");
	return line == NULL ? -1 : strtoll(line + strlen("oom_kill "), NULL, 10);
}

void cgroup_remove(int slot)
{
	char folder[2 * CGROUP_PATH];
	if (cgroup_version == NULL)
		return;
	cgroup_name(cgroup_process, slot, folder);
	rmdir(folder);
}
