/*
 * import-check.c - a game from a file, played again by the rules before it is taken: its moves, its
 * end, its ranks, and what follows from them.
 */
#include "referee/transfer/import.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "referee/transfer/export.h"
#include "referee/base/memory.h"
#include "referee/game/history.h"
#include "referee/game/game-hash.h"
#include "referee/config/definition-text.h"
#include "referee/rating/rating-elo.h"

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

/* --- played again --------------------------------------------------------------------------- */

/* Setups that differ by the game's seed are made for each. */
static bool check_setup(struct import *imp, const struct db_game *g, char why[IMPORT_WHY])
{
	if ((imp->setup.rules == imp->rules && !imp->seeded) ||
		setup_init(&imp->setup, imp->rules, imp->tournament.seats, (uint64_t)g->seed,
			imp->params.settings, imp->params.count, why, IMPORT_WHY))
		return true;
	imp->setup.rules = NULL;
	return false;
}

/* The position after the opening, which is one itself or moves from the start. */
static bool check_opening(const struct setup *setup, const char *opening, char start[POSITION_TEXT],
	struct game *play, char why[IMPORT_WHY])
{
	static const struct limits none;
	char other[IMPORT_WHY];
	start[0] = '\0';
	if (*opening == '\0')
		return true;
	if ((strlen(opening) >= POSITION_TEXT ||
		    !game_begin(play, setup, &none, 0, opening, "", other, sizeof other)) &&
		!game_begin(play, setup, &none, 0, "", opening, why, IMPORT_WHY))
		return false;
	setup->rules->write(setup, &play->position, start);
	return true;
}

static bool check_moves(struct history *h, const struct db_game *g, char why[IMPORT_WHY])
{
	struct history_ends ends = {.verdict = {VERDICT_OK}};
	for (int i = 0; i < g->seats; i++)
		ends.verdict[i] = verdict_find(g->seat[i].verdict);
	for (int i = 0; i < g->plies; i++) {
		const struct db_move *m = &g->moves[i];
		if (m->seat < 1 || m->seat > g->seats)
			return check_refuse(why, "move %d is of seat %d, which the game has not",
				i + 1, m->seat);
		if (strlen(m->text) >= MOVE_TEXT || *m->text == '\0')
			return check_refuse(why, "move %d is no move of this game", i + 1);
		history_add_move(h, m->seat, m->text, NULL);
	}
	return history_settle(h, &ends, why, IMPORT_WHY);
}

/* How did it end? By the rules, since nobody was left, or early, for a reason that the rules do not
 * know. */
static bool check_end(struct db_game *g, const struct game *play, char why[IMPORT_WHY])
{
	if (g->reason == NULL && play->reason == NULL)
		return check_refuse(
			why, "after its moves it is not over, and no reason says why it ended");
	if (g->reason == NULL)
		g->reason = play->reason;
	if (play->reason != NULL && strcmp(play->reason, g->reason) == 0)
		return true;
	if (play->reason != NULL && strcmp(play->reason, "normal") == 0)
		return check_refuse(
			why, "its reason is \"%.40s\", but by the rules it is over", g->reason);
	/* Of several that left at once any may have been named. */
	if (play->reason != NULL && verdict_find(g->reason) != VERDICTS)
		return true;
	if (play->reason == NULL && strcmp(g->reason, "normal") != 0 &&
		verdict_find(g->reason) == VERDICTS && *g->reason != '\0')
		return true;
	return check_refuse(why, "its reason is \"%.40s\", but after its moves it %s", g->reason,
		play->reason == NULL ? "is not over" : "has ended in another way");
}

/* --- ranks ---------------------------------------------------------------------------------- */

/* Places as they are shared: 1 2 2 4. */
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

/* By the rules; who left ranks below who stayed. Of several that left nobody says whether it was at
 * once, and a game that ended early has the ranks that it was given. */
static bool check_ranks(const struct db_game *g, const struct game *play, char why[IMPORT_WHY])
{
	int ranks[SEATS_MAX];
	bool early = play->reason == NULL && strcmp(g->reason, "max-plies") != 0;
	game_ranks(play, ranks);
	for (int i = 0; i < g->seats; i++) {
		bool left = play->seat[i].left > 0;
		for (int j = 0; left && j < g->seats; j++)
			if (play->seat[j].left == 0 && g->seat[j].rank >= g->seat[i].rank)
				return check_refuse(why,
					"seat %d left the game and ranks no lower than seat %d, which stayed",
					i + 1, j + 1);
		if (g->seat[i].rank != ranks[i] && !early && (!left || play->gone < 2))
			return check_refuse(why, "seat %d has rank %d, but by the rules %d", i + 1,
				g->seat[i].rank, ranks[i]);
	}
	return true;
}

