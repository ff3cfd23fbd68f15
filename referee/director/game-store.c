/*
 * game-store.c - writes finished games to the database.
 */
#include "referee/director/game-store.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "base/memory.h"
#include "base/shell-words.h"
#include "referee/game/game-hash.h"
#include "referee/rating/game-pairs.h"
#include "referee/prepare/bot-digest.h"
#include "referee/director/changed-settings.h"
#include "referee/config/definition-text.h"
#include "referee/director/reload.h"
#include "referee/director/running-ratings.h"
#include "referee/director/stored-schedule.h"
#include "referee/game/rejudge.h"
#include "referee/schedule/schedule.h"
#include "rules/process/rules-process.h"

void game_store_note(struct game_store *s, const char *format, ...)
{
	char line[ERROR_TEXT];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	char *notes = memory_print("%s%s\n", s->notes != NULL ? s->notes : "", line);
	free(s->notes);
	s->notes = notes;
}

void game_store_report_notes(
	struct game_store *s, void (*report)(void *arg, const char *line), void *arg)
{
	for (char *at = s->notes, *line; (line = strsep(&at, "\n")) != NULL;)
		if (*line != '\0')
			report(arg, line);
	free(s->notes);
	s->notes = NULL;
}

static void game_store_on_note(void *arg, const char *line)
{
	game_store_note(arg, "%s", line);
}

/* The definition text of a new tournament, or of one that continues and may be older. */
static char *game_store_definition(const struct game_store *s)
{
	char *text = tournament_definition(s->t);
	bool pairs = strcmp(s->t->format, "sprt") == 0 && !s->repeats_count;
	char *all =
		memory_print("%s%s%s", text, s->failed_tie ? "" : DEFINITION_TEXT_FAILED_TOGETHER,
			pairs ? DEFINITION_TEXT_PAIRS : "");
	free(text);
	return all;
}

/* Refers to `compare` if another test of the same games is wanted: it needs no new games. */
static void game_store_append_compare(
	const struct tournament *t, const char *began, const char *now, struct error *err)
{
	const struct sprt *s = &t->sprt;
	char *command = NULL;
	size_t size = 0;
	if (strcmp(t->format, "sprt") != 0 || !definition_text_same_games(began, now))
		return;
	FILE *out = memory_open(&command, &size);
	fprintf(out, "; `referee compare %s %s --sprt %g,%g", t->bots[0].name, t->bots[1].name,
		s->elo0, s->elo1);
	if (s->alpha != SPRT_ERROR)
		fprintf(out, " --alpha %g", s->alpha);
	if (s->beta != SPRT_ERROR)
		fprintf(out, " --beta %g", s->beta);
	if (s->model != SPRT_LOGISTIC)
		fprintf(out, " --model %s", sprt_model_name(s->model));
	fputs(" --db ", out);
	shell_words_quote(out, t->db);
	fputs(" --tournament ", out);
	shell_words_quote(out, t->name);
	fputs("` answers on the same games", out);
	memory_close(out);
	error_append(err, "%s", command);
	free(command);
}

static int game_store_find(struct game_store *s, bool fresh, bool *known, struct error *err)
{
	const struct tournament *t = s->t;
	struct db_tournament row;
	int error = fresh ? DB_NONE : db_tournament_find(s->db, t->name, &row);
	*known = error == DB_OK;
	s->failed_tie = *known && definition_text_failed_tie(row.definition);
	s->repeats_count = *known && definition_text_repeats_count(row.definition);
	char *definition = game_store_definition(s);
	if (*known) {
		s->tournament = row.id;
		s->games_began = definition_text_games(row.definition);
		if (!definition_text_same(row.definition, definition, err)) {
			game_store_append_compare(t, row.definition, definition, err);
			error = DB_NONE;
		}
	} else if (error == DB_NONE) {
		row = (struct db_tournament){.name = t->name,
			.game = t->game,
			.format = t->format,
			.definition = definition,
			.seats = t->players,
			.seed = (int64_t)t->seed,
			.created_ms = time_utc(),
			.rules_description = rules_is_process(t->rules)
						     ? rules_process_description(t->rules)
						     : NULL};
		error = db_tournament_add(s->db, &row);
		s->tournament = row.id;
		s->games_began = t->games;
	}
	free(definition);
	return error;
}

/* Stores a bot and its participation. */
static int game_store_bot(struct game_store *s, int i, const char *digest)
{
	const struct bot *b = &s->t->bots[i];
	char *settings = bot_definition_with_features(b);
	struct db_bot bot = {.name = b->name,
		.command = b->remote ? "" : b->command,
		.digest = digest,
		.remote = b->remote,
		.settings = *settings != '\0' ? settings : NULL};
	int error = db_bot_add(s->db, &bot);
	free(settings);
	s->bot_ids[i] = bot.id;
	return error == DB_OK ? db_participant_add(s->db, s->tournament, bot.id, s->enters[i])
			      : error;
}

