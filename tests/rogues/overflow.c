/*
 * overflow.c - info with numbers that fit nowhere; it plays well otherwise.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	while (rogue_turn()) {
		rogue_say("info depth 99999999999999999999 score cp -99999999999999999999\n");
		rogue_say("info nodes 18446744073709551616 time -1 depth\n");
		rogue_say("info depth 1e9 nodes 0x10 score mate\n");
		rogue_answer();
	}
}
