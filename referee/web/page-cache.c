/*
 * page-cache.c - makes pages in child processes, and caches their answers until newer data arrive.
 *
 * A job is one address: waiting, being made, or cached. Readers that request a newer state wait
 * for a new job. No reader gets an answer that was stale at its request.
 */
#include "referee/web/web-page.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/keyvalq_struct.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/rate-limit.h"
#include "referee/process/peer.h"
#include "referee/web/web-privileges.h"

enum { PAGE_BODY = 64 << 20, PAGE_READ = 1 << 16 /* bytes at once */ };

/* A reader that waits for a making. */
struct page_reader {
	struct page_job *job;
	struct evhttp_request *request;
	struct page_reader *next;
};

enum page_state { PAGE_WAITS, PAGE_RUNS, PAGE_KEPT };

struct page_job {
	struct web *web;
	char *key;   /* owned: the canonical address */
	char *owner; /* owned: the only reader of this answer; NULL: it is for all */
	enum page_state state;
	struct web_source *source; /* a reference: of the readers that wait for it; KEPT: NULL */
	uint64_t version;	   /* of the state that it is made from */
	/* WAITS: the page to make */
	const struct web_page *page;
	web_write *write;
	const char *type;
	struct address *address;     /* owned */
	struct page_reader *readers; /* owned */
	struct peer *peer;	     /* owned: RUNS */
	/* RUNS, KEPT: a line with the status, then the body */
	struct evbuffer *body;
	int status;
	struct page_job *next;
};

static uint64_t page_version(
	const struct web *w, const struct web_page *p, const struct live_games_tournament *t)
{
	return p->age == WEB_ALL       ? w->live.version
	       : t == NULL	       ? 0
	       : p->age == WEB_RESULTS ? t->results
				       : t->version;
}

static const char *page_type(const struct web_page *p, web_write *write)
{
	return write == p->json	    ? "application/json"
	       : write == p->record ? "text/plain; charset=utf-8"
	       : p->type != NULL    ? p->type
				    : "text/html; charset=utf-8";
}

static void page_free(struct page_job *m);

/* --- sources ---------------------------------------------------------------------------------- */

/* Charges a making to these readers; NULL: to none. */
static void page_count(struct page_job *m, struct web_source *source)
{
	struct web_source *before = m->source;
	if (source != NULL) {
		source->uses++;
		source->pages++;
	}
	m->source = source;
	if (before == NULL)
		return;
	before->pages--;
	web_source_release(m->web, before);
}

/* --- readers ---------------------------------------------------------------------------------- */

static void page_forget_reader(struct page_reader *reader)
{
	struct page_reader **at = &reader->job->readers;
	while (*at != reader)
		at = &(*at)->next;
	*at = reader->next;
	free(reader);
}

/* A reader left before its answer. evhttp has taken the request off the connection, so only this
 * function can free it. */
static void page_on_close(struct evhttp_connection *c, void *arg)
{
	struct page_reader *reader = arg;
	struct page_job *m = reader->job;
	(void)c;
	evhttp_request_free(reader->request);
	event_active(m->web->sweep, EV_TIMEOUT, 0);
	page_forget_reader(reader);
	if (m->readers == NULL && m->state == PAGE_WAITS)
		page_free(m); /* no reader waits for it */
}

static void page_wait(struct page_job *m, struct evhttp_request *request)
{
	struct page_reader *reader = memory_get(1, sizeof *reader);
	*reader = (struct page_reader){.job = m, .request = request, .next = m->readers};
	m->readers = reader;
	evhttp_connection_set_closecb(
		evhttp_request_get_connection(request), page_on_close, reader);
}

static void page_send(struct page_job *m, struct evhttp_request *request)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	size_t length = evbuffer_get_length(m->body);
	if (m->page->readers != WEB_ALIKE)
		evhttp_add_header(headers, "Vary", "Cookie, Authorization");
	if (m->owner != NULL)
		evhttp_add_header(headers, "Cache-Control", "private, no-store");
	const void *body = evbuffer_pullup(m->body, -1);
	struct web_connection *c = web_connection_of(m->web, request);
	c->framed = m->page->framed && m->status == 200;
	if (m->status == 200)
		web_answer(m->web, request, 200, m->type, length > 0 ? body : "", length);
	else
		web_refuse(m->web, request, m->status,
			length > 1 ? (const char *)body : "The page could not be made");
	c->framed = false;
}

