/*
 * ignores-quit.c - plays well, then ignores "quit", the end of its input, and SIGTERM.
 */
#include <signal.h>

#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	signal(SIGTERM, SIG_IGN);
	rogue_play();
	rogue_wait();
}
