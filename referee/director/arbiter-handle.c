/*
 * arbiter-handle.c - one arbiter process, controlled from the main process.
 */
#include "referee/director/arbiter-handle.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/line.h"
#include "base/escape.h"
#include "referee/process/fd-message.h"
#include "base/memory.h"
#include "referee/tournament/tournament.h"

enum {
	ARBITER_HANDLE_AHEAD = 64,	      /* most requests in one game runner's queue */
	ARBITER_HANDLE_ROOM = 1 << 17,	      /* bytes; a record's longest line fits */
	ARBITER_HANDLE_UNFINISHED = 16 << 20, /* bytes of a worker's records in play */
	ARBITER_HANDLE_NUMBER = 16	      /* bytes of a number and a blank */
};

#define ARBITER_HANDLE_AHEAD_TIME (50 * MILLISECOND)  /* work in a queue of requests */
#define ARBITER_HANDLE_FAR	  (500 * MILLISECOND) /* shorter games: the way to a worker counts */
#define ARBITER_HANDLE_LATER	  (10 * MILLISECOND)  /* until a retry, when the pipe was full */
#define ARBITER_HANDLE_AGAIN	  (500 * MILLISECOND) /* until a retry, when the arbiter refused */
#define ARBITER_HANDLE_RELEASE	  (20 * MILLISECOND)  /* until a result that waits is looked at */

/* The state of a bot's socket in the arbiter. */
struct arbiter_handle_socket {
	enum { SOCKET_NONE, SOCKET_WAITING, SOCKET_SENT, SOCKET_REFUSED, SOCKET_TAKEN } state;
	int sent; /* sockets that the arbiter has not answered */
};

/* The games of one game runner. */
struct arbiter_handle_game {
	struct job queue[ARBITER_HANDLE_AHEAD]; /* a ring */
	int first, queued;			/* the first is in play */
	bool remote;				/* the game has remote bots */
	struct game_receiver receiver;		/* of the first game */
	size_t bytes;				/* of its record so far */
	char *last; /* owned: the last line of its record, which waits; NULL: it has not come */
	usec ended; /* when that came */
	usec since, mean; /* since: end of the previous game; mean: duration of a game */
};

static void arbiter_handle_free_event(struct event **event)
{
	if (*event != NULL)
		event_free(*event);
	*event = NULL;
}

/* No further socket is sent. */
static void arbiter_handle_free_sending(struct arbiter_handle *a)
{
	arbiter_handle_free_event(&a->sending);
	arbiter_handle_free_event(&a->later);
	arbiter_handle_free_event(&a->refused_timer);
}

void arbiter_handle_free(struct arbiter_handle *a)
{
	if (a == NULL)
		return;
	arbiter_handle_free_event(&a->release);
	arbiter_handle_free_sending(a);
	peer_free(a->peer);
	for (int i = 0; i < a->games_count; i++) {
		game_receiver_clear(&a->games[i]->receiver);
		free(a->games[i]->last);
		free(a->games[i]);
	}
	free(a->sockets);
	free(a->cannot);
	free(a);
}

/* --- sockets of remote bots ------------------------------------------------------------------ */

/* False: the pipe is full at present. */
static bool arbiter_handle_send_socket(struct arbiter_handle *a, int bot)
{
	struct arbiter_handle_socket *s = &a->sockets[bot];
	struct fd_message message = {.count = 1};
	const struct arbiter_socket socket = {.kind = ARBITER_BOT, .bot = bot};
	message.fds[0] = a->calls->socket(a->owner, bot);
	s->state = SOCKET_NONE;
	if (message.fds[0] < 0)
		return true;
	fd_message_write(&message, &arbiter_socket_table, &socket);
	if (peer_pass(a->peer, &message)) {
		s->state = SOCKET_SENT;
		s->sent++;
		return true;
	}
	s->state = SOCKET_WAITING;
	/* Any other error means that the arbiter has ended; its pipe will report it. */
	return errno != EAGAIN && errno != ETOOMANYREFS && errno != ENOBUFS;
}

