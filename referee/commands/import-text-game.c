/*
 * import-text-game.c - from tags and moves to a game and the tournament that it is of.
 */
#include "referee/commands/import-text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/game/verdict.h"
#include "referee/config/definition-text.h"

static const char *text_tag(const struct text_in *t, int tag, const char *missing)
{
	return t->tags[tag] != NULL ? t->tags[tag] : missing;
}

/* A tag that is a number; false: it is there and is none, which is told. */
static bool text_tag_number(const struct text_in *t, struct import *imp, int tag, const char *name,
	int64_t least, int64_t most, int64_t *value)
{
	if (t->tags[tag] == NULL || import_text_number(t->tags[tag], least, most, value))
		return true;
	import_mistake(imp, "tag %s: \"%.40s\" is no number that it can be", name, t->tags[tag]);
	return false;
}

static bool text_tag_time(
	const struct text_in *t, struct import *imp, int tag, const char *name, int64_t *value)
{
	if (t->tags[tag] == NULL || export_time_read(t->tags[tag], value))
		return true;
	import_mistake(imp, "tag %s: \"%.40s\" is no moment such as 2026-03-01T12:00:00.123Z", name,
		t->tags[tag]);
	return false;
}

/* --- its tournament ------------------------------------------------------------------------- */

/* What the games' tags alone say of it. */
static char *text_definition(const struct text_in *t)
{
	const char *params = text_tag(t, TAG_PARAMS, "none");
	if (t->event != NULL && strcmp(t->event, text_tag(t, TAG_EVENT, "")) == 0)
		return definition_text_renamed(t->definition != NULL ? t->definition : "");
	return memory_print(
		"game = %s\nplayers = %d\nparam = %.*s\n" DEFINITION_TEXT_FAILED_TOGETHER,
		t->tags[TAG_GAME], t->seats, (int)strcspn(params, "\n"), params);
}

/* A bot of its name, with what it has of its own. */
static int64_t text_bot(const struct text_in *t, struct import *imp, const char *name)
{
	struct db_bot bot = {.name = name, .command = "", .digest = ""};
	for (int i = 0; i < t->own_count; i++)
		if (strcmp(t->own[i].name, name) == 0)
			bot.settings = t->own[i].settings;
	return import_bot(imp, &bot);
}

/* Who sat out in the tournament that was opened. */
static void text_byes(const struct text_in *t, struct import *imp)
{
	for (int i = 0; i < t->byes_count && !imp->stopped; i++) {
		const struct text_bye *bye = &t->byes[i];
		int64_t bot = text_bot(t, imp, bye->name);
		if (bot != 0 && imp->mistakes == 0 && imp->error == DB_OK)
			imp->error = db_bye_add(imp->intake.db, imp->intake.tournament, bye->round,
				bot, bye->points);
	}
}

/* Goes on with the tournament that is open, or opens the one that the game is of. */
static void text_tournament(const struct text_in *t, struct import *imp)
{
	bool headed = t->event != NULL && strcmp(t->event, text_tag(t, TAG_EVENT, "")) == 0;
	char *definition = text_definition(t);
	const struct db_tournament row = {.name = text_tag(t, TAG_EVENT, "imported"),
		.game = t->tags[TAG_GAME],
		.format = headed && t->format != NULL ? t->format : "",
		.definition = definition,
		.seats = t->seats,
		.seed = headed ? t->seed : 0,
		.created_ms = headed ? t->created : 0,
		.note = headed ? t->note : NULL};
	const struct db_tournament *now = &imp->tournament;
	if (now->name == NULL || strcmp(now->name, row.name) != 0 ||
		strcmp(now->game, row.game) != 0 || now->seats != row.seats ||
		now->seed != row.seed || now->created_ms != row.created_ms ||
		strcmp(now->format, row.format) != 0 || strcmp(now->definition, definition) != 0) {
		import_begin(imp, &row);
		if (headed)
			text_byes(t, imp);
	}
	free(definition);
}

/* --- its seats ------------------------------------------------------------------------------ */

/* Ranks by a result: "1-0", or one for each seat as in "1-3-2". */
static bool text_result_ranks(const char *result, int seats, int ranks[SEATS_MAX])
{
	static const struct {
		const char *result;
		int ranks[2];
	} known[] = {{"1-0", {1, 2}}, {"0-1", {2, 1}}, {"1/2-1/2", {1, 1}}, {"0-0", {1, 1}}};
	for (size_t i = 0; seats == 2 && i < sizeof known / sizeof *known; i++) {
		ranks[0] = known[i].ranks[0];
		ranks[1] = known[i].ranks[1];
		if (strcmp(known[i].result, result) == 0)
			return true;
	}
	if (seats == 2 || (int)strlen(result) != 2 * seats - 1)
		return false;
	bool none = strspn(result, "0-") == strlen(result);
	for (int i = 0; i < seats; i++)
		ranks[i] = none ? 1 : result[2 * i] - '0';
	return true;
}

