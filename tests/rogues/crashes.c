/*
 * crashes.c - ends by SIGNAL (11) when it is asked, after MOVES (0) good moves.
 */
#include <signal.h>

#include "tests/lib/rogue.h"

int main(int argc, char **argv)
{
	int number = rogue_argument(argc, argv, 1, SIGSEGV);
	rogue_begin();
	rogue_play_some(rogue_argument(argc, argv, 2, 0));
	rogue_turn();
	signal(number, SIG_DFL); /* a sanitizer may have taken it */
	raise(number);
	rogue_wait();
}
