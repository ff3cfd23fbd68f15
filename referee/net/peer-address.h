/*
 * peer-address.h - where a connection comes from, as peer-limits.h counts it.
 */
#ifndef REFEREE_NET_PEER_ADDRESS_H
#define REFEREE_NET_PEER_ADDRESS_H

#include "referee/net/peer-limits.h"
#include "referee/net/net-address.h"

struct sockaddr_storage;

/* Of a socket, which came from this address; for people it is in address. */
void source_of(int fd, const struct sockaddr_storage *from, struct source_key *key,
	char address[DOOR_ADDRESS]);

/* Of a name that is said from there. */
void source_of_name(const struct source_key *from, const char *name, struct source_key *key);

#endif
