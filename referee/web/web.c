/*
 * web.c - the web process: one loop that reads lines from the main process and answers readers.
 */
#include "referee/web/web.h"

#include "referee/web/web-process.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/time.h"
#include "referee/web/web-privileges.h"

bool web_is_loopback(const char *address)
{
	struct in_addr four;
	struct in6_addr six;
	if (strcasecmp(address, "localhost") == 0)
		return true;
	if (inet_pton(AF_INET, address, &four) == 1)
		return ntohl(four.s_addr) >> 24 == 127;
	return inet_pton(AF_INET6, address, &six) == 1 && IN6_IS_ADDR_LOOPBACK(&six);
}

/* --- the main process ------------------------------------------------------------------------- */

static void web_take(struct web *w, char *text)
{
	struct live_event event;
	struct live_games_news news;
	if (live_event_read(&event, text) && live_games_take(&w->live, &event, time_utc(), &news))
		web_stream_publish(w, &news);
}

/* The input has ended: a new process has taken its place, or the referee ends. */
static void web_on_input(evutil_socket_t fd, short what, void *web)
{
	struct web *w = web;
	const char *bytes;
	char *line;
	size_t count;
	(void)fd, (void)what;
	enum wire_status status = wire_read(&w->main, &bytes, &count);
	while (wire_line(&w->main, &line) == LINE_READY)
		web_take(w, line);
	if (status != WIRE_ENDED)
		return;
	wire_ignore(&w->main);
	web_server_finish(w);
}

static void web_on_second(evutil_socket_t fd, short what, void *web)
{
	(void)fd, (void)what;
	web_stream_second(web);
}

static void web_take_tokens(struct web *w)
{
	const struct web_options *o = w->options;
	char token[CRYPTO_TEXT + 1];
	if (o->salt != NULL)
		memcpy(w->seal, o->salt, sizeof w->seal);
	else
		crypto_random(w->seal);
	w->guarded = o->token != NULL;
	w->metered = o->metrics_token != NULL;
	if (w->metered)
		crypto_hash(o->metrics_token, strlen(o->metrics_token), w->metrics);
	if (!w->guarded)
		return;
	crypto_hash(o->token, strlen(o->token), w->token);
	crypto_write(w->token, token);
	crypto_sign(w->seal, token, w->cookie);
}

static bool web_drop(const struct web_options *o)
{
	return web_drop_rights(o->databases, o->databases_count);
}

int web_run(const void *arg, int number, int from, int to)
{
	const struct web_options *o = arg;
	const struct timeval second = {.tv_sec = 1};
	char *room = memory_get(LIVE_EVENT_LINE, 1);
	struct web w = {.options = o, .service = &web_pages_service, .started_ms = time_utc()};
	(void)number;
	w.statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC); /* it cannot be opened later */
	live_games_init(&w.live);
	web_take_tokens(&w);
	bool good = web_server_open(&w, to, web_drop);
	if (good) {
		wire_init(&w.main, w.base, from, -1, web_on_input, &w);
		line_reader_init(&w.main.lines, room, LIVE_EVENT_LINE);
		w.second = event_new(w.base, -1, EV_PERSIST, web_on_second, &w);
		w.next = event_new(w.base, -1, 0, page_cache_next, &w);
		w.few = event_new(w.base, -1, 0, web_stream_flush, &w);
		event_add(w.second, &second);
		event_base_dispatch(w.base);
		event_free(w.second);
		event_free(w.next);
		event_free(w.few);
		wire_clear(&w.main);
	}
	web_stream_clear(&w);
	page_cache_clear(&w);
	web_server_close(&w);
	hash_table_clear(&w.by_stream);
	live_games_clear(&w.live);
	free(room);
	close(w.statm);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind web_process = {"referee-web", web_run};
