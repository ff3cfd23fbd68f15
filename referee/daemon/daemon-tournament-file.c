/*
 * daemon-tournament-file.c - reads a tournament's file, and the operator's changes to it: bots
 * added or benched by hand, which its database stores.
 */
#include "referee/daemon/daemon-tournament.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/key-value.h"
#include "base/memory.h"
#include "base/text-file.h"
#include "referee/config/config-file.h"
#include "referee/config/config-flags.h"
#include "referee/prepare/bot-build.h"
#include "referee/prepare/preflight.h"
#include "referee/prepare/preparation-messages.h"
#include "referee/config/settings.h"
#include "referee/prepare/tournament-check.h"
#include "referee/rating/rating-elo.h"
#include "referee/config/season.h"

/* --- its file -------------------------------------------------------------------------------- */

/* Has the tournament a bot with the name of "NAME=COMMAND"? */
static bool daemon_tournament_names(const struct tournament *t, const char *bot)
{
	char *name = memory_print("%.*s", (int)strcspn(bot, "="), bot);
	bool has = tournament_find_bot(t, name) >= 0;
	free(name);
	return has;
}

/* Takes the running Elo at the end of the season before as the prior of this one. A season that has
 * begun keeps the prior with which it began. ladder: its name without the season. */
static void daemon_tournament_take_prior(struct tournament *t, const char *ladder)
{
	struct db *db = NULL;
	struct db_query q;
	char *prior = NULL, *ratings = NULL;
	size_t size = 0;
	int64_t before = 0;
	bool begun = false;
	if (access(t->db, F_OK) != 0)
		return;
	FILE *out = memory_open(&ratings, &size);
	int error = db_open(&db, t->db, DB_READ);
	if (error == DB_OK) {
		db_query(&q, db, "definitions"); /* the newest comes last */
		while (db_next(&q)) {
			const char *name = db_text(&q, "name");
			if (strcmp(name, t->name) == 0) {
				free(prior);
				prior = key_value_value(db_text(&q, "definition"), "prior");
				begun = true;
			} else if (season_is_of(t->season, ladder, name)) {
				before = db_int(&q, "id");
			}
		}
		error = db_end(&q);
	}
	if (error == DB_OK && before > 0 && !begun) {
		db_query(&q, db, "bot-ratings", before);
		while (db_next(&q)) {
			const char *bot = db_text(&q, "bot");
			if (db_int(&q, "games") > 0 && tournament_find_bot(t, bot) >= 0)
				fprintf(out, "%s%s:%.1f", ftell(out) > 0 ? " " : "", bot,
					db_real(&q, "elo") - ELO_START);
		}
		error = db_end(&q);
	}
	db_close(db);
	memory_close(out);
	if (!begun && error == DB_OK && *ratings != '\0')
		prior = memory_copy(ratings);
	if (begun || prior != NULL) {
		free(t->prior);
		t->prior = prior;
	}
	free(ratings);
}

/* Adds its season to its name; all seasons have one database. */
static void daemon_tournament_name_season(
	const struct daemon_tournament *entry, struct tournament *t)
{
	char season[SEASON_TEXT];
	season_write(t->season, entry->season_at, season);
	if (*season == '\0' || t->name == NULL)
		return;
	char *name = memory_print("%s %s", t->name, season);
	char *ladder = t->name;
	t->name = name;
	daemon_tournament_take_prior(t, ladder);
	free(ladder);
}

/* Reads the file, then the bots that the operator added. A bot that the file now names is as the
 * file says. */
static bool daemon_tournament_read_into(struct daemon_tournament *entry, struct tournament *t)
{
	struct diagnostics mistakes = {daemon_tournament_on_mistake, entry, 0};
	t->owner = entry->owner;
	tournament_read_file(t, entry->path, &mistakes);
	for (int i = 0; i < entry->bots_count; i++)
		if (!daemon_tournament_names(t, entry->bots[i]))
			settings_add_bot(t, entry->bots[i], &mistakes);
	tournament_check(t, &mistakes);
	daemon_tournament_name_season(entry, t);
	struct origin at = t->set[SETTING_CONCURRENCY];
	/* the default is the number of CPU slots */
	if (!origin_given(&at))
		t->concurrency = entry->options->places->count;
	return mistakes.count == 0;
}

