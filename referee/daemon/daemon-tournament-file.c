/*
 * daemon-tournament-file.c - what a tournament's file says, and what was asked besides it by hand:
 * bots that were added or benched, which its database remembers.
 */
#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/base/text-file.h"
#include "referee/daemon/daemon-tournament-parts.h"
#include "referee/config/config-file.h"
#include "referee/config/config-flags.h"
#include "referee/director/preflight.h"
#include "referee/config/settings.h"

/* --- its file -------------------------------------------------------------------------------- */

/* Is there one of the name of "NAME=COMMAND"? */
static bool entry_names(const struct tournament *t, const char *bot)
{
	size_t length = strcspn(bot, "=");
	for (int i = 0; i < t->bots_count; i++)
		if (strlen(t->bots[i].name) == length && strncmp(t->bots[i].name, bot, length) == 0)
			return true;
	return false;
}

/* The file, and the bots that came besides it: those that it names meanwhile are as it says. */
static bool entry_read_into(struct entry *e, struct tournament *t)
{
	static char flag[] = "--bot";
	struct mistakes mistakes = {entry_on_mistake, e, 0};
	tournament_read_file(t, e->path, &mistakes);
	for (int i = 0; i < e->bots_count; i++) {
		char *words[] = {flag, e->bots[i], NULL};
		if (!entry_names(t, e->bots[i]))
			settings_flag(t, 2, words, 0, &mistakes);
	}
	tournament_check(t, &mistakes);
	struct origin at = settings_origin(t, "concurrency");
	/* What is not said is as many as there is room for. */
	if (!origin_given(&at))
		t->concurrency = places_count(e->terms->places);
	return mistakes.count == 0;
}

/* The file as it stands with those that it includes; the caller frees it. NULL: it cannot be read.
 */
static char *entry_file(const struct entry *e)
{
	char why[WHY];
	int line;
	char *text = text_file_read(e->path, TEXT_FILE_MOST, &line, why, sizeof why);
	for (int i = 0; i < e->t.includes_count && text != NULL; i++) {
		char *before = text;
		char *included =
			text_file_read(e->t.includes[i], TEXT_FILE_MOST, &line, why, sizeof why);
		text = memory_print("%s\n%s", before, included != NULL ? included : why);
		free(before);
		free(included);
	}
	return text;
}

bool entry_changed(const struct entry *e)
{
	char *now = entry_file(e);
	bool same = now == NULL || e->text == NULL ? now == e->text : strcmp(now, e->text) == 0;
	free(now);
	return !same;
}

/* What is read next is what it says now. */
static void entry_note_file(struct entry *e)
{
	free(e->text);
	e->text = entry_file(e);
}

static void entry_add(struct entry *e, const char *bot)
{
	e->bots = memory_resize(e->bots, (size_t)e->bots_count + 1, sizeof *e->bots);
	e->bots[e->bots_count++] = memory_copy(bot);
}

static void entry_on_by_hand(void *arg, const char *what, const char *bot)
{
	if (strcmp(what, "add") == 0)
		entry_add(arg, bot);
}

/* Looks for the bots that were added when it ran before. True: there are some. What is wrong with
 * the database is told when it begins. */
static bool entry_recall(struct entry *e)
{
	struct db_tournament row;
	struct db *db = NULL;
	if (db_open(&db, e->t.db, DB_READ) == DB_OK &&
		db_tournament_find(db, e->t.name, &row) == DB_OK)
		db_by_hand(db, row.id, entry_on_by_hand, e);
	db_close(db);
	return e->bots_count > 0;
}

static bool entry_read_anew(struct entry *e)
{
	tournament_clear(&e->t);
	tournament_init(&e->t);
	free(e->present); /* by the places of the bots before */
	e->present = NULL;
	return entry_read_into(e, &e->t);
}

bool entry_read(struct entry *e)
{
	struct mistakes mistakes = {entry_on_mistake, e, 0};
	entry_note_file(e);
	e->read = entry_read_anew(e);
	if (e->t.includes_count > 0)
		entry_note_file(e); /* which ones, is known by now */
	if (e->read && e->bots_count == 0 && entry_recall(e))
		e->read = entry_read_anew(e);
	e->read = e->read && entry_plan(e, &mistakes);
	entry_unplan(e);
	return e->read;
}

/* --- bots ------------------------------------------------------------------------------------ */

static bool entry_on_read_again(void *arg, struct tournament *fresh)
{
	return entry_read_into(arg, fresh);
}