static void page_answer_all(struct page_job *m)
{
	while (m->readers != NULL) {
		struct evhttp_request *request = m->readers->request;
		evhttp_connection_set_closecb(evhttp_request_get_connection(request), NULL, NULL);
		page_forget_reader(m->readers);
		page_send(m, request);
	}
}

/* --- the child -------------------------------------------------------------------------------- */

static int page_try(struct web_view *v, const struct page_job *m)
{
	const struct live_games_tournament *t = v->tournament;
	static const struct report_options options = {.games = 0};
	/* Skip running games: they are not on the page, or the page is made again with every
	 * move. */
	if (t == NULL || t->row == 0 || m->page->age == WEB_ANY_CHANGE)
		return DB_OK;
	int error = db_open(&v->db, t->path, DB_READ_CONFINED);
	if (error == DB_OK)
		error = db_snapshot(v->db);
	v->report = (struct report){.out = v->out,
		.base = v->base,
		.db = v->db,
		.tournament = t->row,
		.options = &options};
	web_account_bots(v);
	v->report.reader = (struct log_reader){.bots = v->bots, .bots_count = v->bots_count};
	if (error == DB_OK)
		error = report_load(&v->report);
	v->strength =
		(struct report_strength){t->strength.bot, t->strength.opponent, "", {.any = false}};
	if (live_games_estimate(t, &v->strength.estimate))
		v->report.strength = &v->strength;
	v->report.benched = t->benched;
	v->report.banded = m->page->history == WEB_BANDS;
	v->report.one =
		v->name != NULL && error == DB_OK ? report_find(&v->report, v->name) + 1 : 0;
	if (v->report.one > 0) /* as it is stored, in whatever form it was asked for */
		v->name = v->report.bots[v->report.one - 1].name;
	if (error == DB_OK && m->page->history != WEB_PLAIN)
		error = report_load_history(&v->report);
	return error;
}

/* Opens the database. Its writer may start meanwhile, or stop and remove the log; then the second
 * attempt succeeds. */
static int page_open(struct web_view *v, const struct page_job *m)
{
	int error = page_try(v, m);
	if (error == DB_OK || error == DB_MISSING)
		return error;
	db_close(v->db);
	v->db = NULL;
	return page_try(v, m);
}

/* Drops access to all but the folders of the databases for this page. */
static bool page_confine(const struct page_job *m, const struct web_view *v)
{
	const struct live_games *l = &m->web->live;
	const char *folders[LIVE_GAMES_TOURNAMENTS] = {NULL};
	static char names[LIVE_GAMES_TOURNAMENTS][PATH_MAX];
	int count = 0;
	for (int i = 0; i < l->count; i++) {
		const char *path = l->tournaments[i]->path;
		if (*path == '\0' || (!m->page->databases && l->tournaments[i] != v->tournament))
			continue;
		folders[count] = web_folder(path, names[count], PATH_MAX);
		count++;
	}
	return web_drop_page_rights(folders, count);
}

/* Makes the page; returns its status, with a reason unless it is 200. */
static int page_make(struct page_job *m, struct web_view *v)
{
	char address[LIVE_GAMES_ADDRESS] = "";
	if (v->tournament != NULL)
		live_games_address(&m->web->live, v->tournament, address);
	snprintf(v->base, sizeof v->base, "%s/t/%s", v->web->prefix, address);
	if (!page_confine(m, v)) {
		fprintf(stderr, "referee: a page cannot give up its rights: %s\n", strerror(errno));
		error_set(
			&v->err, "The page cannot be made: its process cannot give up its rights");
		return 500;
	}
	int error = page_open(v, m);
	if (error == DB_NONE) {
		error_set(&v->err, "The database was replaced, and no longer has this tournament");
		return 404;
	}
	int status = error == DB_OK ? web_write_page(v, m->page, m->write) : web_status(v, error);
	/* Readers can cause any number of these lines: a burst, then one per second. */
	if (v->failed &&
		rate_limit_charge(&m->web->failures_logged, SECOND, RATE_LIMIT_BURST, time_now()))
		fprintf(stderr, "referee: %s: %s\n", m->key, db_error_text(v->db));
	return status;
}

/* The argument of the process of a page. */
struct page_start {
	struct page_job *job;
	struct web_view *view;
};