/* The text of the file and of its includes; the caller frees it. NULL: it cannot be read. */
static char *daemon_tournament_file(const struct daemon_tournament *entry)
{
	struct error err;
	int line;
	char *text = text_file_read(entry->path, TEXT_FILE_MAX, &line, &err);
	for (int i = 0; i < entry->t.includes_count && text != NULL; i++) {
		char *before = text;
		char *included = text_file_read(entry->t.includes[i], TEXT_FILE_MAX, &line, &err);
		text = memory_print("%s\n%s", before, included != NULL ? included : err.text);
		free(before);
		free(included);
	}
	return text;
}

bool daemon_tournament_changed(const struct daemon_tournament *entry)
{
	char *now = daemon_tournament_file(entry);
	bool same = now == NULL || entry->text == NULL ? now == entry->text
						       : strcmp(now, entry->text) == 0;
	free(now);
	return !same;
}

/* Remembers the file's present text. */
static void daemon_tournament_note_file(struct daemon_tournament *entry)
{
	free(entry->text);
	entry->text = daemon_tournament_file(entry);
}

static void daemon_tournament_add(struct daemon_tournament *entry, const char *bot)
{
	entry->bots =
		memory_resize(entry->bots, (size_t)entry->bots_count + 1, sizeof *entry->bots);
	entry->bots[entry->bots_count++] = memory_copy(bot);
}

/* Reads the bots that were added in an earlier run. True: there are some. A fault of the database
 * is reported when the tournament begins. */
static bool daemon_tournament_recall(struct daemon_tournament *entry)
{
	struct db_tournament row;
	struct db_query q;
	struct db *db = NULL;
	int error = db_open(&db, entry->t.db, DB_READ);
	if (error == DB_OK)
		error = db_tournament_find(db, entry->t.name, &row);
	if (error == DB_OK) {
		db_query(&q, db, "admin-actions", row.id);
		while (db_next(&q))
			if (strcmp(db_text(&q, "action"), "add") == 0)
				daemon_tournament_add(entry, db_text(&q, "bot"));
		error = db_end(&q);
	}
	db_close(db);
	return error == DB_OK && entry->bots_count > 0;
}

static bool daemon_tournament_read_anew(struct daemon_tournament *entry)
{
	tournament_clear(&entry->t);
	tournament_init(&entry->t);
	free(entry->present); /* indexed by the bots' old places */
	entry->present = NULL;
	entry->owners_sent = 0;
	return daemon_tournament_read_into(entry, &entry->t);
}

bool daemon_tournament_read(struct daemon_tournament *entry)
{
	struct diagnostics mistakes = {daemon_tournament_on_mistake, entry, 0};
	daemon_tournament_note_file(entry);
	entry->read = daemon_tournament_read_anew(entry);
	if (entry->t.includes_count > 0)
		daemon_tournament_note_file(entry); /* by now the included files are known */
	if (entry->read && entry->bots_count == 0 && daemon_tournament_recall(entry))
		entry->read = daemon_tournament_read_anew(entry);
	entry->read = entry->read && daemon_tournament_plan(entry, &mistakes);
	daemon_tournament_unplan(entry);
	return entry->read;
}

/* --- seasons -------------------------------------------------------------------------------- */

int64_t daemon_tournament_season_now(void)
{
	const char *path = getenv("REFEREE_SEASON_CLOCK");
	FILE *file = path != NULL ? fopen(path, "re") : NULL;
	long long now = 0;
	if (file == NULL)
		return time_utc();
	bool read = fscanf(file, "%lld", &now) == 1;
	fclose(file);
	return read ? now : time_utc();
}

bool daemon_tournament_season_is_over(const struct daemon_tournament *entry, int64_t now)
{
	char its[SEASON_TEXT], present[SEASON_TEXT];
	season_write(entry->t.season, entry->season_at, its);
	season_write(entry->t.season, now, present);
	return strcmp(its, present) != 0;
}

struct daemon_tournament *daemon_tournament_create_past(
	const struct daemon_tournament *entry, const char *name, int64_t games)
{
	struct daemon_tournament *p = memory_get(1, sizeof *p);
	struct db *db = NULL;
	p->options = entry->options;
	p->path = memory_copy(entry->path);
	p->owner = entry->owner;
	tournament_init(&p->t);
	p->season_at = entry->season_at;
	daemon_tournament_read_anew(p);
	free(p->t.name);
	p->t.name = memory_copy(name);
	if (db_open(&db, p->t.db, DB_READ_CONFINED) == DB_OK)
		daemon_tournament_identify(p, db);
	db_close(db);
	p->state = DAEMON_TOURNAMENT_DONE;
	p->over = p->successor_added = true;
	p->total = -1;
	p->done = (long)games;
	return p;
}

/* --- bots ------------------------------------------------------------------------------------ */

