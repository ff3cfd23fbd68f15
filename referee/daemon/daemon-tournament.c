/*
 * daemon-tournament.c - a tournament of the daemon.
 */
#include "referee/daemon/daemon-tournament.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "referee/process/crypto.h"
#include "base/escape.h"
#include "base/json.h"
#include "referee/process/log.h"
#include "base/memory.h"
#include "referee/config/settings.h"
#include "referee/director/disk-room.h"
#include "referee/prepare/preflight.h"
#include "referee/director/progress.h"
#include "referee/director/worker-status.h"
#include "referee/game/verdict.h"
#include "referee/sandbox/find-program.h"
#include "referee/schedule/schedule.h"

enum {
	DAEMON_TOURNAMENT_AGAIN = 60, /* seconds until the next attempt, at most */
	DAEMON_TOURNAMENT_NAMES = 20 /* maximum bots named in a line */,
	DAEMON_TOURNAMENT_FAULTS = 3,
	DAEMON_TOURNAMENT_LINE = 4096
};

static const char *const daemon_tournament_state_names[DAEMON_TOURNAMENT_STATES] = {
	[DAEMON_TOURNAMENT_WAITING] = "waiting",
	[DAEMON_TOURNAMENT_RUNNING] = "running",
	[DAEMON_TOURNAMENT_DONE] = "done",
	[DAEMON_TOURNAMENT_STOPPED] = "stopped",
	[DAEMON_TOURNAMENT_FAILED] = "failed",
};