static void arbiter_handle_on_socket_room(evutil_socket_t fd, short what, void *arg)
{
	struct arbiter_handle *a = arg;
	const struct timeval moment = {.tv_usec = ARBITER_HANDLE_LATER};
	(void)fd, (void)what;
	for (int bot = 0; bot < a->bots; bot++) {
		if (a->sockets[bot].state != SOCKET_WAITING || arbiter_handle_send_socket(a, bot))
			continue;
		/* Too many descriptors in transit: the socket still counts as writable, so only a
		 * timer helps. */
		if (errno == EAGAIN)
			event_add(a->sending, NULL);
		else
			event_add(a->later, &moment);
		return;
	}
}

static void arbiter_handle_on_refused_timer(evutil_socket_t fd, short what, void *arg)
{
	struct arbiter_handle *a = arg;
	for (int bot = 0; bot < a->bots; bot++)
		if (a->sockets[bot].state == SOCKET_REFUSED)
			a->sockets[bot].state = SOCKET_WAITING;
	arbiter_handle_on_socket_room(fd, what, arg);
}

/* Handles the answer to a socket; if several were sent, the last answer counts. False: none was
 * sent. */
static bool arbiter_handle_answered(struct arbiter_handle *a, const struct arbiter_answer *answer)
{
	static const struct timeval moment = {.tv_usec = ARBITER_HANDLE_AGAIN};
	bool taken = answer->kind == ARBITER_TAKEN;
	int bot = answer->bot;
	if (a->sockets == NULL || bot >= a->bots || a->sockets[bot].sent == 0)
		return false;
	struct arbiter_handle_socket *s = &a->sockets[bot];
	if (--s->sent > 0 || s->state != SOCKET_SENT)
		return true;
	s->state = taken ? SOCKET_TAKEN : SOCKET_REFUSED;
	if (taken) {
		a->calls->taken(a->owner, bot);
		return true;
	}
	a->calls->refused(a->owner, bot);
	if (a->refused_timer != NULL && !evtimer_pending(a->refused_timer, NULL))
		event_add(a->refused_timer, &moment);
	return true;
}

void arbiter_handle_connected(struct arbiter_handle *a, int bot)
{
	a->sockets[bot].state = SOCKET_WAITING;
	if (a->sending != NULL)
		event_active(a->sending, EV_WRITE, 0);
}

void arbiter_handle_disconnected(struct arbiter_handle *a, int bot)
{
	a->sockets[bot].state = SOCKET_NONE;
}

bool arbiter_handle_has(const struct arbiter_handle *a, int bot)
{
	return a->sockets[bot].state == SOCKET_TAKEN;
}

/* --- requests -------------------------------------------------------------------------------- */

/* A game runner without a game; NULL: none. */
static struct arbiter_handle_game *arbiter_handle_idle_game(struct arbiter_handle *a)
{
	for (int i = 0; i < a->games_count && a->local + a->remote < a->games_count; i++)
		if (a->games[i]->queued == 0)
			return a->games[i];
	if (a->games_count == ARBITER_GAMES_MAX)
		return NULL;
	return a->games[a->games_count++] = memory_get(1, sizeof **a->games);
}

/* Job i of the queue, from 0. */
static struct job *arbiter_handle_queued(struct arbiter_handle_game *g, int i)
{
	return &g->queue[(g->first + i) % ARBITER_HANDLE_AHEAD];
}

static void arbiter_handle_request(struct arbiter_handle *a, struct arbiter_handle_game *g,
	bool remote, const struct game_request *request)
{
	char line[ARBITER_HANDLE_NUMBER + LINE_FROM_REFEREE];
	int number = 0;
	while (a->games[number] != g)
		number++;
	size_t used = (size_t)snprintf(line, ARBITER_HANDLE_NUMBER, "%d ", number + 1);
	size_t length = game_request_write(request, line + used, LINE_FROM_REFEREE);
	assert(length > 0);
	peer_add(a->peer, line, used + length);
	arbiter_handle_queued(g, g->queued)->requested = time_boot();
	if (g->queued++ > 0)
		return;
	g->since = time_now();
	g->remote = remote;
	*(remote ? &a->remote : &a->local) += 1;
}

