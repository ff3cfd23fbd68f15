/*
 * queued.c - as its turn ends it writes more than one read takes, with a move behind it, and is
 * silent.
 */
#include "tests/lib/rogue.h"

/* More than a line's room, less than a turn's quota. */
enum { QUEUED_LINES = 1000 };

int main(void)
{
	static char bytes[64 * QUEUED_LINES];
	static const char line[] = "info string queued\n";
	size_t length = 0;
	rogue_begin();
	rogue_turn();
	/* In one write with the answer, so that it waits in the pipe when the other one answers. */
	length += (size_t)strlen(strcat(strcpy(bytes, "bestmove "), rogue_move()));
	bytes[length++] = '\n';
	for (int i = 0; i < QUEUED_LINES; i++, length += sizeof line - 1)
		memcpy(bytes + length, line, sizeof line - 1);
	for (const char *move = "a1a2a3b1b2b3c1c2c3"; *move != '\0'; move += 2) {
		memcpy(bytes + length, "bestmove ??\n", 12);
		memcpy(bytes + length + 9, move, 2);
		length += 12;
	}
	rogue_write(STDOUT_FILENO, bytes, length);
	rogue_wait();
}
