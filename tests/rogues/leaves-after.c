/*
 * leaves-after.c - plays well and exits when a game is over.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_play_game();
}
