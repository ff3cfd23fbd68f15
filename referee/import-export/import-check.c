/*
 * import-check.c - a game of a file must be one that the referee could have written.
 */
#include "referee/import-export/import-check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/import-export/export.h"
#include "referee/rating/rating-elo.h"

#define IMPORT_CHECK_NEAR 1e-6 /* ratings that differ less are equal */

/* Are places shared as in 1 2 2 4? */
static bool import_check_places(const struct db_game *g, struct error *err)
{
	for (int i = 0; i < g->seats; i++) {
		int better = 0;
		for (int j = 0; j < g->seats; j++)
			better += g->seat[j].rank < g->seat[i].rank;
		if (g->seat[i].rank != better + 1)
			return error_set(err,
				"seat %d has rank %d, but %d rank before it: ties share the better place, as in 1 2 2 4",
				i + 1, g->seat[i].rank, better);
	}
	return true;
}

static bool import_check_shape(const struct db_game *g, int seats, struct error *err)
{
	if (g->seats != seats)
		return error_set(err, "it has %d seats, but the tournament's games have %d",
			g->seats, seats);
	if (g->ended_ms < g->started_ms)
		return error_set(err, "it ended before it started");
	if (g->started_ms < 0 || g->ended_ms > EXPORT_TIME_MAX)
		return error_set(err, "its time is outside the years 1970 to 9999");
	for (int i = 0; i < g->plies; i++)
		if (g->moves[i].wall_us < 0 ||
			(g->moves[i].cpu_us < 0 && g->moves[i].cpu_us != UNKNOWN))
			return error_set(err, "move %d: its time is below 0", i + 1);
	for (int i = 0; i < g->plies; i++)
		if (g->moves[i].wall_us > DB_SPAN_MAX)
			return error_set(err, "move %d: its time is more than 31 years", i + 1);
	for (int i = 0; i < g->seats; i++)
		if (verdict_find(g->seat[i].verdict) == VERDICTS)
			return error_set(err, "seat %d: there is no verdict \"%.40s\"", i + 1,
				g->seat[i].verdict);
	return import_check_places(g, err);
}

/* Compares the game's changes of the ratings. The ratings before the game may be any. Sets them if
 * there are none. */
static bool import_check_ratings(const struct rejudge *judge, struct db_game *g, struct error *err)
{
	double before[SEATS_MAX], after[SEATS_MAX];
	int bots[SEATS_MAX];
	for (int i = 0; i < g->seats; i++) {
		if (!isfinite(g->seat[i].elo_before))
			g->seat[i].elo_before = ELO_START;
		before[i] = g->seat[i].elo_before;
		for (bots[i] = 0; strcmp(g->seat[bots[i]].name, g->seat[i].name) != 0; bots[i]++)
			;
	}
	elo_update(before, judge->ranks, judge->failed, bots, g->seats, after);
	for (int i = 0; i < g->seats; i++) {
		if (!isfinite(g->seat[i].elo_after))
			g->seat[i].elo_after = after[i];
		if (fabs(g->seat[i].elo_after - after[i]) > IMPORT_CHECK_NEAR)
			return error_set(err, "seat %d is rated %g after the game, but %g follows",
				i + 1, g->seat[i].elo_after, after[i]);
	}
	return true;
}

/* Takes the first mismatch as the reason. */
static void import_check_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	struct error *err = arg;
	if (error_is_set(err))
		return;
	char *text = rejudge_describe(m);
	error_set(err, "%s", text);
	free(text);
}

bool import_check_game(struct rejudge *judge, int seats, struct db_game *g, struct error *err)
{
	error_clear(err);
	if (!import_check_shape(g, seats, err))
		return false;
	judge->mismatch = import_check_mismatch;
	judge->arg = err;
	rejudge_game(judge, g);
	g->moves_hash = judge->moves_hash;
	return !error_is_set(err) && import_check_ratings(judge, g, err);
}
