/*
 * says.c - answers each question with the TEXT it is given (backslash n: a line end), then nothing.
 */
#include "tests/rogues/rogue.h"

int main(int argc, char **argv)
{
	rogue_begin();
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
