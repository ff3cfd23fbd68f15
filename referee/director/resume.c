/*
 * resume.c - what a database holds of a tournament.
 */
#include "referee/director/resume.h"

#include <signal.h>
#include <stdlib.h>

#include "referee/base/memory.h"
#include "referee/config/definition-text.h"
#include "referee/director/opening-shortage.h"
#include "referee/config/settings.h"

/* --- bots that are not in the file any more -------------------------------------------------- */

static void kept_not_told(void *arg, const char *line)
{
	(void)arg, (void)line;
}

/* A bot as its row of the query tournament-bots says. */
static void kept_fill(struct bot *bot, const struct db_value *values)
{
	enum { ID, NAME, COMMAND, DIGEST, SETTINGS, REMOTE };
	bot->was = memory_copy(values[DIGEST].text);
	bot->remote = values[REMOTE].integer != 0;
	bot->command = bot->remote ? NULL : memory_copy(values[COMMAND].text);
	if (values[SETTINGS].text != NULL)
		bot_definition_read(bot, values[SETTINGS].text, bot->at);
}

/* The last program of a name counts, so it takes the place of the one before. */
static bool kept_on_bot(
	void *arg, int columns, const char *const *names, const struct db_value *values)
{
	enum { ID, NAME };
	struct mistakes mistakes = {kept_not_told, NULL, 0};
	struct tournament *t = arg;
	struct origin at = {t->file != NULL ? t->file : "", 1};
	int place = tournament_find_bot(t, values[NAME].text);
	(void)columns, (void)names;
	if (place >= 0 && t->bots[place].was == NULL)
		return true;
	struct bot *bot = place >= 0 ? &t->bots[place] : NULL;
	if (bot != NULL)
		bot_clear(bot);
	if (bot != NULL)
		bot->name = memory_copy(values[NAME].text);
	else if (t->bots_count < BOTS_MAX)
		bot = tournament_add_bot(t, values[NAME].text, at, &mistakes);
	if (bot == NULL)
		return false;
	bot->at = at;
	kept_fill(bot, values);
	return true;
}

/* Of a tournament that is there: what of its definition stays as it began; and where bots may
 * leave, those that took part stand behind those of the file. */
static int kept_recall(struct kept *k, struct tournament *t)
{
	struct db_tournament row;
	int error = db_tournament_find(k->db, t->name, &row);
	if (error != DB_OK)
		return error == DB_NONE ? DB_OK : error;
	int64_t id = row.id;
	definition_keep(row.definition, t);
	return schedule_find(t->format)->joins != NULL
		       ? db_read(k->db, "tournament-bots", &id, 1, kept_on_bot, t)
		       : DB_OK;
}

/* --- what it holds --------------------------------------------------------------------------- */

#include "referee/config/definition-text.h"

/* What of t only the database knows, then the games. */
static int kept_hold(struct kept *k, struct tournament *t, struct agenda *agenda)
{
	struct store *s = &k->store;
	t->games_began = s->games_began;
	t->failed_tie = s->failed_tie;
	t->repeats_count = s->repeats_count;
	for (int i = 0; i < t->bots_count; i++)
		t->bots[i].enters = s->enters[i];
	int error =
		schedule_find(t->format)->joins != NULL ? store_recall_retirements(s, t) : DB_OK;
	if (error != DB_OK)
		return error;
	if (!agenda_asks(agenda))
		return db_pairings(k->db, s->tournament, agenda_hold, agenda);
	error = db_replaced(k->db, s->tournament, agenda_hold_replaced, agenda);
	return error == DB_OK ? db_outcomes(k->db, s->tournament, agenda_hold_result, agenda)
			      : error;
}

/* Only here it is known by which rules the openings are drawn. */
static int kept_check_openings(const struct agenda *agenda, char why[WHY])
{
	return openings_are_found(&agenda->openings, &agenda->setup, why, WHY) ? DB_OK
									       : KEPT_REFUSED;
}

int kept_open(struct kept *k, struct tournament *t, struct agenda *agenda,
	const struct store_wish *wish, char why[WHY])
{
	char notes[WHY];
	*k = (struct kept){.db = NULL};
	*why = '\0';
	signal(SIGXFSZ, SIG_IGN); /* so that a limit on files is an error that can be told */
	int error = db_open(&k->db, t->db, DB_WRITE);
	if (error == DB_OK && !wish->fresh)
		error = kept_recall(k, t);
	if (error == DB_OK)
		error = kept_check_openings(agenda, why);
	if (error == DB_OK)
		error = store_open(&k->store, k->db, t, wish, why, WHY);
	if (error != DB_OK)
		return error;
	openings_describe(&agenda->openings, notes, sizeof notes);
	store_note(&k->store, "%s", notes);
	error = kept_hold(k, t, agenda);
	if (set_count(&agenda->held) > 0)
		return error;
	store_note_same(&k->store, t);
	few_openings(&agenda->openings, &agenda->setup, notes, sizeof notes);
	store_note(&k->store, "%s", notes);
	return error;
}

void kept_close(struct kept *k)
{
	store_close(&k->store);
	db_close(k->db);
	*k = (struct kept){.db = NULL};
}
