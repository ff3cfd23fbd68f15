/*
 * net-address.h - where the referee listens, and where a bot finds it: `HOST:PORT`, `[::1]:PORT`,
 * `:PORT` for every address of this machine, or `unix:PATH`.
 */
#ifndef REFEREE_NET_NET_ADDRESS_H
#define REFEREE_NET_NET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "referee/base/time.h"

enum { DOOR_HOST = 256, DOOR_PORT = 16, DOOR_ADDRESS = DOOR_HOST + DOOR_PORT };

struct door {
	bool local; /* a Unix socket: its path is the host */
	char host[DOOR_HOST], port[DOOR_PORT];
};

struct sockaddr;

/* False: why says what would be right. */
bool door_read(struct door *d, const char *text, char *why, size_t room);

/* Does everybody who could reach it or be reached by it run on this machine? */
bool door_is_loopback(const struct sockaddr *address);

/*
 * Listens there, without blocking. A Unix socket that nobody listens on any more is replaced;
 * whoever its folder lets in may connect to it, as to a port. plain: TCP without TLS, which is
 * refused away from loopback unless insecure. address gets where it is, with the port that the
 * kernel chose for port 0. One that somebody has is waited for, a second: who was killed may just
 * be ending. -1: why says what went wrong.
 */
struct door_wish {
	bool plain, insecure;
};
int door_listen(const struct door *d, struct door_wish wish, char address[DOOR_ADDRESS], char *why,
	size_t room);

/* Takes a Unix socket away that is left over from somebody who was killed: nobody listens on it. It
 * is not waited for an answer. */
void door_sweep(const char *path);

/* Connects there, waiting for it, for each address that a name has so long at most. loopback: only
 * this machine hears what is said. -1: as above. */
int door_connect(const struct door *d, usec limit, bool *loopback, char *why, size_t room);

/* A TCP connection whose other end may vanish: what is small goes out at once, and silence of the
 * other machine ends it within half a minute. */
void door_tune(int fd);

/* "127.0.0.1:4000", also of one that came to a socket for both kinds, "[::1]:4000" or "unix" */
void door_print(const struct sockaddr *address, char text[DOOR_ADDRESS]);

#endif
