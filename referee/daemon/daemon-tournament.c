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

#include "base/plural.h"
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
#include "protocol/verdict.h"
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

void daemon_tournament_log(struct daemon_tournament *entry, const char *format, ...)
{
	char text[DAEMON_TOURNAMENT_LINE], line[2 * DAEMON_TOURNAMENT_LINE];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	int level = (int)log_level(text);
	snprintf(line, sizeof line, "%.*s%.*s: %s", level, text, DAEMON_TOURNAMENT_LINE / 2,
		entry->t.name != NULL ? entry->t.name : entry->path, text + level);
	entry->options->say(entry->options->arg, entry->t.name, line);
}

void daemon_tournament_on_log(void *arg, const char *text)
{
	daemon_tournament_log(arg, "%s", text);
}

/* --- events ---------------------------------------------------------------------------------- */

/* An event in the making; daemon_tournament_send() ends it. */
struct daemon_tournament_event {
	struct json_writer json;
	char *text;
	size_t size;
};

/* Begins an event. False: the operator wants no events. */
static bool daemon_tournament_event(const struct daemon_tournament *entry, const char *what,
	struct daemon_tournament_event *event)
{
	char now[TIME_TEXT];
	struct json_writer *j = &event->json;
	if (entry->options->event == NULL)
		return false;
	*j = (struct json_writer){.out = memory_open(&event->text, &event->size)};
	json_open(j, NULL, '{');
	json_text(j, "event", what);
	json_text(j, "time", time_text(time_utc(), now));
	json_text(j, "tournament", entry->t.name != NULL ? entry->t.name : entry->path);
	return true;
}

static void daemon_tournament_send(
	const struct daemon_tournament *entry, struct daemon_tournament_event *event)
{
	json_close(&event->json, '}');
	memory_close(event->json.out);
	entry->options->event(entry->options->arg, event->text);
	free(event->text);
}

/* Sends an event with its state: "start", "done", "stopped", "failed", "paused". */
static void daemon_tournament_event_state(
	struct daemon_tournament *entry, const char *what, const char *why)
{
	struct daemon_tournament_event event;
	if (!daemon_tournament_event(entry, what, &event))
		return;
	json_known(&event.json, "games", entry->total);
	json_number(&event.json, "played", entry->done);
	json_number(&event.json, "faults", entry->faulty);
	json_text(&event.json, "why", why);
	progress_write_strength(&entry->t, &entry->match, &event.json);
	daemon_tournament_send(entry, &event);
}

static void daemon_tournament_event_end(struct daemon_tournament *entry, const char *what)
{
	char why[2 * ERROR_TEXT];
	daemon_tournament_explain(entry, why, sizeof why);
	daemon_tournament_event_state(entry, what, *why != '\0' ? why : NULL);
}

static void daemon_tournament_event_game(struct daemon_tournament *entry, const struct result *r)
{
	struct daemon_tournament_event event;
	if (!daemon_tournament_event(entry, "game", &event))
		return;
	progress_write_game(&entry->t, r, &event.json);
	progress_write_pairs(&entry->match, &event.json);
	daemon_tournament_send(entry, &event);
	for (int i = 0; i < r->seats; i++) {
		if ((r->benched & 1u << i) == 0)
			continue;
		daemon_tournament_event(entry, "benched", &event);
		json_text(&event.json, "bot", entry->t.bots[r->bot[i]].name);
		json_number(&event.json, "game", r->game);
		daemon_tournament_send(entry, &event);
	}
}

/* Lines about the file name the file themselves. */
void daemon_tournament_on_mistake(void *arg, const char *line)
{
	struct daemon_tournament *entry = arg;
	snprintf(entry->why, sizeof entry->why, "%s", line);
	if (entry->answer != NULL)
		fprintf(entry->answer, "%s\n", line);
	char *marked = memory_print("<3>%s", line);
	entry->options->say(entry->options->arg, entry->t.name, marked);
	free(marked);
}

/* --- reasons that can pass ------------------------------------------------------------------- */

static int64_t daemon_tournament_retry_max(void)
{
	const char *seconds_text = getenv("REFEREE_AGAIN");
	int seconds = seconds_text != NULL ? atoi(seconds_text) : 0;
	return time_utc() + (seconds > 0 ? seconds : DAEMON_TOURNAMENT_AGAIN) * INT64_C(1000);
}

