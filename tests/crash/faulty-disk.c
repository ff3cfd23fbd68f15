/*
 * faulty-disk.c - a disk that fails, for a program that has this preloaded: writes and syncs of
 * files whose path begins with $FAULTY_PATH fail with the errno $FAULTY_ERRNO from the
 * $FAULTY_FROM-th such call on, for $FAULTY_COUNT calls. With ENOSPC the first write that fails has
 * written half of its bytes, as on a disk that becomes full. How many calls there were is written
 * to $FAULTY_TELL at the end.
 *
 * With $FAULTY_KILL the program is killed instead: "after" the $FAULTY_FROM-th sync was done, or
 * "before" the first write behind that sync. $FAULTY_SIGNAL is the signal, SIGKILL without.
 */
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { FAULTY_PATH = 4096 };

static long faulty_calls, faulty_syncs;

static long faulty_number(const char *name)
{
	const char *text = getenv(name);
	return text == NULL ? 0 : atol(text);
}

/* Is the file one of those? */
static bool faulty_is_ours(int fd)
{
	char link[64], path[FAULTY_PATH];
	const char *prefix = getenv("FAULTY_PATH");
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t length = readlink(link, path, sizeof path - 1);
	if (prefix == NULL || length < 0)
		return false;
	path[length] = '\0';
	return strncmp(path, prefix, strlen(prefix)) == 0;
}

/* Kills the program if this is the moment: "after" a sync, or "before" a write. */
static void faulty_kill(const char *moment)
{
	const char *wanted = getenv("FAULTY_KILL");
	long signal = faulty_number("FAULTY_SIGNAL");
	if (wanted != NULL && strcmp(wanted, moment) == 0 &&
		faulty_syncs == faulty_number("FAULTY_FROM"))
		raise(signal == 0 ? SIGKILL : (int)signal);
}

/* Counts a sync that was done. */
static int faulty_synced(int fd)
{
	if (faulty_is_ours(fd)) {
		faulty_syncs++;
		faulty_kill("after");
	}
	return 0;
}

/* Counts a call; does it fail? */
static bool faulty_fails(int fd)
{
	if (!faulty_is_ours(fd))
		return false;
	long from = faulty_number("FAULTY_FROM"), now = ++faulty_calls;
	if (getenv("FAULTY_KILL") != NULL)
		return false;
	if (from == 0 || now < from || now >= from + faulty_number("FAULTY_COUNT"))
		return false;
	errno = (int)faulty_number("FAULTY_ERRNO");
	return true;
}

static void *faulty_real(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);
	if (function == NULL)
		abort();
	return function;
}

static size_t faulty_part(size_t count)
{
	return errno == ENOSPC && faulty_calls == faulty_number("FAULTY_FROM") ? count / 2 : 0;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at);
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at)
{
	static ssize_t (*real)(int, const void *, size_t, off64_t);
	if (real == NULL)
		real = (ssize_t(*)(int, const void *, size_t, off64_t))faulty_real("pwrite64");
	if (faulty_is_ours(fd))
		faulty_kill("before");
	if (!faulty_fails(fd))
		return real(fd, bytes, count, at);
	return faulty_part(count) > 0 ? real(fd, bytes, faulty_part(count), at) : -1;
}

ssize_t write(int fd, const void *bytes, size_t count)
{
	static ssize_t (*real)(int, const void *, size_t);
	if (real == NULL)
		real = (ssize_t(*)(int, const void *, size_t))faulty_real("write");
	if (!faulty_fails(fd))
		return real(fd, bytes, count);
	return faulty_part(count) > 0 ? real(fd, bytes, faulty_part(count)) : -1;
}

int fsync(int fd)
{
	static int (*real)(int);
	if (real == NULL)
		real = (int (*)(int))faulty_real("fsync");
	return faulty_fails(fd) || real(fd) != 0 ? -1 : faulty_synced(fd);
}

int fdatasync(int fd)
{
	static int (*real)(int);
	if (real == NULL)
		real = (int (*)(int))faulty_real("fdatasync");
	return faulty_fails(fd) || real(fd) != 0 ? -1 : faulty_synced(fd);
}

int ftruncate64(int fd, off64_t length)
{
	static int (*real)(int, off64_t);
	if (real == NULL)
		real = (int (*)(int, off64_t))faulty_real("ftruncate64");
	return faulty_fails(fd) ? -1 : real(fd, length);
}

static __attribute__((destructor)) void faulty_tell(void)
{
	const char *path = getenv("FAULTY_TELL");
	FILE *file = path == NULL ? NULL : fopen(path, "w");
	if (file == NULL)
		return;
	fprintf(file, "%ld\n", faulty_calls);
	fclose(file);
}
