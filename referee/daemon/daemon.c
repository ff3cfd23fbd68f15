/*
 * daemon.c - several tournaments in one process.
 *
 * Whatever changes makes host_share() due, which begins what may begin and hands the games at a
 * time out anew: one to each tournament in turn, as long as somebody wants more.
 */
#include "referee/daemon/daemon.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "referee/base/memory.h"
#include "referee/daemon/listener-supervisor.h"
#include "referee/daemon/daemon-parts.h"

enum { HOST_ENDED = 64 /* tournaments that have ended and are still shown */ };

static bool host_live(const struct entry *e)
{
	return e->state == ENTRY_WAITING || e->state == ENTRY_RUNNING;
}

/* --- who plays ------------------------------------------------------------------------------- */

/* May it begin beside those that run? */
static bool host_may_begin(const struct host *h, struct entry *e)
{
	if (e->state != ENTRY_WAITING || e->paused || h->paused || h->ending)
		return false;
	for (int i = 0; i < h->count; i++)
		if (h->entries[i]->state == ENTRY_RUNNING &&
			entry_shares_database(h->entries[i], e))
			return false; /* a database has one writer */
	return !entry_is_held(e);
}

static int host_running(const struct host *h)
{
	int running = 0;
	for (int i = 0; i < h->count; i++)
		running += h->entries[i]->state == ENTRY_RUNNING;
	return running;
}

static void host_begin(struct host *h)
{
	int most = h->terms.side_by_side;
	if (most > places_count(&h->places))
		most = places_count(&h->places);
	for (int i = 0; i < h->count && host_running(h) < most; i++)
		if (host_may_begin(h, h->entries[i]))
			entry_begin(h->entries[i]);
}

static void host_hand_out(struct host *h)
{
	int left = places_count(&h->places);
	int *share = memory_get((size_t)h->count + 1, sizeof *share);
	for (bool more = true; more && left > 0;) {
		more = false;
		for (int i = 0; i < h->count && left > 0; i++) {
			const struct entry *e = h->entries[i];
			if (e->state != ENTRY_RUNNING || e->paused || h->paused ||
				share[i] >= entry_wants(e))
				continue;
			share[i]++;
			left--;
			more = true;
		}
	}
	for (int i = 0; i < h->count; i++)
		if (h->entries[i]->state == ENTRY_RUNNING)
			entry_allow(h->entries[i], share[i]);
	free(share);
}

static void host_forget(struct host *h, int i)
{
	entry_free(h->entries[i]);
	memmove(&h->entries[i], &h->entries[i + 1],
		(size_t)(h->count - i - 1) * sizeof *h->entries);
	h->count--;
}

/* Those that ended long ago are forgotten. */
static void host_thin(struct host *h)
{
	int ended = 0;
	for (int i = h->count - 1; i >= 0; i--)
		if (!host_live(h->entries[i]) && ++ended > HOST_ENDED)
			host_forget(h, i);
}

/* Twice a second those who look on are told how all stands. */
static void host_on_beat(evutil_socket_t fd, short what, void *arg)
{
	struct host *h = arg;
	int allowed = 0, arbiters = 0, tables = 0;
	(void)fd;
	(void)what;
	for (int i = 0; i < h->count; i++) {
		entry_broadcast(h->entries[i]);
		allowed += h->entries[i]->allowed;
		arbiters += entry_games(h->entries[i]).arbiters;
		tables += entry_games(h->entries[i]).tables;
	}
	broadcast_figure(h->terms.broadcast, FIGURE_ARBITERS, allowed);
	broadcast_figure(h->terms.broadcast, FIGURE_BUSY, arbiters);
	broadcast_figure(h->terms.broadcast, FIGURE_TABLES, tables);
	broadcast_figure(h->terms.broadcast, FIGURE_COMMITS, (int64_t)store_commits());
	broadcast_delays(h->terms.broadcast, h->terms.delays);
	if (h->terms.roster != NULL) {
		struct roster_counts counts = roster_counts(h->terms.roster);
		broadcast_figure(h->terms.broadcast, FIGURE_CONNECTIONS, counts.connections);
		broadcast_figure(h->terms.broadcast, FIGURE_LOBBY, counts.lobby);
		broadcast_figure(
			h->terms.broadcast, FIGURE_PENALTIES, (int64_t)gatekeeper_penalties());
	}
}

