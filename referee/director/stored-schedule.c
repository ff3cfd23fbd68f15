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

static int stored_schedule_entries(
	struct stored_schedule *stored, struct db *db, int64_t tournament)
{
	struct db_query q;
	bool joins = schedule_find(stored->t.format)->joins != NULL;
	db_query(&q, db, "first-rounds", tournament);
	while (db_next(&q))
		if (joins && stored->t.bots_count < BOTS_MAX)
			stored_schedule_add_bot(
				stored, db_text(&q, "bot"), (int)db_int(&q, "round"));
	return db_end(&q);
}

int stored_schedule_retirements(struct tournament *t, struct db *db, int64_t tournament)
{
	struct db_query q;
	db_query(&q, db, "retirements", tournament);
	while (db_next(&q)) {
		int place = tournament_find_bot(t, db_text(&q, "bot"));
		struct bot *bot = place >= 0 ? &t->bots[place] : NULL;
		if (bot == NULL || bot_is_retired(bot))
			continue;
		bot_retire(bot, (int)db_int(&q, "round"));
		if (!db_is_null(&q, "back"))
			bot_come_back(bot, (int)db_int(&q, "back"));
	}
	return db_end(&q);
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
	int error = stored_schedule_entries(stored, db, of->id);
	if (error == DB_OK)
		error = stored_schedule_rounds(stored, db, of->id);
	stored->recomputed =
		stored->recomputed && stored->t.bots_count >= schedule_bots_min(&stored->t);
	if (error != DB_OK || !stored->recomputed)
		return error;
	error = stored_schedule_retirements(&stored->t, db, of->id);
	if (error != DB_OK)
		return error;
	schedule_iterator_init(&stored->iterator, &stored->t);
	return schedule_iterator_read(&stored->iterator, db, of->id, stored->t.players);
}

void stored_schedule_clear(struct stored_schedule *stored)
{
	if (stored->iterator.t != NULL)
		schedule_iterator_clear(&stored->iterator);
	tournament_clear(&stored->t);
	*stored = (struct stored_schedule){.recomputed = false};
}
