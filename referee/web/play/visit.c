/*
 * visit.c - the process in which people play: an HTTP server whose forms make moves, and a remote
 * bot for each person.
 *
 * A move goes from the browser's form to the arbiter as the answer of a bot. It is part of the game
 * only when the arbiter's record has it: the record is the state, and a form that is sent again
 * changes nothing. Everything that comes from a browser is checked here; the main process checks
 * everything that comes from here.
 */
#include "referee/web/play/visit.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/keyvalq_struct.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "protocol/message.h"
#include "referee/process/fd-message.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/rate-limit.h"
#include "referee/web/web-form.h"
#include "referee/web/web-page.h"
#include "referee/web/web-privileges.h"

#define VISIT_COOKIE "referee-game" /* the game that a browser began last */

static void visit_tell(struct visit *v, struct visit_game *g)
{
	visit_game_changed(g);
	web_stream_tell(&v->web, g->subject, "changed", g->version);
}

/* --- the main process ------------------------------------------------------------------------- */

static void visit_say(struct visit *v, const struct visit_message *m)
{
	char *line = line_table_print(&visit_request_table, m);
	wire_add(&v->web.main, line, strlen(line));
	wire_flush(&v->web.main);
	crypto_forget(line, strlen(line)); /* it may have a token */
	free(line);
}

/* The game has no result. */
static void visit_abort(struct visit *v, struct visit_game *g, const char *why)
{
	if (g->state == VISIT_OVER)
		return;
	g->state = VISIT_OVER;
	g->ended = time_now();
	g->ended_ms = time_utc();
	snprintf(g->why, sizeof g->why, "%s", why);
	visit_tell(v, g);
}

/* The helper has ended, with or without a hint. */
static void visit_end_helper(struct visit *v, struct visit_game *g, const char *why)
{
	if (g->helper.key != 0 && *why != '\0')
		snprintf(g->no_hint, sizeof g->no_hint, "%s", why);
	visit_link_close(&g->helper);
	visit_tell(v, g);
}

/* Asks for a game from these moves. */
static void visit_ask(struct visit *v, struct visit_game *g, struct visit_link *link, int seat)
{
	char *moves = visit_game_moves(g);
	link->key = ++v->key;
	link->last_question = -1;
	visit_say(v, &(struct visit_message){.kind = VISIT_PLAY,
			     .key = (int64_t)link->key,
			     .table = g->table_number,
			     .bot = g->bot,
			     .seat = seat,
			     .seed = (int64_t)g->seed,
			     .text = moves});
	free(moves);
}

static void visit_take_table(struct visit *v, const struct visit_message *m)
{
	const struct rules *rules = rules_find(m->game);
	if (v->tables_count == VISIT_TABLES || m->table != v->tables_count || rules == NULL)
		return;
	v->tables[v->tables_count++] = (struct visit_table){
		.name = memory_copy(m->text), .rules = rules, .players = m->players};
}

static void visit_take_offer(struct visit *v, const struct visit_message *m)
{
	if (m->table >= v->tables_count)
		return;
	struct visit_table *t = &v->tables[m->table];
	if (m->kind == VISIT_PARAM && t->params_count < PARAMETERS_MAX)
		t->params[t->params_count++] = memory_copy(m->text);
	if (m->kind == VISIT_BOT && t->bots_count < VISIT_BOTS)
		t->bots[t->bots_count++] =
			(struct visit_bot){memory_copy(m->text), (unsigned)m->seats};
	if (m->kind == VISIT_READY)
		t->ready = true;
}

static void visit_take_refused(struct visit *v, const struct visit_message *m)
{
	struct visit_link *link;
	struct visit_game *g = visit_games_with_key(&v->games, (uint64_t)m->key, &link);
	struct visit_sending *s = visit_sending_with_key(v, (uint64_t)m->key);
	if (s != NULL)
		visit_sending_end(s, 1, m->text);
	else if (g != NULL && link == &g->helper)
		visit_end_helper(v, g, m->text);
	else if (g != NULL)
		visit_abort(v, g, m->text);
}

