/*
 * off-turn-cpu.c - decides whether a bot thought while others moved.
 */
#include "referee/game/off-turn-cpu.h"

#include <stdio.h>

bool off_turn_cpu_noticed(usec cpu, usec others)
{
	return cpu > OFF_TURN_CPU_FREE && cpu > others / OFF_TURN_CPU_PART;
}

void off_turn_cpu_tell(usec cpu, usec others, char *text, size_t room)
{
	snprintf(text, room,
		"used %.1f ms of processor in the %.1f ms in which it was not to move; from then on it was frozen there (ponder = yes allows it)",
		(double)cpu / (double)MILLISECOND, (double)others / (double)MILLISECOND);
}
