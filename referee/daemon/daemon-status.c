/*
 * daemon-status.c - the status of the daemon's tournaments and of the connected remote bots, for
 * people and as JSON.
 */
#include <string.h>

#include "base/json.h"
#include "base/plural.h"
#include "referee/process/status-line.h"
#include "referee/daemon/daemon.h"
#include "referee/director/worker-status.h"

enum {
	DAEMON_SHOWN = 20, /* games of a tournament that people see */
	DAEMON_ABSENT = 20 /* names in a line */
};

/* Remote bots of a tournament that can still play, and the number of them that are connected. */
struct daemon_remote {
	int bots, connected;
};

/* --- remote bots ------------------------------------------------------------------------------ */

/* A search for a name among the connections. */
struct daemon_search {
	const char *name;
	bool found;
};

static void daemon_on_search(void *arg, const struct remote_sessions_row *row)
{
	struct daemon_search *search = arg;
	search->found = search->found || strcmp(search->name, row->name) == 0;
}

/* Is the bot present? Before the tournament runs, any connection counts; then only its own. */
static bool daemon_has_bot(
	const struct daemon *daemon, const struct daemon_tournament *entry, int bot)
{
	const struct claim *claim = entry->director != NULL ? entry->director->remote.claim : NULL;
	struct daemon_search search = {entry->t.bots[bot].name, false};
	if (claim != NULL)
		return claim_socket(claim, bot) >= 0;
	if (daemon->sessions != NULL)
		remote_sessions_each(daemon->sessions, daemon_on_search, &search);
	return search.found;
}

static bool daemon_plays(const struct daemon_tournament *entry)
{
	return entry->state == DAEMON_TOURNAMENT_WAITING ||
	       entry->state == DAEMON_TOURNAMENT_RUNNING;
}

static struct daemon_remote daemon_remote(
	const struct daemon *daemon, const struct daemon_tournament *entry)
{
	struct daemon_remote counts = {0, 0};
	for (int i = 0; daemon_plays(entry) && i < entry->t.bots_count; i++) {
		counts.bots += entry->t.bots[i].remote;
		counts.connected += entry->t.bots[i].remote && daemon_has_bot(daemon, entry, i);
	}
	return counts;
}

static void daemon_print_absent(const struct daemon *daemon, const struct daemon_tournament *entry,
	const char *what, FILE *out)
{
	int absent = 0;
	for (int i = 0; daemon_plays(entry) && i < entry->t.bots_count; i++) {
		if (!entry->t.bots[i].remote || daemon_has_bot(daemon, entry, i))
			continue;
		if (absent < DAEMON_ABSENT)
			fprintf(out, "%s%s", absent == 0 ? what : ", ", entry->t.bots[i].name);
		absent++;
	}
	if (absent > DAEMON_ABSENT)
		fprintf(out, " and %d more", absent - DAEMON_ABSENT);
	fputs(absent > 0 ? "\n" : "", out);
}

/* --- all connections ------------------------------------------------------------------------- */

struct daemon_list {
	const struct daemon *daemon;
	FILE *out;
	struct json_writer *json; /* NULL: for people */
};

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

static void daemon_on_row(void *arg, const struct remote_sessions_row *row)
{
	struct daemon_list *list = arg;
	const char *whose = daemon_tournament_of(list->daemon, row->claim);
	char span[STATUS_LINE_SPAN];
	if (list->json == NULL) {
		status_line_span((double)(time_utc() - row->since) / 1000, span);
		fprintf(list->out, "  %-20s %8s  %-28s %s\n", row->name, span, row->address,
			whose != NULL ? whose : "waits for a tournament");
		return;
	}
	json_open(list->json, NULL, '{');
	json_text(list->json, "name", row->name);
	json_text(list->json, "address", row->address);
	json_number(list->json, "since_ms", row->since);
	json_text(list->json, "tournament", whose);
	json_close(list->json, '}');
}

static void daemon_print_bots(const struct daemon *daemon, FILE *out)
{
	struct daemon_list list = {.daemon = daemon, .out = out};
	struct remote_sessions_counts counts = {0, 0};
	if (daemon->sessions == NULL) {
		fputs("The daemon accepts no remote bots; `referee serve --bot-listen` accepts them.\n",
			out);
		return;
	}
	counts = remote_sessions_counts(daemon->sessions);
	fprintf(out, "%s of remote bots%s\n", counted(counts.connections, "connection").text,
		counts.connections > 0 ? ":" : "");
	remote_sessions_each(daemon->sessions, daemon_on_row, &list);
}

