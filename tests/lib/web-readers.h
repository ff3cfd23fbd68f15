/*
 * web-readers.h - an HTTP server of this process at a port of its own, and its readers, who come
 * from addresses of this machine: 127.0.3.1 and on. The server's loop runs while a reader waits.
 */
#ifndef TESTS_LIB_WEB_READERS_H
#define TESTS_LIB_WEB_READERS_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/web/web-page.h"
#include "tests/lib/suite.h"

enum { WEB_READERS_ANSWER = 65536 };

static struct web *web;
static struct sockaddr_in web_readers_place;
static struct web_options web_readers_options = {.listen = {{"127.0.0.1", 0}}, .listen_count = 1};

static inline bool web_readers_keep_rights(const struct web_options *o)
{
	(void)o;
	return true;
}

/* Opens the server with zeroes for all that the test does not set. */
static inline void web_readers_begin(const struct web_service *service)
{
	char line[64] = "";
	int ends[2];
	web = memory_get(1, sizeof *web);
	web->options = &web_readers_options;
	web->service = service;
	web->statm = -1;
	live_games_init(&web->live);
	ck_assert_int_eq(pipe(ends), 0);
	ck_assert(web_server_open(web, ends[1], web_readers_keep_rights));
	ck_assert_int_gt(read(ends[0], line, sizeof line - 1), 0);
	close(ends[0]), close(ends[1]);
	web_readers_place = (struct sockaddr_in){.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)atoi(strrchr(line, ' ')))};
}

static inline void web_readers_end(void)
{
	web_server_close(web);
	ck_assert_ptr_null(web->sources);
	live_games_clear(&web->live);
	free(web);
}

/* A line of the live stream, at the beginning of time; the news that it makes. */
static inline const struct live_games_news *web_readers_tell(const char *text)
{
	static struct live_games_news news;
	struct live_event event;
	char line[4096 + 64];
	snprintf(line, sizeof line, "%s", text);
	ck_assert_msg(live_event_read(&event, line), "%s", text);
	ck_assert_msg(live_games_take(&web->live, &event, 0, &news), "%s", text);
	return &news;
}

/* A reader at 127.0.3.HOST sends this text. */
static inline int web_readers_send(int host, const char *request)
{
	const struct sockaddr_in from = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000300u + (unsigned)host)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(fd, (const struct sockaddr *)&from, sizeof from), 0);
	ck_assert_int_eq(
		connect(fd, (struct sockaddr *)&web_readers_place, sizeof web_readers_place), 0);
	ck_assert_int_eq(send(fd, request, strlen(request), MSG_NOSIGNAL), (int)strlen(request));
	return fd;
}

/* The same asks for this page. */
static inline int ask(int host, const char *path)
{
	char request[256];
	snprintf(request, sizeof request,
		"GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", path);
	return web_readers_send(host, request);
}

static inline void until(const int *what, int value)
{
	while (*what != value)
		ck_assert_int_eq(event_base_loop(web->base, EVLOOP_ONCE), 0);
}

static inline void web_readers_on_ready(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	event_base_loopbreak(arg);
}

static inline void until_ready(int fd)
{
	struct event *event = event_new(web->base, fd, EV_READ, web_readers_on_ready, web->base);
	event_add(event, NULL);
	event_base_dispatch(web->base);
	event_free(event);
}

/* The answer up to the end of the connection, or up to this text; NULL: to the end. */
static inline const char *answered_until(int fd, const char *end)
{
	static char answer[WEB_READERS_ANSWER];
	size_t length = 0;
	ssize_t count;
	do {
		until_ready(fd);
		count = recv(fd, answer + length, sizeof answer - 1 - length, MSG_DONTWAIT);
		length += count > 0 ? (size_t)count : 0;
		answer[length] = '\0';
	} while (count != 0 && (end == NULL || strstr(answer, end) == NULL));
	return answer;
}

/* The whole answer of a connection that the server closes. */
static inline const char *answered(int fd)
{
	const char *answer = answered_until(fd, NULL);
	close(fd);
	return answer;
}

static inline int status_of(const char *answer)
{
	ck_assert_msg(strncmp(answer, "HTTP/1.", 7) == 0, "%s", answer);
	return atoi(answer + 9);
}

static inline const char *body_of(const char *answer)
{
	const char *body = strstr(answer, "\r\n\r\n");
	ck_assert_ptr_nonnull(body);
	return body + 4;
}

#endif
