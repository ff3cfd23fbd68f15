/*
 * net-address.h - where the referee listens, and where a bot finds it: `HOST:PORT`, `[::1]:PORT`,
 * `:PORT` for every address of this machine, or `unix:PATH`.
 */
#ifndef REFEREE_NET_NET_ADDRESS_H
#define REFEREE_NET_NET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/base/time.h"

enum {
	NET_ADDRESS_HOST = 256,
	NET_ADDRESS_PORT = 16,
	NET_ADDRESS_ADDRESS = NET_ADDRESS_HOST + NET_ADDRESS_PORT
};

struct net_address {
	bool local; /* a Unix socket: its path is the host */
	char host[NET_ADDRESS_HOST], port[NET_ADDRESS_PORT];
};

struct sockaddr;

/* False: why says what would be right. */
bool net_address_read(struct net_address *d, const char *text, char *why, size_t room);

/* Does everybody who could reach it or be reached by it run on this machine? */
bool net_address_is_loopback(const struct sockaddr *address);

/*
 * Listens there, without blocking. A Unix socket that nobody listens on any more is replaced;
 * whoever its folder lets in may connect to it, as to a port. plain: TCP without TLS, which is
 * refused away from loopback unless insecure. address gets where it is, with the port that the
 * kernel chose for port 0. One that somebody has is waited for, a second: who was killed may just
 * be ending. -1: why says what went wrong.
 */
struct net_address_wish {
	bool plain, insecure;
};
int net_address_listen(const struct net_address *d, struct net_address_wish wish,
	char address[NET_ADDRESS_ADDRESS], char *why, size_t room);

/* Takes a Unix socket away that is left over from somebody who was killed: nobody listens on it. It
 * is not waited for an answer. */
void net_address_sweep(const char *path);

/* Connects there, waiting for it, for each address that a name has so long at most. loopback: only
 * this machine hears what is said. -1: as above. */
int net_address_connect(
	const struct net_address *d, usec limit, bool *loopback, char *why, size_t room);

/* A TCP connection whose other end may vanish: what is small goes out at once, and silence of the
 * other machine ends it within half a minute. */
void net_address_tune(int fd);

/* "127.0.0.1:4000", also of one that came to a socket for both kinds, "[::1]:4000" or "unix" */
void net_address_print(const struct sockaddr *address, char text[NET_ADDRESS_ADDRESS]);

#endif
