/*
 * echo.c - says what it is told.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	char *line;
	rogue_begin();
	while ((line = rogue_line()) != NULL) {
		rogue_say(line);
		rogue_say("\n");
	}
}
