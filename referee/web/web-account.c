/*
 * web-account.c - owners who sign in: the code of their link, the form, the cookie, and their page.
 *
 * A code is derived from a token, and the web process has its hash (tokens.h). The cookie names the
 * token and a last moment, and is signed together with that hash. So it ends with the token.
 */
#include "referee/web/web-page.h"

#include <event2/keyvalq_struct.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/memory.h"
#include "base/time.h"
#include "referee/report/html.h"

#define ACCOUNT_COOKIE "referee-owner"

/* --- codes and cookies ------------------------------------------------------------------------ */

const struct live_games_account *web_account_by_code(
	const struct live_games_accounts *accounts, const char *code)
{
	const struct live_games_account *found = NULL;
	unsigned char hash[CRYPTO_BYTES];
	if (!crypto_read(code, hash))
		return NULL;
	crypto_hash(hash, sizeof hash, hash);
	for (int i = 0; i < accounts->count; i++)
		if (crypto_same(hash, accounts->all[i].key))
			found = &accounts->all[i];
	return found;
}

static void account_sign(const unsigned char seal[CRYPTO_BYTES],
	const struct live_games_account *account, int64_t expires, unsigned char out[CRYPTO_BYTES])
{
	char key[CRYPTO_TEXT + 1], text[TOKEN_NAME + CRYPTO_TEXT + 64];
	crypto_write(account->key, key);
	snprintf(text, sizeof text, "owner %s %s %lld", account->name, key, (long long)expires);
	crypto_sign(seal, text, out);
}

void web_account_write_cookie(const unsigned char seal[CRYPTO_BYTES],
	const struct live_games_account *account, int64_t expires, char value[WEB_ACCOUNT_COOKIE])
{
	unsigned char signature[CRYPTO_BYTES];
	char text[CRYPTO_TEXT + 1];
	account_sign(seal, account, expires, signature);
	crypto_write(signature, text);
	snprintf(value, WEB_ACCOUNT_COOKIE, "%s:%lld:%s", account->name, (long long)expires, text);
}

void web_account_begin_cookie(const unsigned char seal[CRYPTO_BYTES],
	const struct live_games_account *account, int64_t now, char value[WEB_ACCOUNT_COOKIE])
{
	web_account_write_cookie(seal, account, now / 1000 + WEB_ACCOUNT_SECONDS, value);
}

/* Reads NAME:EXPIRES:SIGNATURE. */
static const struct live_games_account *account_read_value(const unsigned char seal[CRYPTO_BYTES],
	const struct live_games_accounts *accounts, const char *value, int64_t now)
{
	unsigned char given[CRYPTO_BYTES], right[CRYPTO_BYTES];
	char *copy = memory_copy(value), *rest = copy, *end = NULL;
	const char *name = strsep(&rest, ":"), *until = strsep(&rest, ":");
	const struct live_games_account *found = NULL;
	long long expires = until != NULL ? strtoll(until, &end, 10) : 0;
	bool good = rest != NULL && *until >= '0' && *until <= '9' && *end == '\0' &&
		    expires > now && crypto_read(rest, given);
	for (int i = 0; good && i < accounts->count && found == NULL; i++)
		if (strcmp(accounts->all[i].name, name) == 0)
			found = &accounts->all[i];
	if (found != NULL)
		account_sign(seal, found, expires, right);
	good = found != NULL && crypto_same(given, right);
	free(copy);
	return good ? found : NULL;
}

const struct live_games_account *web_account_by_cookie(const unsigned char seal[CRYPTO_BYTES],
	const struct live_games_accounts *accounts, const char *cookies, int64_t now)
{
	static const char name[] = ACCOUNT_COOKIE "=";
	const struct live_games_account *found = NULL;
	char *copy = memory_copy(cookies != NULL ? cookies : ""), *rest = copy, *one;
	while (found == NULL && (one = strsep(&rest, ";")) != NULL) {
		one += strspn(one, " ");
		if (strncmp(one, name, strlen(name)) == 0)
			found = account_read_value(seal, accounts, one + strlen(name), now);
	}
	free(copy);
	return found;
}

/* --- requests --------------------------------------------------------------------------------- */

static const struct live_games_account *account_of_cookie(
	const struct web *w, struct evhttp_request *request)
{
	const struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
	return web_account_by_cookie(w->seal, &w->live.accounts,
		evhttp_find_header(headers, "Cookie"), time_utc() / 1000);
}

/* Asks for a code, with a form. */
static void account_ask(struct web *w, struct evhttp_request *request, int status, const char *why)
{
	char form[512];
	snprintf(form, sizeof form,
		"<form action=\"%s/login\"><label>Code <input type=\"password\" name=\"code\" "
		"autocomplete=\"current-password\"></label> <button>Sign in</button></form>\n"
		"<p>The code is the end of your link. <code>referee token login-link</code> makes the link "
		"from your token.</p>",
		w->prefix);
	if (status == 401)
		evhttp_add_header(
			evhttp_request_get_output_headers(request), "WWW-Authenticate", "Bearer");
	web_refuse_with(w, request, status, why, form);
}

