/*
 * arbiter.c - one game after the other: a table, the bots that are kept for the next, and the
 * orders.
 */
#include "referee/processes/arbiter.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "referee/processes/crew.h"
#include "referee/processes/process.h"
#include "referee/processes/table.h"

enum {
	ARBITER_ORDERS = 1 << 18, /* bytes of orders that may wait */
	ARBITER_KEPT = 8,	  /* bots that are kept while others play */
};

struct arbiter {
	struct table_house house;
	struct table table;
	struct crew crew;
	struct oracle_queue oracle;
	struct event *orders;
	struct line_reader order_lines;
	usec told;    /* when the delays were */
	bool closing; /* no more orders come: leave */
};

static struct bot_process *arbiter_sit(void *owner, int bot)
{
	struct arbiter *a = owner;
	return crew_seat(&a->crew, bot);
}

static void arbiter_rise(void *owner, struct bot_process *b, bool stays)
{
	struct arbiter *a = owner;
	crew_rise(&a->crew, b, stays);
}

static const struct table_calls arbiter_calls = {.sit = arbiter_sit, .rise = arbiter_rise};

/* Between games, when no clock runs. */
static void arbiter_tell_delays(struct arbiter *a, usec now)
{
	char line[DELAYS_LINE];
	size_t length = delays_write(&a->house.delays, line);
	a->told = now;
	a->house.delays = (struct delays){.sum = 0};
	teller_add(&a->table.teller, line, length);
	teller_flush(&a->table.teller);
}

/* Takes the next order, if one waits. */
static bool arbiter_take(struct arbiter *a)
{
	char *line;
	size_t length;
	if (a->house.delays.sum > 0) {
		usec now = time_now();
		if (now - a->told >= SECOND)
			arbiter_tell_delays(a, now);
	}
	if (line_reader_next(&a->order_lines, &line, &length) != LINE_READY)
		return false;
	event_add(a->orders, NULL);
	table_begin(&a->table, line);
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

static bool arbiter_open(struct arbiter *a, const struct plan *plan, int from, int to)
{
	static char orders[ARBITER_ORDERS];
	struct event_base *base = event_base_new();
	if (base == NULL)
		return false;
	a->house = (struct table_house){
		.plan = plan, .base = base, .calls = &arbiter_calls, .owner = a};
	if (plan->oracle) {
		oracle_queue_init(&a->oracle, base);
		a->house.oracle = &a->oracle;
	}
	a->table.teller.to = to;
	a->told = time_now();
	line_reader_init(&a->order_lines, orders, sizeof orders);
	a->orders = event_new(base, from, EV_READ | EV_PERSIST, arbiter_on_orders, a);
	return table_open(&a->table, &a->house, 0) &&
	       crew_init(&a->crew, plan, base, &table_bot_calls, ARBITER_KEPT) &&
	       a->orders != NULL && event_add(a->orders, NULL) == 0;
}

static void arbiter_leave(struct arbiter *a)
{
	event_free(a->orders); /* their end would wake us without end */
	if (a->house.delays.sum > 0)
		arbiter_tell_delays(a, 0);
	table_close(&a->table);
	if (!crew_dismiss(&a->crew))
		_exit(EXIT_FAILURE); /* the boxes end with us */
	crew_clear(&a->crew);
	if (a->house.oracle != NULL)
		oracle_queue_clear(&a->oracle);
	event_base_free(a->house.base);
}

int arbiter_run(const void *arg, int number, int from, int to)
{
	static struct arbiter a;
	process_pin(number);
	box_prepare();
	if (!arbiter_open(&a, arg, from, to))
		return EXIT_FAILURE;
	while (!a.closing) {
		if (event_base_loop(a.house.base, EVLOOP_ONCE) < 0)
			return EXIT_FAILURE;
		do
			table_advance(&a.table);
		while (a.table.state == TABLE_IDLE && !a.closing && arbiter_take(&a));
	}
	arbiter_leave(&a);
	return EXIT_SUCCESS;
}
