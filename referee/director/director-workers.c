/*
 * director-workers.c - the director's workers on other machines.
 */
#include "referee/director/director-workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "base/escape.h"
#include "base/memory.h"
#include "referee/director/director-machines.h"
#include "referee/machines/worker-facts.h"

/* Until a worker that has left is started again. */
#define DIRECTOR_WORKERS_LEFT (60 * SECOND)

/* A game may last some times as long as the longest one, some silences more, and the start of its
 * bots. */
enum { DIRECTOR_WORKERS_LONGER = 5, DIRECTOR_WORKERS_SILENCES = 2 };

#define DIRECTOR_WORKERS_LOOK (1 * SECOND) /* at games that last too long */

/* Starts the link to a worker. */
static void director_workers_link(struct director *d, int number)
{
	struct director_worker *w = &d->workers[number];
	struct error err;
	w->link = (struct worker_link){&d->config, d->t->workers[number]};
	w->handle = arbiter_handle_link(
		d->options.base, &director_arbiter_calls, d, number + 1, &w->link, &err);
	restart_backoff_start(&w->backoff, time_now());
	if (w->handle != NULL)
		director_arbiters_add(d, w->handle, -1, -1);
	else
		director_log(d, "%s", err.text);
}

void director_workers_start(struct director *d)
{
	usec now = time_now();
	for (int i = 0; i < d->t->workers_count && d->allowed > 0; i++) {
		struct director_worker *w = &d->workers[i];
		if (w->handle != NULL)
			continue;
		if (now >= w->next)
			director_workers_link(d, i);
		else
			director_wake(d, w->next);
	}
}

/* The command that starts the worker, or the broker that it comes through. */
static const char *director_workers_origin(const struct director *d, int number)
{
	return number < d->t->workers_count ? d->t->workers[number] : d->t->broker;
}

/* Stores the worker as it describes itself, or its end with this many games in play. */
static void director_workers_store(struct director *d, struct director_worker *w, int lost)
{
	if (d->end == DIRECTOR_DATABASE)
		return; /* the database can store nothing more */
	int error = w->row == 0 ? game_store_worker(d->store, &w->handle->facts, &w->row)
				: game_store_worker_lost(d->store, w->row, lost);
	w->speed = w->handle->facts.speed;
	if (director_stored(d, error))
		director_commit_soon(d);
}

/* Which of our programs a bot is, by the first word of its command; WORKER_BUILDS: none. */
static int director_workers_program(const struct bot_config *bot)
{
	const char *word = bot->argv != NULL ? bot->argv[0] : "";
	const char *name = strrchr(word, '/') != NULL ? strrchr(word, '/') + 1 : word;
	int i = 0;
	while (i < WORKER_BUILDS && strcmp(worker_build_names[i], name) != 0)
		i++;
	return i;
}

/* A worker of another build plays no bot that is a program of ours. */
static void director_workers_compare_builds(
	struct director *d, struct director_worker *w, const struct worker_facts *ours)
{
	unsigned other = worker_build_differs(&w->handle->facts, ours);
	char programs[128];
	bool bots = false;
	if (other == 0)
		return;
	for (int i = 0; i < d->config.bots_count; i++) {
		int program = director_workers_program(&d->config.bots[i]);
		if (program == WORKER_BUILDS || (other & 1u << program) == 0)
			continue;
		arbiter_handle_forbid(w->handle, i);
		bots = true;
	}
	worker_build_list(other, programs, sizeof programs);
	director_log(d,
		"<4>worker %s: another build of version %s (%s); %sinstall the same build there",
		w->name, w->handle->facts.version, programs,
		bots ? "it plays no bot that is one of these programs; " : "");
}

/* Is it a session of this name that takes games? */
static bool director_workers_is_session(const struct director_worker *w, const char *name)
{
	return w->handle != NULL && w->handle->local_max > 0 && strcmp(w->name, name) == 0;
}

/* Logs a session of a worker; of many with one name the 2nd, 4th, 8th and so on, with the sum. */
static void director_workers_log_session(struct director *d, int number)
{
	const char *name = d->workers[number].name;
	int sessions = 0, games = 0;
	for (int i = 0; i < DIRECTOR_WORKERS; i++) {
		bool is = director_workers_is_session(&d->workers[i], name);
		sessions += is;
		games += is ? d->workers[i].handle->local_max : 0;
	}
	if (sessions == 0 || (sessions & (sessions - 1)) != 0)
		return;
	char in[32] = "";
	if (sessions > 1)
		snprintf(in, sizeof in, " in %d sessions", sessions);
	director_log(d, "worker %s plays %s at a time%s (%s)", name, counted(games, "game").text,
		in, director_workers_origin(d, number));
}

