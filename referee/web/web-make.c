/*
 * web-make.c - makes pages in child processes, and caches their answers until newer data arrive.
 *
 * A making is one address: waiting, being made, or cached. Readers that request a newer state
 * wait for a new making. No reader gets an answer that was stale at its request.
 */
#include "referee/web/web-page.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/keyvalq_struct.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/rate-limit.h"
#include "referee/process/heartbeat.h"
#include "referee/web/web-privileges.h"

enum { MAKE_OUT = 3, MAKE_BODY = 64 << 20 };

/* A reader that waits for a making. */
struct waiter {
	struct making *making;
	struct evhttp_request *request;
	struct waiter *next;
};

enum making_state { MAKING_WAITS, MAKING_RUNS, MAKING_KEPT };

struct making {
	struct web *web;
	char *key;   /* owned: the canonical address */
	char *owner; /* owned: the only reader of this answer; NULL: it is for all */
	enum making_state state;
	struct web_source *source; /* a reference: of the readers that wait for it; KEPT: NULL */
	uint64_t version;	   /* of the state that it is made from */
	/* WAITS: the page to make */
	const struct web_page *page;
	web_write *write;
	const char *type;
	struct address *address; /* owned */
	struct waiter *waiters;	 /* owned */
	/* RUNS */
	pid_t pid;
	int fd;
	struct event *event;
	/* RUNS, KEPT: a line with the status, then the body */
	struct evbuffer *body;
	int status;
	struct making *next;
};

static uint64_t make_version(
	const struct web *w, const struct web_page *p, const struct live_games_tournament *t)
{
	return p->age == WEB_ALL       ? w->live.version
	       : t == NULL	       ? 0
	       : p->age == WEB_RESULTS ? t->results
				       : t->version;
}

static const char *make_type(const struct web_page *p, web_write *write)
{
	return write == p->json	    ? "application/json"
	       : write == p->record ? "text/plain; charset=utf-8"
	       : p->type != NULL    ? p->type
				    : "text/html; charset=utf-8";
}

static void make_free(struct making *m);

/* --- sources ---------------------------------------------------------------------------------- */

/* Charges a making to these readers; NULL: to none. */
static void make_count(struct making *m, struct web_source *source)
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
	web_source_give(m->web, before);
}

/* --- readers ---------------------------------------------------------------------------------- */

static void make_forget_waiter(struct waiter *waiter)
{
	struct waiter **at = &waiter->making->waiters;
	while (*at != waiter)
		at = &(*at)->next;
	*at = waiter->next;
	free(waiter);
}

/* A reader left before its answer. evhttp has taken the request off the connection, so only this
 * function can free it. */
static void make_on_close(struct evhttp_connection *c, void *arg)
{
	struct waiter *waiter = arg;
	struct making *m = waiter->making;
	(void)c;
	evhttp_request_free(waiter->request);
	event_active(m->web->sweep, EV_TIMEOUT, 0);
	make_forget_waiter(waiter);
	if (m->waiters == NULL && m->state == MAKING_WAITS)
		make_free(m); /* no reader waits for it */
}

static void make_wait(struct making *m, struct evhttp_request *request)
{
	struct waiter *waiter = memory_get(1, sizeof *waiter);
	*waiter = (struct waiter){.making = m, .request = request, .next = m->waiters};
	m->waiters = waiter;
	evhttp_connection_set_closecb(
		evhttp_request_get_connection(request), make_on_close, waiter);
}

static void make_send(struct making *m, struct evhttp_request *request)
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

static void make_answer_all(struct making *m)
{
	while (m->waiters != NULL) {
		struct evhttp_request *request = m->waiters->request;
		evhttp_connection_set_closecb(evhttp_request_get_connection(request), NULL, NULL);
		make_forget_waiter(m->waiters);
		make_send(m, request);
	}
}

/* --- the child -------------------------------------------------------------------------------- */

static int make_try(struct web_view *v, const struct making *m)
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
static int make_open(struct web_view *v, const struct making *m)
{
	int error = make_try(v, m);
	if (error == DB_OK || error == DB_MISSING)
		return error;
	db_close(v->db);
	v->db = NULL;
	return make_try(v, m);
}

