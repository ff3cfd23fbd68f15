/*
 * trust.h - looks whether the key is this user's alone, and at each new connection whether the
 * server lets any client in.
 */
#ifndef REFEREE_MACHINES_NATS_TRUST_H
#define REFEREE_MACHINES_NATS_TRUST_H

#include <stdbool.h>

#include "referee/machines/nats/parent.h"

/* False: it does, so it must not be used: a client could be a worker and read the programs, or be
 * the main process and send some. The reason was said. Waits for a second at most. */
bool trust_server(struct parent *p, const char *url);

/* Says so if other users may open the file of the key. NULL: there is none. */
void trust_key(struct parent *p, const char *nkey);

#endif
