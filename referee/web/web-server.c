/*
 * web-server.c - the HTTP server of each kind of process: its settings, its addresses, and its
 * rights.
 */
#include "referee/web/web.h"

#include <event2/listener.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/process/fd-message.h"
#include "referee/process/heartbeat.h"
#include "referee/net/net-address.h"
#include "referee/web/web-report.h"

enum { WEB_FINISH_LOOK = 5000 /* us between two looks at its connections */ };

static void web_send_report(int to, const struct web_report *report)
{
	char line[WEB_REPORT_LINE];
	if (write(to, line, line_table_write(&web_report_table, report, line, sizeof line)) < 0)
		_exit(EXIT_FAILURE); /* the main process has ended */
}

/* Reports a failure to the main process. */
static bool web_fail(int to, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool web_fail(int to, const char *format, ...)
{
	char why[200], whole[WEB_REPORT_WHY];
	va_list list;
	va_start(list, format);
	vsnprintf(why, sizeof why, format, list);
	va_end(list);
	snprintf(whole, sizeof whole, "%s: %s", why, strerror(errno));
	web_send_report(to, &(struct web_report){.kind = WEB_FAILED, .why = whole});
	return false;
}

/* Takes the next listening socket of the main process. */
static struct evhttp_bound_socket *web_take_socket(struct web *w)
{
	struct fd_message message;
	if (fd_message_receive(PROCESS_FD_CHANNEL, &message) != 1 || message.count != 1)
		return NULL;
	evutil_make_socket_nonblocking(message.fds[0]);
	return evhttp_accept_socket_with_handle(w->http, message.fds[0]);
}

/* Listens at one address. Returns the port; -1 with errno. */
static int web_bind(struct web *w, const struct web_listen *at)
{
	struct sockaddr_storage bound;
	socklen_t length = sizeof bound;
	struct evhttp_bound_socket *s =
		at->fd != 0 ? web_take_socket(w)
			    : evhttp_bind_socket_with_handle(w->http, at->host, (uint16_t)at->port);
	if (s == NULL ||
		getsockname(evhttp_bound_socket_get_fd(s), (struct sockaddr *)&bound, &length) != 0)
		return -1;
	w->doors[w->doors_count++] = s;
	net_address_pause(evhttp_bound_socket_get_listener(s));
	return ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port
						 : ((struct sockaddr_in *)&bound)->sin_port);
}

/* The largest body that a client may send. */
static size_t web_body_max(const struct web *w)
{
	size_t most = 0;
	for (const struct web_post *p = w->service->posts; p != NULL && p->path != NULL; p++)
		most = p->body_max > most ? p->body_max : most;
	return most;
}

/* Listens at all addresses, then gives up the rights, and reports the ports. */
static bool web_listen(struct web *w, int to, bool (*drop)(const struct web_options *o))
{
	const struct web_options *o = w->options;
	int ports[WEB_LISTEN_MAX];
	evhttp_set_gencb(w->http, web_request, w);
	evhttp_set_bevcb(w->http, web_connection_new, w);
	evhttp_set_max_headers_size(w->http, WEB_HEADERS);
	w->body_max = web_body_max(w);
	evhttp_set_max_body_size(w->http, (ev_ssize_t)w->body_max);
	evhttp_set_timeout(w->http, w->timeout);
	evhttp_set_allowed_methods(w->http, 0xffff); /* other methods get an answer of ours */
	for (int i = 0; i < o->listen_count; i++)
		if ((ports[i] = web_bind(w, &o->listen[i])) < 0)
			return web_fail(to, "cannot listen on %s port %d", o->listen[i].host,
				o->listen[i].port);
	if (!drop(o))
		return web_fail(to, "cannot give up its rights");
	for (int i = 0; i < o->listen_count; i++)
		web_send_report(
			to, &(struct web_report){WEB_LISTENING, o->listen[i].host, ports[i]});
	return true;
}

bool web_server_open(struct web *w, int to, bool (*drop)(const struct web_options *o))
{
	const struct web_options *o = w->options;
	w->prefix = o->prefix != NULL ? o->prefix : "";
	w->title = o->title;
	w->about = o->about;
	w->timeout = o->timeout > 0 ? o->timeout : WEB_TIMEOUT;
	web_connections_init(w);
	signal(SIGPIPE, SIG_IGN);
	if (nice(WEB_NICE) < 0)
		errno = 0; /* if nice() is not permitted */
	w->base = event_base_new();
	w->sweep = event_new(w->base, -1, 0, web_connections_sweep, w);
	w->http = evhttp_new(w->base);
	return heartbeat_start(w->base) && web_listen(w, to, drop);
}

static void web_on_finished(evutil_socket_t fd, short what, void *web)
{
	const struct timeval moment = {.tv_usec = WEB_FINISH_LOOK};
	struct web *w = web;
	(void)fd, (void)what;
	if (web_connections_wait(w) && time_now() < w->finish)
		event_add(w->finished, &moment);
	else
		event_base_loopexit(w->base, NULL);
}

void web_server_finish(struct web *w)
{
	for (int i = 0; i < w->doors_count; i++)
		evconnlistener_disable(evhttp_bound_socket_get_listener(w->doors[i]));
	w->finish = time_now() + WEB_FINISH;
	w->finished = evtimer_new(w->base, web_on_finished, w);
	web_on_finished(-1, EV_TIMEOUT, w);
}

void web_server_close(struct web *w)
{
	if (w->finished != NULL)
		event_free(w->finished);
	evhttp_free(w->http);
	web_connections_clear(w);
	event_free(w->sweep);
	event_base_free(w->base);
}
