/*
 * orphan.c - the leader exits when it is asked; a child keeps the pipes and says nothing.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	if (fork() == 0) {
		rogue_begin();
		rogue_wait();
	}
	return EXIT_SUCCESS;
}
