/*
 * flood-stdout.c - lines without end instead of an answer.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	for (;;)
		rogue_say("info string this never ends\n");
}
