/*
 * entry.c - a tournament of the daemon.
 */
#include "referee/tournament/entry.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "referee/ground/escape.h"
#include "referee/ground/memory.h"
#include "referee/judging/verdict.h"
#include "referee/sandbox/find.h"
#include "referee/tournament/entry-parts.h"
#include "referee/tournament/ready.h"
#include "referee/tournament/schedule.h"
#include "referee/tournament/settings.h"

enum { ENTRY_FAULTS = 3, ENTRY_LINE = 4096 };

static const char *const entry_state_names[ENTRY_STATES] = {
	[ENTRY_WAITING] = "waiting",
	[ENTRY_RUNNING] = "running",
	[ENTRY_DONE] = "done",
	[ENTRY_STOPPED] = "stopped",
	[ENTRY_FAILED] = "failed",
};

void entry_say(struct entry *e, const char *format, ...)
{
	char line[ENTRY_LINE];
	int used = snprintf(line, sizeof line, "%.*s: ", ENTRY_LINE / 2,
		e->t.name != NULL ? e->t.name : e->path);
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line + used, sizeof line - (size_t)used, format, arguments);
	va_end(arguments);
	e->terms->say(e->terms->arg, line);
}

void entry_on_say(void *arg, const char *text)
{
	entry_say(arg, "%s", text);
}

/* Lines about the file name it themselves. */
void entry_on_mistake(void *arg, const char *line)
{
	struct entry *e = arg;
	snprintf(e->why, sizeof e->why, "%s", line);
	e->terms->say(e->terms->arg, line);
}

/* --- what is to be played -------------------------------------------------------------------- */

bool entry_plan(struct entry *e, struct mistakes *mistakes)
{
	struct agenda *agenda = memory_get(1, sizeof *agenda);
	if (agenda_init(agenda, &e->t, mistakes)) {
		e->agenda = agenda;
		return true;
	}
	free(agenda);
	return false;
}

void entry_unplan(struct entry *e)
{
	if (e->agenda != NULL)
		agenda_clear(e->agenda);
	free(e->agenda);
	e->agenda = NULL;
}

struct entry *entry_create(const char *path, const struct entry_terms *terms, char why[WHY])
{
	struct entry *e = memory_get(1, sizeof *e);
	e->terms = terms;
	e->path = memory_copy(path);
	e->total = -1;
	tournament_init(&e->t);
	if (entry_read(e))
		return e;
	snprintf(why, WHY, "%.*s", WHY - 1, e->why);
	entry_free(e);
	return NULL;
}

/* --- its games ------------------------------------------------------------------------------- */

/* The first faults of each bot; the others stand in the database. */
static void entry_fault(struct entry *e, const struct result *r)
{
	int bot = r->bot[r->fault - 1];
	e->faulty++;
	if (verdict_find(r->verdict[r->fault - 1]) == VERDICT_BENCHED ||
		e->told[bot] >= ENTRY_FAULTS)
		return;
	e->told[bot]++;
	char *detail = escape_text(r->detail, false); /* a bot may have written some of it */
	entry_say(e, "game %lld: %s lost by %s: %s%s", (long long)r->game, e->t.bots[bot].name,
		r->verdict[r->fault - 1], detail,
		e->told[bot] == ENTRY_FAULTS ? " (its further faults are only counted)" : "");
	free(detail);
}

static void entry_say_game(struct entry *e, const struct result *r)
{
	char text[SEATS_MAX * (BOT_NAME + 16)];
	size_t used = 0;
	for (int i = 0; i < r->seats; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %d",
			i > 0 ? " - " : "", e->t.bots[r->bot[i]].name, r->rank[i]);
	entry_say(e, "game %lld: %s (%s)", (long long)r->game, text, r->reason);
}

/* How long it might play. */
static usec entry_spent(const struct entry *e)
{
	return e->spent + (e->since != 0 ? time_now() - e->since : 0);
}

/* Those who look on are told where it is. */
static void entry_kept(const struct entry *e, const struct result *r)
{
	char path[FIND_PATH] = "";
	find_absolute(e->t.db, NULL, path);
	gallery_kept(e->terms->gallery, e->number, r->pairing, r->game, path);
}

