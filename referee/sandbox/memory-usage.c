/*
 * memory-usage.c - sums up the memory of processes by /proc/PID/status, fd, maps and smaps_rollup
 * (proc(5)).
 *
 * Most looks read status and fd alone. A shared mapping is part of VmSize and not of VmData, so
 * maps are read only where the rest of VmSize could hold enough shared memory. smaps_rollup, which
 * is slow, divides pages among the processes that share them: it is read last.
 */
#include "referee/sandbox/memory-usage.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"

enum {
	MEMORY_USAGE_TEXT = 4096,
	MEMORY_USAGE_FILES = 1024, /* where there is no limit */
	MEMORY_USAGE_PIPE = 65536, /* pipe(7) */
};

enum memory_usage_kind { MEMORY_USAGE_SHARED, MEMORY_USAGE_SOCKET, MEMORY_USAGE_PIPE_KIND };

/* An object that several processes and descriptors may hold. */
struct memory_usage_object {
	enum memory_usage_kind kind;
	unsigned long inode;
	int64_t size;
};

/* The folder of a process; 0: this process, whose number may be of another namespace than /proc. */
static void memory_usage_folder(pid_t process, char folder[32])
{
	if (process == 0)
		strcpy(folder, "/proc/self");
	else
		snprintf(folder, 32, "/proc/%d", (int)process);
}

/* Reads a file of a process; "" if it is gone, or may not be read. */
static void memory_usage_read(pid_t process, const char *name, char text[MEMORY_USAGE_TEXT])
{
	char folder[32], path[64];
	memory_usage_folder(process, folder);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length = fd < 0 ? -1 : read(fd, text, MEMORY_USAGE_TEXT - 1);
	if (fd >= 0)
		close(fd);
	text[length > 0 ? length : 0] = '\0';
}

/* The field "NAME: N kB" in bytes; 0: there is none. */
static int64_t memory_usage_field(const char *text, const char *name)
{
	const char *line = strstr(text, name);
	return line == NULL ? 0 : strtoll(line + strlen(name), NULL, 10) * 1024;
}

/* --- objects -------------------------------------------------------------------------------- */

static void memory_usage_add(
	struct memory_usage *m, enum memory_usage_kind kind, unsigned long inode, int64_t size)
{
	m->objects = memory_resize(m->objects, m->objects_count + 1, sizeof *m->objects);
	m->objects[m->objects_count++] = (struct memory_usage_object){kind, inode, size};
}

/* Orders objects, of the same one the largest first. */
static int memory_usage_compare(const void *a, const void *b)
{
	const struct memory_usage_object *x = a, *y = b;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	if (x->inode != y->inode)
		return x->inode < y->inode ? -1 : 1;
	return (x->size < y->size) - (x->size > y->size);
}

/* The bytes of all objects, each once. */
static int64_t memory_usage_of_objects(struct memory_usage *m)
{
	int64_t sum = 0;
	if (m->objects_count > 0)
		qsort(m->objects, m->objects_count, sizeof *m->objects, memory_usage_compare);
	for (size_t i = 0; i < m->objects_count; i++) {
		const struct memory_usage_object *o = &m->objects[i], *before = o - 1;
		if (i == 0 || before->kind != o->kind || before->inode != o->inode)
			sum += o->size;
	}
	return sum;
}

/* --- open files ------------------------------------------------------------------------------ */

/* Adds the pipes and sockets in a folder of descriptors. False: it may not be read. */
static bool memory_usage_add_files(struct memory_usage *m, pid_t process, const char *task)
{
	char folder[32], path[96], target[64];
	unsigned long inode;
	memory_usage_folder(process, folder);
	snprintf(path, sizeof path, "%s/task/%.20s/fd", folder, task);
	DIR *all = opendir(path);
	bool may = all != NULL || (errno != EACCES && errno != EPERM);
	for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;) {
		ssize_t length = readlinkat(dirfd(all), e->d_name, target, sizeof target - 1);
		target[length > 0 ? length : 0] = '\0';
		if (sscanf(target, "socket:[%lu]", &inode) == 1)
			memory_usage_add(m, MEMORY_USAGE_SOCKET, inode, m->socket);
		else if (sscanf(target, "pipe:[%lu]", &inode) == 1)
			memory_usage_add(m, MEMORY_USAGE_PIPE_KIND, inode, MEMORY_USAGE_PIPE);
	}
	if (all != NULL)
		closedir(all);
	return may;
}

