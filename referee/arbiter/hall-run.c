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
	REMOTE_ARBITER_ORDERS = 1 << 18, /* bytes of orders that are read at a time */
	REMOTE_ARBITER_KEPT = 64,	 /* bots of this machine that are kept while others play */
};

struct remote_arbiter_run {
	struct game_runner_context house;
	struct game_runner
		*tables[REMOTE_ARBITER_TABLES + 1]; /* owned, by number; NULL: never ordered */
	TAILQ_HEAD(, game_runner) due;
	struct write_queue outbox;
	struct event *orders, *parcels; /* owned */
	struct line_reader order_lines;
	int table;    /* of the next order; 0: its line comes first */
	usec heard;   /* the first answer of this wake-up; 0: there was none */
	bool closing; /* no more orders come: leave */
};

static void remote_arbiter_run_due(void *owner, struct game_runner *t)
{
	struct remote_arbiter_run *h = owner;
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

static void remote_arbiter_run_take_bot(struct remote_arbiter_run *h, struct fd_message *p)
{
	int bot, used = 0;
	bool good = sscanf(p->text, "bot %d%n", &bot, &used) == 1 && p->text[used] == '\0';
	assert(good);
	char line[32];
	int length = snprintf(line, sizeof line, "%s %d\n", p->count == 1 ? "has" : "full", bot);
	write_queue_add(&h->outbox, line, (size_t)length);
	if (p->count == 1)
		bot_pool_connect(&h->house.crew, bot, p->fds[0]);
}

/* Takes all bots that were handed over. */
static void remote_arbiter_run_read_hand(struct remote_arbiter_run *h)
{
	struct fd_message p;
	int status;
	while ((status = fd_message_receive(PROCESS_HAND, &p)) == 1)
		remote_arbiter_run_take_bot(h, &p);
	if (status == 0)
		event_del(h->parcels); /* the orders end too */
}

static void remote_arbiter_run_on_parcel(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	remote_arbiter_run_read_hand(arg);
}

static struct game_runner *remote_arbiter_run_table(struct remote_arbiter_run *h, int number)
{
	if (h->tables[number] != NULL)
		return h->tables[number];
	struct game_runner *t = memory_get(1, sizeof *t);
	t->teller.outbox = &h->outbox;
	if (!game_runner_open(t, &h->house, number))
		_exit(EXIT_FAILURE);
	return h->tables[number] = t;
}

static void remote_arbiter_run_take_line(struct remote_arbiter_run *h, const char *line)
{
	int used = 0;
	if (h->table == 0) {
		bool good = sscanf(line, "table %d%n", &h->table, &used) == 1 && line[used] == '\0';
		assert(good && h->table >= 1 && h->table <= REMOTE_ARBITER_TABLES);
		return;
	}
	struct game_runner *t = remote_arbiter_run_table(h, h->table);
	h->table = 0;
	game_runner_begin(t, line);
	remote_arbiter_run_due(h, t);
}

/* Takes all orders that wait; the bots that they need have been handed over before. */
static void remote_arbiter_run_take(struct remote_arbiter_run *h)
{
	char *line;
	size_t length;
	enum line_status status = line_reader_next(&h->order_lines, &line, &length);
	if (status == LINE_READY)
		remote_arbiter_run_read_hand(h);
	for (; status == LINE_READY; status = line_reader_next(&h->order_lines, &line, &length))
		remote_arbiter_run_take_line(h, line);
	assert(status == LINE_PARTIAL);
}

static void remote_arbiter_run_on_orders(evutil_socket_t fd, short what, void *arg)
{
	struct remote_arbiter_run *h = arg;
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

static void remote_arbiter_run_tell_delays(struct remote_arbiter_run *h, usec now)
{
	char line[LATENCY_HISTOGRAM_LINE];
	size_t length = game_runner_context_delays(&h->house, now, line);
	if (length > 0)
		write_queue_add(&h->outbox, line, length);
}

/* Does what the wake-up has made due. */
static void remote_arbiter_run_advance(struct remote_arbiter_run *h)
{
	struct game_runner *t;
	remote_arbiter_run_take(h);
	while ((t = TAILQ_FIRST(&h->due)) != NULL) {
		TAILQ_REMOVE(&h->due, t, entry);
		t->listed = false;
		game_runner_advance(t);
	}
	if (h->heard > 0)
		remote_arbiter_run_tell_delays(h, h->heard);
	h->heard = 0;
	write_queue_flush(&h->outbox);
}

static bool remote_arbiter_run_open(
	struct remote_arbiter_run *h, const struct arbiter_config *plan, int from, int to)
{
	static char orders[REMOTE_ARBITER_ORDERS];
	h->house.due = remote_arbiter_run_due;
	h->house.owner = h;
	TAILQ_INIT(&h->due);
	if (!game_runner_context_open(&h->house, plan, REMOTE_ARBITER_KEPT))
		return false;
	line_reader_init(&h->order_lines, orders, sizeof orders);
	fcntl(PROCESS_HAND, F_SETFL, O_NONBLOCK);
	struct event_base *base = h->house.base;
	h->orders = event_new(base, from, EV_READ | EV_PERSIST, remote_arbiter_run_on_orders, h);
	h->parcels = event_new(
		base, PROCESS_HAND, EV_READ | EV_PERSIST, remote_arbiter_run_on_parcel, h);
	return write_queue_init(&h->outbox, base, to) && h->orders != NULL && h->parcels != NULL &&
	       event_add(h->orders, NULL) == 0 && event_add(h->parcels, NULL) == 0;
}

static void remote_arbiter_run_leave(struct remote_arbiter_run *h)
{
	event_free(h->orders); /* their end would wake us without end */
	event_free(h->parcels);
	remote_arbiter_run_tell_delays(h, 0);
	for (int i = 1; i <= REMOTE_ARBITER_TABLES; i++)
		if (h->tables[i] != NULL) {
			game_runner_close(h->tables[i]);
			free(h->tables[i]);
		}
	write_queue_finish(&h->outbox);
	write_queue_clear(&h->outbox);
	if (!game_runner_context_close(&h->house))
		_exit(EXIT_FAILURE); /* the boxes end with us */
}

static int remote_arbiter_run(const void *arg, int number, int from, int to)
{
	static struct remote_arbiter_run h;
	process_pin(number);
	process_raise_files(); /* one for each of a thousand bots, and a few for each box */
	sandbox_prepare();
	sandbox_hurry();
	if (!remote_arbiter_run_open(&h, arg, from, to))
		return EXIT_FAILURE;
	while (!h.closing) {
		if (event_base_loop(h.house.base, EVLOOP_ONCE) < 0)
			return EXIT_FAILURE;
		remote_arbiter_run_advance(&h);
	}
	remote_arbiter_run_leave(&h);
	return EXIT_SUCCESS;
}

const struct process_kind remote_arbiter_process = {
	"referee-hall", remote_arbiter_run, .hands = true};
