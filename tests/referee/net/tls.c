/*
 * TLS: a client believes a certificate for the name or address that it bears alone, and only where
 * an authority of the system vouches for it. The authority is that of SSL_CERT_FILE (OpenSSL's
 * manual).
 */
#include "referee/net/tls.h"

#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/suite.h"

static char folder[64];

/* A certificate that signs itself, for these names (subjectAltName), good from and to this many
 * days from now. */
struct certificate {
	EVP_PKEY *key;
	X509 *x;
};

static struct certificate made(const char *names, int from, int to)
{
	struct certificate c = {EVP_EC_gen("P-256"), X509_new()};
	X509_set_version(c.x, X509_VERSION_3);
	ASN1_INTEGER_set(X509_get_serialNumber(c.x), 1);
	X509_set_pubkey(c.x, c.key);
	X509_time_adj_ex(X509_getm_notBefore(c.x), from, 0, NULL);
	X509_time_adj_ex(X509_getm_notAfter(c.x), to, 0, NULL);
	X509_NAME_add_entry_by_txt(X509_get_subject_name(c.x), "CN", MBSTRING_ASC,
		(const unsigned char *)"a referee", -1, -1, 0);
	X509_set_issuer_name(c.x, X509_get_subject_name(c.x));
	X509_EXTENSION *also = X509V3_EXT_conf_nid(NULL, NULL, NID_subject_alt_name, names);
	ck_assert_ptr_nonnull(also);
	X509_add_ext(c.x, also, -1);
	X509_EXTENSION_free(also);
	ck_assert_int_gt(X509_sign(c.x, c.key, EVP_sha256()), 0);
	return c;
}

static void unmade(struct certificate *c)
{
	EVP_PKEY_free(c->key);
	X509_free(c->x);
}

/* Writes either or both, in this order; an open file of it. */
static int written(const char *name, X509 *x, EVP_PKEY *key)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *out = fopen(path, "w");
	ck_assert_ptr_nonnull(out);
	if (x != NULL)
		ck_assert_int_eq(PEM_write_X509(out, x), 1);
	if (key != NULL)
		ck_assert_int_eq(PEM_write_PrivateKey(out, key, NULL, NULL, 0, NULL, NULL), 1);
	fclose(out);
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void set_up(void)
{
	signal(SIGPIPE, SIG_IGN);
	strcpy(folder, "/tmp/referee-tls-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void clear(void)
{
	static const char *const names[] = {"authority", "one", "two", "own"};
	char path[128];
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, names[i]);
		unlink(path);
	}
	ck_assert_int_eq(rmdir(folder), 0);
}

/* Those whose word the system takes. */
static void believe(X509 *x)
{
	char path[128];
	close(written("authority", x, NULL));
	snprintf(path, sizeof path, "%s/authority", folder);
	setenv("SSL_CERT_FILE", path, 1);
	setenv("SSL_CERT_DIR", "/nonexistent", 1);
}

static SSL_CTX *server_of(struct certificate *c, char fingerprint[CRYPTO_TEXT + 1])
{
	struct error err = {""};
	int one = written("one", c->x, NULL), two = written("two", NULL, c->key);
	SSL_CTX *ctx = tls_server(one, two, fingerprint, &err);
	ck_assert_msg(ctx != NULL, "%s", err.text);
	close(one);
	close(two);
	return ctx;
}

/* --- a handshake ---------------------------------------------------------------------------- */

/* Two ends of a socket pair in one loop: [0] the server's, [1] the client's. */
struct meeting {
	struct event_base *base;
	int fds[2];
	struct bufferevent *ends[2];
	int connected, gone[2]; /* gone: the event that ended it */
};

static void on_event(struct bufferevent *bev, short what, void *arg)
{
	struct meeting *m = arg;
	if (what & BEV_EVENT_CONNECTED)
		m->connected++;
	else
		m->gone[bev == m->ends[1]] = what;
	if (m->connected == 2 || m->gone[0] != 0 || m->gone[1] != 0)
		event_base_loopbreak(m->base);
}

