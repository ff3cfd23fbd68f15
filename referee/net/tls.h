/*
 * tls.h - TLS, version 1.3 and no other, through libevent's bufferevents.
 *
 * A fingerprint is the SHA-256 of a certificate (DER) in CRYPTO_TEXT lower-case hexadecimal digits.
 */
#ifndef REFEREE_NET_TLS_H
#define REFEREE_NET_TLS_H

#include <event2/bufferevent.h>
#include <stdbool.h>
#include <stddef.h>

#include "referee/base/crypto.h"

struct ssl_ctx_st;

/* Reads what the library wants to read from files, before a process gives them up. */
void tls_prepare(void);

/* Makes a key (ECDSA, P-256) and a certificate for it that it signs itself, good for ten years, and
 * puts both into the file (PEM, mode 0600), in one step. An existing file is left alone. False: why
 * says what went wrong. */
bool tls_make_identity(const char *path, char *why, size_t room);

/* A server's side, from open files that hold the certificate, with those it leans on behind it, and
 * its key; they may be one. NULL: why says what is wrong. Free it with tls_free(). */
struct ssl_ctx_st *tls_server(
	int certificate, int key, char fingerprint[CRYPTO_TEXT + 1], char *why, size_t room);

/* A client's side. It shakes hands with anybody; whoever uses it asks tls_vouched() or looks at the
 * fingerprint before it says a word. NULL: as above. */
struct ssl_ctx_st *tls_client(char *why, size_t room);

/* NULL may be freed; a connection keeps what it needs. */
void tls_free(struct ssl_ctx_st *ctx);

/* A connection on a socket that is connected and stays the caller's; handshake follows. host: whom
 * a client wants to reach, NULL for a server. NULL: no memory. */
struct bufferevent *tls_open(
	struct event_base *base, struct ssl_ctx_st *ctx, int fd, const char *host);

/* Whom a client was shown. False: nobody yet. */
bool tls_fingerprint(struct bufferevent *bev, char fingerprint[CRYPTO_TEXT + 1]);

/* Does an authority that this system believes vouch for the host that was named? why: if not. */
bool tls_vouched(struct bufferevent *bev, char *why, size_t room);

/* Why the handshake failed, or the connection broke; false: TLS does not know. */
bool tls_explain(struct bufferevent *bev, char *why, size_t room);

/* Says that nothing more comes, and frees it. */
void tls_close(struct bufferevent *bev);

#endif
