/*
 * tls-relay.h - relays of TLS connections whose bots have logged in.
 */
#ifndef REFEREE_NET_TLS_RELAY_H
#define REFEREE_NET_TLS_RELAY_H

#include <event2/bufferevent.h>
#include <stdbool.h>

struct tls_relays;

struct tls_relays *tls_relays_create(struct event_base *base);

/* Ends all relays. */
void tls_relays_free(struct tls_relays *all);

/* Is there any relay? */
bool tls_relays_any(const struct tls_relays *all);

/* Relays between a TLS connection on the socket fd and the socket inside. It owns all three from
 * now on. False: there is no room, and it owns none. */
bool tls_relays_add(struct tls_relays *all, struct bufferevent *tls, int fd, int inside);

#endif
