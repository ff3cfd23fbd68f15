/*
 * systemd-notify.c - notifies systemd of the daemon's state.
 */
#include "referee/daemon/systemd-notify.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The interval between signs of life: half the timeout of systemd's watchdog. */
static usec systemd_notify_watchdog(void)
{
	const char *span = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
	if (span == NULL || (pid != NULL && strtol(pid, NULL, 10) != getpid()))
		return 0;
	long long patience = strtoll(span, NULL, 10);
	return patience > 0 ? patience / 2 : 0;
}

/* Connects to a path, or after an @ to an abstract name. */
static int systemd_notify_connect(const char *name)
{
	struct sockaddr_un to = {.sun_family = AF_UNIX};
	size_t length = strlen(name);
	if ((*name != '/' && *name != '@') || length >= sizeof to.sun_path)
		return -1;
	memcpy(to.sun_path, name, length);
	if (*name == '@')
		to.sun_path[0] = '\0';
	int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
	if (fd >= 0 && connect(fd, (struct sockaddr *)&to, size) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

void systemd_notify_open(struct systemd_notify *n)
{
	const char *name = getenv("NOTIFY_SOCKET");
	n->socket = name != NULL ? systemd_notify_connect(name) : -1;
	n->watchdog = n->socket >= 0 ? systemd_notify_watchdog() : 0;
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	unsetenv("WATCHDOG_PID");
}

void systemd_notify_close(struct systemd_notify *n)
{
	if (n->socket >= 0)
		close(n->socket);
	n->socket = -1;
}

void systemd_notify_send(const struct systemd_notify *n, const char *text)
{
	if (n->socket >= 0)
		send(n->socket, text, strlen(text), MSG_NOSIGNAL);
}

void systemd_notify_reloading(const struct systemd_notify *n)
{
	char text[64];
	snprintf(text, sizeof text, "RELOADING=1\nMONOTONIC_USEC=%" PRId64, time_now());
	systemd_notify_send(n, text);
}

void systemd_notify_status(const struct systemd_notify *n, const char *text)
{
	char line[512];
	snprintf(line, sizeof line, "STATUS=%s", text);
	systemd_notify_send(n, line);
}
