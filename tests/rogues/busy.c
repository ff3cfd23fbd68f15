/*
 * busy.c - PROCESSES (4) of it burn for MILLISECONDS (30) before each answer: more processor time
 * than there was wall time, where there are processors for it. It plays well.
 */
#include <sys/wait.h>

#include "tests/lib/rogue.h"

static void busy_burn(int milliseconds)
{
	struct timespec began, now;
	clock_gettime(CLOCK_MONOTONIC, &began);
	do
		clock_gettime(CLOCK_MONOTONIC, &now);
	while ((now.tv_sec - began.tv_sec) * 1000 + (now.tv_nsec - began.tv_nsec) / 1000000 <
		milliseconds);
}

int main(int argc, char **argv)
{
	int processes = rogue_argument(argc, argv, 1, 4);
	int milliseconds = rogue_argument(argc, argv, 2, 30);
	rogue_begin();
	while (rogue_turn()) {
		for (int i = 1; i < processes; i++) {
			if (fork() == 0) {
				busy_burn(milliseconds);
				_exit(EXIT_SUCCESS);
			}
		}
		busy_burn(milliseconds);
		rogue_answer();
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
	}
}