static void visit_take_message(struct visit *v, const struct visit_message *m)
{
	switch (m->kind) {
	case VISIT_LIMITS:
		v->games_max = m->games;
		v->silence = m->silence;
		break;
	case VISIT_TABLE:
		visit_take_table(v, m);
		break;
	case VISIT_REFUSED:
		visit_take_refused(v, m);
		break;
	case VISIT_SENDS:
		v->sends = m->bytes < VISIT_UPLOAD - 4096 ? (int64_t)m->bytes : VISIT_UPLOAD - 4096;
		break;
	default:
		visit_take_offer(v, m);
	}
}

/* The helper's record has grown: its first move is the hint. */
static void visit_take_hint(struct visit *v, struct visit_game *g)
{
	const struct history *h = &g->helper.record.record.history;
	if (h->count == 0)
		return;
	snprintf(g->hint, sizeof g->hint, "%s", h->turns[0].move);
	g->hint_ply = visit_game_plies(g);
	visit_end_helper(v, g, "");
}

/* The arbiter's game is over, or it was aborted. */
static void visit_take_end(
	struct visit *v, struct visit_game *g, struct visit_link *link, bool good)
{
	if (link == &g->helper) {
		visit_end_helper(v, g, "the bot gave no hint");
		return;
	}
	if (link->bev != NULL)
		bufferevent_free(link->bev);
	link->bev = NULL;
	link->key = 0;
	link->number = 0;
	if (g->state == VISIT_OVER)
		return;
	if (!good) {
		visit_abort(v, g, "the server could not go on with it");
		return;
	}
	g->state = VISIT_OVER;
	g->ended = time_now();
	g->ended_ms = time_utc();
	visit_link_close(&g->helper);
	visit_tell(v, g);
}

static void visit_take_event(struct visit *v, const struct live_event *e)
{
	struct visit_link *link = NULL;
	struct error err;
	struct visit_game *g = e->kind == LIVE_EVENT_HEADER
				       ? visit_games_with_key(&v->games, e->header.pairing, &link)
				       : visit_games_with_number(&v->games, (int)e->game, &link);
	if (g == NULL)
		return; /* it was given up */
	if (e->kind == LIVE_EVENT_STORED || e->kind == LIVE_EVENT_ABORTED) {
		visit_take_end(v, g, link, e->kind == LIVE_EVENT_STORED);
		return;
	}
	if (e->kind == LIVE_EVENT_HEADER)
		link->number = (int)e->game;
	if (!live_record_take(&link->record, e, &err) || visit_game_plies(g) > VISIT_PLIES) {
		visit_abort(v, g, "its record is not valid");
		visit_link_close(&g->link);
		return;
	}
	if (e->kind != LIVE_EVENT_RECORD || e->record.kind != RECORD_MOVE)
		return;
	if (link == &g->helper)
		visit_take_hint(v, g);
	else
		visit_tell(v, g);
}

static void visit_take(struct visit *v, char *line)
{
	struct visit_message m;
	struct live_event e;
	if (*line >= '0' && *line <= '9') {
		if (live_event_read(&e, line) && e.game > 0)
			visit_take_event(v, &e);
	} else if (line_table_read(&visit_offer_table, &m, line, 0) == LINE_TABLE_RIGHT) {
		visit_take_message(v, &m);
	}
}

static void visit_on_input(evutil_socket_t fd, short what, void *visit)
{
	struct visit *v = visit;
	const char *bytes;
	char *line;
	size_t count;
	(void)fd, (void)what;
	enum wire_status status = wire_read(&v->web.main, &bytes, &count);
	while (wire_line(&v->web.main, &line) == LINE_READY)
		visit_take(v, line);
	if (status == WIRE_ENDED)
		event_base_loopexit(v->web.base, NULL);
}

/* --- a seat ----------------------------------------------------------------------------------- */