/* --- the rows of a group ---------------------------------------------------------------------- */

struct game_store_row {
	int (*write)(struct game_store *s, struct game_store_row *row); /* DB_ errors */
	union {
		struct {
			struct db_game *game; /* owned */
			int bot[SEATS_MAX];
			int result; /* its place in the results */
		} game;
		struct {
			int round, bot;
			double points;
		} bye;
		struct {
			struct worker_facts *facts; /* owned */
			int64_t number, ms;
		} worker;
		struct {
			int64_t number, ms;
			int games;
		} lost;
		struct {
			uint64_t pairing;
			int64_t worker, ms;
			bool same;
		} check;
		struct {
			int first, end; /* bots */
		} join;
		struct {
			char *what, *bot; /* owned */
			bool holds;
		} action;
	};
};

static int game_store_write_game(struct game_store *s, struct game_store_row *row);
static int game_store_write_worker(struct game_store *s, struct game_store_row *row);
static int game_store_write_action(struct game_store *s, struct game_store_row *row);

static void game_store_forget_row(struct game_store_row *row)
{
	if (row->write == game_store_write_game)
		free(row->game.game);
	if (row->write == game_store_write_worker)
		free(row->worker.facts);
	if (row->write == game_store_write_action) {
		free(row->action.what);
		free(row->action.bot);
	}
}

/* Writes what is not yet in the transaction, which it begins. */
static int game_store_write_rows(struct game_store *s)
{
	int error = s->open ? DB_OK : db_begin(s->db);
	s->open = error == DB_OK;
	for (; s->written < s->rows_count && error == DB_OK; s->written += error == DB_OK)
		error = s->rows[s->written].write(s, &s->rows[s->written]);
	return error;
}

/* After a failure: undoes the transaction, whose rows stay here. Returns the errors that do not
 * pass. */
static int game_store_hold(struct game_store *s, int error)
{
	if (!db_may_pass(error))
		return error;
	error_set(&s->why, "%s", db_why(s->db));
	s->failed = error;
	s->holder = db_holder(s->db);
	s->held = true;
	s->written = 0;
	s->open = false;
	return db_rollback(s->db);
}

static int game_store_put(struct game_store *s, const struct game_store_row *row)
{
	if (s->rows_count == s->rows_room) {
		s->rows_room = 2 * s->rows_room + 8;
		s->rows = memory_resize(s->rows, (size_t)s->rows_room, sizeof *s->rows);
	}
	s->rows[s->rows_count++] = *row;
	return s->held ? DB_OK : game_store_hold(s, game_store_write_rows(s));
}

static int game_store_write_join(struct game_store *s, struct game_store_row *row)
{
	const struct tournament *t = s->t;
	char digest[BOT_DIGEST];
	int error = DB_OK;
	for (int i = row->join.first; i < row->join.end && error == DB_OK; i++) {
		bot_digest_held(&t->bots[i], s->programs.held[i], BOT_DIGEST_ALL, digest);
		error = game_store_bot(s, i, digest);
	}
	return error;
}

int game_store_join(struct game_store *s, int first)
{
	const struct tournament *t = s->t;
	bot_programs_take(&s->programs, t);
	for (int i = first; i < t->bots_count; i++)
		s->enters[i] = t->bots[i].enters;
	s->benching.bots = t->bots_count;
	int error = game_store_put(s, &(struct game_store_row){.write = game_store_write_join,
					      .join = {first, t->bots_count}});
	/* Commits at once: games of the bot must never be stored without it. */
	return error == DB_OK && !s->held ? game_store_commit(s) : error;
}

static int game_store_write_action(struct game_store *s, struct game_store_row *row)
{
	return db_admin_action_set(
		s->db, s->tournament, row->action.what, row->action.bot, row->action.holds);
}

int game_store_set_admin_action(struct game_store *s, const char *what, const char *bot, bool holds)
{
	if (s->held)
		return s->failed;
	int error =
		game_store_put(s, &(struct game_store_row){.write = game_store_write_action,
					  .action = {memory_copy(what), memory_copy(bot), holds}});
	if (error == DB_OK && !s->held)
		error = game_store_commit(s);
	if (error != DB_OK || !s->held)
		return error;
	game_store_forget_row(&s->rows[--s->rows_count]);
	return s->failed;
}

/* --- changed programs ------------------------------------------------------------------------ */

struct game_store_programs {
	struct game_store *store;
	char (*digests)[BOT_DIGEST]; /* by bot */
	int64_t *others;	     /* by bot: counting games of other programs of its name */
	int64_t *own;		     /* by bot: counting games of this program */
	struct error *err;
};

/* Keeps the digest that the tournament has. It may cover fewer files if the tournament is old, or
 * more if a bot joined another bot's folder. */