/* Its life: writes a line with the status, then the body, or the reason why there is none. */
static int page_run(const void *arg, int number, int from, int to)
{
	const struct rlimit seconds = {WEB_SECONDS, WEB_SECONDS};
	const struct page_start *start = arg;
	struct web_view *v = start->view;
	char *body = NULL;
	size_t length = 0;
	(void)number, (void)from;
	setrlimit(RLIMIT_CPU, &seconds);
	if (nice(WEB_PAGE_NICE) < 0)
		errno = 0; /* if possible, games run before a page */
	FILE *out = fdopen(to, "w");
	if (out == NULL)
		_exit(EXIT_FAILURE);
	v->out = memory_open(&body, &length);
	int status = page_make(start->job, v);
	memory_close(v->out);
	fprintf(out, "%d\n", status);
	if (status == 200)
		fwrite(body, 1, length, out);
	else
		fputs(v->err.text, out);
	fflush(out);
	_exit(EXIT_SUCCESS);
}

/* --- life cycle ------------------------------------------------------------------------------- */

static void page_start_next(struct web *w);

static void page_free(struct page_job *m)
{
	struct page_job **at = &m->web->jobs;
	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	page_count(m, NULL);
	m->web->kept -= m->state == PAGE_KEPT;
	m->web->kept_of_owners -= m->state == PAGE_KEPT && m->owner != NULL;
	m->web->waiting -= m->state == PAGE_WAITS;
	m->web->children -= m->state == PAGE_RUNS;
	peer_free(m->peer);
	while (m->readers != NULL)
		page_forget_reader(m->readers);
	evbuffer_free(m->body);
	free(m->address);
	free(m->owner);
	free(m->key);
	free(m);
}

/* Frees the oldest cached answer, which is near the end of the list, if there are too many: of
 * those for single owners, or of all. */
static void page_drop_oldest(struct web *w)
{
	struct page_job *last = NULL;
	bool owners = w->kept_of_owners > WEB_KEPT_OF_OWNERS;
	if (!owners && w->kept <= WEB_KEPT)
		return;
	for (struct page_job *m = w->jobs; m != NULL; m = m->next)
		if (m->state == PAGE_KEPT && (!owners || m->owner != NULL))
			last = m;
	page_free(last);
}

/* Ends a job with this answer; it is freed if its answer is not kept. */
static void page_finish(struct page_job *m, int status)
{
	m->state = PAGE_KEPT;
	m->web->kept++;
	m->web->kept_of_owners += m->owner != NULL;
	m->status = status;
	page_count(m, NULL);
	page_answer_all(m);
	if (status != 200 || m->page->age == WEB_ALWAYS)
		page_free(m);
}

static void page_on_bytes(void *job, const char *bytes, size_t count)
{
	struct page_job *m = job;
	if (evbuffer_get_length(m->body) + count <= PAGE_BODY)
		evbuffer_add(m->body, bytes, count);
	else
		peer_kill(m->peer, "is too large; its process was killed");
}

/* Its process has ended. One that hung was killed, so that others can use its place. */
static void page_on_ended(void *job, const struct peer_end *end)
{
	struct page_job *m = job;
	struct web *w = m->web;
	if (end->why != NULL) {
		fprintf(stderr, "referee: %s: the page %s\n", m->key, end->why);
		evbuffer_drain(m->body, evbuffer_get_length(m->body));
	}
	char *line = evbuffer_readln(m->body, NULL, EVBUFFER_EOL_LF);
	int status = line != NULL ? atoi(line) : 500;
	free(line);
	if (status != 200)
		evbuffer_add(m->body, "", 1); /* a reason is a string */
	peer_free(m->peer);
	m->peer = NULL;
	w->children--;
	w->made++;
	w->failed += status >= 500;
	if (status >= 500)
		rate_limit_charge(&w->failures_logged, SECOND, RATE_LIMIT_BURST, time_now());
	page_finish(m, status);
	page_drop_oldest(w);
	page_start_next(w);
}

static const struct process_kind page_process = {"referee-page", page_run};

static const struct peer_kind page_peer = {.name = "page",
	.line_most = PAGE_READ,
	.unwatched = true,
	.bytes = page_on_bytes,
	.ended = page_on_ended};

/* Starts the process of a job. False: there are no descriptors or processes for it now. */
static bool page_start_process(struct page_job *m, struct web_view *v)
{
	const struct page_start start = {m, v};
	web_metrics_note(m->web);
	m->peer = peer_create(m->web->base, &page_peer, m);
	peer_set(m->peer, &page_process, &start, 0);
	if (!peer_start(m->peer)) {
		peer_free(m->peer);
		m->peer = NULL;
		return false;
	}
	peer_limit(m->peer, WEB_PATIENCES * heartbeat_patience());
	return true;
}