/* Once a second: what a tournament waited for may be there. */
static void host_on_tick(evutil_socket_t fd, short what, void *arg)
{
	struct host *h = arg;
	char why[WHY];
	(void)fd;
	(void)what;
	for (int i = 0; i < h->count; i++) {
		struct entry *e = h->entries[i];
		if (e->state == ENTRY_WAITING && e->waits != WAITING_NOTHING &&
			entry_waits(e, why, sizeof why) == WAITING_NOTHING) {
			event_active(h->due, EV_TIMEOUT, 0);
			return;
		}
	}
}

/* What is over is not begun again by the next daemon; what ends with this one is. */
static void host_unqueue(struct host *h, struct entry *e)
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

static void host_on_due(evutil_socket_t fd, short what, void *arg)
{
	struct host *h = arg;
	(void)fd;
	(void)what;
	host_begin(h);
	host_hand_out(h);
	for (int i = 0; i < h->count; i++)
		if (h->entries[i]->state == ENTRY_DONE)
			host_unqueue(h, h->entries[i]);
	host_thin(h);
	if (h->terms.broadcast != NULL)
		host_on_beat(-1, 0, h);
	h->terms.changed(h->terms.arg);
}

/* Out of whatever asked for it, which may be a tournament that is just ending. */
static void host_share(void *arg)
{
	struct host *h = arg;
	event_active(h->due, EV_TIMEOUT, 0);
}

/* --- its life -------------------------------------------------------------------------------- */

struct host *host_create(const struct host_terms *terms)
{
	struct host *h = memory_get(1, sizeof *h);
	h->terms = *terms;
	places_init(&h->places, terms->concurrency);
	h->gallery = gallery_create();
	h->entry_terms = (struct entry_terms){.base = terms->base,
		.places = &h->places,
		.gallery = h->gallery,
		.broadcast = terms->broadcast,
		.roster = terms->roster,
		.delays = terms->delays,
		.verbose = terms->verbose,
		.say = terms->say,
		.event = terms->event,
		.ended = host_share,
		.arg = h};
	h->due = evtimer_new(terms->base, host_on_due, h);
	h->beat = event_new(terms->base, -1, EV_PERSIST, host_on_beat, h);
	h->tick = event_new(terms->base, -1, EV_PERSIST, host_on_tick, h);
	const struct timeval often = {.tv_usec = 500 * MILLISECOND}, second = {.tv_sec = 1};
	bool good = h->due != NULL && h->beat != NULL && h->tick != NULL &&
		    event_add(h->tick, &second) == 0;
	if (good && (terms->broadcast == NULL || event_add(h->beat, &often) == 0))
		return h;
	host_free(h);
	return NULL;
}

void host_free(struct host *h)
{
	if (h == NULL)
		return;
	for (int i = 0; i < h->count; i++)
		entry_free(h->entries[i]);
	free(h->entries);
	gallery_free(h->gallery);
	if (h->due != NULL)
		event_free(h->due);
	if (h->beat != NULL)
		event_free(h->beat);
	if (h->tick != NULL)
		event_free(h->tick);
	free(h);
}

/* --- what comes in --------------------------------------------------------------------------- */

/* From this file, and not ended. */
static struct entry *host_from(const struct host *h, const char *path)
{
	for (int i = 0; i < h->count; i++)
		if (host_live(h->entries[i]) && strcmp(h->entries[i]->path, path) == 0)
			return h->entries[i];
	return NULL;
}

bool host_has(const struct host *h, const char *path)
{
	return host_from(h, path) != NULL;
}

bool host_has_had(const struct host *h, const char *path)
{
	for (int i = 0; i < h->count; i++) {
		const struct entry *e = h->entries[i];
		bool over = e->state == ENTRY_DONE || e->state == ENTRY_STOPPED;
		if (over && strcmp(e->path, path) == 0 && !entry_changed(e))
			return true;
	}
	return false;
}

/* The one of this name: the live one before others. */
static struct entry *host_find(const struct host *h, const char *name, char why[WHY])
{
	struct entry *found = NULL;
	for (int i = 0; i < h->count; i++) {
		struct entry *e = h->entries[i];
		if (strcmp(e->t.name, name) == 0 && (found == NULL || !host_live(found)))
			found = e;
	}
	if (found == NULL)
		snprintf(why, WHY,
			"there is no tournament of this name; `referee status` lists them");
	return found;
}

