/*
 * tls.h - TLS 1.3 (no other version) through libevent's bufferevents.
 *
 * A fingerprint is the SHA-256 of a certificate (DER) in CRYPTO_TEXT lower-case hexadecimal digits.
 */
#ifndef REFEREE_NET_TLS_H
#define REFEREE_NET_TLS_H

#include <event2/bufferevent.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "referee/process/crypto.h"

struct ssl_ctx_st;

/* Reads the files that the library needs, before a process gives up its rights to files. */
void tls_prepare(void);

/* Makes a key (ECDSA, P-256) and a self-signed certificate, valid for ten years. Both go into one
 * file (PEM, mode 0600), atomically. An existing file is not changed. False: err says what went
 * wrong. */
bool tls_make_identity(const char *path, struct error *err);

/* The same for a server of this name or address, in two files: the key, and the certificate, which
 * its clients trust. */
bool tls_make_server_identity(
	const char *key_path, const char *path, const char *host, struct error *err);

/* Makes the server's side from open files: the certificate with its chain, and the key. They may be
 * one file. NULL: err says what is wrong. Free it with tls_free(). */
struct ssl_ctx_st *tls_server(
	int certificate, int key, char fingerprint[CRYPTO_TEXT + 1], struct error *err);

/* Makes the client's side. Its handshake accepts any certificate. Before it sends anything, the
 * caller must check tls_vouched() or the fingerprint. NULL: err says what is wrong. */
struct ssl_ctx_st *tls_client(struct error *err);

/* NULL is allowed; open connections stay valid. */
void tls_free(struct ssl_ctx_st *ctx);

/* Opens TLS on a connected socket, which stays the caller's; the handshake follows. host: the host
 * that a client wants, NULL for a server. NULL: no memory. */
struct bufferevent *tls_open(
	struct event_base *base, struct ssl_ctx_st *ctx, int fd, const char *host);

/* The fingerprint of the peer's certificate. False: none yet. */
bool tls_fingerprint(struct bufferevent *bev, char fingerprint[CRYPTO_TEXT + 1]);

/* Does an authority of this system vouch for the host? False: err says why not. */
bool tls_vouched(struct bufferevent *bev, struct error *err);

/* Why the handshake failed or the connection broke. False: TLS does not know. */
bool tls_explain(struct bufferevent *bev, struct error *err);

/* Sends the TLS close alert, and frees the connection. */
void tls_close(struct bufferevent *bev);

/* Tells the peer that nothing more is sent. Its own bytes can still be read. */
void tls_end_sending(struct bufferevent *bev);

#endif