static void game_store_on_digest(void *arg, const char *name, const char *digest, int64_t games)
{
	struct game_store_programs *p = arg;
	char wide[BOT_DIGEST], of_dir[BOT_DIGEST], of_command[BOT_DIGEST];
	int bot = tournament_find_bot(p->store->t, name);
	(void)games;
	if (bot < 0 || p->store->t->bots[bot].was != NULL || strcmp(digest, p->digests[bot]) == 0)
		return;
	const struct held_files *held = p->store->programs.held[bot];
	bot_digest_held(&p->store->t->bots[bot], held, BOT_DIGEST_WIDE, wide);
	bot_digest_held(&p->store->t->bots[bot], held, BOT_DIGEST_DIR, of_dir);
	bot_digest_held(&p->store->t->bots[bot], held, BOT_DIGEST_COMMAND, of_command);
	bool fewer = strcmp(digest, of_dir) == 0 || strcmp(digest, of_command) == 0;
	if (!fewer && strcmp(digest, wide) != 0)
		return;
	strcpy(p->digests[bot], digest);
	if (fewer && schedule_find(p->store->t->format)->compares)
		game_store_note(p->store,
			"bot %s: the tournament is older than the digest of whole folders; a change of files beside the program is not detected",
			name);
}

/* Counts the games of a program. One without a digest, as from a text export, is not another
 * program. */
static void game_store_on_program(void *arg, const char *name, const char *digest, int64_t games)
{
	struct game_store_programs *p = arg;
	int bot = tournament_find_bot(p->store->t, name);
	if (bot >= 0 && p->store->t->bots[bot].was == NULL && *digest != '\0')
		*(strcmp(digest, p->digests[bot]) == 0 ? &p->own[bot] : &p->others[bot]) += games;
}

/* Continues with a changed bot and notes it. */
static void game_store_note_changed(
	struct game_store *s, const struct game_store_programs *p, int bot)
{
	const struct tournament *t = p->store->t;
	const char *name = t->bots[bot].name;
	int64_t games = p->others[bot];
	if (t->submissions != NULL && t->bots[bot].at.file != t->file)
		return; /* its versions come as they are sent */
	char *settings =
		changed_settings_describe(s->db, s->tournament, &t->bots[bot], p->digests[bot]);
	char *older = memory_print(
		"bot %s has changed%s: %lld of the games that count %s played by an older version",
		name, settings, (long long)games, plural(games, "was", "were"));
	if (schedule_keeps(t, NULL))
		game_store_note(
			s, "%s; give it a new name, or begin a new tournament with --fresh", older);
	else
		game_store_note(s,
			"%s, and both count; \"referee run %s --replay %s\" plays them again",
			older, t->file != NULL ? t->file : "FLAGS", name);
	free(older);
	free(settings);
}

/* The operator has to accept a change only once: then both programs have games. */
static bool game_store_refuses(const struct game_store_programs *p, int bot, bool mixed)
{
	enum schedule_change change = schedule_find(p->store->t->format)->change;
	if (p->others[bot] == 0 || change == SCHEDULE_CHANGE_FREE)
		return false;
	return change == SCHEDULE_CHANGE_NEVER || (!mixed && p->own[bot] == 0);
}

/* Names the changed bots and the ways to continue. */
static void game_store_set_refusal(struct game_store_programs *p, const bool *refused, int count)
{
	enum { NAMED = 3 };
	const struct tournament *t = p->store->t;
	const char *file = t->file != NULL ? t->file : "FLAGS", *replayed = NULL;
	char *text = NULL;
	size_t size = 0;
	int named = 0;
	FILE *out = memory_open(&text, &size);
	for (int i = 0; i < t->bots_count; i++) {
		if (!refused[i] || named++ >= NAMED)
			continue;
		replayed = replayed == NULL ? t->bots[i].name : replayed;
		char *settings = changed_settings_describe(
			p->store->db, p->store->tournament, &t->bots[i], p->digests[i]);
		fprintf(out,
			"%sbot %s has changed%s: %lld of the games that count %s played by an older version",
			named > 1 ? "; " : "", t->bots[i].name, settings, (long long)p->others[i],
			plural(p->others[i], "was", "were"));
		free(settings);
	}
	if (count > NAMED)
		fprintf(out, "; and %d more bots", count - NAMED);
	if (schedule_keeps(t, NULL))
		fprintf(out, "; \"referee run %s --fresh\" begins", file);
	else
		fprintf(out, "; \"referee run %s --replay %s\" plays them again, --fresh begins",
			file, replayed);
	fprintf(out, " a new tournament, --name NAME one beside it%s",
		schedule_find(t->format)->change == SCHEDULE_CHANGE_ASKS
			? ", --mixed lets both count"
			: "");
	memory_close(out);
	error_set(p->err, "%s", text);
	free(text);
}

