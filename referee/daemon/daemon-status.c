/*
 * daemon-status.c - the state of the daemon's tournaments and of the remote bots that are
 * connected, for people and as JSON.
 */
#include <string.h>

#include "referee/base/json.h"
#include "referee/base/status-line.h"
#include "referee/daemon/daemon.h"

enum {
	DAEMON_SHOWN = 20, /* games of a tournament that people are shown */
	DAEMON_AWAY = 20   /* names in a line */
};

/* Remote bots of a tournament that can still play, and how many of them are connected. */
struct daemon_remote {
	int bots, here;
};

/* --- remote bots ------------------------------------------------------------------------------ */

/* Looks for a name among the connections. */
struct daemon_search {
	const char *name;
	bool found;
};

static void daemon_on_search(void *arg, const struct remote_sessions_row *row)
{
	struct daemon_search *search = arg;
	search->found = search->found || strcmp(search->name, row->name) == 0;
}

/* Before it runs whoever is connected is here; then it is who it has. */
static bool daemon_has_bot(const struct daemon *h, const struct daemon_tournament *e, int bot)
{
	const struct claim *claim = e->director != NULL ? director_claim(e->director) : NULL;
	struct daemon_search search = {e->t.bots[bot].name, false};
	if (claim != NULL)
		return claim_socket(claim, bot) >= 0;
	if (h->terms.sessions != NULL)
		remote_sessions_each(h->terms.sessions, daemon_on_search, &search);
	return search.found;
}

static bool daemon_plays(const struct daemon_tournament *e)
{
	return e->state == DAEMON_TOURNAMENT_WAITING || e->state == DAEMON_TOURNAMENT_RUNNING;
}

static struct daemon_remote daemon_remote(const struct daemon *h, const struct daemon_tournament *e)
{
	struct daemon_remote counts = {0, 0};
	for (int i = 0; daemon_plays(e) && i < e->t.bots_count; i++) {
		counts.bots += e->t.bots[i].remote;
		counts.here += e->t.bots[i].remote && daemon_has_bot(h, e, i);
	}
	return counts;
}

static void daemon_print_away(const struct daemon *h, const struct daemon_tournament *e, FILE *out)
{
	int away = 0;
	for (int i = 0; daemon_plays(e) && i < e->t.bots_count; i++) {
		if (!e->t.bots[i].remote || daemon_has_bot(h, e, i))
			continue;
		if (away < DAEMON_AWAY)
			fprintf(out, "%s%s", away == 0 ? "  away: " : ", ", e->t.bots[i].name);
		away++;
	}
	if (away > DAEMON_AWAY)
		fprintf(out, " and %d more", away - DAEMON_AWAY);
	fputs(away > 0 ? "\n" : "", out);
}

/* --- all connections ------------------------------------------------------------------------- */

struct daemon_list {
	const struct daemon *daemon;
	FILE *out;
	bool json;
	const char *comma;
};

/* The name of the tournament that has it; NULL: none. */
static const char *daemon_whose(const struct daemon *h, const struct claim *claim)
{
	for (int i = 0; claim != NULL && i < h->count; i++) {
		const struct daemon_tournament *e = h->tournaments[i];
		if (e->director != NULL && director_claim(e->director) == claim)
			return e->t.name;
	}
	return NULL;
}

static void daemon_on_row(void *arg, const struct remote_sessions_row *row)
{
	struct daemon_list *list = arg;
	const char *whose = daemon_whose(list->daemon, row->claim);
	char span[STATUS_LINE_SPAN];
	if (!list->json) {
		status_line_span((double)(time_utc() - row->since) / 1000, span);
		fprintf(list->out, "  %-20s %8s  %-28s %s\n", row->name, span, row->address,
			whose != NULL ? whose : "waits for a tournament");
		return;
	}
	fputs(list->comma, list->out);
	fputs("{\"name\":", list->out);
	json_string(list->out, row->name);
	fputs(",\"address\":", list->out);
	json_string(list->out, row->address);
	fprintf(list->out, ",\"since_ms\":%lld,\"tournament\":", (long long)row->since);
	json_string(list->out, whose);
	fputc('}', list->out);
	list->comma = ",";
}

