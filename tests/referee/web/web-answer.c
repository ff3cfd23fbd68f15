/*
 * Which requests are answered, and how: host names, methods, tokens, cookies, forms. A server of
 * this process at a port of its own; its pages say only which address and owner they are for.
 */
#include "referee/web/web-page.h"

#include <arpa/inet.h>
#include <event2/keyvalq_struct.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/memory.h"
#include "referee/web/web-form.h"
#include "tests/lib/suite.h"

enum { ANSWER = 16384, REQUEST = 4096, BODY = 40 };

static struct web *web;
static struct sockaddr_in place;

/* The page: "PATH|OWNER". */
static void on_get(
	struct web *w, struct evhttp_request *request, const struct address *a, const char *owner)
{
	char text[256] = "";
	for (int i = 0; i < a->parts; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "/%s", a->part[i]);
	snprintf(text + strlen(text), sizeof text - strlen(text), "|%s",
		owner != NULL ? owner : "-");
	web_answer(w, request, 200, "text/plain", text, strlen(text));
}

static void on_form(struct web *w, struct evhttp_request *request, const struct address *a,
	const struct web_form *form)
{
	const char *value = web_form_text(form, "a");
	(void)a;
	web_answer(w, request, 200, "text/plain", value, strlen(value));
}

static const struct web_post posts[] = {{"/form", BODY, on_form}, {NULL}};
static const struct web_service reads = {.get = on_get, .other = "/play"},
				takes = {.get = on_get, .posts = posts, .other = "/watch"};

static bool keep_rights(const struct web_options *o)
{
	(void)o;
	return true;
}

/* Opens a server with these options, and the tokens that they have. */
static void begin(const struct web_service *service, const struct web_options *options)
{
	static struct web_options o;
	char line[64] = "";
	int ends[2];
	o = *options;
	o.listen[0] = (struct web_listen){"127.0.0.1", 0};
	o.listen_count = 1;
	web = memory_get(1, sizeof *web);
	web->options = &o;
	web->service = service;
	live_games_init(&web->live);
	web->guarded = o.token != NULL;
	web->metered = o.metrics_token != NULL;
	if (web->guarded)
		crypto_hash(o.token, strlen(o.token), web->token);
	if (web->metered)
		crypto_hash(o.metrics_token, strlen(o.metrics_token), web->metrics);
	memset(web->cookie, 0xab, sizeof web->cookie);
	ck_assert_int_eq(pipe(ends), 0);
	ck_assert(web_server_open(web, ends[1], keep_rights));
	ck_assert_int_gt(read(ends[0], line, sizeof line - 1), 0);
	close(ends[0]), close(ends[1]);
	place = (struct sockaddr_in){.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
		.sin_port = htons((uint16_t)atoi(strrchr(line, ' ')))};
}

static void end(void)
{
	web_server_close(web);
	live_games_clear(&web->live);
	free(web);
}

/* An account of the token of 32 times this byte; code gets its code. */
static void add_account(const char *owner, int byte, char code[CRYPTO_TEXT + 1])
{
	unsigned char token[CRYPTO_BYTES], pages[CRYPTO_BYTES];
	struct token_keys keys;
	memset(token, byte, sizeof token);
	token_keys_make(token, &keys);
	token_pages_code(token, pages);
	crypto_write(pages, code);
	struct live_games_accounts *all = &web->live.accounts;
	all->all = memory_resize(all->all, (size_t)all->count + 1, sizeof *all->all);
	struct live_games_account *account = &all->all[all->count++];
	memset(account, 0, sizeof *account);
	snprintf(account->name, sizeof account->name, "%s", owner);
	snprintf(account->owner, sizeof account->owner, "%s", owner);
	memcpy(account->key, keys.pages, sizeof account->key);
}

static void on_ready(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	event_base_loopbreak(arg);
}

