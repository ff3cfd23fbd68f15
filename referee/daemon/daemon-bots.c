/*
 * daemon-bots.c - the bots that come in over the network, as a host shows them: who is here, since
 * when, from where, and whom a tournament misses.
 */
#include <string.h>

#include "referee/base/json.h"
#include "referee/base/status-line.h"
#include "referee/daemon/daemon-parts.h"

enum { DAEMON_AWAY = 20 /* names in a line */ };

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
	if (h->terms.roster != NULL)
		remote_sessions_each(h->terms.roster, daemon_on_search, &search);
	return search.found;
}

static bool daemon_plays(const struct daemon_tournament *e)
{
	return e->state == DAEMON_TOURNAMENT_WAITING || e->state == DAEMON_TOURNAMENT_RUNNING;
}

struct daemon_remote daemon_remote(const struct daemon *h, const struct daemon_tournament *e)
{
	struct daemon_remote counts = {0, 0};
	for (int i = 0; daemon_plays(e) && i < e->t.bots_count; i++) {
		counts.bots += e->t.bots[i].remote;
		counts.here += e->t.bots[i].remote && daemon_has_bot(h, e, i);
	}
	return counts;
}

void daemon_print_away(const struct daemon *h, const struct daemon_tournament *e, FILE *out)
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
	const struct daemon *host;
	FILE *out;
	bool json;
	const char *comma;
};

/* The name of the tournament that has it; NULL: none. */
static const char *daemon_whose(const struct daemon *h, const struct claim *claim)
{
	for (int i = 0; claim != NULL && i < h->count; i++) {
		const struct daemon_tournament *e = h->entries[i];
		if (e->director != NULL && director_claim(e->director) == claim)
			return e->t.name;
	}
	return NULL;
}

static void daemon_on_row(void *arg, const struct remote_sessions_row *row)
{
	struct daemon_list *list = arg;
	const char *whose = daemon_whose(list->host, row->claim);
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

void daemon_print_bots(const struct daemon *h, FILE *out)
{
	struct daemon_list list = {.host = h, .out = out};
	struct remote_sessions_counts counts = {0, 0};
	if (h->terms.roster == NULL) {
		fputs("no bot can come from elsewhere: `referee serve --gate` lets them in\n", out);
		return;
	}
	counts = remote_sessions_counts(h->terms.roster);
	fprintf(out, "%d connection%s from elsewhere%s\n", counts.connections,
		counts.connections == 1 ? "" : "s", counts.connections > 0 ? ":" : "");
	remote_sessions_each(h->terms.roster, daemon_on_row, &list);
}

void daemon_json_bots(const struct daemon *h, FILE *out)
{
	struct daemon_list list = {.host = h, .out = out, .json = true, .comma = ""};
	fputs(",\"connections\":[", out);
	if (h->terms.roster != NULL)
		remote_sessions_each(h->terms.roster, daemon_on_row, &list);
	fputc(']', out);
}
