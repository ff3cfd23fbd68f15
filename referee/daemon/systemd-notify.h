/*
 * systemd-notify.h - telling systemd how the daemon does: one datagram to the socket that it named
 * in NOTIFY_SOCKET (sd_notify(3) documents the protocol and promises to keep it; it is so small
 * that linking a library for it would bring more code than it saves).
 *
 * Without that socket nothing is told. A supervisor that does not read is never waited for.
 */
#ifndef REFEREE_DAEMON_SYSTEMD_NOTIFY_H
#define REFEREE_DAEMON_SYSTEMD_NOTIFY_H

#include <stdbool.h>

#include "referee/base/time.h"

struct notify {
	int socket;    /* -1: nobody wants to know */
	usec watchdog; /* we are to be heard of so often; 0: no matter */
};

/* Takes what it needs out of the environment, so that no child tells anything. */
void notify_open(struct notify *n);
void notify_close(struct notify *n);

/* The daemon is ready; reads its files again (then it is ready again); stops; lives. */
void notify_ready(const struct notify *n);
void notify_reloading(const struct notify *n);
void notify_stopping(const struct notify *n);
void notify_alive(const struct notify *n);

/* One line about how it stands. */
void notify_status(const struct notify *n, const char *text);

#endif
