/*
 * burns.c - CHILDREN (2) daemons, each in a session of its own and with closed pipes, burn the
 * processors forever; the parent plays well.
 */
#include <signal.h>

#include "tests/lib/rogue.h"

static void burns_daemon(void)
{
	rogue_begin();
	setsid();
	if (fork() > 0)
		_exit(EXIT_SUCCESS);
	rogue_begin();
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	for (int fd = 0; fd < 3; fd++)
		close(fd);
	for (volatile unsigned turns = 0;; turns++)
		;
}

int main(int argc, char **argv)
{
	int children = rogue_argument(argc, argv, 1, 2);
	rogue_begin();
	rogue_turn();
	while (children-- > 0)
		if (fork() == 0)
			burns_daemon();
	rogue_answer();
	rogue_play();
}
