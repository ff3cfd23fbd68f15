/*
 * fragments.c - plays well, each byte of its answers in a write of its own, a millisecond apart.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	char answer[ROGUE_MOVE + 16];
	rogue_begin();
	while (rogue_turn()) {
		snprintf(answer, sizeof answer, "bestmove %s\n", rogue_move());
		for (const char *at = answer; *at != '\0'; at++) {
			rogue_write(STDOUT_FILENO, at, 1);
			rogue_rest(1);
		}
	}
}