static void visit_answer(struct visit_link *link, const char *format, const char *text)
{
	if (link->bev == NULL)
		return;
	evbuffer_add_printf(bufferevent_get_output(link->bev), format, text);
}

/* The plies of `position ... moves`. The arbiter's game has moves before it, which are in it too.
 */
static int visit_count(const char *moves)
{
	int count = 0;
	for (; moves != NULL && *moves != '\0'; moves += strspn(moves, " ")) {
		count++;
		moves += strcspn(moves, " ");
	}
	return count;
}

/* Sends the move or the resignation that the person has decided on. */
static void visit_send_resign(struct visit_game *g)
{
	if (!g->resigns || !g->link.wants)
		return;
	g->link.wants = false;
	visit_answer(&g->link, "bestmove %s\n", "resign");
}

static void visit_take_line(
	struct visit *v, struct visit_game *g, struct visit_link *link, char *line)
{
	struct message m;
	struct error err;
	if (!message_read(&m, FROM_REFEREE, line, &err))
		return;
	switch (m.kind) {
	case MESSAGE_UGI:
		visit_answer(link,
			"id name Visitor\nfeature newgame legal players gameover error\n%s",
			"ugiok\n");
		break;
	case MESSAGE_ISREADY:
		visit_answer(link, "%s\n", "readyok");
		break;
	case MESSAGE_POSITION:
		link->last_question = visit_count(m.position.moves);
		break;
	case MESSAGE_GO:
		link->wants = true;
		if (link == &g->link) {
			g->state = VISIT_RUNS;
			visit_send_resign(g);
			visit_tell(v, g);
		}
		break;
	default:
		break;
	}
}

/* The link, its game and the process, for its callbacks. */
static struct visit_game *visit_of(
	struct visit *v, struct bufferevent *bev, struct visit_link **link)
{
	for (struct visit_game *g = v->games.first; g != NULL; g = g->next)
		if (g->link.bev == bev || g->helper.bev == bev) {
			*link = g->link.bev == bev ? &g->link : &g->helper;
			return g;
		}
	return NULL;
}

static void visit_on_lines(struct bufferevent *bev, void *visit)
{
	struct visit *v = visit;
	struct visit_link *link;
	struct evbuffer *in = bufferevent_get_input(bev);
	struct visit_game *g = visit_of(v, bev, &link);
	char *line;
	while (g != NULL && link->bev == bev &&
		(line = evbuffer_readln(in, NULL, EVBUFFER_EOL_CRLF)) != NULL) {
		visit_take_line(v, g, link, line);
		free(line);
	}
}

/* The arbiter has ended the connection; the record says why. */
static void visit_on_closed(struct bufferevent *bev, short what, void *visit)
{
	struct visit_link *link;
	(void)what;
	if (visit_of(visit, bev, &link) == NULL)
		return;
	bufferevent_free(bev);
	link->bev = NULL;
}

/* The socket of a seat, or of a bot that is handed in. */
static void visit_on_hand(evutil_socket_t fd, short what, void *visit)
{
	struct visit *v = visit;
	struct visit_link *link;
	struct visit_message got;
	struct fd_message message;
	(void)what;
	if (fd_message_receive(fd, &message) <= 0)
		return;
	bool good = line_table_read(&visit_socket_table, &got, message.text, message.count) ==
		    LINE_TABLE_RIGHT;
	const uint64_t key = (uint64_t)got.key;
	if (good && got.kind == VISIT_SEAT && visit_games_with_key(&v->games, key, &link) != NULL &&
		link->bev == NULL) {
		evutil_make_socket_nonblocking(message.fds[0]);
		link->bev =
			bufferevent_socket_new(v->web.base, message.fds[0], BEV_OPT_CLOSE_ON_FREE);
		bufferevent_setcb(link->bev, visit_on_lines, NULL, visit_on_closed, v);
		bufferevent_setwatermark(link->bev, EV_READ, 0, 2 * VISIT_SOCKET);
		bufferevent_enable(link->bev, EV_READ | EV_WRITE);
		message.count = 0; /* owned by the link now */
	} else if (good && got.kind == VISIT_SENT) {
		struct visit_sending *s = visit_sending_with_key(v, key);
		message.count = s != NULL && visit_sending_open(v, s, message.fds[0]) ? 0 : 1;
	}
	fd_message_drop(&message);
}

