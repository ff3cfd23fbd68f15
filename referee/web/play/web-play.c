/*
 * web-play.c - the process in which people play: an HTTP server whose forms make moves, and a remote
 * bot for each person.
 *
 * A move goes from the browser's form to the arbiter as the answer of a bot. It is part of the game
 * only when the arbiter's record has it: the record is the state, and a form that is sent again
 * changes nothing. Everything that comes from a browser is checked here; the main process checks
 * everything that comes from here.
 */
#include "referee/web/play/web-play.h"

#include <event2/bufferevent.h>
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "base/rate-limit.h"
#include "referee/web/web-form.h"
#include "referee/web/web-page.h"
#include "referee/web/web-privileges.h"

#define WEB_PLAY_COOKIE "referee-game" /* the game that a browser began last */

/* --- answers ---------------------------------------------------------------------------------- */

static struct web_play *web_play_of_web(struct web *w)
{
	return (struct web_play *)((char *)w - offsetof(struct web_play, web));
}

/* Does the client ask for JSON, as the script of the pages does? */
static bool web_play_wants_json(struct evhttp_request *request)
{
	const char *accept =
		evhttp_find_header(evhttp_request_get_input_headers(request), "Accept");
	return accept != NULL && strcmp(accept, "application/json") == 0;
}

/* A text that is being written. */
struct web_play_text {
	char *bytes; /* owned */
	size_t length;
};

static const char web_play_html[] = "text/html; charset=utf-8";

static void web_play_send(struct web *w, struct evhttp_request *request, int status,
	const char *type, const char *body, size_t length)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	evhttp_add_header(headers, "Cache-Control", "no-store");
	web_answer(w, request, status, type, body, length);
}

/* Sends what was written to out as an answer, and frees it. */
static void web_play_send_text(struct web *w, struct evhttp_request *request, int status,
	const char *type, FILE *out, struct web_play_text *text)
{
	memory_close(out);
	web_play_send(w, request, status, type, text->bytes, text->length);
	free(text->bytes);
}

static void web_play_send_json(
	struct web *w, struct evhttp_request *request, struct web_play_game *g)
{
	size_t length;
	const char *text = web_play_json(g, &length);
	web_play_send(w, request, 200, "application/json", text, length);
}

/* The game in play that this browser began; NULL: none. Its cookie has no more than the address of
 * the game's page. */
static struct web_play_game *web_play_own(struct web *w, struct evhttp_request *request)
{
	static const char name[] = WEB_PLAY_COOKIE "=";
	const char *cookies =
		evhttp_find_header(evhttp_request_get_input_headers(request), "Cookie");
	for (const char *at = cookies; at != NULL && (at = strstr(at, name)) != NULL; at++) {
		char id[WEB_PLAY_ID + 1];
		snprintf(id, sizeof id, "%s", at + strlen(name));
		struct web_play_game *g =
			at == cookies || at[-1] == ' '
				? web_play_games_find(&web_play_of_web(w)->games, id)
				: NULL;
		if (g != NULL && g->state != WEB_PLAY_OVER)
			return g;
	}
	return NULL;
}

/* Refuses a form: as JSON, or as the page with the sentence. g NULL: the first page. */
static void web_play_refuse(struct web *w, struct evhttp_request *request, struct web_play_game *g,
	int status, const char *why)
{
	bool json = web_play_wants_json(request);
	struct web_play_text text = {NULL, 0};
	FILE *out = memory_open(&text.bytes, &text.length);
	struct json_writer j = {.out = out};
	if (json) {
		json_open(&j, NULL, '{');
		json_text(&j, "why", why);
		json_close(&j, '}');
	} else if (g != NULL) {
		web_play_write_game(web_play_of_web(w), out, g, why);
	} else {
		web_play_write_home(web_play_of_web(w), out, why, web_play_own(w, request));
	}
	web_play_send_text(
		w, request, status, json ? "application/json" : web_play_html, out, &text);
}

static void web_play_done(struct web *w, struct evhttp_request *request, struct web_play_game *g)
{
	if (web_play_wants_json(request)) {
		web_play_send_json(w, request, g);
		return;
	}
	char *to = memory_print("%s/play/%s", w->prefix, g->id);
	web_redirect(w, request, 303, to);
	free(to);
}

/* --- forms ------------------------------------------------------------------------------------ */

