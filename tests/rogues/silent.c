/*
 * silent.c - never answers, after MOVES (0) good moves: it must lose on time at the deadline, and
 * not before.
 */
#include "tests/lib/rogue.h"

int main(int argc, char **argv)
{
	rogue_begin();
	rogue_play_some(rogue_argument(argc, argv, 1, 0));
	rogue_turn();
	rogue_wait();
}