/* Sends the request, and returns the whole answer. */
static const char *asked(const char *request)
{
	static char answer[ANSWER];
	size_t length = 0;
	ssize_t count;
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&place, sizeof place), 0);
	ck_assert_int_eq(send(fd, request, strlen(request), MSG_NOSIGNAL), (int)strlen(request));
	struct event *event = event_new(web->base, fd, EV_READ, on_ready, web->base);
	do {
		event_add(event, NULL);
		event_base_dispatch(web->base);
		count = recv(fd, answer + length, sizeof answer - 1 - length, MSG_DONTWAIT);
		length += count > 0 ? (size_t)count : 0;
	} while (count != 0);
	event_free(event);
	close(fd);
	answer[length] = '\0';
	return answer;
}

/* Asks for a page with these header lines, each with its LF; host NULL: this address. */
static const char *get(const char *method, const char *path, const char *host, const char *headers,
	const char *body)
{
	char request[REQUEST];
	snprintf(request, sizeof request,
		"%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%sContent-Length: %zu\r\n\r\n%s",
		method, path, host != NULL ? host : "127.0.0.1", headers, strlen(body), body);
	return asked(request);
}

static int status_of(const char *answer)
{
	ck_assert_msg(strncmp(answer, "HTTP/1.", 7) == 0, "%s", answer);
	return atoi(answer + 9);
}

static const char *body_of(const char *answer)
{
	const char *end = strstr(answer, "\r\n\r\n");
	ck_assert_ptr_nonnull(end);
	return end + 4;
}

/* Has the answer this header, with exactly this value? NULL: it has none. */
static void header_is(const char *answer, const char *name, const char *value)
{
	char line[128], got[512];
	snprintf(line, sizeof line, "\r\n%s: ", name);
	const char *at = strstr(answer, line);
	if (at == NULL || at > strstr(answer, "\r\n\r\n")) {
		ck_assert_msg(value == NULL, "no %s in %s", name, answer);
		return;
	}
	at += strlen(line);
	snprintf(got, sizeof got, "%.*s", (int)strcspn(at, "\r"), at);
	ck_assert_pstr_eq(got, value);
}

static const struct web_options open_pages = {.names = (const char *const[]){"cup.example"},
					.names_count = 1},
				guarded_pages = {.token = "secret", .metrics_token = "figures"},
				metered_pages = {.metrics_token = "figures"};

/* A foreign page could have any other name lead here. */
static const struct {
	const char *host;
	int status;
} hosts[] = {
	{"127.0.0.1", 200},
	{"127.0.0.1:8080", 200},
	{"192.0.2.7", 200},
	{"[::1]", 200},
	{"[::1]:80", 200},
	{"localhost", 200},
	{"LOCALHOST:1", 200},
	{"cup.example", 200},
	{"Cup.Example:443", 200},
	{"evil.example", 403},
	{"cup.example.evil.example", 403},
	{"xcup.example", 403},
	{"localhost.evil.example", 403},
	{"127.0.0.1.evil.example", 403},
	{"127.0.0.1:80x", 403},
	{"127.0.0.1:80:1", 403},
	{"[::1", 403},
	{"[::1]x", 403},
	{"[evil.example]", 403},
	{"", 403},
};

START_TEST(only_the_names_of_this_server_are_answered)
	{
		begin(&reads, &open_pages);
		ck_assert_int_eq(
			status_of(get("GET", "/a", hosts[_i].host, "", "")), hosts[_i].status);
		end();
	}
END_TEST

START_TEST(a_request_without_a_host_is_refused)
	{
		begin(&reads, &open_pages);
		ck_assert_int_eq(status_of(asked("GET / HTTP/1.0\r\n\r\n")), 403);
		end();
	}
END_TEST

