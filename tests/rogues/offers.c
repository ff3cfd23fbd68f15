/*
 * offers.c - says much that the protocol has not, and plays well.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	while (rogue_turn()) {
		rogue_say("draw?\noffer draw\nbestmovefoo\n\n\n   \nmove a1\nBESTMOVE a1\n");
		rogue_answer();
	}
}
