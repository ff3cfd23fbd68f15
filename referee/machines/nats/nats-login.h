/*
 * nats-login.h - one short conversation with a NATS server, to see what it allows.
 *
 * The process waits for the answers. SIGALRM ends it where they do not come: libnats 3.4 waits for
 * ever for a server that falls silent while a client logs in.
 */
#ifndef REFEREE_MACHINES_NATS_NATS_LOGIN_H
#define REFEREE_MACHINES_NATS_NATS_LOGIN_H

#include <nats/nats.h>
#include <stdbool.h>

#include "base/error.h"
#include "base/time.h"
#include "referee/machines/nkey.h"

struct nats_login_terms {
	const char *url; /* tls:// or nats://HOST:PORT */
	const char *ca;	 /* file of the certificates to trust; NULL: the system's */
	bool any;	 /* every certificate will do */
	usec limit;	 /* for each answer */
};

/* NULL: not given. A key signs the server's nonce. */
struct nats_credentials {
	const char *user, *password, *token;
	const struct nkey *key;
};

enum nats_answer {
	NATS_ALLOWED,
	NATS_REFUSED,  /* err has the server's words */
	NATS_INSECURE, /* TLS could not begin */
	NATS_BROKEN    /* no answer, or one that is none */
};

struct nats_login {
	natsOptions *options;	/* owned */
	natsConnection *nats;	/* owned; NULL unless allowed */
	const struct nkey *key; /* borrowed while it logs in */
	bool lost;		/* the library would lose the signature */
	usec limit;
	int verified; /* NATS_INSECURE: X509_V_ERR_... of the certificate; X509_V_OK: not its fault */
	struct error last_refusal; /* what the server refused last */
};

/* Connects and logs in. err gets the reason of every answer but NATS_ALLOWED. End it by
 * nats_login_end() in each case. */
enum nats_answer nats_login_begin(struct nats_login *l, const struct nats_login_terms *terms,
	const struct nats_credentials *with, struct error *err);
void nats_login_end(struct nats_login *l);

/* May it subscribe to the subject, or publish an empty message there? Ask once for each. */
enum nats_answer nats_login_try(
	struct nats_login *l, bool publish, const char *subject, struct error *err);

/* Connects and logs in as the library does that plays through the server, which tells few reasons.
 * ca: file of the certificates to trust; NULL: the system's. nkey: file of the key's seed; NULL:
 * none. False: it cannot, and err says why, in a sentence about the server that names the fault
 * which an operator can mend. True: nothing is wrong now. Takes no longer than limit (finding a
 * host by its name excepted). */
bool nats_login_fault(
	const char *url, const char *ca, const char *nkey, usec limit, struct error *err);

#endif