START_TEST(every_answer_has_its_headers_and_only_get_and_head_are_allowed)
	{
		begin(&reads, &open_pages);
		const char *answer = get("GET", "/a/b", NULL, "", "");
		ck_assert_int_eq(status_of(answer), 200);
		ck_assert_str_eq(body_of(answer), "/a/b|-");
		header_is(answer, "X-Content-Type-Options", "nosniff");
		header_is(answer, "X-Frame-Options", "DENY");
		header_is(answer, "Referrer-Policy", "no-referrer");
		header_is(answer, "Cross-Origin-Resource-Policy", "same-origin");
		header_is(answer, "Cross-Origin-Opener-Policy", "same-origin");
		header_is(answer, "Cache-Control", "no-cache");
		ck_assert_ptr_nonnull(strstr(answer, "default-src 'none'; script-src 'self';"));
		ck_assert_ptr_nonnull(strstr(answer, "frame-ancestors 'none'\r\n"));
		answer = get("HEAD", "/a/b", NULL, "", "");
		ck_assert_int_eq(status_of(answer), 200);
		header_is(answer, "Content-Length", "6");
		ck_assert_str_eq(body_of(answer), "");
		static const char *const methods[] = {"POST", "PUT", "DELETE", "OPTIONS", "PATCH"};
		for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
			answer = get(methods[i], "/a", NULL, "", "");
			ck_assert_int_eq(status_of(answer), 405);
			header_is(answer, "Allow", "GET, HEAD");
			header_is(answer, "X-Frame-Options", "DENY");
		}
		ck_assert_int_eq(status_of(get("GET", "/a%zz", NULL, "", "")), 400);
		ck_assert_uint_eq(web->answers[200], 2);
		ck_assert_uint_eq(web->answers[405], 5);
		ck_assert_uint_eq(web->answers[400], 1);
		end();
	}
END_TEST

#define COOKIE "abababababababababababababababababababababababababababababababab"

/* Of pages with a token: the address, header lines, and the status. */
static const struct {
	const char *path, *headers;
	int status;
} tokens[] = {
	{"/", "", 401},
	{"/", "Authorization: Bearer secret\r\n", 200},
	{"/", "Authorization: Bearer secre\r\n", 401},
	{"/", "Authorization: Bearer secret2\r\n", 401},
	{"/", "Authorization: Basic secret\r\n", 401},
	{"/", "Authorization: Bearer figures\r\n", 401},
	{"/", "Cookie: referee=" COOKIE "\r\n", 200},
	{"/", "Cookie: a=b; referee=" COOKIE "\r\n", 200},
	{"/", "Cookie: referee=x; referee=" COOKIE "; c=d\r\n", 200},
	{"/", "Cookie: xreferee=" COOKIE "\r\n", 401},
	{"/", "Cookie: referee=bbabababababababababababababababababababababababababababababbabb\r\n",
		401},
	{"/", "Cookie: referee=abab\r\n", 401},
	{"/", "Cookie: referee=secret\r\n", 401},
	{"/?token=secret", "", 303},
	{"/?token=wrong", "", 401},
	{"/?token=wrong", "Cookie: referee=" COOKIE "\r\n", 200},
	/* figures have a token of their own, which opens nothing else */
	{"/metrics", "", 401},
	{"/metrics", "Authorization: Bearer figures\r\n", 200},
	{"/metrics", "Authorization: Bearer secret\r\n", 200},
	{"/metrics", "Authorization: Bearer figure\r\n", 401},
	{"/metrics/x", "Authorization: Bearer figures\r\n", 401},
	/* there is no secret in them */
	{"/style.css", "", 200},
};

START_TEST(guarded_pages_need_their_token)
	{
		begin(&reads, &guarded_pages);
		const char *answer = get("GET", tokens[_i].path, NULL, tokens[_i].headers, "");
		ck_assert_msg(status_of(answer) == tokens[_i].status, "%s", answer);
		if (tokens[_i].status == 401) {
			header_is(answer, "WWW-Authenticate", "Bearer");
			header_is(answer, "Cache-Control", "no-store");
			header_is(answer, "Set-Cookie", NULL);
		}
		end();
	}
END_TEST

START_TEST(figures_may_need_a_token_where_pages_need_none)
	{
		begin(&reads, &metered_pages);
		ck_assert_int_eq(status_of(get("GET", "/", NULL, "", "")), 200);
		ck_assert_int_eq(status_of(get("GET", "/metrics", NULL, "", "")), 401);
		ck_assert_int_eq(status_of(get("GET", "/metrics", NULL,
					 "Authorization: Bearer figures\r\n", "")),
			200);
		ck_assert_int_eq(status_of(get("GET", "/metrics", NULL,
					 "Cookie: referee=" COOKIE "\r\n", "")),
			401);
		end();
	}
