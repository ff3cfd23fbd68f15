/*
 * arbiter.c - runs many game runners in one event loop.
 *
 * The cost of a wake-up depends only on its events. Events put their game runner on a list. After
 * all events the runners of the list are advanced.
 *
 * The arbiter never blocks on output to the main process, because the clock of some game always
 * runs. If it stood still all the same (loop-lag.h), that time is left out of its own, and so of
 * all clocks and limits.
 */
#include "referee/arbiter/arbiter.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "referee/arbiter/game-runner.h"
#include "referee/process/fd-message.h"
#include "referee/process/loop-lag.h"
#include "base/memory.h"
#include "referee/sandbox/cpu-clock.h"

enum {
	ARBITER_REQUESTS = 1 << 18, /* bytes of requests per read, and of the longest */
	ARBITER_KEPT = 8,	    /* local bots kept for later games, per runner, ... */
	ARBITER_KEPT_MAX = 256	    /* ... and in all */
};

struct arbiter {
	struct game_runner_context context;
	struct game_runner
		*runners[ARBITER_GAMES_MAX + 1]; /* owned, by number; NULL: never requested */
	TAILQ_HEAD(, game_runner) scheduled;
	struct wire wire;      /* to the main process */
	struct event *sockets; /* owned */
	usec answered_at;      /* time of the first answer in this wake-up; 0: none */
	bool closing;	       /* input has ended: stop */
};

static void arbiter_schedule(void *owner, struct game_runner *g)
{
	struct arbiter *a = owner;
	if (g->answered_at > 0 && a->answered_at == 0)
		a->answered_at = g->answered_at;
	if (g->answered_at > a->answered_at)
		g->answered_at = a->answered_at;
	if (g->listed)
		return;
	g->listed = true;
	TAILQ_INSERT_TAIL(&a->scheduled, g, entry);
}

/* --- input from the main process ------------------------------------------------------------ */

static void arbiter_take_socket(struct arbiter *a, struct fd_message *message)
{
	struct arbiter_socket got;
	char line[ARBITER_ANSWER_LINE];
	enum line_table_status status =
		line_table_read(&arbiter_socket_table, &got, message->text, message->count);
	assert(status != LINE_TABLE_WRONG);
	const struct arbiter_answer answer = {
		.kind = status == LINE_TABLE_RIGHT ? ARBITER_TAKEN : ARBITER_REFUSED,
		.bot = got.bot};
	wire_add(&a->wire, line, arbiter_answer_write(&answer, line));
	if (status == LINE_TABLE_RIGHT)
		bot_pool_connect(&a->context.pool, got.bot, message->fds[0]);
}

/* Reads all waiting sockets. */
static void arbiter_read_sockets(struct arbiter *a)
{
	struct fd_message message;
	int status;
	while ((status = fd_message_receive(PROCESS_FD_CHANNEL, &message)) == 1)
		arbiter_take_socket(a, &message);
	if (status == 0)
		event_del(a->sockets); /* the requests will end too */
}

static void arbiter_on_socket(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	arbiter_read_sockets(arg);
}

static struct game_runner *arbiter_runner(struct arbiter *a, int number)
{
	if (a->runners[number] != NULL)
		return a->runners[number];
	struct game_runner *g = memory_get(1, sizeof *g);
	if (!game_runner_open(g, &a->context, &a->wire, number))
		_exit(EXIT_FAILURE);
	if (a->context.pool.kept_max < ARBITER_KEPT_MAX)
		a->context.pool.kept_max += ARBITER_KEPT;
	return a->runners[number] = g;
}

/* Reads all waiting requests; the main process sent their sockets before. */
static void arbiter_take_requests(struct arbiter *a)
{
	char *line;
	int number;
	enum line_status status = wire_line(&a->wire, &line);
	if (status == LINE_READY)
		arbiter_read_sockets(a);
	for (; status == LINE_READY; status = wire_line(&a->wire, &line)) {
		const char *request = line_table_number(line, ARBITER_GAMES_MAX, &number);
		assert(request != NULL);
		struct game_runner *g = arbiter_runner(a, number);
		game_runner_request(g, request);
		arbiter_schedule(a, g);
	}
	assert(status == LINE_PARTIAL);
}