static void daemon_json_bots(const struct daemon *daemon, struct json_writer *j)
{
	struct daemon_list list = {.daemon = daemon, .json = j};
	json_open(j, "connections", '[');
	if (daemon->sessions != NULL)
		remote_sessions_each(daemon->sessions, daemon_on_row, &list);
	json_close(j, ']');
}

static int daemon_runners(const struct daemon_tournament *entry)
{
	return entry->director != NULL ? director_runners(entry->director) : 0;
}

static bool daemon_benched(const struct daemon_tournament *entry, int bot)
{
	return entry->director != NULL && entry->store.benching.benched[bot];
}

/* Games per minute; -1: not known. */
static double daemon_pace(const struct daemon_tournament *entry)
{
	return entry->state == DAEMON_TOURNAMENT_RUNNING && entry->since != 0
		       ? eta_per_minute(&entry->pace, daemon_tournament_spent(entry))
		       : -1;
}

/* --- for people ------------------------------------------------------------------------------ */

static bool daemon_retired(const struct daemon_tournament *entry, int bot)
{
	return bot_is_retired(&entry->t.bots[bot]);
}

/* Prints "  benched: ann, bob"; prints nothing for an empty list. */
static void daemon_print_bots_that(const struct daemon_tournament *entry, const char *what,
	bool (*is)(const struct daemon_tournament *entry, int bot), FILE *out)
{
	bool first = true;
	for (int i = 0; i < entry->t.bots_count; i++)
		if (is(entry, i)) {
			if (first)
				fprintf(out, "  %s: ", what);
			fprintf(out, "%s%s", first ? "" : ", ", entry->t.bots[i].name);
			first = false;
		}
	if (!first)
		fputc('\n', out);
}

/* The number of a game in play, as `referee watch` takes it; 0: its bots are preparing. */
static int daemon_number(const struct daemon_tournament *entry, const struct job *job)
{
	return live_events_number(entry->options->events, entry->number, job->pairing.key);
}

static void daemon_print_game(
	const struct daemon_tournament *entry, const struct job *job, FILE *out)
{
	int number = daemon_number(entry, job);
	if (number > 0)
		fprintf(out, "%4d", number);
	else
		fputs("   -", out);
	for (int seat = 0; seat < job->pairing.seats; seat++)
		fprintf(out, "%s%s", seat > 0 ? " - " : "  ",
			entry->t.bots[job->pairing.bot[seat]].name);
	fputc('\n', out);
}

/* Prints the first games in play. */
static void daemon_print_games(const struct daemon_tournament *entry, FILE *out)
{
	bool remote;
	int games = 0;
	for (int i = 0; i < daemon_runners(entry); i++) {
		const struct job *job = director_game(entry->director, i, &remote);
		if (job != NULL && games++ < DAEMON_SHOWN)
			daemon_print_game(entry, job, out);
	}
	if (games > DAEMON_SHOWN)
		fprintf(out, "  and %d more\n", games - DAEMON_SHOWN);
}

/* Prints "v2 against v1: LLR 1.60 (-2.94, 2.94), Elo +73 +/- 39, ..." */
static void daemon_print_strength(const struct daemon_tournament *entry, FILE *out)
{
	struct strength_estimate estimate;
	char line[STRENGTH_ESTIMATE_TEXT], test[STRENGTH_ESTIMATE_TEXT];
	if (!daemon_tournament_strength(entry, &estimate) || !estimate.any)
		return;
	strength_estimate_line(
		&estimate, STRENGTH_ESTIMATE_NELO | STRENGTH_ESTIMATE_COUNTS, line, sizeof line);
	strength_estimate_test(&estimate, test, sizeof test);
	fprintf(out, "  %s against %s: %s%s%s\n", entry->t.bots[0].name, entry->t.bots[1].name,
		estimate.test ? test : "", estimate.test ? ", " : "", line);
}