END_TEST

/* An address with the token, and where it leads without it. */
static const char *const redirects[][2] = {
	{"/?token=secret", "/"},
	{"/a/b?x=1&token=secret&y=2", "/a/b?x=1&y=2"},
	{"/a.json?token=secret", "/a.json"},
	{"/a%20b/%5C?token=secret", "/a%20b/%5C"},
	{"/a?x=%26y&token=secret", "/a?x=%26y"},
};

START_TEST(the_token_of_an_address_becomes_a_cookie)
	{
		begin(&reads, &guarded_pages);
		const char *answer = get("GET", redirects[_i][0], NULL, "", "");
		ck_assert_int_eq(status_of(answer), 303);
		header_is(answer, "Location", redirects[_i][1]);
		header_is(
			answer, "Set-Cookie", "referee=" COOKIE "; Path=/; HttpOnly; SameSite=Lax");
		ck_assert_ptr_null(strstr(answer, "secret"));
		end();
	}
END_TEST

/* Two slashes at the begin would be the name of another machine. */
START_TEST(no_redirect_leads_to_another_machine)
	{
		static const char *const paths[] = {"//evil.example/?token=secret",
			"///evil.example?token=secret", "/%2Fevil.example?token=secret",
			"/\\evil.example?token=secret"};
		for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
			begin(&reads, &guarded_pages);
			const char *answer = get("GET", paths[i], NULL, "", "");
			const char *to = strstr(answer, "\r\nLocation: ");
			ck_assert_msg(
				to == NULL || (to[12] == '/' && to[13] != '/' && to[13] != '\\'),
				"%s", answer);
			end();
		}
	}
END_TEST

START_TEST(after_too_many_wrong_tokens_an_address_has_to_wait)
	{
		char code[CRYPTO_TEXT + 1];
		begin(&reads, &guarded_pages);
		add_account("ann", 1, code);
		for (int i = 0; i <= PEER_LIMITS_FREE; i++)
			ck_assert_int_eq(
				status_of(get("GET", "/", NULL, "Authorization: Bearer x\r\n", "")),
				401);
		/* also with the right one; but a cookie cannot be guessed */
		const char *answer = get("GET", "/", NULL, "Authorization: Bearer secret\r\n", "");
		ck_assert_int_eq(status_of(answer), 429);
		header_is(answer, "Retry-After", "60");
		ck_assert_int_eq(status_of(get("GET", "/?token=secret", NULL, "", "")), 429);
		ck_assert_int_eq(status_of(get("GET", "/login?code=x", NULL, "", "")), 429);
		ck_assert_int_eq(
			status_of(get("GET", "/", NULL, "Cookie: referee=" COOKIE "\r\n", "")),
			200);
		end();
	}
END_TEST

