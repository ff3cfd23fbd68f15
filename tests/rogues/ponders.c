/*
 * ponders.c - burns processor while others move, and plays well.
 *
 *	ponders            itself, until its input has something
 *	ponders thread     in a second thread, all the time
 *	ponders child      in a process that ran away from it, all the time
 */
#include <pthread.h>

#include "tests/lib/rogue.h"

static void *ponders_burn(void *arg)
{
	(void)arg;
	for (volatile unsigned long n = 0;; n++)
		;
	return NULL;
}

static void ponders_begin(const char *way)
{
	pthread_t thread;
	if (strcmp(way, "thread") == 0 && pthread_create(&thread, NULL, ponders_burn, NULL) != 0)
		_exit(EXIT_FAILURE);
	if (strcmp(way, "child") == 0 && fork() == 0) {
		rogue_begin();
		setsid();
		close(STDIN_FILENO);
		close(STDOUT_FILENO);
		ponders_burn(NULL);
	}
}

int main(int argc, char **argv)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	const char *way = argc > 1 ? argv[1] : "";
	bool others = strcmp(way, "thread") == 0 || strcmp(way, "child") == 0;
	char *line;
	rogue_begin();
	ponders_begin(way);
	while ((line = rogue_line()) != NULL && !rogue_is(line, "quit")) {
		rogue_react(line);
		if (!rogue_is(line, "go"))
			continue;
		rogue_answer();
		while (!others && poll(&input, 1, 0) == 0)
			;
	}
}
