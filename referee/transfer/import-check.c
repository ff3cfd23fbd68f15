/*
 * import-check.c - judges a game of a file by the rules before it is imported.
 */
#include "referee/transfer/import.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/rating/rating-elo.h"
#include "referee/transfer/export.h"

#define CHECK_NEAR 1e-6

static bool check_refuse(char why[IMPORT_WHY], const char *format, ...)
	__attribute__((format(printf, 2, 3)));
static bool check_refuse(char why[IMPORT_WHY], const char *format, ...)
{
	va_list words;
	va_start(words, format);
	vsnprintf(why, IMPORT_WHY, format, words);
	va_end(words);
	return false;
}

/* Writes shared places: 1 2 2 4. */
static bool check_places(const struct db_game *g, char why[IMPORT_WHY])
{
	for (int i = 0; i < g->seats; i++) {
		int better = 0;
		for (int j = 0; j < g->seats; j++)
			better += g->seat[j].rank < g->seat[i].rank;
		if (g->seat[i].rank != better + 1)
			return check_refuse(why,
				"seat %d has rank %d, but %d rank before it: ties share the better place, as in 1 2 2 4",
				i + 1, g->seat[i].rank, better);
	}
	return true;
}

static bool check_shape(const struct import *imp, const struct db_game *g, char why[IMPORT_WHY])
{
	if (g->seats != imp->tournament.seats)
		return check_refuse(why, "it has %d seats, the tournament's games have %d",
			g->seats, imp->tournament.seats);
	if (g->round < 1)
		return check_refuse(why, "its round is %d; rounds count from 1", g->round);
	if (g->ended_ms < g->started_ms)
		return check_refuse(why, "it ended before it started");
	if (g->started_ms < 0 || g->ended_ms > EXPORT_TIME_MAX)
		return check_refuse(why, "it was played in no year from 1970 to 9999");
	for (int i = 0; i < g->plies; i++)
		if (g->moves[i].wall_us < 0 || g->moves[i].cpu_us < -1)
			return check_refuse(why, "move %d took less than no time", i + 1);
	for (int i = 0; i < g->seats; i++)
		if (verdict_find(g->seat[i].verdict) == VERDICTS)
			return check_refuse(why,
				"seat %d has the verdict \"%.40s\", and there is none", i + 1,
				g->seat[i].verdict);
	return check_places(g, why);
}

/* Compares the game's changes of the ratings. The ratings before the game may be any. */
static bool check_ratings(const struct rejudge *judge, struct db_game *g, char why[IMPORT_WHY])
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
		if (fabs(g->seat[i].elo_after - after[i]) > CHECK_NEAR)
			return check_refuse(why,
				"seat %d is rated %g after the game, but %g follows", i + 1,
				g->seat[i].elo_after, after[i]);
	}
	return true;
}

/* Takes the first mismatch as the reason. */
static void check_on_mismatch(void *arg, const struct rejudge_mismatch *m)
{
	char *why = arg;
	if (*why != '\0')
		return;
	char *text = rejudge_describe(m);
	check_refuse(why, "%s", text);
	free(text);
}

bool import_check(struct import *imp, struct db_game *g, char why[IMPORT_WHY])
{
	struct rejudge *judge = imp->judge;
	*why = '\0';
	if (!check_shape(imp, g, why))
		return false;
	judge->mismatch = check_on_mismatch;
	judge->arg = why;
	rejudge_game(judge, g);
	g->moves_hash = judge->moves_hash;
	return *why == '\0' && check_ratings(judge, g, why);
}