START_TEST(an_owner_signs_in_with_a_code_and_reads_as_itself)
	{
		char ann[CRYPTO_TEXT + 1], bob[CRYPTO_TEXT + 1], text[256];
		begin(&reads, &guarded_pages);
		add_account("ann", 1, ann);
		add_account("bob", 2, bob);
		snprintf(text, sizeof text, "/login?code=%s", bob);
		const char *answer = get("GET", text, NULL, "", "");
		ck_assert_int_eq(status_of(answer), 303);
		header_is(answer, "Location", "/me");
		const char *cookie = strstr(answer, "Set-Cookie: referee-owner=bob:");
		ck_assert_ptr_nonnull(cookie);
		ck_assert_ptr_nonnull(
			strstr(cookie, "; Path=/; HttpOnly; SameSite=Lax; Max-Age=2592000\r\n"));
		cookie += strlen("Set-Cookie: ");
		snprintf(text, sizeof text, "Cookie: %.*s\r\n", (int)strcspn(cookie, ";"), cookie);
		ck_assert_str_eq(body_of(get("GET", "/a", NULL, text, "")), "/a|bob");
		/* a code is no token of the figures */
		ck_assert_int_eq(status_of(get("GET", "/metrics", NULL, text, "")), 401);
		snprintf(text, sizeof text, "Authorization: Bearer %s\r\n", ann);
		ck_assert_str_eq(body_of(get("GET", "/a", NULL, text, "")), "/a|ann");
		/* the token of the pages is of no owner */
		ck_assert_str_eq(
			body_of(get("GET", "/a", NULL, "Authorization: Bearer secret\r\n", "")),
			"/a|-");
		ck_assert_int_eq(status_of(get("GET", "/login?code=00", NULL, "", "")), 401);
		ck_assert_int_eq(status_of(get("GET", "/login", NULL, "", "")), 200);
		/* a link of a foreign page signs no reader in before the reader says so */
		snprintf(text, sizeof text, "/login?code=%s", bob);
		answer = get("GET", text, NULL, "Sec-Fetch-Site: cross-site\r\n", "");
		ck_assert_int_eq(status_of(answer), 200);
		header_is(answer, "Set-Cookie", NULL);
		ck_assert_ptr_nonnull(strstr(answer, "This link signs you in as bob"));
		/* nor does it sign one out */
		answer = get("GET", "/logout", NULL, "Sec-Fetch-Site: cross-site\r\n", "");
		ck_assert_int_eq(status_of(answer), 200);
		header_is(answer, "Set-Cookie", NULL);
		ck_assert_ptr_nonnull(strstr(answer,
			"This link logs you out.</p><form action=\"/logout\"><button>Log out</button></form>"));
		answer = get("GET", "/logout", NULL, "Sec-Fetch-Site: same-origin\r\n", "");
		ck_assert_ptr_nonnull(strstr(answer,
			"Set-Cookie: referee=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0\r\n"));
		ck_assert_ptr_nonnull(strstr(answer,
			"Set-Cookie: referee-owner=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0\r\n"));
		end();
	}
END_TEST

#define TYPE "Content-Type: application/x-www-form-urlencoded\r\n"
#define SAME "Sec-Fetch-Site: same-origin\r\n"

/* A form, and its answer. A page of another server must not be able to send one. */
static const struct {
	const char *path, *headers, *body;
	int status;
} forms[] = {
	{"/form", TYPE SAME, "a=1", 200},
	{"/form", TYPE "Origin: http://127.0.0.1\r\n", "a=1", 200},
	{"/form", TYPE "Origin: https://127.0.0.1\r\n", "a=1", 200},
	{"/form", TYPE "Origin: http://127.0.0.1:80\r\n", "a=1", 403},
	{"/form", TYPE "Origin: http://127.0.0.1.evil.example\r\n", "a=1", 403},
	{"/form", TYPE "Origin: http://evil.example\r\n", "a=1", 403},
	{"/form", TYPE "Origin: null\r\n", "a=1", 403},
	{"/form", TYPE, "a=1", 403},
	{"/form", TYPE "Sec-Fetch-Site: cross-site\r\n", "a=1", 403},
	{"/form", TYPE "Sec-Fetch-Site: same-site\r\n", "a=1", 403},
	{"/form", TYPE "Sec-Fetch-Site: none\r\n", "a=1", 403},
	{"/form", TYPE "Sec-Fetch-Site: cross-site\r\nOrigin: http://127.0.0.1\r\n", "a=1", 403},
	{"/form", TYPE SAME, "a=34567890123456789012345678901234567890", 200},
	{"/form", TYPE SAME, "a=345678901234567890123456789012345678901", 413},
	{"/form", "Content-Type: text/plain\r\n" SAME, "a=1", 415},
	{"/form", SAME, "a=1", 415},
	{"/form", TYPE SAME, "a=%0", 400},
	{"/form?x=1", TYPE SAME, "a=1", 400},
	{"/form.json", TYPE SAME, "a=1", 404},
	{"/other", TYPE SAME, "a=1", 404},
};