/* --- answers ---------------------------------------------------------------------------------- */

static struct visit *visit_of_web(struct web *w)
{
	return (struct visit *)((char *)w - offsetof(struct visit, web));
}

/* Does the client ask for JSON, as the script of the pages does? */
static bool visit_wants_json(struct evhttp_request *request)
{
	const char *accept =
		evhttp_find_header(evhttp_request_get_input_headers(request), "Accept");
	return accept != NULL && strcmp(accept, "application/json") == 0;
}

static void visit_send(struct web *w, struct evhttp_request *request, int status, const char *type,
	const char *body, size_t length)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	evhttp_add_header(headers, "Cache-Control", "no-store");
	web_answer(w, request, status, type, body, length);
}

static void visit_send_json(struct web *w, struct evhttp_request *request, struct visit_game *g)
{
	size_t length;
	const char *text = visit_json(g, &length);
	visit_send(w, request, 200, "application/json", text, length);
}

/* The game in play that this browser began; NULL: none. Its cookie has no more than the address of
 * the game's page. */
static struct visit_game *visit_own(struct web *w, struct evhttp_request *request)
{
	static const char name[] = VISIT_COOKIE "=";
	const char *cookies =
		evhttp_find_header(evhttp_request_get_input_headers(request), "Cookie");
	for (const char *at = cookies; at != NULL && (at = strstr(at, name)) != NULL; at++) {
		char id[VISIT_ID + 1];
		snprintf(id, sizeof id, "%s", at + strlen(name));
		struct visit_game *g = at == cookies || at[-1] == ' '
					       ? visit_games_find(&visit_of_web(w)->games, id)
					       : NULL;
		if (g != NULL && g->state != VISIT_OVER)
			return g;
	}
	return NULL;
}

/* Refuses a form: as JSON, or as the page with the sentence. g NULL: the first page. */
static void visit_refuse(struct web *w, struct evhttp_request *request, struct visit_game *g,
	int status, const char *why)
{
	bool json = visit_wants_json(request);
	char *body = NULL;
	size_t length;
	FILE *out = memory_open(&body, &length);
	struct json_writer j = {.out = out};
	if (json) {
		json_open(&j, NULL, '{');
		json_text(&j, "why", why);
		json_close(&j, '}');
	} else if (g != NULL) {
		visit_write_game(visit_of_web(w), out, g, why);
	} else {
		visit_write_home(visit_of_web(w), out, why, visit_own(w, request));
	}
	memory_close(out);
	visit_send(w, request, status, json ? "application/json" : "text/html; charset=utf-8", body,
		length);
	free(body);
}

static void visit_done(struct web *w, struct evhttp_request *request, struct visit_game *g)
{
	if (visit_wants_json(request)) {
		visit_send_json(w, request, g);
		return;
	}
	char *to = memory_print("%s/play/%s", w->prefix, g->id);
	web_redirect(w, request, 303, to);
	free(to);
}

/* --- forms ------------------------------------------------------------------------------------ */

/* Reads a whole number up to max of a field. False: it has none. */
static bool visit_number(const struct web_form *form, const char *name, int max, int *number)
{
	uint64_t value;
	if (!address_number(web_form_text(form, name), &value) || value > (uint64_t)max)
		return false;
	*number = (int)value;
	return true;
}

/* "TABLE BOT": both from 0. */
static bool visit_choice(const struct visit *v, const struct web_form *form, int *table, int *bot)
{
	char text[32], *rest = text;
	uint64_t numbers[2];
	snprintf(text, sizeof text, "%s", web_form_text(form, "bot"));
	for (int i = 0; i < 2; i++) {
		char *word = strsep(&rest, ".");
		if (word == NULL || !address_number(word, &numbers[i]))
			return false;
	}
	if (rest != NULL || numbers[0] >= (uint64_t)v->tables_count ||
		numbers[1] >= (uint64_t)v->tables[numbers[0]].bots_count)
		return false;
	*table = (int)numbers[0];
	*bot = (int)numbers[1];
	return true;
}

