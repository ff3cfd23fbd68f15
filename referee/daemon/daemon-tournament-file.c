/*
 * daemon-tournament-file.c - reads a tournament's file, and the operator's changes to it: bots
 * added or benched by hand, which its database stores.
 */
#include "referee/daemon/daemon-tournament.h"

#include <stdlib.h>
#include <string.h>

#include "referee/base/memory.h"
#include "referee/base/text-file.h"
#include "referee/config/config-file.h"
#include "referee/config/config-flags.h"
#include "referee/director/preflight.h"
#include "referee/config/settings.h"
#include "referee/director/tournament-check.h"

/* --- its file -------------------------------------------------------------------------------- */

/* Has the tournament a bot with the name of "NAME=COMMAND"? */
static bool daemon_tournament_names(const struct tournament *t, const char *bot)
{
	size_t length = strcspn(bot, "=");
	for (int i = 0; i < t->bots_count; i++)
		if (strlen(t->bots[i].name) == length && strncmp(t->bots[i].name, bot, length) == 0)
			return true;
	return false;
}

/* Reads the file, then the bots that the operator added. A bot that the file now names is as the
 * file says. */
static bool daemon_tournament_read_into(struct daemon_tournament *e, struct tournament *t)
{
	struct diagnostics mistakes = {daemon_tournament_on_mistake, e, 0};
	tournament_read_file(t, e->path, &mistakes);
	for (int i = 0; i < e->bots_count; i++)
		if (!daemon_tournament_names(t, e->bots[i]))
			settings_add_bot(t, e->bots[i], &mistakes);
	tournament_check(t, &mistakes);
	struct origin at = t->set[SETTING_CONCURRENCY];
	/* the default is the number of CPU slots */
	if (!origin_given(&at))
		t->concurrency = cpu_slots_count(e->terms->places);
	return mistakes.count == 0;
}

/* The text of the file and of its includes; the caller frees it. NULL: it cannot be read. */
static char *daemon_tournament_file(const struct daemon_tournament *e)
{
	char why[WHY];
	int line;
	char *text = text_file_read(e->path, TEXT_FILE_MAX, &line, why, sizeof why);
	for (int i = 0; i < e->t.includes_count && text != NULL; i++) {
		char *before = text;
		char *included =
			text_file_read(e->t.includes[i], TEXT_FILE_MAX, &line, why, sizeof why);
		text = memory_print("%s\n%s", before, included != NULL ? included : why);
		free(before);
		free(included);
	}
	return text;
}

bool daemon_tournament_changed(const struct daemon_tournament *e)
{
	char *now = daemon_tournament_file(e);
	bool same = now == NULL || e->text == NULL ? now == e->text : strcmp(now, e->text) == 0;
	free(now);
	return !same;
}

/* Remembers the file's present text. */
static void daemon_tournament_note_file(struct daemon_tournament *e)
{
	free(e->text);
	e->text = daemon_tournament_file(e);
}

static void daemon_tournament_add(struct daemon_tournament *e, const char *bot)
{
	e->bots = memory_resize(e->bots, (size_t)e->bots_count + 1, sizeof *e->bots);
	e->bots[e->bots_count++] = memory_copy(bot);
}

static void daemon_tournament_on_by_hand(void *arg, const char *what, const char *bot)
{
	if (strcmp(what, "add") == 0)
		daemon_tournament_add(arg, bot);
}

/* Reads the bots that were added in an earlier run. True: there are some. A fault of the database
 * is reported when the tournament begins. */
static bool daemon_tournament_recall(struct daemon_tournament *e)
{
	struct db_tournament row;
	struct db *db = NULL;
	if (db_open(&db, e->t.db, DB_READ) == DB_OK &&
		db_tournament_find(db, e->t.name, &row) == DB_OK)
		db_admin_actions(db, row.id, daemon_tournament_on_by_hand, e);
	db_close(db);
	return e->bots_count > 0;
}

static bool daemon_tournament_read_anew(struct daemon_tournament *e)
{
	tournament_clear(&e->t);
	tournament_init(&e->t);
	free(e->present); /* indexed by the bots' old places */
	e->present = NULL;
	return daemon_tournament_read_into(e, &e->t);
}

bool daemon_tournament_read(struct daemon_tournament *e)
{
	struct diagnostics mistakes = {daemon_tournament_on_mistake, e, 0};
	daemon_tournament_note_file(e);
	e->read = daemon_tournament_read_anew(e);
	if (e->t.includes_count > 0)
		daemon_tournament_note_file(e); /* by now the included files are known */
	if (e->read && e->bots_count == 0 && daemon_tournament_recall(e))
		e->read = daemon_tournament_read_anew(e);
	e->read = e->read && daemon_tournament_plan(e, &mistakes);
	daemon_tournament_unplan(e);
	return e->read;
}

/* --- bots ------------------------------------------------------------------------------------ */

static bool daemon_tournament_on_read_again(void *arg, struct tournament *fresh)
{
	return daemon_tournament_read_into(arg, fresh);
}

