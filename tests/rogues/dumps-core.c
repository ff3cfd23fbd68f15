/*
 * dumps-core.c - with much in its memory and all that it may set in favour of it, dies in a way
 * that dumps core.
 */
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "tests/lib/rogue.h"

int main(void)
{
	static char much[32 << 20];
	struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
	rogue_begin();
	rogue_turn();
	memset(much, 'c', sizeof much);
	setrlimit(RLIMIT_CORE, &all);
	prctl(PR_SET_DUMPABLE, 1);
	int filter = open("/proc/self/coredump_filter", O_WRONLY);
	if (filter >= 0)
		rogue_write(filter, "0x7f", 4);
	abort();
}
