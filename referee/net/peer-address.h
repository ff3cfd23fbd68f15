/*
 * peer-address.h - the source of a connection, as peer-limits.h counts it.
 */
#ifndef REFEREE_NET_PEER_ADDRESS_H
#define REFEREE_NET_PEER_ADDRESS_H

#include "referee/net/peer-limits.h"
#include "referee/net/net-address.h"

struct sockaddr_storage;

/* The key of the socket fd, which was accepted from this address. address gets it as text. */
void peer_address_of(int fd, const struct sockaddr_storage *from, struct peer_limit_key *key,
	char address[NET_ADDRESS_ADDRESS]);

/* The key of a name used from that source. */
void peer_address_of_name(
	const struct peer_limit_key *from, const char *name, struct peer_limit_key *key);

#endif
