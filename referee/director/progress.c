/*
 * progress.c - reports the progress of a tournament. It reports only committed games.
 */
#include "referee/director/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plural.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/memory.h"
#include "referee/process/status-line.h"
#include "referee/director/worker-status.h"
#include "referee/game/game.h"
#include "protocol/verdict.h"
#include "referee/config/settings.h"
#include "referee/process/standard-output.h"

enum {
	PROGRESS_FAULTS = 3,
	PROGRESS_BAR = 24,
	PROGRESS_STATE = 256,
	PROGRESS_REPORT = PROGRESS_STATE + STRENGTH_ESTIMATE_TEXT,
	PROGRESS_LINE = PROGRESS_REPORT + 256
};

#define PROGRESS_REDRAW (100 * MILLISECOND)

/* "of 96 games", if that is known. */
static void progress_games(const struct progress *p, char *text, size_t room)
{
	long played = p->before + p->done;
	if (p->total < 0)
		snprintf(text, room, "%ld games", played);
	else
		snprintf(text, room, "%ld/%ld games", played, p->total);
}

/* Begins an event, a line on stdout, and ends it. */
static struct json_writer progress_event(const char *what)
{
	struct json_writer j = {.out = stdout};
	json_open(&j, NULL, '{');
	json_text(&j, "event", what);
	return j;
}

static void progress_end_event(struct json_writer *j)
{
	json_close(j, '}');
	fputc('\n', stdout);
	standard_output_flush();
}

void progress_init(struct progress *p, struct game_queue *queue, struct match_strength *match,
	bool json, bool quiet)
{
	const struct tournament *t = queue->t;
	int64_t total = schedule_count(t);
	*p = (struct progress){.queue = queue,
		.match = match,
		.t = t,
		.line = !quiet && status_line_can(),
		.faults = !quiet,
		.json = json,
		.total = total < 0 ? -1 : (long)total,
		.before = game_queue_played(queue),
		.began = time_now()};
	p->stated = p->began;
	p->faults_printed = memory_get(BOTS_MAX, sizeof *p->faults_printed);
	if (p->before > 0 && !quiet && p->total < 0)
		fprintf(stderr, "referee: resuming \"%s\" in %s: %s stored\n", t->name, t->db,
			counted(p->before, "game is").text);
	else if (p->before > 0 && !quiet)
		fprintf(stderr, "referee: resuming \"%s\" in %s: %ld of %ld games are stored\n",
			t->name, t->db, p->before, p->total);
	if (!json)
		return;
	struct json_writer j = progress_event("start");
	json_text(&j, "tournament", t->name);
	json_text(&j, "game", t->game);
	json_known(&j, "games", p->total);
	json_number(&j, "played", p->before);
	progress_end_event(&j);
}

/* The remaining time. A test has no fixed number of games, but it may have an estimate. */
static void progress_eta(const struct progress *p, double speed, FILE *out)
{
	long played = p->before + p->done, left = p->total - played;
	char eta[STATUS_LINE_SPAN] = "-";
	if (p->total < 0)
		left = p->match != NULL ? match_strength_left(p->match, played) : -1;
	if (p->total < 0 && (left <= 0 || speed <= 0))
		return;
	if (speed > 0)
		status_line_span((double)left / speed, eta);
	fprintf(out, "  ETA %s%s", p->total < 0 ? "about " : "", eta);
}

/* The state of the schedule, and for two bots their strengths; "" if there is none. */
static void progress_report(
	const struct progress *p, unsigned wanted, const char *between, char text[PROGRESS_REPORT])
{
	struct strength_estimate e;
	char strength[STRENGTH_ESTIMATE_TEXT] = "";
	schedule_iterator_describe(&p->queue->iterator, text, PROGRESS_STATE);
	if (p->match != NULL && match_strength_estimate(p->match, &e))
		strength_estimate_line(&e, e.test ? wanted & ~STRENGTH_ESTIMATE_COUNTS : wanted,
			strength, sizeof strength); /* the state of a test has its pairs already */
	size_t used = strlen(text);
	if (*strength != '\0')
		snprintf(text + used, PROGRESS_REPORT - used, "%s%s", used > 0 ? between : "",
			strength);
}

