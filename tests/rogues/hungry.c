/*
 * hungry.c - takes all memory when it is to move: its own, or what limits of a process do not
 * count: hungry shared (mapped, by no other process), memfd (files without a name), children
 * (each a bit), returned (shared, its pages given back), sockets, pipes (their buffers).
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "tests/lib/rogue.h"

enum { HUNGRY_PIECE = 1 << 20, HUNGRY_CHILDREN = 16 };

/* One more piece that stays. */
static bool hungry_take(int kind)
{
	int fd = -1;
	if (kind == 0) {
		kind = MAP_SHARED;
		fd = memfd_create("rogue", 0);
		if (fd >= 0 && ftruncate(fd, HUNGRY_PIECE) != 0)
			return false;
	}
	if (fd < 0) /* or it may not */
		kind |= MAP_ANONYMOUS;
	void *piece = mmap(NULL, HUNGRY_PIECE, PROT_READ | PROT_WRITE, kind, fd, 0);
	close(fd);
	if (piece == MAP_FAILED)
		return false;
	memset(piece, 1, HUNGRY_PIECE);
	return true;
}

/* Files in memory that only descriptors hold, as many and as long as may be. */
static bool hungry_fill(void)
{
	static char bytes[HUNGRY_PIECE];
	int fd = memfd_create("rogue", 0);
	while (fd >= 0 && write(fd, bytes, sizeof bytes) > 0)
		;
	return fd >= 0;
}

/* Shared memory that no page of this process belongs to. */
static bool hungry_return(void)
{
	void *piece =
		mmap(NULL, HUNGRY_PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (piece == MAP_FAILED)
		return false;
	memset(piece, 1, HUNGRY_PIECE);
	return madvise(piece, HUNGRY_PIECE, MADV_DONTNEED) == 0;
}

/* Fills one more buffer, which stays. */
static bool hungry_buffer(bool sockets)
{
	static char bytes[1 << 15];
	int ends[2];
	if ((sockets ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends)) != 0)
		return false;
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	while (write(ends[1], bytes, sizeof bytes) > 0)
		;
	return true;
}

/* As much as may be of one of these, in several processes, a bit at a time. */
static void hungry_hide(const char *how)
{
	for (int i = 0; i < HUNGRY_CHILDREN; i++) {
		if (fork() != 0)
			continue;
		rogue_begin();
		while (strcmp(how, "returned") == 0 ? hungry_return()
						    : hungry_buffer(strcmp(how, "sockets") == 0))
			rogue_rest(1);
		rogue_wait();
	}
	rogue_wait();
}

/* Children end all the time. */
static void hungry_storm(void)
{
	rogue_begin();
	for (;;)
		if (fork() == 0) {
			if (fork() == 0)
				rogue_rest(1);
			_exit(EXIT_SUCCESS);
		} else {
			while (waitpid(-1, NULL, 0) > 0)
				;
		}
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "private";
	int kind = MAP_PRIVATE;
	rogue_begin();
	signal(SIGXFSZ, SIG_IGN);
	if (!rogue_turn())
		return EXIT_SUCCESS;
	if (strcmp(how, "storm") == 0 && fork() == 0)
		hungry_storm();
	while (strcmp(how, "files") == 0)
		if (!hungry_fill())
			rogue_wait();
	if (strcmp(how, "returned") == 0 || strcmp(how, "sockets") == 0 ||
		strcmp(how, "pipes") == 0)
		hungry_hide(how);
	if (strcmp(how, "shared") == 0 || strcmp(how, "storm") == 0)
		kind = MAP_SHARED;
	if (strcmp(how, "memfd") == 0)
		kind = 0;
	for (int i = 0; strcmp(how, "children") == 0 && i < HUNGRY_CHILDREN; i++) {
		if (fork() == 0) {
			rogue_begin();
			while (hungry_take(kind))
				rogue_rest(1);
			rogue_wait();
		}
	}
	while (hungry_take(kind))
		;
	if (strcmp(how, "children") == 0)
		rogue_wait();
	abort();
}