static bool daemon_tournament_is_equal(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

/* Gives the bots of the file what their preparation found. */
static void daemon_tournament_take_prepared(struct tournament *prepared, struct tournament *fresh)
{
	for (int i = 0; i < prepared->bots_count; i++) {
		struct bot *from = &prepared->bots[i];
		int now = tournament_find_bot(fresh, from->name);
		struct bot *to = now >= 0 ? &fresh->bots[now] : NULL;
		/* The file may have changed meanwhile. */
		if (to == NULL || !daemon_tournament_is_equal(to->build, from->build) ||
			!daemon_tournament_is_equal(to->command, from->command) ||
			!daemon_tournament_is_equal(to->dir, from->dir))
			continue;
		if (to->program == NULL) {
			to->program = from->program;
			from->program = NULL;
		}
		to->answered = from->answered;
		to->startpos_only = from->startpos_only;
		to->seats = from->seats;
		if (to->author == NULL) {
			to->author = from->author;
			from->author = NULL;
		}
	}
}

static bool daemon_tournament_on_read_again(void *arg, struct tournament *fresh)
{
	struct daemon_tournament *entry = arg;
	if (!daemon_tournament_read_into(entry, fresh))
		return false;
	if (entry->joining != NULL)
		daemon_tournament_take_prepared(entry->joining, fresh);
	/* Owners may change while it runs, since they decide no game. */
	for (int i = 0; i < entry->t.bots_count; i++) {
		struct bot *bot = &entry->t.bots[i];
		int now = tournament_find_bot(fresh, bot->name);
		const char *owner = now >= 0 ? fresh->bots[now].owner : NULL;
		free(bot->owner);
		bot->owner = owner != NULL ? memory_copy(owner) : NULL;
	}
	entry->owners_sent = 0;
	return true;
}

/* --- bots that join: they are built, and asked what they can play ----------------------------- */

void daemon_tournament_abandon_join(struct daemon_tournament *entry)
{
	preparation_free(entry->join_preparation);
	entry->join_preparation = NULL;
	if (entry->joining != NULL)
		tournament_clear(entry->joining);
	free(entry->joining);
	entry->joining = NULL;
}

static void daemon_tournament_on_join_built(void *arg)
{
	(void)arg;
}

/* Forgets bots that were added by hand and cannot play here; the log has said why. */
static void daemon_tournament_forget_unfit(struct daemon_tournament *entry)
{
	struct error err;
	int kept = 0;
	for (int i = 0; i < entry->bots_count; i++) {
		char *name =
			memory_print("%.*s", (int)strcspn(entry->bots[i], "="), entry->bots[i]);
		int bot = tournament_find_bot(entry->joining, name);
		free(name);
		if (bot < 0 || preflight_can_play(&entry->t, &entry->joining->bots[bot], &err)) {
			entry->bots[kept++] = entry->bots[i];
			continue;
		}
		game_store_set_admin_action(&entry->store, "add", entry->bots[i], false);
		free(entry->bots[i]);
	}
	entry->bots_count = kept;
}

static void daemon_tournament_on_join_prepared(void *arg, const struct error *err)
{
	struct daemon_tournament *entry = arg;
	struct reload reload = {
		&entry->t, daemon_tournament_on_read_again, daemon_tournament_on_log, entry};
	if (error_is_set(err)) {
		daemon_tournament_log(entry, "<4>%s", err->text);
	} else if (entry->state == DAEMON_TOURNAMENT_RUNNING) {
		director_read_again(entry->director, &reload);
		daemon_tournament_forget_unfit(entry);
	}
	daemon_tournament_abandon_join(entry);
	entry->options->changed(entry->options->changed_arg);
}

/* Leaves the bots that the tournament does not have. Returns whether one of them must be built or
 * asked; checked, or NULL, names one that was asked when it was handed in. */
static bool daemon_tournament_keep_new(
	const struct tournament *t, struct tournament *fresh, const char *checked)
{
	int kept = 0;
	bool due = false;
	for (int i = 0; i < fresh->bots_count; i++) {
		struct bot *bot = &fresh->bots[i];
		if (tournament_find_bot(t, bot->name) >= 0) {
			bot_clear(bot);
			continue;
		}
		due |= bot_build_is_due(bot) && !bot_build_find(fresh, bot);
		due |= preparation_asks(bot) &&
		       (checked == NULL || strcmp(bot->name, checked) != 0);
		if (kept != i)
			fresh->bots[kept] = *bot;
		kept++;
	}
	fresh->bots_count = kept;
	return due;
}

/* Says what a bot that joins waits for. */
static void daemon_tournament_log_due(struct daemon_tournament *entry, const struct bot *bot)
{
	if (bot_build_is_due(bot))
		daemon_tournament_log(entry, "bot %s is built, and then takes part", bot->name);
	else if (preparation_asks(bot))
		daemon_tournament_log(
			entry, "bot %s is asked for its features, and then takes part", bot->name);
}

/* Builds and asks new bots in a process of its own: a compiler may take minutes, and all
 * tournaments would wait for it. True: they join when that is done, or the file is wrong. */
static bool daemon_tournament_prepare_join(struct daemon_tournament *entry, const char *checked)
{
	struct error err;
	daemon_tournament_abandon_join(entry);
	entry->joining = memory_get(1, sizeof *entry->joining);
	tournament_init(entry->joining);
	if (!daemon_tournament_read_into(entry, entry->joining)) {
		daemon_tournament_abandon_join(entry);
		daemon_tournament_log(entry, "the tournament continues unchanged");
		return true;
	}
	if (!daemon_tournament_keep_new(&entry->t, entry->joining, checked)) {
		daemon_tournament_abandon_join(entry);
		return false;
	}
	entry->join_calls = (struct preparation_calls){daemon_tournament_on_log,
		daemon_tournament_on_join_built, daemon_tournament_on_join_prepared, entry};
	entry->join_preparation =
		preparation_start(entry->joining, entry->options->base, &entry->join_calls, &err);
	if (entry->join_preparation == NULL) {
		daemon_tournament_log(entry, "<4>%s", err.text);
		daemon_tournament_abandon_join(entry);
		return false;
	}
	for (int i = 0; i < entry->joining->bots_count; i++)
		daemon_tournament_log_due(entry, &entry->joining->bots[i]);
	return true;
}

static void daemon_tournament_read_new(struct daemon_tournament *entry, const char *checked)
{
	struct reload reload = {
		&entry->t, daemon_tournament_on_read_again, daemon_tournament_on_log, entry};
	if (!daemon_tournament_changed(entry))
		return;
	if (entry->state == DAEMON_TOURNAMENT_RUNNING)
		daemon_tournament_note_file(entry);
	bool joins = entry->state == DAEMON_TOURNAMENT_RUNNING && director_joins(entry->director);
	if (joins && !daemon_tournament_prepare_join(entry, checked))
		director_read_again(entry->director, &reload);
	if (joins)
		return;
	if (entry->state == DAEMON_TOURNAMENT_RUNNING)
		reload_compare(&reload);
	if (entry->state != DAEMON_TOURNAMENT_WAITING)
		return;
	daemon_tournament_abandon_preparation(entry); /* it is about the bots as they were */
	if (!daemon_tournament_read(entry))
		daemon_tournament_fail(entry, entry->why);
	entry->options->changed(entry->options->changed_arg);
}

void daemon_tournament_reread(struct daemon_tournament *entry)
{
	daemon_tournament_read_new(entry, NULL);
}

void daemon_tournament_take_sent(
	struct daemon_tournament *entry, const char *bot, struct error *err)
{
	bool fresh = bot != NULL && tournament_find_bot(&entry->t, bot) < 0;
	if (entry->state != DAEMON_TOURNAMENT_RUNNING) {
		daemon_tournament_reread(entry);
		error_set(err, "it takes part when %s begins", entry->t.name);
		return;
	}
	if (fresh && director_joins(entry->director) && !entry->director->ending) {
		daemon_tournament_read_new(entry, bot);
		int joined = tournament_find_bot(&entry->t, bot);
		if (entry->joining != NULL)
			error_set(err, "it takes part in %s when the new bots are built and asked",
				entry->t.name);
		else if (joined >= 0)
			error_set(err, "it takes part in %s from block %d on", entry->t.name,
				entry->t.bots[joined].enters);
		else
			error_set(err, "%s refuses it; the operator's log has the reason",
				entry->t.name);
		return;
	}
	entry->renewing = true;
	daemon_tournament_log(entry, "%s%s: it begins again after the games in play",
		bot != NULL ? "a version was sent of " : "its bots have changed",
		bot != NULL ? bot : "");
	entry->director->patient = true;
	director_stop(entry->director);
	error_set(err, "it takes part in %s after the games in play", entry->t.name);
}

/* Stores the change, so that it survives a restart of the daemon. */
static bool daemon_tournament_remember(struct daemon_tournament *entry, const char *what,
	const char *bot, bool holds, struct error *err)
{
	if (game_store_set_admin_action(&entry->store, what, bot, holds) == DB_OK)
		return true;
	if (entry->store.held)
		director_stored(entry->director, DB_OK); /* it is tried again */
	return error_set(err, "%s",
		entry->store.held ? entry->store.why.text : db_error_text(entry->store.db));
}

/* Does the program of "NAME=COMMAND" exist? Reading it reports its other mistakes. False: err has
 * a line. */
static bool daemon_tournament_finds_program(const char *bot, struct error *err)
{
	const char *equals = strchr(bot, '=');
	if (equals == NULL || preflight_has_program(equals + 1, NULL, err))
		return true;
	error_append(err, "; it is looked for from the daemon's folder");
	return false;
}

bool daemon_tournament_add_bot(struct daemon_tournament *entry, const char *bot, struct error *err)
{
	struct reload reload = {
		&entry->t, daemon_tournament_on_read_again, daemon_tournament_on_log, entry};
	if (entry->state != DAEMON_TOURNAMENT_RUNNING)
		return error_set(err, "%s is %s; write the bot into %s", entry->t.name,
			daemon_tournament_state_name(entry), entry->path);
	if (entry->director->ending)
		return error_set(
			err, "%s is ending; write the bot into %s", entry->t.name, entry->path);
	if (!director_joins(entry->director))
		return error_set(err,
			"format = %s takes no bots while it runs; stop %s, write the bot into %s and submit it again",
			entry->t.format, entry->t.name, entry->path);
	/* Without a name before the =, it is a command with a = in it (settings_add_bot()). */
	if (bot[strcspn(bot, "= \t/")] != '=')
		return error_set(err, "\"%.200s\": it is NAME=COMMAND", bot);
	if (daemon_tournament_names(&entry->t, bot))
		return error_set(err, "there is a bot %.*s already", (int)strcspn(bot, "="), bot);
	if (!daemon_tournament_finds_program(bot, err))
		return false;
	/* Store it first: a tournament that has played with the bot would miss it. */
	if (!daemon_tournament_remember(entry, "add", bot, true, err))
		return false;
	daemon_tournament_add(entry, bot);
	bool waits = daemon_tournament_prepare_join(entry, NULL);
	if (waits && entry->joining != NULL) {
		error_set(err, "%s: bot %.*s takes part when its features are known", entry->t.name,
			(int)strcspn(bot, "="), bot);
		return true;
	}
	if (!waits && director_read_again(entry->director, &reload) > 0) {
		const struct bot *joined = &entry->t.bots[entry->t.bots_count - 1];
		error_set(err, "%s: bot %s takes part from block %d on", entry->t.name,
			joined->name, joined->enters);
		return true;
	}
	error_set(err, "%s", entry->why);
	game_store_set_admin_action(&entry->store, "add", bot, false);
	free(entry->bots[--entry->bots_count]);
	return false;
}

/* The place of a bot of a running tournament; -1: err has a line. */
static int daemon_tournament_find_bot(
	const struct daemon_tournament *entry, const char *name, struct error *err)
{
	int bot = entry->state == DAEMON_TOURNAMENT_RUNNING ? tournament_find_bot(&entry->t, name)
							    : -1;
	if (entry->state != DAEMON_TOURNAMENT_RUNNING)
		error_set(err, "%s is %s", entry->t.name, daemon_tournament_state_name(entry));
	else if (bot < 0)
		error_set(err, "%s has no bot of this name", entry->t.name);
	return bot;
}

bool daemon_tournament_bench_bot(
	struct daemon_tournament *entry, const char *name, bool benched, struct error *err)
{
	int bot = daemon_tournament_find_bot(entry, name, err);
	if (bot < 0)
		return false;
	name = entry->t.bots[bot].name;
	if (!benched && !benching_by_operator(&entry->store.benching, &bot, 1))
		return error_set(err, "%s was not benched by hand", name);
	if (benched && benching_by_operator(&entry->store.benching, &bot, 1))
		return error_set(err, "%s is benched by hand already", name);
	if (!daemon_tournament_remember(entry, "bench", name, benched, err))
		return false;
	benching_bench(&entry->store.benching, bot, benched);
	if (!benched)
		director_unbenched(entry->director, bot);
	director_schedule_feed(entry->director); /* games may be waiting for this bot */
	char line[ERROR_TEXT];
	snprintf(line, sizeof line,
		benched ? "%s is BENCHED by hand: its games are not played while this lasts"
			: "%s is no longer benched: it plays from now on; games that were skipped meanwhile are played when the tournament is started again",
		name);
	daemon_tournament_log(entry, "%s", line);
	error_set(err, "%s: %.400s", entry->t.name, line);
	return true;
}
