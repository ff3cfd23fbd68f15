/*
 * listener.h - the process that accepts bots from the network: it checks the token of a client and
 * passes the connection to the main process.
 *
 * process_start(&p, &listener_process, NULL, 0) starts it. p.to and p.from are one Unix socket, on
 * which messages with descriptors (fd-message.h) go both ways; p.to is non-blocking. The listener
 * gives up all rights at its start and opens nothing itself. The main process sends each descriptor
 * in a message. The listener answers `ready ...`, or `wrong ...` with the reason:
 *
 *   tokens                 a file open for reading; sent again when it changes, on SIGHUP for
 *                          example. Answer: ready tokens COUNT. A bad file changes nothing
 *   certificate            two files, certificate and key (PEM); they may be the same.
 *                          Answer: ready certificate FINGERPRINT
 *   listen KIND ADDRESS    a listening socket (net-address.h). Answer: ready listen KIND ADDRESS
 *
 * KIND is `tls`: TCP with TLS, after the certificate; `plain`: TCP without, for which the sender
 * is responsible; or `unix`.
 *
 * The listener reports:
 *
 *   bot NAME ADDRESS       with a stream socket for the lines of the protocol; the referee sends
 *                          the first line. NAME has proved its token. The socket is blocking. Its
 *                          other end is the bot or, with TLS, the listener, which relays. In both
 *                          cases its end is the end of the connection
 *   send NAME ADDRESS      the same for a client that hands in a bot (send-request.h)
 *   penalty ADDRESS SECONDS
 *                          connections from there are refused for this time
 *   failing NAME ADDRESS
 *                          a client there repeatedly uses this name without its token
 *
 * Messages that the main process does not read in time are lost; if a bot's message does not fit,
 * its connection is closed. The main process checks whether a bot is already connected, plays
 * already, or is in no tournament. The listener ends when the main process closes the socket, and
 * all TLS connections end with it.
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
