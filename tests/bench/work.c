/*
 * work.c - a bot that takes a known time for each move, and says in `info nodes` how many
 * microseconds passed, by its own clock, from the read of the question to the write of the answer.
 *
 *	work cpu MILLISECONDS      uses the processor for exactly so long
 *	work sleep MILLISECONDS    sleeps so long
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long work_now(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Until the clock, of the monotonic time or the processor's, is this late. */
static void work_until(clockid_t clock, long end)
{
	struct timespec t = {end / 1000000, end % 1000000 * 1000};
	if (clock == CLOCK_MONOTONIC)
		clock_nanosleep(clock, TIMER_ABSTIME, &t, NULL);
	else
		while (work_now(clock) < end)
			;
}

int main(int argc, char **argv)
{
	static char bytes[65536], move[32];
	clockid_t clock = argc > 1 && strcmp(argv[1], "cpu") == 0 ? CLOCK_PROCESS_CPUTIME_ID
								  : CLOCK_MONOTONIC;
	long span = argc > 2 ? atol(argv[2]) * 1000 : 0;
	size_t held = 0;
	for (;;) {
		ssize_t count = read(STDIN_FILENO, bytes + held, sizeof bytes - held - 1);
		long asked = work_now(CLOCK_MONOTONIC), from = work_now(clock);
		if (count <= 0)
			return 0;
		held += (size_t)count;
		char *line = bytes, *lf;
		for (; (lf = memchr(line, '\n', held - (size_t)(line - bytes))) != NULL;
			line = lf + 1) {
			*lf = '\0';
			if (strcmp(line, "ugi") == 0)
				dprintf(1, "id name work\nfeature legal\nugiok\n");
			else if (strcmp(line, "isready") == 0)
				dprintf(1, "readyok\n");
			else if (strcmp(line, "quit") == 0)
				return 0;
			else if (strncmp(line, "legal ", 6) == 0)
				sscanf(line + 6, "%31s", move);
			else if (strncmp(line, "go ", 3) == 0) {
				work_until(clock, from + span);
				dprintf(1, "info nodes %ld\nbestmove %s\n",
					work_now(CLOCK_MONOTONIC) - asked, move);
			}
		}
		held -= (size_t)(line - bytes);
		memmove(bytes, line, held);
	}
}