/* Fills the queue of a runner that plays local games. */
static void arbiter_handle_fill(struct arbiter_handle *a, struct arbiter_handle_game *g)
{
	const usec each = g->mean > 0 ? g->mean : ARBITER_HANDLE_AHEAD_TIME;
	int wanted = 1 + (int)(ARBITER_HANDLE_AHEAD_TIME / each);
	/* A worker has one more of short games, so that its slot does not wait for the way there
	 * and back. */
	wanted += a->worker > 0 && each < ARBITER_HANDLE_FAR;
	while (g->queued < wanted && g->queued < ARBITER_HANDLE_AHEAD) {
		struct game_request request;
		struct job *job = arbiter_handle_queued(g, g->queued);
		if (!a->calls->next(a->owner, a, g->queued > 0, job, &request))
			return;
		arbiter_handle_request(a, g, false, &request);
	}
}

static bool arbiter_handle_begin_one(struct arbiter_handle *a)
{
	struct arbiter_handle_game *g;
	struct game_request request;
	if (a->retiring || a->local >= a->local_max || (g = arbiter_handle_idle_game(a)) == NULL ||
		!a->calls->next(a->owner, a, false, arbiter_handle_queued(g, 0), &request))
		return false;
	arbiter_handle_request(a, g, false, &request);
	return true;
}

bool arbiter_handle_feed_one(struct arbiter_handle *a)
{
	bool begun = arbiter_handle_begin_one(a);
	peer_flush(a->peer);
	return begun;
}

void arbiter_handle_feed(struct arbiter_handle *a)
{
	while (arbiter_handle_begin_one(a))
		;
	for (int i = 0; i < a->games_count && !a->retiring; i++)
		if (a->games[i]->queued > 0 && !a->games[i]->remote)
			arbiter_handle_fill(a, a->games[i]);
	peer_flush(a->peer);
}

struct job *arbiter_handle_free_job(struct arbiter_handle *a)
{
	struct arbiter_handle_game *g = arbiter_handle_idle_game(a);
	return g != NULL ? arbiter_handle_queued(g, 0) : NULL;
}

void arbiter_handle_play(
	struct arbiter_handle *a, struct job *job, const struct game_request *request)
{
	int number = 0;
	while (arbiter_handle_queued(a->games[number], 0) != job)
		number++;
	assert(a->games[number]->queued == 0 && !a->retiring);
	arbiter_handle_request(a, a->games[number], true, request);
	peer_flush(a->peer);
}

const struct job *arbiter_handle_job(const struct arbiter_handle *a, int runner)
{
	struct arbiter_handle_game *g = a->games[runner];
	return g->queued > 0 ? arbiter_handle_queued(g, 0) : NULL;
}

/* --- records --------------------------------------------------------------------------------- */

/* Removes the first game of the queue. */
static void arbiter_handle_pop(struct arbiter_handle *a, struct arbiter_handle_game *g)
{
	usec now = time_now(), took = now - g->since;
	g->mean = g->mean == 0 || g->remote ? took : (3 * g->mean + took) / 4;
	g->since = now;
	if (!g->remote) /* such queues use the memory of one job only */
		g->first = (g->first + 1) % ARBITER_HANDLE_AHEAD;
	if (--g->queued == 0)
		*(g->remote ? &a->remote : &a->local) -= 1;
}

/* Does the result wait that this line would complete? */
static bool arbiter_handle_waits(
	struct arbiter_handle *a, struct arbiter_handle_game *g, const char *line)
{
	static const struct timeval moment = {.tv_usec = ARBITER_HANDLE_RELEASE};
	if (a->calls->waits == NULL || a->release == NULL || g->queued == 0 ||
		!line_table_is(&record_table, RECORD_END, line))
		return false;
	usec since = g->last != NULL ? g->ended : time_now();
	if (!a->calls->waits(
		    a->owner, arbiter_handle_queued(g, 0), &g->receiver.parser.game, since))
		return false;
	g->ended = since;
	event_add(a->release, &moment);
	return true;
}