void daemon_tournament_say(struct daemon_tournament *e, const char *format, ...)
{
	char text[DAEMON_TOURNAMENT_LINE], line[2 * DAEMON_TOURNAMENT_LINE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	int level = (int)log_level(text);
	snprintf(line, sizeof line, "%.*s%.*s: %s", level, text, DAEMON_TOURNAMENT_LINE / 2,
		e->t.name != NULL ? e->t.name : e->path, text + level);
	e->terms->say(e->terms->arg, e->t.name, line);
}

void daemon_tournament_on_say(void *arg, const char *text)
{
	daemon_tournament_say(arg, "%s", text);
}

/* --- events ---------------------------------------------------------------------------------- */

/* An event in the making; daemon_tournament_send() ends it. */
struct daemon_tournament_event {
	struct json_writer json;
	char *text;
	size_t size;
};

/* Begins an event. False: the operator wants no events. */
static bool daemon_tournament_event(
	const struct daemon_tournament *e, const char *what, struct daemon_tournament_event *event)
{
	char now[TIME_TEXT];
	struct json_writer *j = &event->json;
	if (e->terms->event == NULL)
		return false;
	*j = (struct json_writer){.out = memory_open(&event->text, &event->size)};
	json_open(j, NULL, '{');
	json_text(j, "event", what);
	json_text(j, "time", time_text(time_utc(), now));
	json_text(j, "tournament", e->t.name != NULL ? e->t.name : e->path);
	return true;
}

static void daemon_tournament_send(
	const struct daemon_tournament *e, struct daemon_tournament_event *event)
{
	json_close(&event->json, '}');
	memory_close(event->json.out);
	e->terms->event(e->terms->arg, event->text);
	free(event->text);
}

/* Sends an event with its state: "start", "done", "stopped", "failed", "paused". */
static void daemon_tournament_event_state(
	struct daemon_tournament *e, const char *what, const char *why)
{
	struct daemon_tournament_event event;
	if (!daemon_tournament_event(e, what, &event))
		return;
	json_known(&event.json, "games", e->total);
	json_number(&event.json, "played", e->done);
	json_number(&event.json, "faults", e->faulty);
	json_text(&event.json, "why", why);
	progress_write_strength(&e->t, &e->match, event.json.out);
	daemon_tournament_send(e, &event);
}

static void daemon_tournament_event_end(struct daemon_tournament *e, const char *what)
{
	char why[2 * ERROR_TEXT];
	daemon_tournament_explain(e, why, sizeof why);
	daemon_tournament_event_state(e, what, *why != '\0' ? why : NULL);
}

static void daemon_tournament_event_game(struct daemon_tournament *e, const struct result *r)
{
	struct daemon_tournament_event event;
	if (!daemon_tournament_event(e, "game", &event))
		return;
	progress_write_game(&e->t, r, event.json.out);
	progress_write_pairs(&e->match, event.json.out);
	daemon_tournament_send(e, &event);
	for (int i = 0; i < r->seats; i++) {
		if ((r->benched & 1u << i) == 0)
			continue;
		daemon_tournament_event(e, "benched", &event);
		json_text(&event.json, "bot", e->t.bots[r->bot[i]].name);
		json_number(&event.json, "game", r->game);
		daemon_tournament_send(e, &event);
	}
}

/* Lines about the file name the file themselves. */
void daemon_tournament_on_mistake(void *arg, const char *line)
{
	struct daemon_tournament *e = arg;
	snprintf(e->why, sizeof e->why, "%s", line);
	if (e->answer != NULL)
		fprintf(e->answer, "%s\n", line);
	char *marked = memory_print("<3>%s", line);
	e->terms->say(e->terms->arg, e->t.name, marked);
	free(marked);
}

/* It may have begun in an earlier run: its pages are available while it waits. */
static void daemon_tournament_recall(struct daemon_tournament *e)
{
	struct db *db = NULL;
	if (access(e->t.db, F_OK) == 0 && db_open(&db, e->t.db, DB_LOOK) == DB_OK)
		daemon_tournament_identify(e, db);
	db_close(db);
}

/* --- reasons that can pass ------------------------------------------------------------------- */

static int64_t daemon_tournament_again(void)
{
	const char *said = getenv("REFEREE_AGAIN");
	int seconds = said != NULL ? atoi(said) : 0;
	return time_utc() + (seconds > 0 ? seconds : DAEMON_TOURNAMENT_AGAIN) * INT64_C(1000);
}

/* The next attempt comes after 1, 2, 4 ... seconds; on a full disk after a minute. */
static void daemon_tournament_try_again(struct daemon_tournament *e)
{
	int64_t most = daemon_tournament_again(), now = time_utc();
	int64_t wait = INT64_C(1000) << (e->tries < 10 ? e->tries : 10);
	e->tries++;
	e->again = e->full || now + wait > most ? most : now + wait;
}

/* It cannot begin or go on now, as e->why says. It begins again by itself. */
static void daemon_tournament_hold(struct daemon_tournament *e, bool full)
{
	e->state = DAEMON_TOURNAMENT_WAITING;
	e->full = full;
	e->asked = false;
	daemon_tournament_try_again(e);
	bool first = e->waits != START_CONDITIONS_AGAIN;
	int64_t now = time_utc();
	if (first || now - e->told >= DAEMON_TOURNAMENT_AGAIN * INT64_C(1000)) {
		e->told = now;
		daemon_tournament_say(e,
			"<4>PAUSED: %s; all finished games are kept, and it goes on by itself%s",
			e->why, full ? " when there is room" : "");
	}
	if (first)
		daemon_tournament_event_end(e, "paused");
	e->waits = START_CONDITIONS_AGAIN;
}

/* The database of one that runs cannot be written now. */
static void daemon_tournament_on_held(void *arg)
{
	struct daemon_tournament *e = arg;
	web_supervisor_accuse(e->terms->web, e->store.holder);
	daemon_tournament_event_state(e, "paused", e->store.why.text);
}

/* Can its database be written again? Else it waits on, before its bots are prepared in vain. */
static bool daemon_tournament_can_write(struct daemon_tournament *e)
{
	struct db *db = NULL;
	int error = db_open(&db, e->t.db, DB_WRITE);
	bool passes = db_may_pass(error);
	if (passes)
		snprintf(e->why, sizeof e->why, "%s", db_why(db));
	db_close(db);
	if (passes)
		daemon_tournament_hold(e, error == DB_FULL);
	return !passes;
}

/* --- remote bots ----------------------------------------------------------------------------- */

static int daemon_tournament_read_present(struct daemon_tournament *e, struct db *db, int64_t row)
{
	struct db_query q;
	db_query(&q, db, "present", row);
	while (db_next(&q)) {
		int bot = tournament_find_bot(&e->t, db_text(&q, "bot"));
		if (bot >= 0)
			e->present[bot] = true;
	}
	return db_end(&q);
}

/* Reads from its database which bots have played in it. */
static void daemon_tournament_look_back(struct daemon_tournament *e)
{
	struct db_tournament row;
	struct db *db = NULL;
	int error = db_open(&db, e->t.db, DB_READ);
	e->present = memory_get(BOTS_MAX, sizeof *e->present);
	if (error == DB_OK)
		error = db_tournament_find(db, e->t.name, &row);
	if (error == DB_OK)
		error = daemon_tournament_read_present(e, db, row.id);
	if (error != DB_OK && error != DB_MISSING && error != DB_NONE)
		memset(e->present, true, BOTS_MAX); /* it fails when it begins, with the reason */
	db_close(db);
}

static bool daemon_tournament_has_seen(struct daemon_tournament *e, int bot)
{
	if (e->terms->sessions == NULL)
		return true; /* it fails when it begins */
	if (remote_sessions_has_seen(e->terms->sessions, e->t.bots[bot].name))
		return true;
	if (e->present == NULL)
		daemon_tournament_look_back(e);
	return e->present[bot];
}

struct daemon_tournament_search {
	const struct daemon_tournament *e;
	bool *here;
};

static void daemon_tournament_on_row(void *arg, const struct remote_sessions_row *row)
{
	struct daemon_tournament_search *search = arg;
	int bot = tournament_find_bot(&search->e->t, row->name);
	if (bot >= 0)
		search->here[bot] = true;
}

enum start_conditions_for daemon_tournament_waits(struct daemon_tournament *e, struct error *err)
{
	struct start_conditions w = {.begins = e->t.begins,
		.again = e->again,
		.why = e->full ? NULL : e->why,
		.asked = e->asked};
	bool *here = memory_get(BOTS_MAX, sizeof *here);
	struct daemon_tournament_search search = {e, here};
	if (e->again != 0 && e->full && time_utc() >= e->again && !e->asked &&
		!disk_room_is_there(e->t.db))
		w.again = e->again = daemon_tournament_again();
	if (e->terms->sessions != NULL)
		remote_sessions_each(e->terms->sessions, daemon_tournament_on_row, &search);
	for (int i = 0; i < e->t.bots_count; i++) {
		if (!e->t.bots[i].remote)
			continue;
		w.remote++;
		w.here += here[i];
		w.seen += daemon_tournament_has_seen(e, i);
	}
	free(here);
	return start_conditions_look(&w, time_utc(), err);
}

/* Names the remote bots that have never connected. */
static void daemon_tournament_name_missing(struct daemon_tournament *e, char *text, size_t room)
{
	size_t used = 0;
	int missing = 0;
	*text = '\0';
	for (int i = 0; i < e->t.bots_count; i++) {
		if (!e->t.bots[i].remote || daemon_tournament_has_seen(e, i))
			continue;
		if (missing++ < DAEMON_TOURNAMENT_NAMES && used < room)
			used += (size_t)snprintf(text + used, room - used, "%s%s",
				missing > 1 ? ", " : "", e->t.bots[i].name);
	}
	if (missing > DAEMON_TOURNAMENT_NAMES && used < room)
		snprintf(text + used, room - used, " and %d more",
			missing - DAEMON_TOURNAMENT_NAMES);
}

bool daemon_tournament_is_held(struct daemon_tournament *e)
{
	struct error err;
	char missing[ERROR_TEXT];
	enum start_conditions_for waits = daemon_tournament_waits(e, &err);
	if (waits == START_CONDITIONS_NEVER_SEEN && waits != e->waits) {
		daemon_tournament_name_missing(e, missing, sizeof missing);
		daemon_tournament_say(e,
			"<4>WAITS: %s: %s; it begins when half of them have connected, by `referee resume`, or with `begins = now`",
			err.text, missing);
	} else if (waits != START_CONDITIONS_NOTHING && waits != START_CONDITIONS_AGAIN &&
		   waits != e->waits) {
		daemon_tournament_say(e, "waits: %s; `referee resume` begins it at once", err.text);
	}
	e->waits = waits;
	return waits != START_CONDITIONS_NOTHING;
}

/* --- schedule and games ----------------------------------------------------------------------- */

bool daemon_tournament_plan(struct daemon_tournament *e, struct diagnostics *mistakes)
{
	struct game_queue *queue = memory_get(1, sizeof *queue);
	if (game_queue_init(queue, &e->t, mistakes)) {
		e->queue = queue;
		return true;
	}
	free(queue);
	return false;
}

void daemon_tournament_unplan(struct daemon_tournament *e)
{
	if (e->queue != NULL)
		game_queue_clear(e->queue);
	free(e->queue);
	e->queue = NULL;
}

struct daemon_tournament *daemon_tournament_create(const char *path, int64_t owner,
	const struct daemon_tournament_terms *terms, FILE *answer, struct error *err)
{
	struct daemon_tournament *e = memory_get(1, sizeof *e);
	e->terms = terms;
	e->answer = answer;
	e->path = memory_copy(path);
	e->owner = owner;
	e->total = -1;
	e->season_at = daemon_tournament_season_now();
	tournament_init(&e->t);
	bool right = daemon_tournament_read(e);
	e->answer = NULL;
	if (right) {
		daemon_tournament_recall(e);
		return e;
	}
	error_set(err, "%.400s is wrong: it is not taken", path);
	daemon_tournament_free(e);
	return NULL;
}

/* --- its games ------------------------------------------------------------------------------- */

/* Reports the first faults of each bot; the database has the others. */
static void daemon_tournament_fault(struct daemon_tournament *e, const struct result *r)
{
	int bot = r->bot[r->fault - 1];
	if (verdict_find(r->verdict[r->fault - 1]) == VERDICT_BENCHED ||
		e->faults[bot].reported >= DAEMON_TOURNAMENT_FAULTS)
		return;
	e->faults[bot].reported++;
	char *detail = escape_text(r->detail, false); /* a bot may have written parts of it */
	daemon_tournament_say(e, "<5>%s: game %lld lost by %s: %s%s", e->t.bots[bot].name,
		(long long)r->game, r->verdict[r->fault - 1], detail,
		e->faults[bot].reported == DAEMON_TOURNAMENT_FAULTS
			? " (its further faults are only counted)"
			: "");
	free(detail);
}

static void daemon_tournament_say_game(struct daemon_tournament *e, const struct result *r)
{
	char text[SEATS_MAX * (BOT_NAME + 16)];
	size_t used = 0;
	for (int i = 0; i < r->seats; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %d",
			i > 0 ? " - " : "", e->t.bots[r->bot[i]].name, r->rank[i]);
	daemon_tournament_say(e, "game %lld: %s (%s)", (long long)r->game, text, r->reason);
}

static bool daemon_tournament_failed(const char *verdict)
{
	enum verdict v = verdict_find(verdict);
	return v != VERDICT_OK && v != VERDICT_RESIGN && v != VERDICT_VOID;
}

usec daemon_tournament_spent(const struct daemon_tournament *e)
{
	return e->spent + (e->since != 0 ? time_now() - e->since : 0);
}

/* Reports to subscribers where the game is stored. */
static void daemon_tournament_kept(const struct daemon_tournament *e, const struct result *r)
{
	char path[FIND_PROGRAM_PATH] = "";
	find_program_absolute(e->t.db, NULL, path);
	live_events_stored(e->terms->events, e->number, r->pairing, r->game, path);
}

static void daemon_tournament_on_result(void *arg, const struct result *r)
{
	struct daemon_tournament *e = arg;
	daemon_tournament_kept(e, r);
	match_strength_add(&e->match, r);
	e->done++;
	e->here++;
	eta_note(&e->pace, daemon_tournament_spent(e), e->done);
	for (int i = 0; i < r->seats; i++) {
		bool failed = daemon_tournament_failed(r->verdict[i]);
		e->faults[r->bot[i]].count += failed;
		e->faulty += failed;
	}
	daemon_tournament_event_game(e, r);
	if (r->fault > 0)
		daemon_tournament_fault(e, r);
	if (e->terms->verbose)
		daemon_tournament_say_game(e, r);
	for (int i = 0; i < r->seats; i++)
		if (r->benched & 1u << i)
			daemon_tournament_say(e,
				"<4>%s is BENCHED: it failed %d game%s in a row, the last by %s",
				e->t.bots[r->bot[i]].name, e->t.terms.strikes,
				e->t.terms.strikes == 1 ? "" : "s", r->verdict[i]);
}

/* --- ending ----------------------------------------------------------------------------------- */

/* Releases its resources of the run. */
static void daemon_tournament_close(struct daemon_tournament *e)
{
	daemon_tournament_allow(e, 0);
	daemon_tournament_abandon_join(e);
	live_events_close(e->terms->events, e->number);
	director_free(e->director);
	e->director = NULL;
	e->compared = match_strength_estimate(&e->match, &e->estimate);
	match_strength_clear(&e->match);
	daemon_tournament_unplan(e);
	resume_close(&e->store);
}

/* Notes the games that this run skipped: "82 games not played: hang is benched". */
static void daemon_tournament_note_unplayed(struct daemon_tournament *e)
{
	long skipped = e->director->skipped, absent = e->director->remote.skipped;
	char *text = NULL;
	size_t size = 0;
	int benched = 0, bots = 0;
	free(e->unplayed);
	e->unplayed = NULL;
	if (skipped + absent == 0)
		return;
	FILE *out = memory_open(&text, &size);
	fprintf(out, "%ld game%s not played: ", skipped + absent, skipped + absent == 1 ? "" : "s");
	for (int i = 0; i < e->t.bots_count; i++)
		bots += e->store.benching.benched[i];
	for (int i = 0; skipped > 0 && i < e->t.bots_count; i++)
		if (e->store.benching.benched[i])
			fprintf(out, "%s%s", benched++ > 0 ? ", " : "", e->t.bots[i].name);
	if (skipped > 0)
		fputs(bots == 1 ? " is benched" : " are benched", out);
	if (absent > 0)
		fprintf(out, "%sremote bots were absent", skipped > 0 ? "; " : "");
	memory_close(out);
	e->unplayed = text;
}

void daemon_tournament_explain(struct daemon_tournament *e, char *text, size_t room)
{
	if (e->director != NULL)
		daemon_tournament_note_unplayed(e);
	const char *why = e->state == DAEMON_TOURNAMENT_FAILED ? e->why : e->unplayed;
	bool both = e->result != NULL && why != NULL;
	struct error waits;
	if (e->preparation != NULL) {
		snprintf(text, room, "its bots are being prepared");
	} else if (e->director != NULL && e->store.held) {
		snprintf(text, room, "%.400s; it is tried again in %lld s",
			e->store.failed == DB_FULL ? "the disk is full" : e->store.why.text,
			(long long)((e->director->hold.due - time_now() + SECOND - 1) / SECOND));
	} else if (e->state == DAEMON_TOURNAMENT_WAITING) {
		error_clear(&waits);
		daemon_tournament_waits(e, &waits);
		snprintf(text, room, "%s", waits.text);
	} else {
		snprintf(text, room, "%s%s%s", e->result != NULL ? e->result : "", both ? "; " : "",
			why != NULL ? why : "");
	}
}

static void daemon_tournament_say_done(struct daemon_tournament *e)
{
	char text[ERROR_TEXT] = "";
	schedule_iterator_conclude(&e->queue->iterator, text, sizeof text);
	if (*text != '\0')
		daemon_tournament_say(e, "%s", text);
	if (schedule_iterator_counts(&e->queue->iterator) != NULL)
		e->result = memory_print("%s", text);
	duplicate_games_describe(&e->store.repeats, e->store.t->openings, text, sizeof text);
	if (*text != '\0')
		daemon_tournament_say(e, "%s", text);
	daemon_tournament_say(e,
		"done: %ld games, %ld of them now%s%s, %ld fault%s; the results are in %s", e->done,
		e->here, e->unplayed != NULL ? ", " : "", e->unplayed != NULL ? e->unplayed : "",
		e->faulty, e->faulty == 1 ? "" : "s", e->t.db);
}

void daemon_tournament_fail(struct daemon_tournament *e, const char *why)
{
	if (why != e->why)
		snprintf(e->why, sizeof e->why, "%s", why);
	e->state = DAEMON_TOURNAMENT_FAILED;
	e->waits = START_CONDITIONS_NOTHING;
	daemon_tournament_say(e, "<3>failed: %s", e->why);
	daemon_tournament_event_end(e, "failed");
}

static void daemon_tournament_on_ended(void *arg, enum director_end end)
{
	struct daemon_tournament *e = arg;
	daemon_tournament_note_unplayed(e);
	free(e->result);
	e->result = NULL;
	bool again = (e->renewing || end == DIRECTOR_RENEWED) && !e->stopping;
	if (end == DIRECTOR_RENEWED || (end == DIRECTOR_DONE && again))
		end = DIRECTOR_INTERRUPTED;
	if (end == DIRECTOR_DONE) {
		e->state = DAEMON_TOURNAMENT_DONE;
		daemon_tournament_say_done(e);
		daemon_tournament_event_end(e, "done");
	} else if (end == DIRECTOR_INTERRUPTED && e->over) {
		e->state = DAEMON_TOURNAMENT_DONE;
		daemon_tournament_say(e, "its season is over: %ld games", e->done);
		daemon_tournament_event_end(e, "done");
	} else if (end == DIRECTOR_INTERRUPTED && again) {
		e->state = DAEMON_TOURNAMENT_WAITING;
		e->asked = true;
		daemon_tournament_say(e, "begins again with%s",
			e->renewing ? " the bots that have changed" : "out the games of a worker");
	} else if (end == DIRECTOR_INTERRUPTED) {
		e->state = DAEMON_TOURNAMENT_STOPPED;
		daemon_tournament_say(
			e, "stopped: %ld games are kept; the same file goes on with it", e->done);
		daemon_tournament_event_state(e, "stopped", NULL);
	} else if (end == DIRECTOR_OPTIONS) {
		daemon_tournament_fail(e, director_options_why);
	} else if (end == DIRECTOR_DATABASE && e->store.held) {
		e->state = DAEMON_TOURNAMENT_STOPPED;
		daemon_tournament_say(e,
			"<4>stopped: %ld games are kept; %d finished game%s could not be written and will be played again: %s",
			e->done, e->store.waiting, e->store.waiting == 1 ? "" : "s",
			e->store.why.text);
		daemon_tournament_event_state(e, "stopped", e->store.why.text);
	} else {
		daemon_tournament_fail(
			e, end == DIRECTOR_DATABASE ? db_why(e->store.db) : e->director->err.text);
	}
	e->renewing = false;
	daemon_tournament_close(e);
	e->terms->changed(e->terms->arg);
}

void daemon_tournament_stop(struct daemon_tournament *e, bool at_once)
{
	daemon_tournament_abandon_preparation(e);
	if (e->state == DAEMON_TOURNAMENT_WAITING) {
		e->state = DAEMON_TOURNAMENT_STOPPED;
		e->waits = START_CONDITIONS_NOTHING;
		if (e->again == 0)
			daemon_tournament_say(e, "stopped before it began");
		else
			daemon_tournament_say(e, "stopped: %ld games are kept", e->done);
	} else if (e->state == DAEMON_TOURNAMENT_RUNNING && at_once) {
		e->stopping = true;
		director_abandon(e->director);
	} else if (e->state == DAEMON_TOURNAMENT_RUNNING) {
		e->stopping = true;
		e->director->patient = false;
		director_stop(e->director);
	}
}

void daemon_tournament_free(struct daemon_tournament *e)
{
	if (e == NULL)
		return;
	daemon_tournament_abandon_preparation(e);
	if (e->director != NULL)
		daemon_tournament_close(e);
	if (e->number > 0)
		web_supervisor_gone(e->terms->web, e->number);
	tournament_clear(&e->t);
	for (int i = 0; i < e->bots_count; i++)
		free(e->bots[i]);
	free(e->bots);
	free(e->faults);
	free(e->unplayed);
	free(e->result);
	free(e->present);
	free(e->text);
	free(e->path);
	free(e);
}

/* --- beginning -------------------------------------------------------------------------------- */

static void daemon_tournament_on_record(void *arg, const struct job *job, const char *line)
{
	struct daemon_tournament *e = arg;
	live_events_record(e->terms->events, e->number, &e->t, job, line);
}

static void daemon_tournament_on_delays(void *arg, const struct latency_histogram *delays)
{
	struct daemon_tournament *e = arg;
	latency_histogram_merge(e->terms->delays, delays);
}

static int daemon_tournament_read_faults(struct daemon_tournament *e)
{
	struct db_query q;
	e->faulty = 0;
	free(e->faults);
	e->faults = memory_get(BOTS_MAX, sizeof *e->faults);
	db_query(&q, e->store.db, "faults", e->store.tournament);
	while (db_next(&q)) {
		int bot = tournament_find_bot(&e->t, db_text(&q, "bot"));
		e->faulty++;
		if (bot >= 0)
			e->faults[bot].count++;
	}
	return db_end(&q);
}

static bool daemon_tournament_open(struct daemon_tournament *e)
{
	struct director_terms terms = {.base = e->terms->base,
		.places = e->terms->places,
		.sessions = e->terms->sessions,
		.deaths = e->terms->deaths,
		.log = daemon_tournament_on_say,
		.line = daemon_tournament_on_record,
		.delays = daemon_tournament_on_delays,
		.ended = daemon_tournament_on_ended,
		.held = daemon_tournament_on_held,
		.waits = true,
		.arg = e};
	struct error err = {""};
	int error = resume_open(&e->store, &e->t, e->queue,
		&(struct game_store_wish){.programs = e->programs}, &err);
	game_store_report_notes(&e->store, daemon_tournament_on_say, e);
	if (error != DB_OK && e->store.changed)
		snprintf(e->why, sizeof e->why, "%s: %s", e->t.db, err.text);
	else if (error == RESUME_REFUSED)
		snprintf(e->why, sizeof e->why, "%s", err.text);
	else if (error != DB_OK && *err.text != '\0')
		snprintf(e->why, sizeof e->why,
			"%s holds it as another tournament: %s; another name begins a new one",
			e->t.db, err.text);
	else if (error != DB_OK)
		snprintf(e->why, sizeof e->why, "%s", db_why(e->store.db));
	e->failed = error;
	if (error != DB_OK)
		return false;
	error = match_strength_open(&e->match, e->queue, &e->store);
	if (error == DB_OK)
		error = daemon_tournament_read_faults(e);
	e->failed = error;
	if (error != DB_OK) {
		snprintf(e->why, sizeof e->why, "%s", db_why(e->store.db));
		return false;
	}
	daemon_tournament_identify(e, e->store.db);
	e->store.announce = daemon_tournament_on_result;
	e->store.arg = e;
	e->store.commits = e->terms->commits;
	e->director = director_create(e->queue, &e->store, &terms, &err);
	if (e->director == NULL)
		snprintf(e->why, sizeof e->why, "%s", err.text);
	return e->director != NULL;
}

/* Its bots are prepared: begins to play. */
static void daemon_tournament_play(struct daemon_tournament *e)
{
	struct diagnostics mistakes = {daemon_tournament_on_mistake, e, 0};
	if (preflight_check_features(&e->t, &mistakes, daemon_tournament_on_say, e) != READY ||
		!daemon_tournament_plan(e, &mistakes)) {
		daemon_tournament_fail(e, e->why);
		return;
	}
	if (!daemon_tournament_open(e)) {
		int error = e->failed;
		match_strength_clear(&e->match);
		daemon_tournament_unplan(e);
		resume_close(&e->store);
		if (db_may_pass(error))
			daemon_tournament_hold(e, error == DB_FULL);
		else
			daemon_tournament_fail(e, e->why);
		return;
	}
	e->again = 0;
	e->tries = 0;
	e->asked = false;
	e->waits = START_CONDITIONS_NOTHING;
	int64_t total = schedule_count(&e->t);
	e->total = total < 0 ? -1 : (long)total;
	e->done = game_queue_played(e->queue);
	e->pace = (struct eta){.count = 0};
	eta_note(&e->pace, daemon_tournament_spent(e), e->done);
	e->state = DAEMON_TOURNAMENT_RUNNING;
	e->row = e->store.tournament;
	daemon_tournament_event_state(e, "start", NULL);
	if (e->total < 0)
		daemon_tournament_say(e, "begins: games played already: %ld", e->done);
	else
		daemon_tournament_say(
			e, "begins: %ld of %ld games are played already", e->done, e->total);
}

bool daemon_tournament_has_begun(const struct daemon_tournament *e)
{
	return e->state == DAEMON_TOURNAMENT_RUNNING || e->preparation != NULL;
}

/* The store may have taken them over. */
static void daemon_tournament_forget_programs(struct daemon_tournament *e)
{
	if (e->programs != NULL)
		bot_programs_clear(e->programs);
	free(e->programs);
	e->programs = NULL;
}

void daemon_tournament_abandon_preparation(struct daemon_tournament *e)
{
	preparation_free(e->preparation);
	e->preparation = NULL;
	daemon_tournament_forget_programs(e);
}

static void daemon_tournament_on_built(void *arg)
{
	struct daemon_tournament *e = arg;
	e->programs = memory_get(1, sizeof *e->programs);
	bot_programs_init(e->programs, &e->t);
	bot_programs_take(e->programs, &e->t);
}

static void daemon_tournament_on_prepared(void *arg, const struct error *err)
{
	struct daemon_tournament *e = arg;
	struct error why = *err; /* it goes with the preparation */
	preparation_free(e->preparation);
	e->preparation = NULL;
	if (error_is_set(&why))
		daemon_tournament_fail(e, why.text);
	else
		daemon_tournament_play(e);
	daemon_tournament_forget_programs(e);
	e->terms->changed(e->terms->arg);
}

void daemon_tournament_begin(struct daemon_tournament *e)
{
	struct diagnostics mistakes = {daemon_tournament_on_mistake, e, 0};
	struct error err;
	/* First of all: the bots that the operator added stand in the database. */
	if (e->again != 0 && !daemon_tournament_can_write(e))
		return;
	if (!daemon_tournament_read(e) || preflight_check(&e->t, &mistakes) != READY) {
		daemon_tournament_fail(e, e->why);
		return;
	}
	if (!preparation_is_needed(&e->t)) {
		daemon_tournament_play(e);
		return;
	}
	e->preparing = (struct preparation_calls){daemon_tournament_on_say,
		daemon_tournament_on_built, daemon_tournament_on_prepared, e};
	e->preparation = preparation_start(&e->t, e->terms->base, &e->preparing, &err);
	if (e->preparation != NULL)
		return;
	snprintf(e->why, sizeof e->why, "%s", err.text);
	daemon_tournament_hold(e, false);
}

void daemon_tournament_allow(struct daemon_tournament *e, int games)
{
	usec now = time_now();
	if (e->since != 0)
		e->spent += now - e->since;
	e->since = games > 0 ? now : 0;
	if (games != e->allowed && e->state == DAEMON_TOURNAMENT_RUNNING)
		director_allow(e->director, games);
	e->allowed = games;
}

int daemon_tournament_wants(const struct daemon_tournament *e)
{
	struct origin at = e->t.set[SETTING_CONCURRENCY];
	/* Remote bots need no local CPU slot. */
	if (tournament_remote_bots(&e->t) == e->t.bots_count)
		return 1;
	return origin_given(&at) ? e->t.concurrency : CPU_SLOTS_MAX;
}

/* --- status ----------------------------------------------------------------------------------- */

bool daemon_tournament_shares_database(
	const struct daemon_tournament *one, const struct daemon_tournament *other)
{
	struct stat a, b;
	if (strcmp(one->t.db, other->t.db) == 0)
		return true;
	return stat(one->t.db, &a) == 0 && stat(other->t.db, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

bool daemon_tournament_strength(
	const struct daemon_tournament *e, struct strength_estimate *estimate)
{
	if (e->match.queue != NULL)
		return match_strength_estimate(&e->match, estimate);
	*estimate = e->estimate;
	return e->compared;
}

static bool daemon_tournament_is_paused(const struct daemon_tournament *e)
{
	bool live = e->state == DAEMON_TOURNAMENT_RUNNING || e->state == DAEMON_TOURNAMENT_WAITING;
	bool held = e->state == DAEMON_TOURNAMENT_RUNNING && e->store.held;
	return (e->paused && live) || e->waits == START_CONDITIONS_AGAIN || held;
}

/* Does it play its last games before the daemon ends? */
static bool daemon_tournament_is_drained(const struct daemon_tournament *e)
{
	return e->draining && e->state == DAEMON_TOURNAMENT_RUNNING;
}

bool daemon_tournament_rests(const struct daemon_tournament *e)
{
	return e->state != DAEMON_TOURNAMENT_RUNNING ||
	       (e->allowed == 0 && director_runners(e->director) == 0 &&
		       game_store_is_settled(&e->store));
}

const char *daemon_tournament_state_name(const struct daemon_tournament *e)
{
	if (e->state == DAEMON_TOURNAMENT_RUNNING && e->stopping)
		return "stopping";
	if (daemon_tournament_is_drained(e))
		return "draining";
	if (e->paused && e->state == DAEMON_TOURNAMENT_RUNNING && !director_rests(e->director))
		return "pausing";
	return daemon_tournament_is_paused(e) ? "paused" : daemon_tournament_state_names[e->state];
}

struct daemon_tournament_games daemon_tournament_games(const struct daemon_tournament *e)
{
	struct daemon_tournament_games games = {0, 0, 0};
	int runners = e->director != NULL ? director_runners(e->director) : 0;
	for (int i = 0; i < runners; i++) {
		bool remote;
		const struct job *job = director_game(e->director, i, &remote);
		if (job != NULL)
			*(remote		  ? &games.remote
				: job->worker > 0 ? &games.worker
						  : &games.local) += 1;
	}
	return games;
}

double daemon_tournament_left(const struct daemon_tournament *e)
{
	usec left = -1;
	long games = e->total >= 0 ? e->total - e->done : -1;
	if (e->state == DAEMON_TOURNAMENT_RUNNING && e->total < 0)
		games = match_strength_left(&e->match, e->done);
	if (e->state == DAEMON_TOURNAMENT_RUNNING && games >= 0 && e->since != 0)
		left = eta_left(&e->pace, daemon_tournament_spent(e), games);
	return left < 0 ? -1 : (double)left / SECOND;
}
