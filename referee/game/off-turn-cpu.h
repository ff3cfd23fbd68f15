/*
 * off-turn-cpu.h - has a bot thought while others moved? Pure.
 */
#ifndef REFEREE_GAME_OFF_TURN_CPU_H
#define REFEREE_GAME_OFF_TURN_CPU_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/base/time.h"

/* What every bot may use of the processor between its moves in one game: to tidy up, and a part of
 * the time for what its run-time does behind its back. More than both is noticed. */
#define OFF_TURN_CPU_FREE (20 * MILLISECOND)
enum { OFF_TURN_CPU_PART = 20 };

/* cpu was used in all the time of a game that was not its own. */
bool off_turn_cpu_noticed(usec cpu, usec others);

/* A line for the results. */
void off_turn_cpu_tell(usec cpu, usec others, char *text, size_t room);

#endif