/* Prints "  faults: ann 12, bob 1". */
static void daemon_print_faults(const struct daemon_tournament *entry, FILE *out)
{
	int shown = 0;
	for (int i = 0; entry->faults != NULL && i < entry->t.bots_count; i++) {
		if (entry->faults[i].count == 0)
			continue;
		if (shown < DAEMON_ABSENT)
			fprintf(out, "%s%s %ld", shown == 0 ? "  faults: " : ", ",
				entry->t.bots[i].name, entry->faults[i].count);
		shown++;
	}
	if (shown > DAEMON_ABSENT)
		fprintf(out, " and %d more", shown - DAEMON_ABSENT);
	fputs(shown > 0 ? "\n" : "", out);
}

/* Names the bots that are not connected if they are asked for, or if no game is in play. */
static void daemon_print_missing(const struct daemon *daemon, const struct daemon_tournament *entry,
	struct daemon_tournament_games games, bool asked, FILE *out)
{
	bool still =
		games.local + games.remote + games.worker == 0 && !entry->paused && !daemon->paused;
	if (still && !asked && entry->state == DAEMON_TOURNAMENT_RUNNING)
		daemon_print_absent(daemon, entry, "  no game in play; waits for: ", out);
	else if (still || asked)
		daemon_print_absent(daemon, entry, "  not connected: ", out);
}

static void daemon_print(const struct daemon *daemon, struct daemon_tournament *entry,
	struct daemon_shown shown, FILE *out)
{
	struct daemon_remote remote = daemon_remote(daemon, entry);
	char all[32] = "", left[STATUS_LINE_SPAN + 16] = "";
	double seconds = daemon_tournament_left(entry), pace = daemon_pace(entry);
	struct daemon_tournament_games games = daemon_tournament_games(entry);
	char why[2 * ERROR_TEXT];
	if (seconds >= 0) {
		size_t used = (size_t)snprintf(left, sizeof left, ", ETA about ");
		status_line_span(seconds, left + used);
	}
	if (entry->total >= 0)
		snprintf(all, sizeof all, " of %ld", entry->total);
	fprintf(out, "%s: %s, ", entry->t.name, daemon_tournament_state_name(entry));
	if (entry->state == DAEMON_TOURNAMENT_WAITING)
		fprintf(out, "from %s", entry->path);
	else
		fprintf(out, "%ld%s game%s", entry->done, all,
			plural(entry->total < 0 ? (double)entry->done : 0, "", "s"));
	if (entry->state == DAEMON_TOURNAMENT_RUNNING) {
		fprintf(out, ", in play: %d on this machine (at most %d)", games.local,
			entry->allowed);
		if (games.worker > 0)
			fprintf(out, ", %d on workers", games.worker);
		if (remote.bots > 0)
			fprintf(out, ", %d with remote bots", games.remote);
		fputs(left, out);
		if (pace >= 0)
			fprintf(out, ", %.*f games a minute", pace < 10, pace);
	}
	if (entry->faulty > 0)
		fprintf(out, ", %s", counted(entry->faulty, "fault").text);
	daemon_explain(daemon, entry, why, sizeof why);
	if (*why != '\0')
		fprintf(out, ": %s", why);
	fputc('\n', out);
	if (entry->t.note != NULL)
		fprintf(out, "  note: %s\n", entry->t.note);
	daemon_print_strength(entry, out);
	worker_status_print(entry->director, time_utc(), out);
	daemon_print_games(entry, out);
	if (remote.bots > 0)
		fprintf(out, "  remote: %d of %d connected\n", remote.connected, remote.bots);
	daemon_print_missing(daemon, entry, games, shown.bots, out);
	daemon_print_faults(entry, out);
	daemon_print_bots_that(entry, "benched", daemon_benched, out);
	daemon_print_bots_that(entry, "retired", daemon_retired, out);
}

/* --- for programs ---------------------------------------------------------------------------- */

