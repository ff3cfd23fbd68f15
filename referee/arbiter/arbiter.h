/*
 * arbiter.h - the process that plays: one game at a time, asked in orders, told in records.
 *
 * It never touches the disk or the network, so that whoever measures time waits for nothing.
 */
#ifndef REFEREE_ARBITER_ARBITER_H
#define REFEREE_ARBITER_ARBITER_H

#include "referee/base/process.h"

/* arg: the struct arbiter_config. number: the processor that it keeps to, as process_pin() has it.
 */
extern const struct process_kind arbiter_process;

#endif