/* The next attempt comes after 1, 2, 4 ... seconds; on a full disk after a minute. */
static void daemon_tournament_set_retry(struct daemon_tournament *entry)
{
	int64_t most = daemon_tournament_retry_max(), now = time_utc();
	int64_t wait = INT64_C(1000) << (entry->tries < 10 ? entry->tries : 10);
	entry->tries++;
	entry->retry_at = entry->full || now + wait > most ? most : now + wait;
}

/* It cannot begin or go on now, as entry->why says. It begins again by itself. */
static void daemon_tournament_hold(struct daemon_tournament *entry, bool full)
{
	entry->state = DAEMON_TOURNAMENT_WAITING;
	entry->full = full;
	entry->by_operator = false;
	daemon_tournament_set_retry(entry);
	bool first = entry->waits != START_CONDITIONS_AGAIN;
	int64_t now = time_utc();
	if (first || now - entry->logged >= DAEMON_TOURNAMENT_AGAIN * INT64_C(1000)) {
		entry->logged = now;
		daemon_tournament_log(entry,
			"<4>PAUSED: %s; all finished games are kept, and it goes on by itself%s",
			entry->why, full ? " when there is room" : "");
	}
	if (first)
		daemon_tournament_event_end(entry, "paused");
	entry->waits = START_CONDITIONS_AGAIN;
}

/* The database of one that runs cannot be written now. */
static void daemon_tournament_on_held(void *arg)
{
	struct daemon_tournament *entry = arg;
	web_supervisor_accuse(entry->options->web, entry->store.holder);
	daemon_tournament_event_state(entry, "paused", entry->store.why.text);
}

/* Can its database be written again? Else it waits on, before its bots are prepared in vain. */
static bool daemon_tournament_can_write(struct daemon_tournament *entry)
{
	struct db *db = NULL;
	int error = db_open(&db, entry->t.db, DB_WRITE);
	bool passes = db_may_pass(error);
	if (passes)
		snprintf(entry->why, sizeof entry->why, "%s", db_error_text(db));
	db_close(db);
	if (passes)
		daemon_tournament_hold(entry, error == DB_FULL);
	return !passes;
}

/* --- remote bots ----------------------------------------------------------------------------- */

/* Reads from its database which bots have played in it. */
static void daemon_tournament_look_back(struct daemon_tournament *entry)
{
	struct db_tournament row;
	struct db *db = NULL;
	int error = db_open(&db, entry->t.db, DB_READ);
	entry->present = memory_get(BOTS_MAX, sizeof *entry->present);
	if (error == DB_OK)
		error = db_tournament_find(db, entry->t.name, &row);
	if (error == DB_OK) {
		struct db_query q;
		db_query(&q, db, "present", row.id);
		while (db_next(&q)) {
			int bot = tournament_find_bot(&entry->t, db_text(&q, "bot"));
			if (bot >= 0)
				entry->present[bot] = true;
		}
		error = db_end(&q);
	}
	if (error != DB_OK && error != DB_MISSING && error != DB_NONE)
		memset(entry->present, true,
			BOTS_MAX); /* it fails when it begins, with the reason */
	db_close(db);
}

static bool daemon_tournament_has_seen(struct daemon_tournament *entry, int bot)
{
	if (entry->options->sessions == NULL)
		return true; /* it fails when it begins */
	if (remote_sessions_has_seen(entry->options->sessions, entry->t.bots[bot].name))
		return true;
	if (entry->present == NULL)
		daemon_tournament_look_back(entry);
	return entry->present[bot];
}

enum start_conditions_for daemon_tournament_waits(
	struct daemon_tournament *entry, struct error *err)
{
	struct start_conditions conditions = {.begins = entry->t.begins,
		.retry_at = entry->retry_at,
		.why = entry->full ? NULL : entry->why,
		.by_operator = entry->by_operator};
	bool *here = memory_get(BOTS_MAX, sizeof *here);
	struct remote_sessions_row session = {.name = NULL};
	if (entry->retry_at != 0 && entry->full && time_utc() >= entry->retry_at &&
		!entry->by_operator && !disk_room_is_there(entry->t.db))
		conditions.retry_at = entry->retry_at = daemon_tournament_retry_max();
	while (remote_sessions_next(entry->options->sessions, &session)) {
		int bot = tournament_find_bot(&entry->t, session.name);
		if (bot >= 0)
			here[bot] = true;
	}
	for (int i = 0; i < entry->t.bots_count; i++) {
		if (!entry->t.bots[i].remote)
			continue;
		conditions.remote++;
		conditions.here += here[i];
		conditions.seen += daemon_tournament_has_seen(entry, i);
	}
	free(here);
	return start_conditions_look(&conditions, time_utc(), err);
}

