/*
 * go.h - what a bot is told that it may use for its move: the message `go`. Pure.
 */
#ifndef REFEREE_PROCESSES_GO_H
#define REFEREE_PROCESSES_GO_H

#include "protocol/message.h"
#include "referee/judging/game.h"

/* For this seat of the game, whose bot asked for these features: all limits that hold, for a bot
 * that asked for them; else, as UGI has it, one kind: the clocks, or the time, or the depth, or the
 * nodes. passed: how long its clock has been running, which is told as so much less. */
struct message go_make(const struct game *g, int seat, unsigned features, usec passed);

#endif
