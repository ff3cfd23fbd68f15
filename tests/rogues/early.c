/*
 * early.c - moves before it is asked, and none when it is.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_until("uginewgame");
	rogue_say("bestmove a1\nbestmove b2\nbestmove c3\n");
	rogue_turn();
	rogue_wait();
}