void entry_reread(struct entry *e)
{
	struct joining joining = {&e->t, entry_on_read_again, entry_on_say, e};
	if (!entry_changed(e))
		return;
	if (e->state == ENTRY_RUNNING)
		entry_note_file(e);
	if (e->state == ENTRY_RUNNING && director_joins(e->director))
		director_read_again(e->director, &joining);
	else if (e->state == ENTRY_RUNNING)
		joining_compare(&joining);
	else if (e->state == ENTRY_WAITING && !entry_read(e))
		entry_fail(e, e->why);
}

/* So that it holds when the daemon is started again. */
static bool entry_remember(
	struct entry *e, const char *what, const char *bot, bool holds, char why[WHY])
{
	if (store_by_hand(&e->kept.store, what, bot, holds) == DB_OK)
		return true;
	snprintf(why, WHY, "%.*s", WHY - 1, db_why(e->kept.db));
	return false;
}

/* Is the program of "NAME=COMMAND" there? What else is wrong with it is told when it is read.
 * False: a line in why. */
static bool entry_finds_program(const char *bot, char why[WHY])
{
	const char *equals = strchr(bot, '=');
	if (equals == NULL || ready_has_program(equals + 1, NULL, why))
		return true;
	size_t used = strlen(why);
	snprintf(why + used, WHY - used, "; it is looked for from the daemon's folder");
	return false;
}

bool entry_add_bot(struct entry *e, const char *bot, char why[WHY])
{
	struct joining joining = {&e->t, entry_on_read_again, entry_on_say, e};
	if (e->state != ENTRY_RUNNING) {
		snprintf(why, WHY, "%s is %s; write the bot into %s", e->t.name,
			entry_state_name(e), e->path);
		return false;
	}
	if (director_ends(e->director)) {
		snprintf(why, WHY, "%s is ending; write the bot into %s", e->t.name, e->path);
		return false;
	}
	if (!director_joins(e->director)) {
		snprintf(why, WHY,
			"format = %s takes no bots while it runs; stop %s, write the bot into %s "
			"and submit it again",
			e->t.format, e->t.name, e->path);
		return false;
	}
	if (strchr(bot, '=') == NULL) {
		snprintf(why, WHY, "\"%.200s\": it is NAME=COMMAND", bot);
		return false;
	}
	if (entry_names(&e->t, bot)) {
		snprintf(why, WHY, "there is a bot %.*s already", (int)strcspn(bot, "="), bot);
		return false;
	}
	if (!entry_finds_program(bot, why))
		return false;
	/* First: it would be missed in a tournament that has played with it. */
	if (!entry_remember(e, "add", bot, true, why))
		return false;
	entry_add(e, bot);
	if (director_read_again(e->director, &joining) > 0) {
		const struct bot *joined = &e->t.bots[e->t.bots_count - 1];
		snprintf(why, WHY, "%s: bot %s takes part from block %d on", e->t.name,
			joined->name, joined->enters);
		return true;
	}
	snprintf(why, WHY, "%.*s", WHY - 1, e->why);
	store_by_hand(&e->kept.store, "add", bot, false);
	free(e->bots[--e->bots_count]);
	return false;
}

/* The place of a bot of a tournament that runs; -1: a line in why. */
static int entry_find_bot(const struct entry *e, const char *name, char why[WHY])
{
	int bot = e->state == ENTRY_RUNNING ? tournament_find_bot(&e->t, name) : -1;
	if (e->state != ENTRY_RUNNING)
		snprintf(why, WHY, "%s is %s", e->t.name, entry_state_name(e));
	else if (bot < 0)
		snprintf(why, WHY, "%s has no bot of this name", e->t.name);
	return bot;
}

bool entry_bench_bot(struct entry *e, const char *name, bool benched, char why[WHY])
{
	int bot = entry_find_bot(e, name, why);
	if (bot < 0)
		return false;
	if (!benched && !strikes_by_hand(&e->kept.store.strikes, &bot, 1)) {
		snprintf(why, WHY, "%s was not benched by hand", name);
		return false;
	}
	if (benched && strikes_by_hand(&e->kept.store.strikes, &bot, 1)) {
		snprintf(why, WHY, "%s is benched by hand already", name);
		return false;
	}
	if (!entry_remember(e, "bench", name, benched, why))
		return false;
	strikes_bench(&e->kept.store.strikes, bot, benched);
	if (!benched)
		director_unbenched(e->director, bot);
	director_look(e->director); /* somebody may be waiting for it */
	char line[WHY];
	snprintf(line, sizeof line,
		benched ? "%s is BENCHED by hand: its games are not played while this lasts"
			: "%s is off the bench; its games that were passed over are played when "
			  "the "
			  "tournament is taken up again",
		name);
	entry_say(e, "%s", line);
	snprintf(why, WHY, "%s: %.400s", e->t.name, line);
	return true;
}
