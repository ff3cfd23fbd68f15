/*
 * daemon.c - several tournaments in one process.
 *
 * Every change requests daemon_on_sharing(). It begins the tournaments that may begin. Then it
 * shares out the games at a time: one to each tournament in turn, while any tournament wants more.
 */
#include "referee/daemon/daemon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/escape.h"
#include "referee/process/crypto.h"
#include "referee/process/loop-lag.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "referee/net/tokens.h"
#include "referee/config/season.h"
#include "referee/submissions/intake-process.h"

enum {
	DAEMON_ENDED = 64,	   /* ended tournaments that the status still shows */
	DAEMON_ANNOUNCEMENT = 1000 /* bytes of an announcement */
};

static bool daemon_live(const struct daemon_tournament *e)
{
	return e->state == DAEMON_TOURNAMENT_WAITING || e->state == DAEMON_TOURNAMENT_RUNNING;
}

/* --- sharing out games ------------------------------------------------------------------------ */

/* May it begin beside those that run? */
static bool daemon_may_begin(const struct daemon *h, struct daemon_tournament *e)
{
	bool begun = daemon_tournament_has_begun(e);
	if (e->state != DAEMON_TOURNAMENT_WAITING || begun || e->paused || h->paused ||
		h->draining || h->ending)
		return false;
	for (int i = 0; i < h->count; i++)
		if (daemon_tournament_has_begun(h->tournaments[i]) &&
			daemon_tournament_shares_database(h->tournaments[i], e))
			return false; /* a database has one writer */
	return !daemon_tournament_is_held(e);
}

/* Does it take one of the places? One whose disk is full keeps its place: else it might never go
 * on beside tournaments without an end. */
static bool daemon_has_place(const struct daemon_tournament *e)
{
	return daemon_tournament_has_begun(e) ||
	       (e->state == DAEMON_TOURNAMENT_WAITING && e->waits == START_CONDITIONS_AGAIN);
}

/* The tournaments that have a place. */
static int daemon_running(const struct daemon *h)
{
	int running = 0;
	for (int i = 0; i < h->count; i++)
		running += daemon_has_place(h->tournaments[i]);
	return running;
}

/* Each tournament that runs gets a game at a time at least. */
static int daemon_places(const struct daemon *h)
{
	int most = h->terms.side_by_side;
	return most < h->places.count ? most : h->places.count;
}

static void daemon_begin(struct daemon *h)
{
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament *e = h->tournaments[i];
		bool place = daemon_has_place(e) || daemon_running(h) < daemon_places(h);
		if (place && daemon_may_begin(h, e))
			daemon_tournament_begin(e);
	}
}

void daemon_explain(const struct daemon *h, struct daemon_tournament *e, char *text, size_t room)
{
	int running = daemon_running(h), most = daemon_places(h);
	daemon_tournament_explain(e, text, room);
	if (*text != '\0' || e->state != DAEMON_TOURNAMENT_WAITING || e->paused || h->paused ||
		h->draining || h->ending || daemon_has_place(e))
		return;
	for (int i = 0; i < h->count; i++)
		if (daemon_tournament_has_begun(h->tournaments[i]) &&
			daemon_tournament_shares_database(h->tournaments[i], e)) {
			snprintf(text, room,
				"it waits for the end of %s, which has the same database",
				h->tournaments[i]->t.name);
			return;
		}
	if (running >= most)
		snprintf(text, room,
			"it waits for a place: %d of at most %d tournament%s run%s (--parallel-tournaments %d, concurrency %d)",
			running, most, most == 1 ? "" : "s", running == 1 ? "s" : "",
			h->terms.side_by_side, h->places.count);
}

static void daemon_share_games(struct daemon *h)
{
	int left = h->places.count;
	int *share = memory_get((size_t)h->count + 1, sizeof *share);
	for (bool more = true; more && left > 0;) {
		more = false;
		for (int i = 0; i < h->count && left > 0; i++) {
			const struct daemon_tournament *e = h->tournaments[i];
			if (e->state != DAEMON_TOURNAMENT_RUNNING || e->paused || h->paused ||
				h->draining || e->over || share[i] >= daemon_tournament_wants(e))
				continue;
			share[i]++;
			left--;
			more = true;
		}
	}
	for (int i = 0; i < h->count; i++)
		if (h->tournaments[i]->state == DAEMON_TOURNAMENT_RUNNING)
			daemon_tournament_allow(h->tournaments[i], share[i]);
	free(share);
}

