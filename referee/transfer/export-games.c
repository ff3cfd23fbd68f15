/*
 * export-games.c - reads the games of an export, and writes results, numbers and times for all
 * formats.
 */
#include "referee/transfer/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct export_each {
	struct export *export;
	bool (*each)(void *arg, const struct db_game *g);
	void *arg;
	bool found, failed;
};

static bool export_wants_bot(const struct export *e, const struct db_game *g)
{
	for (int i = 0; e->bot != NULL && i < g->seats; i++)
		if (strcmp(e->bot, g->seat[i].name) == 0)
			return true;
	return e->bot == NULL;
}

/* A game is written completely or not at all. */
static bool export_is_whole(const struct db_game *g)
{
	bool whole = g->moves_count == g->plies && g->seats >= 1;
	for (int i = 0; whole && i < g->seats; i++) {
		const struct db_seat *seat = &g->seat[i];
		whole = seat->bot != 0 && seat->name != NULL && seat->verdict != NULL &&
			seat->rank >= 1 && seat->rank <= DB_SEATS && isfinite(seat->points) &&
			(g->replaced.ms != 0 ||
				(isfinite(seat->elo_before) && isfinite(seat->elo_after)));
	}
	for (int i = 0; whole && i < g->plies; i++)
		whole = g->moves[i].text != NULL && g->moves[i].seat >= 1 &&
			g->moves[i].seat <= g->seats;
	return whole;
}

static bool export_game(void *arg, const struct db_game *g)
{
	struct export_each *x = arg;
	x->found = true;
	if (!export_is_whole(g)) {
		snprintf(x->export->why, sizeof x->export->why,
			"game %lld is not whole: \"referee verify\" says what it lacks",
			(long long)g->id);
		x->failed = true;
		return false;
	}
	return !export_wants_bot(x->export, g) || x->each(x->arg, g);
}

/* Exports one game of --game; 0: all games. */
static int export_games_of(struct export_each *x, int64_t game)
{
	struct export *e = x->export;
	x->found = game == 0;
	int error = db_games_read(e->db,
		&(struct db_filter){.tournament = e->tournament.id, .game = game, .bare = e->bare},
		export_game, x);
	if (error == DB_OK && !x->found) {
		snprintf(e->why, sizeof e->why, "there is no game %lld in tournament \"%s\"",
			(long long)game, e->tournament.name);
		x->failed = true;
	}
	return error == DB_OK && x->failed ? EXPORT_FAILED : error;
}

int export_games(struct export *e, bool (*each)(void *arg, const struct db_game *g), void *arg)
{
	struct export_each x = {e, each, arg, false, false};
	if (e->games_count == 0)
		return export_games_of(&x, 0);
	int error = DB_OK;
	for (int i = 0; i < e->games_count && error == DB_OK; i++)
		error = export_games_of(&x, e->games[i]);
	return error;
}

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

bool export_time_read(const char *text, int64_t *ms)
{
	struct tm parts = {0};
	char again[EXPORT_TIME];
	int rest = 0, end = 0;
	if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &parts.tm_year, &parts.tm_mon,
		    &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &rest, &end) != 7)
		return false;
	parts.tm_year -= 1900;
	parts.tm_mon -= 1;
	*ms = (int64_t)timegm(&parts) * 1000 + rest;
	/* detects a 30th of February, and text after the Z */
	export_time(*ms, again);
	return strcmp(text, again) == 0;
}
