/*
 * daemon-bots.c - the bots that come in over the network, as a host shows them: who is here, since
 * when, from where, and whom a tournament misses.
 */
#include <string.h>

#include "referee/base/json.h"
#include "referee/base/status-line.h"
#include "referee/daemon/daemon-parts.h"

enum { HOST_AWAY = 20 /* names in a line */ };

/* Looks for a name among the connections. */
struct host_search {
	const char *name;
	bool found;
};

static void host_on_search(void *arg, const struct roster_row *row)
{
	struct host_search *search = arg;
	search->found = search->found || strcmp(search->name, row->name) == 0;
}

/* Before it runs whoever is connected is here; then it is who it has. */
static bool host_has_bot(const struct host *h, const struct entry *e, int bot)
{
	const struct claim *claim = e->director != NULL ? director_claim(e->director) : NULL;
	struct host_search search = {e->t.bots[bot].name, false};
	if (claim != NULL)
		return claim_socket(claim, bot) >= 0;
	if (h->terms.roster != NULL)
		roster_each(h->terms.roster, host_on_search, &search);
	return search.found;
}

static bool host_plays(const struct entry *e)
{
	return e->state == ENTRY_WAITING || e->state == ENTRY_RUNNING;
}

struct host_remote host_remote(const struct host *h, const struct entry *e)
{
	struct host_remote counts = {0, 0};
	for (int i = 0; host_plays(e) && i < e->t.bots_count; i++) {
		counts.bots += e->t.bots[i].remote;
		counts.here += e->t.bots[i].remote && host_has_bot(h, e, i);
	}
	return counts;
}

void host_print_away(const struct host *h, const struct entry *e, FILE *out)
{
	int away = 0;
	for (int i = 0; host_plays(e) && i < e->t.bots_count; i++) {
		if (!e->t.bots[i].remote || host_has_bot(h, e, i))
			continue;
		if (away < HOST_AWAY)
			fprintf(out, "%s%s", away == 0 ? "  away: " : ", ", e->t.bots[i].name);
		away++;
	}
	if (away > HOST_AWAY)
		fprintf(out, " and %d more", away - HOST_AWAY);
	fputs(away > 0 ? "\n" : "", out);
}

/* --- all connections ------------------------------------------------------------------------- */

struct host_list {
	const struct host *host;
	FILE *out;
	bool json;
	const char *comma;
};

/* The name of the tournament that has it; NULL: none. */
static const char *host_whose(const struct host *h, const struct claim *claim)
{
	for (int i = 0; claim != NULL && i < h->count; i++) {
		const struct entry *e = h->entries[i];
		if (e->director != NULL && director_claim(e->director) == claim)
			return e->t.name;
	}
	return NULL;
}

static void host_on_row(void *arg, const struct roster_row *row)
{
	struct host_list *list = arg;
	const char *whose = host_whose(list->host, row->claim);
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

void host_print_bots(const struct host *h, FILE *out)
{
	struct host_list list = {.host = h, .out = out};
	struct roster_counts counts = {0, 0};
	if (h->terms.roster == NULL) {
		fputs("no bot can come from elsewhere: `referee serve --gate` lets them in\n", out);
		return;
	}
	counts = roster_counts(h->terms.roster);
	fprintf(out, "%d connection%s from elsewhere%s\n", counts.connections,
		counts.connections == 1 ? "" : "s", counts.connections > 0 ? ":" : "");
	roster_each(h->terms.roster, host_on_row, &list);
}

void host_json_bots(const struct host *h, FILE *out)
{
	struct host_list list = {.host = h, .out = out, .json = true, .comma = ""};
	fputs(",\"connections\":[", out);
	if (h->terms.roster != NULL)
		roster_each(h->terms.roster, host_on_row, &list);
	fputc(']', out);
}