/* What is here under the name of a new one has ended, and is forgotten. */
static bool host_make_room(struct host *h, const struct entry *fresh, char why[WHY])
{
	for (int i = 0; i < h->count; i++) {
		struct entry *e = h->entries[i];
		if (strcmp(e->t.name, fresh->t.name) != 0)
			continue;
		if (host_live(e)) {
			snprintf(why, WHY,
				"%s is here already, from %.300s; name = ... gives another",
				e->t.name, e->path);
			return false;
		}
		host_forget(h, i--);
	}
	return true;
}

/* How many tournaments wait or run. */
static int host_count_live(const struct host *h)
{
	int live = 0;
	for (int i = 0; i < h->count; i++)
		live += host_live(h->entries[i]);
	return live;
}

enum host_add host_add(struct host *h, const char *path, FILE *answer, char why[WHY])
{
	struct entry *e = host_from(h, path);
	if (e != NULL) {
		entry_reread(e);
		snprintf(why, WHY, "%s is here already, and its file was read again", e->t.name);
		return HOST_TAKEN;
	}
	if (h->ending) {
		snprintf(why, WHY, "it is ending");
		return HOST_REFUSED;
	}
	e = entry_create(path, &h->entry_terms, answer, why);
	if (e == NULL)
		return HOST_WRONG;
	if (!host_make_room(h, e, why)) {
		entry_free(e);
		return HOST_REFUSED;
	}
	int before = host_count_live(h);
	snprintf(why, WHY, "%s is taken: %d tournament%s before it", e->t.name, before,
		before == 1 ? " is" : "s are");
	h->entries = memory_resize(h->entries, (size_t)h->count + 1, sizeof *h->entries);
	e->number = ++h->numbers;
	h->entries[h->count++] = e;
	host_share(h);
	return HOST_TAKEN;
}

enum host_add host_submit(struct host *h, const char *path, FILE *answer, char why[WHY])
{
	char wrong[WHY];
	enum host_add added = host_add(h, path, answer, why);
	struct entry *e = added == HOST_TAKEN ? host_from(h, path) : NULL;
	if (e == NULL || h->terms.queue == NULL)
		return added;
	e->submitted = queue_add(h->terms.queue, path, wrong);
	if (!e->submitted) {
		size_t used = strlen(why);
		snprintf(why + used, WHY - used, "; a restart will not know of it: %s", wrong);
	}
	return added;
}

void host_take_queue(struct host *h)
{
	char why[WHY], line[3 * WHY];
	for (int i = 0; i < queue_count(h->terms.queue);) {
		const char *path = queue_file(h->terms.queue, i);
		int before = queue_count(h->terms.queue);
		bool gone = access(path, F_OK) != 0 && errno == ENOENT;
		enum host_add added = gone ? HOST_REFUSED : host_submit(h, path, NULL, why);
		if (gone)
			snprintf(line, sizeof line,
				"%.500s was submitted and is not there any more: it is forgotten",
				path);
		else if (added == HOST_WRONG)
			snprintf(line, sizeof line, "%.500s was submitted, and is left out", path);
		else
			snprintf(line, sizeof line, "%.500s was submitted, and is left out: %s",
				path, why);
		if (added != HOST_TAKEN)
			h->terms.say(h->terms.arg, line);
		if (gone)
			queue_remove(h->terms.queue, path, why);
		i += queue_count(h->terms.queue) == before;
	}
}

void host_reread(struct host *h)
{
	for (int i = 0; i < h->count; i++)
		if (host_live(h->entries[i]))
			entry_reread(h->entries[i]);
	host_share(h);
}

/* --- what is asked for ----------------------------------------------------------------------- */

/* The live one of this name. */
static struct entry *host_find_live(const struct host *h, const char *name, char why[WHY])
{
	struct entry *e = host_find(h, name, why);
	if (e == NULL || host_live(e))
		return e;
	snprintf(why, WHY, "%s is %s already", name, entry_state_name(e));
	return NULL;
}

/* What was stopped, or failed, is not resumed but submitted again. */
static void host_tell_ended(const struct host *h, const char *name, char why[WHY])
{
	char none[WHY];
	const struct entry *e = host_find(h, name, none);
	if (e != NULL && (e->state == ENTRY_STOPPED || e->state == ENTRY_FAILED))
		snprintf(why, WHY,
			"%s is %s; `referee submit` with its file goes on with it: %.300s",
			e->t.name, entry_state_name(e), e->path);
}

