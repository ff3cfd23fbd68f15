/*
 * self-usage.c - our own children, by the names that they gave themselves.
 */
#include "referee/base/self-usage.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char kin_prefix[] = "referee-";

static FILE *kin_open(int pid, const char *what)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", pid, what);
	return fopen(path, "re");
}

static int64_t kin_descriptors(int pid)
{
	char path[64];
	int64_t count = pid == getpid() ? -1 : 0; /* ours holds the folder that is read */
	snprintf(path, sizeof path, "/proc/%d/fd", pid);
	DIR *folder = opendir(path);
	if (folder == NULL)
		return -1;
	for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
		count += entry->d_name[0] != '.';
	closedir(folder);
	return count;
}

static int64_t kin_bytes(int pid)
{
	long long resident = 0;
	FILE *file = kin_open(pid, "statm");
	if (file != NULL) {
		if (fscanf(file, "%*s %lld", &resident) != 1)
			resident = 0;
		fclose(file);
	}
	return resident * sysconf(_SC_PAGESIZE);
}

static int kin_add(struct kin *kinds, int count, int pid, const char *name)
{
	int at = 0;
	while (at < count && strcmp(kinds[at].name, name) != 0)
		at++;
	if (at == KIN_KINDS)
		return count;
	struct kin *k = &kinds[at];
	if (at == count) {
		*k = (struct kin){.count = 0};
		snprintf(k->name, sizeof k->name, "%s", name);
	}
	int64_t descriptors = kin_descriptors(pid);
	k->count++;
	k->bytes += kin_bytes(pid);
	k->descriptors = k->descriptors < 0 || descriptors < 0 ? -1 : k->descriptors + descriptors;
	return at == count ? count + 1 : count;
}

int kin_count(struct kin kinds[KIN_KINDS], int known)
{
	char name[64];
	int pid;
	for (int i = 0; i < known; i++)
		kinds[i].count = kinds[i].bytes = kinds[i].descriptors = 0;
	int count = kin_add(kinds, known, getpid(), "main");
	FILE *children = fopen("/proc/thread-self/children", "re");
	while (children != NULL && fscanf(children, "%d", &pid) == 1) {
		FILE *file = kin_open(pid, "comm");
		bool read = file != NULL && fscanf(file, "%63s", name) == 1;
		if (read && strncmp(name, kin_prefix, strlen(kin_prefix)) == 0)
			count = kin_add(kinds, count, pid, name + strlen(kin_prefix));
		if (file != NULL)
			fclose(file);
	}
	if (children != NULL)
		fclose(children);
	return count;
}
