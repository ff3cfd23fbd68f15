/*
 * babbles.c - plays well, and talks on when its game is over.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_play_game();
	for (;;) {
		rogue_say("info string babble\n");
		rogue_rest(5);
	}
}