/* Notes the changes, or refuses the tournament because of them. */
static int game_store_judge_changes(struct game_store *s, struct game_store_programs *p, bool mixed)
{
	bool refused[BOTS_MAX] = {false};
	int count = 0;
	for (int i = 0; i < p->store->t->bots_count; i++) {
		refused[i] = game_store_refuses(p, i, mixed);
		count += refused[i];
	}
	s->changed = count > 0;
	if (s->changed)
		game_store_set_refusal(p, refused, count);
	for (int i = 0; i < p->store->t->bots_count && !s->changed; i++)
		if (p->others[i] > 0)
			game_store_note_changed(s, p, i);
	return s->changed ? DB_NONE : DB_OK;
}

/* --- replayed games --------------------------------------------------------------------------- */

/* Continues an interrupted replay: its games of the current program stay. */
static int game_store_replay_bot(struct game_store *s, const char *name, const char *digest)
{
	int64_t left, games = 0;
	int error = db_replay_left(s->db, s->tournament, name, &left);
	if (error == DB_OK)
		error = db_replace(
			s->db, s->tournament, name, left > 0 ? digest : NULL, time_utc(), &games);
	if (error != DB_OK)
		return error;
	if (left + games == 0)
		game_store_note(s, "--replay %s: the bot has played no game yet", name);
	else
		game_store_note(s,
			"%s of %s %s played again; \"referee games --replaced\" lists the old ones, which count no more",
			counted(left + games, "game").text, name,
			plural(left + games, "is", "are"));
	return DB_OK;
}

static int game_store_replay(struct game_store *s, const struct game_store_programs *p,
	const struct game_store_options *options)
{
	int error = DB_OK;
	for (int i = 0; i < options->replay_count && error == DB_OK; i++) {
		int bot = tournament_find_bot(p->store->t, options->replay[i]);
		assert(bot >= 0);
		error = game_store_replay_bot(s, s->t->bots[bot].name, p->digests[bot]);
	}
	return error == DB_OK && options->replay_count > 0
		       ? running_ratings_recalculate(s->db, s->tournament)
		       : error;
}

/* Notes that changed bots play again. */
static void game_store_note_replay(
	struct game_store *s, const struct game_store_programs *p, int changed, int64_t games)
{
	enum { NAMED = 3 };
	const struct tournament *t = p->store->t;
	char *names = NULL;
	size_t size = 0;
	int named = 0;
	FILE *out = memory_open(&names, &size);
	for (int i = 0; i < t->bots_count; i++)
		if (p->others[i] > 0 && named++ < NAMED)
			fprintf(out, "%s%s", named > 1 ? ", " : "", t->bots[i].name);
	if (changed > NAMED)
		fprintf(out, " and %d more", changed - NAMED);
	memory_close(out);
	game_store_note(s,
		"%s changed (%s): %s of older versions %s played again; \"referee games --replaced\" lists the old ones, which count no more",
		counted(changed, "bot has").text, names, counted(games, "game").text,
		plural(games, "is", "are"));
	free(names);
}

/* on-changed = replay: games of older versions count no more. p has counted the games. */
static int game_store_replay_changed(struct game_store *s, struct game_store_programs *p)
{
	const struct tournament *t = p->store->t;
	int64_t games = 0, all = 0;
	int error = DB_OK, changed = 0;
	for (int i = 0; i < t->bots_count && error == DB_OK; i++) {
		if (p->others[i] == 0)
			continue;
		changed++;
		error = db_replace(
			s->db, s->tournament, t->bots[i].name, p->digests[i], time_utc(), &games);
		all += games;
	}
	if (error != DB_OK || changed == 0)
		return error;
	game_store_note_replay(s, p, changed, all);
	memset(p->others, 0, (size_t)t->bots_count * sizeof *p->others);
	return running_ratings_recalculate(s->db, s->tournament);
}

/* --- bots ------------------------------------------------------------------------------------- */

/* A test does not count games of a program that could not be started: the file may have been
 * replaced since. */
static int game_store_programs(struct game_store *s, struct game_store_programs *p)
{
	bool test = schedule_find(p->store->t->format)->compares && !s->repeats_count;
	return test ? db_programs_started(s->db, s->tournament, game_store_on_program, p)
		    : db_programs(s->db, s->tournament, game_store_on_program, p);
}

/* Loads the stored bots, after the replays. Refuses changed programs. */
static int game_store_known_bots(struct game_store *s, struct game_store_programs *p,
	const struct game_store_options *options)
{
	int error = db_programs(s->db, s->tournament, game_store_on_digest, p);
	if (error == DB_OK)
		error = game_store_replay(s, p, options);
	if (error == DB_OK)
		error = game_store_programs(s, p);
	if (error == DB_OK && s->t->on_changed == ON_CHANGED_REPLAY)
		error = game_store_replay_changed(s, p);
	if (error == DB_OK)
		error = running_ratings_read(&s->ratings, s->db, s->tournament, s->t);
	bool mixed = options->mixed || s->t->on_changed == ON_CHANGED_MIXED;
	return error == DB_OK ? game_store_judge_changes(s, p, mixed) : error;
}

