/*
 * arbiter.h - the process that plays games: many at a time, of local and remote bots.
 *
 * It never uses the disk or the network, and never blocks while a clock runs.
 *
 * The main process writes lines "GAME REQUEST". GAME is the number of a game runner, from 1.
 * REQUEST is a line of arbiter-messages.h. A runner plays one game after the other and queues
 * further requests. Sockets of remote bots arrive as fd messages "bot INDEX", with the bot's index
 * in the config, from 0. A later socket replaces an earlier one.
 *
 * The arbiter writes lines "GAME LINE", where LINE belongs to the record of this runner's game.
 * Lines without a number answer a socket: "taken INDEX", or "refused INDEX" if the arbiter has no
 * free descriptor. The main process must not seat a remote bot before its socket was taken. At most
 * once a second the arbiter writes a line of latency-histogram.h.
 *
 * At the end of its input the arbiter stops its bots and exits. It only closes the sockets of
 * remote bots, which stay connected to the main process.
 */
#ifndef REFEREE_ARBITER_ARBITER_H
#define REFEREE_ARBITER_ARBITER_H

#include "referee/process/process.h"

enum { ARBITER_GAMES_MAX = 1024 };

/* arg: the struct arbiter_config. number: the processor that it keeps to, as in process_pin(). */
extern const struct process_kind arbiter_process;

#endif
