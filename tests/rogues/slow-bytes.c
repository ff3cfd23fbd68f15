/*
 * slow-bytes.c - one byte at a time, no line end: no input may move the deadline.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	for (;;) {
		rogue_say("b");
		rogue_rest(20);
	}
}
