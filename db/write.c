/*
 * write.c - adding tournaments, bots and games.
 *
 * A move costs about a microsecond: statements stay prepared, texts are bound as they lie, and a
 * game needs no savepoint, since what failed half-way is deleted again.
 */
#include "db/connection.h"

#include <assert.h>
#include <string.h>

static void write_text(sqlite3_stmt *statement, int column, const char *text)
{
	if (text == NULL)
		sqlite3_bind_null(statement, column);
	else
		sqlite3_bind_text(statement, column, text, (int)strlen(text), SQLITE_STATIC);
}

/* A number that a bot said, or UNKNOWN. */
static void write_said(sqlite3_stmt *statement, int column, int64_t said)
{
	int64_t most = said < DB_SAID_MAX ? said : DB_SAID_MAX;
	if (said == UNKNOWN)
		sqlite3_bind_null(statement, column);
	else
		sqlite3_bind_int64(statement, column, most > -DB_SAID_MAX ? most : -DB_SAID_MAX);
}

/* A time; below 0: not known. */
static void write_span(sqlite3_stmt *statement, int column, int64_t span)
{
	if (span < 0)
		sqlite3_bind_null(statement, column);
	else
		sqlite3_bind_int64(statement, column, span < DB_SPAN_MAX ? span : DB_SPAN_MAX);
}

static void write_unless(sqlite3_stmt *statement, int column, int64_t value, int64_t unknown)
{
	if (value == unknown)
		sqlite3_bind_null(statement, column);
	else
		sqlite3_bind_int64(statement, column, value);
}