static void daemon_forget(struct daemon *h, int i)
{
	daemon_tournament_free(h->tournaments[i]);
	memmove(&h->tournaments[i], &h->tournaments[i + 1],
		(size_t)(h->count - i - 1) * sizeof *h->tournaments);
	h->count--;
}

/* Forgets the tournaments that ended longest ago. */
static void daemon_forget_ended(struct daemon *h)
{
	int ended = 0;
	for (int i = h->count - 1; i >= 0; i--)
		if (!daemon_live(h->tournaments[i]) && ++ended > DAEMON_ENDED)
			daemon_forget(h, i);
}

/* Sends changes to the web process, twice a second. */
static void daemon_on_publish(evutil_socket_t fd, short what, void *arg)
{
	struct daemon *h = arg;
	int allowed = 0, local = 0, remote = 0;
	(void)fd;
	(void)what;
	for (int i = 0; i < h->count; i++) {
		daemon_tournament_publish(h->tournaments[i]);
		allowed += h->tournaments[i]->allowed;
		local += daemon_tournament_games(h->tournaments[i]).local;
		remote += daemon_tournament_games(h->tournaments[i]).remote;
	}
	web_supervisor_metric(h->terms.web, METRIC_LOCAL_GAMES_MAX, allowed);
	web_supervisor_metric(h->terms.web, METRIC_LOCAL_GAMES, local);
	web_supervisor_metric(h->terms.web, METRIC_REMOTE_GAMES, remote);
	web_supervisor_metric(h->terms.web, METRIC_COMMITS, (int64_t)h->commits);
	web_supervisor_metric(h->terms.web, METRIC_DEATHS, (int64_t)h->deaths);
	web_supervisor_metric(h->terms.web, METRIC_CONTROL_REFUSED, (int64_t)h->refused);
	web_supervisor_metric(h->terms.web, METRIC_DRAINING, h->draining);
	web_supervisor_send(h->terms.web,
		&(struct live_event){.kind = LIVE_EVENT_DELAYS, .delays = *h->terms.delays});
	if (h->sessions != NULL) {
		struct remote_sessions_counts counts = remote_sessions_counts(h->sessions);
		web_supervisor_metric(h->terms.web, METRIC_CONNECTIONS, counts.connections);
		web_supervisor_metric(h->terms.web, METRIC_UNASSIGNED, counts.unassigned);
		web_supervisor_metric(h->terms.web, METRIC_PENALTIES,
			(int64_t)listener_supervisor_penalties(h->terms.listener));
		web_supervisor_metric(h->terms.web, METRIC_LISTENER_STARTS,
			listener_supervisor_starts(h->terms.listener));
	}
}

static void daemon_end_seasons(struct daemon *h);

/* Has no tournament a game in play, or one that is not stored yet? */
static bool daemon_is_drained(const struct daemon *h)
{
	for (int i = 0; i < h->count; i++)
		if (!daemon_tournament_rests(h->tournaments[i]))
			return false;
	return true;
}

/* Checks start conditions, once a second, and whether a daemon that is being drained may end. */
static void daemon_on_tick(evutil_socket_t fd, short what, void *arg)
{
	struct daemon *h = arg;
	struct error err;
	(void)fd;
	(void)what;
	if (h->draining && !h->ending && daemon_is_drained(h)) {
		h->terms.say(h->terms.arg, "drained: every game is over and stored; stops");
		daemon_end(h, false);
	}
	daemon_end_seasons(h);
	if (h->terms.queue != NULL && queue_write_again(h->terms.queue))
		h->terms.say(h->terms.arg, "<5>the queue file can be written again, and was");
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament *e = h->tournaments[i];
		if (e->state == DAEMON_TOURNAMENT_WAITING && e->waits != START_CONDITIONS_NOTHING &&
			daemon_tournament_waits(e, &err) == START_CONDITIONS_NOTHING) {
			event_active(h->sharing, EV_TIMEOUT, 0);
			return;
		}
	}
}

/* Removes a tournament that is over from the queue file. One that only ends with this daemon
 * stays there. */
static void daemon_unqueue(struct daemon *h, struct daemon_tournament *e)
{
	struct error err;
	char line[2 * ERROR_TEXT];
	if (!e->submitted)
		return;
	e->submitted = false;
	if (queue_remove(h->terms.queue, e->path, &err))
		return;
	snprintf(line, sizeof line, "%.200s: it stays in the queue file: %s", e->path, err.text);
	h->terms.say(h->terms.arg, line);
}