void daemon_tournament_reread(struct daemon_tournament *e)
{
	struct reload joining = {
		&e->t, daemon_tournament_on_read_again, daemon_tournament_on_say, e};
	if (!daemon_tournament_changed(e))
		return;
	if (e->state == DAEMON_TOURNAMENT_RUNNING)
		daemon_tournament_note_file(e);
	if (e->state == DAEMON_TOURNAMENT_RUNNING && director_joins(e->director))
		director_read_again(e->director, &joining);
	else if (e->state == DAEMON_TOURNAMENT_RUNNING)
		reload_compare(&joining);
	else if (e->state == DAEMON_TOURNAMENT_WAITING && !daemon_tournament_read(e))
		daemon_tournament_fail(e, e->why);
}

/* Stores the change, so that it survives a restart of the daemon. */
static bool daemon_tournament_remember(
	struct daemon_tournament *e, const char *what, const char *bot, bool holds, char why[WHY])
{
	if (game_store_by_hand(&e->kept.store, what, bot, holds) == DB_OK)
		return true;
	snprintf(why, WHY, "%.*s", WHY - 1, db_why(e->kept.db));
	return false;
}

/* Does the program of "NAME=COMMAND" exist? Reading it reports its other mistakes. False: why has
 * a line. */
static bool daemon_tournament_finds_program(const char *bot, char why[WHY])
{
	const char *equals = strchr(bot, '=');
	if (equals == NULL || preflight_has_program(equals + 1, NULL, why))
		return true;
	size_t used = strlen(why);
	snprintf(why + used, WHY - used, "; it is looked for from the daemon's folder");
	return false;
}

bool daemon_tournament_add_bot(struct daemon_tournament *e, const char *bot, char why[WHY])
{
	struct reload joining = {
		&e->t, daemon_tournament_on_read_again, daemon_tournament_on_say, e};
	if (e->state != DAEMON_TOURNAMENT_RUNNING) {
		snprintf(why, WHY, "%s is %s; write the bot into %s", e->t.name,
			daemon_tournament_state_name(e), e->path);
		return false;
	}
	if (director_ends(e->director)) {
		snprintf(why, WHY, "%s is ending; write the bot into %s", e->t.name, e->path);
		return false;
	}
	if (!director_joins(e->director)) {
		snprintf(why, WHY,
			"format = %s takes no bots while it runs; stop %s, write the bot into %s and submit it again",
			e->t.format, e->t.name, e->path);
		return false;
	}
	if (strchr(bot, '=') == NULL) {
		snprintf(why, WHY, "\"%.200s\": it is NAME=COMMAND", bot);
		return false;
	}
	if (daemon_tournament_names(&e->t, bot)) {
		snprintf(why, WHY, "there is a bot %.*s already", (int)strcspn(bot, "="), bot);
		return false;
	}
	if (!daemon_tournament_finds_program(bot, why))
		return false;
	/* Store it first: a tournament that has played with the bot would miss it. */
	if (!daemon_tournament_remember(e, "add", bot, true, why))
		return false;
	daemon_tournament_add(e, bot);
	if (director_read_again(e->director, &joining) > 0) {
		const struct bot *joined = &e->t.bots[e->t.bots_count - 1];
		snprintf(why, WHY, "%s: bot %s takes part from block %d on", e->t.name,
			joined->name, joined->enters);
		return true;
	}
	snprintf(why, WHY, "%.*s", WHY - 1, e->why);
	game_store_by_hand(&e->kept.store, "add", bot, false);
	free(e->bots[--e->bots_count]);
	return false;
}

/* The place of a bot of a running tournament; -1: why has a line. */
static int daemon_tournament_find_bot(
	const struct daemon_tournament *e, const char *name, char why[WHY])
{
	int bot = e->state == DAEMON_TOURNAMENT_RUNNING ? tournament_find_bot(&e->t, name) : -1;
	if (e->state != DAEMON_TOURNAMENT_RUNNING)
		snprintf(why, WHY, "%s is %s", e->t.name, daemon_tournament_state_name(e));
	else if (bot < 0)
		snprintf(why, WHY, "%s has no bot of this name", e->t.name);
	return bot;
}

bool daemon_tournament_bench_bot(
	struct daemon_tournament *e, const char *name, bool benched, char why[WHY])
{
	int bot = daemon_tournament_find_bot(e, name, why);
	if (bot < 0)
		return false;
	if (!benched && !benching_by_hand(&e->kept.store.strikes, &bot, 1)) {
		snprintf(why, WHY, "%s was not benched by hand", name);
		return false;
	}
	if (benched && benching_by_hand(&e->kept.store.strikes, &bot, 1)) {
		snprintf(why, WHY, "%s is benched by hand already", name);
		return false;
	}
	if (!daemon_tournament_remember(e, "bench", name, benched, why))
		return false;
	benching_bench(&e->kept.store.strikes, bot, benched);
	if (!benched)
		director_unbenched(e->director, bot);
	director_look(e->director); /* games may be waiting for this bot */
	char line[WHY];
	snprintf(line, sizeof line,
		benched ? "%s is BENCHED by hand: its games are not played while this lasts"
			: "%s is off the bench; its games that were passed over are played when the tournament is taken up again",
		name);
	daemon_tournament_say(e, "%s", line);
	snprintf(why, WHY, "%s: %.400s", e->t.name, line);
	return true;
}
