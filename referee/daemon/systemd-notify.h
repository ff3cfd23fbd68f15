/*
 * systemd-notify.h - notifies systemd of the daemon's state: one datagram to the socket that
 * systemd names in NOTIFY_SOCKET. sd_notify(3) documents the protocol and promises to keep it.
 * The protocol is so small that a library would add more code than it saves.
 *
 * Without that socket nothing is sent. The daemon never waits for a supervisor that does not
 * read.
 */
#ifndef REFEREE_DAEMON_SYSTEMD_NOTIFY_H
#define REFEREE_DAEMON_SYSTEMD_NOTIFY_H

#include <stdbool.h>

#include "base/time.h"

struct systemd_notify {
	int socket;    /* -1: no notification is wanted */
	usec watchdog; /* maximum interval between signs of life; 0: no limit */
};

/* Takes its variables out of the environment, so that no child process sends notifications. */
void systemd_notify_open(struct systemd_notify *n);
void systemd_notify_close(struct systemd_notify *n);

/* The messages without a value. After a reload the daemon becomes ready again. */
#define SYSTEMD_NOTIFY_READY	"READY=1"
#define SYSTEMD_NOTIFY_STOPPING "STOPPING=1"
#define SYSTEMD_NOTIFY_ALIVE	"WATCHDOG=1"

/* Sends a text to the service manager, if there is one. */
void systemd_notify_send(const struct systemd_notify *n, const char *text);

/* The daemon reads its files again. */
void systemd_notify_reloading(const struct systemd_notify *n);

/* Sends one line about the daemon's status. */
void systemd_notify_status(const struct systemd_notify *n, const char *text);

#endif