/* Names the remote bots that have never connected. */
static void daemon_tournament_name_missing(struct daemon_tournament *entry, char *text, size_t room)
{
	size_t used = 0;
	int missing = 0;
	*text = '\0';
	for (int i = 0; i < entry->t.bots_count; i++) {
		if (!entry->t.bots[i].remote || daemon_tournament_has_seen(entry, i))
			continue;
		if (missing++ < DAEMON_TOURNAMENT_NAMES && used < room)
			used += (size_t)snprintf(text + used, room - used, "%s%s",
				missing > 1 ? ", " : "", entry->t.bots[i].name);
	}
	if (missing > DAEMON_TOURNAMENT_NAMES && used < room)
		snprintf(text + used, room - used, " and %d more",
			missing - DAEMON_TOURNAMENT_NAMES);
}

bool daemon_tournament_is_held(struct daemon_tournament *entry)
{
	struct error err;
	char missing[ERROR_TEXT];
	enum start_conditions_for waits = daemon_tournament_waits(entry, &err);
	if (waits == START_CONDITIONS_NEVER_SEEN && waits != entry->waits) {
		daemon_tournament_name_missing(entry, missing, sizeof missing);
		daemon_tournament_log(entry,
			"<4>WAITS: %s: %s; it begins when half of them have connected, by `referee ctl resume`, or with `start-at = now`",
			err.text, missing);
	} else if (waits != START_CONDITIONS_NOTHING && waits != START_CONDITIONS_AGAIN &&
		   waits != entry->waits) {
		daemon_tournament_log(
			entry, "waits: %s; `referee ctl resume` begins it at once", err.text);
	}
	entry->waits = waits;
	return waits != START_CONDITIONS_NOTHING;
}

/* --- schedule and games ----------------------------------------------------------------------- */

bool daemon_tournament_plan(struct daemon_tournament *entry, struct diagnostics *mistakes)
{
	struct game_queue *queue = memory_get(1, sizeof *queue);
	if (game_queue_init(queue, &entry->t, mistakes)) {
		entry->queue = queue;
		return true;
	}
	free(queue);
	return false;
}

void daemon_tournament_unplan(struct daemon_tournament *entry)
{
	if (entry->queue != NULL)
		game_queue_clear(entry->queue);
	free(entry->queue);
	entry->queue = NULL;
}

struct daemon_tournament *daemon_tournament_create(const char *path, int64_t owner,
	const struct daemon_tournament_options *options, FILE *answer, struct error *err)
{
	struct daemon_tournament *entry = memory_get(1, sizeof *entry);
	entry->options = options;
	entry->answer = answer;
	entry->path = memory_copy(path);
	entry->owner = owner;
	entry->total = -1;
	entry->season_at = daemon_tournament_season_now();
	tournament_init(&entry->t);
	bool right = daemon_tournament_read(entry);
	entry->answer = NULL;
	if (right) {
		/* It may have begun in an earlier run: its pages are available while it waits. */
		struct db *db = NULL;
		if (access(entry->t.db, F_OK) == 0 &&
			db_open(&db, entry->t.db, DB_READ_CONFINED) == DB_OK)
			daemon_tournament_identify(entry, db);
		db_close(db);
		return entry;
	}
	error_set(err, "%.400s is wrong: it is not taken", path);
	daemon_tournament_free(entry);
	return NULL;
}

/* --- its games ------------------------------------------------------------------------------- */

/* Reports the first faults of each bot; the database has the others. */
static void daemon_tournament_fault(struct daemon_tournament *entry, const struct result *r)
{
	int bot = r->bot[r->fault - 1];
	if (verdict_find(r->verdict[r->fault - 1]) == VERDICT_BENCHED ||
		entry->faults[bot].reported >= DAEMON_TOURNAMENT_FAULTS)
		return;
	entry->faults[bot].reported++;
	char *detail = escape_text(r->detail, false); /* a bot may have written parts of it */
	daemon_tournament_log(entry, "<5>%s: game %lld lost by %s: %s%s", entry->t.bots[bot].name,
		(long long)r->game, r->verdict[r->fault - 1], detail,
		entry->faults[bot].reported == DAEMON_TOURNAMENT_FAULTS
			? " (its further faults are only counted)"
			: "");
	free(detail);
}

