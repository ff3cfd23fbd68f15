/*
 * web-answer.c - handles every request: checks whether it is allowed, finds its page, and sets
 * the headers of the answer. Only GET and HEAD are answered, unless the process has forms
 * (struct web_post). A form must come from a page of this server: a foreign page that a browser
 * shows could send it too (cross-site request forgery).
 *
 * A request with a host name that is not this server's is refused. Otherwise a foreign page could
 * let its own name point to this server and read its pages (DNS rebinding).
 */
#include "referee/web/web-page.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "referee/report/assets.h"
#include "referee/report/html.h"
#include "referee/web/web-form.h"

static const char answer_policy[] =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors ";

static const char *const answer_headers[][2] = {
	{"X-Content-Type-Options", "nosniff"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
};

static const struct asset {
	const char *path, *type, *text;
} assets[] = {
	{"/board.css", "text/css; charset=utf-8", page_board_css},
	{"/style.css", "text/css; charset=utf-8", page_style_css},
	{"/board.js", "text/javascript; charset=utf-8", page_board_js},
	{"/plot.js", "text/javascript; charset=utf-8", page_plot_js},
	{"/replay.js", "text/javascript; charset=utf-8", page_replay_js},
	{"/pages.js", "text/javascript; charset=utf-8", page_pages_js},
	{"/play.js", "text/javascript; charset=utf-8", page_play_js},
	{"/play.css", "text/css; charset=utf-8", page_play_css},
};

static const struct {
	int status;
	const char *reason;
} answer_reasons[] = {{200, "OK"}, {302, "Found"}, {303, "See Other"}, {304, "Not Modified"},
	{400, "Bad Request"}, {401, "Unauthorized"}, {403, "Forbidden"}, {404, "Not Found"},
	{405, "Method Not Allowed"}, {409, "Conflict"}, {413, "Content Too Large"},
	{415, "Unsupported Media Type"}, {429, "Too Many Requests"}, {500, "Internal Server Error"},
	{503, "Service Unavailable"}};

static const char *answer_reason(int status)
{
	for (size_t i = 0; i < sizeof answer_reasons / sizeof *answer_reasons; i++)
		if (answer_reasons[i].status == status)
			return answer_reasons[i].reason;
	return "Answer";
}

/* --- answers ---------------------------------------------------------------------------------- */

/* Adds headers to every answer. evhttp refuses some requests itself (400, 413) without a callback
 * for headers. But the first line of an answer always arrives alone in an empty buffer: our
 * headers are added after it. Once bytes were sent, the start of the buffer may only be peeked
 * at, not copied out. */
void web_add_headers(
	struct evbuffer *out, const struct evbuffer_cb_info *info, const struct web_connection *c)
{
	struct web *w = c->web;
	static const char first[] = "HTTP/1.";
	struct evbuffer_iovec piece;
	char line[sizeof "HTTP/1.1 200"] = "";
	if (info->orig_size > 0 || info->n_added < sizeof line ||
		evbuffer_peek(out, -1, NULL, &piece, 1) < 1 || piece.iov_len < sizeof line)
		return;
	memcpy(line, piece.iov_base, sizeof line - 1);
	if (strncmp(line, first, strlen(first)) != 0)
		return;
	int status = atoi(line + strlen("HTTP/1.1 "));
	w->answers[status > 0 && status < WEB_STATUSES ? status : 0]++;
	for (size_t i = 0; i < sizeof answer_headers / sizeof *answer_headers; i++)
		evbuffer_add_printf(out, "%s: %s\r\n", answer_headers[i][0], answer_headers[i][1]);
	/* With no-referrer a form would not state its origin. */
	evbuffer_add_printf(out,
		"Referrer-Policy: %s\r\nContent-Security-Policy: %s%s\r\n"
		"Cross-Origin-Resource-Policy: %s\r\n%s",
		w->service->posts != NULL ? "same-origin" : "no-referrer", answer_policy,
		c->framed ? "*" : "'none'", c->framed ? "cross-origin" : "same-origin",
		c->framed ? "" : "X-Frame-Options: DENY\r\n");
}

void web_headers(struct web *w, struct evhttp_request *request)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	if (evhttp_find_header(headers, "Cache-Control") == NULL)
		evhttp_add_header(headers, "Cache-Control", w->guarded ? "no-store" : "no-cache");
}

