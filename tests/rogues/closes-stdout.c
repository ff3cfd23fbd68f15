/*
 * closes-stdout.c - closes its stdout when it is asked, and stays.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	close(STDOUT_FILENO);
	rogue_wait();
}
