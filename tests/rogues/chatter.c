/*
 * chatter.c - an info line every 50 ms forever and never a move: still one deadline.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	for (;;) {
		rogue_say("info depth 1 score cp 0 nodes 1\n");
		rogue_rest(50);
	}
}
