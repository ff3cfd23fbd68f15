/*
 * silent.c - never answers: it must lose on time at the deadline, and not before.
 */
#include "tests/rogues/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_turn();
	rogue_wait();
}
