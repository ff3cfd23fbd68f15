/*
 * resigns.c - gives up when it is asked.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	while (rogue_turn())
		rogue_say("bestmove resign\n");
}