static void daemon_tournament_log_game(struct daemon_tournament *entry, const struct result *r)
{
	char text[SEATS_MAX * (BOT_NAME + 16)];
	size_t used = 0;
	for (int i = 0; i < r->seats; i++)
		used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %d",
			i > 0 ? " - " : "", entry->t.bots[r->bot[i]].name, r->rank[i]);
	daemon_tournament_log(entry, "game %lld: %s (%s)", (long long)r->game, text, r->reason);
}

usec daemon_tournament_spent(const struct daemon_tournament *entry)
{
	return entry->spent + (entry->since != 0 ? time_now() - entry->since : 0);
}

static void daemon_tournament_on_result(void *arg, const struct result *r)
{
	struct daemon_tournament *entry = arg;
	char path[FIND_PROGRAM_PATH] = "";
	find_program_absolute(entry->t.db, NULL, path);
	live_events_stored(entry->options->events, entry->number, r->pairing, r->game, path);
	match_strength_add(&entry->match, r);
	entry->done++;
	entry->here++;
	eta_note(&entry->pace, daemon_tournament_spent(entry), entry->done);
	for (int i = 0; i < r->seats; i++) {
		enum verdict v = verdict_find(r->verdict[i]);
		bool failed = v != VERDICT_OK && v != VERDICT_RESIGN && v != VERDICT_VOID;
		entry->faults[r->bot[i]].count += failed;
		entry->faulty += failed;
	}
	daemon_tournament_event_game(entry, r);
	if (r->fault > 0)
		daemon_tournament_fault(entry, r);
	if (entry->options->verbose)
		daemon_tournament_log_game(entry, r);
	for (int i = 0; i < r->seats; i++)
		if (r->benched & 1u << i)
			daemon_tournament_log(entry,
				"<4>%s is BENCHED: it failed %s in a row, the last by %s",
				entry->t.bots[r->bot[i]].name,
				counted(entry->t.terms.strikes, "game").text, r->verdict[i]);
}

/* --- ending ----------------------------------------------------------------------------------- */

/* Releases its resources of the run. */
static void daemon_tournament_close(struct daemon_tournament *entry)
{
	daemon_tournament_allow(entry, 0);
	daemon_tournament_abandon_join(entry);
	live_events_close(entry->options->events, entry->number);
	director_free(entry->director);
	entry->director = NULL;
	entry->compared = match_strength_estimate(&entry->match, &entry->estimate);
	match_strength_clear(&entry->match);
	daemon_tournament_unplan(entry);
	resume_close(&entry->store);
}

/* Notes the games that this run skipped: "82 games not played: hang is benched". */
static void daemon_tournament_note_unplayed(struct daemon_tournament *entry)
{
	long skipped = entry->director->skipped, absent = entry->director->remote.skipped;
	char *text = NULL;
	size_t size = 0;
	int benched = 0, bots = 0;
	free(entry->unplayed);
	entry->unplayed = NULL;
	if (skipped + absent == 0)
		return;
	FILE *out = memory_open(&text, &size);
	fprintf(out, "%s not played: ", counted(skipped + absent, "game").text);
	for (int i = 0; i < entry->t.bots_count; i++)
		bots += entry->store.benching.benched[i];
	for (int i = 0; skipped > 0 && i < entry->t.bots_count; i++)
		if (entry->store.benching.benched[i])
			fprintf(out, "%s%s", benched++ > 0 ? ", " : "", entry->t.bots[i].name);
	if (skipped > 0)
		fputs(plural(bots, " is benched", " are benched"), out);
	if (absent > 0)
		fprintf(out, "%sremote bots were absent", skipped > 0 ? "; " : "");
	memory_close(out);
	entry->unplayed = text;
}

