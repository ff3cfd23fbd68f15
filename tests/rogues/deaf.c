/*
 * deaf.c - reads nothing behind the handshake.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	rogue_until("isready"); /* of the handshake */
	rogue_until("isready"); /* of the game */
	rogue_wait();
}
