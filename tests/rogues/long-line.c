/*
 * long-line.c - a line of 1 GB without an end, as its answer.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	static char bytes[1 << 20];
	rogue_begin();
	rogue_turn();
	memset(bytes, 'x', sizeof bytes);
	for (int i = 0; i < 1024; i++)
		rogue_write(STDOUT_FILENO, bytes, sizeof bytes);
	rogue_wait();
}
