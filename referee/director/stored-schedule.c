/*
 * stored-schedule.c - rebuilds the schedule of a stored tournament.
 *
 * If later pairings depend on the participants, the definition lists the bots in order. A ladder's
 * definition does not: the table participants has its bots and their first rounds.
 */
#include "referee/director/stored-schedule.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/key-value.h"
#include "base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/config/settings.h"

enum { STORED_SCHEDULE_ROUNDS = 100000 /* rounds in a sound file */ };

/* The settings that pairings depend on, besides format and bots. */
static const char *const stored_schedule_keys[] = {"seeds", "seat-orders", "elo0", "elo1", "alpha",
	"beta", "model", "openings", "balanced-openings", "decided-openings"};

static bool stored_schedule_add_bot(struct stored_schedule *stored, const char *name, int enters)
{
	struct diagnostics mistakes = {NULL, NULL, 0};
	struct bot *bot = tournament_add_bot(&stored->t, name, (struct origin){NULL, 0}, &mistakes);
	if (bot != NULL)
		bot->enters = enters;
	return bot != NULL;
}

/* Reads the names after " of". */
static bool stored_schedule_names(struct stored_schedule *stored, const char *text)
{
	const char *of = strstr(text, " of ");
	/* A knockout has them after the second: "knockout in matches of 2 of a b". */
	if (of != NULL && strstr(of + 1, " of ") != NULL &&
		strcmp(stored->t.format, "knockout") == 0)
		of = strstr(of + 1, " of ");
	char *names = memory_copy(of != NULL ? of + 4 : ""), *at = names, *name;
	bool good = true;
	while (good && (name = strsep(&at, " ")) != NULL)
		good = *name == '\0' || stored_schedule_add_bot(stored, name, 1);
	free(names);
	return good;
}

static bool stored_schedule_format(struct stored_schedule *stored, const char *text)
{
	char *name = memory_print("%.*s", (int)strcspn(text, " "), text);
	bool known = schedule_find(name) != NULL;
	int games = 0;
	free(stored->t.format);
	stored->t.format = name;
	if (!known)
		return false;
	if (sscanf(text, "knockout in matches of %d ", &games) == 1)
		stored->t.rounds = games / 2;
	const struct schedule *s = schedule_find(name);
	stored->recomputed = s->step != NULL;
	return s->joins != NULL || !stored->recomputed || stored_schedule_names(stored, text);
}

static bool stored_schedule_setting(
	struct stored_schedule *stored, const struct key_value_line *line)
{
	struct error err;
	bool good = true;
	for (size_t i = 0; i < sizeof stored_schedule_keys / sizeof *stored_schedule_keys; i++) {
		if (!key_value_is(line, stored_schedule_keys[i]))
			continue;
		char *text = memory_print("%.*s", line->value_length, line->value);
		const struct setting *row =
			settings_find(settings_of_tournament, stored_schedule_keys[i]);
		good = row->value->read(row, &stored->t, text, &err);
		free(text);
	}
	return good;
}

/* False: this version has no schedule for it. */
static bool stored_schedule_read(
	struct stored_schedule *stored, const struct stored_schedule_of *of)
{
	struct key_value_line line;
	struct error err;
	char *format = key_value_value(of->definition, "format");
	bool good = format != NULL &&
		    definition_text_read(&stored->t, of->game, of->seats, of->definition, &err) &&
		    stored_schedule_format(stored, format);
	free(format);
	stored->t.seed = (uint64_t)of->seed;
	stored->t.failed_tie = definition_text_failed_tie(of->definition);
	stored->t.repeats_count = definition_text_repeats_count(of->definition);
	stored->t.concurrency = INT32_MAX; /* no wait in an sprt for running games */
	for (const char *at = of->definition; good && (at = key_value_next(at, &line)) != NULL;)
		good = stored_schedule_setting(stored, &line);
	struct diagnostics mistakes = {NULL, NULL, 0};
	if (good)
		schedule_check(&stored->t, &mistakes);
	return good && mistakes.count == 0 && stored->t.rounds >= 1 &&
	       stored->t.rounds <= STORED_SCHEDULE_ROUNDS;
}

static void stored_schedule_on_entry(void *arg, const char *bot, int round)
{
	struct stored_schedule *stored = arg;
	if (schedule_find(stored->t.format)->joins != NULL && stored->t.bots_count < BOTS_MAX)
		stored_schedule_add_bot(stored, bot, round);
}

void stored_schedule_on_retirement(void *tournament, const char *name, int round, int back)
{
	struct tournament *t = tournament;
	int bot = tournament_find_bot(t, name);
	if (bot < 0 || bot_is_retired(&t->bots[bot]))
		return;
	bot_retire(&t->bots[bot], round);
	if (back > 0)
		bot_come_back(&t->bots[bot], back);
}

static void stored_schedule_on_replaced(
	void *arg, int64_t pairing, int paired, const double *points, unsigned absent, int seats)
{
	struct stored_schedule *stored = arg;
	const struct score score = schedule_results_score(points, absent, seats);
	if (seats == stored->t.players)
		schedule_iterator_replaced(&stored->iterator, (uint64_t)pairing, paired, &score);
}

static void stored_schedule_on_outcome(void *arg, const struct db_outcome *outcome)
{
	struct stored_schedule *stored = arg;
	const struct score score = schedule_results_outcome(outcome);
	if (outcome->seats == stored->t.players)
		schedule_iterator_result(&stored->iterator, (uint64_t)outcome->pairing, &score);
}

/* Restores all rounds with a stored game; later ones are not needed. */
static int stored_schedule_rounds(struct stored_schedule *stored, struct db *db, int64_t tournament)
{
	struct diagnostics mistakes = {NULL, NULL, 0};
	char text[24];
	int last = 0, error = db_last_round(db, tournament, &last);
	stored->recomputed = stored->recomputed && last <= STORED_SCHEDULE_ROUNDS;
	snprintf(text, sizeof text, "%d", last > 0 && stored->recomputed ? last : 1);
	if (strcmp(stored->t.format, "swiss") == 0)
		settings_set(&stored->t, settings_find(settings_of_tournament, "rounds"), text,
			(struct origin){"", 1}, &mistakes);
	return error;
}

int stored_schedule_open(struct stored_schedule *stored, struct db *db,
	const struct stored_schedule_of *of, bool *known)
{
	*stored = (struct stored_schedule){.recomputed = false};
	tournament_init(&stored->t);
	*known = stored_schedule_read(stored, of);
	if (!*known) {
		stored->recomputed = false;
		return DB_OK;
	}
	int error = db_participants(db, of->id, stored_schedule_on_entry, stored);
	if (error == DB_OK)
		error = stored_schedule_rounds(stored, db, of->id);
	stored->recomputed =
		stored->recomputed && stored->t.bots_count >= schedule_bots_min(&stored->t);
	if (error != DB_OK || !stored->recomputed)
		return error;
	error = db_retirements(db, of->id, stored_schedule_on_retirement, &stored->t);
	if (error != DB_OK)
		return error;
	schedule_iterator_init(&stored->iterator, &stored->t);
	error = db_replaced(db, of->id, stored_schedule_on_replaced, stored);
	return error == DB_OK ? db_outcomes(db, of->id, stored_schedule_on_outcome, stored) : error;
}

void stored_schedule_clear(struct stored_schedule *stored)
{
	if (stored->iterator.t != NULL)
		schedule_iterator_clear(&stored->iterator);
	tournament_clear(&stored->t);
	*stored = (struct stored_schedule){.recomputed = false};
}
