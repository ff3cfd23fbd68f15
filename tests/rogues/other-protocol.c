/*
 * other-protocol.c - speaks the protocol of chess engines, UCI, and that well.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	char *line;
	rogue_begin();
	rogue_say("Rogue 1.0 by its author\n");
	while ((line = rogue_line()) != NULL && !rogue_is(line, "quit")) {
		if (rogue_is(line, "uci") || rogue_is(line, "ugi"))
			rogue_say("id name Rogue\noption name Hash type spin default 16\nuciok\n");
		else if (rogue_is(line, "isready"))
			rogue_say("readyok\n");
		else if (rogue_is(line, "go"))
			rogue_say("bestmove e2e4\n");
	}
}
