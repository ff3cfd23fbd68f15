/*
 * flood-stderr.c - writes MEGABYTES (8) to stderr before each move, and plays well otherwise.
 */
#include "tests/lib/rogue.h"

int main(int argc, char **argv)
{
	static char bytes[1 << 20];
	int megabytes = rogue_argument(argc, argv, 1, 8);
	rogue_begin();
	memset(bytes, 'e', sizeof bytes);
	while (rogue_turn()) {
		for (int i = 0; i < megabytes; i++)
			rogue_write(STDERR_FILENO, bytes, sizeof bytes);
		rogue_answer();
	}
}
