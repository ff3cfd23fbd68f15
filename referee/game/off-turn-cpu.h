/*
 * off-turn-cpu.h - decides whether a bot thought while others moved. Pure.
 */
#ifndef REFEREE_GAME_OFF_TURN_CPU_H
#define REFEREE_GAME_OFF_TURN_CPU_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/base/time.h"

/* The processor time that a bot may use off-turn in one game: OFF_TURN_CPU_FREE to tidy up, or one
 * part in OFF_TURN_CPU_PART of the time, for its run-time system. More than both is noticed. */
#define OFF_TURN_CPU_FREE (20 * MILLISECOND)
enum { OFF_TURN_CPU_PART = 20 };

/* cpu: processor time used off-turn; others: all off-turn time of the game. */
bool off_turn_cpu_noticed(usec cpu, usec others);

/* Writes a line for the results. */
void off_turn_cpu_tell(usec cpu, usec others, char *text, size_t room);

#endif
