/*
 * remote-games.c - the process that plays all games with remote bots, seen from the main process.
 *
 * There is no queue of orders: a table is ordered its next game when the one before has come back.
 * Nothing here waits for the process: what it has not read yet of its orders is kept, and
 * connections that do not fit through are tried again when there is room. So an order never
 * overtakes the connections that it needs: without them it is not given.
 */
#include "referee/director/remote-games.h"

#include <assert.h>
#include <errno.h>
#include <event2/buffer.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/base/fd-message.h"
#include "referee/definition/tournament.h"

enum {
	REMOTE_GAMES_ROOM = 1 << 17, /* a record's longest line fits */
	REMOTE_GAMES_DIGITS = 8,     /* of a number of a table or bot, and more than any has */
	REMOTE_GAMES_AGAIN = 500000  /* us until what was refused is handed over again */
};

/* What the process has of a bot's connection. */
struct remote_games_hand {
	enum {
		REMOTE_GAMES_AWAY,
		REMOTE_GAMES_WAITING,
		REMOTE_GAMES_SENT,
		REMOTE_GAMES_REFUSED,
		REMOTE_GAMES_HANDED
	} state;
	int sent; /* of how many it has not said whether it has them */
};

struct remote_games_table {
	struct job job;
	struct game_receiver telling;
	bool taken;
};

void remote_games_init(struct remote_games *h, struct event_base *base,
	const struct remote_games_calls *calls, void *owner)
{
	*h = (struct remote_games){.calls = calls,
		.owner = owner,
		.base = base,
		.process = {.to = -1, .from = -1, .hand = -1}};
	h->room = memory_get(REMOTE_GAMES_ROOM, 1);
	h->hands = memory_get(BOTS_MAX, sizeof *h->hands);
}

static void remote_games_free_event(struct event **event)
{
	if (*event != NULL)
		event_free(*event);
	*event = NULL;
}

/* Ends the process and forgets what it had told of its games. Returns its status. */
static int remote_games_end(struct remote_games *h)
{
	remote_games_free_event(&h->reading);
	remote_games_free_event(&h->writing);
	remote_games_free_event(&h->handing);
	remote_games_free_event(&h->later);
	remote_games_free_event(&h->again);
	if (h->orders != NULL)
		evbuffer_free(h->orders);
	h->orders = NULL;
	for (int i = 0; i < h->tables_count; i++)
		game_receiver_clear(&h->tables[i]->telling);
	for (int i = 0; i < BOTS_MAX; i++) {
		h->hands[i].sent = 0;
		if (h->hands[i].state != REMOTE_GAMES_AWAY)
			h->hands[i].state = REMOTE_GAMES_WAITING;
	}
	return process_end(&h->process);
}

void remote_games_clear(struct remote_games *h)
{
	if (h->room == NULL)
		return;
	remote_games_end(h);
	for (int i = 0; i < h->tables_count; i++)
		free(h->tables[i]);
	free(h->room);
	free(h->hands);
	*h = (struct remote_games){.room = NULL};
}

bool remote_games_lives(const struct remote_games *h)
{
	return h->process.to >= 0 && !h->renewing;
}

/* --- connections ----------------------------------------------------------------------------- */

/* False: there is no room at present. */
static bool remote_games_hand(struct remote_games *h, int bot)
{
	struct fd_message p = {.count = 1};
	p.fds[0] = h->calls->socket(h->owner, bot);
	h->hands[bot].state = REMOTE_GAMES_AWAY;
	if (p.fds[0] < 0)
		return true;
	snprintf(p.text, sizeof p.text, "bot %d", bot);
	if (fd_message_send(h->process.hand, &p) == 0) {
		h->hands[bot].state = REMOTE_GAMES_SENT;
		h->hands[bot].sent++;
		return true;
	}
	h->hands[bot].state = REMOTE_GAMES_WAITING;
	/* Any other error is its end, which is on the way to us. */
	return errno != EAGAIN && errno != ETOOMANYREFS && errno != ENOBUFS;
}

static void remote_games_on_hand_room(evutil_socket_t fd, short what, void *arg)
{
	struct remote_games *h = arg;
	const struct timeval moment = {.tv_usec = 10 * MILLISECOND};
	(void)fd;
	(void)what;
	for (int bot = 0; bot < h->bots; bot++) {
		if (h->hands[bot].state != REMOTE_GAMES_WAITING || remote_games_hand(h, bot))
			continue;
		/* Descriptors that others have still on the way do not show as room. */
		if (errno == EAGAIN)
			event_add(h->handing, NULL);
		else
			event_add(h->later, &moment);
		return;
	}
}

