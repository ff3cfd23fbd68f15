/*
 * stops-itself.c - stops itself when it is asked.
 */
#include <signal.h>

#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	raise(SIGSTOP);
	rogue_wait();
}