/* The person's seat; 0 in the form: any. 0: the bot does not play the other seats. */
static int visit_seat(const struct visit *v, const struct visit_table *t, int bot, int wanted)
{
	unsigned char random[CRYPTO_BYTES];
	crypto_random(random);
	(void)v;
	for (int i = 0; i < t->players; i++) {
		int seat = wanted != 0 ? wanted : 1 + (random[0] + i) % t->players;
		if (visit_table_has_seat(t, bot, seat))
			return seat;
	}
	return 0;
}

/* Is a table free? When all are taken, a person who has been silent for long gives way. */
static bool visit_has_table(struct visit *v)
{
	if (visit_games_running(&v->games, NULL) < v->games_max)
		return true;
	struct visit_game *g = visit_games_idle(&v->games, time_now());
	if (g == NULL)
		return false;
	if (g->link.bev != NULL) /* its moves stay on its page */
		bufferevent_free(g->link.bev);
	g->link.bev = NULL;
	visit_link_close(&g->helper);
	visit_abort(v, g, "all tables were taken, and you had not moved for a minute");
	return true;
}

static void visit_post_new(struct web *w, struct evhttp_request *request, const struct address *a,
	const struct web_form *form)
{
	struct visit *v = visit_of_web(w);
	struct peer_limit_key from;
	unsigned char random[CRYPTO_BYTES];
	int table, bot, wanted;
	(void)a;
	web_source_key(w, request, &from);
	if (!visit_choice(v, form, &table, &bot) ||
		!visit_number(form, "seat", v->tables[table].players, &wanted)) {
		visit_refuse(w, request, NULL, 400,
			"The form is not valid: it names a bot of the list and a seat of its game");
		return;
	}
	const struct visit_table *t = &v->tables[table];
	int seat = visit_seat(v, t, bot, wanted);
	if (!t->ready || seat == 0) {
		visit_refuse(w, request, NULL, 409,
			t->ready ? "This bot does not play the other seats; choose another seat"
				 : "The bots of this game are being prepared; try again soon");
		return;
	}
	if (visit_own(w, request) != NULL) {
		visit_refuse(w, request, NULL, 409, "Your game is still in play; end it first");
		return;
	}
	if (visit_games_running(&v->games, &from) >= visit_games_share(v->games_max)) {
		visit_refuse(w, request, NULL, 429,
			"As many games as one address may have are in play from yours; wait until one ends");
		return;
	}
	struct visit_game *g = visit_has_table(v) ? visit_games_add(&v->games, time_now()) : NULL;
	if (g == NULL) {
		web_retry_after(request, 60);
		visit_refuse(w, request, NULL, 503, "All tables are taken; try again in a minute");
		return;
	}
	crypto_random(random);
	memcpy(&g->seed, random, sizeof g->seed);
	g->seed >>= 1; /* a seed fits into 63 bits */
	g->from = from;
	g->table = t;
	g->table_number = table;
	g->bot = bot;
	g->seat = seat;
	g->started_ms = time_utc();
	visit_ask(v, g, &g->link, seat);
	web_set_cookie(w, request, VISIT_COOKIE, g->id, -1);
	visit_done(w, request, g);
}

