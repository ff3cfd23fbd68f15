/*
 * hungry.c - takes all memory when it is to move: its own, or what limits of a process do not
 * count: hungry shared (mapped, by nobody else), memfd (files without a name), children (each a
 * bit).
 */
#include <sys/mman.h>

#include "tests/rogues/rogue.h"

enum { HUNGRY_PIECE = 1 << 20, HUNGRY_CHILDREN = 16 };

/* One more piece that stays. */
static bool hungry_take(int kind)
{
	int fd = -1;
	if (kind == 0) {
		kind = MAP_SHARED;
		fd = memfd_create("rogue", 0);
		if (fd < 0 || ftruncate(fd, HUNGRY_PIECE) != 0)
			return false;
	} else {
		kind |= MAP_ANONYMOUS;
	}
	void *piece = mmap(NULL, HUNGRY_PIECE, PROT_READ | PROT_WRITE, kind, fd, 0);
	close(fd);
	if (piece == MAP_FAILED)
		return false;
	memset(piece, 1, HUNGRY_PIECE);
	return true;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "private";
	int kind = MAP_PRIVATE;
	rogue_begin();
	if (!rogue_turn())
		return EXIT_SUCCESS;
	if (strcmp(how, "shared") == 0)
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
