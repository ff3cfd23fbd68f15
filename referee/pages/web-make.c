/*
 * web-make.c - pages made by children, their answers kept until something is newer.
 *
 * A making is one address: asked for, being made, or kept. What was kept and is old is still sent
 * while nothing newer is there only to who asks after the newer one has been made; nobody gets an
 * answer that was old when he asked.
 */
#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/keyvalq_struct.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/ground/memory.h"
#include "referee/pages/web-parts.h"
#include "referee/processes/beat.h"
#include "referee/processes/web-rights.h"

enum { MAKE_OUT = 3, MAKE_BODY = 64 << 20 };

/* A reader that waits for it. */
struct waiter {
	struct making *making;
	struct evhttp_request *request;
	struct waiter *next;
};

enum making_state { MAKING_WAITS, MAKING_RUNS, MAKING_KEPT };

struct making {
	struct web *web;
	char *key; /* owned: the address as it was asked */
	enum making_state state;
	uint64_t version; /* of what it is made from */
	/* WAITS: what is to be made */
	const struct web_page *page;
	web_write *write;
	const char *type;
	struct address *address; /* owned */
	struct waiter *waiters;	 /* owned */
	/* RUNS */
	pid_t pid;
	int fd;
	struct event *event;
	/* RUNS, KEPT: a line with the status, the body */
	struct evbuffer *body;
	int status;
	struct making *next;
};

static uint64_t make_version(
	const struct web *w, const struct web_page *p, const struct live_tournament *t)
{
	return p->age == WEB_ALL       ? w->live.moments
	       : t == NULL	       ? 0
	       : p->age == WEB_RESULTS ? t->results
				       : t->moments;
}

static const char *make_type(const struct web_page *p, web_write *write)
{
	return write == p->json	    ? "application/json"
	       : write == p->record ? "text/plain; charset=utf-8"
	       : p->type != NULL    ? p->type
				    : "text/html; charset=utf-8";
}

static void make_free(struct making *m);

/* --- readers ---------------------------------------------------------------------------------- */

static void make_forget_waiter(struct waiter *waiter)
{
	struct waiter **at = &waiter->making->waiters;
	while (*at != waiter)
		at = &(*at)->next;
	*at = waiter->next;
	free(waiter);
}

/* A reader left before its answer: evhttp has taken the request off the connection by now, and
 * nobody frees it but us. */
static void make_left(struct evhttp_connection *c, void *arg)
{
	struct waiter *waiter = arg;
	struct making *m = waiter->making;
	(void)c;
	evhttp_request_free(waiter->request);
	make_forget_waiter(waiter);
	if (m->waiters == NULL && m->state == MAKING_WAITS)
		make_free(m); /* nobody wants it any more */
}

static void make_wait(struct making *m, struct evhttp_request *request)
{
	struct waiter *waiter = memory_get(1, sizeof *waiter);
	*waiter = (struct waiter){.making = m, .request = request, .next = m->waiters};
	m->waiters = waiter;
	evhttp_connection_set_closecb(evhttp_request_get_connection(request), make_left, waiter);
}

static void make_send(struct making *m, struct evhttp_request *request)
{
	size_t length = evbuffer_get_length(m->body);
	const void *body = evbuffer_pullup(m->body, -1);
	if (m->status == 200)
		web_answer(m->web, request, 200, m->type, length > 0 ? body : "", length);
	else
		web_refuse(m->web, request, m->status,
			length > 1 ? (const char *)body : "The page could not be made");
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
	const struct live_tournament *t = v->tournament;
	static const struct report_options options = {.games = 0};
	/* Games that run are not in it, and their pages are made with every move. */
	if (t == NULL || t->row == 0 || m->page->age == WEB_MOMENTS)
		return DB_OK;
	int error = db_open(&v->db, t->path, DB_LOOK);
	if (error == DB_OK)
		error = db_hold(v->db);
	v->report = (struct report){.out = v->out,
		.base = v->base,
		.db = v->db,
		.tournament = t->row,
		.options = &options};
	if (error == DB_OK)
		error = report_load(&v->report);
	v->report.banded = m->page->history == WEB_BANDS;
	if (error == DB_OK && m->page->history != WEB_PLAIN)
		error = report_load_history(&v->report);
	return error;
}