/* Reads a whole number up to max of a field. False: it has none. */
static bool web_play_number(const struct web_form *form, const char *name, int max, int *number)
{
	uint64_t value;
	if (!address_number(web_form_text(form, name), &value) || value > (uint64_t)max)
		return false;
	*number = (int)value;
	return true;
}

/* "TABLE BOT": both from 0. */
static bool web_play_choice(
	const struct web_play *play, const struct web_form *form, int *table, int *bot)
{
	char text[32], *rest = text;
	uint64_t numbers[2];
	snprintf(text, sizeof text, "%s", web_form_text(form, "bot"));
	for (int i = 0; i < 2; i++) {
		char *word = strsep(&rest, ".");
		if (word == NULL || !address_number(word, &numbers[i]))
			return false;
	}
	if (rest != NULL || numbers[0] >= (uint64_t)play->offers_count ||
		numbers[1] >= (uint64_t)play->offers[numbers[0]].bots_count)
		return false;
	*table = (int)numbers[0];
	*bot = (int)numbers[1];
	return true;
}

/* The person's seat; 0 in the form: any. 0: the bot does not play the other seats. */
static int web_play_seat(
	const struct web_play *play, const struct web_play_offer *t, int bot, int wanted)
{
	unsigned char random[CRYPTO_BYTES];
	crypto_random(random);
	(void)play;
	for (int i = 0; i < t->players; i++) {
		int seat = wanted != 0 ? wanted : 1 + (random[0] + i) % t->players;
		if (web_play_offer_has_seat(t, bot, seat))
			return seat;
	}
	return 0;
}

/* Is a table free? When all are taken, a person who has been silent for long gives way. */
static bool web_play_has_room(struct web_play *play)
{
	if (web_play_games_running(&play->games, NULL) < play->games_max)
		return true;
	struct web_play_game *g = web_play_games_idle(&play->games, time_now());
	if (g == NULL)
		return false;
	if (g->link.bev != NULL) /* its moves stay on its page */
		bufferevent_free(g->link.bev);
	g->link.bev = NULL;
	web_play_link_close(&g->helper);
	web_play_abort(play, g, "all tables were taken, and you had not moved for a minute");
	return true;
}

static void web_play_post_new(struct web *w, struct evhttp_request *request,
	const struct address *a, const struct web_form *form)
{
	struct web_play *play = web_play_of_web(w);
	struct peer_limit_key from;
	unsigned char random[CRYPTO_BYTES];
	int table, bot, wanted;
	(void)a;
	web_source_key(w, request, &from);
	if (!web_play_choice(play, form, &table, &bot) ||
		!web_play_number(form, "seat", play->offers[table].players, &wanted)) {
		web_play_refuse(w, request, NULL, 400,
			"The form is not valid: it names a bot of the list and a seat of its game");
		return;
	}
	const struct web_play_offer *t = &play->offers[table];
	int seat = web_play_seat(play, t, bot, wanted);
	if (!t->ready || seat == 0) {
		web_play_refuse(w, request, NULL, 409,
			t->ready ? "This bot does not play the other seats; choose another seat"
				 : "The bots of this game are being prepared; try again soon");
		return;
	}
	if (web_play_own(w, request) != NULL) {
		web_play_refuse(w, request, NULL, 409, "Your game is still in play; end it first");
		return;
	}
	if (web_play_games_running(&play->games, &from) >= web_play_games_share(play->games_max)) {
		web_play_refuse(w, request, NULL, 429,
			"As many games as one address may have are in play from yours; wait until one ends");
		return;
	}
	struct web_play_game *g =
		web_play_has_room(play) ? web_play_games_add(&play->games, time_now()) : NULL;
	if (g == NULL) {
		web_retry_after(request, 60);
		web_play_refuse(
			w, request, NULL, 503, "All tables are taken; try again in a minute");
		return;
	}
	crypto_random(random);
	memcpy(&g->seed, random, sizeof g->seed);
	g->seed >>= 1; /* a seed fits into 63 bits */
	g->from = from;
	g->offer = t;
	g->offer_number = table;
	g->bot = bot;
	g->seat = seat;
	g->started_ms = time_utc();
	web_play_ask(play, g, &g->link, seat);
	web_set_cookie(w, request, WEB_PLAY_COOKIE, g->id, -1);
	web_play_done(w, request, g);
}

