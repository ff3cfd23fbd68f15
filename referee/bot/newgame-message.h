/*
 * newgame-message.h - the message that tells everything about a game that begins. Pure.
 */
#ifndef REFEREE_BOT_NEWGAME_MESSAGE_H
#define REFEREE_BOT_NEWGAME_MESSAGE_H

#include "protocol/message.h"
#include "rules/rules.h"

/* The game as this seat is told it; its texts are good until the next call. */
struct message newgame_message_make(const struct setup *setup, int seat, uint64_t seed);

#endif
