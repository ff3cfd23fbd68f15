/*
 * broker-check.c - finds a NATS server that lets clients in or lets them do more than it should.
 */
#include "referee/machines/nats/broker-check.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/exit-status.h"
#include "base/json.h"
#include "referee/machines/broker-info.h"
#include "referee/machines/nats/confine.h"
#include "referee/machines/nats/nats-login.h"
#include "referee/net/net-address.h"
#include "referee/process/process.h"
#include "referee/process/standard-output.h"

enum {
	BROKER_CHECK_PAYLOAD = 256 << 10, /* the longest message of referee-broker */
	BROKER_CHECK_SUBJECT = 2 * BROKER_NAME + 16,
	BROKER_TRUST_LAST = 10 /* seconds; more than a login may take */
};

#define BROKER_CHECK_LIMIT (15 * SECOND) /* for one conversation */
#define BROKER_TRUST_LIMIT (5 * SECOND)

enum broker_verdict { BROKER_RIGHT, BROKER_DOUBTFUL, BROKER_WRONG, BROKER_VERDICTS };

static const char broker_open_text[] =
	"it lets a client in %s, so any machine could play for tournaments and read the bots' programs; give each user a key with `referee worker key`, use accounts, and set neither no_auth_user nor an authorization block beside the $SYS account";

static const char broker_local_text[] =
	"it lets every program of this machine in, %s; that is for trying alone, on a machine without other users";

struct broker_checker {
	const struct broker_check_terms *terms;
	struct broker_info info;
	char host[NET_ADDRESS_HOST];
	bool encrypted; /* the address is tls:// */
	bool good;
};

/* An open server is no danger to other machines if it listens at this one's loopback address. With
 * TLS it is meant for others all the same: a tunnel may lead to it. */
static bool broker_check_is_local(const struct broker_info *info)
{
	if (info->tls_required || info->tls_available)
		return false;
	return strcmp(info->host, "127.0.0.1") == 0 || strcmp(info->host, "localhost") == 0 ||
	       strcmp(info->host, "::1") == 0;
}

/* --- one question at each connection -------------------------------------------------------------------- */

/* Logs in, with TLS where the server demands it, whatever its certificate is. */
static enum nats_answer broker_check_login(
	const char *url, usec limit, const struct nats_credentials *with, struct error *err)
{
	const struct nats_login_terms terms = {.url = url, .any = true, .limit = limit};
	struct nats_login l;
	enum nats_answer answer = nats_login_begin(&l, &terms, with, err);
	nats_login_end(&l);
	return answer;
}

/* Logs in without credentials. The library may never come back from a server that falls silent
 * (nats-login.h), so a child asks, and its alarm ends it. */
