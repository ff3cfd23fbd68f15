/*
 * listening.h - the process that accepts bots from the network, with the test in the place of the
 * main process. The bots ann and bob have tokens.
 */
#ifndef TESTS_LIB_LISTENING_H
#define TESTS_LIB_LISTENING_H

#include <check.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "referee/process/crypto.h"
#include "referee/process/fd-message.h"
#include "referee/process/process.h"
#include "referee/net/handshake.h"
#include "referee/net/listener.h"
#include "referee/net/net-address.h"
#include "referee/net/tls.h"
#include "referee/net/tokens.h"

struct listening {
	struct process p;
	unsigned char ann[CRYPTO_BYTES], bob[CRYPTO_BYTES];
	char folder[64];
	char local[128], plain[64], tls[64]; /* addresses: unix:PATH, HOST:PORT twice */
	char fingerprint[CRYPTO_TEXT + 1];   /* that the listener says */
	int doors[3];			     /* ours, of these addresses */
};

static inline void listening_tell(struct listening *l, const char *text, const int *fds, int count)
{
	struct fd_message message = {.count = count};
	for (int i = 0; i < count; i++)
		message.fds[i] = fds[i];
	snprintf(message.text, sizeof message.text, "%s", text);
	ck_assert_int_eq(fd_message_send(l->p.to, &message), 0);
}

/* The next message; the caller owns its descriptors. */
static inline struct fd_message listening_hear(const struct listening *l)
{
	struct fd_message message;
	struct pollfd end = {l->p.from, POLLIN, 0};
	ck_assert_int_eq(poll(&end, 1, -1), 1);
	ck_assert_int_eq(fd_message_receive(l->p.from, &message), 1);
	return message;
}

static inline void listening_hears(const struct listening *l, const char *text)
{
	struct fd_message message = listening_hear(l);
	ck_assert_str_eq(message.text, text);
	ck_assert_int_eq(message.count, 0);
}

/* Sends these rows as the tokens. */
static inline void listening_tokens(struct listening *l, const char *text)
{
	int file = memfd_create("tokens", MFD_CLOEXEC);
	ck_assert_int_eq(write(file, text, strlen(text)), (ssize_t)strlen(text));
	listening_tell(l, "tokens", &file, 1);
	close(file);
}

static inline void listening_row(
	const char *name, const unsigned char token[CRYPTO_BYTES], char line[TOKENS_LINE])
{
	struct token_row row = {.bots = 0};
	snprintf(row.name, sizeof row.name, "%s", name);
	token_keys_make(token, &row.keys);
	token_write(&row, line);
}

/* Opens an address and hands it over. */
static inline int listening_open(
	struct listening *l, const char *kind, const char *text, char address[NET_ADDRESS_ADDRESS])
{
	struct net_address a;
	struct error err;
	char order[FD_MESSAGE_TEXT], answer[FD_MESSAGE_TEXT];
	ck_assert(net_address_read(&a, text, &err));
	int door =
		net_address_listen(&a, (struct net_address_options){.plain = true}, address, &err);
	ck_assert_msg(door >= 0, "%s", err.text);
	snprintf(order, sizeof order, "listen %s %.300s", kind, address);
	listening_tell(l, order, &door, 1);
	snprintf(answer, sizeof answer, "ready %.400s", order);
	listening_hears(l, answer);
	return door;
}

