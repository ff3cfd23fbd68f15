/*
 * exchange.c - the floor under every referee: one line out, one line back, through two pipes,
 * libevent's raw events and a timer that is re-armed for each. Prints microseconds an exchange.
 *
 *	exchange [COUNT]
 */
#include <event2/event.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/time.h"

struct exchange {
	int to, from;
	long left;
	struct event_base *base;
	struct event *event, *timer;
};

static const char exchange_question[] = "position startpos moves d d e\ngo movetime 100\n";
static const char exchange_answer[] = "bestmove d\n";
static const struct timeval exchange_limit = {.tv_sec = 1};

/* The other side: a read, a write, nothing between. */
static void exchange_echo(int in, int out)
{
	char bytes[256];
	while (read(in, bytes, sizeof bytes) > 0)
		if (write(out, exchange_answer, sizeof exchange_answer - 1) < 0)
			break;
	_exit(0);
}

static void exchange_ask(struct exchange *x)
{
	event_add(x->timer, &exchange_limit);
	if (write(x->to, exchange_question, sizeof exchange_question - 1) < 0)
		exit(EXIT_FAILURE);
}

static void exchange_on_answer(evutil_socket_t fd, short what, void *arg)
{
	struct exchange *x = arg;
	char bytes[256];
	(void)what;
	if (read(fd, bytes, sizeof bytes) <= 0 || --x->left == 0)
		event_base_loopbreak(x->base);
	else
		exchange_ask(x);
}

static void exchange_on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	(void)arg;
	fputs("no answer within a second\n", stderr);
	exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
	struct exchange x = {.left = argc > 1 ? strtol(argv[1], NULL, 10) : 200000};
	long count = x.left;
	int down[2], up[2];
	if (count <= 0 || pipe(down) != 0 || pipe(up) != 0)
		return EXIT_FAILURE;
	pid_t child = fork();
	if (child == 0) {
		close(down[1]);
		close(up[0]);
		exchange_echo(down[0], up[1]);
	}
	close(down[0]);
	close(up[1]);
	x.to = down[1];
	x.from = up[0];
	x.base = event_base_new();
	x.event = event_new(x.base, x.from, EV_READ | EV_PERSIST, exchange_on_answer, &x);
	x.timer = evtimer_new(x.base, exchange_on_timer, &x);
	event_add(x.event, NULL);
	usec began = time_now();
	exchange_ask(&x);
	event_base_dispatch(x.base);
	printf("%.3f\n", (double)(time_now() - began) / (double)count);
	close(x.to);
	waitpid(child, NULL, 0);
	return EXIT_SUCCESS;
}
