/*
 * no-handshake.c - reads all and says nothing.
 */
#include "tests/lib/rogue.h"

int main(void)
{
	rogue_begin();
	while (rogue_line() != NULL)
		;
}