/* Checks a code, unless its address has sent too many wrong ones. NULL: the request was answered.
 */
static const struct live_games_account *account_guess(
	struct web *w, struct evhttp_request *request, const char *code)
{
	struct peer_limit_key from;
	usec now = time_now();
	web_source_key(w, request, &from);
	if (!peer_limits_begin(&w->guesses, &from, now)) {
		web_retry_after(request, PEER_LIMITS_LONGEST / SECOND);
		web_refuse(w, request, 429,
			"Too many wrong codes came from this address; wait a minute");
		return NULL;
	}
	const struct live_games_account *found = web_account_by_code(&w->live.accounts, code);
	peer_limits_end(
		&w->guesses, &from, found != NULL ? PEER_LIMIT_WELCOME : PEER_LIMIT_FAILED, now);
	if (found == NULL)
		account_ask(w, request, 401,
			"This code is wrong, or its token was replaced; make the link again");
	return found;
}

bool web_account_read(struct web *w, struct evhttp_request *request, const char **owner)
{
	const struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
	const char *given = evhttp_find_header(headers, "Authorization");
	const struct live_games_account *found = account_of_cookie(w, request);
	unsigned char code[CRYPTO_BYTES];
	*owner = NULL;
	if (found == NULL && w->live.accounts.count > 0 && given != NULL &&
		strncmp(given, "Bearer ", 7) == 0 && crypto_read(given + 7, code)) {
		found = web_account_by_code(&w->live.accounts, given + 7);
		/* Of closed pages it may be the token, which is checked and counted later. */
		if (found == NULL && !w->guarded)
			return account_guess(w, request, given + 7) != NULL;
	}
	if (found != NULL)
		*owner = found->owner;
	return true;
}

void web_account_refuse(struct web *w, struct evhttp_request *request)
{
	account_ask(w, request, 401, "This page is about your own bots; sign in");
}

/* A link on a foreign page may sign a reader in with an account that is not the reader's. So the
 * reader confirms. */
static bool account_is_foreign(struct evhttp_request *request)
{
	const char *site =
		evhttp_find_header(evhttp_request_get_input_headers(request), "Sec-Fetch-Site");
	return site != NULL && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0;
}

static void account_confirm(struct web *w, struct evhttp_request *request, const char *code,
	const struct live_games_account *account)
{
	char why[TOKEN_NAME + 64], form[512];
	snprintf(why, sizeof why, "This link signs you in as %s", account->owner);
	snprintf(form, sizeof form,
		"<form action=\"%s/login\"><input type=\"hidden\" name=\"code\" value=\"%s\">"
		"<button>Sign in as %s</button></form>",
		w->prefix, code, account->owner);
	web_refuse_with(w, request, 200, why, form);
}

void web_account_login(struct web *w, struct evhttp_request *request, const struct address *a)
{
	const char *code = address_value(a, "code");
	char value[WEB_ACCOUNT_COOKIE], *to;
	if (address_strange(a, "code") != NULL) {
		web_refuse(w, request, 400, "This page has the key code, once");
		return;
	}
	if (*code == '\0') {
		account_ask(w, request, 200, "Sign in to see what your bots wrote");
		return;
	}
	const struct live_games_account *account = account_guess(w, request, code);
	if (account == NULL)
		return;
	if (account_is_foreign(request)) {
		account_confirm(w, request, code, account);
		return;
	}
	web_account_begin_cookie(w->seal, account, time_utc(), value);
	web_set_cookie(w, request, ACCOUNT_COOKIE, value, WEB_ACCOUNT_SECONDS);
	to = memory_print("%s/me", w->prefix);
	web_redirect(w, request, 303, to);
	free(to);
}

void web_account_logout(struct web *w, struct evhttp_request *request)
{
	if (account_is_foreign(request)) {
		char form[256];
		snprintf(form, sizeof form,
			"<form action=\"%s/logout\"><button>Log out</button></form>", w->prefix);
		web_refuse_with(w, request, 200, "This link logs you out", form);
		return;
	}
	web_set_cookie(w, request, "referee", "", 0);
	web_set_cookie(w, request, ACCOUNT_COOKIE, "", 0);
	web_refuse_with(w, request, 200, "You are logged out", "");
}

/* --- pages ------------------------------------------------------------------------------------ */

void web_account_bots(struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	char *rest =
		v->owner != NULL && t != NULL && t->owners != NULL ? memory_copy(t->owners) : NULL;
	const char *bot, *owner;
	while (live_games_next_owner(&rest, &bot, &owner)) {
		if (strcmp(owner, v->owner) != 0)
			continue;
		v->bots = memory_resize(v->bots, (size_t)v->bots_count + 1, sizeof *v->bots);
		v->bots[v->bots_count++] = bot;
	}
}

/* Steps to the next tournament with bots of the owner, the newest first; *at is the number of all at
 * first. False: there is none, and v is of none. */
