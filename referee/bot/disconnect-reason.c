/*
 * disconnect-reason.c - why a connection ends.
 */
#include "referee/bot/disconnect-reason.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

static const char *const parting_lines[PARTINGS] = {
	[PARTING_REVOKED] = "error revoked the token of this name was changed or revoked\n",
	[PARTING_REPLACED] = "error replaced another connection came in under this name\n",
	[PARTING_FLOOD] = "error flood the bot wrote more than it may in a turn\n",
	[PARTING_DEAF] = "error deaf the bot did not read what it was sent\n",
	[PARTING_STOPPED] = "error stopped the referee stops\n",
	[PARTING_OFTEN] = "error often connections came too often under this name\n",
	[PARTING_FULL] = "error full the referee has no room for a further connection\n",
};

static bool parting_send(int fd, const char *text)
{
	return send(fd, text, strlen(text), MSG_DONTWAIT | MSG_NOSIGNAL) >= 0 || errno != EAGAIN;
}

/* Behind what a bot has not read yet: there the room is made larger. */
static void parting_put(int fd, const char *text)
{
	int room = 0;
	socklen_t size = sizeof room;
	if (parting_send(fd, text) || getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, &size) != 0)
		return;
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room); /* the kernel doubles it */
	parting_send(fd, text);
}

void parting_say(int fd, enum parting why, bool within)
{
	if (within)
		parting_put(fd, "\n");
	parting_put(fd, parting_lines[why]);
}