static void visit_post_move(struct web *w, struct evhttp_request *request, struct visit_game *g,
	const struct web_form *form)
{
	static const struct {
		int status;
		const char *why;
	} verdicts[] = {
		[VISIT_STALE] = {409, "The game has gone on; look at the board again"},
		[VISIT_EARLY] = {409, "It is not your turn"},
		[VISIT_ILLEGAL] = {400, "This move is not legal"},
	};
	const char *text = web_form_text(form, "move");
	int ply;
	if (!visit_number(form, "ply", VISIT_PLIES, &ply)) {
		visit_refuse(w, request, g, 400, "The form is not valid: a move has its ply");
		return;
	}
	enum visit_verdict verdict = visit_game_judge(g, text, ply);
	if (verdict != VISIT_GOOD && verdict != VISIT_REPEATED) {
		visit_refuse(w, request, g, verdicts[verdict].status, verdicts[verdict].why);
		return;
	}
	if (verdict == VISIT_GOOD) {
		g->sent = ply;
		snprintf(g->sent_move, sizeof g->sent_move, "%s", text);
		g->link.wants = false;
		visit_answer(&g->link, "bestmove %s\n", text);
		visit_link_close(&g->helper);
		*g->no_hint = '\0';
		visit_tell(visit_of_web(w), g);
	}
	visit_done(w, request, g);
}

static void visit_post_back(struct web *w, struct evhttp_request *request, struct visit_game *g,
	const struct web_form *form)
{
	struct visit *v = visit_of_web(w);
	int plies = visit_game_back(g), ply;
	/* A form that is sent again must not take back another move. */
	if (plies < 0 || !visit_number(form, "ply", VISIT_PLIES, &ply) ||
		ply != visit_game_plies(g)) {
		visit_refuse(w, request, g, 409, "There is no move that can be taken back now");
		return;
	}
	visit_link_close(&g->helper);
	visit_game_cut(g, plies);
	g->state = VISIT_BEGINS;
	visit_ask(v, g, &g->link, g->seat);
	visit_tell(v, g);
	visit_done(w, request, g);
}

static void visit_post_resign(struct web *w, struct evhttp_request *request, struct visit_game *g,
	const struct web_form *form)
{
	(void)form;
	g->resigns = true;
	visit_send_resign(g);
	visit_tell(visit_of_web(w), g);
	visit_done(w, request, g);
}

static void visit_post_hint(struct web *w, struct evhttp_request *request, struct visit_game *g,
	const struct web_form *form)
{
	struct visit *v = visit_of_web(w);
	const struct visit_table *t = g->table;
	(void)form;
	if (!visit_game_wants(g)) {
		visit_refuse(w, request, g, 409, "It is not your turn");
		return;
	}
	if (g->helper.key == 0 && (*g->hint == '\0' || g->hint_ply != visit_game_plies(g))) {
		*g->no_hint = '\0';
		visit_ask(v, g, &g->helper, g->seat % t->players + 1);
		visit_tell(v, g);
	}
	visit_done(w, request, g);
}

static const struct visit_action {
	const char *word;
	void (*take)(struct web *w, struct evhttp_request *request, struct visit_game *g,
		const struct web_form *form);
} visit_actions[] = {{"move", visit_post_move}, {"back", visit_post_back},
	{"resign", visit_post_resign}, {"hint", visit_post_hint}};

static void visit_post_game(struct web *w, struct evhttp_request *request, const struct address *a,
	const struct web_form *form)
{
	struct visit_game *g = visit_games_find(&visit_of_web(w)->games, a->part[1]);
	const char *wanted = web_form_text(form, "do");
	size_t i = 0, count = sizeof visit_actions / sizeof *visit_actions;
	if (g == NULL) {
		visit_refuse(w, request, NULL, 404, "This game does not exist any more");
		return;
	}
	if (!rate_limit_pay(&g->spent, VISIT_COST, VISIT_BURST, time_now())) {
		web_retry_after(request, 1);
		visit_refuse(w, request, g, 429, "These are too many requests; wait a moment");
		return;
	}
	g->acted = time_now();
	while (i < count && strcmp(visit_actions[i].word, wanted) != 0)
		i++;
	if (i == count)
		visit_refuse(w, request, g, 400,
			"The form is not valid: it says move, back, resign or hint");
	else
		visit_actions[i].take(w, request, g, form);
}

/* --- pages ------------------------------------------------------------------------------------ */

