/*
 * arbiter.h - the process that plays games: many at a time, of local and of remote bots.
 *
 * It never touches the disk or the network, and waits for nothing while a clock runs.
 *
 * The main process writes lines "GAME REQUEST": GAME is the number of a game runner, from 1, and
 * REQUEST is a line of game-request.h. A runner plays one game after the other; what is requested
 * of it meanwhile waits. Sockets of remote bots come as fd messages "bot INDEX", INDEX by the
 * config, from 0. A later socket takes the place of an earlier one.
 *
 * The arbiter writes lines "GAME LINE", LINE of the record of the game that this runner plays.
 * Lines without a number are "taken INDEX" and "refused INDEX", the answer to a socket: refused,
 * since the arbiter has no descriptor left. A remote bot must not be seated before its socket was
 * taken. At most once a second there is a line of latency-histogram.h.
 *
 * When the requests end, the arbiter stops its bots and ends. The sockets of remote bots are only
 * closed then: they stay connected to the main process.
 */
#ifndef REFEREE_ARBITER_ARBITER_H
#define REFEREE_ARBITER_ARBITER_H

#include "referee/base/process.h"

enum { ARBITER_GAMES_MAX = 1024 };

/* arg: the struct arbiter_config. number: the processor that it keeps to, as process_pin() has it.
 */
extern const struct process_kind arbiter_process;

#endif
