/*
 * crashes.c - ends by SIGNAL (11) when it is asked.
 */
#include <signal.h>

#include "tests/rogues/rogue.h"

int main(int argc, char **argv)
{
	int number = rogue_argument(argc, argv, 1, SIGSEGV);
	rogue_begin();
	rogue_turn();
	signal(number, SIG_DFL); /* a sanitizer may have taken it */
	raise(number);
	rogue_wait();
}