static void daemon_print_bots(const struct daemon *h, FILE *out)
{
	struct daemon_list list = {.daemon = h, .out = out};
	struct remote_sessions_counts counts = {0, 0};
	if (h->terms.sessions == NULL) {
		fputs("no bot can come from elsewhere: `referee serve --gate` lets them in\n", out);
		return;
	}
	counts = remote_sessions_counts(h->terms.sessions);
	fprintf(out, "%d connection%s from elsewhere%s\n", counts.connections,
		counts.connections == 1 ? "" : "s", counts.connections > 0 ? ":" : "");
	remote_sessions_each(h->terms.sessions, daemon_on_row, &list);
}

static void daemon_json_bots(const struct daemon *h, FILE *out)
{
	struct daemon_list list = {.daemon = h, .out = out, .json = true, .comma = ""};
	fputs(",\"connections\":[", out);
	if (h->terms.sessions != NULL)
		remote_sessions_each(h->terms.sessions, daemon_on_row, &list);
	fputc(']', out);
}

static int daemon_slots(const struct daemon_tournament *e)
{
	return e->director != NULL ? director_slots(e->director) : 0;
}

static bool daemon_benched(const struct daemon_tournament *e, int bot)
{
	return e->director != NULL && e->kept.store.strikes.benched[bot];
}

/* --- for people ------------------------------------------------------------------------------ */

static void daemon_print_benched(const struct daemon_tournament *e, FILE *out)
{
	bool first = true;
	for (int i = 0; i < e->t.bots_count; i++)
		if (daemon_benched(e, i)) {
			fprintf(out, "%s%s", first ? "  benched: " : ", ", e->t.bots[i].name);
			first = false;
		}
	if (!first)
		fputc('\n', out);
}

static void daemon_print_retired(const struct daemon_tournament *e, FILE *out)
{
	bool first = true;
	for (int i = 0; i < e->t.bots_count; i++)
		if (bot_is_retired(&e->t.bots[i])) {
			fprintf(out, "%s%s", first ? "  retired: " : ", ", e->t.bots[i].name);
			first = false;
		}
	if (!first)
		fputc('\n', out);
}

/* The number of a game that is played, as `referee watch` takes it; 0: its bots get ready. */
static int daemon_number(const struct daemon_tournament *e, const struct job *job)
{
	return live_events_number(e->terms->events, e->number, job->pairing.key);
}

static void daemon_print_game(const struct daemon_tournament *e, const struct job *job, FILE *out)
{
	int number = daemon_number(e, job);
	if (number > 0)
		fprintf(out, "%4d", number);
	else
		fputs("   -", out);
	for (int seat = 0; seat < job->pairing.seats; seat++)
		fprintf(out, "%s%s", seat > 0 ? " - " : "  ",
			e->t.bots[job->pairing.bot[seat]].name);
	fputc('\n', out);
}

/* The first of the games that are played. */
static void daemon_print_games(const struct daemon_tournament *e, FILE *out)
{
	int games = 0;
	for (int i = 0; i < daemon_slots(e); i++) {
		const struct job *job = director_game(e->director, i);
		if (job != NULL && games++ < DAEMON_SHOWN)
			daemon_print_game(e, job, out);
	}
	if (games > DAEMON_SHOWN)
		fprintf(out, "  and %d more\n", games - DAEMON_SHOWN);
}

/* "v2 against v1: LLR 1.60 (-2.94, 2.94), Elo +73 +/- 39, ..." */
static void daemon_print_strength(const struct daemon_tournament *e, FILE *out)
{
	struct strength_estimate estimate;
	char line[STRENGTH_ESTIMATE_TEXT], test[STRENGTH_ESTIMATE_TEXT];
	if (!daemon_tournament_strength(e, &estimate) || !estimate.any)
		return;
	strength_estimate_line(
		&estimate, STRENGTH_ESTIMATE_NELO | STRENGTH_ESTIMATE_COUNTS, line, sizeof line);
	strength_estimate_test(&estimate, test, sizeof test);
	fprintf(out, "  %s against %s: %s%s%s\n", e->t.bots[0].name, e->t.bots[1].name,
		estimate.test ? test : "", estimate.test ? ", " : "", line);
}