void daemon_tournament_explain(struct daemon_tournament *entry, char *text, size_t room)
{
	if (entry->director != NULL)
		daemon_tournament_note_unplayed(entry);
	const char *why = entry->state == DAEMON_TOURNAMENT_FAILED ? entry->why : entry->unplayed;
	bool both = entry->result != NULL && why != NULL;
	struct error waits;
	if (entry->preparation != NULL) {
		snprintf(text, room, "its bots are being prepared");
	} else if (entry->director != NULL && entry->store.held) {
		snprintf(text, room, "%.400s; it is tried again in %lld s",
			entry->store.failed == DB_FULL ? "the disk is full" : entry->store.why.text,
			(long long)((entry->director->hold.due - time_now() + SECOND - 1) /
				    SECOND));
	} else if (entry->state == DAEMON_TOURNAMENT_WAITING) {
		error_clear(&waits);
		daemon_tournament_waits(entry, &waits);
		snprintf(text, room, "%s", waits.text);
	} else {
		snprintf(text, room, "%s%s%s", entry->result != NULL ? entry->result : "",
			both ? "; " : "", why != NULL ? why : "");
	}
}

static void daemon_tournament_log_done(struct daemon_tournament *entry)
{
	char text[ERROR_TEXT] = "";
	schedule_iterator_conclude(&entry->queue->iterator, text, sizeof text);
	if (*text != '\0')
		daemon_tournament_log(entry, "%s", text);
	if (schedule_iterator_counts(&entry->queue->iterator) != NULL)
		entry->result = memory_print("%s", text);
	duplicate_games_describe(
		&entry->store.repeats, entry->store.t->openings, text, sizeof text);
	if (*text != '\0')
		daemon_tournament_log(entry, "%s", text);
	daemon_tournament_log(entry,
		"done: %ld games, %ld of them now%s%s, %s; the results are in %s", entry->done,
		entry->here, entry->unplayed != NULL ? ", " : "",
		entry->unplayed != NULL ? entry->unplayed : "",
		counted(entry->faulty, "fault").text, entry->t.db);
}

void daemon_tournament_fail(struct daemon_tournament *entry, const char *why)
{
	if (why != entry->why)
		snprintf(entry->why, sizeof entry->why, "%s", why);
	entry->state = DAEMON_TOURNAMENT_FAILED;
	entry->waits = START_CONDITIONS_NOTHING;
	daemon_tournament_log(entry, "<3>failed: %s", entry->why);
	daemon_tournament_event_end(entry, "failed");
}

static void daemon_tournament_on_ended(void *arg, enum director_end end)
{
	struct daemon_tournament *entry = arg;
	daemon_tournament_note_unplayed(entry);
	free(entry->result);
	entry->result = NULL;
	bool restarts = (entry->renewing || end == DIRECTOR_RENEWED) && !entry->stopping;
	if (end == DIRECTOR_RENEWED || (end == DIRECTOR_DONE && restarts))
		end = DIRECTOR_INTERRUPTED;
	if (end == DIRECTOR_DONE) {
		entry->state = DAEMON_TOURNAMENT_DONE;
		daemon_tournament_log_done(entry);
		daemon_tournament_event_end(entry, "done");
	} else if (end == DIRECTOR_INTERRUPTED && entry->over) {
		entry->state = DAEMON_TOURNAMENT_DONE;
		daemon_tournament_log(entry, "its season is over: %ld games", entry->done);
		daemon_tournament_event_end(entry, "done");
	} else if (end == DIRECTOR_INTERRUPTED && restarts) {
		entry->state = DAEMON_TOURNAMENT_WAITING;
		entry->by_operator = true;
		daemon_tournament_log(entry, "begins again with%s",
			entry->renewing ? " the bots that have changed"
					: "out the games of a worker");
	} else if (end == DIRECTOR_INTERRUPTED) {
		entry->state = DAEMON_TOURNAMENT_STOPPED;
		daemon_tournament_log(entry,
			"stopped: %ld games are kept; the same file goes on with it", entry->done);
		daemon_tournament_event_state(entry, "stopped", NULL);
	} else if (end == DIRECTOR_OPTIONS) {
		daemon_tournament_fail(entry, director_options_why);
	} else if (end == DIRECTOR_DATABASE && entry->store.held) {
		entry->state = DAEMON_TOURNAMENT_STOPPED;
		daemon_tournament_log(entry,
			"<4>stopped: %ld games are kept; %s could not be written and will be played again: %s",
			entry->done, counted(entry->store.waiting, "finished game").text,
			entry->store.why.text);
		daemon_tournament_event_state(entry, "stopped", entry->store.why.text);
	} else {
		daemon_tournament_fail(entry, end == DIRECTOR_DATABASE
						      ? db_error_text(entry->store.db)
						      : entry->director->err.text);
	}
	entry->renewing = false;
	daemon_tournament_close(entry);
	entry->options->changed(entry->options->changed_arg);
}

