/*
 * listener.c - plays the main process to a gate: starts it, opens its doors, sends it tokens and
 * certificate, and talks to the bots that it lets in.
 *
 * Usage: gate TOKENS IDENTITY KIND=ADDRESS...     (tls=127.0.0.1:0, plain=..., unix=unix:PATH)
 *
 * Each bot is told "ugi"; each of its lines is sent back, and after "bye" the connection ends. A
 * bot called "deaf" is not read from. The listener's messages and each connection's start and end
 * are printed, a line each. A line "tokens" on the standard input sends the file again; its end is
 * the end of all.
 */
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/queue.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/net/net-address.h"
#include "referee/net/listener.h"
#include "referee/process/fd-message.h"
#include "referee/process/process.h"
#include "referee/net/tls.h"

struct gate_bench;

struct gate_bot {
	LIST_ENTRY(gate_bot) entry;
	struct gate_bench *bench;
	struct bufferevent *bev;
	char name[FD_MESSAGE_TEXT];
};

struct gate_bench {
	struct event_base *base;
	struct process gate;
	const char *tokens;
	struct gate_bot *deaf; /* the last that came */
	LIST_HEAD(, gate_bot) bots;
};

static void gate_fail(const char *what, const char *why)
{
	fprintf(stderr, "gate: %s: %s\n", what, why);
	exit(EXIT_FAILURE);
}

/* One order and its answer. */
static void gate_order(struct gate_bench *b, const char *text, int first, int second)
{
	struct fd_message message = {.fds = {first, second}, .count = (first >= 0) + (second >= 0)};
	snprintf(message.text, sizeof message.text, "%s", text);
	if (fd_message_send(b->gate.to, &message) != 0)
		gate_fail(text, "cannot be sent");
}

static void gate_send_tokens(struct gate_bench *b)
{
	int fd = open(b->tokens, O_RDONLY | O_CLOEXEC);
	gate_order(b, "tokens", fd, -1);
	close(fd);
}

static void gate_on_bot_end(struct bufferevent *bev, short what, void *arg)
{
	struct gate_bot *bot = arg;
	(void)what;
	printf("gone %s\n", bot->name);
	if (bot->bench->deaf == bot)
		bot->bench->deaf = NULL;
	bufferevent_free(bev);
	LIST_REMOVE(bot, entry);
	free(bot);
}

static void gate_on_bot_told(struct bufferevent *bev, void *arg)
{
	gate_on_bot_end(bev, 0, arg);
}

static void gate_on_bot_read(struct bufferevent *bev, void *arg)
{
	char *line;
	bool more = true;
	while (more && (line = evbuffer_readln(
				bufferevent_get_input(bev), NULL, EVBUFFER_EOL_LF)) != NULL) {
		evbuffer_add_printf(bufferevent_get_output(bev), "%s\n", line);
		more = strcmp(line, "bye") != 0;
		free(line);
	}
	if (!more) {
		bufferevent_disable(bev, EV_READ);
		bufferevent_setcb(bev, NULL, gate_on_bot_told, gate_on_bot_end, arg);
	}
}

static void gate_on_bot(struct gate_bench *b, const char *text, int fd)
{
	struct gate_bot *bot = memory_get(1, sizeof *bot);
	snprintf(bot->name, sizeof bot->name, "%.*s", (int)strcspn(text, " "), text);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	struct bufferevent *bev = bufferevent_socket_new(b->base, fd, BEV_OPT_CLOSE_ON_FREE);
	bot->bench = b;
	LIST_INSERT_HEAD(&b->bots, bot, entry);
	bot->bev = bev;
	bufferevent_setcb(bev, gate_on_bot_read, NULL, gate_on_bot_end, bot);
	bool deaf = strcmp(bot->name, "deaf") == 0;
	if (deaf)
		b->deaf = bot;
	bufferevent_enable(bev, EV_WRITE | (deaf ? 0 : EV_READ));
	bufferevent_write(bev, "ugi\n", 4);
}

static void gate_on_parcel(evutil_socket_t fd, short what, void *arg)
{
	struct gate_bench *b = arg;
	struct fd_message message;
	(void)what;
	int got = fd_message_receive(fd, &message);
	if (got < 0)
		return;
	if (got == 0)
		gate_fail("the gate", "is gone");
	puts(message.text);
	if (strncmp(message.text, "bot ", 4) == 0 && message.count == 1) {
		gate_on_bot(b, message.text + 4, message.fds[0]);
		message.count = 0;
	}
	fd_message_drop(&message);
}

static void gate_on_input(evutil_socket_t fd, short what, void *arg)
{
	struct gate_bench *b = arg;
	char bytes[256];
	ssize_t count = read(fd, bytes, sizeof bytes);
	(void)what;
	if (count <= 0)
		event_base_loopbreak(b->base);
	else if (*bytes == 't')
		gate_send_tokens(b);
	else if (b->deaf != NULL)
		gate_on_bot_end(b->deaf->bev, 0, b->deaf);
}

static void gate_open(struct gate_bench *b, const char *word)
{
	struct net_address door;
	struct error err;
	char address[NET_ADDRESS_ADDRESS], order[FD_MESSAGE_TEXT], kind[16] = "";
	const char *where = strchr(word, '=');
	if (where == NULL || sscanf(word, "%15[a-z]", kind) != 1)
		gate_fail(word, "is not KIND=ADDRESS");
	struct net_address_options options = {.plain = strcmp(kind, "plain") == 0};
	int fd = -1;
	if (!net_address_read(&door, where + 1, &err) ||
		(fd = net_address_listen(&door, options, address, &err)) < 0)
		gate_fail(word, err.text);
	snprintf(order, sizeof order, "listen %s %s", kind, address);
	gate_order(b, order, fd, -1);
	close(fd);
}

int main(int argc, char **argv)
{
	struct gate_bench b = {.tokens = argc > 3 ? argv[1] : NULL};
	struct error err;
	if (argc < 4)
		gate_fail("usage", "gate TOKENS IDENTITY KIND=ADDRESS...");
	signal(SIGPIPE, SIG_IGN);
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!tls_make_identity(argv[2], &err))
		gate_fail(argv[2], err.text);
	if (process_start(&b.gate, &listener_process, NULL, 0) != 0)
		gate_fail("the gate", "cannot be started");
	printf("pid %d\n", (int)b.gate.pid);
	b.base = event_base_new();
	int identity = open(argv[2], O_RDONLY | O_CLOEXEC);
	gate_order(&b, "certificate", identity, identity);
	close(identity);
	gate_send_tokens(&b);
	for (int i = 3; i < argc; i++)
		gate_open(&b, argv[i]);
	struct event *parcels =
		event_new(b.base, b.gate.from, EV_READ | EV_PERSIST, gate_on_parcel, &b);
	struct event *input = event_new(b.base, 0, EV_READ | EV_PERSIST, gate_on_input, &b);
	event_add(parcels, NULL);
	event_add(input, NULL);
	event_base_dispatch(b.base);
	while (!LIST_EMPTY(&b.bots))
		gate_on_bot_end(LIST_FIRST(&b.bots)->bev, 0, LIST_FIRST(&b.bots));
	event_free(parcels);
	event_free(input);
	event_base_free(b.base);
	/* Its end is heard once it has put everything away. */
	process_close_input(&b.gate);
	fcntl(b.gate.from, F_SETFL, 0);
	for (struct fd_message message; fd_message_receive(b.gate.from, &message) > 0;)
		fd_message_drop(&message);
	return process_kill(&b.gate) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
