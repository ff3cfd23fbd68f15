/*
 * exits.c - exits with STATUS (0) when it is asked, after MOVES (0) good moves.
 */
#include "tests/lib/rogue.h"

int main(int argc, char **argv)
{
	rogue_begin();
	rogue_play_some(rogue_argument(argc, argv, 2, 0));
	rogue_turn();
	return rogue_argument(argc, argv, 1, 0);
}