static void web_play_post_move(struct web *w, struct evhttp_request *request,
	struct web_play_game *g, const struct web_form *form)
{
	static const struct {
		int status;
		const char *why;
	} verdicts[] = {
		[WEB_PLAY_STALE] = {409, "The game has gone on; look at the board again"},
		[WEB_PLAY_EARLY] = {409, "It is not your turn"},
		[WEB_PLAY_ILLEGAL] = {400, "This move is not legal"},
	};
	const char *text = web_form_text(form, "move");
	int ply;
	if (!web_play_number(form, "ply", WEB_PLAY_PLIES, &ply)) {
		web_play_refuse(w, request, g, 400, "The form is not valid: a move has its ply");
		return;
	}
	enum web_play_verdict verdict = web_play_game_judge(g, text, ply);
	if (verdict != WEB_PLAY_GOOD && verdict != WEB_PLAY_REPEATED) {
		web_play_refuse(w, request, g, verdicts[verdict].status, verdicts[verdict].why);
		return;
	}
	if (verdict == WEB_PLAY_GOOD) {
		g->sent = ply;
		snprintf(g->sent_move, sizeof g->sent_move, "%s", text);
		g->link.wants = false;
		web_play_answer(&g->link, "bestmove %s\n", text);
		web_play_link_close(&g->helper);
		*g->no_hint = '\0';
		web_play_notify(web_play_of_web(w), g);
	}
	web_play_done(w, request, g);
}

static void web_play_post_back(struct web *w, struct evhttp_request *request,
	struct web_play_game *g, const struct web_form *form)
{
	struct web_play *play = web_play_of_web(w);
	int plies = web_play_game_back(g), ply;
	/* A form that is sent again must not take back another move. */
	if (plies < 0 || !web_play_number(form, "ply", WEB_PLAY_PLIES, &ply) ||
		ply != web_play_game_plies(g)) {
		web_play_refuse(w, request, g, 409, "There is no move that can be taken back now");
		return;
	}
	web_play_link_close(&g->helper);
	web_play_game_cut(g, plies);
	g->state = WEB_PLAY_BEGINS;
	web_play_ask(play, g, &g->link, g->seat);
	web_play_notify(play, g);
	web_play_done(w, request, g);
}

static void web_play_post_resign(struct web *w, struct evhttp_request *request,
	struct web_play_game *g, const struct web_form *form)
{
	(void)form;
	g->resigns = true;
	web_play_send_resign(g);
	web_play_notify(web_play_of_web(w), g);
	web_play_done(w, request, g);
}

static void web_play_post_hint(struct web *w, struct evhttp_request *request,
	struct web_play_game *g, const struct web_form *form)
{
	struct web_play *play = web_play_of_web(w);
	const struct web_play_offer *t = g->offer;
	(void)form;
	if (!web_play_game_wants(g)) {
		web_play_refuse(w, request, g, 409, "It is not your turn");
		return;
	}
	if (g->helper.key == 0 && (*g->hint == '\0' || g->hint_ply != web_play_game_plies(g))) {
		*g->no_hint = '\0';
		web_play_ask(play, g, &g->helper, g->seat % t->players + 1);
		web_play_notify(play, g);
	}
	web_play_done(w, request, g);
}

static const struct web_play_action {
	const char *word;
	void (*take)(struct web *w, struct evhttp_request *request, struct web_play_game *g,
		const struct web_form *form);
} web_play_actions[] = {{"move", web_play_post_move}, {"back", web_play_post_back},
	{"resign", web_play_post_resign}, {"hint", web_play_post_hint}};

static void web_play_post_game(struct web *w, struct evhttp_request *request,
	const struct address *a, const struct web_form *form)
{
	struct web_play_game *g = web_play_games_find(&web_play_of_web(w)->games, a->part[1]);
	const char *wanted = web_form_text(form, "do");
	size_t i = 0, count = sizeof web_play_actions / sizeof *web_play_actions;
	if (g == NULL) {
		web_play_refuse(w, request, NULL, 404, "This game does not exist any more");
		return;
	}
	if (!rate_limit_charge(&g->charged_until, WEB_PLAY_COST, WEB_PLAY_BURST, time_now())) {
		web_retry_after(request, 1);
		web_play_refuse(w, request, g, 429, "These are too many requests; wait a moment");
		return;
	}
	g->acted = time_now();
	while (i < count && strcmp(web_play_actions[i].word, wanted) != 0)
		i++;
	if (i == count)
		web_play_refuse(w, request, g, 400,
			"The form is not valid; its action must be move, back, resign or hint");
	else
		web_play_actions[i].take(w, request, g, form);
}

