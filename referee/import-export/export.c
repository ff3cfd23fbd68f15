/*
 * export.c - the table of the formats, and what they share: the games of an export, results,
 * numbers and times. The record and the page of a game are written elsewhere; here are only their
 * rows.
 */
#include "referee/import-export/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/name.h"
#include "referee/game/params.h"
#include "referee/report/game-record.h"
#include "referee/report/report.h"
#include "referee/results/compare.h"

const struct export_format export_formats[] = {
	{"text", "write tags and moves like chess's PGN, with the time of each move; for people",
		".txt", export_text},
	{"csv", "write a line for each seat of each game: player, place, verdict; no moves", ".csv",
		export_csv, true},
	{"places", "write only the columns game, seat, player, place: for `referee ratings --from`",
		".csv", export_places, true},
	{"jsonl", "write an object a line, with all data: `referee import` reads it", ".jsonl",
		export_jsonl},
	{"record", "write the record of each game, for `referee verify` to judge again", ".record",
		export_record},
	{"html", "write one page: standings, crosstable, ratings, faults, games to go through",
		".html", export_html},
	{"positions",
		"write a line for each position: position, score, result, move; CSV; JSON lines with --json or to a *.jsonl",
		".csv", export_positions},
	{NULL, NULL, NULL, NULL, false},
};

/* --- games ------------------------------------------------------------------------------------ */

static bool export_wants_bot(const struct export *e, const struct db_game *g)
{
	for (int i = 0; e->bot != NULL && i < g->seats; i++)
		if (name_is_same(e->bot, g->seat[i].name))
			return true;
	return e->bot == NULL;
}

/* A game is written completely or not at all. */
static bool export_is_whole(const struct db_game *g)
{
	bool whole = g->moves_count == (g->removed != NULL ? 0 : g->plies) && g->seats >= 1;
	for (int i = 0; whole && i < g->seats; i++) {
		const struct db_seat *seat = &g->seat[i];
		whole = seat->bot != 0 && seat->name != NULL && seat->verdict != NULL &&
			seat->rank >= 1 && seat->rank <= DB_SEATS && isfinite(seat->points) &&
			(g->replaced.ms != 0 ||
				(isfinite(seat->elo_before) && isfinite(seat->elo_after)));
	}
	for (int i = 0; whole && i < g->moves_count; i++)
		whole = g->moves[i].text != NULL && g->moves[i].seat >= 1 &&
			g->moves[i].seat <= g->seats;
	return whole;
}

/* Begins the next of the games of --game, or all games. False: there is no more. */
static bool export_begin(struct export *e)
{
	struct export_reading *r = &e->reading;
	if (r->error != DB_OK || r->begun == (e->games_count > 0 ? e->games_count : 1))
		return false;
	struct db_filter filter = {.tournament = e->tournament.id,
		.game = e->games_count > 0 ? e->games[r->begun] : 0,
		.bare = e->bare};
	r->begun++;
	r->found = false;
	r->games = db_games(e->db, &filter);
	return true;
}

static void export_finish(struct export *e)
{
	struct export_reading *r = &e->reading;
	int error = db_games_end(r->games);
	r->games = NULL;
	r->error = r->error != DB_OK ? r->error : error;
	if (r->error != DB_OK || r->found || e->games_count == 0)
		return;
	error_set(&e->err, "there is no game %lld in tournament \"%s\"",
		(long long)e->games[r->begun - 1], e->tournament.name);
	r->error = EXPORT_FAILED;
}

const struct db_game *export_next(struct export *e)
{
	struct export_reading *r = &e->reading;
	while (r->games != NULL || export_begin(e)) {
		const struct db_game *g = db_games_next(r->games);
		r->found = r->found || g != NULL;
		if (g == NULL) {
			export_finish(e);
		} else if (!export_is_whole(g)) {
			error_set(&e->err,
				"game %lld is not whole: `referee verify` lists the missing rows",
				(long long)g->id);
			r->error = EXPORT_FAILED;
			return NULL;
		} else if (export_wants_bot(e, g)) {
			if (g->removed == NULL || e->format->results)
				return g;
			e->removed++;
		}
	}
	return NULL;
}

int export_end(struct export *e)
{
	if (e->reading.games != NULL)
		export_finish(e);
	int error = e->reading.error;
	e->reading = (struct export_reading){.games = NULL};
	return error;
}

/* --- values ----------------------------------------------------------------------------------- */

void export_result(const struct db_game *g, char text[EXPORT_RESULT])
{
	int ranks[DB_SEATS];
	unsigned failed = db_game_failed(g, ranks);
	game_result(ranks, failed, g->seats, '-', text);
}

void export_real(double value, char text[EXPORT_REAL])
{
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, EXPORT_REAL, "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			return;
	}
}

void export_time(int64_t ms, char text[EXPORT_TIME])
{
	struct tm parts = {0};
	char second[EXPORT_TIME / 2 + 1];
	ms = ms < 0 ? 0 : ms > EXPORT_TIME_MAX ? EXPORT_TIME_MAX : ms;
	time_t seconds = (time_t)(ms / 1000);
	gmtime_r(&seconds, &parts);
	strftime(second, sizeof second, "%Y-%m-%dT%H:%M:%S", &parts);
	snprintf(text, EXPORT_TIME, "%s.%03dZ", second, (int)(ms % 1000));
}

/* --- formats that others write ---------------------------------------------------------------- */

static void export_record_game(struct export *e, const struct db_game *g)
{
	struct setup *setup = memory_get(1, sizeof *setup);
	struct error err;
	const struct params_game of = {.game = e->tournament.game,
		.definition = e->tournament.definition,
		.description = e->tournament.rules_description,
		.blocks = position_blocks_of(g),
		.seats = g->seats,
		.seed = (uint64_t)g->seed};
	if (!params_setup(setup, &of, &err) ||
		!game_record_write(e->out, g, setup, of.game, of.definition, &err))
		error_set(&e->err, "game %lld: today's rules cannot play it: %.200s",
			(long long)g->id, err.text);
	params_setup_clear(setup);
	free(setup);
}

/* Writes the record of each game (record.h) as it was streamed during the game. `referee verify`
 * judges it again, and `referee show --record` steps through it. */
int export_record(struct export *e)
{
	const struct db_game *g;
	while (!error_is_set(&e->err) && !ferror(e->out) && (g = export_next(e)) != NULL)
		export_record_game(e, g);
	int error = export_end(e);
	return error == DB_OK && error_is_set(&e->err) ? EXPORT_FAILED : error;
}

/* Writes a tournament as one HTML page (report.h). */
int export_html(struct export *e)
{
	const struct compare_source from = {e->db, e->tournament.id, e->tournament.seats};
	struct compare_pair two;
	bool there;
	int error = compare_only_two(&from, &two, &there);
	const struct report_strength strength = {
		two.name[0], two.name[1], two.conclusion, two.estimate};
	struct report_options options = {.games = e->max_games,
		.strength = there ? &strength : NULL,
		.left_out = e->left_out,
		.left_out_count = e->left_out_count};
	if (error == DB_OK)
		error = report_html(e->out, e->db, e->tournament.id, &options);
	compare_pair_clear(&two);
	return error;
}
