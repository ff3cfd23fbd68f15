/*
 * closes-stdin.c - answers once, closes its stdin, and stays.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	close(STDIN_FILENO);
	rogue_answer();
	rogue_wait();
}
