/*
 * ipc.c - meets others, or leaves them something, by shared memory, queues, semaphores, keys, locks
 * and watches; refused, it plays well. It gives back at once all that it is given.
 */
#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>

#include "tests/lib/rogue.h"

enum { IPC_KEY = 0x726f6775, IPC_SESSION = -3, IPC_USER = -4 };

static bool ipc_shared_memory(void)
{
	int id = shmget(IPC_KEY, 4096, IPC_CREAT | 0666);
	if (id >= 0)
		shmctl(id, IPC_RMID, NULL);
	return id >= 0;
}

static bool ipc_queue(void)
{
	int id = msgget(IPC_KEY, IPC_CREAT | 0666);
	if (id >= 0)
		msgctl(id, IPC_RMID, NULL);
	return id >= 0;
}

static bool ipc_semaphores(void)
{
	int id = semget(IPC_KEY, 1, IPC_CREAT | 0666);
	if (id >= 0)
		semctl(id, 0, IPC_RMID);
	return id >= 0;
}

static bool ipc_posix_queue(void)
{
	long queue = syscall(SYS_mq_open, "rogue-left", O_RDWR | O_CREAT, 0666, NULL);
	if (queue >= 0)
		syscall(SYS_mq_unlink, "rogue-left");
	return queue >= 0;
}

static bool ipc_file(const char *path)
{
	int fd = open(path, O_RDWR | O_CREAT, 0666);
	if (fd < 0)
		return false;
	close(fd);
	unlink(path);
	return true;
}

/* Leaves memory to be shared, which is its own alone. Is there any that it did not leave? */
static bool ipc_shared_file(void)
{
	char own[64];
	bool others = false;
	snprintf(own, sizeof own, "rogue-left-%d", (int)getpid());
	int fd = shm_open(own, O_RDWR | O_CREAT, 0666);
	DIR *all = opendir("/dev/shm");
	for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;)
		others |= entry->d_name[0] != '.' && strcmp(entry->d_name, own) != 0;
	if (all != NULL)
		closedir(all);
	if (fd >= 0)
		close(fd);
	return others;
}

static bool ipc_key(int keyring)
{
	long key = syscall(SYS_add_key, "user", "rogue-left", "x", 1, keyring);
	if (key >= 0)
		syscall(SYS_keyctl, 9, key, keyring); /* unlinks it */
	return key >= 0;
}

/* A file that each bot may read. */
static bool ipc_lock(int command)
{
	struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
	int fd = open("/usr/bin/env", O_RDONLY);
	bool locked =
		command == 0 ? flock(fd, LOCK_SH | LOCK_NB) == 0 : fcntl(fd, command, &lock) == 0;
	close(fd);
	return locked;
}

static bool ipc_watch(void)
{
	int watch = inotify_init();
	bool watches = watch >= 0 && inotify_add_watch(watch, "/usr/bin", IN_OPEN) >= 0;
	if (watch >= 0)
		close(watch);
	return watches;
}

int main(void)
{
	rogue_begin();
	while (rogue_turn()) {
		rogue_try("shared-memory", ipc_shared_memory());
		rogue_try("queue", ipc_queue());
		rogue_try("semaphores", ipc_semaphores());
		rogue_try("posix-queue", ipc_posix_queue());
		rogue_try("dev-shm", ipc_shared_file());
		rogue_try("var-tmp", ipc_file("/var/tmp/rogue-left"));
		rogue_try("session-key", ipc_key(IPC_SESSION));
		rogue_try("user-key", ipc_key(IPC_USER));
		rogue_try("request", syscall(SYS_request_key, "user", "rogue-left", NULL, 0) >= 0);
		rogue_try("keyring", syscall(SYS_keyctl, 0, IPC_USER, 1) >= 0);
		rogue_try("lock", ipc_lock(0));
		rogue_try("record-lock", ipc_lock(F_SETLK));
		rogue_try("find-lock", ipc_lock(F_GETLK));
		rogue_try("watch", ipc_watch());
		rogue_confess();
	}
}