static void remote_games_on_again(evutil_socket_t fd, short what, void *arg)
{
	struct remote_games *h = arg;
	for (int bot = 0; bot < h->bots; bot++)
		if (h->hands[bot].state == REMOTE_GAMES_REFUSED)
			h->hands[bot].state = REMOTE_GAMES_WAITING;
	remote_games_on_hand_room(fd, what, arg);
}

/* It has one, or has no descriptor for it; of several it was sent the last counts. False: it was
 * sent none. */
static bool remote_games_answered(struct remote_games *h, int bot, bool has)
{
	static const struct timeval moment = {.tv_usec = REMOTE_GAMES_AGAIN};
	if (bot < 0 || bot >= h->bots || h->hands[bot].sent == 0)
		return false;
	struct remote_games_hand *hand = &h->hands[bot];
	if (--hand->sent > 0 || hand->state != REMOTE_GAMES_SENT)
		return true;
	hand->state = has ? REMOTE_GAMES_HANDED : REMOTE_GAMES_REFUSED;
	if (has) {
		h->calls->handed(h->owner, bot);
		return true;
	}
	h->calls->full(h->owner, bot);
	if (h->again != NULL && !evtimer_pending(h->again, NULL))
		event_add(h->again, &moment);
	return true;
}

void remote_games_came(struct remote_games *h, int bot)
{
	h->hands[bot].state = REMOTE_GAMES_WAITING;
	if (h->handing != NULL && h->process.to >= 0)
		event_active(h->handing, EV_WRITE, 0);
}

void remote_games_left(struct remote_games *h, int bot)
{
	h->hands[bot].state = REMOTE_GAMES_AWAY;
}

bool remote_games_has(const struct remote_games *h, int bot)
{
	return h->hands[bot].state == REMOTE_GAMES_HANDED;
}

/* --- orders ---------------------------------------------------------------------------------- */

static void remote_games_on_room(evutil_socket_t fd, short what, void *arg)
{
	struct remote_games *h = arg;
	(void)what;
	if (evbuffer_write(h->orders, fd) < 0 && errno != EAGAIN && errno != EINTR)
		return; /* its end is on the way to us */
	if (evbuffer_get_length(h->orders) > 0)
		event_add(h->writing, NULL);
}

struct job *remote_games_free_table(struct remote_games *h)
{
	for (int i = 0; i < h->tables_count && h->playing < h->tables_count; i++)
		if (!h->tables[i]->taken)
			return &h->tables[i]->job;
	if (h->tables_count == REMOTE_ARBITER_TABLES)
		return NULL;
	struct remote_games_table *table = memory_get(1, sizeof *table);
	h->tables[h->tables_count++] = table;
	return &table->job;
}

void remote_games_order(struct remote_games *h, struct job *job, const struct game_request *order)
{
	static char line[LINE_FROM_REFEREE];
	struct remote_games_table *table = (struct remote_games_table *)job;
	int number = 0;
	while (h->tables[number] != table)
		number++;
	assert(!table->taken && remote_games_lives(h));
	size_t length = game_request_write(order, line, sizeof line);
	assert(length > 0);
	table->taken = true;
	h->playing++;
	evbuffer_add_printf(h->orders, "table %d\n", number + 1);
	evbuffer_add(h->orders, line, length);
	event_add(h->writing, NULL);
}

int remote_games_tables(const struct remote_games *h)
{
	return h->tables_count;
}

const struct job *remote_games_game(const struct remote_games *h, int table)
{
	return h->tables[table]->taken ? &h->tables[table]->job : NULL;
}

/* --- records --------------------------------------------------------------------------------- */

static void remote_games_leave(struct remote_games *h, struct remote_games_table *table)
{
	table->taken = false;
	h->playing--;
}

/* "WORD NUMBER", and nothing else. */
static bool remote_games_read(const char *line, const char *word, int *number)
{
	size_t length = strlen(word);
	int used = 0;
	return strncmp(line, word, length) == 0 && line[length] == ' ' && line[length + 1] >= '0' &&
	       line[length + 1] <= '9' && strlen(line + length + 1) < REMOTE_GAMES_DIGITS &&
	       sscanf(line + length + 1, "%d%n", number, &used) == 1 &&
	       line[length + 1 + used] == '\0';
}

/* A line of the record of a game at the table that was named last. */
static bool remote_games_take_record(struct remote_games *h, char *line)
{
	if (h->told < 0) {
		game_receiver_refuse(line, h->wrong, sizeof h->wrong);
		return false;
	}
	struct remote_games_table *table = h->tables[h->told];
	enum game_receiver_status status = game_receiver_take(&table->telling, h->calls->games,
		h->owner, remote_games_game(h, h->told), line, h->wrong, sizeof h->wrong);
	if (status == GAME_RECEIVER_OVER)
		remote_games_leave(h, table);
	return status != GAME_RECEIVER_WRONG;
}

