/*
 * tls-stream.c - a connected socket with a deadline, with and without TLS.
 */
#include "referee/net/tls-stream.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

void tls_stream_init(struct tls_stream *s, int fd, usec deadline)
{
	int flags = fcntl(fd, F_GETFL);
	*s = (struct tls_stream){.fd = fd, .deadline = deadline};
	if (flags >= 0)
		fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

void tls_stream_clear(struct tls_stream *s)
{
	SSL_free(s->ssl);
	SSL_CTX_free(s->ctx);
	if (s->fd >= 0)
		close(s->fd);
	*s = (struct tls_stream){.fd = -1};
	ERR_clear_error();
}

/* Waits for the socket. False: the deadline has passed. */
static bool tls_stream_wait(const struct tls_stream *s, short events)
{
	struct pollfd p = {.fd = s->fd, .events = events};
	for (;;) {
		usec left = s->deadline - time_now();
		if (left <= 0)
			return false;
		usec ms = left / MILLISECOND + 1;
		int ready = poll(&p, 1, ms > INT_MAX ? INT_MAX : (int)ms);
		if (ready > 0)
			return true;
		if (ready < 0 && errno != EINTR)
			return false;
	}
}

/* After a call of the library that returned result: waits for what it needs. False: it failed. */
static bool tls_stream_wait_tls(struct tls_stream *s, int result)
{
	switch (SSL_get_error(s->ssl, result)) {
	case SSL_ERROR_WANT_READ:
		return tls_stream_wait(s, POLLIN);
	case SSL_ERROR_WANT_WRITE:
		return tls_stream_wait(s, POLLOUT);
	default:
		return false;
	}
}

/* --- the handshake ---------------------------------------------------------------------------- */

static bool tls_stream_make_context(struct tls_stream *s, const struct tls_stream_trust *trust)
{
	s->ctx = SSL_CTX_new(TLS_client_method());
	if (s->ctx == NULL || SSL_CTX_set_min_proto_version(s->ctx, TLS1_2_VERSION) != 1)
		return false;
	SSL_CTX_set_mode(
		s->ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
	SSL_CTX_set_verify(s->ctx, trust->any ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, NULL);
	return trust->any || (trust->ca == NULL ? SSL_CTX_set_default_verify_paths(s->ctx)
						: SSL_CTX_load_verify_file(s->ctx, trust->ca)) == 1;
}

static bool tls_stream_make_ssl(struct tls_stream *s, const struct tls_stream_trust *trust)
{
	s->ssl = SSL_new(s->ctx);
	if (s->ssl == NULL || SSL_set_fd(s->ssl, s->fd) != 1)
		return false;
	if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(s->ssl), trust->host) == 1)
		return true;
	ERR_clear_error();
	return SSL_set1_host(s->ssl, trust->host) == 1 &&
	       SSL_set_tlsext_host_name(s->ssl, trust->host) == 1;
}

static bool tls_stream_explain(const struct tls_stream *s, struct error *err)
{
	long verified = SSL_get_verify_result(s->ssl);
	const char *reason = ERR_reason_error_string(ERR_peek_error());
	ERR_clear_error();
	if (verified != X509_V_OK)
		return error_set(err, "certificate: %s", X509_verify_cert_error_string(verified));
	if (time_now() >= s->deadline)
		return error_set(err, "no answer");
	return error_set(err, "TLS: %s", reason != NULL ? reason : "the server ended it");
}

bool tls_stream_secure(
	struct tls_stream *s, const struct tls_stream_trust *trust, struct error *err)
{
	int result;
	ERR_clear_error();
	if (!tls_stream_make_context(s, trust)) {
		ERR_clear_error();
		return error_set(err, "%s: no certificates can be read from it",
			trust->ca != NULL ? trust->ca : "the system's folder");
	}
	if (!tls_stream_make_ssl(s, trust)) {
		ERR_clear_error();
		return error_set(err, "\"%s\": TLS cannot begin", trust->host);
	}
	while ((result = SSL_connect(s->ssl)) != 1)
		if (!tls_stream_wait_tls(s, result))
			return tls_stream_explain(s, err);
	return true;
}

/* --- bytes ------------------------------------------------------------------------------------ */

static ssize_t tls_stream_read_tls(struct tls_stream *s, void *bytes, size_t room)
{
	int got;
	ERR_clear_error();
	while ((got = SSL_read(s->ssl, bytes, room > INT_MAX ? INT_MAX : (int)room)) <= 0) {
		int error = SSL_get_error(s->ssl, got);
		if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE)
			return 0;
		if (!tls_stream_wait_tls(s, got))
			return -1;
	}
	return got;
}

ssize_t tls_stream_read(struct tls_stream *s, void *bytes, size_t room)
{
	ssize_t got;
	/* A server that never stops must not hold us beyond the deadline either. */
	if (time_now() >= s->deadline)
		return -1;
	if (s->ssl != NULL)
		return tls_stream_read_tls(s, bytes, room);
	while ((got = recv(s->fd, bytes, room, 0)) < 0) {
		if (errno == ECONNRESET)
			return 0;
		if (errno != EINTR && errno != EAGAIN)
			return -1;
		if (!tls_stream_wait(s, POLLIN))
			return -1;
	}
	return got;
}

bool tls_stream_write(struct tls_stream *s, const void *bytes, size_t length)
{
	const char *at = bytes;
	ERR_clear_error();
	while (length > 0) {
		ssize_t put = s->ssl != NULL ? SSL_write(s->ssl, at,
						       length > INT_MAX ? INT_MAX : (int)length)
					     : send(s->fd, at, length, MSG_NOSIGNAL);
		if (put > 0) {
			at += put;
			length -= (size_t)put;
			continue;
		}
		if (s->ssl != NULL ? !tls_stream_wait_tls(s, (int)put)
				   : (errno != EAGAIN && errno != EINTR) ||
					     !tls_stream_wait(s, POLLOUT))
			return false;
	}
	return true;
}
