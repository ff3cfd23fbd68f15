/*
 * report-game.c - one game as the data of a report: played again by the rules, so that whoever
 * draws it has the position after each move and needs no rules.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/game/history.h"
#include "referee/report/game-record.h"
#include "referee/report/html.h"
#include "referee/report/report-parts.h"

enum { GAME_STDERR = 2000 /* bytes of what a bot wrote there, the last */ };

struct report_game {
	const struct report *r;
	const struct db_game *row; /* borrowed */
	const struct setup *setup; /* borrowed: the report's, or own */
	struct setup *own;	   /* owned; NULL: the report's will do */
	struct history history;
	char why[256]; /* "": it can be played again */
	bool valued;   /* a value of the solver's was written */
};

/* --- what the database has -------------------------------------------------------------------- */

static void game_text(FILE *out, const char *name, const char *text)
{
	fprintf(out, ",\"%s\":", name);
	html_json(out, text);
}

static void game_seat(const struct report *r, const struct db_seat *seat)
{
	FILE *out = r->out;
	fprintf(out, "{\"bot\":%d,\"rank\":", seat->name != NULL ? report_find(r, seat->name) : -1);
	fprintf(out, r->running ? "null" : "%d", seat->rank);
	if (seat->remote)
		fputs(",\"remote\":true", out);
	game_text(out, "verdict", seat->verdict);
	/* What is told of a running game comes without what bots wrote. */
	bool access = r->running || report_logs(r, seat->name);
	const char *reason = seat->verdict != NULL ? log_reason(access, seat->verdict, seat->detail)
						   : seat->detail;
	if (reason != NULL)
		game_text(out, "detail", reason);
	if (isfinite(seat->elo_before) && isfinite(seat->elo_after))
		fprintf(out, ",\"elo\":[%.1f,%.1f]", seat->elo_before, seat->elo_after);
	if (seat->stderr_length > 0 && access) {
		size_t length = seat->stderr_length;
		size_t from = length > GAME_STDERR ? length - GAME_STDERR : 0;
		fputs(",\"stderr\":", out);
		html_json_bytes(out, seat->stderr_tail + from, length - from);
	}
	fputc('}', out);
}

static void game_head(const struct report_game *g)
{
	const struct db_game *row = g->row;
	FILE *out = g->r->out;
	char result[REPORT_RESULT];
	report_result(row, result);
	fprintf(out, "{\"id\":%lld,\"round\":%d,\"seed\":\"%lld\"", (long long)row->id, row->round,
		(long long)row->seed);
	if (g->r->running)
		fputs(",\"result\":null,\"running\":true", out);
	else
		game_text(out, "result", result);
	fprintf(out, ",\"started\":%lld,\"seconds\":%.3f", (long long)row->started_ms,
		(double)(row->ended_ms - row->started_ms) / 1000);
	game_text(out, "opening", row->opening);
	game_text(out, "reason", row->reason);
	game_text(out, "sandbox", row->sandbox);
	fputs(",\"players\":[", out);
	for (int i = 0; i < row->seats; i++) {
		fputs(i > 0 ? "," : "", out);
		game_seat(g->r, &row->seat[i]);
	}
	fputc(']', out);
}

/* --- played again ----------------------------------------------------------------------------- */

/* Where the parameters are drawn from the game's seed, each game has its own setup. */
static bool game_setup(struct report_game *g)
{
	const struct report *r = g->r;
	g->setup = r->setup;
	if (r->settled)
		return true;
	if (r->rules != NULL && r->setup->rules != NULL && !rules_vary(r->rules))
		return true;
	g->setup = g->own = memory_get(1, sizeof *g->own);
	return report_setup(r, g->row->seed, g->own, g->why, sizeof g->why);
}

/* The position after the opening, which is one itself or moves from the start. */
static bool game_begins(struct report_game *g, struct game *game, char start[POSITION_TEXT])
{
	static const struct limits none;
	const char *opening = g->row->opening;
	char why[256];
	bool good = strlen(opening) < POSITION_TEXT &&
		    game_begin(game, g->setup, &none, 0, opening, "", why, sizeof why);
	if (!good)
		good = game_begin(game, g->setup, &none, 0, "", opening, g->why, sizeof g->why);
	if (good)
		g->setup->rules->write(g->setup, &game->position, start);
	return good;
}

static bool game_take_moves(struct report_game *g)
{
	for (int i = 0; i < g->row->moves_count; i++) {
		const struct db_move *m = &g->row->moves[i];
		const struct move_numbers numbers = game_record_numbers(m);
		if (m->seat < 1 || m->seat > g->setup->seats || strlen(m->text) >= MOVE_TEXT) {
			snprintf(g->why, sizeof g->why, "its moves are not of this game");
			return false;
		}
		history_add_move(&g->history, m->seat, m->text, &numbers);
	}
	return true;
}

/* Puts the moves together with the departures, from start on. */
static bool game_settle(struct report_game *g, const char *start)
{
	struct history_ends ends = {.verdict = {VERDICT_OK}};
	for (int i = 0; i < g->setup->seats; i++) {
		const struct db_seat *seat = &g->row->seat[i];
		enum verdict v = seat->verdict != NULL ? verdict_find(seat->verdict) : VERDICTS;
		ends.verdict[i] = v == VERDICTS ? VERDICT_OK : v;
		ends.detail[i] = seat->detail;
	}
	history_init(&g->history, g->setup, *g->row->opening != '\0' ? start : "");
	return game_take_moves(g) && history_settle(&g->history, &ends, g->why, sizeof g->why);
}

/* --- written ---------------------------------------------------------------------------------- */