/* Handles a line of the record of a runner's game that need not wait. */
static bool arbiter_handle_receive(struct arbiter_handle *a, int number, char *line)
{
	struct arbiter_handle_game *g = a->games[number - 1];
	size_t length = strlen(line);
	g->bytes += length;
	a->bytes += length;
	if (a->worker > 0 && a->bytes > ARBITER_HANDLE_UNFINISHED) {
		error_set(&a->wrong, "its records have no end");
		return false;
	}
	enum game_receiver_status status = game_receiver_take(&g->receiver, a->calls->games,
		a->owner, arbiter_handle_job(a, number - 1), line, &a->wrong);
	if (status == GAME_RECEIVER_OVER) {
		a->bytes -= g->bytes;
		g->bytes = 0;
		arbiter_handle_pop(a, g);
		a->played++;
	}
	return status != GAME_RECEIVER_WRONG;
}

bool arbiter_handle_can(const struct arbiter_handle *a, int bot)
{
	return a->cannot == NULL || !a->cannot[bot];
}

void arbiter_handle_forbid(struct arbiter_handle *a, int bot)
{
	if (a->cannot == NULL)
		a->cannot = memory_get((size_t)a->bots, sizeof *a->cannot);
	a->cannot[bot] = true;
}

static bool arbiter_handle_take_cannot(struct arbiter_handle *a, const struct worker_message *m)
{
	int bot = m->bot;
	if (bot >= a->bots)
		return false;
	if (!arbiter_handle_can(a, bot))
		return true;
	arbiter_handle_forbid(a, bot);
	char *shown = escape_text(m->why, false);
	a->calls->cannot(a->owner, a, bot, shown);
	free(shown);
	return true;
}

/* A line of a worker that belongs to no game. */
static bool arbiter_handle_take_worker(struct arbiter_handle *a, char *line)
{
	struct worker_message m;
	if (!worker_message_read(&m, line))
		return false;
	if (m.kind == WORKER_CANNOT)
		return arbiter_handle_take_cannot(a, &m);
	/* A worker at a broker has no link of this machine that could say so. */
	if (m.kind == WORKER_FAILED && !a->attached) {
		char *shown = escape_text(m.why, false);
		error_set(&a->failed, "%s", shown);
		free(shown);
		return true;
	}
	if ((m.kind == WORKER_FACTS) == (a->facts.slots > 0))
		return false; /* it is ready once, before all that follows */
	if (m.kind == WORKER_FACTS) {
		a->facts = m.facts;
		a->local_max = a->facts.slots;
		a->load = (struct worker_load){UNKNOWN, UNKNOWN};
		a->calls->linked(a->owner, a, &a->facts);
		return true;
	}
	if (m.kind == WORKER_LEAVING) {
		a->leaving = true;
		arbiter_handle_retire(a);
		return true;
	}
	if (m.kind == WORKER_SPEED)
		a->facts.speed = m.speed;
	else if (m.kind == WORKER_LOAD)
		a->load = m.load;
	else
		return false;
	a->calls->measured(a->owner, a);
	return true;
}

