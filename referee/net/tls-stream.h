/*
 * tls-stream.h - a connected socket with one deadline for all that is done with it, at first
 * without TLS, then with TLS if wanted. For short conversations in which a process waits.
 *
 * The process must ignore SIGPIPE.
 */
#ifndef REFEREE_NET_TLS_STREAM_H
#define REFEREE_NET_TLS_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/time.h"

struct ssl_ctx_st;
struct ssl_st;

struct tls_stream {
	int fd; /* owned; -1: none */
	usec deadline;
	struct ssl_ctx_st *ctx; /* owned; NULL without TLS */
	struct ssl_st *ssl;	/* owned; NULL without TLS */
};

/* Takes the socket. */
void tls_stream_init(struct tls_stream *s, int fd, usec deadline);

/* The certificate that the server must have. */
struct tls_stream_trust {
	const char *host; /* name or address in the certificate */
	const char *ca;	  /* file of the certificates to trust; NULL: the system's */
	bool any;	  /* every certificate will do */
};

/* Begins TLS (1.2 or later) as a client. False: err says why not. */
bool tls_stream_secure(
	struct tls_stream *s, const struct tls_stream_trust *trust, struct error *err);

/* Reads up to room bytes: 0 at the end of the stream, or if the other side reset it. -1: the
 * deadline has passed, or the connection broke. */
ssize_t tls_stream_read(struct tls_stream *s, void *bytes, size_t room);

/* False: the deadline has passed, or the connection broke. */
bool tls_stream_write(struct tls_stream *s, const void *bytes, size_t length);

/* Closes the socket. */
void tls_stream_clear(struct tls_stream *s);

#endif