static void daemon_print(
	const struct daemon *h, struct daemon_tournament *e, struct daemon_shown shown, FILE *out)
{
	struct daemon_remote remote = daemon_remote(h, e);
	char all[32] = "", left[STATUS_LINE_SPAN + 16] = "";
	double seconds = daemon_tournament_left(e);
	struct daemon_tournament_games games = daemon_tournament_games(e);
	char why[2 * WHY];
	if (seconds >= 0) {
		size_t used = (size_t)snprintf(left, sizeof left, ", ETA about ");
		status_line_span(seconds, left + used);
	}
	if (e->total >= 0)
		snprintf(all, sizeof all, " of %ld", e->total);
	fprintf(out, "%s: %s, ", e->t.name, daemon_tournament_state_name(e));
	if (e->state == DAEMON_TOURNAMENT_WAITING)
		fprintf(out, "from %s", e->path);
	else
		fprintf(out, "%ld%s games", e->done, all);
	if (e->state == DAEMON_TOURNAMENT_RUNNING) {
		fprintf(out, ", %d own of %d at a time running", games.arbiters, e->allowed);
		if (remote.bots > 0)
			fprintf(out, ", %d with remote bots running", games.tables);
		fputs(left, out);
	}
	if (e->faulty > 0)
		fprintf(out, ", %ld fault%s", e->faulty, e->faulty == 1 ? "" : "s");
	daemon_tournament_explain(e, why, sizeof why);
	if (*why != '\0')
		fprintf(out, ": %s", why);
	fputc('\n', out);
	if (e->t.note != NULL)
		fprintf(out, "  note: %s\n", e->t.note);
	daemon_print_strength(e, out);
	daemon_print_games(e, out);
	if (remote.bots > 0)
		fprintf(out, "  remote: %d of %d here\n", remote.here, remote.bots);
	if (shown.bots)
		daemon_print_away(h, e, out);
	daemon_print_benched(e, out);
	daemon_print_retired(e, out);
}

/* --- for programs ---------------------------------------------------------------------------- */

static void daemon_json_game(const struct daemon_tournament *e, const struct job *job, FILE *out)
{
	for (int seat = 0; seat < job->pairing.seats; seat++) {
		fputs(seat > 0 ? "," : "[", out);
		json_string(out, e->t.bots[job->pairing.bot[seat]].name);
	}
	fputc(']', out);
}

static void daemon_json_lists(const struct daemon_tournament *e, FILE *out)
{
	const char *comma = "";
	fputs(",\"running\":[", out);
	for (int i = 0; i < daemon_slots(e); i++) {
		const struct job *job = director_game(e->director, i);
		if (job == NULL)
			continue;
		fputs(comma, out);
		daemon_json_game(e, job, out);
		comma = ",";
	}
	fputs("],\"numbers\":[", out);
	comma = "";
	for (int i = 0; i < daemon_slots(e); i++) {
		const struct job *job = director_game(e->director, i);
		int number = job != NULL ? daemon_number(e, job) : 0;
		if (job != NULL)
			fprintf(out, number > 0 ? "%s%d" : "%snull", comma, number);
		comma = job != NULL ? "," : comma;
	}
	fputs("],\"benched\":[", out);
	comma = "";
	for (int i = 0; i < e->t.bots_count; i++)
		if (daemon_benched(e, i)) {
			fputs(comma, out);
			json_string(out, e->t.bots[i].name);
			comma = ",";
		}
	fputs("],\"retired\":[", out);
	comma = "";
	for (int i = 0; i < e->t.bots_count; i++)
		if (bot_is_retired(&e->t.bots[i])) {
			fputs(comma, out);
			json_string(out, e->t.bots[i].name);
			comma = ",";
		}
	fputc(']', out);
}

