/*
 * daemon-status.c - the status of the daemon's tournaments and of the connected remote bots, for
 * people and as JSON.
 */
#include <limits.h>
#include <string.h>

#include "base/json.h"
#include "base/name.h"
#include "base/plural.h"
#include "referee/process/status-line.h"
#include "referee/daemon/daemon.h"
#include "referee/director/worker-status.h"

enum {
	DAEMON_SHOWN = 20, /* games of a tournament that people see */
	DAEMON_NAMED = 20  /* names in a line */
};

/* A tournament as it is shown, in either form. */
struct daemon_row {
	const struct daemon *daemon;
	struct daemon_tournament *entry;
	struct daemon_tournament_games games;
	int remote, connected; /* its remote bots that can still play; those that are connected */
	double left, pace;     /* seconds; games a minute; -1: not known */
	bool compared;	       /* estimate is valid */
	struct strength_estimate estimate;
	char why[2 * ERROR_TEXT];
};

/* --- its bots --------------------------------------------------------------------------------- */

/* Is it a remote bot that can still play, and not connected? Before the tournament runs, any
 * connection counts; then only its own. */
static bool daemon_row_misses(const struct daemon_row *row, int bot)
{
	const struct daemon_tournament *entry = row->entry;
	const struct claim *claim = entry->director != NULL ? entry->director->remote.claim : NULL;
	struct remote_sessions_row session = {.name = NULL};
	if (!entry->t.bots[bot].remote || !daemon_tournament_is_live(entry))
		return false;
	if (claim != NULL)
		return claim_socket(claim, bot) < 0;
	while (remote_sessions_next(row->daemon->sessions, &session))
		if (name_is_same(session.name, entry->t.bots[bot].name))
			return false;
	return true;
}

static bool daemon_row_benched(const struct daemon_row *row, int bot)
{
	return row->entry->director != NULL && row->entry->store.benching.benched[bot];
}

static bool daemon_row_retired(const struct daemon_row *row, int bot)
{
	return bot_is_retired(&row->entry->t.bots[bot]);
}

static bool daemon_row_failed(const struct daemon_row *row, int bot)
{
	return row->entry->faults != NULL && row->entry->faults[bot].count > 0;
}

/* Prints "  benched: ann, bob", this many at most; nothing for an empty list. */
static void daemon_print_bots_that(const struct daemon_row *row, const char *lead, int most,
	bool (*is)(const struct daemon_row *row, int bot), FILE *out)
{
	int count = 0;
	for (int i = 0; i < row->entry->t.bots_count; i++) {
		if (!is(row, i) || ++count > most)
			continue;
		fprintf(out, "%s%s", count == 1 ? lead : ", ", row->entry->t.bots[i].name);
		if (is == daemon_row_failed)
			fprintf(out, " %ld", row->entry->faults[i].count);
	}
	if (count > most)
		fprintf(out, " and %d more", count - most);
	fputs(count > 0 ? "\n" : "", out);
}

static void daemon_json_bots_that(const struct daemon_row *row, const char *key,
	bool (*is)(const struct daemon_row *row, int bot), struct json_writer *j)
{
	json_open(j, key, '[');
	for (int i = 0; i < row->entry->t.bots_count; i++)
		if (is(row, i))
			json_text(j, NULL, row->entry->t.bots[i].name);
	json_close(j, ']');
}

/* --- its games in play ------------------------------------------------------------------------ */

/* The next game after the one at *i; NULL: none. It begins with -1. */
static const struct job *daemon_row_next(const struct daemon_row *row, int *i)
{
	bool remote;
	const struct director *d = row->entry->director;
	while (d != NULL && ++*i < director_runners(d)) {
		const struct job *job = director_game(d, *i, &remote);
		if (job != NULL)
			return job;
	}
	return NULL;
}

/* The number of a game in play, as `referee watch` takes it; 0: its bots are preparing. */
static int daemon_row_number(const struct daemon_row *row, const struct job *job)
{
	return live_events_number(
		row->entry->options->events, row->entry->number, job->pairing.key);
}