/* Calls visit() for each thread of a process, by its number. */
static void memory_usage_walk_threads(struct memory_usage *m, pid_t process,
	void (*visit)(struct memory_usage *m, pid_t process, const char *task, int64_t *sum),
	int64_t *sum)
{
	char folder[32], path[64];
	memory_usage_folder(process, folder);
	snprintf(path, sizeof path, "%s/task", folder);
	DIR *all = opendir(path);
	for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;)
		if (isdigit((unsigned char)e->d_name[0]))
			visit(m, process, e->d_name, sum);
	if (all != NULL)
		closedir(all);
}

/* A thread may have descriptors of its own. One that is ending has no memory any more, and the
 * kernel shows its descriptors to root alone: it hides nothing. */
static void memory_usage_visit_files(
	struct memory_usage *m, pid_t process, const char *task, int64_t *sum)
{
	char name[48], status[MEMORY_USAGE_TEXT];
	if (memory_usage_add_files(m, process, task))
		return;
	snprintf(name, sizeof name, "task/%.20s/status", task);
	memory_usage_read(process, name, status);
	if (memory_usage_field(status, "\nVmSize:") > 0)
		*sum += m->hidden;
}

/* --- shared memory --------------------------------------------------------------------------- */

/* Adds shared memory without a file. False: the mappings may not be read. */
static bool memory_usage_add_shared(struct memory_usage *m, pid_t process)
{
	char path[64], *line = NULL, rights[5];
	size_t room = 0;
	uint64_t from, to, offset;
	unsigned major, minor;
	unsigned long inode;
	snprintf(path, sizeof path, "/proc/%d/maps", (int)process);
	FILE *in = fopen(path, "re");
	bool may = in != NULL || (errno != EACCES && errno != EPERM);
	while (in != NULL && getline(&line, &room, in) > 0)
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %lu", &from, &to,
			    rights, &offset, &major, &minor, &inode) == 7 &&
			rights[3] == 's' && major == m->major && minor == m->minor)
			memory_usage_add(
				m, MEMORY_USAGE_SHARED, inode, (int64_t)(offset + (to - from)));
	free(line);
	if (in != NULL)
		fclose(in);
	return may;
}

/* --- processes ------------------------------------------------------------------------------- */

static void memory_usage_add_process(struct memory_usage *m, pid_t process)
{
	m->processes = memory_resize(m->processes, m->processes_count + 1, sizeof *m->processes);
	m->processes[m->processes_count++] = process;
}

static void memory_usage_visit_children(
	struct memory_usage *m, pid_t process, const char *task, int64_t *sum)
{
	char folder[32], path[96];
	int child;
	(void)sum;
	memory_usage_folder(process, folder);
	snprintf(path, sizeof path, "%s/task/%.20s/children", folder, task);
	FILE *in = fopen(path, "re");
	while (in != NULL && fscanf(in, "%d", &child) == 1)
		memory_usage_add_process(m, child);
	if (in != NULL)
		fclose(in);
}

/* Any thread may have children. */
static void memory_usage_find_descendants(struct memory_usage *m)
{
	memory_usage_walk_threads(m, 0, memory_usage_visit_children, NULL);
	for (size_t i = 0; i < m->processes_count; i++)
		memory_usage_walk_threads(m, m->processes[i], memory_usage_visit_children, NULL);
}

static void memory_usage_find_all(struct memory_usage *m)
{
	DIR *all = opendir("/proc");
	for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;)
		if (atoi(e->d_name) > 1)
			memory_usage_add_process(m, atoi(e->d_name));
	if (all != NULL)
		closedir(all);
}