START_TEST(a_form_comes_from_a_page_of_this_server)
	{
		begin(&takes, &open_pages);
		const char *answer =
			get("POST", forms[_i].path, NULL, forms[_i].headers, forms[_i].body);
		ck_assert_msg(status_of(answer) == forms[_i].status, "%s", answer);
		if (forms[_i].status == 200)
			ck_assert_str_eq(body_of(answer), forms[_i].body + 2);
		header_is(answer, "Referrer-Policy", "same-origin");
		end();
	}
END_TEST

START_TEST(a_form_of_guarded_pages_needs_the_token_too)
	{
		begin(&takes, &guarded_pages);
		ck_assert_int_eq(status_of(get("POST", "/form", NULL, TYPE SAME, "a=1")), 401);
		ck_assert_int_eq(status_of(get("POST", "/form", NULL,
					 TYPE SAME "Cookie: referee=" COOKIE "\r\n", "a=1")),
			200);
		end();
	}
END_TEST

/* The first line of an answer. */
static const struct {
	const char *method, *path, *host, *line, *title;
} lines[] = {
	{"GET", "/a", NULL, "HTTP/1.1 200 OK\r\n", NULL},
	{"GET", "/a", "evil.example", "HTTP/1.1 403 Forbidden\r\n", "<h1>Forbidden</h1>"},
	{"PUT", "/a", NULL, "HTTP/1.1 405 Method Not Allowed\r\n", "<h1>Method Not Allowed</h1>"},
	{"GET", "/%", NULL, "HTTP/1.1 400 Bad Request\r\n", "<title>Bad Request - "},
	{"GET", "/metrics", NULL, "HTTP/1.1 401 Unauthorized\r\n", "<h1>Sign in</h1>"},
};

START_TEST(an_answer_has_the_words_of_its_status)
	{
		struct web_options o = metered_pages;
		o.title = "Cup <1>";
		begin(&reads, &o);
		const char *answer = get(lines[_i].method, lines[_i].path, lines[_i].host, "", "");
		ck_assert_msg(
			strncmp(answer, lines[_i].line, strlen(lines[_i].line)) == 0, "%s", answer);
		if (lines[_i].title != NULL) {
			ck_assert_ptr_nonnull(strstr(body_of(answer), lines[_i].title));
			ck_assert_ptr_nonnull(strstr(body_of(answer), "<bdi>Cup &lt;1&gt;</bdi>"));
		}
		end();
	}
END_TEST

/* Of the real pages those that need no process: wrong addresses, and one that has changed. */
static const struct {
	const char *path;
	int status;
	const char *part;
} pages[] = {
	{"/none", 404, "This page does not exist"},
	{"/t/none", 404, "This page does not exist"},
	{"/t/later-3/none", 404, "This page does not exist"},
	{"/t/later-3/game/x", 404, "This page does not exist"},
	{"/me", 401, "This page is about your own bots; sign in"},
	{"/t/later-3?x=1", 400, "The key &quot;x&quot; is unknown or given twice"},
	{"/t/later-3/events?x=1", 400, "this page has the keys: games game"},
	{"/t/later-3.record", 404, "This page does not exist"},
	{"/t/old-3/games?round=1", 302, "Location: /t/later-3/games?round=1\r\n"},
	{"/t/old-3/events", 302, "Location: /t/later-3/events\r\n"},
};

START_TEST(an_address_that_is_none_is_told)
	{
		struct live_games_news news;
		struct live_event event;
		char line[] = "tournament 3 - 0 12 waiting later /nowhere/later.db - later-3 old-3";
		begin(&web_pages_service, &open_pages);
		ck_assert(live_event_read(&event, line));
		ck_assert(live_games_take(&web->live, &event, 0, &news));
		const char *answer = get("GET", pages[_i].path, NULL, "", "");
		ck_assert_msg(status_of(answer) == pages[_i].status, "%s", answer);
		ck_assert_msg(strstr(answer, pages[_i].part) != NULL, "%s", answer);
		end();
	}
END_TEST

