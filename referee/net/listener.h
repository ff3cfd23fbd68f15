/*
 * listener.h - the process that accepts bots from the network: it lets in a client with a token,
 * and hands the connection to the main process.
 *
 * It is started by process_start(&p, &listener_process, NULL, 0). p.to and p.from are one Unix
 * socket, on which parcels (fd-message.h) go both ways; p.to does not block. The listener opens
 * nothing itself: it gives up all rights to when it starts, and what it needs is sent to it, each
 * time in a parcel, and answered by `ready ...`, or by `wrong ...` and the reason:
 *
 *   tokens                 a file, open for reading; again whenever it has changed, on SIGHUP say.
 *                          Answer: ready tokens COUNT. What is wrong changes nothing
 *   certificate            two files, certificate and key (PEM); they may be the same.
 *                          Answer: ready certificate FINGERPRINT
 *   listen tls ADDRESS     a socket that listens (net-address.h): TCP with TLS; after the
 * certificate listen plain ADDRESS   TCP without; whoever sends it has seen to where listen unix
 * ADDRESS    Answer: ready listen KIND ADDRESS
 *
 * What it tells:
 *
 *   bot NAME ADDRESS       with a stream socket that carries the lines of the protocol, the first
 *                          to be sent by us. NAME has proved that it knows its token. The socket
 *                          blocks. Behind it is the bot itself, or, with TLS, the listener, which
 *                          passes on what is said; either way its end is the connection's end
 *   penalty ADDRESS SECONDS
 *                          so long nobody from there is listened to
 *   failing NAME ADDRESS
 *                          time and again somebody from there says this name without its token
 *
 * What the main process does not take in time is lost: where a bot's parcel does not fit any more,
 * its connection is closed. That a bot is already there, plays already, or is in no tournament is
 * the main process's to see. The listener ends when the main process closes the socket, and all
 * connections with TLS end with it.
 */
#ifndef REFEREE_NET_LISTENER_H
#define REFEREE_NET_LISTENER_H

#include <stdbool.h>

#include "referee/base/process.h"

enum {
	LISTENER_WAITING =
		256, /* connections that are not welcome yet; the oldest goes for a new one */
	LISTENER_SOCKETS = 8,
};

extern const struct process_kind listener_process;

/* listener-privileges.c: gives up all that it does not need. False with errno. */
bool listener_drop_rights(void);

#endif
