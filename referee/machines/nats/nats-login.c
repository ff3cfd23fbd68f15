/*
 * nats-login.c - asks a NATS server what it allows, by its library.
 */
#include "referee/machines/nats/nats-login.h"

#include <openssl/x509_vfy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/machines/broker-info.h"
#include "referee/net/net-address.h"

enum { NATS_LOGIN_GRACE = 2 /* seconds after the limit */, NATS_LOGIN_TRIES = 3 };

/* --- what it says ----------------------------------------------------------------------------- */

/* Copies a text of the library or the server, printable. */
static void nats_login_quote(struct error *err, const char *text)
{
	error_set(err, "%s", text);
	for (char *at = err->text; *at != '\0'; at++)
		if (*at < ' ' || *at == 127)
			*at = '?';
}

/* The library's last error begins with a place in its sources. */
static const char *nats_login_reason(natsStatus status)
{
	const char *text = nats_GetLastError(NULL), *end;
	if (text == NULL || *text == '\0')
		return natsStatus_GetText(status);
	end = *text == '(' ? strstr(text, "): ") : NULL;
	return end != NULL ? end + strlen("): ") : text;
}

/* The library writes "NUMBER:REASON:..." of a certificate that it refuses. */
static int nats_login_verified(const char *reason)
{
	int number = X509_V_OK;
	return sscanf(reason, "SSL handshake error: %d:", &number) == 1 ? number : X509_V_OK;
}

static enum nats_answer nats_login_answer(
	struct nats_login *l, natsStatus status, struct error *err)
{
	const char *reason = nats_login_reason(status);
	switch (status) {
	case NATS_OK:
		return NATS_ALLOWED;
	case NATS_CONNECTION_AUTH_FAILED:
	case NATS_ERR: /* the server's words */
		nats_login_quote(err, reason);
		return NATS_REFUSED;
	case NATS_CONNECTION_CLOSED:
		error_set(err, "it closed the connection");
		return NATS_REFUSED;
	case NATS_SSL_ERROR:
	case NATS_SECURE_CONNECTION_WANTED:
		l->verified = nats_login_verified(reason);
		if (l->verified != X509_V_OK)
			error_set(
				err, "certificate: %s", X509_verify_cert_error_string(l->verified));
		else
			nats_login_quote(err, reason);
		return NATS_INSECURE;
	case NATS_TIMEOUT:
		error_set(err, "no answer");
		return NATS_BROKEN;
	default:
		nats_login_quote(err, reason);
		return NATS_BROKEN;
	}
}

/* --- the conversation ------------------------------------------------------------------------- */

static natsStatus nats_login_sign(
	char **wrong, unsigned char **signature, int *length, const char *nonce, void *login)
{
	struct nats_login *l = login;
	(void)wrong;
	*signature = malloc(CRYPTO_SIGNATURE); /* the library frees it */
	if (*signature == NULL)
		return NATS_NO_MEMORY;
	*length = CRYPTO_SIGNATURE;
	if (nonce == NULL) /* the server knows no keys */
		nonce = "";
	crypto_ed25519_sign(l->key->seed, nonce, strlen(nonce), *signature);
	l->lost = **signature == 0;
	return NATS_OK;
}

static natsStatus nats_login_set(
	struct nats_login *l, const struct nats_login_terms *t, const struct nats_credentials *with)
{
	natsOptions *o = l->options;
	natsStatus s = NATS_OK;
	const natsStatus steps[] = {natsOptions_SetURL(o, t->url),
		natsOptions_SetName(o, "referee-check"), natsOptions_SetNoEcho(o, true),
		natsOptions_SetAllowReconnect(o, false),
		natsOptions_SetIgnoreDiscoveredServers(o, true),
		natsOptions_SetTimeout(o, t->limit / MILLISECOND),
		natsOptions_SetWriteDeadline(o, t->limit / MILLISECOND)};
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		s = s != NATS_OK ? s : steps[i];
	if (s == NATS_OK && t->any)
		s = natsOptions_SkipServerVerification(o, true);
	if (s == NATS_OK && strncmp(t->url, "tls://", strlen("tls://")) == 0)
		s = natsOptions_SetSecure(o, true);
	if (s == NATS_OK && with->user != NULL)
		s = natsOptions_SetUserInfo(o, with->user, with->password);
	if (s == NATS_OK && with->token != NULL)
		s = natsOptions_SetToken(o, with->token);
	if (s == NATS_OK && with->key != NULL)
		s = natsOptions_SetNKey(o, with->key->public_text, nats_login_sign, l);
	return s;
}

/* libnats 3.4 sends no signature that begins with a zero; for the next nonce it is another. */
static natsStatus nats_login_connect(struct nats_login *l)
{
	natsStatus s;
	int tries = NATS_LOGIN_TRIES;
	do {
		l->lost = false;
		s = natsConnection_Connect(&l->nats, l->options);
	} while (s != NATS_OK && l->lost && --tries > 0);
	return s;
}

static void nats_login_watch(const struct nats_login *l)
{
	alarm((unsigned)(l->limit / SECOND) + NATS_LOGIN_GRACE);
}

