/*
 * web-play-main.c - what the main process says to the process in which people play: offers, events of
 * games, the sockets of seats; and how a seat is played, as a remote bot does (PROTOCOL.md).
 */
#include "referee/web/play/web-play.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "protocol/message.h"
#include "referee/process/fd-message.h"

void web_play_notify(struct web_play *play, struct web_play_game *g)
{
	web_play_game_changed(g);
	web_stream_send(&play->web, g->subject, "changed", g->version);
}

/* --- the main process ------------------------------------------------------------------------- */

void web_play_send_request(struct web_play *play, const struct web_play_message *m)
{
	char *line = line_table_print(&web_play_request_table, m);
	wire_add(&play->web.main, line, strlen(line));
	wire_flush(&play->web.main);
	crypto_forget(line, strlen(line)); /* it may have a token */
	free(line);
}

void web_play_abort(struct web_play *play, struct web_play_game *g, const char *why)
{
	if (g->state == WEB_PLAY_OVER)
		return;
	g->state = WEB_PLAY_OVER;
	g->ended = time_now();
	g->ended_ms = time_utc();
	snprintf(g->why, sizeof g->why, "%s", why);
	web_play_notify(play, g);
}

/* The helper has ended, with or without a hint. */
static void web_play_end_helper(struct web_play *play, struct web_play_game *g, const char *why)
{
	if (g->helper.key != 0 && *why != '\0')
		snprintf(g->no_hint, sizeof g->no_hint, "%s", why);
	web_play_link_close(&g->helper);
	web_play_notify(play, g);
}

void web_play_ask(
	struct web_play *play, struct web_play_game *g, struct web_play_link *link, int seat)
{
	char *moves = web_play_game_moves(g);
	link->key = ++play->key;
	link->last_question = -1;
	web_play_send_request(play, &(struct web_play_message){.kind = WEB_PLAY_PLAY,
					    .key = (int64_t)link->key,
					    .table = g->offer_number,
					    .bot = g->bot,
					    .seat = seat,
					    .seed = (int64_t)g->seed,
					    .text = moves});
	free(moves);
}

static void web_play_add_offer(struct web_play *play, const struct web_play_message *m)
{
	const struct rules *rules = rules_find(m->game);
	if (play->offers_count == WEB_PLAY_OFFERS || m->table != play->offers_count ||
		rules == NULL)
		return;
	play->offers[play->offers_count++] = (struct web_play_offer){
		.name = memory_copy(m->text), .rules = rules, .players = m->players};
}

static void web_play_take_offer(struct web_play *play, const struct web_play_message *m)
{
	if (m->table >= play->offers_count)
		return;
	struct web_play_offer *t = &play->offers[m->table];
	if (m->kind == WEB_PLAY_PARAM && t->params_count < PARAMETERS_MAX)
		t->params[t->params_count++] = memory_copy(m->text);
	if (m->kind == WEB_PLAY_BOT && t->bots_count < WEB_PLAY_BOTS)
		t->bots[t->bots_count++] =
			(struct web_play_bot){memory_copy(m->text), (unsigned)m->seats};
	if (m->kind == WEB_PLAY_READY)
		t->ready = true;
}

static void web_play_take_refused(struct web_play *play, const struct web_play_message *m)
{
	struct web_play_link *link;
	struct web_play_game *g = web_play_games_with_key(&play->games, (uint64_t)m->key, &link);
	struct web_play_sending *s = web_play_sending_with_key(play, (uint64_t)m->key);
	if (s != NULL)
		web_play_sending_end(s, 1, m->text);
	else if (g != NULL && link == &g->helper)
		web_play_end_helper(play, g, m->text);
	else if (g != NULL)
		web_play_abort(play, g, m->text);
}

