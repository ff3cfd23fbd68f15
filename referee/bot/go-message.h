/*
 * go-message.h - the message `go`: the limits that a bot is told for its move. Pure.
 */
#ifndef REFEREE_BOT_GO_MESSAGE_H
#define REFEREE_BOT_GO_MESSAGE_H

#include <stddef.h>

#include "protocol/message.h"
#include "referee/game/game.h"

/* Makes the message for a seat whose bot asked for these features. A bot that asked for all limits
 * gets all. Any other bot gets one kind, as UGI has it: nodes, or depth, or the clocks, or the
 * time. So every bot keeps nodes and depth; a time beside them is the referee's own deadline.
 * Without any limit, CLOCK_PATIENCE is sent as the time. passed: how long the clock has run; it is
 * subtracted. */
struct message go_message_make(const struct game *g, int seat, unsigned features, usec passed);

/* Does a bot with these features get only part of its limits? Then text says which part. */
bool go_message_is_partial(const struct limits *l, unsigned features, char *text, size_t room);

#endif