bool remote_games_take_line(void *hall, char *line)
{
	struct remote_games *h = hall;
	struct latency_histogram delays;
	int number;
	bool has = remote_games_read(line, "has", &number), good;
	if (latency_histogram_read(&delays, line)) {
		h->calls->delays(h->owner, &delays);
		return true;
	}
	if (has || remote_games_read(line, "full", &number)) {
		good = remote_games_answered(h, number, has);
	} else if (remote_games_read(line, "table", &number)) {
		good = number >= 1 && number <= h->tables_count;
		h->told = good ? number - 1 : h->told;
	} else {
		return remote_games_take_record(h, line);
	}
	if (!good)
		game_receiver_refuse(line, h->wrong, sizeof h->wrong);
	return good;
}

/* Its pipe has ended: as it should, or because it crashed; or it is killed for what it said. */
static void remote_games_on_gone(struct remote_games *h)
{
	char ending[32], why[WHY + 32];
	int lost = h->process.to >= 0 ? h->playing : 0;
	int status = remote_games_end(h);
	process_ending(&h->process, status, ending, sizeof ending);
	if (h->wrong[0] != '\0')
		snprintf(why, sizeof why, "the hall was killed: %s", h->wrong);
	else
		snprintf(why, sizeof why, "the hall ended (%s)", ending);
	for (int i = 0; i < h->tables_count; i++) {
		if (!h->tables[i]->taken)
			continue;
		if (lost > 0)
			h->calls->games->voided(h->owner, &h->tables[i]->job, NULL);
		remote_games_leave(h, h->tables[i]);
	}
	h->calls->gone(h->owner, lost, why);
}

static void remote_games_on_record(evutil_socket_t fd, short what, void *arg)
{
	struct remote_games *h = arg;
	(void)fd;
	(void)what;
	enum process_heard heard = process_read(&h->process, &h->lines, remote_games_take_line, h);
	if (heard == PROCESS_WRONG && h->wrong[0] == '\0')
		snprintf(h->wrong, sizeof h->wrong, "it said a line of more than %d bytes",
			REMOTE_GAMES_ROOM);
	if (heard != PROCESS_GOES_ON) {
		remote_games_on_gone(h);
		return;
	}
	if (h->playing == 0 && h->renewing)
		remote_games_dismiss(h);
}

/* --- the process ----------------------------------------------------------------------------- */

static bool remote_games_listen(struct remote_games *h)
{
	h->orders = evbuffer_new();
	h->reading = event_new(
		h->base, h->process.from, EV_READ | EV_PERSIST, remote_games_on_record, h);
	h->writing = event_new(h->base, h->process.to, EV_WRITE, remote_games_on_room, h);
	h->handing = event_new(h->base, h->process.hand, EV_WRITE, remote_games_on_hand_room, h);
	h->later = evtimer_new(h->base, remote_games_on_hand_room, h);
	h->again = evtimer_new(h->base, remote_games_on_again, h);
	return h->orders != NULL && h->later != NULL && h->again != NULL && h->reading != NULL &&
	       h->writing != NULL && h->handing != NULL && event_add(h->reading, NULL) == 0 &&
	       event_add(h->handing, NULL) == 0 && process_watch(&h->process, h->base);
}

bool remote_games_hire(
	struct remote_games *h, const struct arbiter_config *plan, char *why, size_t room)
{
	h->renewing = false;
	h->wrong[0] = '\0';
	h->told = -1;
	h->bots = plan->bots_count;
	line_reader_init(&h->lines, h->room, REMOTE_GAMES_ROOM);
	if (process_start(&h->process, &remote_arbiter_process, plan, -1) != 0) {
		snprintf(why, room, "the hall could not be started: %s", strerror(errno));
		return false;
	}
	fcntl(h->process.to, F_SETFL, O_NONBLOCK);
	if (remote_games_listen(h))
		return true;
	snprintf(why, room, "the hall cannot be listened to: no room for events");
	remote_games_end(h);
	return false;
}

void remote_games_renew(struct remote_games *h)
{
	h->renewing = true;
	if (h->playing == 0)
		remote_games_dismiss(h);
}

void remote_games_dismiss(struct remote_games *h)
{
	remote_games_free_event(&h->writing);
	remote_games_free_event(&h->handing);
	remote_games_free_event(&h->later);
	remote_games_free_event(&h->again);
	process_dismiss(&h->process);
}
