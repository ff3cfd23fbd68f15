/*
 * arbiter.h - the process that plays: one game at a time, asked in orders, told in records.
 *
 * It never touches the disk or the network, so that whoever measures time waits for nothing.
 */
#ifndef REFEREE_ARBITER_ARBITER_H
#define REFEREE_ARBITER_ARBITER_H

/* The life of arbiter number: orders come from from, records go to to, until from ends. arg is the
 * struct arbiter_config. Returns the exit status. */
int arbiter_run(const void *arg, int number, int from, int to);

#endif
