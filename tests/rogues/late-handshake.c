/*
 * late-handshake.c - greets MILLISECONDS (800) after it was started, then plays well.
 */
#include "tests/lib/rogue.h"

int main(int argc, char **argv)
{
	rogue_begin();
	rogue_rest(rogue_argument(argc, argv, 1, 800));
	rogue_play();
}
