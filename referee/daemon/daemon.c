/*
 * daemon.c - several tournaments in one process.
 *
 * Every change makes daemon_share() due. It begins the tournaments that may begin. Then it shares
 * out the games at a time: one to each tournament in turn, while any tournament wants more.
 */
#include "referee/daemon/daemon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/base/memory.h"
#include "referee/daemon/listener-supervisor.h"

enum { DAEMON_ENDED = 64 /* ended tournaments that the status still shows */ };

static bool daemon_live(const struct daemon_tournament *e)
{
	return e->state == DAEMON_TOURNAMENT_WAITING || e->state == DAEMON_TOURNAMENT_RUNNING;
}

/* --- sharing out games ------------------------------------------------------------------------ */

/* May it begin beside those that run? */
static bool daemon_may_begin(const struct daemon *h, struct daemon_tournament *e)
{
	if (e->state != DAEMON_TOURNAMENT_WAITING || e->paused || h->paused || h->ending)
		return false;
	for (int i = 0; i < h->count; i++)
		if (h->tournaments[i]->state == DAEMON_TOURNAMENT_RUNNING &&
			daemon_tournament_shares_database(h->tournaments[i], e))
			return false; /* a database has one writer */
	return !daemon_tournament_is_held(e);
}

static int daemon_running(const struct daemon *h)
{
	int running = 0;
	for (int i = 0; i < h->count; i++)
		running += h->tournaments[i]->state == DAEMON_TOURNAMENT_RUNNING;
	return running;
}

static void daemon_begin(struct daemon *h)
{
	int most = h->terms.side_by_side;
	if (most > cpu_slots_count(&h->places))
		most = cpu_slots_count(&h->places);
	for (int i = 0; i < h->count && daemon_running(h) < most; i++)
		if (daemon_may_begin(h, h->tournaments[i]))
			daemon_tournament_begin(h->tournaments[i]);
}