static void daemon_on_sharing(evutil_socket_t fd, short what, void *arg)
{
	struct daemon *h = arg;
	(void)fd;
	(void)what;
	daemon_begin(h);
	daemon_share_games(h);
	for (int i = 0; i < h->count; i++)
		if (h->tournaments[i]->state == DAEMON_TOURNAMENT_DONE)
			daemon_unqueue(h, h->tournaments[i]);
	daemon_forget_ended(h);
	if (h->terms.web != NULL)
		daemon_on_publish(-1, 0, h);
	h->terms.changed(h->terms.arg);
}

/* Runs in an event of its own, because a tournament that is just ending may request it. */
static void daemon_request_sharing(void *arg)
{
	struct daemon *h = arg;
	event_active(h->sharing, EV_TIMEOUT, 0);
}

/* --- life cycle ------------------------------------------------------------------------------- */

static void daemon_on_say(void *arg, const char *tournament, const char *line)
{
	struct daemon *h = arg;
	h->terms.say_of(h->terms.arg, tournament, line);
}

static void daemon_on_event(void *arg, const char *json)
{
	struct daemon *h = arg;
	h->terms.event(h->terms.arg, json);
}

static void daemon_set_announcement(struct daemon *h, const char *text)
{
	char *copy = memory_copy(text);
	free(h->announcement);
	h->announcement = copy;
	web_supervisor_send(h->terms.web,
		&(struct live_event){.kind = LIVE_EVENT_ANNOUNCE, .announce = h->announcement});
}

/* --- bots that are sent ------------------------------------------------------------------------
 */

static struct daemon_tournament *daemon_find_live(
	const struct daemon *h, const char *name, struct error *err);

static void daemon_on_places(void *arg, struct intake_order *order)
{
	struct daemon *h = arg;
	for (int i = 0; i < h->count && order->places_count < INTAKE_PLACES; i++) {
		const struct daemon_tournament *e = h->tournaments[i];
		if (daemon_live(e) && e->t.submissions != NULL && !h->ending)
			order->places[order->places_count++] =
				(struct intake_place){e->t.name, e->path};
	}
}

static void daemon_on_sent(void *arg, const char *name, const char *bot, struct error *err)
{
	struct daemon *h = arg;
	struct daemon_tournament *e = daemon_find_live(h, name, err);
	if (e != NULL)
		daemon_tournament_take_sent(e, bot, err);
	daemon_request_sharing(h);
}

static void daemon_on_intake_say(void *arg, const char *line)
{
	struct daemon *h = arg;
	h->terms.say(h->terms.arg, line);
}

static void daemon_on_client(void *arg, const char *bot, const char *address, int fd)
{
	struct daemon *h = arg;
	const char *owner = listener_supervisor_owner(h->terms.listener, bot);
	intake_take(h->intake, bot, owner != NULL ? owner : bot, address, fd);
}

static void daemon_open_intake(struct daemon *h)
{
	const struct intake_terms terms = {.base = h->terms.base,
		.kind = &intake_process,
		.bytes_most = h->terms.send_max,
		.hourly = h->terms.send_hourly,
		.places = daemon_on_places,
		.joined = daemon_on_sent,
		.say = daemon_on_intake_say,
		.arg = h};
	h->intake = intake_create(&terms);
	if (h->terms.listener != NULL)
		listener_supervisor_on_send(h->terms.listener, daemon_on_client, h);
}

static const char *daemon_on_owner(void *arg, const char *name)
{
	struct daemon *h = arg;
	return h->terms.owner(h->terms.arg, name);
}

/* Bots could not come meanwhile. */
static usec daemon_on_lag(void *arg, usec span)
{
	struct daemon *h = arg;
	remote_sessions_held_up(h->sessions, span);
	return 0;
}