static void meet(struct meeting *m, SSL_CTX *server, SSL_CTX *client, const char *host)
{
	*m = (struct meeting){.base = event_base_new()};
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, m->fds), 0);
	m->ends[0] = tls_open(m->base, server, m->fds[0], NULL);
	m->ends[1] = tls_open(m->base, client, m->fds[1], host);
	for (int i = 0; i < 2; i++) {
		ck_assert_ptr_nonnull(m->ends[i]);
		bufferevent_setcb(m->ends[i], NULL, NULL, on_event, m);
		bufferevent_enable(m->ends[i], EV_READ | EV_WRITE);
	}
	event_base_dispatch(m->base);
}

static void part(struct meeting *m)
{
	for (int i = 0; i < 2; i++) {
		if (m->ends[i] != NULL)
			tls_close(m->ends[i]);
		close(m->fds[i]);
	}
	event_base_free(m->base);
}

#define NAMES "DNS:right.example,DNS:*.wild.example,IP:127.0.0.1,IP:::1"

/* RFC 6125 and RFC 9525: an address is compared with addresses, a name with names. */
static const struct {
	const char *host;
	bool believed, known; /* known: the authority is one of the system's */
	int from, to;
	const char *why;
} hosts[] = {
	{"right.example", true, true, -1, 1, "ok"},
	{"RIGHT.example", true, true, -1, 1, "ok"},
	{"a.wild.example", true, true, -1, 1, "ok"},
	{"127.0.0.1", true, true, -1, 1, "ok"},
	{"::1", true, true, -1, 1, "ok"},
	{"wrong.example", false, true, -1, 1, "hostname mismatch"},
	{"xright.example", false, true, -1, 1, "hostname mismatch"},
	{"right.example.org", false, true, -1, 1, "hostname mismatch"},
	{"a.right.example", false, true, -1, 1, "hostname mismatch"},
	{"a.b.wild.example", false, true, -1, 1, "hostname mismatch"},
	{"127.0.0.2", false, true, -1, 1, "IP address mismatch"},
	{"::2", false, true, -1, 1, "IP address mismatch"},
	{"right.example", false, false, -1, 1, "self-signed certificate"},
	{"127.0.0.1", false, false, -1, 1, "self-signed certificate"},
	{"right.example", false, true, -9, -1, "certificate has expired"},
	{"right.example", false, true, 1, 9, "certificate is not yet valid"},
};

START_TEST(a_certificate_is_believed_for_its_names_and_of_its_authority_alone)
	{
		struct certificate c = made(NAMES, hosts[_i].from, hosts[_i].to),
				   other = made(NAMES, -1, 1);
		struct error err = {""};
		char fingerprint[CRYPTO_TEXT + 1], seen[CRYPTO_TEXT + 1] = "";
		struct meeting m;
		set_up();
		believe(hosts[_i].known ? c.x : other.x);
		SSL_CTX *server = server_of(&c, fingerprint), *client = tls_client(&err);
		ck_assert_ptr_nonnull(client);
		meet(&m, server, client, hosts[_i].host);
		ck_assert_msg(m.connected == 2, "they shake hands in any case");
		ck_assert_int_eq(tls_vouched(m.ends[1], &err), hosts[_i].believed);
		ck_assert_str_eq(err.text, hosts[_i].why);
		ck_assert(tls_fingerprint(m.ends[1], seen));
		ck_assert_str_eq(seen, fingerprint);
		part(&m);
		tls_free(server);
		tls_free(client);
		unmade(&c);
		unmade(&other);
		clear();
	}
END_TEST

/* RFC 6066: a name is told to the server, an address is not. */
START_TEST(the_server_is_told_which_name_is_wanted)
	{
		struct certificate c = made(NAMES, -1, 1);
		struct error err;
		char fingerprint[CRYPTO_TEXT + 1];
		struct meeting m;
		set_up();
		believe(c.x);
		SSL_CTX *server = server_of(&c, fingerprint), *client = tls_client(&err);
		meet(&m, server, client, _i == 0 ? "right.example" : "127.0.0.1");
		const char *told = SSL_get_servername(
			bufferevent_openssl_get_ssl(m.ends[0]), TLSEXT_NAMETYPE_host_name);
		if (_i == 0)
			ck_assert_pstr_eq(told, "right.example");
		else
			ck_assert_pstr_eq(told, NULL);
		ck_assert_str_eq(
			SSL_get_version(bufferevent_openssl_get_ssl(m.ends[0])), "TLSv1.3");
		part(&m);
		tls_free(server);
		tls_free(client);
		unmade(&c);
		clear();
	}
