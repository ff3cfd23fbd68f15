/*
 * chain.c - runs away: a chain of children, each in a session of its own, each forking the next and
 * ending at once, so that a search for it comes too late. The first plays on.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	if (fork() == 0) {
		for (;;) {
			rogue_begin();
			setsid();
			if (fork() > 0)
				_exit(EXIT_SUCCESS);
		}
	}
	rogue_say("running\n");
	rogue_play();
}