struct daemon *daemon_create(const struct daemon_terms *terms)
{
	struct daemon *h = memory_get(1, sizeof *h);
	h->terms = *terms;
	h->forms = memory_get(1, sizeof *h->forms);
	h->tokens = 1;
	if (terms->listener != NULL)
		h->sessions = listener_supervisor_sessions(terms->listener);
	cpu_slots_init(&h->places, terms->concurrency);
	h->daemon_tournament_terms = (struct daemon_tournament_terms){.base = terms->base,
		.places = &h->places,
		.commits = &h->commits,
		.deaths = &h->deaths,
		.events = terms->events,
		.web = terms->web,
		.sessions = h->sessions,
		.owner = daemon_on_owner,
		.tokens = &h->tokens,
		.delays = terms->delays,
		.verbose = terms->verbose,
		.say = daemon_on_say,
		.event = terms->event != NULL ? daemon_on_event : NULL,
		.changed = daemon_request_sharing,
		.arg = h};
	h->sharing = evtimer_new(terms->base, daemon_on_sharing, h);
	h->publish = event_new(terms->base, -1, EV_PERSIST, daemon_on_publish, h);
	h->tick = event_new(terms->base, -1, EV_PERSIST, daemon_on_tick, h);
	const struct timeval often = {.tv_usec = 500 * MILLISECOND}, second = {.tv_sec = 1};
	daemon_set_announcement(h, terms->queue != NULL ? queue_announcement(terms->queue) : "");
	daemon_open_intake(h);
	bool good = h->sharing != NULL && h->publish != NULL && h->tick != NULL &&
		    event_add(h->tick, &second) == 0;
	if (good && h->sessions != NULL)
		good = loop_lag_watch(terms->base, LOOP_LAG_PASSES, NULL, daemon_on_lag, h);
	if (good && (terms->web == NULL || event_add(h->publish, &often) == 0))
		return h;
	daemon_free(h);
	return NULL;
}

void daemon_free(struct daemon *h)
{
	if (h == NULL)
		return;
	time_watch_gaps(0, NULL, NULL);
	if (h->terms.listener != NULL)
		listener_supervisor_on_send(h->terms.listener, NULL, NULL);
	intake_free(h->intake);
	for (int i = 0; i < h->count; i++)
		daemon_tournament_free(h->tournaments[i]);
	free(h->tournaments);
	free(h->announcement);
	free(h->forms);
	if (h->sharing != NULL)
		event_free(h->sharing);
	if (h->publish != NULL)
		event_free(h->publish);
	if (h->tick != NULL)
		event_free(h->tick);
	free(h);
}

/* --- adding tournaments ----------------------------------------------------------------------- */

/* The tournament of this file that has not ended. */
static struct daemon_tournament *daemon_from(const struct daemon *h, const char *path)
{
	for (int i = 0; i < h->count; i++)
		if (daemon_live(h->tournaments[i]) && strcmp(h->tournaments[i]->path, path) == 0)
			return h->tournaments[i];
	return NULL;
}

bool daemon_has(const struct daemon *h, const char *path)
{
	return daemon_from(h, path) != NULL;
}

bool daemon_has_had(const struct daemon *h, const char *path)
{
	for (int i = 0; i < h->count; i++) {
		const struct daemon_tournament *e = h->tournaments[i];
		bool over =
			e->state == DAEMON_TOURNAMENT_DONE || e->state == DAEMON_TOURNAMENT_STOPPED;
		if (over && strcmp(e->path, path) == 0 && !daemon_tournament_changed(e))
			return true;
	}
	return false;
}

/* The tournament of this name; a live one takes precedence. */
static struct daemon_tournament *daemon_find(
	const struct daemon *h, const char *name, struct error *err)
{
	struct daemon_tournament *found = NULL;
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament *e = h->tournaments[i];
		if (strcmp(e->t.name, name) == 0 && (found == NULL || !daemon_live(found)))
			found = e;
	}
	if (found == NULL)
		error_set(err, "tournament \"%s\": not found; `referee status` lists all", name);
	return found;
}

/* Forgets an ended tournament with the name of a new one. */
static bool daemon_make_room(
	struct daemon *h, const struct daemon_tournament *fresh, struct error *err)
{
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament *e = h->tournaments[i];
		if (strcmp(e->t.name, fresh->t.name) != 0)
			continue;
		if (daemon_live(e))
			return error_set(err,
				"%s: the tournament of %.300s has this name; set another one with name = ...",
				e->t.name, e->path);
		daemon_forget(h, i--);
	}
	return true;
}

/* The number of tournaments that wait or run. */
static int daemon_count_live(const struct daemon *h)
{
	int live = 0;
	for (int i = 0; i < h->count; i++)
		live += daemon_live(h->tournaments[i]);
	return live;
}

static void daemon_append(struct daemon *h, struct daemon_tournament *e)
{
	h->tournaments =
		memory_resize(h->tournaments, (size_t)h->count + 1, sizeof *h->tournaments);
	e->number = ++h->numbers;
	h->tournaments[h->count++] = e;
}

static bool daemon_has_name(const struct daemon *h, const char *name)
{
	for (int i = 0; i < h->count; i++)
		if (strcmp(h->tournaments[i]->t.name, name) == 0)
			return true;
	return false;
}

