/*
 * heartbeat.c - sends beats, and kills processes that miss them.
 */
#include "referee/process/heartbeat.h"

#include <event2/event_struct.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int heartbeat_ours = -1; /* descriptor of this process; -1: it is not watched */

usec heartbeat_patience(void)
{
	const char *text = getenv("REFEREE_WATCHDOG_SEC");
	double seconds = text != NULL ? strtod(text, NULL) : 0;
	return seconds >= 0.001 && seconds <= 1e6 ? (usec)(seconds * SECOND) : HEARTBEAT_PATIENCE;
}

static struct timeval heartbeat_often(int times)
{
	return time_timeval(heartbeat_patience() / (HEARTBEAT_LOOKS * times));
}

/* --- in the process ------------------------------------------------------------------------- */

void heartbeat_set_fd(int fd)
{
	heartbeat_ours = fd;
}

static void heartbeat_on_time(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	eventfd_write(heartbeat_ours, 1); /* full: the main process has not looked for long */
}

static bool heartbeat_begin(struct event_base *base, int times)
{
	static struct event event;
	struct timeval often = heartbeat_often(times);
	return heartbeat_ours < 0 ||
	       (event_assign(&event, base, -1, EV_PERSIST, heartbeat_on_time, NULL) == 0 &&
		       event_add(&event, &often) == 0);
}

bool heartbeat_start(struct event_base *base)
{
	return heartbeat_begin(base, 1);
}

bool heartbeat_start_closely(struct event_base *base)
{
	return heartbeat_begin(base, 2 * HEARTBEAT_CLOSELY);
}

/* --- in the main process -------------------------------------------------------------------- */

bool heartbeat_open(struct heartbeat *heartbeat)
{
	*heartbeat = (struct heartbeat){.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
	return heartbeat->fd >= 0;
}

/* A late timer fires only once. */
static void heartbeat_on_look(evutil_socket_t fd, short what, void *arg)
{
	struct heartbeat *heartbeat = arg;
	eventfd_t count;
	(void)fd, (void)what;
	bool beat = eventfd_read(heartbeat->fd, &count) == 0;
	if (beat)
		heartbeat->silent = 0;
	else if (++heartbeat->silent == heartbeat->most)
		heartbeat->lost = kill(heartbeat->pid, SIGKILL) == 0;
	if (heartbeat->looked != NULL)
		heartbeat->looked(heartbeat->arg, beat);
}

bool heartbeat_watch(struct heartbeat *heartbeat, struct event_base *base, pid_t pid,
	void (*looked)(void *arg, bool beat), void *arg)
{
	const int times = looked != NULL ? HEARTBEAT_CLOSELY : 1;
	struct timeval often = heartbeat_often(times);
	heartbeat->looked = looked;
	heartbeat->arg = arg;
	heartbeat->most = HEARTBEAT_LOOKS * times;
	heartbeat->pid = pid;
	heartbeat->look = event_new(base, -1, EV_PERSIST, heartbeat_on_look, heartbeat);
	return heartbeat->look != NULL && event_add(heartbeat->look, &often) == 0;
}

void heartbeat_close(struct heartbeat *heartbeat)
{
	if (heartbeat->look != NULL)
		event_free(heartbeat->look);
	heartbeat->look = NULL;
	if (heartbeat->fd > 0)
		close(heartbeat->fd);
	heartbeat->fd = 0;
}
