/*
 * stored-schedule.c - a stored tournament as its schedule sees it.
 *
 * Where later games follow from who is there, the definition names the bots in their order. A
 * ladder's do not stand there: who takes part and since when is in the table entries.
 */
#include "referee/director/stored-schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee/base/key-value.h"
#include "referee/base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/config/settings.h"

enum { REPLAN_ROUNDS = 100000 /* of a file that is sound */ };

/* What pairings follow from, besides the format and the bots. */
static const char *const replan_keys[] = {"seeds", "orders", "elo0", "elo1", "alpha", "beta",
	"model", "openings", "balanced", "decided-openings"};

static void replan_tell(void *arg, const char *line)
{
	(void)arg, (void)line;
}

static bool replan_add_bot(struct replan *r, const char *name, int enters)
{
	struct mistakes mistakes = {replan_tell, NULL, 0};
	struct bot *bot = tournament_add_bot(&r->t, name, (struct origin){NULL, 0}, &mistakes);
	if (bot != NULL)
		bot->enters = enters;
	return bot != NULL;
}

/* The names behind " of". */
static bool replan_names(struct replan *r, const char *text)
{
	const char *of = strstr(text, " of ");
	/* A knockout's come behind the second: "knockout in matches of 2 of a b". */
	if (of != NULL && strstr(of + 1, " of ") != NULL && strcmp(r->t.format, "knockout") == 0)
		of = strstr(of + 1, " of ");
	char *names = memory_copy(of != NULL ? of + 4 : ""), *at = names, *name;
	bool good = true;
	while (good && (name = strsep(&at, " ")) != NULL)
		good = *name == '\0' || replan_add_bot(r, name, 1);
	free(names);
	return good;
}

static bool replan_format(struct replan *r, const char *text)
{
	char *name = memory_print("%.*s", (int)strcspn(text, " "), text);
	bool known = schedule_find(name) != NULL;
	int games = 0;
	free(r->t.format);
	r->t.format = name;
	if (!known)
		return false;
	if (sscanf(text, "knockout in matches of %d ", &games) == 1)
		r->t.rounds = games / 2;
	const struct schedule *s = schedule_find(name);
	r->walks = s->step != NULL;
	return s->joins != NULL || !r->walks || replan_names(r, text);
}

static bool replan_setting(struct replan *r, const struct keys_line *line)
{
	char why[WHY];
	bool good = true;
	for (size_t i = 0; i < sizeof replan_keys / sizeof *replan_keys; i++) {
		if (!keys_is(line, replan_keys[i]))
			continue;
		char *text = memory_print("%.*s", line->value_length, line->value);
		const struct setting *row = settings_find(settings_of_tournament, replan_keys[i]);
		good = row->value->read(row, &r->t, text, why, sizeof why);
		free(text);
	}
	return good;
}

/* False: there is no schedule for it today. */
static bool replan_read(struct replan *r, const struct replan_of *of)
{
	struct keys_line line;
	char why[WHY];
	char *format = keys_value(of->definition, "format");
	bool good = format != NULL &&
		    definition_read(&r->t, of->game, of->seats, of->definition, why, sizeof why) &&
		    replan_format(r, format);
	free(format);
	r->t.seed = (uint64_t)of->seed;
	r->t.failed_tie = definition_failed_tie(of->definition);
	r->t.repeats_count = definition_repeats_count(of->definition);
	r->t.concurrency = INT32_MAX; /* so that an sprt waits for nothing */
	for (const char *at = of->definition; good && (at = keys_next(at, &line)) != NULL;)
		good = replan_setting(r, &line);
	struct mistakes mistakes = {replan_tell, NULL, 0};
	if (good && schedule_find(r->t.format)->check != NULL)
		schedule_find(r->t.format)->check(&r->t, &mistakes);
	return good && mistakes.count == 0 && r->t.rounds >= 1 && r->t.rounds <= REPLAN_ROUNDS;
}

static void replan_on_entry(void *arg, const char *bot, int round)
{
	struct replan *r = arg;
	if (schedule_find(r->t.format)->joins != NULL && r->t.bots_count < BOTS_MAX)
		replan_add_bot(r, bot, round);
}

static void replan_on_retirement(void *arg, const char *name, int round, int back)
{
	struct replan *r = arg;
	int bot = tournament_find_bot(&r->t, name);
	if (bot < 0 || bot_is_retired(&r->t.bots[bot]))
		return;
	bot_retire(&r->t.bots[bot], round);
	if (back > 0)
		bot_come_back(&r->t.bots[bot], back);
}

static void replan_on_replaced(
	void *arg, int64_t pairing, int paired, const double *points, unsigned away, int seats)
{
	struct replan *r = arg;
	const struct score score = results_score(points, away, seats);
	if (seats == r->t.players)
		walk_replaced(&r->walk, (uint64_t)pairing, paired, &score);
}

static void replan_on_outcome(void *arg, const struct db_outcome *outcome)
{
	struct replan *r = arg;
	const struct score score = results_outcome(outcome);
	if (outcome->seats == r->t.players)
		walk_result(&r->walk, (uint64_t)outcome->pairing, &score);
}

/* As many rounds as some game has been kept of: what follows is not asked. */
static int replan_rounds(struct replan *r, struct db *db, int64_t tournament)
{
	struct mistakes mistakes = {replan_tell, NULL, 0};
	char text[24];
	int last = 0, error = db_last_round(db, tournament, &last);
	r->walks = r->walks && last <= REPLAN_ROUNDS;
	snprintf(text, sizeof text, "%d", last > 0 && r->walks ? last : 1);
	if (strcmp(r->t.format, "swiss") == 0)
		settings_set(&r->t, settings_find(settings_of_tournament, "rounds"), text,
			(struct origin){"", 1}, &mistakes);
	return error;
}

int replan_open(struct replan *r, struct db *db, const struct replan_of *of, bool *known)
{
	*r = (struct replan){.walks = false};
	tournament_init(&r->t);
	*known = replan_read(r, of);
	if (!*known) {
		r->walks = false;
		return DB_OK;
	}
	int error = db_entries(db, of->id, replan_on_entry, r);
	if (error == DB_OK)
		error = replan_rounds(r, db, of->id);
	r->walks = r->walks && r->t.bots_count >= schedule_bots_least(&r->t);
	if (error != DB_OK || !r->walks)
		return error;
	error = db_retirements(db, of->id, replan_on_retirement, r);
	if (error != DB_OK)
		return error;
	walk_init(&r->walk, &r->t);
	error = db_replaced(db, of->id, replan_on_replaced, r);
	return error == DB_OK ? db_outcomes(db, of->id, replan_on_outcome, r) : error;
}

void replan_clear(struct replan *r)
{
	if (r->walk.t != NULL)
		walk_clear(&r->walk);
	tournament_clear(&r->t);
	*r = (struct replan){.walks = false};
}