/* Appends the earlier seasons of a ladder, whose newest season is e. */
static int daemon_read_seasons(
	struct daemon *h, const struct daemon_tournament *e, const char *ladder, struct db *db)
{
	struct db_query q;
	db_query(&q, db, "definitions");
	while (db_next(&q)) {
		const char *name = db_text(&q, "name");
		if (season_is_of(e->t.season, ladder, name) && strcmp(name, e->t.name) != 0 &&
			!daemon_has_name(h, name))
			daemon_append(
				h, daemon_tournament_create_past(e, name, db_int(&q, "games")));
	}
	return db_end(&q);
}

/* Adds the seasons before, so that their pages keep their addresses after a restart. */
static void daemon_recall_seasons(struct daemon *h, const struct daemon_tournament *e)
{
	struct db *db = NULL;
	const char *blank = strrchr(e->t.name, ' ');
	if (e->t.season == SEASON_NONE || blank == NULL || access(e->t.db, F_OK) != 0)
		return;
	char *ladder = memory_print("%.*s", (int)(blank - e->t.name), e->t.name);
	int error = db_open(&db, e->t.db, DB_READ);
	if (error == DB_OK)
		error = daemon_read_seasons(h, e, ladder, db);
	if (error != DB_OK) {
		char *line = memory_print(
			"%s: its earlier seasons cannot be read: %s", e->t.name, db_why(db));
		h->terms.say(h->terms.arg, line);
		free(line);
	}
	db_close(db);
	free(ladder);
}

enum daemon_add daemon_add(
	struct daemon *h, const char *path, int64_t owner, FILE *answer, struct error *err)
{
	struct daemon_tournament *e = daemon_from(h, path);
	if (e != NULL) {
		if (e->owner != TEXT_FILE_ANYONE && owner != TEXT_FILE_ANYONE)
			e->owner = owner;
		daemon_tournament_reread(e);
		error_set(err, "%s: already present; its file was read again", e->t.name);
		return DAEMON_TAKEN;
	}
	if (h->ending || h->draining) {
		error_set(err, "the daemon is ending");
		return DAEMON_REFUSED;
	}
	e = daemon_tournament_create(path, owner, &h->daemon_tournament_terms, answer, err);
	if (e == NULL)
		return DAEMON_WRONG;
	if (!daemon_make_room(h, e, err)) {
		daemon_tournament_free(e);
		return DAEMON_REFUSED;
	}
	int before = daemon_count_live(h);
	daemon_recall_seasons(h, e);
	error_set(err, "%s: accepted; %d tournament%s before it", e->t.name, before,
		before == 1 ? " is" : "s are");
	daemon_append(h, e);
	if (e->t.submissions != NULL)
		intake_tidy(h->intake, e->t.name, e->path);
	daemon_request_sharing(h);
	return DAEMON_TAKEN;
}

enum daemon_add daemon_submit(struct daemon *h, const char *path, FILE *answer, struct error *err)
{
	struct error wrong;
	enum daemon_add added = daemon_add(h, path, TEXT_FILE_ANYONE, answer, err);
	struct daemon_tournament *e = added == DAEMON_TAKEN ? daemon_from(h, path) : NULL;
	if (e == NULL || h->terms.queue == NULL)
		return added;
	e->submitted = true;
	if (!queue_add(h->terms.queue, path, &wrong))
		error_append(err,
			"; a restarted daemon will not resume it, unless its queue file can be written before: %s",
			wrong.text);
	return added;
}

/* Adds the tournament of the next season, in the place of one that is over. */
static void daemon_add_heir(struct daemon *h, struct daemon_tournament *e)
{
	struct error err;
	bool paused = e->paused;
	e->heir = true;
	char *path = memory_copy(e->path), line[2 * ERROR_TEXT];
	enum daemon_add added = e->inherits ? daemon_submit(h, path, NULL, &err)
					    : daemon_add(h, path, e->owner, NULL, &err);
	struct daemon_tournament *heir = added == DAEMON_TAKEN ? daemon_from(h, path) : NULL;
	if (heir != NULL)
		heir->paused = paused;
	snprintf(line, sizeof line, "%s%.300s: the next season: %s", heir != NULL ? "" : "<3>",
		path, added == DAEMON_WRONG ? "the file is wrong" : err.text);
	h->terms.say(h->terms.arg, line);
	free(path);
}

/* Ends the tournaments whose season is over after their games in play, and begins the next. One
 * that an operator stopped, or that failed, has no heir. */
