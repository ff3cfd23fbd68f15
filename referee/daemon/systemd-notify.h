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

struct systemd_notify {
	int socket;    /* -1: nobody wants to know */
	usec watchdog; /* we are to be heard of so often; 0: no matter */
};

/* Takes what it needs out of the environment, so that no child tells anything. */
void systemd_notify_open(struct systemd_notify *n);
void systemd_notify_close(struct systemd_notify *n);

/* The daemon is ready; reads its files again (then it is ready again); stops; lives. */
void systemd_notify_ready(const struct systemd_notify *n);
void systemd_notify_reloading(const struct systemd_notify *n);
void systemd_notify_stopping(const struct systemd_notify *n);
void systemd_notify_alive(const struct systemd_notify *n);

/* One line about how it stands. */
void systemd_notify_status(const struct systemd_notify *n, const char *text);

#endif
