/*
 * nats-client.h - a small client of a NATS server that asks what it is allowed to do.
 *
 * It speaks the text protocol of a client (docs.nats.io, "Client Protocol"): INFO, CONNECT, PING,
 * PONG, SUB, PUB, -ERR. It holds one short conversation with one deadline, and waits meanwhile. The
 * server is not trusted: lines, bytes and time are bounded. The process must ignore SIGPIPE.
 */
#ifndef REFEREE_MACHINES_NATS_CLIENT_H
#define REFEREE_MACHINES_NATS_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/time.h"
#include "referee/machines/nkey.h"
#include "referee/net/tls-stream.h"

enum {
	NATS_CLIENT_LINE = 32 << 10, /* the longest line of a server */
	NATS_CLIENT_BYTES = 4 << 20, /* it may send no more in one conversation */
	NATS_CLIENT_WORD = 128
};

/* The fields of INFO. */
struct nats_info {
	char version[NATS_CLIENT_WORD]; /* of nats-server; printable */
	char nonce[NATS_CLIENT_WORD];	/* to be signed; "": none */
	char host[NATS_CLIENT_WORD];	/* where it listens */
	bool tls_required, tls_available, auth_required, jetstream;
	int64_t max_payload; /* bytes; 0: it does not say */
};

/* Reads the JSON object of an INFO line. False: it is none. Fields that are too long or of another
 * type are left out. */
bool nats_info_read(struct nats_info *info, const char *json);

struct nats_client {
	struct tls_stream stream;
	struct nats_info info;
	char room[NATS_CLIENT_LINE];
	size_t start, end; /* bytes in room that were not yet read */
	size_t taken;	   /* bytes received */
};

/* Connects to tls:// or nats://HOST:PORT and reads INFO. False: err says why not; the client is
 * closed. */
bool nats_client_open(struct nats_client *c, const char *url, usec deadline, struct error *err);
void nats_client_close(struct nats_client *c);

/* Begins TLS. False: err says why not. */
bool nats_client_secure(
	struct nats_client *c, const struct tls_stream_trust *trust, struct error *err);

/* NULL: not given. A key signs the server's nonce. */
struct nats_credentials {
	const char *user, *password, *token;
	const struct nkey *key;
};

enum nats_answer {
	NATS_ALLOWED,
	NATS_REFUSED, /* with an error, or by the end of the connection */
	NATS_BROKEN   /* no answer, or one that is none */
};

/* Sends the credentials. err gets the server's words if they are refused. */
enum nats_answer nats_client_login(
	struct nats_client *c, const struct nats_credentials *with, struct error *err);

/* After a login: may it subscribe to the subject, or publish an empty message there? */
enum nats_answer nats_client_try(
	struct nats_client *c, bool publish, const char *subject, struct error *err);

#endif