/* How an answer calls it; NULL: all tournaments. */
static const char *host_called(const struct entry *e)
{
	return e != NULL ? e->t.name : "all tournaments";
}

/* Games that are being played, of one or of all. */
static int host_playing(const struct host *h, const struct entry *e)
{
	int playing = 0;
	for (int i = 0; i < h->count; i++) {
		struct entry_games games = entry_games(h->entries[i]);
		if (e == NULL || e == h->entries[i])
			playing += games.arbiters + games.tables;
	}
	return playing;
}

static bool host_set_paused(struct host *h, const char *name, bool paused, char why[WHY])
{
	struct entry *e = name != NULL ? host_find_live(h, name, why) : NULL;
	if (name != NULL && e == NULL && !paused)
		host_tell_ended(h, name, why);
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
		entry_ask(e);
	/* All go on: also those that were paused one by one. */
	for (int i = 0; e == NULL && !paused && i < h->count; i++)
		h->entries[i]->paused = false;
	/* At once: whoever asked may count on it. */
	host_hand_out(h);
	host_share(h);
	int playing = host_playing(h, e);
	if (paused)
		snprintf(why, WHY, "%s: no further game begins; %d game%s to the end",
			host_called(e), playing, playing == 1 ? " is played" : "s are played");
	else
		snprintf(why, WHY, "%s: games begin again", host_called(e));
	return true;
}

bool host_pause(struct host *h, const char *name, char why[WHY])
{
	return host_set_paused(h, name, true, why);
}

bool host_resume(struct host *h, const char *name, char why[WHY])
{
	return host_set_paused(h, name, false, why);
}

bool host_stop(struct host *h, const char *name, char why[WHY])
{
	struct entry *e = name != NULL ? host_find_live(h, name, why) : NULL;
	if (name != NULL && e == NULL)
		return false;
	for (int i = 0; i < h->count; i++)
		if (e == NULL || h->entries[i] == e) {
			host_unqueue(h, h->entries[i]);
			entry_stop(h->entries[i], false);
		}
	int playing = host_playing(h, e);
	if (playing > 0)
		snprintf(why, WHY,
			"%s: no further game begins; it ends when the %d that %s played %s over; "
			"all "
			"finished games are kept",
			host_called(e), playing, playing == 1 ? "is" : "are",
			playing == 1 ? "is" : "are");
	else
		snprintf(why, WHY, "%s: stopped; all finished games are kept", host_called(e));
	host_share(h);
	return true;
}

bool host_concurrency(struct host *h, int games, char why[WHY])
{
	if (games < 1 || games > PLACES_MOST) {
		snprintf(why, WHY, "games at a time are 1 to %d", PLACES_MOST);
		return false;
	}
	places_resize(&h->places, games);
	host_hand_out(h);
	host_share(h);
	snprintf(why, WHY, "%d game%s at a time from now on", games, games == 1 ? "" : "s");
	return true;
}

bool host_add_bot(struct host *h, const char *name, const char *bot, char why[WHY])
{
	struct entry *e = host_find_live(h, name, why);
	return e != NULL && entry_add_bot(e, bot, why);
}

bool host_bench_bot(struct host *h, const char *name, const char *bot, bool benched, char why[WHY])
{
	struct entry *e = host_find_live(h, name, why);
	return e != NULL && entry_bench_bot(e, bot, benched, why);
}

/* Does a bot of this name take part in anything that may still be played? */
static bool host_has_bot(const struct host *h, const char *name)
{
	for (int i = 0; i < h->count; i++)
		if (host_live(h->entries[i]) && tournament_find_bot(&h->entries[i]->t, name) >= 0)
			return true;
	return false;
}

bool host_look(struct host *h, const struct looker_wish *wish, const struct looker_calls *calls,
	void *owner, struct looker **looker, char why[WHY])
{
	if (wish->name != NULL && !host_has_bot(h, wish->name)) {
		snprintf(why, WHY, "no tournament that runs or waits has a bot of this name");
		return false;
	}
	return looker_create(h->gallery, wish, calls, owner, looker, why, WHY);
}

void host_end(struct host *h, bool at_once)
{
	h->ending = true;
	for (int i = 0; i < h->count; i++)
		entry_stop(h->entries[i], at_once);
	host_share(h);
}

bool host_quiet(const struct host *h)
{
	return host_running(h) == 0;
}