enum nats_answer nats_login_begin(struct nats_login *l, const struct nats_login_terms *terms,
	const struct nats_credentials *with, struct error *err)
{
	*l = (struct nats_login){.key = with->key, .limit = terms->limit, .verified = X509_V_OK};
	natsStatus s = natsOptions_Create(&l->options);
	if (s == NATS_OK)
		s = nats_login_set(l, terms, with);
	if (s == NATS_OK && terms->ca != NULL && !terms->any &&
		natsOptions_LoadCATrustedCertificates(l->options, terms->ca) != NATS_OK) {
		error_set(err, "%s: no certificates can be read from it", terms->ca);
		return NATS_INSECURE;
	}
	nats_login_watch(l);
	if (s == NATS_OK)
		s = nats_login_connect(l);
	alarm(0);
	return nats_login_answer(l, s, err);
}

void nats_login_end(struct nats_login *l)
{
	natsConnection_Destroy(l->nats);
	natsOptions_Destroy(l->options);
	*l = (struct nats_login){.nats = NULL};
}

enum nats_answer nats_login_try(
	struct nats_login *l, bool publish, const char *subject, struct error *err)
{
	natsSubscription *subscription = NULL;
	const char *last_error = NULL;
	nats_login_watch(l);
	natsStatus s = publish ? natsConnection_Publish(l->nats, subject, "", 0)
			       : natsConnection_SubscribeSync(&subscription, l->nats, subject);
	if (s == NATS_OK)
		s = natsConnection_FlushTimeout(l->nats, l->limit / MILLISECOND);
	natsSubscription_Destroy(subscription);
	alarm(0);
	if (s != NATS_OK)
		return nats_login_answer(l, s, err) == NATS_ALLOWED ? NATS_ALLOWED : NATS_BROKEN;
	/* A refusal comes before the answer to the flush, and names verb and subject; the library
	 * keeps the last one. */
	if (natsConnection_GetLastError(l->nats, &last_error) == NATS_OK || last_error == NULL)
		return NATS_ALLOWED;
	nats_login_quote(err, last_error);
	if (strcmp(err->text, l->last_refusal.text) == 0)
		return NATS_ALLOWED;
	l->last_refusal = *err;
	return strstr(last_error, "ermissions") != NULL ? NATS_REFUSED : NATS_BROKEN;
}

/* --- why a client cannot connect -------------------------------------------------------------- */

/* The certificate was refused: whose fault is it? */
static bool nats_login_certificate(
	int verified, const char *host, const char *ca, struct error *err)
{
	const char *reason = X509_verify_cert_error_string(verified);
	switch (verified) {
	case X509_V_ERR_HOSTNAME_MISMATCH:
	case X509_V_ERR_IP_ADDRESS_MISMATCH:
		return error_set(err,
			"its certificate is for another host than %s (%s); connect by a name that the certificate has",
			host, reason);
	case X509_V_ERR_CERT_HAS_EXPIRED:
	case X509_V_ERR_CERT_NOT_YET_VALID:
		return error_set(err, "its certificate is not valid today (%s)", reason);
	default:
		return error_set(err,
			ca != NULL
				? "its certificate is not that of --ca or broker-ca (%s)"
				: "its certificate is not known to this system (%s); name its file by --ca or broker-ca",
			reason);
	}
}

static bool nats_login_as_client(const char *url, const char *host, const char *ca,
	const char *nkey, usec limit, struct error *err)
{
	const struct nats_login_terms terms = {.url = url, .ca = ca, .limit = limit};
	struct nats_credentials with = {.user = NULL};
	struct nkey key = {.public_text = ""};
	struct nats_login l;
	if (nkey != NULL && !nkey_load(&key, nkey, err))
		return false;
	with.key = nkey != NULL ? &key : NULL;
	enum nats_answer answer = nats_login_begin(&l, &terms, &with, err);
	int verified = l.verified;
	nats_login_end(&l);
	crypto_forget(&key, sizeof key);
	if (verified != X509_V_OK)
		return nats_login_certificate(verified, host, ca, err);
	if (answer != NATS_REFUSED)
		return answer == NATS_ALLOWED;
	return error_set(err, nkey != NULL
				      ? "it does not know the key"
				      : "it demands a key; name its file by --nkey or broker-nkey");
}

bool nats_login_fault(
	const char *url, const char *ca, const char *nkey, usec limit, struct error *err)
{
	static const char secure[] = "tls://";
	bool encrypted = strncmp(url, secure, strlen(secure)) == 0;
	const char *rest = strstr(url, "://");
	struct net_address to;
	struct broker_info info;
	struct error why;
	if (!net_address_read(&to, rest != NULL ? rest + strlen("://") : url, err))
		return false;
	if (!broker_info_ask(&info, url, limit, &why))
		return error_set(err, "it cannot be reached: %s", why.text);
	if (!encrypted && info.tls_required)
		return error_set(err, "it demands TLS; write tls:// in place of nats://");
	return nats_login_as_client(url, to.host, ca, nkey, limit, err);
}