/* wish NULL: the tournament is new. */
static int game_store_bots(
	struct game_store *s, const struct game_store_options *options, struct error *err)
{
	const struct tournament *t = s->t;
	struct game_store_programs p = {.store = s, .err = err};
	int error = DB_OK;
	p.digests = memory_get((size_t)t->bots_count, sizeof *p.digests);
	p.others = memory_get((size_t)t->bots_count, sizeof *p.others);
	p.own = memory_get((size_t)t->bots_count, sizeof *p.own);
	for (int i = 0; i < t->bots_count; i++) {
		if (t->bots[i].was != NULL)
			snprintf(p.digests[i], BOT_DIGEST, "%s", t->bots[i].was);
		else
			bot_digest_held(
				&t->bots[i], s->programs.held[i], BOT_DIGEST_ALL, p.digests[i]);
	}
	if (options != NULL)
		error = game_store_known_bots(s, &p, options);
	for (int i = 0; i < t->bots_count && error == DB_OK; i++)
		error = game_store_bot(s, i, p.digests[i]);
	free(p.digests);
	free(p.others);
	free(p.own);
	return error;
}

/* Takes what a bot that has not answered now said before, from its row of tournament-bots. */
static void game_store_take_features(struct game_store *s, struct db_query *row)
{
	struct bot known = {.name = NULL};
	const char *name = db_text(row, "name"), *settings = db_text(row, "settings");
	int bot = tournament_find_bot(s->t, name);
	if (bot < 0 || db_int(row, "id") != s->bot_ids[bot] || s->t->bots[bot].answered ||
		settings == NULL)
		return;
	bot_definition_read(&known, settings, (struct origin){"", 1});
	s->t->bots[bot].startpos_only = known.startpos_only;
	s->t->bots[bot].seats = known.seats;
	bot_clear(&known);
	if (s->t->bots[bot].seats != 0 && schedule_leaves_out(s->t))
		game_store_note(s,
			"bot %s did not send its features; games in seats that it left out before are left out again",
			name);
}

/* A bot that has not answered now plays what it said before. */
static int game_store_features(struct game_store *s)
{
	struct db_query q;
	bool answered = true;
	for (int i = 0; i < s->t->bots_count; i++)
		answered &= s->t->bots[i].answered || s->t->bots[i].remote;
	if (answered)
		return DB_OK;
	db_query(&q, s->db, "tournament-bots", s->tournament);
	while (db_next(&q))
		game_store_take_features(s, &q);
	return db_end(&q);
}

/* Are both bots equal by digests of this kind? */
static bool game_store_are_same(const struct game_store *s, enum bot_digest_kind kind)
{
	char first[BOT_DIGEST], second[BOT_DIGEST];
	bot_digest_held(&s->t->bots[0], s->programs.held[0], kind, first);
	bot_digest_held(&s->t->bots[1], s->programs.held[1], kind, second);
	return *first != '\0' && strcmp(first, second) == 0;
}

void game_store_note_same(struct game_store *s)
{
	const struct tournament *t = s->t;
	if (!schedule_find(t->format)->compares || t->bots_count != 2)
		return;
	if (game_store_are_same(s, BOT_DIGEST_CONTENT))
		game_store_note(s,
			"%s and %s are the same program, with the same options and limits; if they read the same files, neither is stronger",
			t->bots[0].name, t->bots[1].name);
	else if (game_store_are_same(s, BOT_DIGEST_PROGRAM))
		game_store_note(s,
			"%s and %s start the same program, byte for byte, with the same options and limits; only their folders differ: unless it reads files of them, neither is stronger",
			t->bots[0].name, t->bots[1].name);
}

/* --- first rounds ----------------------------------------------------------------------------- */

static void game_store_on_participant(void *store, const char *name, int round)
{
	struct game_store *s = store;
	int bot = tournament_find_bot(s->t, name);
	if (bot >= 0)
		s->enters[bot] = round;
	else
		error_set(&s->missing,
			"bot %s: it takes part in the stored tournament, and the file does not have it",
			name);
}

/* Later pairings depend on the bots' first rounds: a new bot starts after all played rounds. */
static int game_store_entries(struct game_store *s, bool known, struct error *err)
{
	int last = 0;
	bool joins = schedule_find(s->t->format)->joins != NULL && known;
	int error = joins ? db_last_round(s->db, s->tournament, &last) : DB_OK;
	for (int i = 0; i < s->t->bots_count; i++)
		s->enters[i] = last + 1;
	error_clear(&s->missing);
	if (joins && error == DB_OK)
		error = db_participants(s->db, s->tournament, game_store_on_participant, s);
	if (error != DB_OK || !error_is_set(&s->missing))
		return error;
	error_set(err, "%s", s->missing.text);
	return DB_NONE;
}