/* False: there are no descriptors for it now, and it still waits. */
static bool page_start(struct page_job *m)
{
	struct web *w = m->web;
	struct web_view v = {.web = w, .address = m->address, .owner = m->owner};
	if (!web_match_path(m->page->path, &v)) {
		w->waiting--;
		page_finish(m, 404); /* the tournament was removed after the request */
		return true;
	}
	m->version = page_version(w, m->page, v.tournament);
	bool good = page_start_process(m, &v);
	if (!good && errno == EMFILE) {
		/* Descriptors of closed connections are free after a sweep. */
		web_connections_sweep(-1, 0, w);
		good = page_start_process(m, &v);
		if (!good && errno == EMFILE)
			return false;
	}
	w->waiting--;
	if (!good) {
		page_finish(m, 503);
		return true;
	}
	m->state = PAGE_RUNS;
	m->source->served = ++w->begun;
	w->children++;
	return true;
}

/* While evhttp waits for an answer, it does not notice that a reader leaves. So check before a
 * page is made for no reader. */
static void page_drop_gone(struct page_job *m)
{
	for (struct page_reader *reader = m->readers, *next; reader != NULL; reader = next) {
		struct evhttp_connection *c = evhttp_request_get_connection(reader->request);
		char byte;
		next = reader->next;
		if (recv(bufferevent_getfd(evhttp_connection_get_bufferevent(c)), &byte, 1,
			    MSG_PEEK | MSG_DONTWAIT) != 0)
			continue;
		evhttp_connection_set_closecb(c, NULL, NULL);
		page_forget_reader(reader);
		evhttp_connection_free(c); /* frees the request too */
	}
}

/* The next job to begin: of the readers that were served longest ago, the oldest. New readers
 * count as served when they came: so those that wait take turns, however many there are, and
 * addresses without end come after them. */
static struct page_job *page_first(const struct web *w)
{
	struct page_job *first = NULL;
	for (struct page_job *m = w->jobs; m != NULL; m = m->next)
		if (m->state == PAGE_WAITS &&
			(first == NULL || m->source->served <= first->source->served))
			first = m;
	return first;
}

static void page_start_next(struct web *w)
{
	static const struct timeval moment = {.tv_usec = 20000};
	while (w->children < WEB_CHILDREN && w->waiting > 0) {
		struct page_job *first = page_first(w);
		page_drop_gone(first);
		if (first->readers == NULL) {
			page_free(first);
		} else if (!page_start(first)) {
			/* Cut connections free their descriptors soon. */
			event_add(w->next, &moment);
			return;
		}
	}
}

void page_cache_next(evutil_socket_t fd, short what, void *web)
{
	(void)fd, (void)what;
	page_start_next(web);
}

static const char page_too_much[] = "Too many requests; try again in a moment";

static void page_refuse(struct page_job *m)
{
	evbuffer_drain(m->body, evbuffer_get_length(m->body));
	evbuffer_add(m->body, page_too_much, sizeof page_too_much);
	m->web->waiting--;
	page_finish(m, 503);
}

/* Frees the waiting pages of a source that no reader waits for. */
static void page_forget_left(struct web *w, const struct web_source *source)
{
	for (struct page_job *m = w->jobs, *next; m != NULL; m = next) {
		next = m->next;
		if (m->state != PAGE_WAITS || m->source != source)
			continue;
		page_drop_gone(m);
		if (m->readers == NULL)
			page_free(m);
	}
}

/* --- networks --------------------------------------------------------------------------------- */

/* Bytes of an IPv6 address by which readers are one network: one reader may have all addresses of
 * 56 bits, or of 48. An IPv4 address has fewer bytes, and is alone. */
static const size_t page_networks[] = {7, 6};

/* The pages of a source's network that wait. */
static int page_count_network(const struct web *w, const struct web_source *source, size_t bytes)
{
	int count = 0;
	for (const struct page_job *m = w->jobs; m != NULL; m = m->next)
		count += m->state == PAGE_WAITS &&
			 memcmp(m->source->key.bytes, source->key.bytes, 1 + bytes) == 0;
	return count;
}

/* The newest page of the network with most pages that wait, if it has more than that of the source
 * would have with one more; NULL: none has. */
static struct page_job *page_crowd(
	const struct web *w, const struct web_source *source, size_t bytes)
{
	struct page_job *worst = NULL;
	int most = page_count_network(w, source, bytes) + 1;
	for (struct page_job *m = w->jobs; m != NULL; m = m->next) { /* the newest is first */
		int count = m->state == PAGE_WAITS ? page_count_network(w, m->source, bytes) : 0;
		if (count > most) {
			most = count;
			worst = m;
		}
	}
	return worst;
}

