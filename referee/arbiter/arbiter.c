/*
 * arbiter.c - one game after the other: a table, the bots that are kept for the next, and the
 * orders.
 */
#include "referee/arbiter/arbiter.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "referee/base/process.h"
#include "referee/arbiter/game-runner.h"

enum {
	ARBITER_ORDERS = 1 << 18, /* bytes of orders that may wait */
	ARBITER_KEPT = 8,	  /* bots that are kept while others play */
};

struct arbiter {
	struct game_runner_context house;
	struct game_runner table;
	struct event *orders; /* owned */
	struct line_reader order_lines;
	bool closing; /* no more orders come: leave */
};

/* Between games, when no clock runs. */
static void arbiter_tell_delays(struct arbiter *a, usec now)
{
	char line[LATENCY_HISTOGRAM_LINE];
	size_t length = game_runner_context_delays(&a->house, now, line);
	if (length == 0)
		return;
	record_writer_add(&a->table.teller, line, length);
	record_writer_flush(&a->table.teller);
}

/* Takes the next order, if one waits. */
static bool arbiter_take(struct arbiter *a)
{
	char *line;
	size_t length;
	if (a->house.delays.sum > 0)
		arbiter_tell_delays(a, time_now());
	if (line_reader_next(&a->order_lines, &line, &length) != LINE_READY)
		return false;
	event_add(a->orders, NULL);
	game_runner_begin(&a->table, line);
	return true;
}

static void arbiter_on_orders(evutil_socket_t fd, short what, void *arg)
{
	struct arbiter *a = arg;
	size_t room;
	char *space = line_reader_space(&a->order_lines, &room);
	(void)what;
	if (room == 0) { /* until one is taken */
		event_del(a->orders);
		return;
	}
	ssize_t count = read(fd, space, room);
	if (count > 0)
		line_reader_filled(&a->order_lines, (size_t)count);
	else if (count == 0 || errno != EINTR) {
		a->closing = true;
		event_del(a->orders);
	}
}

static bool arbiter_open(struct arbiter *a, const struct arbiter_config *plan, int from, int to)
{
	static char orders[ARBITER_ORDERS];
	if (!game_runner_context_open(&a->house, plan, ARBITER_KEPT))
		return false;
	a->table.teller.to = to;
	line_reader_init(&a->order_lines, orders, sizeof orders);
	a->orders = event_new(a->house.base, from, EV_READ | EV_PERSIST, arbiter_on_orders, a);
	return game_runner_open(&a->table, &a->house, 0) && a->orders != NULL &&
	       event_add(a->orders, NULL) == 0;
}

static void arbiter_leave(struct arbiter *a)
{
	event_free(a->orders); /* their end would wake us without end */
	arbiter_tell_delays(a, 0);
	game_runner_close(&a->table);
	if (!game_runner_context_close(&a->house))
		_exit(EXIT_FAILURE); /* the boxes end with us */
}

static int arbiter_run(const void *arg, int number, int from, int to)
{
	static struct arbiter a;
	process_pin(number);
	sandbox_prepare();
	if (!arbiter_open(&a, arg, from, to))
		return EXIT_FAILURE;
	while (!a.closing) {
		if (event_base_loop(a.house.base, EVLOOP_ONCE) < 0)
			return EXIT_FAILURE;
		do
			game_runner_advance(&a.table);
		while (a.table.state == GAME_RUNNER_IDLE && !a.closing && arbiter_take(&a));
	}
	arbiter_leave(&a);
	return EXIT_SUCCESS;
}

const struct process_kind arbiter_process = {"referee-arbiter", arbiter_run};
