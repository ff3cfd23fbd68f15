/*
 * daemon.c - several tournaments in one process.
 *
 * Every change requests daemon_on_sharing(). It begins the tournaments that may begin. Then it
 * shares out the games at a time: one to each tournament in turn, while any tournament wants more.
 */
#include "referee/daemon/daemon.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "base/escape.h"
#include "referee/process/crypto.h"
#include "referee/process/loop-lag.h"
#include "base/memory.h"
#include "base/name.h"
#include "base/utf8.h"
#include "referee/net/tokens.h"
#include "referee/config/season.h"
#include "referee/submissions/intake.h"

enum {
	DAEMON_ENDED = 64,	   /* ended tournaments that the status still shows */
	DAEMON_ANNOUNCEMENT = 1000 /* bytes of an announcement */
};

/* Says a line, which may begin with a level. */
static void daemon_log(const struct daemon *daemon, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void daemon_log(const struct daemon *daemon, const char *format, ...)
{
	char line[3 * ERROR_TEXT];
	va_list list;
	va_start(list, format);
	vsnprintf(line, sizeof line, format, list);
	va_end(list);
	daemon->options.say(daemon->options.arg, line);
}

/* --- sharing out games ------------------------------------------------------------------------ */

/* May it begin beside those that run? */
static bool daemon_may_begin(const struct daemon *daemon, struct daemon_tournament *entry)
{
	bool begun = daemon_tournament_has_begun(entry);
	if (entry->state != DAEMON_TOURNAMENT_WAITING || begun || entry->paused || daemon->paused ||
		daemon->draining || daemon->ending)
		return false;
	for (int i = 0; i < daemon->count; i++)
		if (daemon_tournament_has_begun(daemon->tournaments[i]) &&
			daemon_tournament_shares_database(daemon->tournaments[i], entry))
			return false; /* a database has one writer */
	return !daemon_tournament_is_held(entry);
}

/* Does it take one of the places? One whose disk is full keeps its place: else it might never go
 * on beside tournaments without an end. */
static bool daemon_has_place(const struct daemon_tournament *entry)
{
	return daemon_tournament_has_begun(entry) ||
	       (entry->state == DAEMON_TOURNAMENT_WAITING &&
		       entry->waits == START_CONDITIONS_AGAIN);
}

/* The tournaments that have a place. */
static int daemon_running(const struct daemon *daemon)
{
	int running = 0;
	for (int i = 0; i < daemon->count; i++)
		running += daemon_has_place(daemon->tournaments[i]);
	return running;
}

/* Each tournament that runs gets a game at a time at least. */
static int daemon_places(const struct daemon *daemon)
{
	int most = daemon->options.side_by_side;
	return most < daemon->places.count ? most : daemon->places.count;
}

void daemon_explain(
	const struct daemon *daemon, struct daemon_tournament *entry, char *text, size_t room)
{
	int running = daemon_running(daemon), most = daemon_places(daemon);
	daemon_tournament_explain(entry, text, room);
	if (*text != '\0' || entry->state != DAEMON_TOURNAMENT_WAITING || entry->paused ||
		daemon->paused || daemon->draining || daemon->ending || daemon_has_place(entry))
		return;
	for (int i = 0; i < daemon->count; i++)
		if (daemon_tournament_has_begun(daemon->tournaments[i]) &&
			daemon_tournament_shares_database(daemon->tournaments[i], entry)) {
			snprintf(text, room,
				"it waits for the end of %s, which has the same database",
				daemon->tournaments[i]->t.name);
			return;
		}
	if (running >= most)
		snprintf(text, room,
			"it waits for a place: %d of at most %s run%s (--parallel-tournaments %d, concurrency %d)",
			running, counted(most, "tournament").text, plural(running, "s", ""),
			daemon->options.side_by_side, daemon->places.count);
}

static void daemon_share_games(struct daemon *daemon)
{
	int left = daemon->places.count;
	int *share = memory_get((size_t)daemon->count + 1, sizeof *share);
	for (bool more = true; more && left > 0;) {
		more = false;
		for (int i = 0; i < daemon->count && left > 0; i++) {
			const struct daemon_tournament *entry = daemon->tournaments[i];
			if (entry->state != DAEMON_TOURNAMENT_RUNNING || entry->paused ||
				daemon->paused || daemon->draining || entry->over ||
				share[i] >= daemon_tournament_wants(entry))
				continue;
			share[i]++;
			left--;
			more = true;
		}
	}
	for (int i = 0; i < daemon->count; i++)
		if (daemon->tournaments[i]->state == DAEMON_TOURNAMENT_RUNNING)
			daemon_tournament_allow(daemon->tournaments[i], share[i]);
	free(share);
}

static void daemon_forget(struct daemon *daemon, int i)
{
	daemon_tournament_free(daemon->tournaments[i]);
	memmove(&daemon->tournaments[i], &daemon->tournaments[i + 1],
		(size_t)(daemon->count - i - 1) * sizeof *daemon->tournaments);
	daemon->count--;
}

/* Sends changes to the web process, twice a second. */
static void daemon_on_publish(evutil_socket_t fd, short what, void *arg)
{
	struct daemon *daemon = arg;
	int allowed = 0, local = 0, remote = 0;
	(void)fd;
	(void)what;
	for (int i = 0; i < daemon->count; i++) {
		daemon_tournament_publish(daemon->tournaments[i]);
		allowed += daemon->tournaments[i]->allowed;
		local += daemon_tournament_games(daemon->tournaments[i]).local;
		remote += daemon_tournament_games(daemon->tournaments[i]).remote;
	}
	web_supervisor_metric(daemon->options.web, METRIC_LOCAL_GAMES_MAX, allowed);
	web_supervisor_metric(daemon->options.web, METRIC_LOCAL_GAMES, local);
	web_supervisor_metric(daemon->options.web, METRIC_REMOTE_GAMES, remote);
	web_supervisor_metric(daemon->options.web, METRIC_COMMITS, (int64_t)daemon->commits);
	web_supervisor_metric(daemon->options.web, METRIC_DEATHS, (int64_t)daemon->deaths);
	web_supervisor_metric(
		daemon->options.web, METRIC_CONTROL_REFUSED, (int64_t)daemon->refused);
	web_supervisor_metric(daemon->options.web, METRIC_DRAINING, daemon->draining);
	web_supervisor_send(daemon->options.web,
		&(struct live_event){.kind = LIVE_EVENT_DELAYS, .delays = *daemon->options.delays});
	if (daemon->sessions != NULL) {
		struct remote_sessions_counts counts = remote_sessions_counts(daemon->sessions);
		web_supervisor_metric(daemon->options.web, METRIC_CONNECTIONS, counts.connections);
		web_supervisor_metric(daemon->options.web, METRIC_UNASSIGNED, counts.unassigned);
		web_supervisor_metric(daemon->options.web, METRIC_PENALTIES,
			(int64_t)listener_supervisor_penalties(daemon->options.listener));
		web_supervisor_metric(daemon->options.web, METRIC_LISTENER_STARTS,
			listener_supervisor_starts(daemon->options.listener));
	}
}

static void daemon_end_seasons(struct daemon *daemon);

/* Has no tournament a game in play, or one that is not stored yet? */
static bool daemon_is_drained(const struct daemon *daemon)
{
	for (int i = 0; i < daemon->count; i++)
		if (!daemon_tournament_rests(daemon->tournaments[i]))
			return false;
	return true;
}

/* Checks start conditions, once a second, and whether a daemon that is being drained may end. */
static void daemon_on_tick(evutil_socket_t fd, short what, void *arg)
{
	struct daemon *daemon = arg;
	struct error err;
	(void)fd;
	(void)what;
	if (daemon->draining && !daemon->ending && daemon_is_drained(daemon)) {
		daemon_log(daemon, "drained: every game is over and stored; stops");
		daemon_end(daemon, false);
	}
	daemon_end_seasons(daemon);
	if (daemon->options.queue != NULL && queue_write_again(daemon->options.queue))
		daemon_log(daemon, "<5>the queue file can be written again, and was");
	for (int i = 0; i < daemon->count; i++) {
		struct daemon_tournament *entry = daemon->tournaments[i];
		if (entry->state == DAEMON_TOURNAMENT_WAITING &&
			entry->waits != START_CONDITIONS_NOTHING &&
			daemon_tournament_waits(entry, &err) == START_CONDITIONS_NOTHING) {
			event_active(daemon->sharing, EV_TIMEOUT, 0);
			return;
		}
	}
}

/* Removes a tournament that is over from the queue file. One that only ends with this daemon
 * stays there. */
static void daemon_unqueue(struct daemon *daemon, struct daemon_tournament *entry)
{
	struct error err;
	if (!entry->submitted)
		return;
	entry->submitted = false;
	if (queue_remove(daemon->options.queue, entry->path, &err))
		return;
	daemon_log(daemon, "%.200s: it stays in the queue file: %s", entry->path, err.text);
}

static void daemon_on_sharing(evutil_socket_t fd, short what, void *arg)
{
	struct daemon *daemon = arg;
	(void)fd;
	(void)what;
	for (int i = 0; i < daemon->count; i++) {
		struct daemon_tournament *entry = daemon->tournaments[i];
		bool place =
			daemon_has_place(entry) || daemon_running(daemon) < daemon_places(daemon);
		if (place && daemon_may_begin(daemon, entry))
			daemon_tournament_begin(entry);
	}
	daemon_share_games(daemon);
	for (int i = 0; i < daemon->count; i++)
		if (daemon->tournaments[i]->state == DAEMON_TOURNAMENT_DONE)
			daemon_unqueue(daemon, daemon->tournaments[i]);
	/* Forgets the tournaments that ended longest ago. */
	int ended = 0;
	for (int i = daemon->count - 1; i >= 0; i--)
		if (!daemon_tournament_is_live(daemon->tournaments[i]) && ++ended > DAEMON_ENDED)
			daemon_forget(daemon, i);
	if (daemon->options.web != NULL)
		daemon_on_publish(-1, 0, daemon);
	daemon->options.changed(daemon->options.arg);
}

/* Runs in an event of its own, because a tournament that is just ending may request it. */
static void daemon_request_sharing(void *arg)
{
	struct daemon *daemon = arg;
	event_active(daemon->sharing, EV_TIMEOUT, 0);
}

/* --- life cycle ------------------------------------------------------------------------------- */

static void daemon_set_announcement(struct daemon *daemon, const char *text)
{
	char *copy = memory_copy(text);
	free(daemon->announcement);
	daemon->announcement = copy;
	web_supervisor_send(daemon->options.web, &(struct live_event){.kind = LIVE_EVENT_ANNOUNCE,
							 .announce = daemon->announcement});
}

/* --- bots that are sent ------------------------------------------------------------------------
 */

static struct daemon_tournament *daemon_find_live(
	const struct daemon *daemon, const char *name, struct error *err);

static void daemon_on_places(void *arg, struct intake_order *order)
{
	struct daemon *daemon = arg;
	for (int i = 0; i < daemon->count && order->places_count < INTAKE_PLACES; i++) {
		const struct daemon_tournament *entry = daemon->tournaments[i];
		if (daemon_tournament_is_live(entry) && entry->t.submissions != NULL &&
			!daemon->ending)
			order->places[order->places_count++] =
				(struct intake_place){entry->t.name, entry->path};
	}
}

static void daemon_on_sent(void *arg, const char *name, const char *bot, struct error *err)
{
	struct daemon *daemon = arg;
	struct daemon_tournament *entry = daemon_find_live(daemon, name, err);
	if (entry != NULL)
		daemon_tournament_take_sent(entry, bot, err);
	daemon_request_sharing(daemon);
}

static void daemon_on_intake_log(void *arg, const char *line)
{
	struct daemon *daemon = arg;
	daemon->options.say(daemon->options.arg, line);
}

static void daemon_on_client(void *arg, const char *bot, const char *address, int fd)
{
	struct daemon *daemon = arg;
	const char *owner = listener_supervisor_owner(daemon->options.listener, bot);
	intake_take(daemon->intake, bot, owner != NULL ? owner : bot, address, fd);
}

static void daemon_open_intake(struct daemon *daemon)
{
	const struct intake_options options = {.base = daemon->options.base,
		.kind = &intake_process,
		.bytes_most = daemon->options.send_max,
		.hourly = daemon->options.send_hourly,
		.places = daemon_on_places,
		.joined = daemon_on_sent,
		.say = daemon_on_intake_log,
		.arg = daemon};
	daemon->intake = intake_create(&options);
	if (daemon->options.listener != NULL)
		listener_supervisor_on_send(daemon->options.listener, daemon_on_client, daemon);
}

/* Bots could not come meanwhile. */
static usec daemon_on_lag(void *arg, usec span)
{
	struct daemon *daemon = arg;
	remote_sessions_held_up(daemon->sessions, span);
	return 0;
}

struct daemon *daemon_create(const struct daemon_options *options)
{
	struct daemon *daemon = memory_get(1, sizeof *daemon);
	daemon->options = *options;
	daemon->forms = memory_get(1, sizeof *daemon->forms);
	daemon->tokens = 1;
	if (options->listener != NULL)
		daemon->sessions = listener_supervisor_sessions(options->listener);
	cpu_slots_init(&daemon->places, options->concurrency);
	daemon->tournament_options = (struct daemon_tournament_options){.base = options->base,
		.places = &daemon->places,
		.commits = &daemon->commits,
		.deaths = &daemon->deaths,
		.events = options->events,
		.web = options->web,
		.sessions = daemon->sessions,
		.owner = options->owner,
		.tokens = &daemon->tokens,
		.delays = options->delays,
		.verbose = options->verbose,
		.say = options->say_of,
		.event = options->event,
		.arg = options->arg,
		.changed = daemon_request_sharing,
		.changed_arg = daemon};
	daemon->sharing = evtimer_new(options->base, daemon_on_sharing, daemon);
	daemon->publish = event_new(options->base, -1, EV_PERSIST, daemon_on_publish, daemon);
	daemon->tick = event_new(options->base, -1, EV_PERSIST, daemon_on_tick, daemon);
	const struct timeval often = {.tv_usec = 500 * MILLISECOND}, second = {.tv_sec = 1};
	daemon_set_announcement(
		daemon, options->queue != NULL ? queue_announcement(options->queue) : "");
	daemon_open_intake(daemon);
	bool good = daemon->sharing != NULL && daemon->publish != NULL && daemon->tick != NULL &&
		    event_add(daemon->tick, &second) == 0;
	if (good && daemon->sessions != NULL)
		good = loop_lag_watch(options->base, LOOP_LAG_PASSES, NULL, daemon_on_lag, daemon);
	if (good && (options->web == NULL || event_add(daemon->publish, &often) == 0))
		return daemon;
	daemon_free(daemon);
	return NULL;
}

void daemon_free(struct daemon *daemon)
{
	if (daemon == NULL)
		return;
	time_watch_gaps(0, NULL, NULL);
	if (daemon->options.listener != NULL)
		listener_supervisor_on_send(daemon->options.listener, NULL, NULL);
	intake_free(daemon->intake);
	for (int i = 0; i < daemon->count; i++)
		daemon_tournament_free(daemon->tournaments[i]);
	free(daemon->tournaments);
	free(daemon->announcement);
	free(daemon->forms);
	if (daemon->sharing != NULL)
		event_free(daemon->sharing);
	if (daemon->publish != NULL)
		event_free(daemon->publish);
	if (daemon->tick != NULL)
		event_free(daemon->tick);
	free(daemon);
}

/* --- adding tournaments ----------------------------------------------------------------------- */

/* The tournament of this file that has not ended. */
static struct daemon_tournament *daemon_from(const struct daemon *daemon, const char *path)
{
	for (int i = 0; i < daemon->count; i++)
		if (daemon_tournament_is_live(daemon->tournaments[i]) &&
			strcmp(daemon->tournaments[i]->path, path) == 0)
			return daemon->tournaments[i];
	return NULL;
}

bool daemon_has(const struct daemon *daemon, const char *path)
{
	return daemon_from(daemon, path) != NULL;
}

bool daemon_has_had(const struct daemon *daemon, const char *path)
{
	for (int i = 0; i < daemon->count; i++) {
		const struct daemon_tournament *entry = daemon->tournaments[i];
		bool over = entry->state == DAEMON_TOURNAMENT_DONE ||
			    entry->state == DAEMON_TOURNAMENT_STOPPED;
		if (over && strcmp(entry->path, path) == 0 && !daemon_tournament_changed(entry))
			return true;
	}
	return false;
}

/* The tournament of this name; a live one takes precedence. */
static struct daemon_tournament *daemon_find(
	const struct daemon *daemon, const char *name, struct error *err)
{
	struct daemon_tournament *found = NULL;
	for (int i = 0; i < daemon->count; i++) {
		struct daemon_tournament *entry = daemon->tournaments[i];
		if (name_is_same(entry->t.name, name) &&
			(found == NULL || !daemon_tournament_is_live(found)))
			found = entry;
	}
	if (found == NULL)
		error_set(
			err, "tournament \"%s\": not found; `referee ctl status` lists all", name);
	return found;
}

/* Forgets an ended tournament with the name of a new one. */
static bool daemon_make_room(
	struct daemon *daemon, const struct daemon_tournament *fresh, struct error *err)
{
	for (int i = 0; i < daemon->count; i++) {
		struct daemon_tournament *entry = daemon->tournaments[i];
		if (!name_is_same(entry->t.name, fresh->t.name))
			continue;
		if (daemon_tournament_is_live(entry))
			return error_set(err,
				"%s: the tournament of %.300s has this name; set another one with name = ...",
				entry->t.name, entry->path);
		daemon_forget(daemon, i--);
	}
	return true;
}

static void daemon_append(struct daemon *daemon, struct daemon_tournament *entry)
{
	daemon->tournaments = memory_resize(
		daemon->tournaments, (size_t)daemon->count + 1, sizeof *daemon->tournaments);
	entry->number = ++daemon->numbers;
	daemon->tournaments[daemon->count++] = entry;
}

static bool daemon_has_name(const struct daemon *daemon, const char *name)
{
	for (int i = 0; i < daemon->count; i++)
		if (name_is_same(daemon->tournaments[i]->t.name, name))
			return true;
	return false;
}

/* Adds the seasons before, so that their pages keep their addresses after a restart. */
static void daemon_recall_seasons(struct daemon *daemon, const struct daemon_tournament *entry)
{
	struct db *db = NULL;
	const char *blank = strrchr(entry->t.name, ' ');
	if (entry->t.season == SEASON_NONE || blank == NULL || access(entry->t.db, F_OK) != 0)
		return;
	char *ladder = memory_print("%.*s", (int)(blank - entry->t.name), entry->t.name);
	int error = db_open(&db, entry->t.db, DB_READ);
	if (error == DB_OK) {
		struct db_query q;
		db_query(&q, db, "definitions");
		while (db_next(&q)) {
			const char *name = db_text(&q, "name");
			if (season_is_of(entry->t.season, ladder, name) &&
				!name_is_same(name, entry->t.name) &&
				!daemon_has_name(daemon, name))
				daemon_append(daemon, daemon_tournament_create_past(
							      entry, name, db_int(&q, "games")));
		}
		error = db_end(&q);
	}
	if (error != DB_OK)
		daemon_log(daemon, "%s: its earlier seasons cannot be read: %s", entry->t.name,
			db_error_text(db));
	db_close(db);
	free(ladder);
}

enum daemon_add daemon_add(
	struct daemon *daemon, const char *path, int64_t owner, FILE *answer, struct error *err)
{
	struct daemon_tournament *entry = daemon_from(daemon, path);
	if (entry != NULL) {
		if (entry->owner != TEXT_FILE_ANYONE && owner != TEXT_FILE_ANYONE)
			entry->owner = owner;
		daemon_tournament_reread(entry);
		error_set(err, "%s: already present; its file was read again", entry->t.name);
		return DAEMON_TAKEN;
	}
	if (daemon->ending || daemon->draining) {
		error_set(err, "the daemon is ending");
		return DAEMON_REFUSED;
	}
	entry = daemon_tournament_create(path, owner, &daemon->tournament_options, answer, err);
	if (entry == NULL)
		return DAEMON_WRONG;
	if (!daemon_make_room(daemon, entry, err)) {
		daemon_tournament_free(entry);
		return DAEMON_REFUSED;
	}
	int before = 0;
	for (int i = 0; i < daemon->count; i++)
		before += daemon_tournament_is_live(daemon->tournaments[i]);
	daemon_recall_seasons(daemon, entry);
	error_set(err, "%s: accepted; %s before it", entry->t.name,
		counted(before, "tournament is").text);
	daemon_append(daemon, entry);
	if (entry->t.submissions != NULL)
		intake_tidy(daemon->intake, entry->t.name, entry->path);
	daemon_request_sharing(daemon);
	return DAEMON_TAKEN;
}

enum daemon_add daemon_submit(
	struct daemon *daemon, const char *path, FILE *answer, struct error *err)
{
	struct error wrong;
	enum daemon_add added = daemon_add(daemon, path, TEXT_FILE_ANYONE, answer, err);
	struct daemon_tournament *entry = added == DAEMON_TAKEN ? daemon_from(daemon, path) : NULL;
	if (entry == NULL || daemon->options.queue == NULL)
		return added;
	entry->submitted = true;
	if (!queue_add(daemon->options.queue, path, &wrong))
		error_append(err,
			"; a restarted daemon will not resume it, unless its queue file can be written before: %s",
			wrong.text);
	return added;
}

/* Adds the tournament of the next season, in the place of one that is over. */
static void daemon_add_successor(struct daemon *daemon, struct daemon_tournament *entry)
{
	struct error err;
	bool paused = entry->paused;
	entry->successor_added = true;
	char *path = memory_copy(entry->path);
	enum daemon_add added = entry->successor_submitted
					? daemon_submit(daemon, path, NULL, &err)
					: daemon_add(daemon, path, entry->owner, NULL, &err);
	struct daemon_tournament *successor =
		added == DAEMON_TAKEN ? daemon_from(daemon, path) : NULL;
	if (successor != NULL)
		successor->paused = paused;
	daemon_log(daemon, "%s%.300s: the next season: %s", successor != NULL ? "" : "<3>", path,
		added == DAEMON_WRONG ? "the file is wrong" : err.text);
	free(path);
}

/* Ends the tournaments whose season is over after their games in play, and begins the next. One
 * that an operator stopped, or that failed, has no successor. */
static void daemon_end_seasons(struct daemon *daemon)
{
	int64_t now = daemon_tournament_season_now();
	if (daemon->ending || daemon->draining)
		return;
	for (int i = 0; i < daemon->count; i++) {
		struct daemon_tournament *entry = daemon->tournaments[i];
		if (entry->t.season == SEASON_NONE || entry->successor_added ||
			(entry->stopping && !entry->over) ||
			(!entry->over && !daemon_tournament_season_is_over(entry, now)))
			continue;
		if (!entry->over) {
			entry->over = true;
			entry->successor_submitted = entry->submitted;
			entry->submitted = false; /* the next one stays in the queue */
			daemon_share_games(daemon);
		}
		if (entry->state == DAEMON_TOURNAMENT_RUNNING && daemon_tournament_rests(entry)) {
			daemon_tournament_stop(entry, false);
		} else if (entry->state == DAEMON_TOURNAMENT_WAITING &&
			   entry->preparation == NULL) {
			daemon_tournament_stop(entry, false);
			daemon_add_successor(daemon, entry);
		} else if (entry->state == DAEMON_TOURNAMENT_DONE) {
			daemon_add_successor(daemon, entry);
		}
	}
}

void daemon_read_queue(struct daemon *daemon)
{
	struct error err;
	for (int i = 0; i < queue_count(daemon->options.queue);) {
		const char *path = queue_file(daemon->options.queue, i);
		int before = queue_count(daemon->options.queue);
		bool gone = access(path, F_OK) != 0 && errno == ENOENT;
		enum daemon_add added =
			gone ? DAEMON_REFUSED : daemon_submit(daemon, path, NULL, &err);
		if (gone)
			daemon_log(daemon,
				"%.500s: the submitted file no longer exists; it is removed from the queue",
				path);
		else if (added == DAEMON_WRONG)
			daemon_log(daemon, "%.500s: the submitted tournament is skipped", path);
		else if (added != DAEMON_TAKEN)
			daemon_log(daemon, "%.500s: the submitted tournament is skipped: %s", path,
				err.text);
		if (gone)
			queue_remove(daemon->options.queue, path, &err);
		i += queue_count(daemon->options.queue) == before;
	}
}

void daemon_tokens_changed(struct daemon *daemon)
{
	daemon->tokens++;
}

void daemon_reread(struct daemon *daemon)
{
	for (int i = 0; i < daemon->count; i++)
		if (daemon_tournament_is_live(daemon->tournaments[i]))
			daemon_tournament_reread(daemon->tournaments[i]);
	daemon_request_sharing(daemon);
}

/* --- requests --------------------------------------------------------------------------------- */

/* The live tournament of this name. */
static struct daemon_tournament *daemon_find_live(
	const struct daemon *daemon, const char *name, struct error *err)
{
	struct daemon_tournament *entry = daemon_find(daemon, name, err);
	if (entry == NULL || daemon_tournament_is_live(entry))
		return entry;
	error_set(err, "%s: it is already %s", name, daemon_tournament_state_name(entry));
	return NULL;
}

/* Explains that a stopped or failed tournament is not resumed but submitted again. */
static void daemon_explain_ended(const struct daemon *daemon, const char *name, struct error *err)
{
	struct error none;
	const struct daemon_tournament *entry = daemon_find(daemon, name, &none);
	if (entry != NULL && (entry->state == DAEMON_TOURNAMENT_STOPPED ||
				     entry->state == DAEMON_TOURNAMENT_FAILED))
		error_set(err,
			"%s: it is %s; `referee ctl submit` with its file resumes it: %.300s",
			entry->t.name, daemon_tournament_state_name(entry), entry->path);
}

/* Its name in an answer; NULL: all tournaments. */
static const char *daemon_name_of(const struct daemon_tournament *entry)
{
	return entry != NULL ? entry->t.name : "all tournaments";
}

/* The number of games in play, of one tournament or of all. */
static int daemon_playing(const struct daemon *daemon, const struct daemon_tournament *entry)
{
	int playing = 0;
	for (int i = 0; i < daemon->count; i++) {
		struct daemon_tournament_games games =
			daemon_tournament_games(daemon->tournaments[i]);
		if (entry == NULL || entry == daemon->tournaments[i])
			playing += games.local + games.remote + games.worker;
	}
	return playing;
}

bool daemon_set_paused(struct daemon *daemon, const char *name, bool paused, struct error *err)
{
	struct daemon_tournament *entry = name != NULL ? daemon_find_live(daemon, name, err) : NULL;
	if (name != NULL && entry == NULL && !paused)
		daemon_explain_ended(daemon, name, err);
	if (name != NULL && entry == NULL)
		return false;
	if (daemon->draining)
		return error_set(
			err, "the daemon is draining: no game begins until it is started again");
	if (name != NULL && !paused && daemon->paused)
		return error_set(err,
			"all tournaments are paused; `referee ctl resume` without a name resumes them");
	if (entry != NULL)
		entry->paused = paused;
	else
		daemon->paused = paused;
	if (entry != NULL && !paused)
		entry->by_operator = entry->state == DAEMON_TOURNAMENT_WAITING;
	/* Resume all, including those that were paused by name. */
	for (int i = 0; entry == NULL && !paused && i < daemon->count; i++)
		daemon->tournaments[i]->paused = false;
	/* At once: the client may rely on it. */
	daemon_share_games(daemon);
	daemon_request_sharing(daemon);
	int playing = daemon_playing(daemon, entry);
	char why[2 * ERROR_TEXT] = "";
	if (entry != NULL && !paused)
		daemon_explain(daemon, entry, why, sizeof why);
	if (paused)
		error_set(err, "%s: no further game begins; %s in play will finish",
			daemon_name_of(entry), counted(playing, "game").text);
	else if (entry != NULL && entry->by_operator && *why != '\0')
		error_set(err, "%s: no longer paused, but %s", daemon_name_of(entry), why);
	else
		error_set(err, "%s: games begin again", daemon_name_of(entry));
	return true;
}

bool daemon_stop(struct daemon *daemon, const char *name, struct error *err)
{
	struct daemon_tournament *entry = name != NULL ? daemon_find_live(daemon, name, err) : NULL;
	bool back = false; /* does one of them come back with the daemon? */
	if (name != NULL && entry == NULL)
		return false;
	for (int i = 0; i < daemon->count; i++)
		if (entry == NULL || daemon->tournaments[i] == entry) {
			back = back || (daemon_tournament_is_live(daemon->tournaments[i]) &&
					       !daemon->tournaments[i]->submitted);
			daemon_unqueue(daemon, daemon->tournaments[i]);
			daemon_tournament_stop(daemon->tournaments[i], false);
		}
	int playing = daemon_playing(daemon, entry);
	if (playing > 0)
		error_set(err,
			"%s: no further game begins; it ends after the %s in play; all finished games are kept",
			daemon_name_of(entry), counted(playing, "game").text);
	else
		error_set(err, "%s: stopped; all finished games are kept", daemon_name_of(entry));
	if (back && entry != NULL)
		error_append(err,
			"; the next start of the daemon begins it again, unless its file is removed: %.300s",
			entry->path);
	else if (back)
		error_append(err,
			"; the next start of the daemon begins those again that were not submitted");
	daemon_request_sharing(daemon);
	return true;
}

bool daemon_concurrency(struct daemon *daemon, int games, struct error *err)
{
	if (games < 1 || games > CPU_SLOTS_MAX)
		return error_set(err, "concurrency: it must be from 1 to %d", CPU_SLOTS_MAX);
	cpu_slots_resize(&daemon->places, games);
	daemon_share_games(daemon);
	daemon_request_sharing(daemon);
	error_set(err, "%s at a time from now on", counted(games, "game").text);
	return true;
}

bool daemon_add_bot(struct daemon *daemon, const char *name, const char *bot, struct error *err)
{
	struct daemon_tournament *entry = daemon_find_live(daemon, name, err);
	return entry != NULL && daemon_tournament_add_bot(entry, bot, err);
}

bool daemon_bench_bot(
	struct daemon *daemon, const char *name, const char *bot, bool benched, struct error *err)
{
	struct daemon_tournament *entry = daemon_find_live(daemon, name, err);
	return entry != NULL && daemon_tournament_bench_bot(entry, bot, benched, err);
}

/* Is it the token of this name? */
static bool daemon_knows_token(const struct daemon *daemon, const char *name, const char *token)
{
	unsigned char bytes[CRYPTO_BYTES];
	struct token_keys keys;
	if (daemon->options.listener == NULL || !token_name_is_good(name) ||
		!crypto_read(token, bytes))
		return false;
	const struct token_row *row =
		tokens_find(listener_supervisor_tokens(daemon->options.listener), name);
	token_keys_make(bytes, &keys);
	bool right = row != NULL && crypto_same(keys.stored, row->keys.stored);
	crypto_forget(&keys, sizeof keys);
	crypto_forget(bytes, sizeof bytes);
	return right;
}

bool daemon_take_form(struct daemon *daemon, const char *name, const char *token,
	const struct peer_limit_key *from, int fd, struct error *err)
{
	char address[NET_ADDRESS_ADDRESS], of[NET_ADDRESS_ADDRESS + 16];
	peer_address_write(from, address);
	if (!peer_limits_begin(daemon->forms, from, time_now()))
		return error_set(err,
			"too many forms with a wrong name or token came from your address; try again in a minute");
	bool right = daemon_knows_token(daemon, name, token);
	usec wait = peer_limits_end(
		daemon->forms, from, right ? PEER_LIMIT_WELCOME : PEER_LIMIT_FAILED, time_now());
	if (right) {
		snprintf(of, sizeof of, "a form of %s", address);
		daemon_on_client(daemon, name, of, fd);
		return true;
	}
	daemon_log(daemon, "<4>intake: %.64s from a form of %s: the name or the token is wrong",
		name, address);
	if (wait > 0) {
		daemon_log(daemon,
			"<4>intake: %s: too many forms with a wrong name or token; its forms are refused for %d s",
			address, (int)(wait / SECOND));
	}
	return error_set(err, "the name or the token is wrong");
}

bool daemon_revert(struct daemon *daemon, const char *name, const char *bot, const char *version,
	const struct intake_answer *answer, struct error *err)
{
	if (daemon_find_live(daemon, name, err) == NULL)
		return false;
	return intake_back(daemon->intake, name, bot, version, answer, err);
}

void daemon_revert_forget(struct daemon *daemon, const void *arg)
{
	intake_forget_answer(daemon->intake, arg);
}

/* Does a bot of this name take part in a tournament that has not ended? */
static bool daemon_has_bot(const struct daemon *daemon, const char *name)
{
	for (int i = 0; i < daemon->count; i++)
		if (daemon_tournament_is_live(daemon->tournaments[i]) &&
			tournament_find_bot(&daemon->tournaments[i]->t, name) >= 0)
			return true;
	return false;
}

bool daemon_watch(struct daemon *daemon, const struct watch_options *options,
	const struct live_subscriber_calls *calls, void *owner, struct live_subscriber **watcher,
	struct error *err)
{
	if (options->name != NULL && !daemon_has_bot(daemon, options->name))
		return error_set(
			err, "bot \"%s\": no waiting or running tournament has it", options->name);
	return live_events_watch(daemon->options.events, options, calls, owner, watcher, err);
}

bool daemon_drain(struct daemon *daemon, struct error *err)
{
	if (daemon->ending)
		return error_set(err, "the daemon is already ending");
	daemon->draining = true;
	for (int i = 0; i < daemon->count; i++)
		daemon->tournaments[i]->draining = true;
	daemon_share_games(daemon);
	daemon_request_sharing(daemon);
	int playing = daemon_playing(daemon, NULL);
	error_set(err, "no further game begins; the daemon ends after the %s in play",
		counted(playing, "game").text);
	daemon_log(daemon, "draining: no further game begins");
	return true;
}

bool daemon_is_ending(const struct daemon *daemon)
{
	return daemon->ending;
}

bool daemon_kick(struct daemon *daemon, const char *bot, struct error *err)
{
	int closed = daemon->sessions != NULL ? remote_sessions_kick(daemon->sessions, bot) : 0;
	if (closed == 0)
		return error_set(err,
			"bot \"%.100s\": no connection has this name; `referee ctl status --bots` lists all",
			bot);
	error_set(err, "%s: %s closed; it may connect again", bot,
		counted(closed, "connection").text);
	return true;
}

bool daemon_announce(struct daemon *daemon, const char *text, struct error *err)
{
	struct error wrong = {"the daemon has no queue file"};
	if (strlen(text) > DAEMON_ANNOUNCEMENT)
		return error_set(err, "announce: the text is too long; it may have %d bytes",
			DAEMON_ANNOUNCEMENT);
	for (const char *c = text; *c != '\0'; c += utf8_length(c))
		if (utf8_length(c) == 0 || *c == '\n' || !escape_is_plain(c, utf8_length(c)))
			return error_set(err,
				"announce: the text has control characters or is not UTF-8; give one line of plain text");
	daemon_set_announcement(daemon, text);
	error_set(err, "%s", *text != '\0' ? "all pages show it" : "no announcement is shown");
	if (daemon->options.queue == NULL || !queue_announce(daemon->options.queue, text, &wrong))
		error_append(err, "; a restarted daemon will not know it: %s", wrong.text);
	return true;
}

void daemon_end(struct daemon *daemon, bool at_once)
{
	daemon->ending = true;
	for (int i = 0; i < daemon->count; i++)
		daemon_tournament_stop(daemon->tournaments[i], at_once);
	daemon_request_sharing(daemon);
}

bool daemon_quiet(const struct daemon *daemon)
{
	return daemon_running(daemon) == 0;
}
