/*
 * hungry.c - takes all memory when it is to move: its own, or (hungry shared) what is shared with
 * nobody, which limits of a process do not count.
 */
#include <sys/mman.h>

#include "tests/rogues/rogue.h"

enum { HUNGRY_PIECE = 1 << 20 };

int main(int argc, char **argv)
{
	const int kind = argc > 1 && strcmp(argv[1], "shared") == 0 ? MAP_SHARED : MAP_PRIVATE;
	rogue_begin();
	if (!rogue_turn())
		return EXIT_SUCCESS;
	for (;;) {
		void *piece = mmap(
			NULL, HUNGRY_PIECE, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
		if (piece == MAP_FAILED)
			abort();
		memset(piece, 1, HUNGRY_PIECE);
	}
}