/* While it is opened its writer may come, or leave and take the log along; then it can be at the
 * second try. */
static int make_open(struct web_view *v, const struct making *m)
{
	int error = make_try(v, m);
	if (error == DB_OK || error == DB_MISSING)
		return error;
	db_close(v->db);
	v->db = NULL;
	return make_try(v, m);
}

/* Gives up all but the folders of the databases that the page is made from. */
static bool make_confine(const struct making *m, const struct web_view *v)
{
	const struct live *l = &m->web->live;
	const char *folders[LIVE_TOURNAMENTS + 1] = {"/proc"}; /* of figures */
	bool all = m->page->age == WEB_ALWAYS;
	int count = all ? 1 : 0;
	for (int i = 0; i < l->count; i++) {
		char *path = memory_copy(l->tournaments[i]->path), *slash = strrchr(path, '/');
		if (slash != NULL)
			slash[slash == path] = '\0';
		if (*path != '\0' && (all || l->tournaments[i] == v->tournament))
			folders[count++] = slash != NULL ? path : ".";
	}
	return web_drop_page_rights(folders, count);
}

/* Writes the answer: its status in a line, then the body; for one that is not 200 a reason. */
static void make_page(struct making *m, struct web_view *v)
{
	char *body = NULL;
	size_t length = 0;
	FILE *out = fdopen(MAKE_OUT, "w");
	v->out = open_memstream(&body, &length);
	snprintf(v->base, sizeof v->base, "/t/%lld",
		v->tournament != NULL ? (long long)v->tournament->id : 0);
	int status = 500, error = DB_OK;
	if (!make_confine(m, v)) {
		fprintf(stderr, "referee: a page cannot give up its rights: %s\n", strerror(errno));
		snprintf(v->why, sizeof v->why, "This machine lets no page be made");
	} else if ((error = make_open(v, m)) == DB_NONE) {
		status = 404;
		snprintf(v->why, sizeof v->why, "Its database is another, without this tournament");
	} else if (error != DB_OK) {
		fprintf(stderr, "referee: %s: %s\n", m->key, db_why(v->db));
		snprintf(v->why, sizeof v->why, "The database cannot be read now");
	} else {
		status = web_write_page(v, m->page, m->write);
	}
	fclose(v->out);
	fprintf(out, "%d\n", status);
	if (status == 200)
		fwrite(body, 1, length, out);
	else
		fputs(v->why, out);
	fflush(out);
}

/* In the child: nothing of the parent's is left open but the pipe. */
static void make_become(struct making *m, struct web_view *v, int out, pid_t parent)
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
		errno = 0; /* a page gives way to games where it may */
	make_page(m, v);
	_exit(EXIT_SUCCESS);
}

/* --- its life --------------------------------------------------------------------------------- */

static void make_start_next(struct web *w);

static void make_free(struct making *m)
{
	struct making **at = &m->web->makings;
	while (*at != m)
		at = &(*at)->next;
	*at = m->next;
	m->web->kept -= m->state == MAKING_KEPT;
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
	free(m->key);
	free(m);
}

/* The oldest of what is kept makes room: those at the end of the list. */
static void make_make_room(struct web *w)
{
	struct making *last = NULL;
	if (w->kept <= WEB_KEPT)
		return;
	for (struct making *m = w->makings; m != NULL; m = m->next)
		if (m->state == MAKING_KEPT)
			last = m;
	make_free(last);
}

static void make_finish(struct making *m)
{
	struct web *w = m->web;
	char *line = evbuffer_readln(m->body, NULL, EVBUFFER_EOL_LF);
	m->status = line != NULL ? atoi(line) : 500;
	free(line);
	if (m->status != 200)
		evbuffer_add(m->body, "", 1); /* a reason is a text */
	event_free(m->event);
	close(m->fd);
	kill(m->pid, SIGKILL); /* it has nothing more to say */
	while (waitpid(m->pid, NULL, 0) < 0 && errno == EINTR)
		;
	w->children--;
	w->made++;
	w->failed += m->status >= 500;
	m->state = MAKING_KEPT;
	w->kept++;
	make_answer_all(m);
	if (m->status != 200 || m->page->age == WEB_ALWAYS)
		make_free(m);
	make_make_room(w);
	make_start_next(w);
}

