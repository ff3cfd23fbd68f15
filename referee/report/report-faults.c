/*
 * report-faults.c - the report's faults: how often each bot lost by its own fault, by kind, with
 * links to the games.
 */
#include <stdlib.h>
#include <string.h>

#include "protocol/verdict.h"
#include "base/memory.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

enum { FAULTS_LISTED = 200 };

struct faults {
	struct report *r;
	int64_t *counts; /* bots by verdicts */
	int64_t kinds[VERDICTS];
	int64_t all;
};

static int faults_count(struct faults *f)
{
	struct db_query q;
	db_query(&q, f->r->db, "faults", f->r->tournament);
	while (db_next(&q)) {
		int bot = report_find(f->r, db_text(&q, "bot"));
		enum verdict kind = verdict_find(db_text(&q, "verdict"));
		if (bot < 0 || kind == VERDICTS)
			continue;
		f->counts[bot * VERDICTS + (int)kind]++;
		f->kinds[kind]++;
		f->all++;
	}
	return db_end(&q);
}

static void faults_table(const struct faults *f)
{
	FILE *out = f->r->out;
	html_table_begin(out, "Faults by kind", "");
	html_print(out, "Games lost by a fault of the bot's own, by kind</caption>\n"
			"<thead><tr><th scope=\"col\">Bot</th>");
	for (int kind = 0; kind < VERDICTS; kind++)
		if (f->kinds[kind] > 0)
			html_print(out, "<th scope=\"col\" class=\"n\">%s</th>",
				verdict_table[kind].name);
	html_print(out, "<th scope=\"col\" class=\"n\">all</th></tr></thead>\n<tbody>\n");
	for (int bot = 0; bot < f->r->bots_count; bot++) {
		int64_t all = 0;
		for (int kind = 0; kind < VERDICTS; kind++)
			all += f->counts[bot * VERDICTS + kind];
		if (all == 0)
			continue;
		html_print(out, "<tr>");
		report_bot_cell(f->r, f->r->bots[bot].name);
		for (int kind = 0; kind < VERDICTS; kind++)
			if (f->kinds[kind] > 0)
				html_print(out, "<td class=\"n\">%lld</td>",
					(long long)f->counts[bot * VERDICTS + kind]);
		html_print(out, "<td class=\"n strong\">%lld</td></tr>\n", (long long)all);
	}
	html_table_end(out);
}

static void faults_write(struct faults *f, struct db_query *q)
{
	FILE *out = f->r->out;
	long long game = (long long)db_int(q, "game");
	const char *bot = db_text(q, "bot"), *verdict = db_text(q, "verdict");
	html_print(out, "<tr><td class=\"n\">");
	if (f->r->base != NULL || (f->r->listed > 0 && game >= f->r->first)) {
		html_print(out, "<a ");
		report_to_game(f->r, game);
		html_print(out, ">%lld</a></td>", game);
	} else {
		html_print(out, "%lld</td>", game);
	}
	report_bot_cell(f->r, bot);
	html_print(out, "<td>%h</td><td class=\"words\"><bdi>%h</bdi></td></tr>\n", verdict,
		log_reason(report_logs(f->r, bot), verdict, db_text(q, "detail")));
}

static int faults_list(struct faults *f)
{
	FILE *out = f->r->out;
	html_print(out, "<details%s><summary>All faults</summary>\n", f->all <= 12 ? " open" : "");
	html_table_begin(out, "All faults", "");
	html_print(out, "Faults in the order of the games");
	html_table_columns(out, "#Game|Bot|Fault|Reason");
	struct db_query q;
	int listed = 0;
	db_query(&q, f->r->db, "faults", f->r->tournament);
	for (; listed < FAULTS_LISTED && db_next(&q); listed++)
		faults_write(f, &q);
	int error = db_end(&q);
	html_table_end(out);
	if (listed < f->all)
		html_print(out, "<p class=\"note\">The first %d of %lld.</p>\n", listed,
			(long long)f->all);
	html_print(out, "</details>\n");
	return error;
}

int report_faults(struct report *r)
{
	struct faults f = {.r = r};
	f.counts = memory_get((size_t)r->bots_count * VERDICTS + 1, sizeof *f.counts);
	int error = faults_count(&f);
	if (error == DB_OK && f.all == 0)
		html_print(r->out, "<p>No bot lost a game by a fault of its own.</p>\n");
	if (error == DB_OK && f.all > 0) {
		faults_table(&f);
		error = faults_list(&f);
	}
	free(f.counts);
	return error;
}