static enum nats_answer broker_trust_login(const char *url)
{
	const struct nats_credentials none = {.user = NULL};
	struct error err;
	int status;
	pid_t child = process_fork();
	if (child == 0) {
		signal(SIGALRM, SIG_DFL);
		alarm(BROKER_TRUST_LAST);
		_exit(broker_check_login(url, BROKER_TRUST_LIMIT, &none, &err));
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return NATS_BROKEN;
	return (enum nats_answer)WEXITSTATUS(status);
}

bool broker_trust_server(struct parent *p, const char *url)
{
	struct broker_info info;
	struct error err;
	if (!broker_info_ask(&info, url, BROKER_TRUST_LIMIT, &err) ||
		broker_trust_login(url) != NATS_ALLOWED)
		return true;
	bool local = broker_check_is_local(&info);
	error_set(&err, local ? broker_local_text : broker_open_text, "without credentials");
	parent_log(p, local ? "broker %s: %s" : "broker %s is not used: %s", url, err.text);
	return local;
}

void broker_trust_key(struct parent *p, const char *nkey)
{
	struct stat file;
	if (nkey != NULL && stat(nkey, &file) == 0 && (file.st_mode & (S_IRWXG | S_IRWXO)) != 0)
		parent_log(p, "%s: other users may open the file; `chmod 600` protects it", nkey);
}

/* --- results ---------------------------------------------------------------------------------- */

static void broker_check_report(struct broker_checker *checker, enum broker_verdict verdict,
	const char *step, const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Prints a result: the step, and a sentence with the problem and its remedy. */
static void broker_check_report(struct broker_checker *checker, enum broker_verdict verdict,
	const char *step, const char *format, ...)
{
	static const char *const words[BROKER_VERDICTS] = {"ok", "warning", "FAILED"};
	static const char *const json[BROKER_VERDICTS] = {"ok", "warning", "failed"};
	struct json_writer j = {.out = stdout};
	struct error text;
	va_list arguments;
	va_start(arguments, format);
	error_vset(&text, format, arguments);
	va_end(arguments);
	checker->good &= verdict != BROKER_WRONG;
	if (checker->terms->json) {
		json_open(&j, NULL, '{');
		json_text(&j, "step", step);
		json_text(&j, "verdict", json[verdict]);
		json_text(&j, "text", text.text);
		json_close(&j, '}');
		putchar('\n');
	} else {
		char *shown = escape_text(text.text, false);
		printf("  %-14s %-8s %s\n", step, words[verdict], shown);
		free(shown);
	}
	standard_output_flush();
}

/* --- version ---------------------------------------------------------------------------------- */

struct broker_version {
	int major, minor, patch;
};

enum broker_hole_needs { BROKER_HOLE_ALWAYS, BROKER_HOLE_JETSTREAM };

/* A published hole of nats-server that can matter here. fixed: the first version without it in each
 * line of versions, ascending; later lines never had it. */
struct broker_hole {
	const char *name;
	struct broker_version since, fixed[4];
	enum broker_hole_needs needs;
	const char *text;
};

/* Sources: advisories.nats.io and osv.dev, by these names. */
static const struct broker_hole broker_holes[] = {
	{.name = "CVE-2023-47090",
		.since = {2, 2, 0},
		.fixed = {{2, 9, 23}, {2, 10, 2}},
		.text = "an authorization block beside the $SYS account lets every client in; never write one"},
	{.name = "CVE-2025-30215",
		.since = {2, 2, 0},
		.fixed = {{2, 10, 27}, {2, 11, 1}},
		.needs = BROKER_HOLE_JETSTREAM,
		.text = "users may change the streams of other accounts; leave out jetstream, which the referee does not use"},
	{.name = "CVE-2026-33218",
		.fixed = {{2, 11, 15}, {2, 12, 6}},
		.text = "a client without a key can end a server that has a port for leaf nodes; open none"},
	{.name = "CVE-2026-33219",
		.fixed = {{2, 11, 15}, {2, 12, 6}},
		.text = "a client without a key can fill the memory of a server that has a port for WebSockets; open none"},
	{.name = "CVE-2026-33249",
		.since = {2, 11, 0},
		.fixed = {{2, 11, 15}, {2, 12, 6}},
		.text = "a client with a key can have traces of its messages sent to subjects that are not its own"},
	{.name = "CVE-2026-58253",
		.fixed = {{2, 11, 16}, {2, 12, 7}, {2, 14, 0}},
		.text = "no_auth_user lets clients in as servers where there is a port for routes or leaf nodes; do not set it"},
};

static int broker_version_compare(const struct broker_version *a, const struct broker_version *b)
{
	if (a->major != b->major)
		return a->major - b->major;
	return a->minor != b->minor ? a->minor - b->minor : a->patch - b->patch;
}

static bool broker_hole_is_in(const struct broker_hole *h, const struct broker_version *v)
{
	if (broker_version_compare(v, &h->since) < 0)
		return false;
	const struct broker_version *f = h->fixed;
	for (; f < h->fixed + 4 && f->major != 0; f++)
		if (broker_version_compare(v, f) >= 0 &&
			(v->major == f->major && v->minor == f->minor))
			return false;
	return broker_version_compare(v, f - 1) < 0;
}

static void broker_check_version(struct broker_checker *checker)
{
	const struct broker_info *info = &checker->info;
	struct broker_version v;
	int known = 0;
	if (sscanf(info->version, "%4d.%4d.%4d", &v.major, &v.minor, &v.patch) != 3) {
		broker_check_report(checker, BROKER_DOUBTFUL, "version",
			"it calls its version \"%s\"; nats-server 2.11.16, 2.12.7 and later have no hole that is known here",
			info->version);
		return;
	}
	for (size_t i = 0; i < sizeof broker_holes / sizeof *broker_holes; i++) {
		const struct broker_hole *h = &broker_holes[i];
		if (!broker_hole_is_in(h, &v) ||
			(h->needs == BROKER_HOLE_JETSTREAM && !info->jetstream))
			continue;
		broker_check_report(checker, BROKER_DOUBTFUL, "version",
			"nats-server %s has %s: %s", info->version, h->name, h->text);
		known++;
	}
	if (known > 0)
		broker_check_report(checker, BROKER_DOUBTFUL, "version",
			"nats-server 2.11.16, 2.12.7 and later have none of these; open the broker's port to your workers alone, or install one of them");
	else
		broker_check_report(checker, BROKER_RIGHT, "version",
			"nats-server %s has no hole that is known here", info->version);
}

/* --- TLS -------------------------------------------------------------------------------------- */

static void broker_check_plain(struct broker_checker *checker)
{
	bool required = checker->info.tls_required;
	if (!checker->encrypted)
		broker_check_report(checker, required ? BROKER_WRONG : BROKER_DOUBTFUL, "tls",
			required
				? "it demands TLS; write tls:// in place of nats://"
				: "nothing is encrypted; do so on this machine alone, and let the server listen at 127.0.0.1 alone");
	else if (!required)
		broker_check_report(checker, BROKER_WRONG, "tls",
			"it does not demand TLS, so keys are proved and programs sent in the open where a client does not ask for it; give it a tls block without allow_non_tls");
	else
		broker_check_report(
			checker, BROKER_RIGHT, "tls", "it talks to no client without TLS");
}

/* Logs in as main and workers do. */
static enum nats_answer broker_check_connect(struct broker_checker *checker, struct nats_login *l,
	const struct nats_credentials *with, struct error *err)
{
	const struct nats_login_terms terms = {
		.url = checker->terms->url, .ca = checker->terms->ca, .limit = BROKER_CHECK_LIMIT};
	return nats_login_begin(l, &terms, with, err);
}

static bool broker_check_certificate(struct broker_checker *checker)
{
	const struct nats_credentials none = {.user = NULL};
	struct nats_login l;
	struct error err;
	if (!checker->encrypted)
		return true;
	bool good = broker_check_connect(checker, &l, &none, &err) != NATS_INSECURE;
	nats_login_end(&l);
	if (good)
		broker_check_report(checker, BROKER_RIGHT, "certificate",
			"its certificate is valid for %s", checker->host);
	else
		broker_check_report(checker, BROKER_WRONG, "certificate",
			"%s: %s; workers refuse it: --ca names the certificates to trust, and `referee worker key --main` makes one for the host",
			checker->host, err.text);
	return good;
}

/* --- who is let in ---------------------------------------------------------------------------- */

static void broker_check_entry(struct broker_checker *checker, const struct nats_credentials *with,
	const char *step, const char *how)
{
	struct error err;
	enum nats_answer answer =
		broker_check_login(checker->terms->url, BROKER_CHECK_LIMIT, with, &err);
	if (answer == NATS_ALLOWED && broker_check_is_local(&checker->info))
		broker_check_report(checker, BROKER_DOUBTFUL, step, broker_local_text, how);
	else if (answer == NATS_ALLOWED)
		broker_check_report(checker, BROKER_WRONG, step, broker_open_text, how);
	else if (answer != NATS_REFUSED)
		broker_check_report(checker, BROKER_DOUBTFUL, step,
			"a client %s was neither let in nor refused: %s", how, err.text);
	else
		broker_check_report(checker, BROKER_RIGHT, step, "it refuses a client %s", how);
}

static void broker_check_entries(struct broker_checker *checker)
{
	struct nkey key;
	nkey_make(&key);
	const struct {
		const char *step, *how;
		struct nats_credentials with;
	} rows[] = {
		{"no credentials", "without credentials", {.user = NULL}},
		{"empty user", "with an empty user and password", {.user = "", .password = ""}},
		{"any password", "with an unknown user and password",
			{.user = "referee-check", .password = "referee-check"}},
		{"any token", "with an unknown token", {.token = "referee-check"}},
		{"any key", "with an unknown key", {.key = &key}},
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		broker_check_entry(checker, &rows[i].with, rows[i].step, rows[i].how);
	crypto_forget(&key, sizeof key);
}

/* --- what a key may do ------------------------------------------------------------------------ */

enum broker_need { BROKER_NEVER, BROKER_MAIN, BROKER_WORKER };

/* A subject, with NAME and POOL of the worker. Other names in it are those of no real worker, so
 * that nothing reaches one. */
struct broker_right {
	bool publish;
	const char *subject;
	enum broker_need need; /* must be allowed to; all others must be refused */
	const char *why;       /* the harm */
};

#define BROKER_OTHER "referee-check"

static const struct broker_right broker_rights[] = {
	{false, ">", BROKER_NEVER, "all that main and workers say"},
	{false, "w.*.*", BROKER_MAIN, "the records of all workers"},
	{false, "w." BROKER_OTHER ".*", BROKER_MAIN, "the records of other workers"},
	{false, "r.*.*", BROKER_NEVER, "games and programs for all workers"},
	{false, "r." BROKER_OTHER ".*", BROKER_NEVER, "games and programs for other workers"},
	{false, "r.NAME.*", BROKER_WORKER, ""},
	{false, "hello.*", BROKER_NEVER, "the tournaments of all pools"},
	{false, "hello." BROKER_OTHER, BROKER_NEVER, "the tournaments of other pools"},
	{false, "hello.POOL", BROKER_WORKER, ""},
	{false, "_INBOX.>", BROKER_NEVER, "the answers to all clients"},
	{false, "$SYS.>", BROKER_NEVER, "the server's events"},
	{false, "$JS.>", BROKER_NEVER, "the calls of streams"},
	{true, "hello." BROKER_OTHER, BROKER_MAIN, "it could call workers as main does"},
	{true, "r." BROKER_OTHER ".x", BROKER_MAIN, "it could send programs to other workers"},
	{true, "w.NAME.x", BROKER_WORKER, ""},
	{true, "w." BROKER_OTHER ".x", BROKER_NEVER, "it could speak for other workers"},
	{true, "_INBOX.x", BROKER_NEVER, "it could answer other clients"},
	{true, "$SYS.REQ.SERVER.PING", BROKER_NEVER, "it could ask the server about its clients"},
	{true, "$JS.API.INFO", BROKER_NEVER, "it could make streams"},
};

/* Writes the subject with the worker's names in it. */
static void broker_right_subject(const struct broker_right *r, const struct broker_check_terms *t,
	char text[BROKER_CHECK_SUBJECT])
{
	const char *at = strstr(r->subject, "NAME"), *name = t->name;
	if (at == NULL) {
		at = strstr(r->subject, "POOL");
		name = t->pool;
	}
	if (at == NULL || name == NULL)
		snprintf(text, BROKER_CHECK_SUBJECT, "%s", r->subject);
	else
		snprintf(text, BROKER_CHECK_SUBJECT, "%.*s%s%s", (int)(at - r->subject), r->subject,
			name, at + strlen("NAME"));
}

/* Tries one subject. Returns 1 if it is as it must be, 0 if not, -1: the connection broke. */
static int broker_check_right(
	struct broker_checker *checker, struct nats_login *l, const struct broker_right *r)
{
	char subject[BROKER_CHECK_SUBJECT];
	struct error err;
	const char *verb = r->publish ? "publish" : "subscribe to";
	bool wanted = r->need == (checker->terms->name != NULL ? BROKER_WORKER : BROKER_MAIN);
	broker_right_subject(r, checker->terms, subject);
	enum nats_answer answer = nats_login_try(l, r->publish, subject, &err);
	if (answer == NATS_BROKEN) {
		broker_check_report(checker, BROKER_DOUBTFUL, "permissions",
			"%s %s: the server did not say whether the key may: %s", verb, subject,
			err.text);
		return -1;
	}
	if ((answer == NATS_ALLOWED) == wanted)
		return 1;
	if (wanted)
		broker_check_report(checker, BROKER_WRONG, "permissions",
			"the key may not %s %s, which it must; is it the key of this %s? `referee worker key` makes one",
			verb, subject,
			checker->terms->name != NULL ? "worker and pool" : "main process");
	else
		broker_check_report(checker, BROKER_WRONG, "permissions",
			"the key may %s %s: %s; give each user the permissions that `referee worker key` writes",
			verb, subject, r->why);
	return 0;
}

static void broker_check_rights(struct broker_checker *checker, struct nats_login *l)
{
	int tried = 0, good = 0;
	for (size_t i = 0; i < sizeof broker_rights / sizeof *broker_rights; i++) {
		const struct broker_right *r = &broker_rights[i];
		if (r->need == BROKER_WORKER && checker->terms->name == NULL)
			continue;
		int result = broker_check_right(checker, l, r);
		if (result < 0)
			return;
		tried++;
		good += result;
	}
	if (good == tried)
		broker_check_report(checker, BROKER_RIGHT, "permissions",
			"the key has the rights that it needs and no others: %d subjects tried",
			tried);
}

static void broker_check_key(struct broker_checker *checker)
{
	struct nkey key;
	struct error err;
	if (!nkey_load(&key, checker->terms->nkey, &err)) {
		broker_check_report(checker, BROKER_WRONG, "key", "%s", err.text);
		return;
	}
	const struct nats_credentials with = {.key = &key};
	struct nats_login l;
	enum nats_answer answer = broker_check_connect(checker, &l, &with, &err);
	if (answer == NATS_INSECURE) {
		broker_check_report(checker, BROKER_WRONG, "key", "%s", err.text);
	} else if (answer != NATS_ALLOWED) {
		broker_check_report(checker, BROKER_WRONG, "key",
			"it refuses the key %s (%s); does its configuration have it, and was it loaded (nats-server --signal reload)?",
			key.public_text, err.text);
	} else {
		broker_check_report(
			checker, BROKER_RIGHT, "key", "it accepts the key %s", key.public_text);
		broker_check_rights(checker, &l);
	}
	nats_login_end(&l);
	crypto_forget(&key, sizeof key);
}

/* --- all -------------------------------------------------------------------------------------- */

static bool broker_check_reach(struct broker_checker *checker)
{
	struct error err;
	if (!broker_info_ask(&checker->info, checker->terms->url, BROKER_CHECK_LIMIT, &err)) {
		broker_check_report(checker, BROKER_WRONG, "connection", "%s: %s",
			checker->terms->url, err.text);
		return false;
	}
	broker_check_report(checker, BROKER_RIGHT, "connection", "nats-server %s answers",
		checker->info.version);
	return true;
}

/* Tries all. False: something is wrong. */
static bool broker_check(const struct broker_check_terms *terms)
{
	static struct broker_checker checker;
	struct net_address to;
	struct error err;
	checker = (struct broker_checker){.terms = terms, .good = true};
	checker.encrypted = strncmp(terms->url, "tls://", strlen("tls://")) == 0;
	if (!broker_address_is_valid(terms->url, &err) ||
		!net_address_read(&to, strstr(terms->url, "://") + 3, &err)) {
		broker_check_report(&checker, BROKER_WRONG, "connection", "%s", err.text);
		return false;
	}
	snprintf(checker.host, sizeof checker.host, "%s", to.host);
	if (!broker_check_reach(&checker))
		return false;
	broker_check_plain(&checker);
	bool certified = broker_check_certificate(&checker);
	broker_check_entries(&checker);
	if (terms->nkey != NULL && certified)
		broker_check_key(&checker);
	broker_check_version(&checker);
	const int64_t payload = checker.info.max_payload;
	if (payload > 0 && payload < BROKER_CHECK_PAYLOAD)
		broker_check_report(&checker, BROKER_WRONG, "max_payload",
			"it takes messages of %" PRId64 " bytes; set max_payload to %d or more",
			payload, BROKER_CHECK_PAYLOAD);
	return checker.good;
}

/* The server fell silent in the middle of a login (nats-login.h). */
static void broker_check_on_silence(int number)
{
	static const char text[] =
		"referee check: the server fell silent while a client logged in; the check ends here\n";
	(void)number;
	_exit(write(STDERR_FILENO, text, strlen(text)) < 0 ? EXIT_BROKEN : EXIT_FAULTS);
}

void broker_check_run(const struct broker_check_terms *t)
{
	const char *const readable[] = {t->ca, t->nkey};
	signal(SIGALRM, broker_check_on_silence);
	if (!confine(readable, 2)) {
		perror("referee check: it cannot give up its rights");
		exit(EXIT_BROKEN);
	}
	if (!t->json)
		printf("broker %s\n", t->url);
	bool good = broker_check(t);
	if (!t->json && t->nkey == NULL)
		puts("without --broker-nkey no key was tried");
	if (!t->json)
		puts(good ? "it can be used" : "it must not be used like this");
	/* Not exit(): what libnats 3.4 frees there, OpenSSL frees again. */
	_exit(standard_output_end(good ? EXIT_SUCCESS : EXIT_FAULTS));
}