void web_retry_after(struct evhttp_request *request, int seconds)
{
	char text[16];
	snprintf(text, sizeof text, "%d", seconds);
	evhttp_add_header(evhttp_request_get_output_headers(request), "Retry-After", text);
}

/* Was the request read to its end, wherever another server sees it? Else the bytes that follow may
 * be no request of this client. */
static bool answer_is_of_whole_request(struct evhttp_request *request, int status)
{
	enum evhttp_cmd_type command = evhttp_request_get_command(request);
	bool plain = command == EVHTTP_REQ_GET || command == EVHTTP_REQ_HEAD;
	return status < 400 || (plain && (status == 401 || status == 404 || status == 429));
}

void web_answer(struct web *w, struct evhttp_request *request, int status, const char *type,
	const void *body, size_t length)
{
	struct evbuffer *out = evbuffer_new();
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	evhttp_add_header(headers, "Content-Type", type);
	if (!answer_is_of_whole_request(request, status))
		evhttp_add_header(headers, "Connection", "close");
	web_headers(w, request);
	/* evhttp would send a body for HEAD; the client would read it as the beginning of the
	 * next answer. */
	if (evhttp_request_get_command(request) != EVHTTP_REQ_HEAD) {
		evbuffer_add(out, body, length);
	} else if (status != 304) {
		char text[32];
		snprintf(text, sizeof text, "%zu", length);
		evhttp_add_header(headers, "Content-Length", text);
	}
	evhttp_send_reply(request, status, answer_reason(status), out);
	evbuffer_free(out);
}

void web_redirect(struct web *w, struct evhttp_request *request, int status, const char *to)
{
	evhttp_add_header(evhttp_request_get_output_headers(request), "Location", to);
	web_answer(w, request, status, "text/plain; charset=utf-8", "", 0);
}

void web_refuse_with(struct web *w, struct evhttp_request *request, int status, const char *why,
	const char *more)
{
	char *body = NULL;
	size_t length = 0;
	const char *reason = status == 200 && *more == '\0'   ? "Logged out"
			     : status == 200 || status == 401 ? "Sign in"
							      : answer_reason(status);
	FILE *out = memory_open(&body, &length);
	html_print(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<title>%s - %h</title>\n<link rel=\"icon\" href=\"data:,\">\n"
		"<link rel=\"stylesheet\" href=\"%s/style.css\">\n</head>\n<body>\n"
		"<header class=\"top\"><div class=\"wrap\"><p class=\"brand\"><a href=\"%s/\">"
		"<bdi>%h</bdi></a></p>\n<h1>%s</h1></div></header>\n"
		"<main class=\"wrap\"><p>%h.</p>%s</main>\n</body>\n</html>\n",
		reason, web_title(w), w->prefix, w->prefix, web_title(w), reason, why, more);
	memory_close(out);
	web_answer(w, request, status, "text/html; charset=utf-8", body, length);
	free(body);
}

void web_refuse(struct web *w, struct evhttp_request *request, int status, const char *why)
{
	web_refuse_with(w, request, status, why, "");
}

static void answer_asset(struct web *w, struct evhttp_request *request, const struct asset *a)
{
	char hash[HTML_HASH], etag[HTML_HASH + 2];
	const char *known =
		evhttp_find_header(evhttp_request_get_input_headers(request), "If-None-Match");
	html_hash(a->text, hash);
	snprintf(etag, sizeof etag, "\"%.43s\"", hash + strlen("'sha256-"));
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	evhttp_add_header(headers, "ETag", etag);
	evhttp_add_header(headers, "Cache-Control", "no-cache");
	if (known != NULL && strcmp(known, etag) == 0)
		web_answer(w, request, 304, a->type, "", 0);
	else
		web_answer(w, request, 200, a->type, a->text, strlen(a->text));
}

/* --- admission -------------------------------------------------------------------------------- */

/* A host that is an address is safe: a foreign page cannot have it as its name. */
static bool answer_is_address(const char *host)
{
	struct in_addr four;
	struct in6_addr six;
	char plain[INET6_ADDRSTRLEN];
	size_t length = strlen(host);
	if (*host != '[' || length < 2 || host[length - 1] != ']' || length >= sizeof plain)
		return inet_pton(AF_INET, host, &four) == 1;
	snprintf(plain, sizeof plain, "%.*s", (int)length - 2, host + 1);
	return inet_pton(AF_INET6, plain, &six) == 1;
}

