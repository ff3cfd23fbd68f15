/*
 * web-answer.c - every request: may it be asked, what does it ask for, and the headers of whatever
 * is answered. Nothing here changes anything: only GET and HEAD are answered.
 *
 * On loopback a name other than this machine's own is refused: a foreign page could otherwise let
 * its own name point here and read what it likes (DNS rebinding).
 */
#include <event2/buffer.h>
#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/pages/assets.h"
#include "referee/pages/page.h"
#include "referee/pages/web-parts.h"

static const char *const answer_headers[][2] = {
	{"Content-Security-Policy",
		"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
		"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Cross-Origin-Resource-Policy", "same-origin"},
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"X-Frame-Options", "DENY"},
};

static const struct asset {
	const char *path, *type, *text;
} assets[] = {
	{"/uplot.css", "text/css; charset=utf-8", page_uplot_css},
	{"/style.css", "text/css; charset=utf-8", page_style_css},
	{"/board.js", "text/javascript; charset=utf-8", page_board_js},
	{"/star.js", "text/javascript; charset=utf-8", page_star_js},
	{"/plot.js", "text/javascript; charset=utf-8", page_plot_js},
	{"/replay.js", "text/javascript; charset=utf-8", page_replay_js},
	{"/uplot.js", "text/javascript; charset=utf-8", page_uplot_js},
	{"/ratings.js", "text/javascript; charset=utf-8", page_ratings_js},
	{"/pages.js", "text/javascript; charset=utf-8", page_pages_js},
};

static const struct {
	int status;
	const char *reason;
} answer_reasons[] = {{200, "OK"}, {303, "See Other"}, {304, "Not Modified"}, {400, "Bad Request"},
	{401, "Unauthorized"}, {403, "Forbidden"}, {404, "Not Found"}, {405, "Method Not Allowed"},
	{500, "Internal Server Error"}, {503, "Service Unavailable"}};

static const char *answer_reason(int status)
{
	for (size_t i = 0; i < sizeof answer_reasons / sizeof *answer_reasons; i++)
		if (answer_reasons[i].status == status)
			return answer_reasons[i].reason;
	return "Answer";
}

/* --- answers ---------------------------------------------------------------------------------- */

/* Headers that every answer has: evhttp refuses some requests by itself (400, 413) and asks nobody
 * for headers. But its first line always comes alone into an empty buffer: right then ours are put
 * behind it. Once something was sent the buffer's start may only be looked at, not copied out. */
void web_strict(struct evbuffer *out, const struct evbuffer_cb_info *info, void *web)
{
	static const char first[] = "HTTP/1.";
	struct evbuffer_iovec piece;
	char line[sizeof "HTTP/1.1 200"] = "";
	struct web *w = web;
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
}

void web_headers(struct web *w, struct evhttp_request *request)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	if (evhttp_find_header(headers, "Cache-Control") == NULL)
		evhttp_add_header(headers, "Cache-Control", w->guarded ? "no-store" : "no-cache");
}

void web_answer(struct web *w, struct evhttp_request *request, int status, const char *type,
	const void *body, size_t length)
{
	struct evbuffer *out = evbuffer_new();
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	evhttp_add_header(headers, "Content-Type", type);
	web_headers(w, request);
	/* evhttp would send a body that HEAD must not have, as the beginning of the next answer. */
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

void web_refuse(struct web *w, struct evhttp_request *request, int status, const char *why)
{
	char *body = NULL;
	size_t length = 0;
	FILE *out = open_memstream(&body, &length);
	fprintf(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		"<title>%s - Referee</title>\n"
		"<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n<body>\n"
		"<header class=\"top\"><div class=\"wrap\"><p class=\"brand\">"
		"<a href=\"/\">Referee</a></p>\n<h1>%s</h1></div></header>\n"
		"<main class=\"wrap\"><p>",
		answer_reason(status), answer_reason(status));
	page_text(out, why);
	fputs(".</p></main>\n</body>\n</html>\n", out);
	fclose(out);
	web_answer(w, request, status, "text/html; charset=utf-8", body, length);
	free(body);
}

static void answer_asset(struct web *w, struct evhttp_request *request, const struct asset *a)
{
	char hash[PAGE_HASH], etag[PAGE_HASH + 2];
	const char *known =
		evhttp_find_header(evhttp_request_get_input_headers(request), "If-None-Match");
	page_hash(a->text, hash);
	snprintf(etag, sizeof etag, "\"%.43s\"", hash + strlen("'sha256-"));
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	evhttp_add_header(headers, "ETag", etag);
	evhttp_add_header(headers, "Cache-Control", "no-cache");
	if (known != NULL && strcmp(known, etag) == 0)
		web_answer(w, request, 304, a->type, "", 0);
	else
		web_answer(w, request, 200, a->type, a->text, strlen(a->text));
}

/* --- who may ask ------------------------------------------------------------------------------ */

/* Does this header Host name this machine by a name that nobody else gives out? */
static bool answer_own_host(const char *host)
{
	static const char *const own[] = {"localhost", "127.0.0.1", "[::1]"};
	size_t length = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (strlen(own[i]) == length && strncasecmp(host, own[i], length) == 0)
			return host[length] == '\0' ||
			       (host[length] == ':' &&
				       host[length + 1 + strspn(host + length + 1, "0123456789")] ==
					       '\0');
	return false;
}

/* Hashes are compared, so tokens of any length take the same time. */
static bool answer_token(const struct web *w, const char *text)
{
	unsigned char hash[SECRET_BYTES];
	secret_hash(text, strlen(text), hash);
	return secret_same(hash, w->token);
}

/* The cookie holds the token's hash as text, so that any token will do. */
static bool answer_has_cookie(const struct web *w, const char *cookies)
{
	static const char name[] = "referee=";
	for (const char *at = cookies; (at = strstr(at, name)) != NULL; at += strlen(name)) {
		char value[SECRET_TEXT + 1];
		unsigned char hash[SECRET_BYTES];
		snprintf(value, sizeof value, "%s", at + strlen(name));
		if ((at == cookies || at[-1] == ' ') && secret_read(value, hash) &&
			secret_same(hash, w->token))
			return true;
	}
	return false;
}

/* The address again, without the token; all of it encoded anew, so that it stays an address of ours
 * whatever a browser makes of blanks and backslashes. Owned by the caller. */
static char *answer_without_token(const struct address *a)
{
	char *text = NULL, before = '?';
	size_t length = 0;
	FILE *out = open_memstream(&text, &length);
	/* Two slashes would begin the name of another machine. */
	int parts = a->parts > 0 && *a->part[0] != '\0' ? a->parts : 0;
	fputs(parts == 0 ? "/" : "", out);
	for (int i = 0; i < parts; i++) {
		fputc('/', out);
		page_address(out, a->part[i]);
	}
	if (*a->suffix != '\0')
		fprintf(out, ".%s", a->suffix);
	for (int i = 0; i < a->values; i++) {
		if (strcmp(a->key[i], "token") == 0)
			continue;
		fputc(before, out);
		page_address(out, a->key[i]);
		fputc('=', out);
		page_address(out, a->value[i]);
		before = '&';
	}
	fclose(out);
	return text;
}

/* The token was in the address: it goes into a cookie, and the address loses it. */
static void answer_let_in(struct web *w, struct evhttp_request *request, const struct address *a)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	char cookie[256], hash[SECRET_TEXT + 1];
	char *to = answer_without_token(a);
	secret_write(w->token, hash);
	snprintf(cookie, sizeof cookie, "referee=%s; Path=/; HttpOnly; SameSite=Strict", hash);
	evhttp_add_header(headers, "Set-Cookie", cookie);
	evhttp_add_header(headers, "Location", to);
	web_answer(w, request, 303, "text/plain; charset=utf-8", "", 0);
	free(to);
}

