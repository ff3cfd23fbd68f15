/*
 * report-faults.c - the report's faults: how often each bot lost by its own fault, by kind, with
 * links to the games.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/game/verdict.h"
#include "base/memory.h"
#include "referee/report/html.h"
#include "referee/report/report-sections.h"

enum { FAULTS_LISTED = 200 };

struct faults {
	struct report *r;
	int64_t *counts; /* bots by verdicts */
	int64_t kinds[VERDICTS];
	int64_t all, listed;
};

static bool faults_take(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct faults *f = arg;
	int bot = report_find(f->r, db_column(columns, names, values, "bot")->text);
	enum verdict kind = verdict_find(db_column(columns, names, values, "verdict")->text);
	if (bot < 0 || kind == VERDICTS)
		return true;
	f->counts[bot * VERDICTS + (int)kind]++;
	f->kinds[kind]++;
	f->all++;
	return true;
}

static void faults_table(const struct faults *f)
{
	FILE *out = f->r->out;
	html_table_begin(out, "Faults by kind", "");
	fputs("Games lost by a fault of the bot's own, by kind</caption>\n"
	      "<thead><tr><th scope=\"col\">Bot</th>",
		out);
	for (int kind = 0; kind < VERDICTS; kind++)
		if (f->kinds[kind] > 0)
			fprintf(out, "<th scope=\"col\" class=\"n\">%s</th>",
				verdict_table[kind].name);
	fputs("<th scope=\"col\" class=\"n\">all</th></tr></thead>\n<tbody>\n", out);
	for (int bot = 0; bot < f->r->bots_count; bot++) {
		int64_t all = 0;
		for (int kind = 0; kind < VERDICTS; kind++)
			all += f->counts[bot * VERDICTS + kind];
		if (all == 0)
			continue;
		fputs("<tr>", out);
		report_bot_cell(f->r, f->r->bots[bot].name);
		for (int kind = 0; kind < VERDICTS; kind++)
			if (f->kinds[kind] > 0)
				fprintf(out, "<td class=\"n\">%lld</td>",
					(long long)f->counts[bot * VERDICTS + kind]);
		fprintf(out, "<td class=\"n strong\">%lld</td></tr>\n", (long long)all);
	}
	html_table_end(out);
}

static bool faults_write(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct faults *f = arg;
	FILE *out = f->r->out;
	long long game = (long long)db_column(columns, names, values, "game")->integer;
	fputs("<tr><td class=\"n\">", out);
	if (f->r->base != NULL || (f->r->listed > 0 && game >= f->r->first)) {
		fputs("<a ", out);
		report_to_game(f->r, game);
		fprintf(out, ">%lld</a></td>", game);
	} else {
		fprintf(out, "%lld</td>", game);
	}
	report_bot_cell(f->r, db_column(columns, names, values, "bot")->text);
	fputs("<td>", out);
	html_text(out, db_column(columns, names, values, "verdict")->text);
	fputs("</td><td class=\"words\"><bdi>", out);
	const char *verdict = db_column(columns, names, values, "verdict")->text;
	bool access = report_logs(f->r, db_column(columns, names, values, "bot")->text);
	html_text(out,
		log_reason(access, verdict, db_column(columns, names, values, "detail")->text));
	fputs("</bdi></td></tr>\n", out);
	return ++f->listed < FAULTS_LISTED;
}

static int faults_list(struct faults *f)
{
	FILE *out = f->r->out;
	fprintf(out, "<details%s><summary>All faults</summary>\n", f->all <= 12 ? " open" : "");
	html_table_begin(out, "All faults", "");
	fputs("Faults in the order of the games</caption>\n"
	      "<thead><tr><th scope=\"col\" class=\"n\">Game</th>"
	      "<th scope=\"col\">Bot</th><th scope=\"col\">Fault</th>"
	      "<th scope=\"col\">Reason</th></tr></thead>\n<tbody>\n",
		out);
	int error = db_read(f->r->db, "faults", &f->r->tournament, 1, faults_write, f);
	html_table_end(out);
	if (f->listed < f->all)
		fprintf(out, "<p class=\"note\">The first %lld of %lld.</p>\n",
			(long long)f->listed, (long long)f->all);
	fputs("</details>\n", out);
	return error;
}

int report_faults(struct report *r)
{
	struct faults f = {.r = r};
	f.counts = memory_get((size_t)r->bots_count * VERDICTS + 1, sizeof *f.counts);
	int error = db_read(r->db, "faults", &r->tournament, 1, faults_take, &f);
	if (error == DB_OK && f.all == 0)
		fputs("<p>No bot lost a game by a fault of its own.</p>\n", r->out);
	if (error == DB_OK && f.all > 0) {
		faults_table(&f);
		error = faults_list(&f);
	}
	free(f.counts);
	return error;
}