/* Is this Host header an address, this machine's own name, or one of the configured names? */
static bool answer_own_host(const struct web *w, const char *host)
{
	char name[256];
	size_t length = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
	if (length >= sizeof name || length > strlen(host))
		return false;
	const char *port = host + length + (host[length] == ':');
	if (host[length] == ':' && port[strspn(port, "0123456789")] != '\0')
		return false;
	if (host[length] != ':' && host[length] != '\0')
		return false;
	snprintf(name, sizeof name, "%.*s", (int)length, host);
	for (int i = 0; i < w->options->names_count; i++)
		if (strcasecmp(name, w->options->names[i]) == 0)
			return true;
	return strcasecmp(name, "localhost") == 0 || answer_is_address(name);
}

/* Compares hashes, so that the time does not depend on the token's length. */
static bool answer_token(const char *text, const unsigned char right[CRYPTO_BYTES])
{
	unsigned char hash[CRYPTO_BYTES];
	crypto_hash(text, strlen(text), hash);
	return crypto_same(hash, right);
}

/* The cookie is derived from the token: it becomes invalid with it, but does not reveal it. */
static bool answer_has_cookie(const struct web *w, const char *cookies)
{
	static const char name[] = "referee=";
	for (const char *at = cookies; (at = strstr(at, name)) != NULL; at += strlen(name)) {
		char value[CRYPTO_TEXT + 1];
		unsigned char hash[CRYPTO_BYTES];
		snprintf(value, sizeof value, "%s", at + strlen(name));
		if ((at == cookies || at[-1] == ' ') && crypto_read(value, hash) &&
			crypto_same(hash, w->cookie))
			return true;
	}
	return false;
}

/* The address without the token, encoded again. So it stays an address of this server, however a
 * browser treats blanks and backslashes. The caller frees it. */
static char *answer_without_token(const struct web *w, const struct address *a)
{
	char *text = NULL, before = '?';
	size_t length = 0;
	FILE *out = memory_open(&text, &length);
	fputs(w->prefix, out);
	address_write_path(out, a);
	for (int i = 0; i < a->values; i++) {
		if (strcmp(a->key[i], "token") == 0)
			continue;
		html_print(out, "%c%a=%a", before, a->key[i], a->value[i]);
		before = '&';
	}
	memory_close(out);
	return text;
}

void web_set_cookie(struct web *w, struct evhttp_request *request, const char *name,
	const char *value, int seconds)
{
	char cookie[512], age[32] = "";
	if (seconds >= 0)
		snprintf(age, sizeof age, "; Max-Age=%d", seconds);
	snprintf(cookie, sizeof cookie, "%s=%s; Path=%s/; HttpOnly; SameSite=Lax%s%s", name, value,
		w->prefix, web_source_https(w, request) ? "; Secure" : "", age);
	evhttp_add_header(evhttp_request_get_output_headers(request), "Set-Cookie", cookie);
}

/* Moves the token from the address into a cookie, by a redirect. */
static void answer_admit(struct web *w, struct evhttp_request *request, const struct address *a)
{
	char hash[CRYPTO_TEXT + 1];
	char *to = answer_without_token(w, a);
	crypto_write(w->cookie, hash);
	web_set_cookie(w, request, "referee", hash, -1);
	web_redirect(w, request, 303, to);
	free(to);
}

enum answer_guess { ANSWER_RIGHT, ANSWER_WRONG, ANSWER_LATER };

/* Checks a token, unless its address has sent too many wrong ones. */
static enum answer_guess answer_guess(struct web *w, struct evhttp_request *request,
	const char *token, const unsigned char right[CRYPTO_BYTES])
{
	struct peer_limit_key from;
	usec now = time_now();
	web_source_key(w, request, &from);
	if (!peer_limits_begin(&w->guesses, &from, now))
		return ANSWER_LATER;
	bool good = answer_token(token, right) || answer_token(token, w->token);
	peer_limits_end(&w->guesses, &from, good ? PEER_LIMIT_WELCOME : PEER_LIMIT_FAILED, now);
	return good ? ANSWER_RIGHT : ANSWER_WRONG;
}