bool arbiter_handle_take_line(void *handle, char *line)
{
	struct arbiter_handle *a = handle;
	struct arbiter_answer answer;
	char whole[GAME_RECEIVER_SHOWN + 2]; /* a reader cuts the line into its words */
	int number;
	char *record = line_table_number(line, a->games_count, &number);
	if (record != NULL) {
		struct arbiter_handle_game *g = a->games[number - 1];
		if (g->last != NULL) {
			game_receiver_refuse(record, &a->wrong); /* it had ended */
			return false;
		}
		if (!arbiter_handle_waits(a, g, record))
			return arbiter_handle_receive(a, number, record);
		g->last = memory_copy(record);
		return true;
	}
	snprintf(whole, sizeof whole, "%s", line);
	if (a->worker > 0 && arbiter_handle_take_worker(a, line))
		return true;
	bool linked = a->worker == 0 || a->facts.slots > 0;
	bool good = arbiter_answer_read(&answer, line);
	if (good && answer.kind == ARBITER_DELAYS && linked) {
		latency_histogram_merge(&a->delays, &answer.delays);
		a->calls->delays(a->owner, a, &answer.delays);
		return true;
	}
	if (good && answer.kind != ARBITER_DELAYS && arbiter_handle_answered(a, &answer))
		return true;
	game_receiver_refuse(whole, &a->wrong);
	return false;
}

/* --- the process ----------------------------------------------------------------------------- */

static void arbiter_handle_on_killed(void *handle)
{
	struct arbiter_handle *a = handle;
	a->retiring = true;
	if (!error_is_set(&a->wrong))
		error_set(&a->wrong, "it sent a line of more than %d bytes", ARBITER_HANDLE_ROOM);
	if (!a->stopped && a->worker > 0)
		a->calls->wrong(a->owner, a);
}

/* The process has ended: normally, after a crash, or because a malformed line had it killed. */
static void arbiter_handle_on_gone(void *handle, const struct peer_end *end)
{
	struct arbiter_handle *a = handle;
	char why[ERROR_TEXT + 32];
	const char *kind = a->worker > 0 ? "a worker" : "an arbiter";
	bool died = !a->stopped;
	arbiter_handle_free_event(&a->release);
	arbiter_handle_stop(a);
	if (error_is_set(&a->wrong))
		snprintf(why, sizeof why, "%s was killed: %s", kind, a->wrong.text);
	else if (error_is_set(&a->failed))
		snprintf(why, sizeof why, "%s", a->failed.text);
	else if (a->attached)
		snprintf(why, sizeof why, "a worker has gone");
	else
		snprintf(why, sizeof why, "%s ended (%s)", kind, end->how);
	if (died)
		a->calls->died(a->owner, a, a->local + a->remote, why);
	for (int i = 0; died && i < a->games_count; i++) { /* its games go back */
		struct arbiter_handle_game *g = a->games[i];
		if (g->queued == 0)
			continue;
		free(g->last);
		g->last = NULL;
		for (int later = 1; later < g->queued; later++)
			a->calls->returned(a->owner, arbiter_handle_queued(g, later));
		g->queued = 1;
		a->calls->games->voided(a->owner, arbiter_handle_queued(g, 0), NULL);
		arbiter_handle_pop(a, g);
	}
	a->calls->gone(a->owner, a);
}

usec arbiter_handle_oldest(const struct arbiter_handle *a)
{
	usec oldest = 0;
	for (int i = 0; i < a->games_count; i++)
		if (a->games[i]->queued > 0 && (oldest == 0 || a->games[i]->since < oldest))
			oldest = a->games[i]->since;
	return oldest;
}

void arbiter_handle_kill_for(struct arbiter_handle *a, const char *why)
{
	error_set(&a->wrong, "%s", why);
	peer_kill(a->peer, why);
}

/* Goes on after lines that were taken: with further games, or to the end. */
static void arbiter_handle_go_on(struct arbiter_handle *a)
{
	if (a->stopped)
		return;
	arbiter_handle_feed(a);
	if (a->retiring && a->local + a->remote == 0)
		arbiter_handle_stop(a);
	else if (a->local < a->local_max)
		a->calls->idle(a->owner);
}

