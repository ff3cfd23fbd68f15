/*
 * babbles.c - plays well, and talks on when its game is over.
 */
#include "tests/rogues/rogue.h"

int main(void)
{
	char *line;
	rogue_begin();
	while ((line = rogue_line()) != NULL && !rogue_is(line, "gameover")) {
		rogue_react(line);
		if (rogue_is(line, "go"))
			rogue_answer();
	}
	for (;;) {
		rogue_say("info string babble\n");
		rogue_rest(5);
	}
}
