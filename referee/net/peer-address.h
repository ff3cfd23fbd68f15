/*
 * peer-address.h - where a connection comes from, as peer-limits.h counts it.
 */
#ifndef REFEREE_NET_PEER_ADDRESS_H
#define REFEREE_NET_PEER_ADDRESS_H

#include "referee/net/peer-limits.h"
#include "referee/net/net-address.h"

struct sockaddr_storage;

/* Of a socket, which came from this address; for people it is in address. */
void peer_address_of(int fd, const struct sockaddr_storage *from, struct peer_limit_key *key,
	char address[NET_ADDRESS_ADDRESS]);

/* Of a name that is said from there. */
void peer_address_of_name(
	const struct peer_limit_key *from, const char *name, struct peer_limit_key *key);

#endif