/* --- pages ------------------------------------------------------------------------------------ */

static void web_play_get_record(
	struct web *w, struct evhttp_request *request, struct web_play_game *g)
{
	struct web_play_text text = {NULL, 0};
	struct error err;
	FILE *out = memory_open(&text.bytes, &text.length);
	bool good = web_play_write_record(out, g, &err);
	memory_close(out);
	if (good)
		web_play_send(
			w, request, 200, "text/plain; charset=utf-8", text.bytes, text.length);
	else
		web_refuse(w, request, 404, err.text);
	free(text.bytes);
}

static void web_play_get_game(struct web *w, struct evhttp_request *request,
	const struct address *a, struct web_play_game *g)
{
	struct web_play_text text = {NULL, 0};
	if (strcmp(a->suffix, "json") == 0) {
		web_play_send_json(w, request, g);
		return;
	}
	if (strcmp(a->suffix, "record") == 0) {
		web_play_get_record(w, request, g);
		return;
	}
	FILE *out = memory_open(&text.bytes, &text.length);
	web_play_write_game(web_play_of_web(w), out, g, "");
	web_play_send_text(w, request, 200, web_play_html, out, &text);
}

static void web_play_get_home(struct web *w, struct evhttp_request *request)
{
	struct web_play_text text = {NULL, 0};
	FILE *out = memory_open(&text.bytes, &text.length);
	web_play_write_home(web_play_of_web(w), out, "", web_play_own(w, request));
	web_play_send_text(w, request, 200, web_play_html, out, &text);
}

static void web_play_send_form(
	struct web *w, struct evhttp_request *request, int status, const char *why)
{
	struct web_play_text text = {NULL, 0};
	FILE *out = memory_open(&text.bytes, &text.length);
	web_play_write_send(web_play_of_web(w), out, why);
	web_play_send_text(w, request, status, web_play_html, out, &text);
}

/* Hands in the bot of a form, and goes to the page that follows its check. */
static void web_play_post_send(struct web *w, struct evhttp_request *request,
	const struct address *a, const struct web_form *form)
{
	struct web_play *play = web_play_of_web(w);
	const char *why = "No bots are taken here";
	struct web_play_sending *s =
		play->sends > 0 ? web_play_sending_begin(play, form, &why) : NULL;
	struct peer_limit_key key;
	char from[PEER_ADDRESS_DIGITS + 1];
	(void)a;
	if (s == NULL) {
		web_play_send_form(w, request, 400, why);
		return;
	}
	web_source_key(w, request, &key);
	peer_address_encode(&key, from);
	web_play_send_request(play, &(struct web_play_message){.kind = WEB_PLAY_SEND,
					    .key = (int64_t)s->key,
					    .name = s->name,
					    .from = from,
					    .token = web_form_text(form, "token")});
	char *to = memory_print("%s/send/%s", w->prefix, s->id);
	web_redirect(w, request, 303, to);
	free(to);
}

/* The pages of bots that are handed in. False: it is another page. */
static bool web_play_get_send(struct web *w, struct evhttp_request *request, struct web_view *view)
{
	struct web_play *play = web_play_of_web(w);
	const struct address *a = view->address;
	struct web_play_sending *s = NULL;
	if (play->sends == 0 || *a->suffix != '\0')
		return false;
	if (web_match_path("/send", view)) {
		web_play_send_form(w, request, 200, "");
		return true;
	}
	if (!web_match_path("/send/B", view) ||
		(s = web_play_sending_find(play, a->part[1])) == NULL)
		return false;
	struct web_play_text text = {NULL, 0};
	FILE *out = memory_open(&text.bytes, &text.length);
	web_play_write_sending(play, out, s);
	if (!s->over) /* with and without scripts */
		evhttp_add_header(evhttp_request_get_output_headers(request), "Refresh", "1");
	web_play_send_text(w, request, 200, web_play_html, out, &text);
	return true;
}