/* --- workers ---------------------------------------------------------------------------------- */

static int game_store_write_worker(struct game_store *s, struct game_store_row *row)
{
	const struct worker_facts *facts = row->worker.facts;
	struct db_worker w = {.name = facts->name,
		.cpu = facts->cpu,
		.arch = facts->arch,
		.cores = facts->cores,
		.slots = facts->slots,
		.speed = facts->speed,
		.sandbox = sandbox_level_names[facts->sandbox],
		.version = facts->version,
		.first_ms = row->worker.ms,
		.last_ms = row->worker.ms};
	int error = db_worker_add(s->db, s->tournament, &w);
	if (error == DB_OK && row->worker.number == 0)
		row->worker.number = store_workers_number(&s->workers, w.id);
	else if (error == DB_OK)
		s->workers.ids[row->worker.number - 1] = w.id;
	return error;
}

int game_store_worker(struct game_store *s, const struct worker_facts *facts, int64_t *number)
{
	struct worker_facts *copy = memory_get(1, sizeof *copy);
	*copy = *facts;
	int error = game_store_put(s, &(struct game_store_row){.write = game_store_write_worker,
					      .worker = {.facts = copy, .ms = time_utc()}});
	struct game_store_row *row = &s->rows[s->rows_count - 1];
	if (error == DB_OK && row->worker.number == 0)
		row->worker.number = store_workers_number(&s->workers, 0);
	*number = row->worker.number;
	return error;
}

static int game_store_write_lost(struct game_store *s, struct game_store_row *row)
{
	return db_worker_lost(s->db, store_workers_id(&s->workers, row->lost.number),
		row->lost.games, row->lost.ms);
}

int game_store_worker_lost(struct game_store *s, int64_t number, int games)
{
	return game_store_put(s, &(struct game_store_row){.write = game_store_write_lost,
					 .lost = {number, time_utc(), games}});
}

static int game_store_write_check(struct game_store *s, struct game_store_row *row)
{
	const struct db_spot_check check = {
		.worker = store_workers_id(&s->workers, row->check.worker),
		.same = row->check.same,
		.ms = row->check.ms};
	int64_t game;
	int error = db_pairing_find(s->db, s->tournament, (int64_t)row->check.pairing, &game);
	/* A game that was replaced meanwhile is not there. */
	return error == DB_OK && game != 0 ? db_spot_check_add(s->db, game, &check) : error;
}

int game_store_spot_check(struct game_store *s, uint64_t pairing, int64_t worker, bool same)
{
	return game_store_put(s, &(struct game_store_row){.write = game_store_write_check,
					 .check = {pairing, worker, time_utc(), same}});
}

static void game_store_on_distrusted(void *arg, const char *worker, const char *why)
{
	store_workers_distrust(arg, worker, why)->stored = true;
}

int game_store_void(struct game_store *s, struct distrusted_worker *w, int64_t *games)
{
	int error = game_store_commit(s);
	*games = 0;
	if (error != DB_OK || s->held)
		return error;
	error = game_store_write_rows(s);
	if (error == DB_OK)
		error = db_distrust(s->db, s->tournament, w->name, w->why, time_utc(), games);
	if (error == DB_OK && *games > 0)
		error = running_ratings_recalculate(s->db, s->tournament);
	if (error == DB_OK) /* games that are still played here end later */
		error = running_ratings_read(&s->ratings, s->db, s->tournament, s->t);
	error = error == DB_OK ? game_store_commit(s) : game_store_hold(s, error);
	w->stored = error == DB_OK && !s->held;
	return error;
}

/* --- retired bots ----------------------------------------------------------------------------- */

static int game_store_write_retirements(struct game_store *s, struct game_store_row *row)
{
	const struct tournament *t = s->t;
	int error = DB_OK;
	(void)row;
	for (int i = 0; i < t->bots_count; i++)
		for (int r = 0; r < t->bots[i].retirements_count && error == DB_OK; r++)
			error = db_retirement_set(s->db, s->tournament, t->bots[i].name,
				t->bots[i].retirements[r].round, t->bots[i].retirements[r].back);
	return error;
}

int game_store_retirements(struct game_store *s)
{
	int error =
		game_store_put(s, &(struct game_store_row){.write = game_store_write_retirements});
	return error == DB_OK && !s->held ? game_store_commit(s) : error;
}