static void daemon_hand_out(struct daemon *h)
{
	int left = cpu_slots_count(&h->places);
	int *share = memory_get((size_t)h->count + 1, sizeof *share);
	for (bool more = true; more && left > 0;) {
		more = false;
		for (int i = 0; i < h->count && left > 0; i++) {
			const struct daemon_tournament *e = h->tournaments[i];
			if (e->state != DAEMON_TOURNAMENT_RUNNING || e->paused || h->paused ||
				share[i] >= daemon_tournament_wants(e))
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
static void daemon_thin(struct daemon *h)
{
	int ended = 0;
	for (int i = h->count - 1; i >= 0; i--)
		if (!daemon_live(h->tournaments[i]) && ++ended > DAEMON_ENDED)
			daemon_forget(h, i);
}

/* Sends changes to the web process, twice a second. */
static void daemon_on_beat(evutil_socket_t fd, short what, void *arg)
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
	web_supervisor_metric(h->terms.web, METRIC_COMMITS, (int64_t)game_store_commits());
	web_supervisor_send(h->terms.web,
		&(struct live_event){.kind = LIVE_EVENT_DELAYS, .delays = *h->terms.delays});
	if (h->terms.sessions != NULL) {
		struct remote_sessions_counts counts = remote_sessions_counts(h->terms.sessions);
		web_supervisor_metric(h->terms.web, METRIC_CONNECTIONS, counts.connections);
		web_supervisor_metric(h->terms.web, METRIC_UNASSIGNED, counts.lobby);
		web_supervisor_metric(
			h->terms.web, METRIC_PENALTIES, (int64_t)listener_supervisor_penalties());
	}
}

/* Checks start conditions, once a second. */
static void daemon_on_tick(evutil_socket_t fd, short what, void *arg)
{
	struct daemon *h = arg;
	char why[WHY];
	(void)fd;
	(void)what;
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament *e = h->tournaments[i];
		if (e->state == DAEMON_TOURNAMENT_WAITING && e->waits != START_CONDITIONS_NOTHING &&
			daemon_tournament_waits(e, why, sizeof why) == START_CONDITIONS_NOTHING) {
			event_active(h->due, EV_TIMEOUT, 0);
			return;
		}
	}
}

/* Removes a tournament that is over from the queue file. One that only ends with this daemon
 * stays there. */
static void daemon_unqueue(struct daemon *h, struct daemon_tournament *e)
{
	char why[WHY], line[2 * WHY];
	if (!e->submitted)
		return;
	e->submitted = false;
	if (queue_remove(h->terms.queue, e->path, why))
		return;
	snprintf(line, sizeof line, "%.200s stays in the queue: %s", e->path, why);
	h->terms.say(h->terms.arg, line);
}

static void daemon_on_due(evutil_socket_t fd, short what, void *arg)
{
	struct daemon *h = arg;
	(void)fd;
	(void)what;
	daemon_begin(h);
	daemon_hand_out(h);
	for (int i = 0; i < h->count; i++)
		if (h->tournaments[i]->state == DAEMON_TOURNAMENT_DONE)
			daemon_unqueue(h, h->tournaments[i]);
	daemon_thin(h);
	if (h->terms.web != NULL)
		daemon_on_beat(-1, 0, h);
	h->terms.changed(h->terms.arg);
}

/* Runs in an event of its own, because a tournament that is just ending may request it. */
static void daemon_share(void *arg)
{
	struct daemon *h = arg;
	event_active(h->due, EV_TIMEOUT, 0);
}

/* --- life cycle ------------------------------------------------------------------------------- */

struct daemon *daemon_create(const struct daemon_terms *terms)
{
	struct daemon *h = memory_get(1, sizeof *h);
	h->terms = *terms;
	cpu_slots_init(&h->places, terms->concurrency);
	h->daemon_tournament_terms = (struct daemon_tournament_terms){.base = terms->base,
		.places = &h->places,
		.events = terms->events,
		.web = terms->web,
		.sessions = terms->sessions,
		.delays = terms->delays,
		.verbose = terms->verbose,
		.say = terms->say,
		.event = terms->event,
		.ended = daemon_share,
		.arg = h};
	h->due = evtimer_new(terms->base, daemon_on_due, h);
	h->beat = event_new(terms->base, -1, EV_PERSIST, daemon_on_beat, h);
	h->tick = event_new(terms->base, -1, EV_PERSIST, daemon_on_tick, h);
	const struct timeval often = {.tv_usec = 500 * MILLISECOND}, second = {.tv_sec = 1};
	bool good = h->due != NULL && h->beat != NULL && h->tick != NULL &&
		    event_add(h->tick, &second) == 0;
	if (good && (terms->web == NULL || event_add(h->beat, &often) == 0))
		return h;
	daemon_free(h);
	return NULL;
}

void daemon_free(struct daemon *h)
{
	if (h == NULL)
		return;
	for (int i = 0; i < h->count; i++)
		daemon_tournament_free(h->tournaments[i]);
	free(h->tournaments);
	if (h->due != NULL)
		event_free(h->due);
	if (h->beat != NULL)
		event_free(h->beat);
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
	const struct daemon *h, const char *name, char why[WHY])
{
	struct daemon_tournament *found = NULL;
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament *e = h->tournaments[i];
		if (strcmp(e->t.name, name) == 0 && (found == NULL || !daemon_live(found)))
			found = e;
	}
	if (found == NULL)
		snprintf(why, WHY,
			"there is no tournament of this name; `referee status` lists them");
	return found;
}

