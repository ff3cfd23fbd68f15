/*
 * threads.c - makes threads without end when it is to move, until it may not any more, and plays
 * well.
 */
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>

#include "tests/lib/rogue.h"

enum { THREADS_MANY = 20000, THREADS_STACK = 16384 };

static int threads_rest(void *nothing)
{
	(void)nothing;
	rogue_wait();
	return 0;
}

static bool threads_make(void)
{
	char *stack = mmap(
		NULL, THREADS_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return stack != MAP_FAILED &&
	       clone(threads_rest, stack + THREADS_STACK,
		       CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, NULL) > 0;
}

int main(void)
{
	int made = 0;
	rogue_begin();
	while (rogue_turn()) {
		while (made < THREADS_MANY && threads_make())
			made++;
		rogue_try("threads", made >= THREADS_MANY);
		rogue_confess();
	}
}