/* What became of a position string: its first characters, what is new, its last ones. */
static void game_step(FILE *out, const char *before, const char *after)
{
	size_t length = strlen(before), now = strlen(after), head = 0, tail = 0;
	while (head < length && head < now && before[head] == after[head])
		head++;
	while (tail < length - head && tail < now - head &&
		before[length - tail - 1] == after[now - tail - 1])
		tail++;
	fprintf(out, "%zu,%zu,\"%.*s\"", head, tail, (int)(now - head - tail), after + head);
}

/* The positions, ply by ply, of the game that begins at start. */
static void game_steps(const struct report_game *g, struct game *game, char start[POSITION_TEXT])
{
	const struct history *h = &g->history;
	char now[POSITION_TEXT];
	bool first = true;
	fprintf(g->r->out, ",\"start\":\"%s\",\"steps\":[", start);
	for (int i = 0; i < h->count; i++) {
		const struct history_turn *turn = &h->turns[i];
		if (turn->verdict != VERDICT_OK) {
			game_judge(game, turn->seat, turn->verdict, "%s", turn->detail);
			game_forfeit(game, 1u << (turn->seat - 1));
			continue;
		}
		game_move(game, turn->move);
		g->setup->rules->write(g->setup, &game->position, now);
		fputs(first ? "" : ",", g->r->out);
		game_step(g->r->out, start, now);
		strcpy(start, now);
		first = false;
	}
	fputc(']', g->r->out);
	if (g->r->running && game_to_move(game) > 0)
		fprintf(g->r->out, ",\"next\":%d", game_to_move(game));
}

static void game_numbers(FILE *out, const struct history *h, int number)
{
	bool said = false, first = true;
	for (int i = 0; i < h->count; i++)
		said |= move_number(&h->turns[i].numbers, number) != RECORD_UNSAID;
	if (!said)
		return;
	fprintf(out, ",\"%s\":[", move_number_table[number].name);
	for (int i = 0; i < h->count; i++) {
		const struct history_turn *turn = &h->turns[i];
		if (turn->verdict != VERDICT_OK)
			continue;
		int64_t value = move_number(&turn->numbers, number);
		fputs(first ? "" : ",", out);
		if (value == RECORD_UNSAID)
			fputs("null", out);
		else
			fprintf(out, "%lld", (long long)value);
		first = false;
	}
	fputc(']', out);
}

/* Who left, and after how many plies. */
static void game_left(FILE *out, const struct history *h)
{
	bool first = true;
	int plies = 0;
	fputs(",\"left\":[", out);
	for (int i = 0; i < h->count; i++) {
		plies += h->turns[i].verdict == VERDICT_OK;
		if (h->turns[i].verdict == VERDICT_OK)
			continue;
		fprintf(out, "%s[%d,%d]", first ? "" : ",", plies, h->turns[i].seat);
		first = false;
	}
	fputc(']', out);
}

static void game_moves(FILE *out, const struct history *h)
{
	bool first = true;
	fputs(",\"seats\":\"", out);
	for (int i = 0; i < h->count; i++)
		if (h->turns[i].verdict == VERDICT_OK)
			fprintf(out, "%d", h->turns[i].seat);
	fputs("\",\"moves\":\"", out);
	for (int i = 0; i < h->count; i++)
		if (h->turns[i].verdict == VERDICT_OK) {
			fprintf(out, "%s%s", first ? "" : " ", h->turns[i].move);
			first = false;
		}
	fputc('"', out);
	game_left(out, h);
	for (int i = 0; i < MOVE_NUMBERS; i++)
		game_numbers(out, h, i);
}

/* All that needs the rules. */
static void game_play(struct report_game *g)
{
	struct game *game = memory_get(1, sizeof *game);
	char start[POSITION_TEXT];
	if (game_setup(g) && game_begins(g, game, start) && game_settle(g, start)) {
		if (g->own != NULL || g->r->settled)
			report_parameters(g->r->out, g->setup, true);
		game_steps(g, game, start);
		game_moves(g->r->out, &g->history);
	} else {
		game_text(g->r->out, "why", g->why);
	}
	free(game);
}

/* --- the solver's analysis -------------------------------------------------------------------- */

static void game_value(FILE *out, const struct db_value *v)
{
	if (v->type == DB_NULL)
		fputs(",null", out);
	else
		fprintf(out, ",%lld", (long long)v->integer);
}

static bool game_values(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	struct report_game *g = arg;
	const struct db_value *ply = db_column(columns, names, values, "ply");
	if (ply->type == DB_NULL)
		return true;
	fprintf(g->r->out, "%s[%lld", g->valued ? "," : ",\"values\":[", (long long)ply->integer);
	game_value(g->r->out, db_column(columns, names, values, "before"));
	game_value(g->r->out, db_column(columns, names, values, "after"));
	fputc(']', g->r->out);
	g->valued = true;
	return true;
}

int report_game(struct report *r, const struct db_game *row)
{
	struct report_game g = {.r = r, .row = row};
	game_head(&g);
	game_play(&g);
	int error =
		r->running ? DB_OK : db_read(r->db, "game-analysis", &row->id, 1, game_values, &g);
	fputs(g.valued ? "]}" : "}", r->out);
	history_clear(&g.history);
	free(g.own);
	return error;
}

bool report_record(struct report *r, const struct db_game *row, char *why, size_t room)
{
	struct report_game g = {.r = r, .row = row};
	bool good = game_setup(&g) && game_record_write(r->out, row, g.setup, g.why, sizeof g.why);
	if (!good)
		snprintf(why, room, "%s", g.why);
	free(g.own);
	return good;
}
