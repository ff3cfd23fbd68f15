/*
 * net-address.h - addresses on which the referee listens and to which bots connect: `HOST:PORT`,
 * `[::1]:PORT`, `:PORT` for every address of this machine, or `unix:PATH`.
 */
#ifndef REFEREE_NET_NET_ADDRESS_H
#define REFEREE_NET_NET_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/time.h"

enum {
	NET_ADDRESS_HOST = 256,
	NET_ADDRESS_PORT = 16,
	NET_ADDRESS_ADDRESS = NET_ADDRESS_HOST + NET_ADDRESS_PORT
};

struct net_address {
	bool local; /* a Unix socket, whose path is in host */
	char host[NET_ADDRESS_HOST], port[NET_ADDRESS_PORT];
};

struct sockaddr;
struct evconnlistener;

/* Parses text. False: err says what would be right. */
bool net_address_read(struct net_address *address, const char *text, struct error *err);

/* Is the address reachable from this machine only? */
bool net_address_is_loopback(const struct sockaddr *address);

/*
 * Listens on an address with a non-blocking socket. A Unix socket without a listener is replaced;
 * the permissions of its folder decide which users may connect to it. plain: TCP without TLS, which
 * is refused away from loopback unless insecure. address gets the actual address, with the port
 * that the kernel chose for port 0. If the address is in use, it waits one second: a killed process
 * may be about to end. -1: err says what went wrong.
 */
struct net_address_options {
	bool plain, insecure;
};
int net_address_listen(const struct net_address *addr, struct net_address_options options,
	char address[NET_ADDRESS_ADDRESS], struct error *err);

/* Removes a Unix socket that a killed process left behind, if no process listens on it. Does not
 * block. */
void net_address_sweep(const char *path);

/* Connects and waits; limit holds for each address of a name. loopback: the connection stays on
 * this machine. -1: err says what went wrong. */
int net_address_connect(
	const struct net_address *address, usec limit, bool *loopback, struct error *err);

/* Sets up a TCP connection whose other end may vanish: small writes are sent at once, and the
 * connection ends after half a minute without a reply. */
void net_address_tune(int fd);

/* Writes "127.0.0.1:4000" (also for IPv4 on an IPv6 socket), "[::1]:4000" or "unix". */
void net_address_print(const struct sockaddr *address, char text[NET_ADDRESS_ADDRESS]);

/* A libevent listener that has no free descriptor pauses. Else libevent would report the same waiting
 * connection without end, each time with a line on stderr. The listener must live as long as its
 * base runs. */
void net_address_pause(struct evconnlistener *listener);

/* --- NATS servers ----------------------------------------------------------------------------- */

enum { BROKER_NAME = 64 /* bytes of a name, its NUL included */ };

/* Is it tls://HOST:PORT, or nats://HOST:PORT with a loopback host? Nothing is encrypted over
 * nats://. False: one line in err. */
bool broker_address_is_valid(const char *address, struct error *err);

/* Is it a name of a worker or pool: letters, digits, "-" and "_", less than BROKER_NAME? False: one
 * line in err. */
bool broker_name_is_valid(const char *name, struct error *err);

#endif