static void web_play_take_message(struct web_play *play, const struct web_play_message *m)
{
	switch (m->kind) {
	case WEB_PLAY_LIMITS:
		play->games_max = m->games;
		play->silence = m->silence;
		break;
	case WEB_PLAY_TABLE:
		web_play_add_offer(play, m);
		break;
	case WEB_PLAY_REFUSED:
		web_play_take_refused(play, m);
		break;
	case WEB_PLAY_SENDS:
		play->sends = m->bytes < WEB_PLAY_UPLOAD - 4096 ? (int64_t)m->bytes
								: WEB_PLAY_UPLOAD - 4096;
		break;
	default:
		web_play_take_offer(play, m);
	}
}

/* The helper's record has grown: its first move is the hint. */
static void web_play_take_hint(struct web_play *play, struct web_play_game *g)
{
	const struct move_list *h = &g->helper.record.record.moves;
	if (h->count == 0)
		return;
	snprintf(g->hint, sizeof g->hint, "%s", h->turns[0].move);
	g->hint_ply = web_play_game_plies(g);
	web_play_end_helper(play, g, "");
}

/* The arbiter's game is over, or it was aborted. */
static void web_play_take_end(
	struct web_play *play, struct web_play_game *g, struct web_play_link *link, bool good)
{
	if (link == &g->helper) {
		web_play_end_helper(play, g, "the bot gave no hint");
		return;
	}
	if (link->bev != NULL)
		bufferevent_free(link->bev);
	link->bev = NULL;
	link->key = 0;
	link->number = 0;
	if (g->state == WEB_PLAY_OVER)
		return;
	if (!good) {
		web_play_abort(play, g, "the server could not continue it");
		return;
	}
	g->state = WEB_PLAY_OVER;
	g->ended = time_now();
	g->ended_ms = time_utc();
	web_play_link_close(&g->helper);
	web_play_notify(play, g);
}

static void web_play_take_event(struct web_play *play, const struct live_event *e)
{
	struct web_play_link *link = NULL;
	struct error err;
	struct web_play_game *g =
		e->kind == LIVE_EVENT_HEADER
			? web_play_games_with_key(&play->games, e->header.pairing, &link)
			: web_play_games_with_number(&play->games, (int)e->game, &link);
	if (g == NULL)
		return; /* it was given up */
	if (e->kind == LIVE_EVENT_STORED || e->kind == LIVE_EVENT_ABORTED) {
		web_play_take_end(play, g, link, e->kind == LIVE_EVENT_STORED);
		return;
	}
	if (e->kind == LIVE_EVENT_HEADER)
		link->number = (int)e->game;
	if (!live_record_take(&link->record, e, &err) || web_play_game_plies(g) > WEB_PLAY_PLIES) {
		web_play_abort(play, g, "its record is not valid");
		web_play_link_close(&g->link);
		return;
	}
	if (e->kind != LIVE_EVENT_RECORD || e->record.kind != RECORD_MOVE)
		return;
	if (link == &g->helper)
		web_play_take_hint(play, g);
	else
		web_play_notify(play, g);
}

static void web_play_take(struct web_play *play, char *line)
{
	struct web_play_message m;
	struct live_event e;
	if (*line >= '0' && *line <= '9') {
		if (live_event_read(&e, line) && e.game > 0)
			web_play_take_event(play, &e);
	} else if (line_table_read(&web_play_offer_table, &m, line, 0) == LINE_TABLE_RIGHT) {
		web_play_take_message(play, &m);
	}
}

void web_play_on_input(evutil_socket_t fd, short what, void *arg)
{
	struct web_play *play = arg;
	const char *bytes;
	char *line;
	size_t count;
	(void)fd, (void)what;
	enum wire_status status = wire_read(&play->web.main, &bytes, &count);
	while (wire_line(&play->web.main, &line) == LINE_READY)
		web_play_take(play, line);
	if (status == WIRE_ENDED)
		event_base_loopexit(play->web.base, NULL);
}

/* --- a seat ----------------------------------------------------------------------------------- */

void web_play_answer(struct web_play_link *link, const char *format, const char *text)
{
	if (link->bev == NULL)
		return;
	evbuffer_add_printf(bufferevent_get_output(link->bev), format, text);
}

/* The plies of `position ... moves`. The arbiter's game has moves before it, which are in it too.
 */
