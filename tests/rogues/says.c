/*
 * says.c - after MOVES (0) good moves answers with the TEXT it is given (backslash n: a line end),
 * then nothing: says TEXT MOVES.
 */
#include "tests/lib/rogue.h"

int main(int argc, char **argv)
{
	rogue_begin();
	rogue_play_some(rogue_argument(argc, argv, 2, 0));
	rogue_turn();
	for (const char *at = argc > 1 ? argv[1] : ""; *at != '\0'; at++) {
		if (at[0] == '\\' && at[1] == 'n') {
			rogue_say("\n");
			at++;
		} else {
			rogue_write(STDOUT_FILENO, at, 1);
		}
	}
	rogue_wait();
}
