/*
 * replaces.c - becomes another program when it is to move, one that repeats what it hears.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	execlp("cat", "cat", (char *)NULL);
	rogue_wait();
}