/* Forgets an ended tournament with the name of a new one. */
static bool daemon_make_room(struct daemon *h, const struct daemon_tournament *fresh, char why[WHY])
{
	for (int i = 0; i < h->count; i++) {
		struct daemon_tournament *e = h->tournaments[i];
		if (strcmp(e->t.name, fresh->t.name) != 0)
			continue;
		if (daemon_live(e)) {
			snprintf(why, WHY,
				"%s is here already, from %.300s; name = ... gives another",
				e->t.name, e->path);
			return false;
		}
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

enum daemon_add daemon_add(struct daemon *h, const char *path, FILE *answer, char why[WHY])
{
	struct daemon_tournament *e = daemon_from(h, path);
	if (e != NULL) {
		daemon_tournament_reread(e);
		snprintf(why, WHY, "%s is here already, and its file was read again", e->t.name);
		return DAEMON_TAKEN;
	}
	if (h->ending) {
		snprintf(why, WHY, "it is ending");
		return DAEMON_REFUSED;
	}
	e = daemon_tournament_create(path, &h->daemon_tournament_terms, answer, why);
	if (e == NULL)
		return DAEMON_WRONG;
	if (!daemon_make_room(h, e, why)) {
		daemon_tournament_free(e);
		return DAEMON_REFUSED;
	}
	int before = daemon_count_live(h);
	snprintf(why, WHY, "%s is taken: %d tournament%s before it", e->t.name, before,
		before == 1 ? " is" : "s are");
	h->tournaments =
		memory_resize(h->tournaments, (size_t)h->count + 1, sizeof *h->tournaments);
	e->number = ++h->numbers;
	h->tournaments[h->count++] = e;
	daemon_share(h);
	return DAEMON_TAKEN;
}

enum daemon_add daemon_submit(struct daemon *h, const char *path, FILE *answer, char why[WHY])
{
	char wrong[WHY];
	enum daemon_add added = daemon_add(h, path, answer, why);
	struct daemon_tournament *e = added == DAEMON_TAKEN ? daemon_from(h, path) : NULL;
	if (e == NULL || h->terms.queue == NULL)
		return added;
	e->submitted = queue_add(h->terms.queue, path, wrong);
	if (!e->submitted) {
		size_t used = strlen(why);
		snprintf(why + used, WHY - used, "; a restart will not know of it: %s", wrong);
	}
	return added;
}

void daemon_take_queue(struct daemon *h)
{
	char why[WHY], line[3 * WHY];
	for (int i = 0; i < queue_count(h->terms.queue);) {
		const char *path = queue_file(h->terms.queue, i);
		int before = queue_count(h->terms.queue);
		bool gone = access(path, F_OK) != 0 && errno == ENOENT;
		enum daemon_add added = gone ? DAEMON_REFUSED : daemon_submit(h, path, NULL, why);
		if (gone)
			snprintf(line, sizeof line,
				"%.500s was submitted and is not there any more: it is forgotten",
				path);
		else if (added == DAEMON_WRONG)
			snprintf(line, sizeof line, "%.500s was submitted, and is left out", path);
		else
			snprintf(line, sizeof line, "%.500s was submitted, and is left out: %s",
				path, why);
		if (added != DAEMON_TAKEN)
			h->terms.say(h->terms.arg, line);
		if (gone)
			queue_remove(h->terms.queue, path, why);
		i += queue_count(h->terms.queue) == before;
	}
}

void daemon_reread(struct daemon *h)
{
	for (int i = 0; i < h->count; i++)
		if (daemon_live(h->tournaments[i]))
			daemon_tournament_reread(h->tournaments[i]);
	daemon_share(h);
}

/* --- requests --------------------------------------------------------------------------------- */

/* The live tournament of this name. */
static struct daemon_tournament *daemon_find_live(
	const struct daemon *h, const char *name, char why[WHY])
{
	struct daemon_tournament *e = daemon_find(h, name, why);
	if (e == NULL || daemon_live(e))
		return e;
	snprintf(why, WHY, "%s is %s already", name, daemon_tournament_state_name(e));
	return NULL;
}

/* Explains that a stopped or failed tournament is not resumed but submitted again. */
static void daemon_tell_ended(const struct daemon *h, const char *name, char why[WHY])
{
	char none[WHY];
	const struct daemon_tournament *e = daemon_find(h, name, none);
	if (e != NULL &&
		(e->state == DAEMON_TOURNAMENT_STOPPED || e->state == DAEMON_TOURNAMENT_FAILED))
		snprintf(why, WHY,
			"%s is %s; `referee submit` with its file goes on with it: %.300s",
			e->t.name, daemon_tournament_state_name(e), e->path);
}

/* Its name in an answer; NULL: all tournaments. */
static const char *daemon_called(const struct daemon_tournament *e)
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
			playing += games.local + games.remote;
	}
	return playing;
}