/* False: it was answered. */
static bool answer_may(struct web *w, struct evhttp_request *request, const struct address *a)
{
	const struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
	const char *given = evhttp_find_header(headers, "Authorization");
	const char *cookies = evhttp_find_header(headers, "Cookie");
	const char *token = address_value(a, "token");
	bool brings = w->guarded && *token != '\0' && answer_token(w, token);
	/* Also for who is known: what is in an address is copied and shown. */
	if (brings) {
		answer_let_in(w, request, a);
		return false;
	}
	if (!w->guarded || (cookies != NULL && answer_has_cookie(w, cookies)) ||
		(given != NULL && strncmp(given, "Bearer ", 7) == 0 && answer_token(w, given + 7)))
		return true;
	evhttp_add_header(evhttp_request_get_output_headers(request), "WWW-Authenticate", "Bearer");
	web_refuse(w, request, 401, "These pages want their token: add ?token=... to the address");
	return false;
}

/* --- what is asked for ------------------------------------------------------------------------ */

bool web_fits(const char *path, struct web_view *v)
{
	const struct address *a = v->address;
	char copy[64], *rest = copy, *word;
	uint64_t number;
	int part = 0;
	snprintf(copy, sizeof copy, "%s", path + 1);
	if (*copy == '\0')
		return a->parts == 0;
	for (; (word = strsep(&rest, "/")) != NULL; part++) {
		if (part == a->parts)
			return false;
		const char *given = a->part[part];
		if (strcmp(word, "T") == 0) {
			if (!address_number(given, &number))
				return false;
			v->tournament = live_find(&v->web->live, (int64_t)number);
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

static void answer_page(struct web *w, struct evhttp_request *request, const struct address *a)
{
	struct web_view v = {.web = w, .address = a};
	if (*a->suffix == '\0' && web_fits("/t/T/events", &v)) {
		web_stream_open(w, request, &v);
		return;
	}
	for (const struct web_page *p = web_pages; p->path != NULL; p++) {
		v = (struct web_view){.web = w, .address = a};
		if (!web_fits(p->path, &v))
			continue;
		web_write *write = *a->suffix == '\0'		    ? p->html
				   : strcmp(a->suffix, "json") == 0 ? p->json
								    : p->record;
		if (write != NULL) {
			web_make(w, request, p, write, &v);
			return;
		}
	}
	web_refuse(w, request, 404, "There is no such page");
}

void web_ask(struct evhttp_request *request, void *web)
{
	struct web *w = web;
	enum evhttp_cmd_type command = evhttp_request_get_command(request);
	const char *uri = evhttp_request_get_uri(request);
	const char *host = evhttp_find_header(evhttp_request_get_input_headers(request), "Host");
	char why[128];
	web_heard_all(w, request);
	if (command != EVHTTP_REQ_GET && command != EVHTTP_REQ_HEAD) {
		evhttp_add_header(evhttp_request_get_output_headers(request), "Allow", "GET, HEAD");
		web_refuse(w, request, 405, "Pages can be read, and nothing else");
		return;
	}
	if (w->loopback && (host == NULL || !answer_own_host(host))) {
		web_refuse(w, request, 403, "This is not the name of this machine");
		return;
	}
	struct address *a = memory_get(1, sizeof *a);
	if (!address_read(a, uri, why, sizeof why)) {
		web_refuse(w, request, 400, why);
	} else if (answer_may(w, request, a)) {
		const struct asset *asset = NULL;
		for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
			if (strcmp(assets[i].path, uri) == 0 && *assets[i].text != '\0')
				asset = &assets[i];
		if (asset != NULL)
			answer_asset(w, request, asset);
		else
			answer_page(w, request, a);
	}
	free(a);
}
