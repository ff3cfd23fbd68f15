/*
 * leaves.c - plays MOVES (1) good moves and exits right behind the last.
 */
#include "tests/lib/rogue.h"

int main(int argc, char **argv)
{
	int moves = rogue_argument(argc, argv, 1, 1);
	rogue_begin();
	for (int i = 0; i < moves && rogue_turn(); i++)
		rogue_answer();
}