static void visit_get_record(struct web *w, struct evhttp_request *request, struct visit_game *g)
{
	char *text = NULL;
	size_t length;
	struct error err;
	FILE *out = memory_open(&text, &length);
	bool good = visit_write_record(out, g, &err);
	memory_close(out);
	if (good)
		visit_send(w, request, 200, "text/plain; charset=utf-8", text, length);
	else
		web_refuse(w, request, 404, err.text);
	free(text);
}

static void visit_get_game(struct web *w, struct evhttp_request *request, const struct address *a,
	struct visit_game *g)
{
	char *text = NULL;
	size_t length;
	if (strcmp(a->suffix, "json") == 0) {
		visit_send_json(w, request, g);
		return;
	}
	if (strcmp(a->suffix, "record") == 0) {
		visit_get_record(w, request, g);
		return;
	}
	FILE *out = memory_open(&text, &length);
	visit_write_game(visit_of_web(w), out, g, "");
	memory_close(out);
	visit_send(w, request, 200, "text/html; charset=utf-8", text, length);
	free(text);
}

static void visit_get_home(struct web *w, struct evhttp_request *request)
{
	char *text = NULL;
	size_t length;
	FILE *out = memory_open(&text, &length);
	visit_write_home(visit_of_web(w), out, "", visit_own(w, request));
	memory_close(out);
	visit_send(w, request, 200, "text/html; charset=utf-8", text, length);
	free(text);
}

static void visit_send_form(
	struct web *w, struct evhttp_request *request, int status, const char *why)
{
	char *text = NULL;
	size_t length;
	FILE *out = memory_open(&text, &length);
	visit_write_send(visit_of_web(w), out, why);
	memory_close(out);
	visit_send(w, request, status, "text/html; charset=utf-8", text, length);
	free(text);
}

/* Hands in the bot of a form, and goes to the page that follows its check. */
static void visit_post_send(struct web *w, struct evhttp_request *request, const struct address *a,
	const struct web_form *form)
{
	struct visit *v = visit_of_web(w);
	const char *why = "No bots are taken here";
	struct visit_sending *s = v->sends > 0 ? visit_sending_begin(v, form, &why) : NULL;
	struct peer_limit_key key;
	char from[PEER_ADDRESS_DIGITS + 1];
	(void)a;
	if (s == NULL) {
		visit_send_form(w, request, 400, why);
		return;
	}
	web_source_key(w, request, &key);
	peer_address_encode(&key, from);
	visit_say(v, &(struct visit_message){.kind = VISIT_SEND,
			     .key = (int64_t)s->key,
			     .name = s->name,
			     .from = from,
			     .token = web_form_text(form, "token")});
	char *to = memory_print("%s/send/%s", w->prefix, s->id);
	web_redirect(w, request, 303, to);
	free(to);
}

/* The pages of bots that are handed in. False: it is another page. */
static bool visit_get_send(struct web *w, struct evhttp_request *request, struct web_view *view)
{
	struct visit *v = visit_of_web(w);
	const struct address *a = view->address;
	struct visit_sending *s = NULL;
	if (v->sends == 0 || *a->suffix != '\0')
		return false;
	if (web_match_path("/send", view)) {
		visit_send_form(w, request, 200, "");
		return true;
	}
	if (!web_match_path("/send/B", view) || (s = visit_sending_find(v, a->part[1])) == NULL)
		return false;
	char *text = NULL;
	size_t length;
	FILE *out = memory_open(&text, &length);
	visit_write_sending(v, out, s);
	memory_close(out);
	if (!s->over) /* with and without scripts */
		evhttp_add_header(evhttp_request_get_output_headers(request), "Refresh", "1");
	visit_send(w, request, 200, "text/html; charset=utf-8", text, length);
	free(text);
	return true;
}