/* It hangs, and nobody else shall wait for its place. */
static void make_give_up(struct making *m)
{
	fprintf(stderr, "referee: %s: nothing of this page came for so long that it was given up\n",
		m->key);
	evbuffer_drain(m->body, evbuffer_get_length(m->body));
	make_finish(m);
}

static void make_read(evutil_socket_t fd, short what, void *arg)
{
	struct making *m = arg;
	if (what & EV_TIMEOUT) {
		make_give_up(m);
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

static void make_start(struct making *m)
{
	int pipes[2];
	struct web *w = m->web;
	struct web_view v = {.web = w, .address = m->address};
	pid_t parent = getpid();
	struct timeval patience = time_timeval(WEB_PATIENCES * beat_patience());
	w->waiting--;
	m->state = MAKING_KEPT;
	w->kept++;
	m->status = 503; /* unless it can be started */
	evbuffer_drain(m->body, evbuffer_get_length(m->body));
	if (!web_fits(m->page->path, &v)) {
		m->status = 404; /* the tournament is gone since it was asked for */
	} else if (pipe2(pipes, O_CLOEXEC) == 0) {
		m->version = make_version(w, m->page, v.tournament);
		fcntl(pipes[0], F_SETFL, O_NONBLOCK);
		m->pid = fork();
		if (m->pid == 0)
			make_become(m, &v, pipes[1], parent);
		close(pipes[1]);
		m->fd = pipes[0];
		if (m->pid > 0) {
			m->state = MAKING_RUNS;
			w->kept--;
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

/* While evhttp waits for an answer it does not look whether the reader is still there; we do,
 * before a page is made for nobody. */
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
		evhttp_connection_free(c); /* and the request with it */
	}
}

static void make_start_next(struct web *w)
{
	while (w->children < WEB_CHILDREN && w->waiting > 0) {
		struct making *oldest = NULL;
		for (struct making *m = w->makings; m != NULL; m = m->next)
			if (m->state == MAKING_WAITS)
				oldest = m;
		make_drop_gone(oldest);
		if (oldest->waiters == NULL)
			make_free(oldest);
		else
			make_start(oldest);
	}
}

void web_make_next(evutil_socket_t fd, short what, void *web)
{
	(void)fd;
	(void)what;
	make_start_next(web);
}

static struct making *make_add(struct web *w, const struct web_page *page, web_write *write,
	const struct web_view *view, const char *key)
{
	struct making *m = memory_get(1, sizeof *m);
	*m = (struct making){.web = w,
		.key = memory_copy(key),
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
	char why[128];
	address_read(m->address, key, why, sizeof why);
	return m;
}

void web_make(struct web *w, struct evhttp_request *request, const struct web_page *page,
	web_write *write, const struct web_view *view)
{
	const char *key = evhttp_request_get_uri(request);
	uint64_t version = make_version(w, page, view->tournament);
	struct making *m = w->makings, *next;
	for (; m != NULL; m = next) {
		next = m->next;
		if (strcmp(m->key, key) != 0)
			continue;
		if (m->state == MAKING_WAITS || m->version == version)
			break;
		if (m->state == MAKING_KEPT)
			make_free(m); /* it is old */
	}
	if (m != NULL && m->state == MAKING_KEPT) {
		make_send(m, request);
		return;
	}
	if (m == NULL && w->waiting >= WEB_WAITING) {
		web_refuse(w, request, 503, "Too much is asked at once: try again in a moment");
		return;
	}
	if (m == NULL)
		m = make_add(w, page, write, view, key);
	make_wait(m, request);
	event_active(w->next, EV_TIMEOUT, 0); /* not inside of evhttp's own call */
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