/* Logs the games of a session that ends, or leaves them to another one of its name. */
static void director_workers_log_end(struct director *d, struct director_worker *w)
{
	long games = w->unlogged + w->handle->played;
	int sessions = w->unlogged_sessions + 1;
	char in[32] = "";
	w->unlogged = w->unlogged_sessions = 0;
	for (int i = 0; i < DIRECTOR_WORKERS; i++) {
		struct director_worker *other = &d->workers[i];
		if (other == w || !director_workers_is_session(other, w->name))
			continue;
		other->unlogged += games;
		other->unlogged_sessions += sessions;
		return;
	}
	if (sessions > 1)
		snprintf(in, sizeof in, " in %d sessions", sessions);
	director_log(d, "worker %s has played %s%s", w->name, counted(games, "game").text, in);
}

void director_workers_linked(
	void *owner, struct arbiter_handle *a, const struct worker_facts *facts)
{
	struct director *d = owner;
	struct worker_facts ours = {.slots = 0};
	int number = a->worker - 1;
	struct director_worker *w = &d->workers[number];
	snprintf(w->name, sizeof w->name, "%s", facts->name);
	w->backoff.failures = 0;
	w->row = 0;
	director_workers_store(d, w, 0);
	/* One whose games were void stays away. */
	const char *why = store_workers_distrusted(&d->store->workers, w->name);
	if (why != NULL)
		machine_health_wrong(&w->health, why);
	worker_facts_collect(&ours);
	worker_build_read(&ours);
	director_workers_compare_builds(d, w, &ours);
	director_workers_log_session(d, number);
	director_machines_look(d);
	director_schedule_feed(d);
}

void director_workers_measured(void *owner, struct arbiter_handle *a)
{
	struct director *d = owner;
	struct director_worker *w = &d->workers[a->worker - 1];
	usec now = time_now();
	if (w->measured != 0 && now - w->measured < SECOND)
		return; /* more often than it should */
	w->measured = now;
	machine_health_load(&w->health, a->load.waiting, time_now());
	director_machines_look(d);
	if (w->row == 0 || a->facts.speed == w->speed)
		return;
	w->row = 0; /* the same row again */
	director_workers_store(d, w, 0);
}

void director_workers_cannot(void *owner, struct arbiter_handle *a, int bot, const char *why)
{
	struct director *d = owner;
	int number = a->worker - 1;
	director_log(d, "bot %s cannot play on worker \"%s\": %s", d->config.bots[bot].name,
		director_workers_origin(d, number), why);
}

/* --- games that do not return ----------------------------------------------------------------- */

void director_workers_mark(const struct director *d, const struct job *job, struct db_game *g)
{
	int64_t most = record_judge_most(job, time_boot()) / MILLISECOND;
	int64_t span = g->ended_ms > g->started_ms ? g->ended_ms - g->started_ms : 0;
	g->worker = job->worker > 0 ? d->workers[job->worker - 1].row : 0;
	g->ended_ms = time_utc();
	g->started_ms = g->ended_ms - (span < most ? span : most);
}

void director_workers_played(struct director *d, const struct job *job, const struct db_game *g)
{
	usec *longest = job->worker > 0 ? &d->workers[job->worker - 1].longest : &d->longest;
	usec took = (g->ended_ms - g->started_ms) * MILLISECOND;
	if (took > *longest)
		*longest = took;
}

/* For how long may this worker have a game? By the longest game of this machine, or else of other
 * workers, whose bots may have run before. 0: no game has been played. */
static usec director_workers_patience(const struct director *d, const struct director_worker *w)
{
	usec silence = d->t->worker_silence > 0 ? d->t->worker_silence : BROKER_LINK_SILENCE;
	usec longest = d->longest, startup = 0, newgame = 0;
	for (int i = 0; i < DIRECTOR_WORKERS && d->longest == 0; i++)
		if (strcmp(d->workers[i].name, w->name) != 0 && d->workers[i].longest > longest)
			longest = d->workers[i].longest;
	/* Before the first move all bots are started, then all are prepared. Unless the clock is
	 * the wall's, waits for a processor do not count (bot.c). */
	for (int i = 0; i < d->config.bots_count; i++) {
		const struct bot_config *bot = &d->config.bots[i];
		bool wall = arbiter_config_limits(&d->config, bot)->clock == CLOCK_WALL;
		usec times = wall ? 1 : CLOCK_STRETCH;
		usec begins = times * bot->resources.startup,
		     ready = times * bot->resources.newgame;
		startup = begins > startup ? begins : startup;
		newgame = ready > newgame ? ready : newgame;
	}
	return longest > 0 ? startup + newgame + DIRECTOR_WORKERS_SILENCES * silence +
				     DIRECTOR_WORKERS_LONGER * longest
			   : 0;
}

