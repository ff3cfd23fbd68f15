/*
 * broker-fault.c - why a client cannot connect to a NATS server.
 */
#include "referee/machines/broker-fault.h"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string.h>

#include "referee/machines/nats-client.h"
#include "referee/net/net-address.h"

/* The certificate was refused: whose fault is it? */
static bool broker_fault_certificate(
	long verified, const char *host, const char *ca, struct error *err)
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

static bool broker_fault_secure(
	struct nats_client *c, const char *host, const char *ca, struct error *err)
{
	const struct tls_stream_trust trust = {.host = host, .ca = ca};
	if (nats_client_secure(c, &trust, err))
		return true;
	long verified = c->stream.ssl != NULL ? SSL_get_verify_result(c->stream.ssl) : X509_V_OK;
	return verified != X509_V_OK && broker_fault_certificate(verified, host, ca, err);
}

static bool broker_fault_login(struct nats_client *c, const char *nkey, struct error *err)
{
	struct nats_credentials with = {.user = NULL};
	struct nkey key = {.public_text = ""};
	struct error why;
	if (nkey != NULL && !nkey_load(&key, nkey, err))
		return false;
	with.key = nkey != NULL ? &key : NULL;
	enum nats_answer answer = nats_client_login(c, &with, &why);
	crypto_forget(&key, sizeof key);
	if (answer == NATS_ALLOWED)
		return true;
	if (answer == NATS_BROKEN)
		return error_set(err, "%s", why.text);
	return error_set(err, nkey != NULL
				      ? "it does not know the key"
				      : "it demands a key; name its file by --nkey or broker-nkey");
}

static bool broker_fault_talk(struct nats_client *c, bool encrypted, const char *host,
	const char *ca, const char *nkey, struct error *err)
{
	if (!encrypted && c->info.tls_required)
		return error_set(err, "it demands TLS; write tls:// in place of nats://");
	return (!encrypted || broker_fault_secure(c, host, ca, err)) &&
	       broker_fault_login(c, nkey, err);
}

bool broker_fault_seek(
	const char *url, const char *ca, const char *nkey, usec limit, struct error *err)
{
	static const char secure[] = "tls://";
	bool encrypted = strncmp(url, secure, strlen(secure)) == 0;
	const char *rest = strstr(url, "://");
	struct net_address to;
	struct nats_client c;
	struct error why;
	if (!net_address_read(&to, rest != NULL ? rest + strlen("://") : url, err))
		return false;
	if (!nats_client_open(&c, url, time_now() + limit, &why))
		return error_set(err, "it cannot be reached: %s", why.text);
	bool good = broker_fault_talk(&c, encrypted, to.host, ca, nkey, err);
	nats_client_close(&c);
	return good;
}