/* The process alone: it has no tokens and no socket. */
static inline void listening_start(struct listening *l)
{
	memset(l, 0, sizeof *l);
	l->doors[0] = l->doors[1] = l->doors[2] = -1;
	memset(l->ann, 'a', sizeof l->ann);
	memset(l->bob, 'b', sizeof l->bob);
	strcpy(l->folder, "/tmp/listening-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(l->folder));
	ck_assert_int_eq(process_start(&l->p, &listener_process, NULL, 0), 0);
}

/* The process with tokens, a certificate and one socket of each kind. */
static inline void listening_begin(struct listening *l)
{
	char rows[2][TOKENS_LINE], text[sizeof rows], path[128], address[NET_ADDRESS_ADDRESS];
	struct error err;
	listening_start(l);
	listening_row("ann", l->ann, rows[0]);
	listening_row("bob", l->bob, rows[1]);
	snprintf(text, sizeof text, "%s%s", rows[0], rows[1]);
	listening_tokens(l, text);
	listening_hears(l, "ready tokens 2");
	snprintf(path, sizeof path, "%s/identity.pem", l->folder);
	ck_assert(tls_make_identity(path, &err));
	int file = open(path, O_RDONLY | O_CLOEXEC), both[] = {file, file};
	listening_tell(l, "certificate", both, 2);
	close(file);
	struct fd_message message = listening_hear(l);
	ck_assert_int_eq(sscanf(message.text, "ready certificate %64s", l->fingerprint), 1);
	snprintf(path, sizeof path, "unix:%s/bots", l->folder);
	l->doors[0] = listening_open(l, "unix", path, address);
	snprintf(l->local, sizeof l->local, "%.120s", address);
	l->doors[1] = listening_open(l, "plain", "127.0.0.1:0", address);
	snprintf(l->plain, sizeof l->plain, "%.60s", address);
	l->doors[2] = listening_open(l, "tls", "127.0.0.1:0", address);
	snprintf(l->tls, sizeof l->tls, "%.60s", address);
}

/* Lets the listener go, and waits until it has ended; its status. */
static inline int listening_end(struct listening *l)
{
	char path[128];
	struct pollfd end = {l->p.from, POLLIN, 0};
	struct fd_message message;
	process_close_input(&l->p);
	while (poll(&end, 1, -1) == 1 && fd_message_receive(l->p.from, &message) == 1)
		fd_message_drop(&message);
	int status = process_wait(&l->p, -1);
	for (int i = 0; i < 3; i++)
		if (l->doors[i] >= 0)
			close(l->doors[i]);
	snprintf(path, sizeof path, "%s/bots", l->folder);
	unlink(path);
	snprintf(path, sizeof path, "%s/identity.pem", l->folder);
	unlink(path);
	ck_assert_int_eq(rmdir(l->folder), 0);
	return status;
}

/* --- clients ----------------------------------------------------------------------------- */

/* A connection to an address; from: the last byte of its own address in 127.0.0.0/24. */
static inline int listening_connect(const char *address, int from)
{
	const char *colon = strrchr(address, ':');
	if (strncmp(address, "unix:", 5) == 0) {
		struct sockaddr_un to = {.sun_family = AF_UNIX};
		int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
		snprintf(to.sun_path, sizeof to.sun_path, "%s", address + 5);
		ck_assert_int_eq(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
		return fd;
	}
	struct sockaddr_in to = {.sin_family = AF_INET,
		.sin_port = htons((uint16_t)atoi(colon + 1)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct sockaddr_in mine = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(0x7f000000 + (uint32_t)from)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(fd, (struct sockaddr *)&mine, sizeof mine), 0);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
	return fd;
}

/* The next line without its LF, or all up to the end. */
static inline void listening_line(int fd, char *line, size_t room)
{
	size_t length = 0;
	while (length < room - 1 && read(fd, line + length, 1) == 1 && line[length] != '\n')
		length++;
	line[length] = '\0';
}

/* Logs in with this token; answer: the last line of the listener. True: it is the welcome. */
static inline bool listening_login(int fd, const char *name, const unsigned char *token, bool sends,
	char answer[HANDSHAKE_LINE])
{
	static const unsigned char nonce[CRYPTO_BYTES] = "a number that is used once";
	struct handshake_client c;
	struct error err;
	char out[HANDSHAKE_LINE];
	handshake_client_init(&c, name, "-", token, nonce);
	c.sends = sends;
	handshake_client_start(&c, out);
	ck_assert_int_eq(write(fd, out, strlen(out)), (ssize_t)strlen(out));
	for (;;) {
		listening_line(fd, answer, HANDSHAKE_LINE);
		enum handshake_status status = handshake_client_take(&c, answer, out, &err);
		if (status != HANDSHAKE_GOES_ON)
			return status == HANDSHAKE_WELCOME;
		ck_assert_int_eq(write(fd, out, strlen(out)), (ssize_t)strlen(out));
	}
}

#endif