/* Asks for the token, with a form; or reports that the next guess has to wait. */
static void answer_refuse(struct web *w, struct evhttp_request *request, enum answer_guess guess)
{
	static const char form[] = "<form><label>Token <input type=\"password\" name=\"token\" "
				   "autocomplete=\"current-password\"></label> "
				   "<button>Read</button></form>";
	if (guess == ANSWER_LATER) {
		web_retry_after(request, PEER_LIMITS_LONGEST / SECOND);
		web_refuse_with(w, request, 429,
			"Too many wrong tokens came from this address; wait a minute", "");
		return;
	}
	evhttp_add_header(evhttp_request_get_output_headers(request), "WWW-Authenticate", "Bearer");
	web_refuse_with(
		w, request, 401, "These pages need a token; add ?token=... to the address", form);
}

/* False: the request was answered. A cookie is always checked, because it cannot be guessed. So
 * clients that were admitted once do not wait for other clients of their address. */
static bool answer_is_admitted(
	struct web *w, struct evhttp_request *request, const struct address *a, const char *owner)
{
	const struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
	const char *given = evhttp_find_header(headers, "Authorization");
	const char *cookies = evhttp_find_header(headers, "Cookie");
	const char *token = address_value(a, "token");
	bool figures = a->parts == 1 && strcmp(a->part[0], "metrics") == 0;
	bool guarded = w->guarded || (figures && w->metered);
	enum answer_guess guess = ANSWER_WRONG;
	if (!guarded)
		return true;
	/* Also for admitted clients: people copy and show addresses. */
	if (w->guarded && *token != '\0' &&
		(guess = answer_guess(w, request, token, w->token)) == ANSWER_RIGHT) {
		answer_admit(w, request, a);
		return false;
	}
	if (w->guarded && cookies != NULL && answer_has_cookie(w, cookies))
		return true;
	if (owner != NULL && !figures)
		return true;
	if (given != NULL && strncmp(given, "Bearer ", 7) == 0 && guess != ANSWER_LATER)
		guess = answer_guess(w, request, given + 7, figures ? w->metrics : w->token);
	if (guess == ANSWER_RIGHT)
		return true;
	answer_refuse(w, request, guess);
	return false;
}

/* --- requests --------------------------------------------------------------------------------- */

bool web_match_path(const char *path, struct web_view *v)
{
	const struct address *a = v->address;
	char copy[64], *rest = copy, *word;
	int part = 0;
	snprintf(copy, sizeof copy, "%s", path + 1);
	if (*copy == '\0')
		return a->parts == 0;
	for (; (word = strsep(&rest, "/")) != NULL; part++) {
		if (part == a->parts)
			return false;
		const char *given = a->part[part];
		if (strcmp(word, "T") == 0) {
			v->tournament = live_games_at(&v->web->live, given, &v->moved);
			if (v->tournament == NULL)
				return false;
		} else if (strcmp(word, "N") == 0) {
			if (!address_number(given, &v->number))
				return false;
		} else if (strcmp(word, "B") == 0) {
			v->name = given;
		} else if (strcmp(word, given) != 0) {
			return false;
		}
	}
	return part == a->parts;
}

/* Are all keys of the query those of this page? False: the request was answered. */
static bool answer_keys(
	struct web *w, struct evhttp_request *request, const struct address *a, const char *keys)
{
	char known[64], why[256];
	snprintf(known, sizeof known, "%s token", keys != NULL ? keys : "");
	const char *strange = address_strange(a, known);
	if (strange == NULL)
		return true;
	snprintf(why, sizeof why,
		"The key \"%.31s\" is unknown or given twice; this page has the keys: %s", strange,
		keys != NULL ? keys : "none");
	web_refuse(w, request, 400, why);
	return false;
}

/* Redirects from the address that the tournament had while it waited. */
static void answer_moved(struct web *w, struct evhttp_request *request, const struct web_view *v)
{
	struct address a = *v->address;
	char address[LIVE_GAMES_ADDRESS];
	live_games_address(&w->live, v->tournament, address);
	a.part[1] = address;
	char *to = answer_without_token(w, &a);
	web_redirect(w, request, 302, to);
	free(to);
}