static void daemon_end_seasons(struct daemon *h)
{
	int64_t now = daemon_tournament_season_now();
	if (h->ending || h->draining)
		return;
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament *e = h->tournaments[i];
		if (e->t.season == SEASON_NONE || e->heir || (e->stopping && !e->over) ||
			(!e->over && !daemon_tournament_season_is_over(e, now)))
			continue;
		if (!e->over) {
			e->over = true;
			e->inherits = e->submitted;
			e->submitted = false; /* the next one stays in the queue */
			daemon_share_games(h);
		}
		if (e->state == DAEMON_TOURNAMENT_RUNNING && daemon_tournament_rests(e)) {
			daemon_tournament_stop(e, false);
		} else if (e->state == DAEMON_TOURNAMENT_WAITING && e->preparation == NULL) {
			daemon_tournament_stop(e, false);
			daemon_add_heir(h, e);
		} else if (e->state == DAEMON_TOURNAMENT_DONE) {
			daemon_add_heir(h, e);
		}
	}
}

void daemon_read_queue(struct daemon *h)
{
	struct error err;
	char line[3 * ERROR_TEXT];
	for (int i = 0; i < queue_count(h->terms.queue);) {
		const char *path = queue_file(h->terms.queue, i);
		int before = queue_count(h->terms.queue);
		bool gone = access(path, F_OK) != 0 && errno == ENOENT;
		enum daemon_add added = gone ? DAEMON_REFUSED : daemon_submit(h, path, NULL, &err);
		if (gone)
			snprintf(line, sizeof line,
				"%.500s: the submitted file no longer exists; it is removed from the queue",
				path);
		else if (added == DAEMON_WRONG)
			snprintf(line, sizeof line, "%.500s: the submitted tournament is skipped",
				path);
		else
			snprintf(line, sizeof line,
				"%.500s: the submitted tournament is skipped: %s", path, err.text);
		if (added != DAEMON_TAKEN)
			h->terms.say(h->terms.arg, line);
		if (gone)
			queue_remove(h->terms.queue, path, &err);
		i += queue_count(h->terms.queue) == before;
	}
}

void daemon_tokens_changed(struct daemon *h)
{
	h->tokens++;
}

void daemon_reread(struct daemon *h)
{
	for (int i = 0; i < h->count; i++)
		if (daemon_live(h->tournaments[i]))
			daemon_tournament_reread(h->tournaments[i]);
	daemon_request_sharing(h);
}

/* --- requests --------------------------------------------------------------------------------- */

/* The live tournament of this name. */
static struct daemon_tournament *daemon_find_live(
	const struct daemon *h, const char *name, struct error *err)
{
	struct daemon_tournament *e = daemon_find(h, name, err);
	if (e == NULL || daemon_live(e))
		return e;
	error_set(err, "%s: it is already %s", name, daemon_tournament_state_name(e));
	return NULL;
}

/* Explains that a stopped or failed tournament is not resumed but submitted again. */
static void daemon_explain_ended(const struct daemon *h, const char *name, struct error *err)
{
	struct error none;
	const struct daemon_tournament *e = daemon_find(h, name, &none);
	if (e != NULL &&
		(e->state == DAEMON_TOURNAMENT_STOPPED || e->state == DAEMON_TOURNAMENT_FAILED))
		error_set(err, "%s: it is %s; `referee submit` with its file resumes it: %.300s",
			e->t.name, daemon_tournament_state_name(e), e->path);
}

/* Its name in an answer; NULL: all tournaments. */
static const char *daemon_name_of(const struct daemon_tournament *e)
{
	return e != NULL ? e->t.name : "all tournaments";
}

/* The number of games in play, of one tournament or of all. */
static int daemon_playing(const struct daemon *h, const struct daemon_tournament *e)
{
	int playing = 0;
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament_games games = daemon_tournament_games(h->tournaments[i]);
		if (e == NULL || e == h->tournaments[i])
			playing += games.local + games.remote + games.worker;
	}
	return playing;
}

