/*
 * crlf.c - ends its lines with CR and LF, and plays well.
 */
#include <stdio.h>

#include "tests/lib/rogue.h"

int main(void)
{
	char *line, answer[ROGUE_MOVE + 16];
	rogue_begin();
	while ((line = rogue_line()) != NULL && !rogue_is(line, "quit")) {
		if (rogue_is(line, "ugi")) {
			rogue_say("id name crlf\r\nfeature legal\r\nugiok\r\n");
		} else if (rogue_is(line, "isready")) {
			rogue_say("readyok\r\n");
		} else if (rogue_is(line, "go")) {
			snprintf(answer, sizeof answer, "bestmove %s\r\n", rogue_move());
			rogue_say(answer);
		} else {
			rogue_react(line);
		}
	}
}