static void answer_page(
	struct web *w, struct evhttp_request *request, const struct address *a, const char *owner)
{
	struct web_view v = {.web = w, .address = a};
	if (*a->suffix == '\0' && web_match_path("/t/T/events", &v)) {
		if (v.moved)
			answer_moved(w, request, &v);
		else if (answer_keys(w, request, a, "games game"))
			web_stream_open(w, request, &v);
		return;
	}
	for (const struct web_page *p = web_pages; p->path != NULL; p++) {
		v = (struct web_view){.web = w, .address = a};
		if (!web_match_path(p->path, &v))
			continue;
		web_write *write = *a->suffix == '\0'		    ? p->html
				   : strcmp(a->suffix, "json") == 0 ? p->json
								    : p->record;
		if (write == NULL)
			break;
		if (v.moved)
			answer_moved(w, request, &v);
		else if (p->readers == WEB_OWNERS && owner == NULL)
			web_account_refuse(w, request);
		else if (answer_keys(w, request, a, p->keys)) {
			v.owner = p->readers != WEB_ALIKE ? owner : NULL;
			page_cache_answer(w, request, p, write, &v);
		}
		return;
	}
	web_refuse(
		w, request, 404, "This page does not exist; the first page lists all tournaments");
}

const struct web_service web_pages_service = {.get = answer_page, .other = "/play"};

/* --- forms ------------------------------------------------------------------------------------ */

/* Does the browser state that a page of this server sends the form? Sec-Fetch-Site is missing in
 * older browsers, and without TLS on other machines. */
static bool answer_same_origin(struct evhttp_request *request)
{
	const struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
	const char *site = evhttp_find_header(headers, "Sec-Fetch-Site");
	const char *origin = evhttp_find_header(headers, "Origin");
	const char *host = evhttp_find_header(headers, "Host");
	if (site != NULL)
		return strcmp(site, "same-origin") == 0;
	if (origin == NULL || host == NULL)
		return false;
	const char *name = strncmp(origin, "http://", 7) == 0	 ? origin + 7
			   : strncmp(origin, "https://", 8) == 0 ? origin + 8
								 : "";
	return strcasecmp(name, host) == 0;
}

static const struct web_post *answer_find_post(struct web *w, const struct address *a)
{
	struct web_view v = {.web = w, .address = a};
	const struct web_post *p = w->service->posts;
	while (p->path != NULL && (*a->suffix != '\0' || !web_match_path(p->path, &v)))
		p++;
	return p->path != NULL ? p : NULL;
}

/* A form has arrived: reads and passes it on. */
static void answer_form(struct web *w, struct evhttp_request *request, const struct address *a,
	const struct web_post *post)
{
	struct evbuffer *in = evhttp_request_get_input_buffer(request);
	size_t length = evbuffer_get_length(in);
	const char *type =
		evhttp_find_header(evhttp_request_get_input_headers(request), "Content-Type");
	struct web_form form;
	struct error err;
	if (length > post->body_max) {
		web_refuse(w, request, 413, "This form is too large");
		return;
	}
	evbuffer_add(in, "", 1); /* its NUL */
	enum web_form_status status =
		web_form_read(&form, type, (char *)evbuffer_pullup(in, -1), length, &err);
	if (status == WEB_FORM_GOOD)
		post->take(w, request, a, &form);
	else
		web_refuse(w, request, status == WEB_FORM_TYPE ? 415 : 400, err.text);
}

static void answer_post(struct web *w, struct evhttp_request *request, const struct address *a)
{
	const struct web_post *post = answer_find_post(w, a);
	if (post == NULL)
		web_refuse(w, request, 404, "This page takes no form");
	else if (!answer_same_origin(request))
		web_refuse(w, request, 403,
			"This form does not come from a page of this server; open the page and send it there");
	else if (answer_keys(w, request, a, NULL))
		answer_form(w, request, a, post);
}

/* --- every request ---------------------------------------------------------------------------- */

/* The requested address, without the prefix that a proxy may have left. */
static const char *answer_uri(const struct web *w, struct evhttp_request *request)
{
	const char *uri = evhttp_request_get_uri(request);
	size_t length = strlen(w->prefix);
	if (length == 0 || strncmp(uri, w->prefix, length) != 0 ||
		strchr("/?", uri[length]) == NULL)
		return uri;
	return uri[length] == '/' ? uri + length : "/";
}

