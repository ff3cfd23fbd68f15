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
#include "referee/game/game-hash.h"
#include "referee/rating/game-pairs.h"
#include "referee/director/changes.h"
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

static int game_store_find(struct game_store *s, bool fresh, bool *known, struct error *err)
{
	const struct tournament *t = s->t;
	struct db_tournament row;
	int error = fresh ? DB_NONE : db_tournament_find(s->db, t->name, &row);
	*known = error == DB_OK;
	s->failed_tie = *known && definition_text_failed_tie(row.definition);
	s->repeats_count = *known && definition_text_repeats_count(row.definition);
	/* Of a new tournament, or of one that continues and may be older. */
	char *text = tournament_definition(t);
	bool pairs = strcmp(t->format, "sprt") == 0 && !s->repeats_count;
	char *definition =
		memory_print("%s%s%s", text, s->failed_tie ? "" : DEFINITION_TEXT_FAILED_TOGETHER,
			pairs ? DEFINITION_TEXT_PAIRS : "");
	free(text);
	if (*known) {
		s->tournament = row.id;
		s->games_began = definition_text_games(row.definition);
		if (!definition_text_same(row.definition, definition, err)) {
			changes_advise_compare(t, row.definition, definition, err);
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
	error_set(&s->why, "%s", db_error_text(s->db));
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
	bot_programs_hold(&s->programs, t);
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

/* --- bots ------------------------------------------------------------------------------------- */

/* options NULL: the tournament is new. */
static int game_store_bots(
	struct game_store *s, const struct game_store_options *options, struct error *err)
{
	const struct tournament *t = s->t;
	char(*digests)[BOT_DIGEST] = memory_get((size_t)t->bots_count, sizeof *digests);
	for (int i = 0; i < t->bots_count; i++)
		if (t->bots[i].was != NULL)
			snprintf(digests[i], BOT_DIGEST, "%s", t->bots[i].was);
		else
			bot_digest_held(
				&t->bots[i], s->programs.held[i], BOT_DIGEST_ALL, digests[i]);
	int error = options != NULL ? changes_judge(s, digests, options, err) : DB_OK;
	for (int i = 0; i < t->bots_count && error == DB_OK; i++)
		error = game_store_bot(s, i, digests[i]);
	free(digests);
	return error;
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
	while (db_next(&q)) {
		struct bot known = {.name = NULL};
		const char *settings = db_text(&q, "settings");
		int i = tournament_find_bot(s->t, db_text(&q, "name"));
		struct bot *bot = i >= 0 ? &s->t->bots[i] : NULL;
		if (bot == NULL || db_int(&q, "id") != s->bot_ids[i] || bot->answered ||
			settings == NULL)
			continue;
		bot_definition_read(&known, settings, (struct origin){"", 1});
		bot->startpos_only = known.startpos_only;
		bot->seats = known.seats;
		bot_clear(&known);
		if (bot->seats != 0 && schedule_leaves_out(s->t))
			game_store_note(s,
				"bot %s did not send its features; games in seats that it left out before are left out again",
				bot->name);
	}
	return db_end(&q);
}

/* --- first rounds ----------------------------------------------------------------------------- */

/* Later pairings depend on the bots' first rounds: a new bot starts after all played rounds. */
static int game_store_entries(struct game_store *s, bool known, struct error *err)
{
	struct db_query q;
	int last = 0;
	bool joins = schedule_find(s->t->format)->joins != NULL && known;
	int error = joins ? db_last_round(s->db, s->tournament, &last) : DB_OK;
	for (int i = 0; i < s->t->bots_count; i++)
		s->enters[i] = last + 1;
	if (!joins || error != DB_OK)
		return error;
	db_query(&q, s->db, "first-rounds", s->tournament);
	bool missing = false;
	while (db_next(&q)) {
		int bot = tournament_find_bot(s->t, db_text(&q, "bot"));
		missing |= bot < 0;
		if (bot >= 0)
			s->enters[bot] = (int)db_int(&q, "round");
		else
			error_set(err,
				"bot %s: it takes part in the stored tournament, and the file does not have it",
				db_text(&q, "bot"));
	}
	error = db_end(&q);
	return error == DB_OK && missing ? DB_NONE : error;
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

static int game_store_distrusted(struct game_store *s)
{
	struct db_query q;
	db_query(&q, s->db, "distrusted", s->tournament);
	while (db_next(&q))
		store_workers_distrust(&s->workers, db_text(&q, "worker"), db_text(&q, "why"))
			->stored = true;
	return db_end(&q);
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
	int error = stored_schedule_retirements(t, s->db, s->tournament);
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
	if (error != DB_OK)
		return error;
	struct db_query q;
	db_query(&q, s->db, "admin-actions", s->tournament);
	while (db_next(&q)) {
		int place = tournament_find_bot(t, db_text(&q, "bot"));
		if (strcmp(db_text(&q, "action"), "bench") != 0 || place < 0)
			continue;
		benching_bench(&s->benching, place, true);
		game_store_note(s,
			"%s is BENCHED by hand; `referee ctl unbench-bot` lets it play again",
			db_text(&q, "bot"));
	}
	return db_end(&q);
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
	bot_programs_hold(&s->programs, t);
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
		error = game_store_distrusted(s);
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
	double before[SEATS_MAX], after[SEATS_MAX];
	uint64_t rated[SEATS_MAX];
	enum verdict verdict[SEATS_MAX];
	struct game_store_row row = {.write = game_store_write_game};
	if (s->waiting == s->results_room) { /* usually few wait */
		s->results_room = 2 * s->results_room + 8;
		s->results = memory_resize(s->results, (size_t)s->results_room, sizeof *s->results);
	}
	struct result *r = &s->results[s->waiting];
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