/* --- sums ------------------------------------------------------------------------------------ */

/* Pages of its own and of files, as they are now and on the disk. */
static int64_t memory_usage_pages(const char *status)
{
	return memory_usage_field(status, "\nRssAnon:") + memory_usage_field(status, "\nRssFile:") +
	       memory_usage_field(status, "\nVmSwap:");
}

/* The same, but pages that several processes use are divided among them. */
static int64_t memory_usage_divided_pages(pid_t process, const char *status)
{
	char text[MEMORY_USAGE_TEXT];
	memory_usage_read(process, "smaps_rollup", text);
	if (text[0] == '\0')
		return memory_usage_pages(status);
	return memory_usage_field(text, "\nPss:") - memory_usage_field(text, "\nPss_Shmem:") +
	       memory_usage_field(text, "\nSwapPss:");
}

/* As much as its mappings beside its own data could share. */
static int64_t memory_usage_shared_at_most(const char *status)
{
	return memory_usage_field(status, "\nVmSize:") - memory_usage_field(status, "\nVmData:");
}

int64_t memory_usage_measure(struct memory_usage *m, bool all, int64_t limit)
{
	char status[MEMORY_USAGE_TEXT];
	int64_t pages = 0, divided = 0, others = 0, at_most = 0;
	m->processes_count = m->objects_count = 0;
	if (all)
		memory_usage_find_all(m);
	else
		memory_usage_find_descendants(m);
	for (size_t i = 0; i < m->processes_count; i++) {
		memory_usage_read(m->processes[i], "status", status);
		pages += memory_usage_pages(status);
		others += memory_usage_field(status, "\nVmPTE:");
		at_most += memory_usage_shared_at_most(status);
		memory_usage_walk_threads(m, m->processes[i], memory_usage_visit_files, &others);
	}
	int64_t sum = pages + others + memory_usage_of_objects(m);
	if (sum + at_most <= limit)
		return sum;
	for (size_t i = 0; i < m->processes_count; i++)
		if (!memory_usage_add_shared(m, m->processes[i])) {
			memory_usage_read(m->processes[i], "status", status);
			others += memory_usage_shared_at_most(status);
		}
	others += memory_usage_of_objects(m);
	if (pages + others <= limit)
		return pages + others;
	for (size_t i = 0; i < m->processes_count; i++) {
		memory_usage_read(m->processes[i], "status", status);
		divided += memory_usage_divided_pages(m->processes[i], status);
	}
	return divided + others;
}

/* --- this machine ---------------------------------------------------------------------------- */

/* A buffer takes packets while it is below its size, so it may hold one more, of half that. */
static int64_t memory_usage_measure_socket(void)
{
	int ends[2], size = 0;
	socklen_t length = sizeof size;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
		return 0;
	getsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, &length);
	close(ends[0]);
	close(ends[1]);
	return size + (int64_t)size / 2;
}

/* The kernel keeps shared memory without a file on a device of its own. */
static void memory_usage_find_device(struct memory_usage *m)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	void *shared = mmap(NULL, size, PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	char *line = NULL;
	size_t room = 0;
	uint64_t from;
	unsigned major, minor;
	FILE *in = shared != MAP_FAILED ? fopen("/proc/self/maps", "re") : NULL;
	while (in != NULL && getline(&line, &room, in) > 0)
		if (sscanf(line, "%" SCNx64 "-%*x %*s %*x %x:%x", &from, &major, &minor) == 3 &&
			from == (uint64_t)(uintptr_t)shared) {
			m->major = major;
			m->minor = minor;
		}
	free(line);
	if (in != NULL)
		fclose(in);
	if (shared != MAP_FAILED)
		munmap(shared, size);
}

void memory_usage_init(struct memory_usage *m, int64_t files)
{
	*m = (struct memory_usage){.major = ~0u, .socket = memory_usage_measure_socket()};
	m->hidden = (files > 0 ? files : MEMORY_USAGE_FILES) * m->socket;
	memory_usage_find_device(m);
}
