/*
 * resume.c - opens a tournament's database to start or continue the tournament.
 */
#include "referee/director/resume.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "referee/director/changes.h"
#include "referee/config/definition-text.h"
#include "referee/config/settings.h"

/* --- bots that are missing in the file ------------------------------------------------------- */

/* The last program of a name counts, so it replaces the one before. Bots that the file does not
 * have are missed only where they may leave. False: there is no room for the bot. */
static bool resume_take_bot(struct tournament *t, struct db_query *row)
{
	struct diagnostics mistakes = {NULL, NULL, 0};
	struct origin at = {t->file != NULL ? t->file : "", 1};
	const char *name = db_text(row, "name");
	int place = tournament_find_bot(t, name);
	if (place >= 0 && strcmp(t->bots[place].name, name) != 0) {
		/* Games are stored under the form of the name that the tournament began with. */
		free(t->bots[place].name);
		t->bots[place].name = memory_copy(name);
	}
	if (place >= 0 && t->bots[place].was == NULL)
		return true;
	if (schedule_find(t->format)->joins == NULL)
		return true;
	struct bot *bot = place >= 0 ? &t->bots[place] : NULL;
	if (bot != NULL)
		bot_clear(bot);
	if (bot != NULL)
		bot->name = memory_copy(name);
	else if (t->bots_count < BOTS_MAX)
		bot = tournament_add_bot(t, name, at, &mistakes);
	if (bot == NULL)
		return false;
	const char *settings = db_text(row, "settings");
	bot->at = at;
	bot->remote = db_int(row, "remote") != 0;
	bot->command = bot->remote ? NULL : memory_copy(db_text(row, "command"));
	bot->was = memory_copy(db_text(row, "digest"));
	if (settings != NULL)
		bot_definition_read(bot, settings, at);
	return true;
}

/* Restores the stored parts of the definition that stay as they began. If bots may leave, the
 * missing ones are appended after the file's bots. */
static int resume_recall(struct db *db, struct tournament *t)
{
	struct db_tournament row;
	int error = db_tournament_find(db, t->name, &row);
	if (error != DB_OK)
		return error == DB_NONE ? DB_OK : error;
	struct db_query q;
	definition_text_keep(row.definition, t);
	db_query(&q, db, "tournament-bots", row.id);
	while (db_next(&q) && resume_take_bot(t, &q))
		;
	return db_end(&q);
}

/* --- stored games ---------------------------------------------------------------------------- */

/* Reads the fields of t that only the database has, then the games. */
static int resume_hold(struct game_store *s, struct game_queue *queue)
{
	struct tournament *t = s->t;
	t->games_began = s->games_began;
	t->failed_tie = s->failed_tie;
	t->repeats_count = s->repeats_count;
	for (int i = 0; i < t->bots_count; i++)
		t->bots[i].enters = s->enters[i];
	int error =
		schedule_find(t->format)->joins != NULL ? game_store_recall_retirements(s) : DB_OK;
	if (error != DB_OK)
		return error;
	if (game_queue_needs_results(queue))
		error = schedule_iterator_read(&queue->iterator, s->db, s->tournament, 0);
	if (error != DB_OK)
		return error;
	struct db_query q;
	db_query(&q, s->db, "pairings", s->tournament);
	while (db_next(&q))
		game_queue_hold(queue, db_int(&q, "pairing"));
	return db_end(&q);
}

int resume_open(struct game_store *s, struct tournament *t, struct game_queue *queue,
	const struct game_store_options *options, struct error *err)
{
	char notes[ERROR_TEXT];
	struct db *db = NULL;
	error_clear(err);
	int error = db_open(&db, t->db, DB_WRITE);
	*s = (struct game_store){.db = db};
	if (error == DB_OK && !options->fresh)
		error = resume_recall(db, t);
	/* Only now are the rules for drawing openings known. */
	if (error == DB_OK && !openings_are_found(&queue->openings, &queue->setup, err))
		error = RESUME_REFUSED;
	if (error == DB_OK)
		error = game_store_open(s, db, t, options, err);
	if (error != DB_OK)
		return error;
	openings_describe(&queue->openings, notes, sizeof notes);
	game_store_note(s, "%s", notes);
	error = resume_hold(s, queue);
	if (queue->held.count > 0)
		return error;
	changes_note_same(s);
	openings_describe_shortage(&queue->openings, &queue->setup, notes, sizeof notes);
	game_store_note(s, "%s", notes);
	return error;
}

void resume_close(struct game_store *s)
{
	struct db *db = s->db;
	game_store_close(s);
	db_close(db);
}