static void daemon_json_games(const struct daemon_tournament *entry, struct json_writer *j)
{
	bool remote;
	json_open(j, "running", '[');
	for (int i = 0; i < daemon_runners(entry); i++) {
		const struct job *job = director_game(entry->director, i, &remote);
		if (job == NULL)
			continue;
		json_open(j, NULL, '[');
		for (int seat = 0; seat < job->pairing.seats; seat++)
			json_text(j, NULL, entry->t.bots[job->pairing.bot[seat]].name);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_open(j, "numbers", '[');
	for (int i = 0; i < daemon_runners(entry); i++) {
		const struct job *job = director_game(entry->director, i, &remote);
		int number = job != NULL ? daemon_number(entry, job) : 0;
		if (job != NULL)
			json_known(j, NULL, number > 0 ? number : -1);
	}
	json_close(j, ']');
}

static void daemon_json_bots_that(const struct daemon_tournament *entry, const char *key,
	bool (*is)(const struct daemon_tournament *entry, int bot), struct json_writer *j)
{
	json_open(j, key, '[');
	for (int i = 0; i < entry->t.bots_count; i++)
		if (is(entry, i))
			json_text(j, NULL, entry->t.bots[i].name);
	json_close(j, ']');
}

static void daemon_json_state(struct daemon_tournament *entry, struct json_writer *j)
{
	struct daemon_tournament_games games = daemon_tournament_games(entry);
	double left = daemon_tournament_left(entry), pace = daemon_pace(entry);
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
	json_number(j, "running_own", games.local);
	json_number(j, "running_remote", games.remote);
	json_number(j, "running_workers", games.worker);
	fprintf(json_key(j, "eta"), left >= 0 ? "%.1f" : "null", left);
	fprintf(json_key(j, "games_per_minute"), pace >= 0 ? "%.1f" : "null", pace);
}

static void daemon_json(
	const struct daemon *daemon, struct daemon_tournament *entry, struct json_writer *j)
{
	struct daemon_remote remote = daemon_remote(daemon, entry);
	struct strength_estimate estimate;
	char why[2 * ERROR_TEXT];
	daemon_explain(daemon, entry, why, sizeof why);
	json_open(j, NULL, '{');
	daemon_json_state(entry, j);
	daemon_json_games(entry, j);
	worker_status_json(entry->director, time_utc(), j);
	daemon_json_bots_that(entry, "benched", daemon_benched, j);
	daemon_json_bots_that(entry, "retired", daemon_retired, j);
	json_open(j, "remote", '{');
	json_number(j, "bots", remote.bots);
	json_number(j, "connected", remote.connected);
	json_close(j, '}');
	json_text(j, "why", *why != '\0' ? why : NULL);
	if (daemon_tournament_strength(entry, &estimate))
		strength_estimate_json(&estimate, entry->t.bots[0].name, entry->t.bots[1].name,
			json_key(j, "strength"));
	else
		json_text(j, "strength", NULL);
	json_close(j, '}');
}

static void daemon_status_json(const struct daemon *daemon, FILE *out, struct daemon_shown shown)
{
	struct json_writer j = {.out = out};
	json_open(&j, NULL, '{');
	json_number(&j, "concurrency", daemon->places.count);
	json_number(&j, "parallel_tournaments", daemon->options.side_by_side);
	json_bool(&j, "paused", daemon->paused);
	json_bool(&j, "draining", daemon->draining);
	json_text(&j, "announcement", *daemon->announcement != '\0' ? daemon->announcement : NULL);
	json_number(&j, "watching", live_events_watchers(daemon->options.events));
	json_open(&j, "tournaments", '[');
	for (int i = 0; i < daemon->count; i++)
		daemon_json(daemon, daemon->tournaments[i], &j);
	json_close(&j, ']');
	if (shown.bots)
		daemon_json_bots(daemon, &j);
	json_close(&j, '}');
	fputc('\n', out);
}

void daemon_status(const struct daemon *daemon, FILE *out, struct daemon_shown shown)
{
	for (int i = 0; shown.names && i < daemon->count; i++)
		fprintf(out, "%s\t%s\n", daemon->tournaments[i]->t.name,
			daemon->tournaments[i]->t.db);
	if (shown.names)
		return;
	if (shown.json) {
		daemon_status_json(daemon, out, shown);
		return;
	}
	fprintf(out, "%s at a time in all%s\n", counted(daemon->places.count, "game").text,
		daemon->draining ? "; draining: no further game begins, then the daemon ends"
		: daemon->paused ? "; all tournaments are paused"
				 : "");
	if (*daemon->announcement != '\0')
		fprintf(out, "announced: %s\n", daemon->announcement);
	for (int i = 0; i < daemon->count; i++)
		daemon_print(daemon, daemon->tournaments[i], shown, out);
	if (daemon->count == 0)
		fputs("no tournament; `referee ctl submit FILE` adds one\n", out);
	if (shown.bots)
		daemon_print_bots(daemon, out);
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