static void daemon_json(const struct daemon *h, struct daemon_tournament *e, FILE *out)
{
	struct daemon_remote remote = daemon_remote(h, e);
	struct strength_estimate estimate;
	double left = daemon_tournament_left(e);
	char why[2 * WHY];
	daemon_tournament_explain(e, why, sizeof why);
	fputs("{\"name\":", out);
	json_string(out, e->t.name);
	fputs(",\"note\":", out);
	json_string(out, e->t.note);
	fputs(",\"file\":", out);
	json_string(out, e->path);
	fputs(",\"db\":", out);
	json_string(out, e->t.db);
	fprintf(out, ",\"game\":\"%s\",\"format\":\"%s\",\"state\":\"%s\",\"done\":%ld,\"games\":",
		e->t.game, e->t.format, daemon_tournament_state_name(e), e->done);
	fprintf(out, e->total >= 0 ? "%ld" : "null", e->total);
	struct daemon_tournament_games games = daemon_tournament_games(e);
	fprintf(out,
		",\"faults\":%ld,\"concurrency\":%d,\"running_own\":%d,\"running_remote\":%d,\"eta\":",
		e->faulty, e->allowed, games.arbiters, games.tables);
	fprintf(out, left >= 0 ? "%.1f" : "null", left);
	daemon_json_lists(e, out);
	fprintf(out, ",\"remote\":{\"bots\":%d,\"here\":%d}", remote.bots, remote.here);
	fputs(",\"why\":", out);
	json_string(out, *why != '\0' ? why : NULL);
	fputs(",\"strength\":", out);
	if (daemon_tournament_strength(e, &estimate))
		strength_estimate_json(&estimate, e->t.bots[0].name, e->t.bots[1].name, out);
	else
		fputs("null", out);
	fputc('}', out);
}

static void daemon_status_json(const struct daemon *h, FILE *out, struct daemon_shown shown)
{
	fprintf(out,
		"{\"concurrency\":%d,\"side_by_side\":%d,\"paused\":%s,\"watching\":%d,\"tournaments\":[",
		cpu_slots_count(&h->places), h->terms.side_by_side, h->paused ? "true" : "false",
		live_events_watchers(h->terms.events));
	for (int i = 0; i < h->count; i++) {
		fputs(i > 0 ? "," : "", out);
		daemon_json(h, h->tournaments[i], out);
	}
	fputc(']', out);
	if (shown.bots)
		daemon_json_bots(h, out);
	fputs("}\n", out);
}

void daemon_status(const struct daemon *h, FILE *out, struct daemon_shown shown)
{
	if (shown.json) {
		daemon_status_json(h, out, shown);
		return;
	}
	fprintf(out, "%d game%s at a time in all%s\n", cpu_slots_count(&h->places),
		cpu_slots_count(&h->places) == 1 ? "" : "s", h->paused ? "; all is paused" : "");
	for (int i = 0; i < h->count; i++)
		daemon_print(h, h->tournaments[i], shown, out);
	if (h->count == 0)
		fputs("there is no tournament; `referee submit FILE` brings one\n", out);
	if (shown.bots)
		daemon_print_bots(h, out);
}

void daemon_summary(const struct daemon *h, char *text, size_t room)
{
	size_t used = 0;
	int waiting = 0;
	*text = '\0';
	for (int i = 0; i < h->count; i++) {
		const struct daemon_tournament *e = h->tournaments[i];
		waiting += e->state == DAEMON_TOURNAMENT_WAITING;
		if (e->state != DAEMON_TOURNAMENT_RUNNING || used >= room)
			continue;
		used += (size_t)snprintf(text + used, room - used, "%s%s: %ld games",
			used > 0 ? ", " : "", e->t.name, e->done);
	}
	if (used == 0 && waiting == 0)
		snprintf(text, room, "nothing to do");
	else if (waiting > 0 && used < room)
		snprintf(text + used, room - used, "%s%d waiting", used > 0 ? "; " : "", waiting);
}