/* The whole status line, of any length. */
static void progress_compose(const struct progress *p, usec now, FILE *out)
{
	double seconds = (double)(now - p->began) / SECOND;
	double speed = seconds > 0 ? (double)p->done / seconds : 0;
	char games[64], report[PROGRESS_REPORT];
	int workers, slots;
	progress_games(p, games, sizeof games);
	progress_report(p, STRENGTH_ESTIMATE_COUNTS, "  ", report);
	if (p->total >= 0) {
		char bar[PROGRESS_BAR + 1] = "";
		long played = p->before + p->done;
		long filled = played < p->total ? played * PROGRESS_BAR / p->total : PROGRESS_BAR;
		memset(bar, '.', PROGRESS_BAR);
		memset(bar, '#', (size_t)filled);
		fprintf(out, "[%s] ", bar);
	}
	fprintf(out, "%s  %.*f/s", games, speed < 10 ? 1 : 0, speed);
	progress_eta(p, speed, out);
	worker_status_sum(p->director, &workers, &slots);
	if (workers > 0)
		fprintf(out, "  %s, %s", counted(workers, "worker").text,
			counted(slots, "slot").text);
	if (*report != '\0')
		fprintf(out, "  %s", report);
	if (p->faulty > 0)
		fprintf(out, "  %s", counted(p->faulty, "fault").text);
}

static void progress_draw(struct progress *p, usec now)
{
	char line[PROGRESS_LINE] = "";
	int width = status_line_width(STDERR_FILENO); /* a longer line could not be overwritten */
	FILE *out = fmemopen(line, sizeof line, "w");
	if (out == NULL)
		return;
	progress_compose(p, now, out);
	fclose(out);
	fprintf(stderr, "\r%.*s\033[K", (int)status_line_fit(line, width), line);
	fflush(stderr);
	p->drawn = now;
}

/* Prints the first faults of each bot. Further ones are only counted; the database has them. */
static void progress_fault(struct progress *p, const struct result *r)
{
	int bot = r->bot[r->fault - 1];
	for (int i = 0; i < r->seats; i++)
		p->faulty += verdict_is_fault(verdict_find(r->verdict[i]));
	if (verdict_find(r->verdict[r->fault - 1]) == VERDICT_BENCHED)
		return; /* its benching was printed before */
	if (!p->faults || p->faults_printed[bot] >= PROGRESS_FAULTS)
		return;
	p->faults_printed[bot]++;
	char *detail = escape_text(r->detail, false); /* a bot may have written a part of it */
	fprintf(stderr, "%s%s: game %lld lost by %s: %s%s\n", p->line ? "\r\033[K" : "",
		p->t->bots[bot].name, (long long)r->game, r->verdict[r->fault - 1], detail,
		p->faults_printed[bot] == PROGRESS_FAULTS ? " (its further faults are only counted)"
							  : "");
	free(detail);
}

/* Printed with any flags: from now on the bot does not play. */
static void progress_benched(struct progress *p, const struct result *r, int seat)
{
	const char *name = p->t->bots[r->bot[seat - 1]].name;
	fprintf(stderr,
		"%sreferee: BENCHED: %s failed %s in a row, the last (game %lld) by %s; %s\n",
		p->line ? "\r\033[K" : "", name, counted(p->t->terms.strikes, "game").text,
		(long long)r->game, r->verdict[seat - 1],
		p->t->skip_benched ? "its remaining games are not played"
				   : "it loses its remaining games");
	if (!p->json)
		return;
	struct json_writer j = progress_event("benched");
	json_text(&j, "bot", name);
	json_number(&j, "game", r->game);
	progress_end_event(&j);
}

