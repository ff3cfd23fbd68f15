/*
 * progress.c - how a tournament goes.
 *
 * Everything here is about games that are committed.
 */
#include "referee/tournament/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/ground/escape.h"
#include "referee/ground/json.h"
#include "referee/ground/memory.h"
#include "referee/ground/status-line.h"
#include "referee/judging/verdict.h"

enum { PROGRESS_FAULTS = 3, PROGRESS_BAR = 24, PROGRESS_STATE = 256 };

#define PROGRESS_REDRAW (100 * MILLISECOND)
#define PROGRESS_STATED (10 * SECOND) /* between lines where there is no terminal */

/* "of 96 games", where that is known. */
static void progress_games(const struct progress *p, char *text, size_t room)
{
	long played = p->before + p->done;
	if (p->total < 0)
		snprintf(text, room, "%ld games", played);
	else
		snprintf(text, room, "%ld/%ld games", played, p->total);
}

/* A number of games in JSON. */
static void progress_number(const char *key, long games)
{
	if (games < 0)
		printf(",\"%s\":null", key);
	else
		printf(",\"%s\":%ld", key, games);
}

void progress_init(struct progress *p, struct agenda *agenda, bool json, bool quiet)
{
	const struct tournament *t = agenda->t;
	int64_t total = schedule_count(t);
	*p = (struct progress){.agenda = agenda,
		.t = t,
		.line = !quiet && status_line_can(),
		.faults = !quiet,
		.json = json,
		.total = total < 0 ? -1 : (long)total,
		.before = agenda_played(agenda),
		.began = time_now()};
	p->stated = p->began - PROGRESS_STATED; /* the first at once */
	p->told = memory_get(BOTS_MAX, sizeof *p->told);
	if (p->before > 0 && !quiet && p->total < 0)
		fprintf(stderr, "referee: going on with \"%s\" in %s: %ld games are there\n",
			t->name, t->db, p->before);
	else if (p->before > 0 && !quiet)
		fprintf(stderr, "referee: going on with \"%s\" in %s: %ld of %ld games are there\n",
			t->name, t->db, p->before, p->total);
	if (!json)
		return;
	fputs("{\"event\":\"start\",\"tournament\":", stdout);
	json_string(stdout, t->name);
	printf(",\"game\":\"%s\"", t->game);
	progress_number("games", p->total);
	printf(",\"played\":%ld}\n", p->before);
	fflush(stdout);
}

static void progress_bar(const struct progress *p)
{
	long played = p->before + p->done;
	int filled = PROGRESS_BAR;
	if (played < p->total)
		filled = (int)(played * PROGRESS_BAR / p->total);
	char bar[PROGRESS_BAR + 1];
	memset(bar, '.', PROGRESS_BAR);
	memset(bar, '#', (size_t)filled);
	bar[PROGRESS_BAR] = '\0';
	fprintf(stderr, "[%s] ", bar);
}

static void progress_eta(const struct progress *p, double speed)
{
	char eta[STATUS_LINE_SPAN] = "-";
	if (speed > 0)
		status_line_span((double)(p->total - p->before - p->done) / speed, eta);
	fprintf(stderr, "  ETA %s", eta);
}

static void progress_draw(struct progress *p, usec now)
{
	double seconds = (double)(now - p->began) / SECOND;
	double speed = seconds > 0 ? (double)p->done / seconds : 0;
	char games[64], state[PROGRESS_STATE];
	progress_games(p, games, sizeof games);
	walk_describe(&p->agenda->walk, state, sizeof state);
	fputc('\r', stderr);
	if (p->total >= 0)
		progress_bar(p);
	fprintf(stderr, "%s  %.*f/s", games, speed < 10 ? 1 : 0, speed);
	if (p->total >= 0)
		progress_eta(p, speed);
	if (*state != '\0')
		fprintf(stderr, "  %s", state);
	if (p->faulty > 0)
		fprintf(stderr, "  %ld fault%s", p->faulty, p->faulty == 1 ? "" : "s");
	fputs("\033[K", stderr);
	fflush(stderr);
	p->drawn = now;
}

