/*
 * hall-run.h - the process that plays the games in which remote bots sit: many at a time, in one
 * loop.
 *
 * Orders come in pairs of lines, "table N" and what game-request.h says; a table gets its next when
 * its game has come back. The sockets of bots come as parcels "bot INDEX", INDEX by the plan, from
 * 0; a later one takes the earlier one's place. Each is answered, "has INDEX", or "full INDEX" when
 * there was no descriptor left for it: who has not been had is not to be ordered a game. Records go
 * out as an arbiter's, behind a line "table N" each time they are of another table than before; at
 * most once a second there is a line of latency-histogram.h.
 *
 * What misbehaves has its connection shut down. When the orders end the connections are only
 * closed: who else has them keeps them.
 */
#ifndef REFEREE_ARBITER_HALL_RUN_H
#define REFEREE_ARBITER_HALL_RUN_H

#include "referee/base/process.h"

enum { REMOTE_ARBITER_TABLES = 1024 };

extern const struct process_kind remote_arbiter_process;

#endif
