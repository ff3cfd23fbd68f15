/*
 * go-message.h - what a bot is told that it may use for its move: the message `go`. Pure.
 */
#ifndef REFEREE_BOT_GO_MESSAGE_H
#define REFEREE_BOT_GO_MESSAGE_H

#include <stddef.h>

#include "protocol/message.h"
#include "referee/game/game.h"

/* For this seat of the game, whose bot asked for these features: all limits that hold, for a bot
 * that asked for them; else, as UGI has it, one kind: the nodes, or the depth, or the clocks, or
 * the time. So nodes and depth are kept by every bot, and a time beside them is the referee's own
 * deadline. Without any limit it is told CLOCK_PATIENCE as its time. passed: how long its clock has
 * been running, which is told as so much less. */
struct message go_message_make(const struct game *g, int seat, unsigned features, usec passed);

/* Is a bot with these features told less than all of its limits? Then text says what of them. */
bool go_message_is_partial(const struct limits *l, unsigned features, char *text, size_t room);

#endif