static void arbiter_on_requests(evutil_socket_t fd, short what, void *arg)
{
	struct arbiter *a = arg;
	const char *bytes;
	size_t count;
	(void)fd, (void)what;
	if (wire_read(&a->wire, &bytes, &count) == WIRE_ENDED)
		a->closing = true;
}

/* --- start and stop ------------------------------------------------------------------------- */

static void arbiter_write_delays(struct arbiter *a, usec now)
{
	char line[ARBITER_ANSWER_LINE];
	size_t length = game_runner_context_delays(&a->context, now, line);
	if (length > 0)
		wire_add(&a->wire, line, length);
}

/* Does all work that the wake-up made due. */
static void arbiter_advance(struct arbiter *a)
{
	struct game_runner *g;
	arbiter_take_requests(a);
	while ((g = TAILQ_FIRST(&a->scheduled)) != NULL) {
		TAILQ_REMOVE(&a->scheduled, g, entry);
		g->listed = false;
		game_runner_advance(g);
	}
	if (a->answered_at > 0)
		arbiter_write_delays(a, a->answered_at);
	a->answered_at = 0;
	wire_flush(&a->wire);
}

static bool arbiter_open(struct arbiter *a, const struct arbiter_config *config, int from, int to)
{
	a->context.schedule = arbiter_schedule;
	a->context.owner = a;
	TAILQ_INIT(&a->scheduled);
	if (!game_runner_context_open(&a->context, config))
		return false;
	fcntl(PROCESS_FD_CHANNEL, F_SETFL, O_NONBLOCK);
	struct event_base *base = a->context.base;
	static char requests[ARBITER_REQUESTS];
	bool good = wire_init(&a->wire, base, from, to, arbiter_on_requests, a);
	a->sockets =
		event_new(base, PROCESS_FD_CHANNEL, EV_READ | EV_PERSIST, arbiter_on_socket, a);
	line_reader_init(&a->wire.lines, requests, sizeof requests);
	a->wire.vital = true;
	return good && a->sockets != NULL && event_add(a->sockets, NULL) == 0 &&
	       loop_lag_watch(base, LOOP_LAG_JUDGES, cpu_clock_own_wait, loop_lag_leave_out, NULL);
}

static void arbiter_close(struct arbiter *a)
{
	wire_ignore(&a->wire); /* an end of file would wake the loop forever */
	event_free(a->sockets);
	arbiter_write_delays(a, 0);
	for (int i = 1; i <= ARBITER_GAMES_MAX; i++)
		if (a->runners[i] != NULL) {
			game_runner_close(a->runners[i]);
			free(a->runners[i]);
		}
	wire_finish(&a->wire);
	wire_clear(&a->wire);
	if (!game_runner_context_close(&a->context))
		_exit(EXIT_FAILURE); /* the sandboxes end with this process */
	sandbox_spawner_stop();
}

static int arbiter_run(const void *arg, int number, int from, int to)
{
	static struct arbiter a;
	const struct arbiter_config *config = arg;
	if (config->nice > 0 && nice(config->nice) < 0)
		errno = 0;     /* if nice() is not permitted */
	process_raise_files(); /* descriptors: one per remote bot, a few per local one */
	sandbox_prepare();
	bool spawner = sandbox_spawner_start();
	process_pin(number); /* the spawner is not pinned: no game may wait for it */
	if (!spawner || !arbiter_open(&a, arg, from, to))
		return EXIT_FAILURE;
	while (!a.closing) {
		if (event_base_loop(a.context.base, EVLOOP_ONCE) < 0)
			return EXIT_FAILURE;
		arbiter_advance(&a);
	}
	arbiter_close(&a);
	return EXIT_SUCCESS;
}

const struct process_kind arbiter_process = {
	"referee-arbiter", arbiter_run, .has_fd_channel = true};