bool daemon_set_paused(struct daemon *h, const char *name, bool paused, struct error *err)
{
	struct daemon_tournament *e = name != NULL ? daemon_find_live(h, name, err) : NULL;
	if (name != NULL && e == NULL && !paused)
		daemon_explain_ended(h, name, err);
	if (name != NULL && e == NULL)
		return false;
	if (h->draining)
		return error_set(
			err, "the daemon is draining: no game begins until it is started again");
	if (name != NULL && !paused && h->paused)
		return error_set(err,
			"all tournaments are paused; `referee resume` without a name resumes them");
	if (e != NULL)
		e->paused = paused;
	else
		h->paused = paused;
	if (e != NULL && !paused)
		e->asked = e->state == DAEMON_TOURNAMENT_WAITING;
	/* Resume all, including those that were paused by name. */
	for (int i = 0; e == NULL && !paused && i < h->count; i++)
		h->tournaments[i]->paused = false;
	/* At once: the client may rely on it. */
	daemon_share_games(h);
	daemon_request_sharing(h);
	int playing = daemon_playing(h, e);
	char why[2 * ERROR_TEXT] = "";
	if (e != NULL && !paused)
		daemon_explain(h, e, why, sizeof why);
	if (paused)
		error_set(err, "%s: no further game begins; %d game%s in play will finish",
			daemon_name_of(e), playing, playing == 1 ? "" : "s");
	else if (e != NULL && e->asked && *why != '\0')
		error_set(err, "%s: no longer paused, but %s", daemon_name_of(e), why);
	else
		error_set(err, "%s: games begin again", daemon_name_of(e));
	return true;
}

bool daemon_stop(struct daemon *h, const char *name, struct error *err)
{
	struct daemon_tournament *e = name != NULL ? daemon_find_live(h, name, err) : NULL;
	bool back = false; /* does one of them come back with the daemon? */
	if (name != NULL && e == NULL)
		return false;
	for (int i = 0; i < h->count; i++)
		if (e == NULL || h->tournaments[i] == e) {
			back = back ||
			       (daemon_live(h->tournaments[i]) && !h->tournaments[i]->submitted);
			daemon_unqueue(h, h->tournaments[i]);
			daemon_tournament_stop(h->tournaments[i], false);
		}
	int playing = daemon_playing(h, e);
	if (playing > 0)
		error_set(err,
			"%s: no further game begins; it ends after the %d game%s in play; all finished games are kept",
			daemon_name_of(e), playing, playing == 1 ? "" : "s");
	else
		error_set(err, "%s: stopped; all finished games are kept", daemon_name_of(e));
	if (back && e != NULL)
		error_append(err,
			"; the next start of the daemon begins it again, unless its file is removed: %.300s",
			e->path);
	else if (back)
		error_append(err,
			"; the next start of the daemon begins those again that were not submitted");
	daemon_request_sharing(h);
	return true;
}

bool daemon_concurrency(struct daemon *h, int games, struct error *err)
{
	if (games < 1 || games > CPU_SLOTS_MAX)
		return error_set(err, "concurrency: it must be from 1 to %d", CPU_SLOTS_MAX);
	cpu_slots_resize(&h->places, games);
	daemon_share_games(h);
	daemon_request_sharing(h);
	error_set(err, "%d game%s at a time from now on", games, games == 1 ? "" : "s");
	return true;
}

bool daemon_add_bot(struct daemon *h, const char *name, const char *bot, struct error *err)
{
	struct daemon_tournament *e = daemon_find_live(h, name, err);
	return e != NULL && daemon_tournament_add_bot(e, bot, err);
}

bool daemon_bench_bot(
	struct daemon *h, const char *name, const char *bot, bool benched, struct error *err)
{
	struct daemon_tournament *e = daemon_find_live(h, name, err);
	return e != NULL && daemon_tournament_bench_bot(e, bot, benched, err);
}

/* Is it the token of this name? */
static bool daemon_knows_token(const struct daemon *h, const char *name, const char *token)
{
	unsigned char bytes[CRYPTO_BYTES];
	struct token_keys keys;
	if (h->terms.listener == NULL || !token_name_is_good(name) || !crypto_read(token, bytes))
		return false;
	const struct token_row *row =
		tokens_find(listener_supervisor_tokens(h->terms.listener), name);
	token_keys_make(bytes, &keys);
	bool right = row != NULL && crypto_same(keys.stored, row->keys.stored);
	crypto_forget(&keys, sizeof keys);
	crypto_forget(bytes, sizeof bytes);
	return right;
}