/* The seats that failed together, by the rule of the game's tournament. */
static unsigned check_failed(const struct import *imp, const struct db_game *g)
{
	int ranks[SEATS_MAX];
	enum verdict verdicts[SEATS_MAX];
	for (int i = 0; i < g->seats; i++) {
		ranks[i] = g->seat[i].rank;
		verdicts[i] = verdict_find(g->seat[i].verdict);
	}
	bool tie = definition_text_failed_tie(imp->tournament.definition);
	return tie ? 0 : game_failed_together(ranks, verdicts, g->seats);
}

static bool check_points(const struct import *imp, struct db_game *g, char why[IMPORT_WHY])
{
	int ranks[SEATS_MAX];
	unsigned failed = check_failed(imp, g);
	for (int i = 0; i < g->seats; i++)
		ranks[i] = g->seat[i].rank;
	for (int i = 0; i < g->seats; i++) {
		double points = game_points(ranks, failed, g->seats, i + 1);
		if (isnan(g->seat[i].points))
			g->seat[i].points = points;
		if (fabs(g->seat[i].points - points) > CHECK_NEAR)
			return check_refuse(why, "seat %d has %g points, but its rank is worth %g",
				i + 1, g->seat[i].points, points);
	}
	return true;
}

/* What the game did to the ratings, whatever they were before it. */
static bool check_ratings(const struct import *imp, struct db_game *g, char why[IMPORT_WHY])
{
	double before[SEATS_MAX], after[SEATS_MAX];
	int bots[SEATS_MAX], ranks[SEATS_MAX];
	for (int i = 0; i < g->seats; i++) {
		if (!isfinite(g->seat[i].elo_before))
			g->seat[i].elo_before = ELO_START;
		before[i] = g->seat[i].elo_before;
		ranks[i] = g->seat[i].rank;
		for (bots[i] = 0; strcmp(g->seat[bots[i]].name, g->seat[i].name) != 0; bots[i]++)
			;
	}
	elo_update(before, ranks, check_failed(imp, g), bots, g->seats, after);
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

static void check_line(const struct import *imp, struct db_game *g)
{
	const uint64_t seed = (uint64_t)g->seed;
	struct game_hash line;
	game_hash_begin(&line, imp->seeded ? &seed : NULL, g->opening);
	for (int i = 0; i < g->plies; i++)
		game_hash_move(&line, g->moves[i].text);
	g->moves_hash = game_hash_end(&line);
}

/* --- all of it ------------------------------------------------------------------------------ */

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

static bool check_played(struct import *imp, struct db_game *g, struct history *h,
	struct game *play, char *room, char why[IMPORT_WHY])
{
	static const struct limits none;
	char final[POSITION_TEXT];
	if (!check_moves(h, g, why) || !history_replay(h, h->count, &none, play, why, IMPORT_WHY) ||
		!check_end(g, play, why) || !check_ranks(g, play, why))
		return false;
	imp->setup.rules->write(&imp->setup, &play->position, final);
	if (g->final == NULL)
		g->final = strcpy(room, final);
	if (strcmp(g->final, final) != 0)
		return check_refuse(why,
			"after its moves the position is \"%.150s\", not \"%.150s\"", final,
			g->final);
	check_line(imp, g);
	return check_points(imp, g, why) && check_ratings(imp, g, why);
}

bool import_check(struct import *imp, struct db_game *g, char *room, char why[IMPORT_WHY])
{
	char start[POSITION_TEXT];
	struct history history;
	if (!check_shape(imp, g, why) || !check_setup(imp, g, why))
		return false;
	struct game *play = memory_get(1, sizeof *play);
	bool good = check_opening(&imp->setup, g->opening, start, play, why);
	if (good) {
		history_init(&history, &imp->setup, start);
		good = check_played(imp, g, &history, play, room, why);
		history_clear(&history);
	}
	free(play);
	return good;
}