static void visit_get(
	struct web *w, struct evhttp_request *request, const struct address *a, const char *owner)
{
	(void)owner;
	struct web_view view = {.web = w, .address = a};
	struct visit_game *g = NULL;
	if (web_match_path("/", &view) && *a->suffix == '\0') {
		visit_get_home(w, request);
		return;
	}
	if (visit_get_send(w, request, &view))
		return;
	bool events = web_match_path("/play/B/events", &view) && *a->suffix == '\0';
	if (events || web_match_path("/play/B", &view))
		g = visit_games_find(&visit_of_web(w)->games, a->part[1]);
	if (g == NULL)
		web_refuse(w, request, 404,
			"This game does not exist any more; the first page begins another one");
	else if (events)
		web_stream_open_subject(w, request, g->subject);
	else
		visit_get_game(w, request, a, g);
}

static const struct web_post visit_posts[] = {
	{.path = "/play", .body_max = VISIT_FORM, .take = visit_post_new},
	{.path = "/play/B", .body_max = VISIT_FORM, .take = visit_post_game},
	{.path = "/send", .body_max = VISIT_UPLOAD, .take = visit_post_send},
	{.path = NULL},
};

static const struct web_service visit_service = {
	.get = visit_get, .posts = visit_posts, .other = "/watch"};

/* --- its life --------------------------------------------------------------------------------- */

static void visit_on_gone(void *visit, struct visit_game *g)
{
	web_stream_drop(&((struct visit *)visit)->web, g->subject);
}

static void visit_on_second(evutil_socket_t fd, short what, void *visit)
{
	struct visit *v = visit;
	(void)fd;
	(void)what;
	web_stream_second(&v->web);
	visit_games_forget(&v->games, time_now(), visit_on_gone, v);
}

static bool visit_drop(const struct web_options *o)
{
	(void)o;
	return web_drop_play_rights();
}

static void visit_clear(struct visit *v)
{
	web_stream_clear(&v->web);
	visit_games_clear(&v->games);
	visit_sendings_clear(v);
	for (int i = 0; i < v->tables_count; i++) {
		struct visit_table *t = &v->tables[i];
		free(t->name);
		for (int j = 0; j < t->params_count; j++)
			free(t->params[j]);
		for (int j = 0; j < t->bots_count; j++)
			free(t->bots[j].name);
	}
	free(v->tables);
}

static int visit_run(const void *arg, int number, int from, int to)
{
	const struct timeval second = {.tv_sec = 1};
	unsigned char random[CRYPTO_BYTES];
	struct visit *v = memory_get(1, sizeof *v);
	(void)number;
	v->web.options = arg;
	v->web.service = &visit_service;
	v->web.started_ms = time_utc();
	v->tables = memory_get(VISIT_TABLES, sizeof *v->tables);
	/* Keys of an earlier process may still be in play. */
	crypto_random(random);
	memcpy(&v->key, random, sizeof v->key);
	v->key >>= 2;
	bool good = web_server_open(&v->web, to, visit_drop);
	if (good) {
		struct event_base *base = v->web.base;
		evutil_make_socket_nonblocking(PROCESS_HAND);
		wire_init(&v->web.main, base, from, to, visit_on_input, v);
		line_reader_init(&v->web.main.lines, v->room, sizeof v->room);
		v->web.main.vital = true;
		v->hand = event_new(base, PROCESS_HAND, EV_READ | EV_PERSIST, visit_on_hand, v);
		v->second = event_new(base, -1, EV_PERSIST, visit_on_second, v);
		event_add(v->hand, NULL);
		event_add(v->second, &second);
		event_base_dispatch(base);
		wire_clear(&v->web.main);
		event_free(v->hand);
		event_free(v->second);
	}
	visit_clear(v);
	web_server_close(&v->web);
	free(v);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const struct process_kind visit_process = {"referee-visit", visit_run, .hands = true};

int visit_start_main(int argc, char **argv)
{
	return web_start_take_over(argc, argv, &visit_process);
}

static int visit_start_run(const void *arg, int number, int from, int to)
{
	(void)number;
	return web_start_program(VISIT_START_WORD, arg, from, to);
}

const struct process_kind visit_start_process = {"referee-visit", visit_start_run, .hands = true};
