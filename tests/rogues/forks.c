/*
 * forks.c - forks without end when it is to move, until it may not any more, and plays well; with
 * the argument all, its children do so too and never stop, and no process answers.
 */
#include "tests/lib/rogue.h"

enum { FORKS_MANY = 20000 };

static void forks_child(bool all)
{
	rogue_begin();
	while (all) {
		if (fork() == 0)
			rogue_begin();
	}
	rogue_wait();
}

int main(int argc, char **argv)
{
	bool all = argc > 1 && strcmp(argv[1], "all") == 0;
	int made = 0;
	rogue_begin();
	while (rogue_turn()) {
		for (pid_t child; made < FORKS_MANY && (child = fork()) >= 0; made++)
			if (child == 0)
				forks_child(all);
		if (all)
			rogue_wait();
		rogue_try("processes", made >= FORKS_MANY);
		rogue_confess();
	}
}
