/*
 * double.c - two moves in one answer, each time.
 */
#include <stdio.h>

#include "tests/lib/rogue.h"

int main(void)
{
	char answer[2 * ROGUE_MOVE + 32];
	rogue_begin();
	while (rogue_turn()) {
		snprintf(answer, sizeof answer, "bestmove %s\nbestmove c3\n", rogue_move());
		rogue_say(answer);
	}
}