/* Takes the last lines that need not wait any more. */
static void arbiter_handle_on_release(evutil_socket_t fd, short what, void *arg)
{
	struct arbiter_handle *a = arg;
	(void)fd, (void)what;
	for (int i = 0; i < a->games_count; i++) {
		struct arbiter_handle_game *g = a->games[i];
		if (g->last == NULL || arbiter_handle_waits(a, g, g->last))
			continue;
		char *line = g->last;
		g->last = NULL;
		bool good = arbiter_handle_receive(a, i + 1, line);
		free(line);
		if (!good) {
			peer_kill(a->peer, a->wrong.text);
			return;
		}
	}
	arbiter_handle_go_on(a);
}

/* All lines of a read were taken. */
static void arbiter_handle_on_turn(void *handle)
{
	struct arbiter_handle *a = handle;
	a->heard = time_utc();
	arbiter_handle_go_on(a);
}

static const struct peer_kind arbiter_handle_peer = {.line_most = ARBITER_HANDLE_ROOM,
	.line = arbiter_handle_take_line,
	.turn = arbiter_handle_on_turn,
	.killed = arbiter_handle_on_killed,
	.ended = arbiter_handle_on_gone};

static struct arbiter_handle *arbiter_handle_make(
	struct event_base *base, const struct arbiter_handle_calls *calls, void *owner, int worker)
{
	struct arbiter_handle *a = memory_get(1, sizeof *a);
	a->worker = worker;
	a->calls = calls;
	a->owner = owner;
	a->base = base;
	a->peer = peer_create(base, &arbiter_handle_peer, a);
	return a;
}

/* Makes the events of a handle whose process was started, or frees it. */
static struct arbiter_handle *arbiter_handle_open(
	struct arbiter_handle *a, bool started, struct error *err)
{
	if (started) {
		a->sending = event_new(
			a->base, peer_hand(a->peer), EV_WRITE, arbiter_handle_on_socket_room, a);
		a->later = evtimer_new(a->base, arbiter_handle_on_socket_room, a);
		a->refused_timer = evtimer_new(a->base, arbiter_handle_on_refused_timer, a);
		a->release = evtimer_new(a->base, arbiter_handle_on_release, a);
		if (a->release != NULL && a->later != NULL && a->refused_timer != NULL &&
			a->sending != NULL)
			return a;
		errno = ENOMEM;
	}
	error_set(err, "an arbiter could not be started: %s", strerror(errno));
	arbiter_handle_free(a);
	return NULL;
}

struct arbiter_handle *arbiter_handle_create(struct event_base *base,
	const struct arbiter_handle_calls *calls, void *owner, const struct arbiter_config *config,
	bool remote, int number, struct error *err)
{
	struct arbiter_handle *a = arbiter_handle_make(base, calls, owner, 0);
	a->bots = config->bots_count;
	if (remote)
		a->sockets = memory_get(BOTS_MAX, sizeof *a->sockets);
	peer_set(a->peer, &arbiter_process, config, number);
	return arbiter_handle_open(a, peer_start(a->peer), err);
}

struct arbiter_handle *arbiter_handle_link(struct event_base *base,
	const struct arbiter_handle_calls *calls, void *owner, int worker,
	const struct worker_link *link, struct error *err)
{
	struct arbiter_handle *a = arbiter_handle_make(base, calls, owner, worker);
	a->bots = link->config->bots_count;
	peer_set(a->peer, &worker_link_process, link, -1);
	return arbiter_handle_open(a, peer_start(a->peer), err);
}

struct arbiter_handle *arbiter_handle_attach(struct event_base *base,
	const struct arbiter_handle_calls *calls, void *owner, int worker, int socket, int bots,
	struct error *err)
{
	struct arbiter_handle *a = arbiter_handle_make(base, calls, owner, worker);
	a->bots = bots;
	a->attached = true;
	return arbiter_handle_open(a, peer_attach(a->peer, socket), err);
}

void arbiter_handle_retire(struct arbiter_handle *a)
{
	a->retiring = true;
	if (a->local + a->remote == 0)
		arbiter_handle_stop(a);
}

void arbiter_handle_stop(struct arbiter_handle *a)
{
	a->retiring = a->stopped = true;
	arbiter_handle_free_sending(a);
	peer_dismiss(a->peer);
}
