/*
 * hides.c - children that look like the referee's own, take in each other's orphans, ignore every
 * signal and answer no question; the parent plays well.
 */
#include <signal.h>
#include <sys/prctl.h>

#include "tests/lib/rogue.h"

enum { HIDES_CHILDREN = 8 };

static void hides_child(char *name)
{
	rogue_begin();
	setsid();
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, 0);
	prctl(PR_SET_NAME, "referee-box");
	memset(name, ' ', strlen(name));
	for (int i = 1; i < 64; i++)
		if (i != SIGALRM)
			signal(i, SIG_IGN);
	if (fork() == 0)
		rogue_begin();
	rogue_wait();
}

int main(int argc, char **argv)
{
	rogue_begin();
	(void)argc;
	rogue_turn();
	for (int i = 0; i < HIDES_CHILDREN; i++)
		if (fork() == 0)
			hides_child(argv[0]);
	rogue_answer();
	rogue_play();
}