/* The first faults of each bot, in words; the others are counted and stand in the database. */
static void progress_fault(struct progress *p, const struct result *r)
{
	int bot = r->bot[r->fault - 1];
	p->faulty++;
	if (verdict_find(r->verdict[r->fault - 1]) == VERDICT_BENCHED)
		return; /* that was said when it was */
	if (!p->faults || p->told[bot] >= PROGRESS_FAULTS)
		return;
	p->told[bot]++;
	char *detail = escape_text(r->detail, false); /* a bot may have written some of it */
	fprintf(stderr, "%sgame %lld: %s lost by %s: %s%s\n", p->line ? "\r\033[K" : "",
		(long long)r->game, p->t->bots[bot].name, r->verdict[r->fault - 1], detail,
		p->told[bot] == PROGRESS_FAULTS ? " (its further faults are only counted)" : "");
	free(detail);
}

/* Said whatever was asked for: from here on a bot plays no more. */
static void progress_benched(struct progress *p, const struct result *r, int seat)
{
	const char *name = p->t->bots[r->bot[seat - 1]].name;
	fprintf(stderr,
		"%sreferee: BENCHED: %s failed %d game%s in a row, the last (game %lld) by %s; "
		"%s\n",
		p->line ? "\r\033[K" : "", name, p->t->strikes, p->t->strikes == 1 ? "" : "s",
		(long long)r->game, r->verdict[seat - 1],
		p->t->skip_benched ? "its games are not played any more"
				   : "it loses all games that are left");
	if (!p->json)
		return;
	fputs("{\"event\":\"benched\",\"bot\":", stdout);
	json_string(stdout, name);
	printf(",\"game\":%lld}\n", (long long)r->game);
	fflush(stdout);
}

void progress_write_game(const struct tournament *t, const struct result *r, FILE *out)
{
	fprintf(out, ",\"game\":%lld,\"round\":%d,\"plies\":%d,\"reason\":", (long long)r->game,
		r->round, r->plies);
	json_string(out, r->reason);
	fputs(",\"seats\":[", out);
	for (int i = 0; i < r->seats; i++) {
		fprintf(out, "%s{\"bot\":", i > 0 ? "," : "");
		json_string(out, t->bots[r->bot[i]].name);
		fprintf(out, ",\"rank\":%d,\"verdict\":\"%s\",\"elo\":%.1f}", r->rank[i],
			r->verdict[i], r->elo[i]);
	}
	fputs("]", out);
}

static void progress_json(const struct progress *p, const struct result *r)
{
	fputs("{\"event\":\"game\"", stdout);
	progress_write_game(p->t, r, stdout);
	fputs("}\n", stdout);
	fflush(stdout);
}

/* How the schedule stands, when that has changed. */
static void progress_state(struct progress *p, usec now)
{
	char state[PROGRESS_STATE];
	bool due = p->faults && !p->line && now - p->stated >= PROGRESS_STATED;
	if (!p->json && !due)
		return;
	walk_describe(&p->agenda->walk, state, sizeof state);
	if (*state == '\0' || (p->state != NULL && strcmp(state, p->state) == 0))
		return;
	free(p->state);
	p->state = memory_copy(state);
	p->stated = now;
	if (!p->json) {
		fprintf(stderr, "referee: %s\n", state);
		return;
	}
	fputs("{\"event\":\"state\",\"state\":", stdout);
	json_string(stdout, state);
	walk_describe_json(&p->agenda->walk, stdout);
	fputs("}\n", stdout);
	fflush(stdout);
}

void progress_on_result(void *arg, const struct result *r)
{
	struct progress *p = arg;
	usec now = time_now();
	p->done++;
	if (r->fault > 0)
		progress_fault(p, r);
	if (p->json)
		progress_json(p, r);
	for (int seat = 1; seat <= r->seats; seat++)
		if (r->benched & 1u << (seat - 1))
			progress_benched(p, r, seat);
	progress_state(p, now);
	if (p->line && (p->drawn == 0 || now - p->drawn >= PROGRESS_REDRAW))
		progress_draw(p, now);
}

void progress_end(struct progress *p, const char *how, bool done)
{
	char end[PROGRESS_STATE] = "";
	if (done)
		walk_conclude(&p->agenda->walk, end, sizeof end);
	if (p->line && p->done > 0) {
		progress_draw(p, time_now());
		fputc('\n', stderr);
	}
	if (p->json) {
		printf("{\"event\":\"%s\"", how);
		progress_number("games", p->total);
		printf(",\"played\":%ld,\"faults\":%ld", p->before + p->done, p->faulty);
		if (*end != '\0') {
			fputs(",\"result\":", stdout);
			json_string(stdout, end);
		}
		fputs("}\n", stdout);
		fflush(stdout);
	} else if (*end != '\0' && p->faults)
		fprintf(stderr, "referee: %s\n", end);
	free(p->told);
	free(p->state);
	p->told = NULL;
	p->state = NULL;
}