END_TEST

START_TEST(older_versions_are_refused_by_both_sides)
	{
		struct certificate c = made(NAMES, -1, 1);
		struct error err = {""};
		char fingerprint[CRYPTO_TEXT + 1], seen[CRYPTO_TEXT + 1];
		struct meeting m;
		set_up();
		believe(c.x);
		SSL_CTX *server = server_of(&c, fingerprint), *client = tls_client(&err);
		/* The other side knows TLS 1.2 alone. */
		SSL_CTX_set_min_proto_version(_i == 0 ? client : server, TLS1_2_VERSION);
		SSL_CTX_set_max_proto_version(_i == 0 ? client : server, TLS1_2_VERSION);
		meet(&m, server, client, "right.example");
		ck_assert_int_lt(m.connected, 2);
		ck_assert(tls_explain(m.ends[m.gone[1] != 0], &err));
		ck_assert_msg(strstr(err.text, "protocol") != NULL, "%s", err.text);
		ck_assert(!tls_fingerprint(m.ends[1], seen));
		part(&m);
		tls_free(server);
		tls_free(client);
		unmade(&c);
		clear();
	}
END_TEST

/* RFC 8446, 6.1: the reader tells this end from a wire that was cut. */
START_TEST(an_end_is_said)
	{
		struct certificate c = made(NAMES, -1, 1);
		struct error err;
		char fingerprint[CRYPTO_TEXT + 1];
		struct meeting m;
		set_up();
		believe(c.x);
		SSL_CTX *server = server_of(&c, fingerprint), *client = tls_client(&err);
		meet(&m, server, client, "right.example");
		tls_close(m.ends[0]);
		m.ends[0] = NULL;
		shutdown(m.fds[0], SHUT_RDWR);
		event_base_dispatch(m.base);
		ck_assert_int_eq(m.gone[1], BEV_EVENT_READING | BEV_EVENT_EOF);
		ck_assert_uint_eq(bufferevent_get_openssl_error(m.ends[1]), 0);
		ck_assert_int_eq(SSL_get_shutdown(bufferevent_openssl_get_ssl(m.ends[1])),
			SSL_RECEIVED_SHUTDOWN);
		part(&m);
		tls_free(server);
		tls_free(client);
		unmade(&c);
		clear();
	}
END_TEST

/* --- files ---------------------------------------------------------------------------------- */

START_TEST(a_fingerprint_is_the_sum_of_the_certificate_as_it_is_sent)
	{
		struct certificate c = made(NAMES, -1, 1);
		char fingerprint[CRYPTO_TEXT + 1], right[CRYPTO_TEXT + 1];
		unsigned char *der = NULL;
		set_up();
		tls_free(server_of(&c, fingerprint));
		int length = i2d_X509(c.x, &der);
		crypto_hash_text(der, (size_t)length, right);
		ck_assert_str_eq(fingerprint, right);
		OPENSSL_free(der);
		unmade(&c);
		clear();
	}
END_TEST

static const char *const wrong_files[] = {
	"the file has no certificate (PEM)",
	"the file has no private key (PEM, without a password)",
	"the private key does not belong to the certificate",
};

START_TEST(a_file_that_is_wrong_is_said_to_be_so)
	{
		struct certificate c = made(NAMES, -1, 1), other = made(NAMES, -1, 1);
		struct error err = {""};
		char fingerprint[CRYPTO_TEXT + 1];
		set_up();
		int one = written("one", _i == 0 ? NULL : c.x, _i == 0 ? c.key : NULL);
		int two = written("two", _i == 1 ? c.x : NULL, _i == 1 ? NULL : other.key);
		ck_assert_ptr_null(tls_server(one, two, fingerprint, &err));
		ck_assert_str_eq(err.text, wrong_files[_i]);
		/* No error stays in the queue of OpenSSL for the next connection. */
		ck_assert_uint_eq(ERR_peek_error(), 0);
		close(one);
		close(two);
		unmade(&c);
		unmade(&other);
		clear();
	}