START_TEST(all_files_of_pages_are_there)
	{
		static const char *const files[][2] = {{"/board.css", "css"}, {"/style.css", "css"},
			{"/board.js", "javascript"}, {"/plot.js", "javascript"},
			{"/replay.js", "javascript"}, {"/pages.js", "javascript"},
			{"/play.js", "javascript"}, {"/play.css", "css"}};
		char type[64];
		begin(&reads, &open_pages);
		for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
			const char *answer = get("HEAD", files[i][0], NULL, "", "");
			ck_assert_int_eq(status_of(answer), 200);
			snprintf(type, sizeof type, "text/%s; charset=utf-8", files[i][1]);
			header_is(answer, "Content-Type", type);
			ck_assert_ptr_null(strstr(answer, "Content-Length: 0\r\n"));
		}
		end();
	}
END_TEST

START_TEST(files_of_pages_are_sent_once)
	{
		char text[128];
		begin(&reads, &open_pages);
		const char *answer = get("GET", "/board.css", NULL, "", "");
		ck_assert_int_eq(status_of(answer), 200);
		header_is(answer, "Content-Type", "text/css; charset=utf-8");
		const char *etag = strstr(answer, "\r\nETag: ");
		ck_assert_ptr_nonnull(etag);
		etag += strlen("\r\nETag: ");
		snprintf(text, sizeof text, "If-None-Match: %.*s\r\n", (int)strcspn(etag, "\r"),
			etag);
		answer = get("GET", "/board.css", NULL, text, "");
		ck_assert_int_eq(status_of(answer), 304);
		ck_assert_str_eq(body_of(answer), "");
		ck_assert_int_eq(status_of(get("GET", "/style.css", NULL, text, "")), 200);
		end();
	}
END_TEST

/* The other server: at another port of the host that was asked, or at an address of its own. */
static const struct {
	const char *other, *host, *to;
} others[] = {
	{":81", "cup.example:80", "http://cup.example:81/"},
	{":81", "[::1]:80", "http://[::1]:81/"},
	{":81", "localhost", "http://localhost:81/"},
	{"https://play.example", "cup.example", "https://play.example"},
	{"https://play.example/", "cup.example", "https://play.example/"},
};

START_TEST(the_other_server_is_found)
	{
		struct web_options o = open_pages;
		o.other = others[_i].other;
		begin(&reads, &o);
		const char *answer = get("GET", "/play", others[_i].host, "", "");
		ck_assert_int_eq(status_of(answer), 302);
		header_is(answer, "Location", others[_i].to);
		ck_assert_str_eq(body_of(get("GET", "/play/x", NULL, "", "")), "/play/x|-");
		end();
	}
END_TEST

/* Behind a proxy all addresses begin with a prefix, which the proxy may take off. */
START_TEST(a_prefix_begins_all_addresses)
	{
		struct web_options o = guarded_pages;
		o.prefix = "/ref";
		begin(&reads, &o);
		const char *answer = get("GET", "/ref/a?token=secret", NULL, "", "");
		header_is(answer, "Location", "/ref/a");
		header_is(answer, "Set-Cookie",
			"referee=" COOKIE "; Path=/ref/; HttpOnly; SameSite=Lax");
		static const char *const paths[][2] = {{"/ref/a", "/a|-"}, {"/a", "/a|-"},
			{"/ref", "|-"}, {"/referee", "/referee|-"}, {"/ref?x=1", "|-"}};
		for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
			ck_assert_str_eq(body_of(get("GET", paths[i][0], NULL,
						 "Authorization: Bearer secret\r\n", "")),
				paths[i][1]);
		end();
	}
END_TEST

#define ROWS(table) ((int)(sizeof(table) / sizeof *(table)))

#define SECOND_REQUEST "GET /second HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"

/* Requests with a body in which another server may see a request of its own: the header lines
 * beside Host, and how many answers there are. */
