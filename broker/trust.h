/*
 * trust.h - asks a NATS server at each new connection whether it lets any client in.
 */
#ifndef BROKER_TRUST_H
#define BROKER_TRUST_H

#include <stdbool.h>

#include "broker/parent.h"

/* False: it does, so it must not be used: a client could be a worker and read the programs, or be
 * the main process and send some. The reason was said. Waits for a second at most. */
bool trust_server(struct parent *p, const char *url);

#endif
