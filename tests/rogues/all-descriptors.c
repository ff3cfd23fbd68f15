/*
 * all-descriptors.c - opens all the files it may, in several processes, and plays well without one
 * left.
 */
#include <fcntl.h>

#include "tests/lib/rogue.h"

enum { ALL_DESCRIPTORS_MANY = 100000, ALL_DESCRIPTORS_CHILDREN = 4 };

static int all_descriptors_open(void)
{
	int ends[2], count = 0;
	while (count < ALL_DESCRIPTORS_MANY && pipe(ends) == 0)
		count += 2;
	while (count < ALL_DESCRIPTORS_MANY && open("/dev/null", O_RDONLY) >= 0)
		count++;
	return count;
}

int main(void)
{
	rogue_begin();
	rogue_turn();
	for (int i = 0; i < ALL_DESCRIPTORS_CHILDREN; i++) {
		if (fork() == 0) {
			rogue_begin();
			all_descriptors_open();
			rogue_wait();
		}
	}
	rogue_try("descriptors", all_descriptors_open() >= ALL_DESCRIPTORS_MANY);
	rogue_confess();
	rogue_play();
}
