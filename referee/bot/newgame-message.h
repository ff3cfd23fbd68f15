/*
 * newgame-message.h - the message that describes a new game to a bot. Pure.
 */
#ifndef REFEREE_BOT_NEWGAME_MESSAGE_H
#define REFEREE_BOT_NEWGAME_MESSAGE_H

#include "protocol/message.h"
#include "rules/rules.h"

/* Makes the message for this seat. Its texts are valid until the next call. */
struct message newgame_message_make(const struct setup *setup, int seat, uint64_t seed);

#endif
