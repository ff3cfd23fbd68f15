/*
 * late.c - answers MILLISECONDS (1000) after it was asked.
 */
#include "tests/rogues/rogue.h"

int main(int argc, char **argv)
{
	int wait = rogue_argument(argc, argv, 1, 1000);
	rogue_begin();
	while (rogue_turn()) {
		rogue_rest(wait);
		rogue_answer();
	}
}
