/*
 * runaway.c - a child in a session of its own, with closed pipes, sleeps on; the parent plays well.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	if (fork() == 0) {
		rogue_begin();
		setsid();
		for (int fd = 0; fd < 3; fd++)
			close(fd);
		rogue_wait();
	}
	rogue_play();
}