void daemon_tournament_stop(struct daemon_tournament *entry, bool at_once)
{
	daemon_tournament_abandon_preparation(entry);
	if (entry->state == DAEMON_TOURNAMENT_WAITING) {
		entry->state = DAEMON_TOURNAMENT_STOPPED;
		entry->waits = START_CONDITIONS_NOTHING;
		if (entry->retry_at == 0)
			daemon_tournament_log(entry, "stopped before it began");
		else
			daemon_tournament_log(entry, "stopped: %ld games are kept", entry->done);
	} else if (entry->state == DAEMON_TOURNAMENT_RUNNING && at_once) {
		entry->stopping = true;
		director_abandon(entry->director);
	} else if (entry->state == DAEMON_TOURNAMENT_RUNNING) {
		entry->stopping = true;
		entry->director->patient = false;
		director_stop(entry->director);
	}
}

void daemon_tournament_free(struct daemon_tournament *entry)
{
	if (entry == NULL)
		return;
	daemon_tournament_abandon_preparation(entry);
	if (entry->director != NULL)
		daemon_tournament_close(entry);
	if (entry->number > 0)
		web_supervisor_gone(entry->options->web, entry->number);
	tournament_clear(&entry->t);
	for (int i = 0; i < entry->bots_count; i++)
		free(entry->bots[i]);
	free(entry->bots);
	free(entry->faults);
	free(entry->unplayed);
	free(entry->result);
	free(entry->present);
	free(entry->text);
	free(entry->path);
	free(entry);
}

/* --- beginning -------------------------------------------------------------------------------- */

static void daemon_tournament_on_record(void *arg, const struct job *job, const char *line)
{
	struct daemon_tournament *entry = arg;
	live_events_record(entry->options->events, entry->number, &entry->t, job, line);
}

static void daemon_tournament_on_delays(void *arg, const struct latency_histogram *delays)
{
	struct daemon_tournament *entry = arg;
	latency_histogram_merge(entry->options->delays, delays);
}

static bool daemon_tournament_open(struct daemon_tournament *entry)
{
	struct director_options options = {.base = entry->options->base,
		.places = entry->options->places,
		.sessions = entry->options->sessions,
		.deaths = entry->options->deaths,
		.log = daemon_tournament_on_log,
		.line = daemon_tournament_on_record,
		.delays = daemon_tournament_on_delays,
		.ended = daemon_tournament_on_ended,
		.held = daemon_tournament_on_held,
		.waits = true,
		.arg = entry};
	struct error err = {""};
	int error = resume_open(&entry->store, &entry->t, entry->queue,
		&(struct game_store_options){.programs = entry->programs}, &err);
	game_store_report_notes(&entry->store, daemon_tournament_on_log, entry);
	if (error != DB_OK && entry->store.changed)
		snprintf(entry->why, sizeof entry->why, "%s: %s", entry->t.db, err.text);
	else if (error == RESUME_REFUSED)
		snprintf(entry->why, sizeof entry->why, "%s", err.text);
	else if (error != DB_OK && *err.text != '\0')
		snprintf(entry->why, sizeof entry->why,
			"%s holds it as another tournament: %s; another name begins a new one",
			entry->t.db, err.text);
	else if (error != DB_OK)
		snprintf(entry->why, sizeof entry->why, "%s", db_error_text(entry->store.db));
	entry->failed = error;
	if (error != DB_OK)
		return false;
	error = match_strength_open(&entry->match, entry->queue, &entry->store);
	if (error == DB_OK) {
		struct db_query q;
		entry->faulty = 0;
		free(entry->faults);
		entry->faults = memory_get(BOTS_MAX, sizeof *entry->faults);
		db_query(&q, entry->store.db, "faults", entry->store.tournament);
		while (db_next(&q)) {
			int bot = tournament_find_bot(&entry->t, db_text(&q, "bot"));
			entry->faulty++;
			if (bot >= 0)
				entry->faults[bot].count++;
		}
		error = db_end(&q);
	}
	entry->failed = error;
	if (error != DB_OK) {
		snprintf(entry->why, sizeof entry->why, "%s", db_error_text(entry->store.db));
		return false;
	}
	daemon_tournament_identify(entry, entry->store.db);
	entry->store.announce = daemon_tournament_on_result;
	entry->store.arg = entry;
	entry->store.commits = entry->options->commits;
	entry->director = director_create(entry->queue, &entry->store, &options, &err);
	if (entry->director == NULL)
		snprintf(entry->why, sizeof entry->why, "%s", err.text);
	return entry->director != NULL;
}