static void entry_on_result(void *arg, const struct result *r)
{
	struct entry *e = arg;
	broadcast_result(e->terms->broadcast, e->number, r);
	entry_kept(e, r);
	e->done++;
	e->here++;
	pace_note(&e->pace, entry_spent(e), e->done);
	if (r->fault > 0)
		entry_fault(e, r);
	if (e->terms->verbose)
		entry_say_game(e, r);
	for (int i = 0; i < r->seats; i++)
		if (r->benched & 1u << i)
			entry_say(e, "%s is BENCHED: it failed %d game%s in a row, the last by %s",
				e->t.bots[r->bot[i]].name, e->t.strikes,
				e->t.strikes == 1 ? "" : "s", r->verdict[i]);
}

/* --- its end --------------------------------------------------------------------------------- */

/* Gives back what it had while it ran. */
static void entry_close(struct entry *e)
{
	entry_allow(e, 0);
	gallery_ended(e->terms->gallery, e->number);
	director_free(e->director);
	e->director = NULL;
	entry_unplan(e);
	kept_close(&e->kept);
}

static void entry_say_done(struct entry *e)
{
	char text[WHY] = "";
	walk_conclude(&e->agenda->walk, text, sizeof text);
	if (*text != '\0')
		entry_say(e, "%s", text);
	duplicates_tell(&e->kept.store.duplicates, text, sizeof text);
	if (*text != '\0')
		entry_say(e, "%s", text);
	entry_say(e, "done: %ld games, %ld of them now, %ld fault%s; the results are in %s",
		e->done, e->here, e->faulty, e->faulty == 1 ? "" : "s", e->t.db);
}

void entry_fail(struct entry *e, const char *why)
{
	if (why != e->why)
		snprintf(e->why, sizeof e->why, "%s", why);
	e->state = ENTRY_FAILED;
	entry_say(e, "failed: %s", e->why);
}

static void entry_on_ended(void *arg, enum director_end end)
{
	struct entry *e = arg;
	if (end == DIRECTOR_DONE) {
		e->state = ENTRY_DONE;
		entry_say_done(e);
	} else if (end == DIRECTOR_INTERRUPTED) {
		e->state = ENTRY_STOPPED;
		entry_say(e, "stopped: %ld games are kept; the same file goes on with it", e->done);
	} else if (end == DIRECTOR_NO_BOT) {
		entry_fail(e, "no bot of it can be started; `referee check` says why");
	} else {
		entry_fail(e,
			end == DIRECTOR_DATABASE ? db_why(e->kept.db) : director_why(e->director));
	}
	entry_close(e);
	broadcast_ended(e->terms->broadcast, e->number);
	e->terms->ended(e->terms->arg);
}

void entry_stop(struct entry *e, bool at_once)
{
	if (e->state == ENTRY_WAITING) {
		e->state = ENTRY_STOPPED;
		entry_say(e, "stopped before it began");
	} else if (e->state == ENTRY_RUNNING && at_once) {
		director_abandon(e->director);
	} else if (e->state == ENTRY_RUNNING) {
		e->stopping = true;
		director_stop(e->director);
	}
}

void entry_free(struct entry *e)
{
	if (e == NULL)
		return;
	if (e->director != NULL)
		entry_close(e);
	if (e->number > 0)
		broadcast_gone(e->terms->broadcast, e->number);
	tournament_clear(&e->t);
	for (int i = 0; i < e->bots_count; i++)
		free(e->bots[i]);
	free(e->bots);
	free(e->told);
	free(e->path);
	free(e);
}

/* --- its beginning --------------------------------------------------------------------------- */

static void entry_on_heard(void *arg, const struct job *job, const char *line)
{
	struct entry *e = arg;
	broadcast_record(e->terms->broadcast, e->number, &e->t, job, line);
	gallery_record(e->terms->gallery, e->number, &e->t, job, line);
}

static void entry_on_delays(void *arg, const struct delays *delays)
{
	struct entry *e = arg;
	delays_merge(e->terms->delays, delays);
}

static bool entry_open(struct entry *e)
{
	struct director_terms terms = {.base = e->terms->base,
		.places = e->terms->places,
		.roster = e->terms->roster,
		.say = entry_on_say,
		.heard = entry_on_heard,
		.delays = entry_on_delays,
		.ended = entry_on_ended,
		.arg = e};
	char why[WHY] = "";
	int error = kept_open(&e->kept, &e->t, e->agenda, false, why);
	store_say_notes(&e->kept.store, entry_on_say, e);
	if (error != DB_OK && *why != '\0')
		snprintf(e->why, sizeof e->why,
			"%s holds it as another tournament: %s; another name begins a new one",
			e->t.db, why);
	else if (error != DB_OK)
		snprintf(e->why, sizeof e->why, "%s", db_why(e->kept.db));
	if (error != DB_OK)
		return false;
	e->kept.store.announce = entry_on_result;
	e->kept.store.arg = e;
	e->director = director_create(e->agenda, &e->kept.store, &terms, why, sizeof why);
	if (e->director == NULL)
		snprintf(e->why, sizeof e->why, "%s", why);
	return e->director != NULL;
}

