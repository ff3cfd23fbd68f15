/*
 * newgame.h - the message that tells everything about a game that begins. Pure.
 */
#ifndef REFEREE_PROCESSES_NEWGAME_H
#define REFEREE_PROCESSES_NEWGAME_H

#include "protocol/message.h"
#include "rules/rules.h"

/* The game as this seat is told it; its texts are good until the next call. */
struct message newgame_make(const struct setup *setup, int seat, uint64_t seed);

#endif