int game_store_recall_retirements(struct game_store *s)
{
	struct tournament *t = s->t;
	int last = 0, moved = 0;
	int error = db_retirements(s->db, s->tournament, stored_schedule_on_retirement, t);
	if (error == DB_OK)
		error = db_last_round(s->db, s->tournament, &last);
	for (int i = 0; i < t->bots_count && error == DB_OK; i++) {
		struct bot *bot = &t->bots[i];
		char *line = reload_retire_bot(bot, bot->was != NULL, last + 1);
		if (line == NULL)
			continue;
		moved++;
		game_store_note(s, "%s", line);
		free(line);
	}
	return error == DB_OK && moved > 0 ? game_store_retirements(s) : error;
}

/* --- benched bots ----------------------------------------------------------------------------- */

static void game_store_on_admin_action(void *arg, const char *what, const char *bot)
{
	struct game_store *s = arg;
	int place = tournament_find_bot(s->t, bot);
	if (strcmp(what, "bench") != 0 || place < 0)
		return;
	benching_bench(&s->benching, place, true);
	game_store_note(
		s, "%s is BENCHED by hand; `referee ctl unbench-bot` lets it play again", bot);
}

/* Loads the benched bots: by their games, and by hand. */
static int game_store_benched(struct game_store *s)
{
	const struct tournament *t = s->t;
	int error = benching_read(&s->benching, s->db, s->tournament, t);
	for (int i = 0; i < t->bots_count && error == DB_OK; i++)
		if (s->benching.benched[i])
			game_store_note(s,
				"%s is BENCHED: it failed %d games in a row before; a higher --strikes lets it play again",
				t->bots[i].name, t->terms.strikes);
	return error == DB_OK
		       ? db_admin_actions(s->db, s->tournament, game_store_on_admin_action, s)
		       : error;
}

int game_store_open(struct game_store *s, struct db *db, struct tournament *t,
	const struct game_store_options *options, struct error *err)
{
	bool known = false;
	*s = (struct game_store){
		.db = db, .t = t, .sandbox = sandbox_level_names[t->terms.sandbox]};
	s->bot_ids = memory_get(BOTS_MAX, sizeof *s->bot_ids);
	s->enters = memory_get(BOTS_MAX, sizeof *s->enters);
	if (options->programs != NULL && options->programs->count > 0) {
		s->programs = *options->programs;
		*options->programs = (struct bot_programs){.count = 0};
	} else {
		bot_programs_init(&s->programs, t);
	}
	bot_programs_take(&s->programs, t);
	bot_programs_report(&s->programs, t, 0, game_store_on_note, s);
	benching_init(&s->benching, t);
	moves_retention_init(&s->retention, &t->keep);
	s->seeded = game_hash_is_seeded(t->rules, (const char *const *)t->params, t->params_count);
	duplicate_games_init(&s->repeats);
	error_clear(err);
	int error = db_begin(db);
	if (error == DB_OK)
		error = game_store_find(s, options->fresh, &known, err);
	if (error == DB_OK)
		error = db_tournament_logs(db, s->tournament, log_policy_names[t->logs]);
	if (error == DB_OK && t->note != NULL)
		error = db_note_set(db, s->tournament, t->note);
	if (error == DB_OK)
		error = game_store_entries(s, known, err);
	if (error == DB_OK)
		error = game_store_bots(s, known ? options : NULL, err);
	if (error == DB_OK && known)
		error = game_store_features(s);
	if (error == DB_OK && known)
		error = game_store_benched(s);
	if (error == DB_OK && known)
		error = duplicate_games_read(&s->repeats, db, s->tournament);
	if (error == DB_OK)
		error = db_game_last(db, &s->last);
	if (error == DB_OK)
		error = db_distrusted(db, s->tournament, game_store_on_distrusted, &s->workers);
	return error == DB_OK ? db_commit(db) : error;
}

/* Frees the results that were announced, or never will be. */
static void game_store_forget_results(struct game_store *s)
{
	for (int i = 0; i < s->waiting; i++)
		free(s->results[i].opening);
	s->waiting = 0;
}

void game_store_close(struct game_store *s)
{
	game_store_forget_results(s);
	while (s->rows_count > 0)
		game_store_forget_row(&s->rows[--s->rows_count]);
	free(s->rows);
	store_workers_clear(&s->workers);
	free(s->bot_ids);
	running_ratings_clear(&s->ratings);
	free(s->enters);
	free(s->results);
	free(s->notes);
	bot_programs_clear(&s->programs);
	benching_clear(&s->benching);
	duplicate_games_clear(&s->repeats);
	*s = (struct game_store){.db = NULL};
}