bool daemon_take_form(struct daemon *h, const char *name, const char *token,
	const struct peer_limit_key *from, int fd, struct error *err)
{
	char address[NET_ADDRESS_ADDRESS], of[NET_ADDRESS_ADDRESS + 16], line[ERROR_TEXT];
	peer_address_write(from, address);
	if (!peer_limits_begin(h->forms, from, time_now()))
		return error_set(err,
			"too many forms with a wrong name or token came from your address; try again in a minute");
	bool right = daemon_knows_token(h, name, token);
	usec wait = peer_limits_end(
		h->forms, from, right ? PEER_LIMIT_WELCOME : PEER_LIMIT_FAILED, time_now());
	if (right) {
		snprintf(of, sizeof of, "a form of %s", address);
		daemon_on_client(h, name, of, fd);
		return true;
	}
	snprintf(line, sizeof line,
		"<4>intake: %.64s from a form of %s: the name or the token is wrong", name,
		address);
	h->terms.say(h->terms.arg, line);
	if (wait > 0) {
		snprintf(line, sizeof line,
			"<4>intake: %s: too many forms with a wrong name or token; its forms are refused for %d s",
			address, (int)(wait / SECOND));
		h->terms.say(h->terms.arg, line);
	}
	return error_set(err, "the name or the token is wrong");
}

bool daemon_revert(struct daemon *h, const char *name, const char *bot, const char *version,
	const struct intake_answer *answer, struct error *err)
{
	if (daemon_find_live(h, name, err) == NULL)
		return false;
	return intake_back(h->intake, name, bot, version, answer, err);
}

void daemon_revert_forget(struct daemon *h, const void *arg)
{
	intake_forget_answer(h->intake, arg);
}

/* Does a bot of this name take part in a tournament that has not ended? */
static bool daemon_has_bot(const struct daemon *h, const char *name)
{
	for (int i = 0; i < h->count; i++)
		if (daemon_live(h->tournaments[i]) &&
			tournament_find_bot(&h->tournaments[i]->t, name) >= 0)
			return true;
	return false;
}

bool daemon_watch(struct daemon *h, const struct watch_wish *wish,
	const struct live_subscriber_calls *calls, void *owner, struct live_subscriber **watcher,
	struct error *err)
{
	if (wish->name != NULL && !daemon_has_bot(h, wish->name))
		return error_set(
			err, "bot \"%s\": no waiting or running tournament has it", wish->name);
	return live_events_watch(h->terms.events, wish, calls, owner, watcher, err);
}

bool daemon_drain(struct daemon *h, struct error *err)
{
	if (h->ending)
		return error_set(err, "the daemon is already ending");
	h->draining = true;
	for (int i = 0; i < h->count; i++)
		h->tournaments[i]->draining = true;
	daemon_share_games(h);
	daemon_request_sharing(h);
	int playing = daemon_playing(h, NULL);
	error_set(err, "no further game begins; the daemon ends after the %d game%s in play",
		playing, playing == 1 ? "" : "s");
	h->terms.say(h->terms.arg, "draining: no further game begins");
	return true;
}

bool daemon_is_ending(const struct daemon *h)
{
	return h->ending;
}

bool daemon_kick(struct daemon *h, const char *bot, struct error *err)
{
	int closed = h->sessions != NULL ? remote_sessions_kick(h->sessions, bot) : 0;
	if (closed == 0)
		return error_set(err,
			"bot \"%.100s\": no connection has this name; `referee status --bots` lists all",
			bot);
	error_set(err, "%s: %d connection%s closed; it may connect again", bot, closed,
		closed == 1 ? "" : "s");
	return true;
}

bool daemon_announce(struct daemon *h, const char *text, struct error *err)
{
	struct error wrong = {"the daemon has no queue file"};
	if (strlen(text) > DAEMON_ANNOUNCEMENT)
		return error_set(err, "announce: the text is too long; it may have %d bytes",
			DAEMON_ANNOUNCEMENT);
	for (const char *c = text; *c != '\0'; c += utf8_length(c))
		if (utf8_length(c) == 0 || *c == '\n' || !escape_is_plain(c, utf8_length(c)))
			return error_set(err,
				"announce: the text has control characters or is not UTF-8; give one line of plain text");
	daemon_set_announcement(h, text);
	error_set(err, "%s", *text != '\0' ? "all pages show it" : "no announcement is shown");
	if (h->terms.queue == NULL || !queue_announce(h->terms.queue, text, &wrong))
		error_append(err, "; a restarted daemon will not know it: %s", wrong.text);
	return true;
}

void daemon_end(struct daemon *h, bool at_once)
{
	h->ending = true;
	for (int i = 0; i < h->count; i++)
		daemon_tournament_stop(h->tournaments[i], at_once);
	daemon_request_sharing(h);
}

bool daemon_quiet(const struct daemon *h)
{
	return daemon_running(h) == 0;
}