void progress_write_game(const struct tournament *t, const struct result *r, struct json_writer *j)
{
	char result[GAME_RESULT];
	game_result(r->rank, r->failed, r->seats, ' ', result);
	json_number(j, "game", r->game);
	json_number(j, "round", r->round);
	json_number(j, "plies", r->plies);
	json_text(j, "reason", r->reason);
	json_text(j, "result", result);
	json_text(j, "opening", r->opening);
	json_open(j, "seats", '[');
	for (int i = 0; i < r->seats; i++) {
		json_open(j, NULL, '{');
		json_text(j, "bot", t->bots[r->bot[i]].name);
		json_number(j, "rank", r->rank[i]);
		json_text(j, "verdict", r->verdict[i]);
		json_decimal(j, "running_elo", "%.1f", r->elo[i]);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void progress_write_pairs(const struct match_strength *match, struct json_writer *j)
{
	struct result_counts games, pairs;
	const struct sprt *test;
	if (!match_strength_counts(match, &games, &pairs, &test))
		return;
	json_open(j, "pairs", '[');
	for (int i = 0; i < RESULT_COUNTS_PAIRS; i++)
		json_number(j, NULL, pairs.count[i]);
	json_close(j, ']');
}

void progress_write_strength(
	const struct tournament *t, const struct match_strength *match, struct json_writer *j)
{
	struct strength_estimate e;
	if (match_strength_estimate(match, &e))
		strength_estimate_json(
			&e, t->bots[0].name, t->bots[1].name, json_key(j, "strength"));
}

/* Reports the state of the schedule as an event when it changes. Estimates for two bots alone, and
 * lines for people, come from time to time. */
static void progress_state(struct progress *p, usec now)
{
	char state[PROGRESS_REPORT], games[64];
	schedule_iterator_describe(&p->queue->iterator, state, PROGRESS_STATE);
	const struct report_interval *interval = &p->t->rating_interval;
	bool stands = *state != '\0', first = stands && p->state == NULL;
	bool due = first || (interval->games > 0 ? p->done - p->stated_games >= interval->games
						 : now - p->stated >= interval->time);
	if (p->json ? !stands && !due : !due || !p->faults || p->line)
		return;
	if (!p->json || !stands)
		progress_report(p, STRENGTH_ESTIMATE_NELO | STRENGTH_ESTIMATE_COUNTS, ", ", state);
	progress_games(p, games, sizeof games);
	bool alone = *state == '\0' && !p->json; /* only the number of games is known */
	const char *news = alone ? games : state;
	if (*news == '\0' || (p->state != NULL && strcmp(news, p->state) == 0))
		return;
	free(p->state);
	p->state = memory_copy(news);
	p->stated = now;
	p->stated_games = p->done;
	if (p->json) {
		struct json_writer j = progress_event("state");
		json_text(&j, "state", state);
		schedule_iterator_describe_json(&p->queue->iterator, stdout);
		if (p->match != NULL)
			progress_write_strength(p->t, p->match, &j);
		progress_end_event(&j);
	} else if (stands) {
		fprintf(stderr, "referee: %s\n", state);
	} else {
		fprintf(stderr, "referee: %s%s%s\n", games, alone ? "" : ", ", state);
	}
}

void progress_on_result(void *arg, const struct result *r)
{
	struct progress *p = arg;
	usec now = time_now();
	p->done++;
	if (p->match != NULL)
		match_strength_add(p->match, r);
	if (r->fault > 0)
		progress_fault(p, r);
	if (p->json) {
		struct json_writer j = progress_event("game");
		progress_write_game(p->t, r, &j);
		if (p->match != NULL)
			progress_write_pairs(p->match, &j);
		progress_end_event(&j);
	}
	for (int seat = 1; seat <= r->seats; seat++)
		if (r->benched & 1u << (seat - 1))
			progress_benched(p, r, seat);
	progress_state(p, now);
	if (p->line && (p->drawn == 0 || now - p->drawn >= PROGRESS_REDRAW))
		progress_draw(p, now);
}

void progress_on_second(struct progress *p)
{
	usec now = time_now();
	if (p->line && now - p->drawn >= PROGRESS_REDRAW)
		progress_draw(p, now);
}

void progress_end(struct progress *p, const char *how, bool done)
{
	char end[2 * ERROR_TEXT] = "";
	if (done)
		schedule_iterator_conclude(&p->queue->iterator, end, sizeof end);
	else if (p->why != NULL && p->json)
		snprintf(end, sizeof end, "%s", p->why);
	if (p->line && p->drawn > 0) {
		progress_draw(p, time_now());
		fputc('\n', stderr);
	}
	if (p->json) {
		struct json_writer j = progress_event(how);
		json_known(&j, "games", p->total);
		json_number(&j, "played", p->before + p->done);
		json_number(&j, "faults", p->faulty);
		if (*end != '\0')
			json_text(&j, "result", end);
		if (p->match != NULL)
			progress_write_strength(p->t, p->match, &j);
		if (done)
			schedule_iterator_describe_json(&p->queue->iterator, stdout);
		progress_end_event(&j);
	} else if (p->faults) {
		char report[PROGRESS_REPORT] = "";
		if (!done) /* no later line says how far it was */
			progress_report(
				p, STRENGTH_ESTIMATE_NELO | STRENGTH_ESTIMATE_COUNTS, ", ", report);
		if (*end != '\0' || *report != '\0')
			fprintf(stderr, "referee: %s\n", *end != '\0' ? end : report);
	}
	free(p->faults_printed);
	free(p->state);
	p->faults_printed = NULL;
	p->state = NULL;
}