END_TEST

/* The chain: a certificate, and one behind it that it leans on. */
START_TEST(a_server_shows_what_its_certificate_leans_on)
	{
		struct certificate c = made(NAMES, -1, 1), next = made(NAMES, -1, 1);
		struct error err = {""};
		char path[128], fingerprint[CRYPTO_TEXT + 1];
		STACK_OF(X509) *chain = NULL;
		set_up();
		int key = written("two", NULL, c.key);
		close(written("one", c.x, NULL));
		snprintf(path, sizeof path, "%s/one", folder);
		FILE *more = fopen(path, "a");
		PEM_write_X509(more, next.x);
		fclose(more);
		int one = open(path, O_RDONLY);
		SSL_CTX *server = tls_server(one, key, fingerprint, &err);
		ck_assert_msg(server != NULL, "%s", err.text);
		ck_assert_int_eq(SSL_CTX_get0_chain_certs(server, &chain), 1);
		ck_assert_int_eq(sk_X509_num(chain), 1);
		ck_assert_int_eq(X509_cmp(sk_X509_value(chain, 0), next.x), 0);
		ck_assert_uint_eq(ERR_peek_error(), 0);
		tls_free(server);
		close(one);
		close(key);
		unmade(&c);
		unmade(&next);
		clear();
	}
END_TEST

START_TEST(an_identity_is_made_once_for_its_owner_and_for_ten_years)
	{
		struct error err = {""};
		char path[128], first[CRYPTO_TEXT + 1], second[CRYPTO_TEXT + 1];
		struct stat st;
		int days, seconds;
		set_up();
		snprintf(path, sizeof path, "%s/own", folder);
		ck_assert_msg(tls_make_identity(path, &err), "%s", err.text);
		ck_assert_int_eq(stat(path, &st), 0);
		ck_assert_int_eq(st.st_mode & 07777, 0600);
		int fd = open(path, O_RDONLY);
		tls_free(tls_server(fd, fd, first, &err));
		FILE *in = fopen(path, "r");
		X509 *x = PEM_read_X509(in, NULL, NULL, NULL);
		fclose(in);
		ck_assert_ptr_nonnull(x);
		ck_assert_int_eq(X509_verify(x, X509_get0_pubkey(x)), 1);
		ck_assert_int_eq(ASN1_TIME_diff(&days, &seconds, X509_get0_notBefore(x), NULL), 1);
		ck_assert_int_eq(days, 1); /* for clocks that are behind */
		ck_assert_int_eq(ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(x)), 1);
		ck_assert_int_ge(days, 3649);
		ck_assert_int_le(days, 3650);
		/* RFC 5280, 4.1.2.2: positive, at most 20 bytes. */
		BIGNUM *serial = ASN1_INTEGER_to_BN(X509_get0_serialNumber(x), NULL);
		ck_assert(!BN_is_negative(serial) && !BN_is_zero(serial));
		ck_assert_int_le(BN_num_bits(serial), 159);
		BN_free(serial);
		X509_free(x);
		ck_assert(tls_make_identity(path, &err));
		int again = open(path, O_RDONLY);
		tls_free(tls_server(again, again, second, &err));
		ck_assert_str_eq(first, second);
		close(fd);
		close(again);
		clear();
		set_up();
		snprintf(path, sizeof path, "%s/nowhere/own", folder);
		ck_assert(!tls_make_identity(path, &err));
		ck_assert_str_eq(err.text, "cannot be written: No such file or directory");
		ck_assert_int_eq(rmdir(folder), 0);
	}
END_TEST

SUITE("referee/net/tls",
	LOOP(a_certificate_is_believed_for_its_names_and_of_its_authority_alone,
		sizeof hosts / sizeof *hosts),
	LOOP(the_server_is_told_which_name_is_wanted, 2),
	LOOP(older_versions_are_refused_by_both_sides, 2), CASE(an_end_is_said),
	CASE(a_fingerprint_is_the_sum_of_the_certificate_as_it_is_sent),
	LOOP(a_file_that_is_wrong_is_said_to_be_so, 3),
	CASE(a_server_shows_what_its_certificate_leans_on),
	CASE(an_identity_is_made_once_for_its_owner_and_for_ten_years))