static void web_play_get(
	struct web *w, struct evhttp_request *request, const struct address *a, const char *owner)
{
	(void)owner;
	struct web_view view = {.web = w, .address = a};
	struct web_play_game *g = NULL;
	if (web_match_path("/", &view) && *a->suffix == '\0') {
		web_play_get_home(w, request);
		return;
	}
	if (web_play_get_send(w, request, &view))
		return;
	bool events = web_match_path("/play/B/events", &view) && *a->suffix == '\0';
	if (events || web_match_path("/play/B", &view))
		g = web_play_games_find(&web_play_of_web(w)->games, a->part[1]);
	if (g == NULL)
		web_refuse(w, request, 404,
			"This game does not exist any more; the first page begins another one");
	else if (events)
		web_stream_open_subject(w, request, g->subject);
	else
		web_play_get_game(w, request, a, g);
}

static const struct web_post web_play_posts[] = {
	{.path = "/play", .body_max = WEB_PLAY_FORM, .take = web_play_post_new},
	{.path = "/play/B", .body_max = WEB_PLAY_FORM, .take = web_play_post_game},
	{.path = "/send", .body_max = WEB_PLAY_UPLOAD, .take = web_play_post_send},
	{.path = NULL},
};

static const struct web_service web_play_service = {
	.get = web_play_get, .posts = web_play_posts, .other = "/watch"};

/* --- its life --------------------------------------------------------------------------------- */

static void web_play_on_gone(void *arg, struct web_play_game *g)
{
	web_stream_drop(&((struct web_play *)arg)->web, g->subject);
}

static void web_play_on_second(evutil_socket_t fd, short what, void *arg)
{
	struct web_play *play = arg;
	(void)fd, (void)what;
	web_stream_second(&play->web);
	web_play_games_forget(&play->games, time_now(), web_play_on_gone, play);
}

static bool web_play_drop(const struct web_options *o)
{
	(void)o;
	return web_drop_play_rights();
}

static void web_play_clear(struct web_play *play)
{
	web_stream_clear(&play->web);
	web_play_games_clear(&play->games);
	web_play_sendings_clear(play);
	for (int i = 0; i < play->offers_count; i++) {
		struct web_play_offer *t = &play->offers[i];
		free(t->name);
		for (int j = 0; j < t->params_count; j++)
			free(t->params[j]);
		for (int j = 0; j < t->bots_count; j++)
			free(t->bots[j].name);
	}
	free(play->offers);
}

static int web_play_run(const void *arg, int number, int from, int to)
{
	const struct timeval second = {.tv_sec = 1};
	unsigned char random[CRYPTO_BYTES];
	struct web_play *play = memory_get(1, sizeof *play);
	(void)number;
	play->web.options = arg;
	play->web.service = &web_play_service;
	play->web.started_ms = time_utc();
	play->offers = memory_get(WEB_PLAY_OFFERS, sizeof *play->offers);
	/* Keys of an earlier process may still be in play. */
	crypto_random(random);
	memcpy(&play->key, random, sizeof play->key);
	play->key >>= 2;
	bool good = web_server_open(&play->web, to, web_play_drop);
	if (good) {
		struct event_base *base = play->web.base;
		evutil_make_socket_nonblocking(PROCESS_FD_CHANNEL);
		wire_init(&play->web.main, base, from, to, web_play_on_input, play);
		line_reader_init(&play->web.main.lines, play->room, sizeof play->room);
		play->web.main.vital = true;
		play->fd_channel = event_new(base, PROCESS_FD_CHANNEL, EV_READ | EV_PERSIST,
			web_play_on_fd_channel, play);
		play->second = event_new(base, -1, EV_PERSIST, web_play_on_second, play);
		event_add(play->fd_channel, NULL);
		event_add(play->second, &second);
		event_base_dispatch(base);
		wire_clear(&play->web.main);
		event_free(play->fd_channel);
		event_free(play->second);
	}
	web_play_clear(play);
	web_server_close(&play->web);
	free(play);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static const struct process_kind web_play_process = {
	"referee-visit", web_play_run, .has_fd_channel = true};

int web_play_start_main(int argc, char **argv)
{
	return web_start_take_over(argc, argv, &web_play_process);
}

static int web_play_start_run(const void *arg, int number, int from, int to)
{
	(void)number;
	return web_start_program(WEB_PLAY_START_WORD, arg, from, to);
}

const struct process_kind web_play_start_process = {
	"referee-visit", web_play_start_run, .has_fd_channel = true};