/* Drops access to all but the folders of the databases for this page. */
static bool make_confine(const struct making *m, const struct web_view *v)
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

/* May a line about a failing page be logged? Readers can cause any number of them, so a burst and
 * then one per second are allowed. said: the time until which earlier lines are paid for. */
static bool make_may_say(usec said)
{
	return rate_limit_pay(&said, SECOND, RATE_LIMIT_BURST, time_now());
}

/* Writes the answer: a line with the status, then the body; unless the status is 200, a reason. */
static void make_page(struct making *m, struct web_view *v)
{
	char *body = NULL;
	size_t length = 0;
	FILE *out = fdopen(MAKE_OUT, "w");
	if (out == NULL)
		_exit(EXIT_FAILURE);
	v->out = memory_open(&body, &length);
	char address[LIVE_GAMES_ADDRESS] = "";
	if (v->tournament != NULL)
		live_games_address(&m->web->live, v->tournament, address);
	snprintf(v->base, sizeof v->base, "%s/t/%s", v->web->prefix, address);
	int status = 500, error = DB_OK;
	if (!make_confine(m, v)) {
		fprintf(stderr, "referee: a page cannot give up its rights: %s\n", strerror(errno));
		error_set(
			&v->err, "The page cannot be made: its process cannot give up its rights");
	} else if ((error = make_open(v, m)) == DB_NONE) {
		status = 404;
		error_set(&v->err, "The database was replaced, and no longer has this tournament");
	} else if (error != DB_OK) {
		if (make_may_say(m->web->said))
			fprintf(stderr, "referee: %s: %s\n", m->key, db_why(v->db));
		error_set(&v->err, "The database cannot be read now");
	} else {
		status = web_write_page(v, m->page, m->write);
	}
	memory_close(v->out);
	fprintf(out, "%d\n", status);
	if (status == 200)
		fwrite(body, 1, length, out);
	else
		fputs(v->err.text, out);
	fflush(out);
}

/* Prepares the child: closes all of the parent's descriptors except the pipe. */
static void make_enter_child(struct making *m, struct web_view *v, int out, pid_t parent)
{
	const struct rlimit seconds = {WEB_SECONDS, WEB_SECONDS};
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXIT_FAILURE);
	prctl(PR_SET_NAME, "referee-page");
	if (out != MAKE_OUT)
		dup2(out, MAKE_OUT);
	close_range(MAKE_OUT + 1, ~0u, 0);
	setrlimit(RLIMIT_CPU, &seconds);
	if (nice(WEB_PAGE_NICE) < 0)
		errno = 0; /* if possible, games run before a page */
	make_page(m, v);
	_exit(EXIT_SUCCESS);
}

/* --- life cycle ------------------------------------------------------------------------------- */

static void make_start_next(struct web *w);

static void make_free(struct making *m)
{
	struct making **at = &m->web->makings;
	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	make_count(m, NULL);
	m->web->kept -= m->state == MAKING_KEPT;
	m->web->kept_of_owners -= m->state == MAKING_KEPT && m->owner != NULL;
	m->web->waiting -= m->state == MAKING_WAITS;
	if (m->state == MAKING_RUNS) {
		kill(m->pid, SIGKILL);
		waitpid(m->pid, NULL, 0);
		event_free(m->event);
		close(m->fd);
		m->web->children--;
	}
	while (m->waiters != NULL)
		make_forget_waiter(m->waiters);
	evbuffer_free(m->body);
	free(m->address);
	free(m->owner);
	free(m->key);
	free(m);
}

/* Frees the oldest cached answer, which is near the end of the list, if there are too many: of
 * those for single owners, or of all. */
static void make_make_room(struct web *w)
{
	struct making *last = NULL;
	bool owners = w->kept_of_owners > WEB_KEPT_OF_OWNERS;
	if (!owners && w->kept <= WEB_KEPT)
		return;
	for (struct making *m = w->makings; m != NULL; m = m->next)
		if (m->state == MAKING_KEPT && (!owners || m->owner != NULL))
			last = m;
	make_free(last);
}

static void make_keep(struct making *m)
{
	m->state = MAKING_KEPT;
	m->web->kept++;
	m->web->kept_of_owners += m->owner != NULL;
}