/* Fills the announcement of a game. */
static void game_store_result(struct result *r, const struct db_game *g)
{
	r->game = g->id;
	r->pairing = (uint64_t)g->pairing;
	r->round = g->round;
	r->seats = g->seats;
	r->plies = g->plies;
	r->opening = memory_copy(g->opening);
	r->opening_key = game_pairs_key(g->round, g->seed, g->opening);
	r->fault = 0;
	snprintf(r->reason, sizeof r->reason, "%s", g->reason);
	for (int i = g->seats - 1; i >= 0; i--) {
		enum verdict verdict = verdict_find(g->seat[i].verdict);
		r->verdict[i] = g->seat[i].verdict;
		if (verdict == VERDICT_OK || verdict == VERDICT_RESIGN)
			continue;
		/* The benching is known already; another seat's fault is news. */
		if (verdict == VERDICT_BENCHED && r->fault != 0)
			continue;
		r->fault = i + 1;
		snprintf(r->detail, sizeof r->detail, "%s",
			g->seat[i].detail == NULL ? "" : g->seat[i].detail);
	}
}

static int game_store_write_bye(struct game_store *s, struct game_store_row *row)
{
	return db_bye_add(
		s->db, s->tournament, row->bye.round, s->bot_ids[row->bye.bot], row->bye.points);
}

int game_store_bye(struct game_store *s, int round, int bot, double points)
{
	return game_store_put(s, &(struct game_store_row){.write = game_store_write_bye,
					 .bye = {round, bot, points}});
}

/* The place of the next result. Usually few wait, so the array grows on demand. */
static struct result *game_store_next(struct game_store *s)
{
	if (s->waiting == s->results_room) {
		s->results_room = 2 * s->results_room + 8;
		s->results = memory_resize(s->results, (size_t)s->results_room, sizeof *s->results);
	}
	return &s->results[s->waiting];
}

static int game_store_write_game(struct game_store *s, struct game_store_row *row)
{
	struct db_game *g = row->game.game;
	int64_t worker = g->worker;
	for (int i = 0; i < g->seats; i++)
		g->seat[i].bot = s->bot_ids[row->game.bot[i]];
	g->worker = store_workers_id(&s->workers, worker);
	int error = db_game_add(s->db, g);
	g->worker = worker;
	if (error == DB_OK)
		s->results[row->game.result].game = g->id;
	return error;
}

int game_store_game(struct game_store *s, struct db_game *g, const int *bots)
{
	struct result *r = game_store_next(s);
	double before[SEATS_MAX], after[SEATS_MAX];
	uint64_t rated[SEATS_MAX];
	enum verdict verdict[SEATS_MAX];
	struct game_store_row row = {.write = game_store_write_game};
	for (int i = 0; i < g->seats; i++) {
		rated[i] = (uint64_t)bots[i] + 1;
		r->rank[i] = g->seat[i].rank;
		verdict[i] = verdict_find(g->seat[i].verdict);
	}
	r->failed = s->failed_tie ? 0 : game_failed_together(r->rank, verdict, g->seats);
	running_ratings_game(&s->ratings, rated, r->rank, r->failed, g->seats, before, after);
	for (int i = 0; i < g->seats; i++) {
		g->seat[i].points = game_points(r->rank, r->failed, g->seats, i + 1);
		g->seat[i].elo_before = before[i];
		g->seat[i].elo_after = after[i];
		r->bot[i] = row.game.bot[i] = bots[i];
		r->elo[i] = after[i];
	}
	g->tournament = s->tournament;
	g->sandbox = s->sandbox;
	g->moves_hash = rejudge_moves_hash(g, s->seeded);
	row.game.game = db_game_copy(g);
	row.game.result = s->waiting;
	if (row.game.game == NULL)
		return DB_UNAVAILABLE;
	r->game = s->last + 1; /* unless another writes there */
	int error = game_store_put(s, &row);
	if (error != DB_OK)
		return error;
	s->last = g->id = r->game;
	duplicate_games_note(&s->repeats, s->t, g, bots);
	game_store_result(r, g);
	r->benched = benching_note(&s->benching, g->id, bots, r->verdict, g->seats, g->reason);
	s->waiting++;
	return s->waiting >= GAME_STORE_GROUP && !s->held ? game_store_commit(s) : DB_OK;
}

bool game_store_is_settled(const struct game_store *s)
{
	return !s->open && s->rows_count == 0;
}

int game_store_commit(struct game_store *s)
{
	const struct moves_retention before = s->retention;
	if (s->rows_count == 0 && !s->open && !s->held)
		return DB_OK;
	int error = game_store_write_rows(s);
	if (error == DB_OK && s->waiting > 0)
		error = moves_retention_step(
			&s->retention, s->db, s->tournament, s->waiting, time_utc());
	if (error == DB_OK)
		error = db_commit(s->db);
	if (error != DB_OK) {
		s->retention = before;
		return game_store_hold(s, error);
	}
	if (s->commits != NULL && s->waiting > 0)
		++*s->commits;
	s->open = s->held = false;
	s->written = 0;
	while (s->rows_count > 0)
		game_store_forget_row(&s->rows[--s->rows_count]);
	for (int i = 0; i < s->waiting; i++)
		s->announce(s->arg, &s->results[i]);
	game_store_forget_results(s);
	return DB_OK;
}