static bool daemon_set_paused(struct daemon *h, const char *name, bool paused, char why[WHY])
{
	struct daemon_tournament *e = name != NULL ? daemon_find_live(h, name, why) : NULL;
	if (name != NULL && e == NULL && !paused)
		daemon_tell_ended(h, name, why);
	if (name != NULL && e == NULL)
		return false;
	if (name != NULL && !paused && h->paused) {
		snprintf(why, WHY, "all is paused; `referee resume` without a name goes on");
		return false;
	}
	if (e != NULL)
		e->paused = paused;
	else
		h->paused = paused;
	if (e != NULL && !paused)
		daemon_tournament_ask(e);
	/* Resume all, including those that were paused by name. */
	for (int i = 0; e == NULL && !paused && i < h->count; i++)
		h->tournaments[i]->paused = false;
	/* At once: the client may rely on it. */
	daemon_hand_out(h);
	daemon_share(h);
	int playing = daemon_playing(h, e);
	if (paused)
		snprintf(why, WHY, "%s: no further game begins; %d game%s to the end",
			daemon_called(e), playing, playing == 1 ? " is played" : "s are played");
	else
		snprintf(why, WHY, "%s: games begin again", daemon_called(e));
	return true;
}

bool daemon_pause(struct daemon *h, const char *name, char why[WHY])
{
	return daemon_set_paused(h, name, true, why);
}

bool daemon_resume(struct daemon *h, const char *name, char why[WHY])
{
	return daemon_set_paused(h, name, false, why);
}

bool daemon_stop(struct daemon *h, const char *name, char why[WHY])
{
	struct daemon_tournament *e = name != NULL ? daemon_find_live(h, name, why) : NULL;
	if (name != NULL && e == NULL)
		return false;
	for (int i = 0; i < h->count; i++)
		if (e == NULL || h->tournaments[i] == e) {
			daemon_unqueue(h, h->tournaments[i]);
			daemon_tournament_stop(h->tournaments[i], false);
		}
	int playing = daemon_playing(h, e);
	if (playing > 0)
		snprintf(why, WHY,
			"%s: no further game begins; it ends when the %d that %s played %s over; all finished games are kept",
			daemon_called(e), playing, playing == 1 ? "is" : "are",
			playing == 1 ? "is" : "are");
	else
		snprintf(why, WHY, "%s: stopped; all finished games are kept", daemon_called(e));
	daemon_share(h);
	return true;
}

bool daemon_concurrency(struct daemon *h, int games, char why[WHY])
{
	if (games < 1 || games > CPU_SLOTS_MAX) {
		snprintf(why, WHY, "games at a time are 1 to %d", CPU_SLOTS_MAX);
		return false;
	}
	cpu_slots_resize(&h->places, games);
	daemon_hand_out(h);
	daemon_share(h);
	snprintf(why, WHY, "%d game%s at a time from now on", games, games == 1 ? "" : "s");
	return true;
}

bool daemon_add_bot(struct daemon *h, const char *name, const char *bot, char why[WHY])
{
	struct daemon_tournament *e = daemon_find_live(h, name, why);
	return e != NULL && daemon_tournament_add_bot(e, bot, why);
}

bool daemon_bench_bot(
	struct daemon *h, const char *name, const char *bot, bool benched, char why[WHY])
{
	struct daemon_tournament *e = daemon_find_live(h, name, why);
	return e != NULL && daemon_tournament_bench_bot(e, bot, benched, why);
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
	char why[WHY])
{
	if (wish->name != NULL && !daemon_has_bot(h, wish->name)) {
		snprintf(why, WHY, "no tournament that runs or waits has a bot of this name");
		return false;
	}
	return live_events_watch(h->terms.events, wish, calls, owner, watcher, why, WHY);
}

void daemon_end(struct daemon *h, bool at_once)
{
	h->ending = true;
	for (int i = 0; i < h->count; i++)
		daemon_tournament_stop(h->tournaments[i], at_once);
	daemon_share(h);
}

bool daemon_quiet(const struct daemon *h)
{
	return daemon_running(h) == 0;
}