/* Its bots are prepared: begins to play. */
static void daemon_tournament_play(struct daemon_tournament *entry)
{
	struct diagnostics mistakes = {daemon_tournament_on_mistake, entry, 0};
	if (preflight_check_features(&entry->t, &mistakes, daemon_tournament_on_log, entry) !=
			PREFLIGHT_READY ||
		!daemon_tournament_plan(entry, &mistakes)) {
		daemon_tournament_fail(entry, entry->why);
		return;
	}
	if (!daemon_tournament_open(entry)) {
		int error = entry->failed;
		match_strength_clear(&entry->match);
		daemon_tournament_unplan(entry);
		resume_close(&entry->store);
		if (db_may_pass(error))
			daemon_tournament_hold(entry, error == DB_FULL);
		else
			daemon_tournament_fail(entry, entry->why);
		return;
	}
	entry->retry_at = 0;
	entry->tries = 0;
	entry->by_operator = false;
	entry->waits = START_CONDITIONS_NOTHING;
	int64_t total = schedule_count(&entry->t);
	entry->total = total < 0 ? -1 : (long)total;
	entry->done = game_queue_played(entry->queue);
	entry->pace = (struct eta){.count = 0};
	eta_note(&entry->pace, daemon_tournament_spent(entry), entry->done);
	entry->state = DAEMON_TOURNAMENT_RUNNING;
	entry->row = entry->store.tournament;
	daemon_tournament_event_state(entry, "start", NULL);
	if (entry->total < 0)
		daemon_tournament_log(entry, "begins: games played already: %ld", entry->done);
	else
		daemon_tournament_log(entry, "begins: %ld of %ld games are played already",
			entry->done, entry->total);
}

bool daemon_tournament_is_live(const struct daemon_tournament *entry)
{
	return entry->state == DAEMON_TOURNAMENT_WAITING ||
	       entry->state == DAEMON_TOURNAMENT_RUNNING;
}

bool daemon_tournament_has_begun(const struct daemon_tournament *entry)
{
	return entry->state == DAEMON_TOURNAMENT_RUNNING || entry->preparation != NULL;
}

/* The store may have taken them over. */
static void daemon_tournament_forget_programs(struct daemon_tournament *entry)
{
	if (entry->programs != NULL)
		bot_programs_clear(entry->programs);
	free(entry->programs);
	entry->programs = NULL;
}

void daemon_tournament_abandon_preparation(struct daemon_tournament *entry)
{
	preparation_free(entry->preparation);
	entry->preparation = NULL;
	daemon_tournament_forget_programs(entry);
}

static void daemon_tournament_on_built(void *arg)
{
	struct daemon_tournament *entry = arg;
	entry->programs = memory_get(1, sizeof *entry->programs);
	bot_programs_init(entry->programs, &entry->t);
	bot_programs_hold(entry->programs, &entry->t);
}

static void daemon_tournament_on_prepared(void *arg, const struct error *err)
{
	struct daemon_tournament *entry = arg;
	struct error why = *err; /* it goes with the preparation */
	preparation_free(entry->preparation);
	entry->preparation = NULL;
	if (error_is_set(&why))
		daemon_tournament_fail(entry, why.text);
	else
		daemon_tournament_play(entry);
	daemon_tournament_forget_programs(entry);
	entry->options->changed(entry->options->changed_arg);
}

