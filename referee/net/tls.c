/*
 * tls.c - TLS through libevent and OpenSSL.
 */
#include "referee/net/tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/bufferevent_ssl.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { TLS_DAYS = 3650, TLS_FILE = 1 << 20 };

void tls_prepare(void)
{
	/* The first context reads the library's configuration and finds its algorithms. */
	SSL_CTX_free(SSL_CTX_new(TLS_server_method()));
}

/* The library's first error. */
static const char *tls_error(void)
{
	const char *text = ERR_reason_error_string(ERR_peek_error());
	ERR_clear_error();
	return text != NULL ? text : "unknown error";
}

static void tls_print_fingerprint(X509 *certificate, char fingerprint[CRYPTO_TEXT + 1])
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	unsigned size = 0;
	X509_digest(certificate, EVP_sha256(), digest, &size);
	crypto_write(digest, fingerprint);
}

/* --- our own key and certificate ------------------------------------------------------------ */

/* Adds the name or address that clients ask for. */
static bool tls_add_host(X509 *x, const char *host)
{
	unsigned char address[16];
	bool is_address =
		inet_pton(AF_INET, host, address) == 1 || inet_pton(AF_INET6, host, address) == 1;
	char *text = memory_print("%s:%s", is_address ? "IP" : "DNS", host);
	X509_EXTENSION *e = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, text);
	bool good = e != NULL && X509_add_ext(x, e, -1);
	X509_EXTENSION_free(e);
	free(text);
	return good;
}

/* Fills in a self-signed certificate. host: its name or address; NULL: none. */
static bool tls_fill(X509 *x, EVP_PKEY *key, const char *host)
{
	unsigned char serial[CRYPTO_BYTES];
	X509_NAME *name = X509_get_subject_name(x);
	crypto_random(serial);
	*serial = (*serial & 0x7f) | 1; /* a positive number of 20 bytes at most (RFC 5280) */
	BIGNUM *number = BN_bin2bn(serial, 20, NULL);
	bool good = number != NULL &&
		    BN_to_ASN1_INTEGER(number, X509_get_serialNumber(x)) != NULL &&
		    X509_set_version(x, X509_VERSION_3) && X509_set_pubkey(x, key) &&
		    X509_gmtime_adj(X509_getm_notBefore(x), -24 * 3600) != NULL &&
		    X509_time_adj_ex(X509_getm_notAfter(x), TLS_DAYS, 0, NULL) != NULL &&
		    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
			    (const unsigned char *)"referee", -1, -1, 0) &&
		    X509_set_issuer_name(x, name) && (host == NULL || tls_add_host(x, host)) &&
		    X509_sign(x, key, EVP_sha256()) > 0;
	BN_free(number);
	return good;
}

/* Writes those that are not NULL to a new file beside path and links it there, unless another
 * process was faster. */
static bool tls_save(const char *path, X509 *x, EVP_PKEY *key)
{
	char *beside = memory_print("%s.XXXXXX", path);
	int fd = mkostemp(beside, O_CLOEXEC); /* mode 0600 */
	FILE *out = fd >= 0 ? fdopen(fd, "w") : NULL;
	bool good = out != NULL &&
		    (key == NULL || PEM_write_PrivateKey(out, key, NULL, NULL, 0, NULL, NULL)) &&
		    (x == NULL || PEM_write_X509(out, x)) && fflush(out) == 0 &&
		    (key != NULL || fchmod(fd, 0644) == 0) && fsync(fd) == 0;
	if (out != NULL)
		good = fclose(out) == 0 && good;
	else if (fd >= 0)
		close(fd);
	good = good && (link(beside, path) == 0 || errno == EEXIST);
	int saved = errno;
	if (fd >= 0)
		unlink(beside);
	errno = saved;
	free(beside);
	return good;
}

/* path: of the certificate; key_path: of the key, which may be the same file. */
static bool tls_make(const char *key_path, const char *path, const char *host, struct error *err)
{
	EVP_PKEY *key = EVP_EC_gen("P-256");
	X509 *x = X509_new();
	bool one = strcmp(key_path, path) == 0;
	bool made = key != NULL && x != NULL && tls_fill(x, key, host);
	bool good = made && (one ? tls_save(path, x, key)
				 : tls_save(key_path, NULL, key) && tls_save(path, x, NULL));
	if (!made)
		error_set(err, "cannot make a certificate: %s", tls_error());
	else if (!good)
		error_set(err, "cannot be written: %s", strerror(errno));
	X509_free(x);
	EVP_PKEY_free(key);
	return good;
}

bool tls_make_identity(const char *path, struct error *err)
{
	return access(path, F_OK) == 0 || tls_make(path, path, NULL, err);
}

bool tls_make_server_identity(
	const char *key_path, const char *path, const char *host, struct error *err)
{
	if (access(path, F_OK) == 0 && access(key_path, F_OK) == 0)
		return true;
	if (access(path, F_OK) == 0 || access(key_path, F_OK) == 0)
		return error_set(
			err, "only one of the key and the certificate is there; remove it");
	return tls_make(key_path, path, host, err);
}

/* --- both sides ----------------------------------------------------------------------------- */

static SSL_CTX *tls_context(const SSL_METHOD *method)
{
	SSL_CTX *ctx = SSL_CTX_new(method);
	if (ctx == NULL)
		return NULL;
	SSL_CTX_set_min_proto_version(ctx, TLS1_3_VERSION);
	SSL_CTX_set_mode(ctx, SSL_MODE_RELEASE_BUFFERS);
	SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
	/* No session is resumed: the certificate is sent each time. */
	SSL_CTX_set_num_tickets(ctx, 0);
	SSL_CTX_set_options(ctx, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION);
	return ctx;
}