static int web_play_count(const char *moves)
{
	int count = 0;
	for (; moves != NULL && *moves != '\0'; moves += strspn(moves, " ")) {
		count++;
		moves += strcspn(moves, " ");
	}
	return count;
}

void web_play_send_resign(struct web_play_game *g)
{
	if (!g->resigns || !g->link.wants)
		return;
	g->link.wants = false;
	web_play_answer(&g->link, "bestmove %s\n", "resign");
}

static void web_play_take_line(
	struct web_play *play, struct web_play_game *g, struct web_play_link *link, char *line)
{
	struct message m;
	struct error err;
	if (!message_read(&m, FROM_REFEREE, line, &err))
		return;
	switch (m.kind) {
	case MESSAGE_UGI:
		web_play_answer(link,
			"id name Visitor\nfeature newgame legal players gameover error\n%s",
			"ugiok\n");
		break;
	case MESSAGE_ISREADY:
		web_play_answer(link, "%s\n", "readyok");
		break;
	case MESSAGE_POSITION:
		link->last_question = web_play_count(m.position.moves);
		break;
	case MESSAGE_GO:
		link->wants = true;
		if (link == &g->link) {
			g->state = WEB_PLAY_RUNS;
			web_play_send_resign(g);
			web_play_notify(play, g);
		}
		break;
	default:
		break;
	}
}

/* The link, its game and the process, for its callbacks. */
static struct web_play_game *web_play_of(
	struct web_play *play, struct bufferevent *bev, struct web_play_link **link)
{
	for (struct web_play_game *g = play->games.first; g != NULL; g = g->next)
		if (g->link.bev == bev || g->helper.bev == bev) {
			*link = g->link.bev == bev ? &g->link : &g->helper;
			return g;
		}
	return NULL;
}

static void web_play_on_lines(struct bufferevent *bev, void *arg)
{
	struct web_play *play = arg;
	struct web_play_link *link;
	struct evbuffer *in = bufferevent_get_input(bev);
	struct web_play_game *g = web_play_of(play, bev, &link);
	char *line;
	while (g != NULL && link->bev == bev &&
		(line = evbuffer_readln(in, NULL, EVBUFFER_EOL_CRLF)) != NULL) {
		web_play_take_line(play, g, link, line);
		free(line);
	}
}

/* The arbiter has ended the connection; the record says why. */
static void web_play_on_closed(struct bufferevent *bev, short what, void *arg)
{
	struct web_play_link *link;
	(void)what;
	if (web_play_of(arg, bev, &link) == NULL)
		return;
	bufferevent_free(bev);
	link->bev = NULL;
}

void web_play_on_fd_channel(evutil_socket_t fd, short what, void *arg)
{
	struct web_play *play = arg;
	struct web_play_link *link;
	struct web_play_message got;
	struct fd_message message;
	(void)what;
	if (fd_message_receive(fd, &message) <= 0)
		return;
	bool good = line_table_read(&web_play_socket_table, &got, message.text, message.count) ==
		    LINE_TABLE_RIGHT;
	const uint64_t key = (uint64_t)got.key;
	if (good && got.kind == WEB_PLAY_SEAT &&
		web_play_games_with_key(&play->games, key, &link) != NULL && link->bev == NULL) {
		evutil_make_socket_nonblocking(message.fds[0]);
		link->bev = bufferevent_socket_new(
			play->web.base, message.fds[0], BEV_OPT_CLOSE_ON_FREE);
		bufferevent_setcb(link->bev, web_play_on_lines, NULL, web_play_on_closed, play);
		bufferevent_setwatermark(link->bev, EV_READ, 0, 2 * WEB_PLAY_SOCKET);
		bufferevent_enable(link->bev, EV_READ | EV_WRITE);
		message.count = 0; /* owned by the link now */
	} else if (good && got.kind == WEB_PLAY_SENT) {
		struct web_play_sending *s = web_play_sending_with_key(play, key);
		message.count = s != NULL && web_play_sending_open(play, s, message.fds[0]) ? 0 : 1;
	}
	fd_message_drop(&message);
}