static const struct {
	const char *lines, *body;
	int answers, status;
} smuggled[] = {
	{"Content-Length: 0\r\nContent-Length: 45\r\n", "", 1, 400},
	{"Content-Length: 0\r\ncontent-length: 0\r\n", "", 1, 400},
	{"Transfer-Encoding: chunked\r\n", "0\r\n\r\n", 1, 400},
	{"Transfer-Encoding : chunked\r\n", "", 1, 400},
	{"Transfer-Encoding: identity\r\n", "", 1, 400},
	{"transfer-encoding:\tchunked\r\nContent-Length: 5\r\n", "0\r\n\r\n", 1, 400},
	{"Host: 127.0.0.1\r\n", "", 1, 400},
	{"host: evil.example\r\n", "", 1, 400},
	{"Content-Length : 5\r\n", "", 1, 400},
	{"X-Other : 5\r\n", "", 1, 400},
	{"Content-Length: +0\r\n", "", 1, 400},
	{"Content-Length: 0x0\r\n", "", 1, 400},
	{"Content-Length: 0, 0\r\n", "", 1, 400},
	{"Content-Length:\r\n", "", 1, 400},
	/* these are two requests */
	{"", "", 2, 200},
	{"Content-Length: 0\r\n", "", 2, 200},
	{"X-Transfer-Encoding: chunked\r\n", "", 2, 200},
};

START_TEST(no_request_holds_another_one)
	{
		const struct web_service *const services[] = {&reads, &takes};
		for (int i = 0; i < 2; i++) {
			char request[1024];
			int answers = 0;
			begin(services[i], &open_pages);
			snprintf(request, sizeof request,
				"GET /first HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n%s" SECOND_REQUEST,
				smuggled[_i].lines, smuggled[_i].body);
			const char *answer = asked(request);
			for (const char *at = answer; (at = strstr(at, "HTTP/1.1 ")) != NULL; at++)
				answers++;
			ck_assert_msg(answers == smuggled[_i].answers, "%s", answer);
			ck_assert_int_eq(status_of(answer), smuggled[_i].status);
			end();
		}
	}
END_TEST

/* The bytes behind a refused request are no request of that client. */
static const struct {
	const char *request;
	int status;
} refused[] = {
	{"PUT /a HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 405},
	{"GET /a HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403},
	{"GET /a%zz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 400},
	{"POST /none HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n", 404},
};

START_TEST(a_request_that_was_not_understood_ends_the_connection)
	{
		char request[512];
		begin(&takes, &open_pages);
		snprintf(request, sizeof request, "%s" SECOND_REQUEST, refused[_i].request);
		const char *answer = asked(request);
		ck_assert_int_eq(status_of(answer), refused[_i].status);
		header_is(answer, "Connection", "close");
		ck_assert_ptr_null(strstr(answer + 1, "HTTP/1.1 "));
		end();
	}
END_TEST

SUITE("referee/web/web-answer",
	LOOP(no_request_holds_another_one, sizeof smuggled / sizeof *smuggled),
	LOOP(a_request_that_was_not_understood_ends_the_connection,
		sizeof refused / sizeof *refused),
	LOOP(only_the_names_of_this_server_are_answered, ROWS(hosts)),
	CASE(a_request_without_a_host_is_refused),
	CASE(every_answer_has_its_headers_and_only_get_and_head_are_allowed),
	LOOP(guarded_pages_need_their_token, ROWS(tokens)),
	CASE(figures_may_need_a_token_where_pages_need_none),
	LOOP(the_token_of_an_address_becomes_a_cookie, ROWS(redirects)),
	CASE(no_redirect_leads_to_another_machine),
	CASE(after_too_many_wrong_tokens_an_address_has_to_wait),
	CASE(an_owner_signs_in_with_a_code_and_reads_as_itself),
	LOOP(a_form_comes_from_a_page_of_this_server, ROWS(forms)),
	CASE(a_form_of_guarded_pages_needs_the_token_too),
	LOOP(an_answer_has_the_words_of_its_status, ROWS(lines)),
	LOOP(an_address_that_is_none_is_told, ROWS(pages)), CASE(all_files_of_pages_are_there),
	CASE(files_of_pages_are_sent_once), LOOP(the_other_server_is_found, ROWS(others)),
	CASE(a_prefix_begins_all_addresses))