void daemon_tournament_begin(struct daemon_tournament *entry)
{
	struct diagnostics mistakes = {daemon_tournament_on_mistake, entry, 0};
	struct error err;
	/* First of all: the bots that the operator added stand in the database. */
	if (entry->retry_at != 0 && !daemon_tournament_can_write(entry))
		return;
	if (!daemon_tournament_read(entry) ||
		preflight_check(&entry->t, &mistakes) != PREFLIGHT_READY) {
		daemon_tournament_fail(entry, entry->why);
		return;
	}
	if (!preparation_is_needed(&entry->t)) {
		daemon_tournament_play(entry);
		return;
	}
	entry->preparing = (struct preparation_calls){daemon_tournament_on_log,
		daemon_tournament_on_built, daemon_tournament_on_prepared, entry};
	entry->preparation =
		preparation_start(&entry->t, entry->options->base, &entry->preparing, &err);
	if (entry->preparation != NULL)
		return;
	snprintf(entry->why, sizeof entry->why, "%s", err.text);
	daemon_tournament_hold(entry, false);
}

void daemon_tournament_allow(struct daemon_tournament *entry, int games)
{
	usec now = time_now();
	if (entry->since != 0)
		entry->spent += now - entry->since;
	entry->since = games > 0 ? now : 0;
	if (games != entry->allowed && entry->state == DAEMON_TOURNAMENT_RUNNING)
		director_allow(entry->director, games);
	entry->allowed = games;
}

int daemon_tournament_wants(const struct daemon_tournament *entry)
{
	struct origin at = entry->t.set[SETTING_CONCURRENCY];
	/* Remote bots need no local CPU slot. */
	if (tournament_remote_bots(&entry->t) == entry->t.bots_count)
		return 1;
	return origin_given(&at) ? entry->t.concurrency : CPU_SLOTS_MAX;
}

/* --- status ----------------------------------------------------------------------------------- */

bool daemon_tournament_shares_database(
	const struct daemon_tournament *one, const struct daemon_tournament *other)
{
	return strcmp(one->t.db, other->t.db) == 0 || text_file_is_same(one->t.db, other->t.db);
}

bool daemon_tournament_strength(
	const struct daemon_tournament *entry, struct strength_estimate *estimate)
{
	if (entry->match.queue != NULL)
		return match_strength_estimate(&entry->match, estimate);
	*estimate = entry->estimate;
	return entry->compared;
}

static bool daemon_tournament_is_paused(const struct daemon_tournament *entry)
{
	bool live = entry->state == DAEMON_TOURNAMENT_RUNNING ||
		    entry->state == DAEMON_TOURNAMENT_WAITING;
	bool held = entry->state == DAEMON_TOURNAMENT_RUNNING && entry->store.held;
	return (entry->paused && live) || entry->waits == START_CONDITIONS_AGAIN || held;
}

bool daemon_tournament_rests(const struct daemon_tournament *entry)
{
	return entry->state != DAEMON_TOURNAMENT_RUNNING ||
	       (entry->allowed == 0 && director_runners(entry->director) == 0 &&
		       game_store_is_settled(&entry->store));
}

const char *daemon_tournament_state_name(const struct daemon_tournament *entry)
{
	if (entry->state == DAEMON_TOURNAMENT_RUNNING && entry->stopping)
		return "stopping";
	if (entry->draining && entry->state == DAEMON_TOURNAMENT_RUNNING)
		return "draining";
	if (entry->paused && entry->state == DAEMON_TOURNAMENT_RUNNING &&
		!director_rests(entry->director))
		return "pausing";
	return daemon_tournament_is_paused(entry) ? "paused"
						  : daemon_tournament_state_names[entry->state];
}

struct daemon_tournament_games daemon_tournament_games(const struct daemon_tournament *entry)
{
	struct daemon_tournament_games games = {0, 0, 0};
	int runners = entry->director != NULL ? director_runners(entry->director) : 0;
	for (int i = 0; i < runners; i++) {
		bool remote;
		const struct job *job = director_game(entry->director, i, &remote);
		if (job != NULL)
			*(remote		  ? &games.remote
				: job->worker > 0 ? &games.worker
						  : &games.local) += 1;
	}
	return games;
}

double daemon_tournament_left(const struct daemon_tournament *entry)
{
	usec left = -1;
	long games = entry->total >= 0 ? entry->total - entry->done : -1;
	if (entry->state == DAEMON_TOURNAMENT_RUNNING && entry->total < 0)
		games = match_strength_left(&entry->match, entry->done);
	if (entry->state == DAEMON_TOURNAMENT_RUNNING && games >= 0 && entry->since != 0)
		left = eta_left(&entry->pace, daemon_tournament_spent(entry), games);
	return left < 0 ? -1 : (double)left / SECOND;
}