/* The tags Rank1 ... and Result and the end of the moves: what is there must agree. */
static bool text_ranks(const struct text_in *t, struct import *imp, struct db_game *g)
{
	const char *const results[] = {t->tags[TAG_RESULT], t->over ? t->result : NULL};
	int ranks[SEATS_MAX];
	for (int i = 0; i < g->seats; i++) {
		int64_t rank = 0;
		if (!text_tag_number(t, imp, TAG_RANK + i, "Rank", 1, SEATS_MAX, &rank))
			return false;
		g->seat[i].rank = (int)rank;
	}
	for (size_t r = 0; r < sizeof results / sizeof *results; r++) {
		if (results[r] == NULL)
			continue;
		bool good = text_result_ranks(results[r], g->seats, ranks);
		for (int i = 0; i < g->seats && good; i++) {
			if (g->seat[i].rank == 0)
				g->seat[i].rank = ranks[i];
			good = g->seat[i].rank == ranks[i];
		}
		if (!good) {
			import_mistake(imp,
				"the result \"%.20s\" is none of this game, or not what its ranks or its other result say",
				results[r]);
			return false;
		}
	}
	for (int i = 0; i < g->seats; i++)
		if (g->seat[i].rank == 0) {
			import_mistake(imp, "how it ended is missing: a tag Result");
			return false;
		}
	return true;
}

/* Ranks alone do not tell a draw from seats that failed together: the result does. */
static bool text_results_agree(const struct text_in *t, struct import *imp, const struct db_game *g)
{
	const char *const results[] = {t->tags[TAG_RESULT], t->over ? t->result : NULL};
	char right[GAME_RESULT];
	int ranks[SEATS_MAX];
	enum verdict verdicts[SEATS_MAX];
	for (int i = 0; i < g->seats; i++) {
		ranks[i] = g->seat[i].rank;
		verdicts[i] = verdict_find(g->seat[i].verdict);
	}
	bool tie = definition_text_failed_tie(imp->tournament.definition);
	unsigned failed = tie ? 0 : game_failed_together(ranks, verdicts, g->seats);
	game_result(ranks, failed, g->seats, '-', right);
	for (size_t r = 0; r < sizeof results / sizeof *results; r++)
		if (results[r] != NULL && strcmp(results[r], right) != 0) {
			import_mistake(imp,
				"the result \"%.20s\" is not what the verdicts say, which is %s: 0-0 is for seats that failed together",
				results[r], right);
			return false;
		}
	return true;
}

static bool text_seat(const struct text_in *t, struct import *imp, int i, struct db_seat *seat)
{
	const char *elo = t->tags[TAG_ELO + i];
	char *end;
	seat->name = t->tags[TAG_SEAT + i];
	seat->verdict = text_tag(t, TAG_VERDICT + i, verdict_table[VERDICT_OK].name);
	seat->detail = t->tags[TAG_DETAIL + i];
	seat->points = seat->elo_before = seat->elo_after = NAN;
	if (elo != NULL) {
		seat->elo_before = strtod(elo, &end);
		if (end == elo || *end != '\0' || !isfinite(seat->elo_before)) {
			import_mistake(imp, "tag Elo%d: \"%.40s\" is no rating", i + 1, elo);
			return false;
		}
	}
	if (*seat->name == '\0') {
		import_mistake(imp, "tag Seat%d is empty: a player has a name", i + 1);
		return false;
	}
	return true;
}

/* --- the game ------------------------------------------------------------------------------- */

static bool text_numbers(const struct text_in *t, struct import *imp, struct db_game *g)
{
	int64_t round = 1;
	g->pairing = t->games;
	bool good = text_tag_number(t, imp, TAG_ROUND, "Round", 1, INT32_MAX, &round) &&
		    text_tag_number(
			    t, imp, TAG_PAIRING, "Pairing", INT64_MIN, INT64_MAX, &g->pairing) &&
		    text_tag_number(t, imp, TAG_SEED, "Seed", INT64_MIN, INT64_MAX, &g->seed) &&
		    text_tag_time(t, imp, TAG_START, "Start", &g->started_ms);
	g->ended_ms = g->started_ms;
	g->round = (int)round;
	return good && text_tag_time(t, imp, TAG_END, "End", &g->ended_ms);
}

void import_text_game(struct text_in *t, struct import *imp)
{
	struct db_game g = {.opening = text_tag(t, TAG_OPENING, ""),
		.final = t->tags[TAG_FINAL],
		.sandbox = text_tag(t, TAG_SANDBOX, ""),
		.plies = t->count,
		.moves_count = t->count,
		.moves = t->moves};
	t->games++;
	while (t->seats < SEATS_MAX && t->tags[TAG_SEAT + t->seats] != NULL)
		t->seats++;
	if (t->tags[TAG_GAME] == NULL || t->seats < 2) {
		import_mistake(imp, "the tags Game, Seat1 and Seat2 are missing, or one of them");
		return;
	}
	g.seats = t->seats;
	for (int i = 0; i < t->count; i++) {
		t->moves[i].ply = i + 1;
		t->moves[i].text = t->words[i];
	}
	bool good = text_numbers(t, imp, &g);
	for (int i = 0; i < g.seats && good; i++)
		good = text_seat(t, imp, i, &g.seat[i]);
	if (!good || !text_ranks(t, imp, &g))
		return;
	g.reason = t->tags[TAG_REASON];
	text_tournament(t, imp);
	for (int i = 0; i < g.seats && !imp->stopped; i++)
		g.seat[i].bot = text_bot(t, imp, g.seat[i].name);
	if (!imp->stopped && text_results_agree(t, imp, &g))
		import_game(imp, &g);
}
