/*
 * exits.c - exits with STATUS (0) when it is asked.
 */
#include "tests/rogues/rogue.h"

int main(int argc, char **argv)
{
	rogue_begin();
	rogue_turn();
	return rogue_argument(argc, argv, 1, 0);
}