/* Prints the first games in play. */
static void daemon_print_games(const struct daemon_row *row, FILE *out)
{
	const struct job *job;
	int games = 0;
	for (int i = -1; (job = daemon_row_next(row, &i)) != NULL;) {
		int number = daemon_row_number(row, job);
		if (++games > DAEMON_SHOWN)
			continue;
		fprintf(out, number > 0 ? "%4d" : "   -", number);
		for (int seat = 0; seat < job->pairing.seats; seat++)
			fprintf(out, "%s%s", seat > 0 ? " - " : "  ",
				row->entry->t.bots[job->pairing.bot[seat]].name);
		fputc('\n', out);
	}
	if (games > DAEMON_SHOWN)
		fprintf(out, "  and %d more\n", games - DAEMON_SHOWN);
}

static void daemon_json_games(const struct daemon_row *row, struct json_writer *j)
{
	const struct job *job;
	json_open(j, "running", '[');
	for (int i = -1; (job = daemon_row_next(row, &i)) != NULL;) {
		json_open(j, NULL, '[');
		for (int seat = 0; seat < job->pairing.seats; seat++)
			json_text(j, NULL, row->entry->t.bots[job->pairing.bot[seat]].name);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_open(j, "numbers", '[');
	for (int i = -1; (job = daemon_row_next(row, &i)) != NULL;) {
		int number = daemon_row_number(row, job);
		json_known(j, NULL, number > 0 ? number : -1);
	}
	json_close(j, ']');
}

/* --- a tournament ----------------------------------------------------------------------------- */

static void daemon_row_make(
	struct daemon_row *row, const struct daemon *daemon, struct daemon_tournament *entry)
{
	bool plays = entry->state == DAEMON_TOURNAMENT_RUNNING && entry->since != 0;
	*row = (struct daemon_row){.daemon = daemon,
		.entry = entry,
		.games = daemon_tournament_games(entry),
		.left = daemon_tournament_left(entry),
		.pace = plays ? eta_per_minute(&entry->pace, daemon_tournament_spent(entry)) : -1};
	for (int i = 0; daemon_tournament_is_live(entry) && i < entry->t.bots_count; i++) {
		row->remote += entry->t.bots[i].remote;
		row->connected += entry->t.bots[i].remote && !daemon_row_misses(row, i);
	}
	row->compared = daemon_tournament_strength(entry, &row->estimate);
	daemon_explain(daemon, entry, row->why, sizeof row->why);
}

/* Prints "v2 against v1: LLR 1.60 (-2.94, 2.94), Elo +73 +/- 39, ..." */
static void daemon_print_strength(const struct daemon_row *row, FILE *out)
{
	const struct bot *bots = row->entry->t.bots;
	char line[STRENGTH_ESTIMATE_TEXT], test[STRENGTH_ESTIMATE_TEXT];
	if (!row->compared || !row->estimate.any)
		return;
	strength_estimate_line(&row->estimate, STRENGTH_ESTIMATE_NELO | STRENGTH_ESTIMATE_COUNTS,
		line, sizeof line);
	strength_estimate_test(&row->estimate, test, sizeof test);
	fprintf(out, "  %s against %s: %s%s%s\n", bots[0].name, bots[1].name,
		row->estimate.test ? test : "", row->estimate.test ? ", " : "", line);
}

/* Prints its first line. */
static void daemon_print_state(const struct daemon_row *row, FILE *out)
{
	const struct daemon_tournament *entry = row->entry;
	char all[32] = "", span[STATUS_LINE_SPAN];
	if (entry->total >= 0)
		snprintf(all, sizeof all, " of %ld", entry->total);
	fprintf(out, "%s: %s, ", entry->t.name, daemon_tournament_state_name(entry));
	if (entry->state == DAEMON_TOURNAMENT_WAITING)
		fprintf(out, "from %s", entry->path);
	else
		fprintf(out, "%ld%s game%s", entry->done, all,
			entry->done == 1 && entry->total < 0 ? "" : "s");
	if (entry->state == DAEMON_TOURNAMENT_RUNNING) {
		fprintf(out, ", in play: %d on this machine (at most %d)", row->games.local,
			entry->allowed);
		if (row->games.worker > 0)
			fprintf(out, ", %d on workers", row->games.worker);
		if (row->remote > 0)
			fprintf(out, ", %d with remote bots", row->games.remote);
		status_line_span(row->left, span);
		if (row->left >= 0)
			fprintf(out, ", ETA about %s", span);
		if (row->pace >= 0)
			fprintf(out, ", %.*f games a minute", row->pace < 10, row->pace);
	}
	if (entry->faulty > 0)
		fprintf(out, ", %s", counted(entry->faulty, "fault").text);
	fprintf(out, *row->why != '\0' ? ": %s\n" : "%s\n", row->why);
}

static void daemon_print(const struct daemon_row *row, struct daemon_shown shown, FILE *out)
{
	const struct daemon_tournament *entry = row->entry;
	bool still = row->games.local + row->games.remote + row->games.worker == 0 &&
		     !entry->paused && !row->daemon->paused;
	daemon_print_state(row, out);
	if (entry->t.note != NULL)
		fprintf(out, "  note: %s\n", entry->t.note);
	daemon_print_strength(row, out);
	worker_status_print(entry->director, time_utc(), out);
	daemon_print_games(row, out);
	if (row->remote > 0)
		fprintf(out, "  remote: %d of %d connected\n", row->connected, row->remote);
	/* the bots that are not connected, if they are asked for or games may wait for them */
	if (still || shown.bots)
		daemon_print_bots_that(row,
			still && !shown.bots && entry->state == DAEMON_TOURNAMENT_RUNNING
				? "  no game in play; waits for: "
				: "  not connected: ",
			DAEMON_NAMED, daemon_row_misses, out);
	daemon_print_bots_that(row, "  faults: ", DAEMON_NAMED, daemon_row_failed, out);
	daemon_print_bots_that(row, "  benched: ", INT_MAX, daemon_row_benched, out);
	daemon_print_bots_that(row, "  retired: ", INT_MAX, daemon_row_retired, out);
}

static void daemon_json(const struct daemon_row *row, struct json_writer *j)
{
	const struct daemon_tournament *entry = row->entry;
	json_open(j, NULL, '{');
	json_text(j, "name", entry->t.name);
	json_text(j, "note", entry->t.note);
	json_text(j, "file", entry->path);
	json_text(j, "db", entry->t.db);
	json_text(j, "game", entry->t.game);
	json_text(j, "format", entry->t.format);
	json_text(j, "state", daemon_tournament_state_name(entry));
	json_number(j, "done", entry->done);
	json_known(j, "games", entry->total);
	json_number(j, "faults", entry->faulty);
	json_number(j, "concurrency", entry->allowed);
	json_number(j, "running_own", row->games.local);
	json_number(j, "running_remote", row->games.remote);
	json_number(j, "running_workers", row->games.worker);
	fprintf(json_key(j, "eta"), row->left >= 0 ? "%.1f" : "null", row->left);
	fprintf(json_key(j, "games_per_minute"), row->pace >= 0 ? "%.1f" : "null", row->pace);
	daemon_json_games(row, j);
	worker_status_json(entry->director, time_utc(), j);
	daemon_json_bots_that(row, "benched", daemon_row_benched, j);
	daemon_json_bots_that(row, "retired", daemon_row_retired, j);
	json_open(j, "remote", '{');
	json_number(j, "bots", row->remote);
	json_number(j, "connected", row->connected);
	json_close(j, '}');
	json_text(j, "why", *row->why != '\0' ? row->why : NULL);
	if (row->compared)
		strength_estimate_json(&row->estimate, entry->t.bots[0].name, entry->t.bots[1].name,
			json_key(j, "strength"));
	else
		json_text(j, "strength", NULL);
	json_close(j, '}');
}

/* --- all connections ------------------------------------------------------------------------- */

/* The name of the tournament that has claimed the connection; NULL: none. */
static const char *daemon_tournament_of(const struct daemon *daemon, const struct claim *claim)
{
	for (int i = 0; claim != NULL && i < daemon->count; i++) {
		const struct daemon_tournament *entry = daemon->tournaments[i];
		if (entry->director != NULL && entry->director->remote.claim == claim)
			return entry->t.name;
	}
	return NULL;
}

/* Writes a row for each connection; j NULL: for people. */
static void daemon_list_sessions(const struct daemon *daemon, FILE *out, struct json_writer *j)
{
	struct remote_sessions_row row = {.name = NULL};
	char span[STATUS_LINE_SPAN];
	while (remote_sessions_next(daemon->sessions, &row)) {
		const char *whose = daemon_tournament_of(daemon, row.claim);
		if (j == NULL) {
			status_line_span((double)(time_utc() - row.since) / 1000, span);
			fprintf(out, "  %-20s %8s  %-28s %s\n", row.name, span, row.address,
				whose != NULL ? whose : "waits for a tournament");
			continue;
		}
		json_open(j, NULL, '{');
		json_text(j, "name", row.name);
		json_text(j, "address", row.address);
		json_number(j, "since_ms", row.since);
		json_text(j, "tournament", whose);
		json_close(j, '}');
	}
}

/* --- the daemon ------------------------------------------------------------------------------- */

/* Writes what precedes the tournaments. */
static void daemon_status_begin(const struct daemon *daemon, FILE *out, struct json_writer *j)
{
	const char *announced = *daemon->announcement != '\0' ? daemon->announcement : NULL;
	if (j != NULL) {
		json_open(j, NULL, '{');
		json_number(j, "concurrency", daemon->places.count);
		json_number(j, "parallel_tournaments", daemon->options.side_by_side);
		json_bool(j, "paused", daemon->paused);
		json_bool(j, "draining", daemon->draining);
		json_text(j, "announcement", announced);
		json_number(j, "watching", live_events_watchers(daemon->options.events));
		json_open(j, "tournaments", '[');
		return;
	}
	fprintf(out, "%s at a time in all%s\n", counted(daemon->places.count, "game").text,
		daemon->draining ? "; draining: no further game begins, then the daemon ends"
		: daemon->paused ? "; all tournaments are paused"
				 : "");
	if (announced != NULL)
		fprintf(out, "announced: %s\n", announced);
	if (daemon->count == 0)
		fputs("no tournament; `referee ctl submit FILE` adds one\n", out);
}

/* Writes what follows them. */
static void daemon_status_end(
	const struct daemon *daemon, FILE *out, struct json_writer *j, bool bots)
{
	if (j != NULL)
		json_close(j, ']');
	if (bots && j != NULL) {
		json_open(j, "connections", '[');
		daemon_list_sessions(daemon, out, j);
		json_close(j, ']');
	} else if (bots && daemon->sessions == NULL) {
		fputs("The daemon accepts no remote bots; `referee serve --bot-listen` accepts them.\n",
			out);
	} else if (bots) {
		int count = remote_sessions_counts(daemon->sessions).connections;
		fprintf(out, "%s of remote bots%s\n", counted(count, "connection").text,
			count > 0 ? ":" : "");
		daemon_list_sessions(daemon, out, NULL);
	}
	if (j != NULL) {
		json_close(j, '}');
		fputc('\n', out);
	}
}

void daemon_status(const struct daemon *daemon, FILE *out, struct daemon_shown shown)
{
	struct json_writer writer = {.out = out}, *j = shown.json ? &writer : NULL;
	struct daemon_row row;
	if (!shown.names)
		daemon_status_begin(daemon, out, j);
	for (int i = 0; i < daemon->count; i++) {
		struct daemon_tournament *entry = daemon->tournaments[i];
		if (shown.names) {
			fprintf(out, "%s\t%s\n", entry->t.name, entry->t.db);
			continue;
		}
		daemon_row_make(&row, daemon, entry);
		if (j != NULL)
			daemon_json(&row, j);
		else
			daemon_print(&row, shown, out);
	}
	if (!shown.names)
		daemon_status_end(daemon, out, j, shown.bots);
}

void daemon_summary(const struct daemon *daemon, char *text, size_t room)
{
	size_t used = 0;
	int waiting = 0;
	*text = '\0';
	for (int i = 0; i < daemon->count; i++) {
		const struct daemon_tournament *entry = daemon->tournaments[i];
		waiting += entry->state == DAEMON_TOURNAMENT_WAITING;
		if (entry->state != DAEMON_TOURNAMENT_RUNNING || used >= room)
			continue;
		used += (size_t)snprintf(text + used, room - used, "%s%s: %s", used > 0 ? ", " : "",
			entry->t.name, counted(entry->done, "game").text);
	}
	if (used == 0 && waiting == 0)
		snprintf(text, room, "nothing to do");
	else if (waiting > 0 && used < room)
		snprintf(text + used, room - used, "%s%d waiting", used > 0 ? "; " : "", waiting);
}