static void make_finish(struct making *m)
{
	struct web *w = m->web;
	char *line = evbuffer_readln(m->body, NULL, EVBUFFER_EOL_LF);
	m->status = line != NULL ? atoi(line) : 500;
	free(line);
	if (m->status != 200)
		evbuffer_add(m->body, "", 1); /* a reason is a string */
	event_free(m->event);
	close(m->fd);
	kill(m->pid, SIGKILL); /* its result is complete */
	while (waitpid(m->pid, NULL, 0) < 0 && errno == EINTR)
		;
	w->children--;
	w->made++;
	w->failed += m->status >= 500;
	if (m->status >= 500)
		rate_limit_pay(&w->said, SECOND, RATE_LIMIT_BURST, time_now());
	make_count(m, NULL);
	make_keep(m);
	make_answer_all(m);
	if (m->status != 200 || m->page->age == WEB_ALWAYS)
		make_free(m);
	make_make_room(w);
	make_start_next(w);
}

/* Kills a page that hangs, so that others can use its place. */
static void make_time_out(struct making *m)
{
	fprintf(stderr, "referee: %s: the page took too long; its process was killed\n", m->key);
	evbuffer_drain(m->body, evbuffer_get_length(m->body));
	make_finish(m);
}

static void make_read(evutil_socket_t fd, short what, void *arg)
{
	struct making *m = arg;
	if (what & EV_TIMEOUT) {
		make_time_out(m);
		return;
	}
	int count = evbuffer_read(m->body, fd, 1 << 16);
	if (count < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (evbuffer_get_length(m->body) > MAKE_BODY)
		evbuffer_drain(m->body, evbuffer_get_length(m->body));
	else if (count > 0)
		return;
	make_finish(m);
}

/* Opens a pipe; its descriptors may be those of closed connections. */
static bool make_pipe(struct web *w, int pipes[2])
{
	if (pipe2(pipes, O_CLOEXEC) == 0)
		return true;
	web_connections_sweep(-1, 0, w);
	return pipe2(pipes, O_CLOEXEC) == 0;
}

static void make_start(struct making *m, const int pipes[2])
{
	struct web *w = m->web;
	struct web_view v = {.web = w, .address = m->address, .owner = m->owner};
	pid_t parent = getpid();
	struct timeval patience = time_timeval(WEB_PATIENCES * heartbeat_patience());
	w->waiting--;
	make_keep(m);
	m->status = 503; /* unless the child can be started */
	evbuffer_drain(m->body, evbuffer_get_length(m->body));
	if (!web_match_path(m->page->path, &v)) {
		m->status = 404; /* the tournament was removed after the request */
		close(pipes[0]);
		close(pipes[1]);
	} else {
		m->version = make_version(w, m->page, v.tournament);
		fcntl(pipes[0], F_SETFL, O_NONBLOCK);
		web_metrics_note(w);
		m->pid = fork();
		if (m->pid == 0)
			make_enter_child(m, &v, pipes[1], parent);
		close(pipes[1]);
		m->fd = pipes[0];
		if (m->pid > 0) {
			m->state = MAKING_RUNS;
			m->source->served = ++w->begun;
			w->kept--;
			w->kept_of_owners -= m->owner != NULL;
			w->children++;
			m->event = event_new(w->base, m->fd, EV_READ | EV_PERSIST, make_read, m);
			event_add(m->event, &patience);
			return;
		}
		close(m->fd);
	}
	make_answer_all(m);
	make_free(m);
}

/* While evhttp waits for an answer, it does not notice that a reader leaves. So check before a
 * page is made for no reader. */
static void make_drop_gone(struct making *m)
{
	for (struct waiter *waiter = m->waiters, *next; waiter != NULL; waiter = next) {
		struct evhttp_connection *c = evhttp_request_get_connection(waiter->request);
		char byte;
		next = waiter->next;
		if (recv(bufferevent_getfd(evhttp_connection_get_bufferevent(c)), &byte, 1,
			    MSG_PEEK | MSG_DONTWAIT) != 0)
			continue;
		evhttp_connection_set_closecb(c, NULL, NULL);
		make_forget_waiter(waiter);
		evhttp_connection_free(c); /* frees the request too */
	}
}

/* The next making to begin: of the readers that were served longest ago, the oldest. New readers
 * count as served when they came: so those that wait take turns, however many there are, and
 * addresses without end come after them. */
static struct making *make_first(const struct web *w)
{
	struct making *first = NULL;
	for (struct making *m = w->makings; m != NULL; m = m->next)
		if (m->state == MAKING_WAITS &&
			(first == NULL || m->source->served <= first->source->served))
			first = m;
	return first;
}

static void make_start_next(struct web *w)
{
	static const struct timeval moment = {.tv_usec = 20000};
	int pipes[2];
	while (w->children < WEB_CHILDREN && w->waiting > 0) {
		struct making *first = make_first(w);
		make_drop_gone(first);
		if (first->waiters == NULL) {
			make_free(first);
		} else if (make_pipe(w, pipes)) {
			make_start(first, pipes);
		} else {
			event_add(
				w->next, &moment); /* cut connections free their descriptors soon */
			return;
		}
	}
}

void web_make_next(evutil_socket_t fd, short what, void *web)
{
	(void)fd;
	(void)what;
	make_start_next(web);
}

static const char make_too_much[] = "Too many requests; try again in a moment";

static void make_refuse(struct making *m)
{
	m->status = 503;
	evbuffer_drain(m->body, evbuffer_get_length(m->body));
	evbuffer_add(m->body, make_too_much, sizeof make_too_much);
	make_answer_all(m);
	make_free(m);
}

/* Frees the waiting pages of a source that no reader waits for. */
static void make_forget_left(struct web *w, const struct web_source *source)
{
	for (struct making *m = w->makings, *next; m != NULL; m = next) {
		next = m->next;
		if (m->state != MAKING_WAITS || m->source != source)
			continue;
		make_drop_gone(m);
		if (m->waiters == NULL)
			make_free(m);
	}
}

/* --- networks --------------------------------------------------------------------------------- */

/* Bytes of an IPv6 address by which readers are one network: one reader may have all addresses of
 * 56 bits, or of 48. An IPv4 address has fewer bytes, and is alone. */
static const size_t make_networks[] = {7, 6};

static int make_compare(const struct making *a, const struct making *b, size_t bytes)
{
	return memcmp(a->source->key.bytes, b->source->key.bytes, 1 + bytes);
}

static int make_compare_sources(const void *a, const void *b)
{
	const struct peer_limit_key *key = NULL;
	return make_compare(
		*(struct making *const *)a, *(struct making *const *)b, sizeof key->bytes - 1);
}

/* The pages that wait, ordered by source. Returns their number. */
static int make_sort(const struct web *w, struct making **all)
{
	int count = 0;
	for (struct making *m = w->makings; m != NULL; m = m->next)
		if (m->state == MAKING_WAITS)
			all[count++] = m;
	qsort(all, (size_t)count, sizeof *all, make_compare_sources);
	return count;
}

/* The last page of the network with most pages that wait, if it has more than that of the source
 * would have with one more; NULL: none has. */
static struct making *make_crowd(struct web *w, struct making *const *all, int count,
	const struct web_source *source, size_t bytes)
{
	struct making *member = NULL;
	int most = 0, own = 0;
	for (int i = 0, next; i < count; i = next) {
		for (next = i + 1; next < count && make_compare(all[i], all[next], bytes) == 0;)
			next++;
		if (memcmp(all[i]->source->key.bytes, source->key.bytes, 1 + bytes) == 0)
			own = next - i;
		if (next - i > most) {
			most = next - i;
			member = all[i];
		}
	}
	if (most <= own + 1)
		return NULL;
	for (struct making *m = w->makings; m != NULL; m = m->next) /* the newest is first */
		if (m->state == MAKING_WAITS && make_compare(m, member, bytes) == 0)
			return m;
	return NULL;
}

/* The page that is refused if all places are taken and no source has more pages than this one. */
static struct making *make_last_of_crowd(struct web *w, const struct web_source *source)
{
	struct making *all[WEB_WAITING], *worst = NULL;
	int count = make_sort(w, all);
	for (size_t i = 0; i < sizeof make_networks / sizeof *make_networks && worst == NULL; i++)
		worst = make_crowd(w, all, count, source, make_networks[i]);
	return worst;
}

/* Is there room for one more page of these readers? If all places are taken, the last page of a
 * source with more of them is refused, else that of a network with more. */
static bool make_room(struct web *w, const struct web_source *source)
{
	struct making *worst = NULL;
	if (source->pages >= WEB_PAGES_OF)
		make_forget_left(w, source);
	if (source->pages >= WEB_PAGES_OF)
		return false;
	if (w->waiting < WEB_WAITING)
		return true;
	for (struct making *m = w->makings; m != NULL; m = m->next)
		if (m->state == MAKING_WAITS &&
			(worst == NULL || m->source->pages > worst->source->pages))
			worst = m;
	if (worst->source->pages <= source->pages + 1)
		worst = make_last_of_crowd(w, source);
	if (worst == NULL)
		return false;
	make_refuse(worst);
	return true;
}

static struct making *make_add(struct web *w, const struct web_page *page, web_write *write,
	const struct web_view *view, const char *key)
{
	struct making *m = memory_get(1, sizeof *m);
	*m = (struct making){.web = w,
		.key = memory_copy(key),
		.owner = view->owner != NULL ? memory_copy(view->owner) : NULL,
		.state = MAKING_WAITS,
		.page = page,
		.write = write,
		.type = make_type(page, write),
		.version = make_version(w, page, view->tournament),
		.body = evbuffer_new(),
		.next = w->makings};
	m->address = memory_get(1, sizeof *m->address);
	w->makings = m;
	w->waiting++;
	struct error err;
	address_read(m->address, key, &err);
	return m;
}

/* Is it for this owner alone, or with NULL for all readers? */
static bool make_is_for(const struct making *m, const char *owner)
{
	return owner == NULL ? m->owner == NULL : m->owner != NULL && strcmp(m->owner, owner) == 0;
}

/* The fresh answer for this page, or the one being made; NULL: none. */
static struct making *make_find(struct web *w, const char *key, const char *owner, uint64_t version)
{
	struct making *m = w->makings, *next;
	for (; m != NULL; m = next) {
		next = m->next;
		if (strcmp(m->key, key) != 0 || !make_is_for(m, owner))
			continue;
		if (m->state == MAKING_WAITS || m->version == version)
			break;
		if (m->state == MAKING_KEPT)
			make_free(m); /* it is stale */
	}
	return m;
}

/* The canonical address, so that each page has one key. The caller frees it. */
static char *make_key(const struct address *a, const struct web_page *page)
{
	char *key = NULL;
	size_t length = 0;
	FILE *out = memory_open(&key, &length);
	address_write(out, a, page->keys != NULL ? page->keys : "");
	memory_close(out);
	return key;
}

void web_make(struct web *w, struct evhttp_request *request, const struct web_page *page,
	web_write *write, const struct web_view *view)
{
	struct peer_limit_key from;
	char *key = make_key(view->address, page);
	struct making *m = make_find(w, key, view->owner, make_version(w, page, view->tournament));
	web_source_key(w, request, &from);
	struct web_source *source = web_source_take(w, &from);
	if (m == NULL && make_room(w, source)) {
		m = make_add(w, page, write, view, key);
		make_count(m, source);
	} else if (m != NULL && m->state == MAKING_WAITS && source->served < m->source->served &&
		   source->pages < WEB_PAGES_OF) {
		make_count(m, source); /* so it is made sooner */
	}
	if (m != NULL && m->state == MAKING_KEPT) {
		make_send(m, request);
	} else if (m != NULL) {
		make_wait(m, request);
		event_active(w->next, EV_TIMEOUT, 0); /* not within evhttp's own call */
	} else {
		web_retry_after(request, 1);
		web_refuse(w, request, 503, make_too_much);
	}
	web_source_give(w, source);
	free(key);
}

void web_make_clear(struct web *w)
{
	while (w->makings != NULL) {
		for (struct waiter *x = w->makings->waiters; x != NULL; x = x->next)
			evhttp_connection_set_closecb(
				evhttp_request_get_connection(x->request), NULL, NULL);
		make_free(w->makings);
	}
}
