/*
 * late.c - answers MILLISECONDS (1000) after it was asked, the first MOVES (0) moves at once. With
 * "cpu" after the number it uses that much processor time instead of waiting. A process beside it
 * then gets about the same time, even on a busy machine.
 */
#include "tests/lib/rogue.h"

static void late_work(int milliseconds)
{
	struct timespec used;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	const long long end = used.tv_sec * 1000000000LL + used.tv_nsec + milliseconds * 1000000LL;
	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
	while (used.tv_sec * 1000000000LL + used.tv_nsec < end);
}

int main(int argc, char **argv)
{
	int wait = rogue_argument(argc, argv, 1, 1000);
	bool works = argc > 1 && strstr(argv[1], "cpu") != NULL;
	rogue_begin();
	rogue_play_some(rogue_argument(argc, argv, 2, 0));
	while (rogue_turn()) {
		if (works)
			late_work(wait);
		else
			rogue_rest(wait);
		rogue_answer();
	}
}
