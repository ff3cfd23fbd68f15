/*
 * self-usage.c - finds our children by their process names.
 */
#include "referee/process/self-usage.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char self_usage_prefix[] = "referee-";

static FILE *self_usage_open(int pid, const char *what)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", pid, what);
	return fopen(path, "re");
}

static int64_t self_usage_descriptors(int pid)
{
	char path[64];
	int64_t count = pid == getpid() ? -1 : 0; /* ours has the folder being read */
	snprintf(path, sizeof path, "/proc/%d/fd", pid);
	DIR *folder = opendir(path);
	if (folder == NULL)
		return -1;
	for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
		count += entry->d_name[0] != '.';
	closedir(folder);
	return count;
}

static int64_t self_usage_bytes(int pid)
{
	long long resident = 0;
	FILE *file = self_usage_open(pid, "statm");
	if (file != NULL) {
		if (fscanf(file, "%*s %lld", &resident) != 1)
			resident = 0;
		fclose(file);
	}
	return resident * sysconf(_SC_PAGESIZE);
}

static int self_usage_add(struct self_usage *kinds, int count, int pid, const char *name)
{
	int at = 0;
	while (at < count && strcmp(kinds[at].name, name) != 0)
		at++;
	if (at == SELF_USAGE_KINDS)
		return count;
	struct self_usage *k = &kinds[at];
	if (at == count) {
		*k = (struct self_usage){.count = 0};
		snprintf(k->name, sizeof k->name, "%s", name);
	}
	int64_t descriptors = self_usage_descriptors(pid);
	k->count++;
	k->bytes += self_usage_bytes(pid);
	k->descriptors = k->descriptors < 0 || descriptors < 0 ? -1 : k->descriptors + descriptors;
	return at == count ? count + 1 : count;
}

int self_usage_count(struct self_usage kinds[SELF_USAGE_KINDS], int known)
{
	char name[64];
	int pid;
	for (int i = 0; i < known; i++)
		kinds[i].count = kinds[i].bytes = kinds[i].descriptors = 0;
	int count = self_usage_add(kinds, known, getpid(), "main");
	FILE *children = fopen("/proc/thread-self/children", "re");
	while (children != NULL && fscanf(children, "%d", &pid) == 1) {
		FILE *file = self_usage_open(pid, "comm");
		bool read = file != NULL && fscanf(file, "%63s", name) == 1;
		if (read && strncmp(name, self_usage_prefix, strlen(self_usage_prefix)) == 0)
			count = self_usage_add(kinds, count, pid, name + strlen(self_usage_prefix));
		if (file != NULL)
			fclose(file);
	}
	if (children != NULL)
		fclose(children);
	return count;
}
