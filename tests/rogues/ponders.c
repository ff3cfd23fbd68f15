/*
 * ponders.c - burns processor while others move, and plays well.
 */
#include "tests/rogues/rogue.h"

int main(void)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	char *line;
	rogue_begin();
	while ((line = rogue_line()) != NULL && !rogue_is(line, "quit")) {
		rogue_react(line);
		if (!rogue_is(line, "go"))
			continue;
		rogue_answer();
		while (poll(&input, 1, 0) == 0)
			;
	}
}