static int write_rules(struct db *db, int64_t tournament, const char *description)
{
	sqlite3_stmt *statement = db_statement(db, DB_RULES_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	write_text(statement, 2, description);
	return db_run(db, statement, "the rules of the game could not be kept");
}

int db_tournament_add(struct db *db, struct db_tournament *t)
{
	sqlite3_stmt *statement = db_statement(db, DB_TOURNAMENT_ADD);
	if (statement == NULL)
		return db->error;
	write_text(statement, 1, t->name);
	write_text(statement, 2, t->game);
	write_text(statement, 3, t->format);
	sqlite3_bind_int(statement, 4, t->seats);
	sqlite3_bind_int64(statement, 5, t->seed);
	write_text(statement, 6, t->definition);
	sqlite3_bind_int64(statement, 7, t->created_ms);
	int error = db_run(db, statement, "the tournament could not be added");
	if (error == DB_OK)
		t->id = sqlite3_last_insert_rowid(db->sqlite);
	if (error == DB_OK && t->rules_description != NULL)
		error = write_rules(db, t->id, t->rules_description);
	return error == DB_OK && t->note != NULL ? db_note_set(db, t->id, t->note) : error;
}

int db_note_set(struct db *db, int64_t tournament, const char *note)
{
	sqlite3_stmt *statement = db_statement(db, DB_NOTE_SET);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	write_text(statement, 2, note);
	return db_run(db, statement, "the note could not be kept");
}

int db_tournament_logs(struct db *db, int64_t tournament, const char *logs)
{
	sqlite3_stmt *statement = db_statement(db, DB_TOURNAMENT_LOGS);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	write_text(statement, 2, logs);
	return db_run(db, statement, "the setting logs could not be kept");
}

static void write_bot(sqlite3_stmt *statement, const struct db_bot *b)
{
	write_text(statement, 1, b->name);
	write_text(statement, 2, b->command);
	write_text(statement, 3, b->digest);
}

/* A bot's settings have a row of their own; the digest covers them too, except for its features. */
static int write_bot_settings(struct db *db, const struct db_bot *b)
{
	if (b->settings == NULL)
		return DB_OK;
	sqlite3_stmt *statement = db_statement(db, DB_BOT_SETTINGS_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, b->id);
	write_text(statement, 2, b->settings);
	return db_run(db, statement, "a bot's settings could not be added");
}

/* Looks for the bot's row. DB_NONE: there is none. A row from a text that says nothing of its
 * program may be there already: then it is the one of the remote bot too. */
static int write_find_bot(struct db *db, struct db_bot *b)
{
	sqlite3_stmt *find = db_statement(db, DB_BOT_FIND);
	if (find == NULL)
		return db->error;
	write_bot(find, b);
	int code = sqlite3_step(find);
	bool found = code == SQLITE_ROW, local = found && sqlite3_column_int(find, 1) == 0;
	if (found)
		b->id = sqlite3_column_int64(find, 0);
	else if (code != SQLITE_DONE)
		db_fail_sqlite(db, "the bots cannot be read");
	sqlite3_reset(find);
	if (!found)
		return code == SQLITE_DONE ? DB_NONE : (int)db->error;
	sqlite3_stmt *mark = b->remote && local ? db_statement(db, DB_BOT_REMOTE) : NULL;
	if (mark == NULL)
		return DB_OK;
	sqlite3_bind_int64(mark, 1, b->id);
	return db_run(db, mark, "a bot could not be changed");
}

int db_bot_add(struct db *db, struct db_bot *b)
{
	int error = write_find_bot(db, b);
	if (error == DB_NONE) {
		sqlite3_stmt *add = db_statement(db, DB_BOT_ADD);
		if (add == NULL)
			return db->error;
		write_bot(add, b);
		sqlite3_bind_int(add, 4, b->remote);
		error = db_run(db, add, "a bot could not be added");
		b->id = sqlite3_last_insert_rowid(db->sqlite);
	}
	return error == DB_OK ? write_bot_settings(db, b) : error;
}

int db_participant_add(struct db *db, int64_t tournament, int64_t bot, int round)
{
	sqlite3_stmt *statement = db_statement(db, DB_PARTICIPANT_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	sqlite3_bind_int64(statement, 2, bot);
	sqlite3_bind_int(statement, 3, round);
	return db_run(db, statement, "an entry could not be added");
}

int db_admin_action_set(
	struct db *db, int64_t tournament, const char *what, const char *bot, bool holds)
{
	sqlite3_stmt *statement =
		db_statement(db, holds ? DB_ADMIN_ACTION_ADD : DB_ADMIN_ACTION_DROP);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	sqlite3_bind_text(statement, 2, what, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(statement, 3, bot, -1, SQLITE_TRANSIENT);
	return db_run(db, statement, "what was asked by hand could not be kept");
}

int db_retirement_set(struct db *db, int64_t tournament, const char *bot, int round, int back)
{
	sqlite3_stmt *statement = db_statement(db, DB_RETIREMENT_SET);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	sqlite3_bind_text(statement, 2, bot, -1, SQLITE_TRANSIENT);
	sqlite3_bind_int(statement, 3, round);
	write_unless(statement, 4, back, 0);
	return db_run(db, statement, "a bot's retirement could not be kept");
}

int db_bye_add(struct db *db, int64_t tournament, int round, int64_t bot, double points)
{
	sqlite3_stmt *statement = db_statement(db, DB_BYE_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	sqlite3_bind_int(statement, 2, round);
	sqlite3_bind_int64(statement, 3, bot);
	sqlite3_bind_double(statement, 4, points);
	return db_run(db, statement, "a bye could not be added");
}

static bool write_counts(const struct db_game *g)
{
	return g->replaced.ms == 0;
}

static int write_game(struct db *db, struct db_game *g)
{
	sqlite3_stmt *statement = db_statement(db, write_counts(g) ? DB_GAME_ADD : DB_REPLACED_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, g->tournament);
	sqlite3_bind_int64(statement, 2, g->pairing);
	sqlite3_bind_int(statement, 3, g->round);
	sqlite3_bind_int64(statement, 4, g->seed);
	write_text(statement, 5, g->opening);
	write_text(statement, 6, g->final);
	write_text(statement, 7, g->reason);
	write_text(statement, 8, g->sandbox);
	sqlite3_bind_int(statement, 9, g->plies);
	sqlite3_bind_int64(statement, 10, g->started_ms);
	sqlite3_bind_int64(statement, 11, g->ended_ms);
	write_unless(statement, 12, g->moves_hash, 0);
	write_unless(statement, 13, g->worker, 0);
	if (!write_counts(g)) {
		sqlite3_bind_int64(statement, 14, g->replaced.ms);
		write_text(statement, 15, g->replaced.bot);
		sqlite3_bind_int(statement, 16, g->replaced.paired);
	}
	int error = db_run(db, statement, "a game could not be added");
	if (error == DB_OK)
		g->id = sqlite3_last_insert_rowid(db->sqlite);
	return error;
}

static int write_failure(struct db *db, const struct db_game *g, int i)
{
	const struct db_failure *failure = &g->seat[i].failure;
	if (failure->phase == NULL)
		return DB_OK;
	sqlite3_stmt *statement =
		db_statement(db, write_counts(g) ? DB_FAILURE_ADD : DB_REPLACED_FAILURE_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, g->id);
	sqlite3_bind_int(statement, 2, i + 1);
	write_text(statement, 3, failure->phase);
	write_text(statement, 4, failure->asked);
	if (failure->said == NULL)
		sqlite3_bind_null(statement, 5);
	else
		sqlite3_bind_blob(
			statement, 5, failure->said, (int)failure->said_length, SQLITE_STATIC);
	write_span(statement, 6, failure->limit_us);
	write_span(statement, 7, failure->wall_us);
	write_span(statement, 8, failure->cpu_us);
	write_span(statement, 9, failure->wait_us);
	write_unless(statement, 10, failure->exit_status, -1);
	write_unless(statement, 11, failure->signal, -1);
	return db_run(db, statement, "a seat's failure could not be added");
}

static int write_seat(struct db *db, const struct db_game *g, int i)
{
	const struct db_seat *seat = &g->seat[i];
	sqlite3_stmt *statement =
		db_statement(db, write_counts(g) ? DB_SEAT_ADD : DB_REPLACED_SEAT_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, g->id);
	sqlite3_bind_int(statement, 2, i + 1);
	sqlite3_bind_int64(statement, 3, seat->bot);
	sqlite3_bind_int(statement, 4, seat->rank);
	sqlite3_bind_double(statement, 5, seat->points);
	write_text(statement, 6, seat->verdict);
	write_text(statement, 7, seat->detail);
	if (seat->stderr_length == 0)
		write_text(statement, 8, seat->stderr_tail);
	else
		sqlite3_bind_text(
			statement, 8, seat->stderr_tail, (int)seat->stderr_length, SQLITE_STATIC);
	int error = db_run(db, statement, "a seat could not be added");
	if (error == DB_OK)
		error = write_failure(db, g, i);
	if (error != DB_OK || !write_counts(g))
		return error;
	statement = db_statement(db, DB_RATING_ADD);
	if (statement == NULL)
		return db->error;
	sqlite3_bind_int64(statement, 1, g->id);
	sqlite3_bind_int(statement, 2, i + 1);
	sqlite3_bind_double(statement, 3, seat->elo_before);
	sqlite3_bind_double(statement, 4, seat->elo_after);
	return db_run(db, statement, "a rating could not be added");
}

/* Binds a move's values from the given column on. */
static void write_move(sqlite3_stmt *statement, int column, const struct db_move *m, int ply)
{
	sqlite3_bind_int(statement, column, ply);
	sqlite3_bind_int(statement, column + 1, m->seat);
	write_text(statement, column + 2, m->text);
	sqlite3_bind_int64(
		statement, column + 3, m->wall_us < DB_SPAN_MAX ? m->wall_us : DB_SPAN_MAX);
	write_span(statement, column + 4, m->cpu_us);
	write_span(statement, column + 5, m->wait_us);
	write_said(statement, column + 6, m->depth);
	write_said(statement, column + 7, m->score);
	write_said(statement, column + 8, m->nodes);
}

static int write_moves(struct db *db, const struct db_game *g)
{
	if (g->removed != NULL)
		return db_moves_remove(db, g->id, g->ended_ms, g->removed);
	for (int i = 0; i < g->plies;) {
		bool many = g->plies - i >= DB_MOVES_AT_ONCE && write_counts(g);
		int rows = many ? DB_MOVES_AT_ONCE : 1;
		sqlite3_stmt *statement =
			db_statement(db, many		   ? DB_MOVES_ADD
					 : write_counts(g) ? DB_MOVE_ADD
							   : DB_REPLACED_MOVE_ADD);
		if (statement == NULL)
			return db->error;
		sqlite3_bind_int64(statement, 1, g->id);
		for (int row = 0; row < rows; row++, i++)
			write_move(statement, 2 + row * DB_MOVE_VALUES, &g->moves[i], i + 1);
		int error = db_run(db, statement, "a move could not be added");
		if (error != DB_OK)
			return error;
	}
	return DB_OK;
}

static int write_infos(struct db *db, const struct db_game *g)
{
	int error = DB_OK;
	for (int i = 0; i < g->infos_count && error == DB_OK; i++) {
		const struct db_info *info = &g->infos[i];
		sqlite3_stmt *statement = db_statement(db, DB_INFO_ADD);
		if (statement == NULL)
			return db->error;
		sqlite3_bind_int64(statement, 1, g->id);
		sqlite3_bind_int(statement, 2, info->ply);
		write_said(statement, 3, info->seldepth);
		write_said(statement, 4, info->nps);
		write_text(statement, 5, info->pv);
		write_text(statement, 6, info->text);
		error = db_run(db, statement, "what was said of a move could not be added");
	}
	return error;
}

static int write_positions(struct db *db, const struct db_game *g)
{
	int error = DB_OK;
	for (int i = 0; i < g->positions_count && error == DB_OK && g->removed == NULL; i++) {
		sqlite3_stmt *statement = db_statement(
			db, write_counts(g) ? DB_POSITION_ADD : DB_REPLACED_POSITION_ADD);
		if (statement == NULL)
			return db->error;
		sqlite3_bind_int64(statement, 1, g->id);
		sqlite3_bind_int(statement, 2, i);
		write_text(statement, 3, g->positions[i].question);
		write_text(statement, 4, g->positions[i].answer);
		error = db_run(db, statement, "a position could not be added");
	}
	return error;
}

/* Takes back a game that was not added as a whole; why it was not stays. */
static void write_drop(struct db *db, const struct db_game *g)
{
	if (sqlite3_get_autocommit(db->sqlite))
		return;
	sqlite3_stmt *statement = db_statement(db, DB_GAME_DROP);
	if (statement == NULL)
		return;
	sqlite3_bind_int64(statement, 1, g->id);
	sqlite3_step(statement);
	sqlite3_reset(statement);
}

/* Its row, which gives it its number, and all that belongs to it. */
static int write_whole(struct db *db, struct db_game *g)
{
	assert(g->seats >= 1 && g->seats <= DB_SEATS && g->plies >= 0);
	assert(!sqlite3_get_autocommit(db->sqlite));
	g->id = 0;
	int error = write_game(db, g);
	for (int i = 0; i < g->seats && error == DB_OK; i++)
		error = write_seat(db, g, i);
	if (error == DB_OK)
		error = write_moves(db, g);
	if (error == DB_OK)
		error = write_positions(db, g);
	return error == DB_OK ? write_infos(db, g) : error;
}

int db_game_add(struct db *db, struct db_game *g)
{
	assert(write_counts(g));
	int error = write_whole(db, g);
	if (error == DB_OK)
		error = db_standings_cache_add(db, g);
	if (error != DB_OK && g->id != 0)
		write_drop(db, g);
	return error;
}

int db_replaced_add(struct db *db, struct db_game *g)
{
	assert(!write_counts(g));
	return write_whole(db, g);
}
