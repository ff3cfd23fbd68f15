/*
 * web.c - the web process: one loop that reads lines from the main process and answers readers.
 */
#include "referee/web/web.h"

#include "referee/web/web-process.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/base/time.h"
#include "referee/base/heartbeat.h"
#include "referee/net/accept-backoff.h"
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

static void web_on_input(struct bufferevent *from, void *web)
{
	struct evbuffer *in = bufferevent_get_input(from);
	char *line;
	while ((line = evbuffer_readln(in, NULL, EVBUFFER_EOL_LF)) != NULL) {
		web_take(web, line);
		free(line);
	}
	if (evbuffer_get_length(in) > LIVE_EVENT_LINE) /* live_event_write() makes no such line */
		evbuffer_drain(in, evbuffer_get_length(in));
}

static void web_on_end(struct bufferevent *from, short what, void *web)
{
	struct web *w = web;
	(void)from;
	(void)what;
	event_base_loopexit(w->base, NULL);
}

static void web_say(int to, const char *line)
{
	if (write(to, line, strlen(line)) < 0)
		_exit(EXIT_FAILURE); /* the main process has ended */
}

/* --- listening ---------------------------------------------------------------------------------
 */

/* Reports a failure to the main process. */
static bool web_fail(int to, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool web_fail(int to, const char *format, ...)
{
	char why[200], line[256];
	va_list list;
	va_start(list, format);
	vsnprintf(why, sizeof why, format, list);
	va_end(list);
	snprintf(line, sizeof line, "failed %s: %s\n", why, strerror(errno));
	web_say(to, line);
	return false;
}

/* Listens at one address. Returns the port; -1 with errno. */
static int web_bind(struct web *w, const struct web_listen *at)
{
	struct sockaddr_storage bound;
	socklen_t length = sizeof bound;
	struct evhttp_bound_socket *s =
		evhttp_bind_socket_with_handle(w->http, at->host, (uint16_t)at->port);
	if (s == NULL ||
		getsockname(evhttp_bound_socket_get_fd(s), (struct sockaddr *)&bound, &length) != 0)
		return -1;
	accept_backoff_give(evhttp_bound_socket_get_listener(s));
	return ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
						 : ((struct sockaddr_in *)&bound)->sin_port);
}

/* Listens at all addresses, then gives up the rights, and reports the ports. */
static bool web_listen(struct web *w, const struct web_options *o, int to)
{
	char line[256];
	int ports[WEB_LISTEN_MAX];
	w->http = evhttp_new(w->base);
	evhttp_set_gencb(w->http, web_request, w);
	evhttp_set_bevcb(w->http, web_connection_new, w);
	evhttp_set_max_headers_size(w->http, WEB_HEADERS);
	evhttp_set_max_body_size(w->http, 0);
	evhttp_set_timeout(w->http, w->timeout);
	evhttp_set_allowed_methods(w->http, 0xffff); /* other methods get an answer of ours */
	for (int i = 0; i < o->listen_count; i++)
		if ((ports[i] = web_bind(w, &o->listen[i])) < 0)
			return web_fail(to, "cannot listen on %s port %d", o->listen[i].host,
				o->listen[i].port);
	if (!web_drop_rights(o->databases, o->databases_count))
		return web_fail(to, "cannot give up its rights");
	for (int i = 0; i < o->listen_count; i++) {
		snprintf(line, sizeof line, "listening %s %d\n", o->listen[i].host, ports[i]);
		web_say(to, line);
	}
	return true;
}

static void web_on_second(evutil_socket_t fd, short what, void *web)
{
	(void)fd;
	(void)what;
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

int web_run(const void *arg, int number, int from, int to)
{
	const struct web_options *o = arg;
	const struct timeval second = {.tv_sec = 1};
	struct web w = {.options = o,
		.prefix = o->prefix != NULL ? o->prefix : "",
		.started_ms = time_utc(),
		.timeout = o->timeout > 0 ? o->timeout : WEB_TIMEOUT};
	(void)number;
	w.statm = open("/proc/self/statm", O_RDONLY | O_CLOEXEC); /* it cannot be opened later */
	live_games_init(&w.live);
	web_connections_init(&w);
	signal(SIGPIPE, SIG_IGN);
	if (nice(WEB_NICE) < 0)
		errno = 0; /* if nice() is not permitted */
	w.base = event_base_new();
	w.sweep = event_new(w.base, -1, 0, web_connections_sweep, &w);
	web_take_tokens(&w);
	bool good = heartbeat_give(w.base) && web_listen(&w, o, to);
	if (good) {
		struct bufferevent *lines = bufferevent_socket_new(w.base, from, 0);
		evutil_make_socket_nonblocking(from);
		bufferevent_setcb(lines, web_on_input, NULL, web_on_end, &w);
		bufferevent_enable(lines, EV_READ);
		w.second = event_new(w.base, -1, EV_PERSIST, web_on_second, &w);
		w.next = event_new(w.base, -1, 0, web_make_next, &w);
		w.few = event_new(w.base, -1, 0, web_stream_flush, &w);
		event_add(w.second, &second);
		event_base_dispatch(w.base);
		event_free(w.second);
		event_free(w.next);
		event_free(w.few);
		bufferevent_free(lines);
	}
	web_stream_clear(&w);
	web_make_clear(&w);
	evhttp_free(w.http);
	web_connections_clear(&w);
	event_free(w.sweep);
	event_base_free(w.base);
	live_games_clear(&w.live);
	close(w.statm);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

const struct process_kind web_process = {"referee-web", web_run};
