/*
 * broker-fault.c - why a client cannot connect to a NATS server.
 */
#include "referee/machines/nats/broker-fault.h"

#include <openssl/x509_vfy.h>
#include <string.h>

#include "referee/machines/broker-info.h"
#include "referee/machines/nats/nats-login.h"
#include "referee/net/net-address.h"

/* The certificate was refused: whose fault is it? */
static bool broker_fault_certificate(
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

static bool broker_fault_login(const char *url, const char *host, const char *ca, const char *nkey,
	usec limit, struct error *err)
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
		return broker_fault_certificate(verified, host, ca, err);
	if (answer != NATS_REFUSED)
		return answer == NATS_ALLOWED;
	return error_set(err, nkey != NULL
				      ? "it does not know the key"
				      : "it demands a key; name its file by --nkey or broker-nkey");
}

bool broker_fault_seek(
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
	return broker_fault_login(url, to.host, ca, nkey, limit, err);
}
