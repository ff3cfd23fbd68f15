/*
 * disconnect-reason.c - tells a remote bot why its connection ends.
 */
#include "referee/bot/disconnect-reason.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

static const char *const disconnect_reason_lines[PARTINGS] = {
	[DISCONNECT_REASON_REVOKED] =
		"error revoked the token of this name was changed or revoked\n",
	[DISCONNECT_REASON_REPLACED] =
		"error replaced another connection came in under this name\n",
	[DISCONNECT_REASON_FLOOD] = "error flood the bot wrote more than it may in a turn\n",
	[DISCONNECT_REASON_DEAF] = "error deaf the bot did not read what it was sent\n",
	[DISCONNECT_REASON_STOPPED] = "error stopped the referee stops\n",
	[DISCONNECT_REASON_OFTEN] = "error often connections came too often under this name\n",
	[DISCONNECT_REASON_FULL] = "error full the referee has no room for a further connection\n",
};

static bool disconnect_reason_send(int fd, const char *text)
{
	return send(fd, text, strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 || errno != EAGAIN;
}

/* The text goes after the unread bytes, so the send buffer is enlarged. */
static void disconnect_reason_put(int fd, const char *text)
{
	int room = 0;
	socklen_t size = sizeof room;
	if (disconnect_reason_send(fd, text) ||
		getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, &size) != 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room); /* the kernel doubles it */
	disconnect_reason_send(fd, text);
}

void disconnect_reason_say(int fd, enum disconnect_reason why, bool within)
{
	if (within)
		disconnect_reason_put(fd, "\n");
	disconnect_reason_put(fd, disconnect_reason_lines[why]);
}