void entry_begin(struct entry *e)
{
	struct mistakes mistakes = {entry_on_mistake, e, 0};
	if (!entry_read(e) || ready_check(&e->t, &mistakes) != READY || !entry_plan(e, &mistakes)) {
		entry_fail(e, e->why);
		return;
	}
	if (!entry_open(e)) {
		entry_unplan(e);
		kept_close(&e->kept);
		entry_fail(e, e->why);
		return;
	}
	int64_t total = schedule_count(&e->t);
	free(e->told);
	e->told = memory_get(BOTS_MAX, sizeof *e->told);
	e->total = total < 0 ? -1 : (long)total;
	e->done = agenda_played(e->agenda);
	e->pace = (struct pace){.count = 0};
	pace_note(&e->pace, entry_spent(e), e->done);
	e->state = ENTRY_RUNNING;
	e->row = e->kept.store.tournament;
	if (e->total < 0)
		entry_say(e, "begins: %ld games are there", e->done);
	else
		entry_say(e, "begins: %ld of %ld games are there", e->done, e->total);
}

void entry_allow(struct entry *e, int games)
{
	usec now = time_now();
	if (e->since != 0)
		e->spent += now - e->since;
	e->since = games > 0 ? now : 0;
	if (games != e->allowed && e->state == ENTRY_RUNNING)
		director_allow(e->director, games);
	e->allowed = games;
}

int entry_wants(const struct entry *e)
{
	struct origin at = settings_origin(&e->t, "concurrency");
	/* Bots that all are elsewhere need nothing but that it may go on. */
	if (tournament_remote_bots(&e->t) == e->t.bots_count)
		return 1;
	return origin_given(&at) ? e->t.concurrency : PLACES_MOST;
}

/* --- what it is ------------------------------------------------------------------------------ */

bool entry_shares_database(const struct entry *one, const struct entry *other)
{
	struct stat a, b;
	if (strcmp(one->t.db, other->t.db) == 0)
		return true;
	return stat(one->t.db, &a) == 0 && stat(other->t.db, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

void entry_broadcast(const struct entry *e)
{
	char path[FIND_PATH] = "";
	const char *state = entry_state_names[e->state];
	if (e->state == ENTRY_STOPPED || e->state == ENTRY_FAILED ||
		(e->paused && e->state != ENTRY_DONE))
		state = "paused"; /* it may go on */
	find_absolute(e->t.db, NULL, path);
	struct feed f = {.kind = FEED_TOURNAMENT,
		.tournament = e->number,
		.number = {e->row > 0 ? e->row : FEED_UNSAID, e->done,
			e->total >= 0 ? e->total : FEED_UNSAID},
		.text = {state, e->t.name, path}};
	broadcast_tell(e->terms->broadcast, &f);
}

const char *entry_state_name(const struct entry *e)
{
	if (e->state == ENTRY_RUNNING && e->stopping)
		return "stopping";
	if (e->paused && e->state == ENTRY_RUNNING && !director_rests(e->director))
		return "pausing";
	if (e->paused && (e->state == ENTRY_RUNNING || e->state == ENTRY_WAITING))
		return "paused";
	return entry_state_names[e->state];
}

struct entry_games entry_games(const struct entry *e)
{
	struct entry_games games = {0, 0};
	int slots = e->director != NULL ? director_slots(e->director) : 0;
	for (int i = 0; i < slots; i++)
		if (director_game(e->director, i) != NULL)
			*(i < director_arbiters(e->director) ? &games.arbiters : &games.tables) +=
				1;
	return games;
}

double entry_left(const struct entry *e)
{
	usec left = -1;
	if (e->state == ENTRY_RUNNING && e->total >= 0 && e->since != 0)
		left = pace_left(&e->pace, entry_spent(e), e->total - e->done);
	return left < 0 ? -1 : (double)left / SECOND;
}
