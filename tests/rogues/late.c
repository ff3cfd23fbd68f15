/*
 * late.c - answers MILLISECONDS (1000) after it was asked, the first MOVES (0) moves at once.
 */
#include "tests/lib/rogue.h"

int main(int argc, char **argv)
{
	int wait = rogue_argument(argc, argv, 1, 1000);
	rogue_begin();
	rogue_play_some(rogue_argument(argc, argv, 2, 0));
	while (rogue_turn()) {
		rogue_rest(wait);
		rogue_answer();
	}
}