/* Ends the worker if it keeps a game. True: it has games in play. */
static bool director_workers_watch_one(struct director *d, struct director_worker *w, usec now)
{
	usec began = w->handle != NULL ? arbiter_handle_oldest(w->handle) : 0;
	if (began == 0)
		return false;
	usec patience = director_workers_patience(d, w);
	usec lasts = now - (began > d->watch_since ? began : d->watch_since);
	if (patience == 0 || lasts <= patience)
		return true;
	char text[ERROR_TEXT], span[32];
	time_format(lasts, span, sizeof span);
	snprintf(text, sizeof text,
		"worker %s has a game for %s, much longer than games of others last", w->name,
		span);
	arbiter_handle_kill_for(w->handle, text);
	return false;
}

void director_workers_watch(struct director *d)
{
	usec now = time_now();
	bool plays = false;
	if (!director_machines_many(d))
		return;
	if (now - d->watched < DIRECTOR_WORKERS_LOOK) {
		director_wake(d, d->watched + DIRECTOR_WORKERS_LOOK);
		return;
	}
	/* This process was stopped, or had nothing to look at: what workers sent may wait. */
	if (now - d->watched > 5 * DIRECTOR_WORKERS_LOOK)
		d->watch_since = now;
	d->watched = now;
	for (int i = 0; i < DIRECTOR_WORKERS; i++)
		plays |= director_workers_watch_one(d, &d->workers[i], now);
	if (plays)
		director_wake(d, now + DIRECTOR_WORKERS_LOOK);
}

/* --- workers of a broker ---------------------------------------------------------------------- */

static void director_workers_on_session(void *owner, int socket)
{
	struct director *d = owner;
	int number = d->t->workers_count;
	struct error err;
	while (number < DIRECTOR_WORKERS && d->workers[number].handle != NULL)
		number++;
	if (number == DIRECTOR_WORKERS || d->ending || d->allowed == 0) {
		close(socket);
		return;
	}
	struct arbiter_handle *a = arbiter_handle_attach(d->options.base, &director_arbiter_calls,
		d, number + 1, socket, d->config.bots_count, &err);
	if (a == NULL) {
		director_log(d, "%s", err.text);
		return;
	}
	d->workers[number] = (struct director_worker){.handle = a};
	director_arbiters_add(d, a, -1, -1);
}

static void director_workers_on_line(void *owner, const char *text)
{
	struct director *d = owner;
	char *shown = escape_text(text, false);
	director_log(d, "%s", shown);
	free(shown);
}

static const struct broker_workers_calls director_broker_calls = {
	director_workers_on_session, director_workers_on_line};

bool director_workers_open(struct director *d)
{
	const struct tournament *t = d->t;
	const struct broker broker = {.url = t->broker,
		.ca = t->broker_ca,
		.nkey = t->broker_nkey,
		.pool = t->worker_pool != NULL ? t->worker_pool : "any",
		.silence = t->worker_silence > 0 ? t->worker_silence : BROKER_LINK_SILENCE};
	if (t->broker == NULL)
		return true;
	broker_workers_close(d->former);
	broker_workers_retire(d->broker);
	d->former = d->broker;
	d->broker = broker_workers_open(
		d->options.base, &d->config, &broker, &director_broker_calls, d, &d->err);
	broker_workers_call(d->broker, d->allowed > 0);
	return d->broker != NULL;
}

/* --- ends ------------------------------------------------------------------------------------- */

void director_workers_wrong(void *owner, const struct arbiter_handle *a)
{
	struct director *d = owner;
	const struct director_worker *w = &d->workers[a->worker - 1];
	if (w->name[0] != '\0')
		broker_workers_bar(d->broker, w->name);
}

void director_workers_died(struct director *d, const struct arbiter_handle *a, int lost)
{
	struct director_worker *w = &d->workers[a->worker - 1];
	if (w->row != 0)
		director_workers_store(d, w, lost);
	w->next = time_now() + restart_backoff_fail(&w->backoff, time_now());
}

void director_workers_gone(struct director *d, const struct arbiter_handle *a)
{
	struct director_worker *w = &d->workers[a->worker - 1];
	if (a->leaving)
		w->next = time_now() + DIRECTOR_WORKERS_LEFT;
	if (a->local_max > 0)
		director_workers_log_end(d, w);
	if (w->row != 0)
		director_workers_store(d, w, 0);
	w->played += a->played;
	w->heard = a->heard;
	if (w->drained == MACHINE_NO_GAMES)
		broker_workers_bar(d->broker, w->name); /* it would begin anew */
	w->handle = NULL;
	w->state[0] = '\0';
	w->slow = false;
	director_machines_look(d);
}
