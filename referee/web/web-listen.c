/*
 * web-listen.c - the listening sockets of a web process, as the main process has them.
 */
#include <unistd.h>

#include "referee/web/web-process.h"

bool web_listen_pass(const struct web_options *o, struct peer *p)
{
	struct fd_message message = {.text = "listen"};
	for (int i = 0; i < o->listen_count; i++) {
		message.count = 1;
		message.fds[0] = o->listen[i].fd;
		if (message.fds[0] > 0 && !peer_pass(p, &message))
			return false;
	}
	return true;
}

void web_listen_close(struct web_options *o)
{
	for (int i = 0; i < o->listen_count; i++) {
		if (o->listen[i].fd > 0)
			close(o->listen[i].fd);
		o->listen[i].fd = 0;
	}
}
