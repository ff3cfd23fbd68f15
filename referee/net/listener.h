/*
 * listener.h - the process that accepts bots from the network: it checks the token of a client and
 * passes the connection to the main process.
 *
 * process_start(&p, &listener_process, NULL, 0) starts it. p.to and p.from are one Unix socket, on
 * which messages with descriptors go both ways (listener-messages.h); p.to is non-blocking.
 *
 * The main process checks whether a bot is already connected, plays already, or is in no tournament.
 * The end of a bot's socket is the end of its connection. The listener ends when the main process
 * closes the socket, and all TLS connections end with it.
 */
#ifndef REFEREE_NET_LISTENER_H
#define REFEREE_NET_LISTENER_H

#include "referee/process/process.h"

enum {
	LISTENER_WAITING =
		256, /* connections before their welcome; a new one replaces the oldest */
	LISTENER_SOCKETS = 8,
};

extern const struct process_kind listener_process;

#endif