/* Redirects to the server of the other kind. */
static void answer_other(
	struct web *w, struct evhttp_request *request, const char *host, const char *page)
{
	const char *other = w->options->other;
	char to[512];
	int slash = *other != '\0' && other[strlen(other) - 1] == '/';
	/* The host name was checked; its port is replaced. */
	size_t length = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
	if (*other == ':')
		snprintf(to, sizeof to, "http://%.*s%s/%s", (int)length, host, other, page);
	else
		snprintf(to, sizeof to, "%s%s%s", other, *page == '\0' || slash ? "" : "/", page);
	web_redirect(w, request, 302, to);
}

static const struct asset *answer_find_asset(const char *uri)
{
	for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
		if (strcmp(assets[i].path, uri) == 0 && *assets[i].text != '\0')
			return &assets[i];
	return NULL;
}

static bool answer_is(const struct address *a, const char *path)
{
	return a->parts == 1 && strcmp(a->part[0], path) == 0;
}

static void answer_address(
	struct web *w, struct evhttp_request *request, const struct address *a, bool post)
{
	bool accounts = w->live.accounts.count > 0;
	const char *owner = NULL;
	if ((w->guarded || accounts) && answer_is(a, "logout") && *a->suffix == '\0') {
		web_account_logout(w, request);
	} else if (accounts && answer_is(a, "login") && *a->suffix == '\0') {
		web_account_login(w, request, a);
	} else if ((answer_is(a, "metrics") || web_account_read(w, request, &owner)) &&
		   answer_is_admitted(w, request, a, owner)) {
		if (post)
			answer_post(w, request, a);
		else
			w->service->get(w, request, a, owner);
	}
}

/* Why another server on the way may see the request end elsewhere, so that a part of it would be a
 * request of its own (request smuggling); NULL: none may. */
static const char *answer_ambiguous(const struct evkeyvalq *headers)
{
	int hosts = 0, lengths = 0;
	for (const struct evkeyval *h = headers->tqh_first; h != NULL; h = h->next.tqe_next) {
		size_t name = strcspn(h->key, " \t");
		if (h->key[name] != '\0')
			return "A header has a blank before its colon";
		if (strcasecmp(h->key, "Transfer-Encoding") == 0)
			return "The header Transfer-Encoding is not taken; send Content-Length";
		if (strcasecmp(h->key, "Content-Length") == 0 &&
			(++lengths > 1 || *h->value == '\0' ||
				h->value[strspn(h->value, "0123456789")] != '\0'))
			return lengths > 1 ? "The header Content-Length is given twice"
					   : "The header Content-Length is no number";
		if (strcasecmp(h->key, "Host") == 0 && ++hosts > 1)
			return "The header Host is given twice";
	}
	return NULL;
}

void web_request(struct evhttp_request *request, void *web)
{
	struct web *w = web;
	enum evhttp_cmd_type command = evhttp_request_get_command(request);
	const char *uri = answer_uri(w, request);
	const char *host = evhttp_find_header(evhttp_request_get_input_headers(request), "Host");
	bool post = command == EVHTTP_REQ_POST && w->service->posts != NULL;
	struct error err;
	web_connection_received(web_connection_of(w, request));
	const char *ambiguous = answer_ambiguous(evhttp_request_get_input_headers(request));
	if (ambiguous != NULL) {
		web_refuse(w, request, 400, ambiguous);
		return;
	}
	if (command != EVHTTP_REQ_GET && command != EVHTTP_REQ_HEAD && !post) {
		const char *allowed = w->service->posts != NULL ? "GET, HEAD, POST" : "GET, HEAD";
		evhttp_add_header(evhttp_request_get_output_headers(request), "Allow", allowed);
		web_refuse(w, request, 405, "This method is not allowed; use GET or HEAD");
		return;
	}
	if (host == NULL || !answer_own_host(w, host)) {
		web_refuse(w, request, 403,
			"The host name is not one of this server; add it with --public-name");
		return;
	}
	const struct asset *asset = answer_find_asset(uri);
	if (asset != NULL && !post) { /* assets contain no secrets */
		answer_asset(w, request, asset);
		return;
	}
	bool send = w->service == &web_pages_service && w->options->takes_bots &&
		    strcmp(uri, "/send") == 0;
	if (!post && w->options->other != NULL && (send || strcmp(uri, w->service->other) == 0)) {
		answer_other(w, request, host, send ? "send" : "");
		return;
	}
	struct address *a = memory_get(1, sizeof *a);
	if (!address_read(a, uri, &err))
		web_refuse(w, request, 400, err.text);
	else
		answer_address(w, request, a, post);
	free(a);
}
