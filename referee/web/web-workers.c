/*
 * web-workers.c - the page of a tournament's machines: what each worker does now, and the results
 * of all machines.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/time.h"
#include "referee/report/html.h"
#include "referee/results/worker-results.h"
#include "referee/web/web-page.h"

/* --- now -------------------------------------------------------------------------------------- */

static void workers_number(FILE *out, bool known, const char *format, double value)
{
	html_print(out, "<td class=\"n\">");
	if (known)
		html_print(out, format, value);
	else
		html_print(out, "<span class=\"soft\">–</span>");
	html_print(out, "</td>");
}

static void workers_name(FILE *out, const char *name)
{
	html_print(out, "<th scope=\"row\"><bdi>%h</bdi></th>", name);
}

/* Seconds since the worker was last heard. */
static int64_t workers_silent(const struct live_games_worker *w, int64_t now)
{
	return w->heard > 0 && now > w->heard ? (now - w->heard) / 1000 : 0;
}

static void workers_now_row(FILE *out, const struct live_games_worker *w, int64_t now)
{
	/* "drained: plays no games": the word is a column of its own, its reason the last. */
	size_t word = strcspn(w->state, ":");
	const char *reason = w->state + word + strspn(w->state + word, ": ");
	char *state = memory_print("%.*s", (int)word, w->state);
	html_print(out, "<tr>");
	workers_name(out, w->name);
	html_print(out, "<td>%h</td>", state);
	free(state);
	workers_number(out, true, "%.0f", (double)w->slots);
	workers_number(out, true, "%.0f", (double)w->running);
	workers_number(out, true, "%.0f", (double)w->played);
	workers_number(out, w->speed > 0, "%.2f M", (double)w->speed / 1e6);
	workers_number(out, w->delay >= 0, "%g ms", (double)w->delay / 1000);
	workers_number(out, w->heard > 0, "%.0f s", (double)workers_silent(w, now));
	html_print(
		out, "%s%h</td></tr>\n", *reason != '\0' ? "<td class=\"words\">" : "<td>", reason);
}

static void workers_now(struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	FILE *out = v->out;
	int64_t now = time_utc();
	html_print(out, "<section id=\"workers-now\" aria-labelledby=\"title-now\" data-live>\n"
			"<h2 id=\"title-now\">Workers now</h2>\n");
	if (t->workers_count == 0) {
		html_print(out, "<p>No worker is connected now.</p>\n</section>\n");
		return;
	}
	html_table_begin(out, "Workers now", "");
	html_print(out,
		"Other machines that play this tournament. Speed: nodes per second of a house "
		"bot. Delay: 99 in 100 moves were delayed by less.");
	html_table_columns(
		out, "Worker|State|#Slots|#In play|#Played|#Speed|#Delay|#Last heard|Reason");
	for (int i = 0; i < t->workers_count; i++)
		if (t->workers[i].name != NULL)
			workers_now_row(out, &t->workers[i], now);
	html_table_end(out);
	html_print(out, "</section>\n");
}

/* --- results ---------------------------------------------------------------------------------- */

static void workers_result_row(FILE *out, const struct worker_result *w)
{
	const struct worker_residual *r = &w->residual;
	bool tested = r->freedom > 0;
	char *remark = worker_result_remark(w);
	html_print(out, "<tr>");
	workers_name(out, w->name);
	workers_number(out, true, "%.0f", (double)w->games);
	workers_number(out, true, "%.0f", (double)r->pairs);
	workers_number(out, true, "%.0f", (double)w->late);
	workers_number(out, true, "%.0f", (double)w->lost);
	workers_number(out, tested, "%.2f", r->chi_square);
	workers_number(out, tested, "%.2g", r->p);
	html_print(out, "<td class=\"words\">%h</td></tr>\n", remark);
	free(remark);
}

static void workers_results(struct web_view *v, const struct worker_results *r)
{
	FILE *out = v->out;
	html_print(out, "<section id=\"workers\" aria-labelledby=\"title\" data-live>\n"
			"<h2 id=\"title\">Results by machine</h2>\n");
	if (!r->others) {
		html_print(out, "<p>All games were played on this machine.</p>\n</section>\n");
		return;
	}
	html_table_begin(out, "Results by machine", "");
	html_print(out,
		"This machine is called here. Late: seats that lost on time. Lost: games that "
		"were begun and not returned. χ²: pairs of games against those of the other "
		"machines, between the same bots; p: probability of this or more if the machine "
		"does not matter.");
	html_table_columns(out, "Machine|#Games|#Pairs|#Late|#Lost|#χ²|#p|Remark");
	for (int i = 0; i < r->count; i++)
		workers_result_row(out, &r->workers[i]);
	html_table_end(out);
	html_print(out, "</section>\n");
}

int web_workers(struct web_view *v)
{
	struct worker_results results;
	int error = worker_results_read(&results, v->db, v->report.tournament, v->report.seats);
	web_frame_begin(v, "Workers");
	if (v->tournament->machines)
		workers_now(v);
	workers_results(v, &results);
	web_frame_end(v);
	worker_results_clear(&results);
	return web_status(v, error);
}

/* {"now":[...],"results":[...]}, the second as `referee worker list --json` prints it. */
int web_workers_json(struct web_view *v)
{
	const struct live_games_tournament *t = v->tournament;
	struct worker_results results;
	struct json_writer j = {.out = v->out};
	int64_t now = time_utc();
	int error = worker_results_read(&results, v->db, v->report.tournament, v->report.seats);
	json_open(&j, NULL, '{');
	json_open(&j, "now", '[');
	for (int i = 0; i < t->workers_count; i++) {
		const struct live_games_worker *w = &t->workers[i];
		if (w->name == NULL)
			continue;
		json_open(&j, NULL, '{');
		json_text(&j, "name", w->name);
		json_text(&j, "state", w->state);
		json_number(&j, "slots", w->slots);
		json_number(&j, "running", w->running);
		json_number(&j, "played", w->played);
		json_known(&j, "speed", w->speed > 0 ? w->speed : -1);
		json_known(&j, "delay_99_us", w->delay);
		json_number(&j, "silent", workers_silent(w, now));
		json_close(&j, '}');
	}
	json_close(&j, ']');
	worker_results_print(&results, TEXT_TABLE_JSON, json_key(&j, "results"));
	json_close(&j, '}');
	worker_results_clear(&results);
	return web_status(v, error);
}