/* Opens a BIO on an open file; NULL: it cannot be read. */
static BIO *tls_read(int fd)
{
	char *bytes = malloc(TLS_FILE);
	ssize_t count = bytes != NULL ? pread(fd, bytes, TLS_FILE, 0) : -1;
	BIO *bio = count >= 0 ? BIO_new(BIO_s_mem()) : NULL;
	if (bio != NULL)
		BIO_write(bio, bytes, (int)count);
	if (count > 0)
		crypto_forget(bytes, (size_t)count);
	free(bytes);
	return bio;
}

/* Loads the certificate and its chain. Returns NULL or the error. */
static const char *tls_use_certificates(SSL_CTX *ctx, BIO *in, char *fingerprint)
{
	X509 *x = PEM_read_bio_X509(in, NULL, NULL, NULL);
	if (x == NULL)
		return "the file has no certificate (PEM)";
	bool good = SSL_CTX_use_certificate(ctx, x) == 1;
	tls_print_fingerprint(x, fingerprint);
	X509_free(x);
	while (good && (x = PEM_read_bio_X509(in, NULL, NULL, NULL)) != NULL)
		good = SSL_CTX_add0_chain_cert(ctx, x) == 1;
	if (good)
		ERR_clear_error(); /* clears the error of the end of file */
	return good ? NULL : "the certificate is not usable";
}

static const char *tls_use_key(SSL_CTX *ctx, BIO *in)
{
	/* The password "" avoids a prompt. */
	EVP_PKEY *key = PEM_read_bio_PrivateKey(in, NULL, NULL, (void *)"");
	if (key == NULL)
		return "the file has no private key (PEM, without a password)";
	bool good = SSL_CTX_use_PrivateKey(ctx, key) == 1 && SSL_CTX_check_private_key(ctx) == 1;
	EVP_PKEY_free(key);
	return good ? NULL : "the private key does not belong to the certificate";
}

SSL_CTX *tls_server(int certificate, int key, char fingerprint[CRYPTO_TEXT + 1], struct error *err)
{
	SSL_CTX *ctx = tls_context(TLS_server_method());
	BIO *first = tls_read(certificate), *second = tls_read(key);
	const char *wrong = "cannot be read";
	if (ctx != NULL && first != NULL && second != NULL)
		wrong = tls_use_certificates(ctx, first, fingerprint);
	if (wrong == NULL)
		wrong = tls_use_key(ctx, second);
	BIO_free(first);
	BIO_free(second);
	if (wrong == NULL)
		return ctx;
	error_set(err, "%s", wrong);
	ERR_clear_error();
	SSL_CTX_free(ctx);
	return NULL;
}

SSL_CTX *tls_client(struct error *err)
{
	SSL_CTX *ctx = tls_context(TLS_client_method());
	if (ctx != NULL && SSL_CTX_set_default_verify_paths(ctx) == 1)
		return ctx;
	error_set(err, "%s", tls_error());
	SSL_CTX_free(ctx);
	return NULL;
}

void tls_free(SSL_CTX *ctx)
{
	SSL_CTX_free(ctx);
}

/* --- a connection --------------------------------------------------------------------------- */

/* Sets the name, or the address, that the certificate must have. */
static bool tls_expect(SSL *ssl, const char *host)
{
	if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1)
		return true;
	ERR_clear_error();
	return SSL_set1_host(ssl, host) == 1 && SSL_set_tlsext_host_name(ssl, host) == 1;
}

struct bufferevent *tls_open(struct event_base *base, SSL_CTX *ctx, int fd, const char *host)
{
	SSL *ssl = SSL_new(ctx);
	struct bufferevent *bev = NULL;
	if (ssl == NULL || (host != NULL && !tls_expect(ssl, host))) {
		SSL_free(ssl);
		return NULL;
	}
	bev = bufferevent_openssl_socket_new(base, fd, ssl,
		host != NULL ? BUFFEREVENT_SSL_CONNECTING : BUFFEREVENT_SSL_ACCEPTING, 0);
	if (bev == NULL)
		SSL_free(ssl);
	return bev;
}

bool tls_fingerprint(struct bufferevent *bev, char fingerprint[CRYPTO_TEXT + 1])
{
	X509 *x = SSL_get1_peer_certificate(bufferevent_openssl_get_ssl(bev));
	if (x == NULL)
		return false;
	tls_print_fingerprint(x, fingerprint);
	X509_free(x);
	return true;
}

bool tls_vouched(struct bufferevent *bev, struct error *err)
{
	long result = SSL_get_verify_result(bufferevent_openssl_get_ssl(bev));
	error_set(err, "%s", X509_verify_cert_error_string(result));
	return result == X509_V_OK;
}

bool tls_explain(struct bufferevent *bev, struct error *err)
{
	const char *text = ERR_reason_error_string(bufferevent_get_openssl_error(bev));
	if (text != NULL)
		error_set(err, "%s", text);
	return text != NULL;
}

void tls_end_sending(struct bufferevent *bev)
{
	SSL *ssl = bufferevent_openssl_get_ssl(bev);
	if (SSL_is_init_finished(ssl))
		SSL_shutdown(ssl);
	ERR_clear_error();
}

void tls_close(struct bufferevent *bev)
{
	SSL *ssl = bufferevent_openssl_get_ssl(bev);
	tls_end_sending(bev);
	bufferevent_free(bev);
	SSL_free(ssl);
}
