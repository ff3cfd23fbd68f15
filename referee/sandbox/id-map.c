/*
 * id-map.c - owner maps, which the kernel takes as user namespaces.
 *
 * Creating a namespace takes a process. The descriptor keeps the namespace when that process has
 * ended.
 */
#include "referee/sandbox/id-map.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ID_MAP_KEPT = 512 /* one per slot of sandbox.c */ };

static struct id_map_row {
	uid_t uid, owner;
	gid_t gid;
	int fd;
} id_map_rows[ID_MAP_KEPT];
static int id_map_count, id_map_next;

static bool id_map_write(pid_t process, const char *file, unsigned inside, unsigned outside)
{
	char path[64], text[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
	int length = snprintf(text, sizeof text, "%u %u 1", inside, outside);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool good = fd >= 0 && write(fd, text, (size_t)length) == length;
	if (fd >= 0)
		close(fd);
	return good;
}

static int id_map_make(uid_t uid, gid_t gid, uid_t owner)
{
	struct clone_args args = {.flags = CLONE_NEWUSER, .exit_signal = SIGCHLD};
	char path[64];
	int fd = -1, ends[2];
	char byte;
	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	pid_t process = (pid_t)syscall(SYS_clone3, &args, sizeof args);
	if (process == 0) { /* waits until we have opened its namespace, or are gone */
		close(ends[1]);
		_exit(read(ends[0], &byte, 1) == 0 ? EXIT_SUCCESS : EXIT_FAILURE);
	}
	close(ends[0]);
	if (process < 0) {
		close(ends[1]);
		return -1;
	}
	snprintf(path, sizeof path, "/proc/%d/ns/user", (int)process);
	if (id_map_write(process, "uid_map", uid, owner) &&
		id_map_write(process, "gid_map", gid, owner))
		fd = open(path, O_RDONLY | O_CLOEXEC);
	close(ends[1]);
	waitpid(process, NULL, 0);
	return fd;
}

void id_map_forget(void)
{
	id_map_count = id_map_next = 0;
}

int id_map_map(uid_t uid, gid_t gid, uid_t owner)
{
	for (int i = 0; i < id_map_count; i++) {
		const struct id_map_row *row = &id_map_rows[i];
		if (row->uid == uid && row->gid == gid && row->owner == owner)
			return row->fd;
	}
	struct id_map_row *row = &id_map_rows[id_map_next];
	if (id_map_count == ID_MAP_KEPT && row->fd >= 0)
		close(row->fd);
	*row = (struct id_map_row){uid, owner, gid, id_map_make(uid, gid, owner)};
	if (id_map_count < ID_MAP_KEPT)
		id_map_count++;
	id_map_next = (id_map_next + 1) % ID_MAP_KEPT;
	return row->fd;
}