/* Is there room for one more page of these readers? If all places are taken, the last page of a
 * source with more of them is refused, else that of a network with more. */
static bool page_room(struct web *w, const struct web_source *source)
{
	struct page_job *worst = NULL;
	if (source->pages >= WEB_PAGES_OF)
		page_forget_left(w, source);
	if (source->pages >= WEB_PAGES_OF)
		return false;
	if (w->waiting < WEB_WAITING)
		return true;
	for (struct page_job *m = w->jobs; m != NULL; m = m->next)
		if (m->state == PAGE_WAITS &&
			(worst == NULL || m->source->pages > worst->source->pages))
			worst = m;
	if (worst->source->pages <= source->pages + 1)
		worst = NULL;
	for (size_t i = 0; i < sizeof page_networks / sizeof *page_networks && worst == NULL; i++)
		worst = page_crowd(w, source, page_networks[i]);
	if (worst == NULL)
		return false;
	page_refuse(worst);
	return true;
}

static struct page_job *page_add(struct web *w, const struct web_page *page, web_write *write,
	const struct web_view *view, const char *key)
{
	struct page_job *m = memory_get(1, sizeof *m);
	*m = (struct page_job){.web = w,
		.key = memory_copy(key),
		.owner = view->owner != NULL ? memory_copy(view->owner) : NULL,
		.state = PAGE_WAITS,
		.page = page,
		.write = write,
		.type = page_type(page, write),
		.version = page_version(w, page, view->tournament),
		.body = evbuffer_new(),
		.next = w->jobs};
	m->address = memory_get(1, sizeof *m->address);
	w->jobs = m;
	w->waiting++;
	struct error err;
	address_read(m->address, key, &err);
	return m;
}

/* Is it for this owner alone, or with NULL for all readers? */
static bool page_is_for(const struct page_job *m, const char *owner)
{
	return owner == NULL ? m->owner == NULL : m->owner != NULL && strcmp(m->owner, owner) == 0;
}

/* The fresh answer for this page, or the one being made; NULL: none. */
static struct page_job *page_find(
	struct web *w, const char *key, const char *owner, uint64_t version)
{
	struct page_job *m = w->jobs, *next;
	for (; m != NULL; m = next) {
		next = m->next;
		if (strcmp(m->key, key) != 0 || !page_is_for(m, owner))
			continue;
		if (m->state == PAGE_WAITS || m->version == version)
			break;
		if (m->state == PAGE_KEPT)
			page_free(m); /* it is stale */
	}
	return m;
}

/* The canonical address, so that each page has one key. The caller frees it. */
static char *page_key(const struct address *a, const struct web_page *page)
{
	char *key = NULL;
	size_t length = 0;
	FILE *out = memory_open(&key, &length);
	address_write(out, a, page->keys != NULL ? page->keys : "");
	memory_close(out);
	return key;
}

void page_cache_answer(struct web *w, struct evhttp_request *request, const struct web_page *page,
	web_write *write, const struct web_view *view)
{
	struct peer_limit_key from;
	char *key = page_key(view->address, page);
	struct page_job *m =
		page_find(w, key, view->owner, page_version(w, page, view->tournament));
	web_source_key(w, request, &from);
	struct web_source *source = web_source_take(w, &from);
	if (m == NULL && page_room(w, source)) {
		m = page_add(w, page, write, view, key);
		page_count(m, source);
	} else if (m != NULL && m->state == PAGE_WAITS && source->served < m->source->served &&
		   source->pages < WEB_PAGES_OF) {
		page_count(m, source); /* so it is made sooner */
	}
	if (m != NULL && m->state == PAGE_KEPT) {
		page_send(m, request);
	} else if (m != NULL) {
		page_wait(m, request);
		event_active(w->next, EV_TIMEOUT, 0); /* not within evhttp's own call */
	} else {
		web_retry_after(request, 1);
		web_refuse(w, request, 503, page_too_much);
	}
	web_source_release(w, source);
	free(key);
}

void page_cache_clear(struct web *w)
{
	while (w->jobs != NULL) {
		for (struct page_reader *x = w->jobs->readers; x != NULL; x = x->next)
			evhttp_connection_set_closecb(
				evhttp_request_get_connection(x->request), NULL, NULL);
		page_free(w->jobs);
	}
}