static bool account_next(struct web_view *v, int *at)
{
	const struct live_games *l = &v->web->live;
	char address[LIVE_GAMES_ADDRESS];
	for (v->bots_count = 0; *at > 0 && v->bots_count == 0; web_account_bots(v))
		v->tournament = l->tournaments[--*at];
	if (v->bots_count == 0) {
		v->tournament = NULL;
		return false;
	}
	live_games_address(l, v->tournament, address);
	snprintf(v->base, sizeof v->base, "%s/t/%s", v->web->prefix, address);
	return true;
}

/* A bot's place in a tournament. */
struct account_place {
	const char *bot;
	int64_t rank, bots, games, versions; /* rank 0: it has no game */
	double points;
};

static int account_read_standing(struct account_place *p, struct db *db, int64_t tournament)
{
	struct db_query q;
	db_query(&q, db, "standings", tournament);
	for (; db_next(&q); p->bots++) {
		if (strcmp(db_text(&q, "bot"), p->bot) != 0)
			continue;
		p->games = db_int(&q, "games");
		p->rank = p->games > 0 ? db_int(&q, "rank") : 0;
		p->points = db_real(&q, "points");
	}
	return db_end(&q);
}

static int account_read_versions(struct account_place *p, struct db *db, int64_t tournament)
{
	struct db_query q;
	db_query(&q, db, "versions", tournament);
	while (db_next(&q))
		p->versions += strcmp(db_text(&q, "bot"), p->bot) == 0;
	return db_end(&q);
}

static void account_write_place(struct web_view *v, struct db *db, const char *bot)
{
	struct account_place p = {.bot = bot};
	const struct live_games_tournament *t = v->tournament;
	if (db == NULL || account_read_standing(&p, db, t->row) != DB_OK ||
		account_read_versions(&p, db, t->row) != DB_OK)
		return;
	if (p.rank > 0)
		html_print(v->out, " <b>rank %lld</b> of %lld, %g %s in %s, %s so far.",
			(long long)p.rank, (long long)p.bots, p.points,
			plural(p.points, "point", "points"), counted(p.games, "game").text,
			counted(p.versions, "version").text);
	else
		html_print(v->out, " has no game yet.");
}

static void account_write(struct web_view *v)
{
	FILE *out = v->out;
	struct db *db = NULL;
	if (v->tournament->row != 0 &&
		db_open(&db, v->tournament->path, DB_READ_CONFINED) != DB_OK) {
		db_close(db);
		db = NULL;
	}
	html_print(out,
		"<article class=\"card\"><h2><a href=\"%s\"><bdi>%h</bdi></a></h2>\n"
		"<p class=\"progress\">",
		v->base, v->tournament->name);
	web_progress(out, v->tournament);
	html_print(out, "</p>\n<ul>");
	for (int i = 0; i < v->bots_count; i++) {
		html_print(out, "<li><a href=\"%s/bot/%a\"><bdi>%h</bdi></a>:", v->base, v->bots[i],
			v->bots[i]);
		account_write_place(v, db, v->bots[i]);
		html_print(out,
			" <a href=\"%s/games?bot=%a\">Its games</a>, <a "
			"href=\"%s/games?bot=%a&amp;result=fault\">lost by a fault</a></li>\n",
			v->base, v->bots[i], v->base, v->bots[i]);
	}
	html_print(out, "</ul></article>\n");
	db_close(db);
}

int web_me(struct web_view *v)
{
	int at = v->web->live.count, count = 0;
	web_frame_begin(v, "My bots");
	html_print(v->out,
		"<section id=\"me\" data-live>\n"
		"<p>You are signed in as <b>%h</b>. <a href=\"%s/logout\">Log out</a></p>\n",
		v->owner, v->web->prefix);
	for (; account_next(v, &at); count++)
		account_write(v);
	if (count == 0)
		html_print(v->out, "<p>None of your bots is in a tournament of this server.</p>\n");
	if (v->web->options->takes_bots && v->web->options->other != NULL)
		html_print(v->out,
			"<p><a href=\"%s/send\">Hand in a bot</a>, or its next version: it is "
			"checked, and you read what the check says.</p>\n",
			v->web->prefix);
	html_print(v->out, "</section>\n");
	web_frame_end(v);
	return 200;
}

int web_me_json(struct web_view *v)
{
	struct json_writer j = {.out = v->out};
	json_open(&j, NULL, '{');
	json_text(&j, "owner", v->owner);
	json_open(&j, "tournaments", '[');
	for (int at = v->web->live.count; account_next(v, &at);) {
		json_open(&j, NULL, '{');
		json_text(&j, "id", v->base + strlen(v->web->prefix) + strlen("/t/"));
		json_text(&j, "name", v->tournament->name);
		json_text(&j, "state", v->tournament->state);
		json_open(&j, "bots", '[');
		for (int i = 0; i < v->bots_count; i++)
			json_text(&j, NULL, v->bots[i]);
		json_close(&j, ']');
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
	return 200;
}
