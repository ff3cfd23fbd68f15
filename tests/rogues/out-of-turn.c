/*
 * out-of-turn.c - talks and moves while the game is being prepared and after it; plays well.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	char *line;
	rogue_begin();
	while ((line = rogue_line()) != NULL && !rogue_is(line, "quit")) {
		if (rogue_is(line, "uginewgame") || rogue_is(line, "gameover"))
			rogue_say("bestmove c3\nreadyok?\nugiok\nbestmove resign\n");
		rogue_react(line);
		if (rogue_is(line, "go"))
			rogue_answer();
	}
}
