/*
 * hall-run.c - many tables in one loop.
 *
 * A wake-up costs what happened in it: events put their table on a list, and when all of them have
 * been seen the tables of the list are advanced. What goes to the main process is never waited for,
 * since somebody's clock always runs.
 */
#include "referee/arbiter/hall-run.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "referee/base/memory.h"
#include "referee/base/fd-message.h"
#include "referee/base/process.h"
#include "referee/arbiter/game-runner.h"

enum {
	HALL_ORDERS = 1 << 18, /* bytes of orders that are read at a time */
	HALL_KEPT = 64,	       /* bots of this machine that are kept while others play */
};

struct hall_run {
	struct table_house house;
	struct table *tables[HALL_TABLES + 1]; /* owned, by number; NULL: never ordered */
	TAILQ_HEAD(, table) due;
	struct outbox outbox;
	struct event *orders, *parcels; /* owned */
	struct line_reader order_lines;
	int table;    /* of the next order; 0: its line comes first */
	usec heard;   /* the first answer of this wake-up; 0: there was none */
	bool closing; /* no more orders come: leave */
};

static void hall_run_due(void *owner, struct table *t)
{
	struct hall_run *h = owner;
	if (t->heard > 0 && h->heard == 0)
		h->heard = t->heard;
	if (t->heard > h->heard)
		t->heard = h->heard;
	if (t->listed)
		return;
	t->listed = true;
	TAILQ_INSERT_TAIL(&h->due, t, entry);
}

/* --- what comes from the main process ------------------------------------------------------- */

static void hall_run_take_bot(struct hall_run *h, struct parcel *p)
{
	int bot, used = 0;
	bool good = sscanf(p->text, "bot %d%n", &bot, &used) == 1 && p->text[used] == '\0';
	assert(good);
	char line[32];
	int length = snprintf(line, sizeof line, "%s %d\n", p->count == 1 ? "has" : "full", bot);
	outbox_add(&h->outbox, line, (size_t)length);
	if (p->count == 1)
		crew_connect(&h->house.crew, bot, p->fds[0]);
}

/* Takes all bots that were handed over. */
static void hall_run_read_hand(struct hall_run *h)
{
	struct parcel p;
	int status;
	while ((status = parcel_receive(PROCESS_HAND, &p)) == 1)
		hall_run_take_bot(h, &p);
	if (status == 0)
		event_del(h->parcels); /* the orders end too */
}

static void hall_run_on_parcel(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	hall_run_read_hand(arg);
}

static struct table *hall_run_table(struct hall_run *h, int number)
{
	if (h->tables[number] != NULL)
		return h->tables[number];
	struct table *t = memory_get(1, sizeof *t);
	t->teller.outbox = &h->outbox;
	if (!table_open(t, &h->house, number))
		_exit(EXIT_FAILURE);
	return h->tables[number] = t;
}

static void hall_run_take_line(struct hall_run *h, const char *line)
{
	int used = 0;
	if (h->table == 0) {
		bool good = sscanf(line, "table %d%n", &h->table, &used) == 1 && line[used] == '\0';
		assert(good && h->table >= 1 && h->table <= HALL_TABLES);
		return;
	}
	struct table *t = hall_run_table(h, h->table);
	h->table = 0;
	table_begin(t, line);
	hall_run_due(h, t);
}

/* Takes all orders that wait; the bots that they need have been handed over before. */
static void hall_run_take(struct hall_run *h)
{
	char *line;
	size_t length;
	enum line_status status = line_reader_next(&h->order_lines, &line, &length);
	if (status == LINE_READY)
		hall_run_read_hand(h);
	for (; status == LINE_READY; status = line_reader_next(&h->order_lines, &line, &length))
		hall_run_take_line(h, line);
	assert(status == LINE_PARTIAL);
}

static void hall_run_on_orders(evutil_socket_t fd, short what, void *arg)
{
	struct hall_run *h = arg;
	size_t room;
	char *space = line_reader_space(&h->order_lines, &room);
	ssize_t count = read(fd, space, room);
	(void)what;
	if (count > 0)
		line_reader_filled(&h->order_lines, (size_t)count);
	else if (count == 0 || errno != EINTR)
		h->closing = true;
}

/* --- its life ------------------------------------------------------------------------------- */

static void hall_run_tell_delays(struct hall_run *h, usec now)
{
	char line[DELAYS_LINE];
	size_t length = table_house_delays(&h->house, now, line);
	if (length > 0)
		outbox_add(&h->outbox, line, length);
}

/* Does what the wake-up has made due. */
static void hall_run_advance(struct hall_run *h)
{
	struct table *t;
	hall_run_take(h);
	while ((t = TAILQ_FIRST(&h->due)) != NULL) {
		TAILQ_REMOVE(&h->due, t, entry);
		t->listed = false;
		table_advance(t);
	}
	if (h->heard > 0)
		hall_run_tell_delays(h, h->heard);
	h->heard = 0;
	outbox_flush(&h->outbox);
}

static bool hall_run_open(struct hall_run *h, const struct plan *plan, int from, int to)
{
	static char orders[HALL_ORDERS];
	h->house.due = hall_run_due;
	h->house.owner = h;
	TAILQ_INIT(&h->due);
	if (!table_house_open(&h->house, plan, HALL_KEPT))
		return false;
	line_reader_init(&h->order_lines, orders, sizeof orders);
	fcntl(PROCESS_HAND, F_SETFL, O_NONBLOCK);
	struct event_base *base = h->house.base;
	h->orders = event_new(base, from, EV_READ | EV_PERSIST, hall_run_on_orders, h);
	h->parcels = event_new(base, PROCESS_HAND, EV_READ | EV_PERSIST, hall_run_on_parcel, h);
	return outbox_init(&h->outbox, base, to) && h->orders != NULL && h->parcels != NULL &&
	       event_add(h->orders, NULL) == 0 && event_add(h->parcels, NULL) == 0;
}

static void hall_run_leave(struct hall_run *h)
{
	event_free(h->orders); /* their end would wake us without end */
	event_free(h->parcels);
	hall_run_tell_delays(h, 0);
	for (int i = 1; i <= HALL_TABLES; i++)
		if (h->tables[i] != NULL) {
			table_close(h->tables[i]);
			free(h->tables[i]);
		}
	outbox_finish(&h->outbox);
	outbox_clear(&h->outbox);
	if (!table_house_close(&h->house))
		_exit(EXIT_FAILURE); /* the boxes end with us */
}

int hall_run(const void *arg, int number, int from, int to)
{
	static struct hall_run h;
	process_pin(number);
	process_raise_files(); /* one for each of a thousand bots, and a few for each box */
	box_prepare();
	box_hurry();
	if (!hall_run_open(&h, arg, from, to))
		return EXIT_FAILURE;
	while (!h.closing) {
		if (event_base_loop(h.house.base, EVLOOP_ONCE) < 0)
			return EXIT_FAILURE;
		hall_run_advance(&h);
	}
	hall_run_leave(&h);
	return EXIT_SUCCESS;
}
