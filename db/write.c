/*
 * write.c - adding tournaments, bots, games, what the solver says of them, and workers.
 *
 * A move costs about a microsecond: statements stay prepared, texts are bound as they lie, and a
 * game needs no savepoint, since what failed half-way is deleted again.
 */
#include "db/connection.h"

#include <assert.h>
#include <string.h>

/* A number that a bot said, or UNKNOWN. */
static struct db_value write_number(int64_t said)
{
	int64_t most = said < DB_SAID_MAX ? said : DB_SAID_MAX;
	return db_number_unless(
		most > -DB_SAID_MAX || said == UNKNOWN ? most : -DB_SAID_MAX, UNKNOWN);
}

/* A time; below 0, as UNKNOWN is: not known. */
static struct db_value write_span(int64_t span)
{
	int64_t most = span < DB_SPAN_MAX ? span : DB_SPAN_MAX;
	return db_number_unless(most >= 0 ? most : UNKNOWN, UNKNOWN);
}

int db_tournament_add(struct db *db, struct db_tournament *t)
{
	int error = db_write(db, "tournament-add", "the tournament could not be added",
		db_string(t->name), db_string(t->game), db_string(t->format), db_number(t->seats),
		db_number(t->seed), db_string(t->definition), db_number(t->created_ms));
	if (error == DB_OK)
		t->id = sqlite3_last_insert_rowid(db->sqlite);
	if (error == DB_OK && t->rules_description != NULL)
		error = db_write(db, "rules-add", "the rules of the game could not be kept",
			db_number(t->id), db_string(t->rules_description));
	return error == DB_OK && t->note != NULL ? db_note_set(db, t->id, t->note) : error;
}

int db_note_set(struct db *db, int64_t tournament, const char *note)
{
	return db_write(db, "note-set", "the note could not be kept", db_number(tournament),
		db_string(note));
}

int db_tournament_logs(struct db *db, int64_t tournament, const char *logs)
{
	return db_write(db, "logs-set", "the setting logs could not be kept", db_number(tournament),
		db_string(logs));
}

/* Looks for the bot's row; b->id is 0 if there is none. A row from a text that says nothing of its
 * program may be there already: then it is the one of the remote bot too. */
static int write_find_bot(struct db *db, struct db_bot *b)
{
	struct db_query q;
	db_query_values(&q, db, "bot-program",
		DB_VALUES(db_string(b->name), db_string(b->command), db_string(b->digest)));
	bool found = db_next(&q), local = found && db_int(&q, "remote") == 0;
	b->id = found ? db_int(&q, "id") : 0;
	int error = db_end(&q);
	return error == DB_OK && b->remote && local
		       ? db_write(db, "bot-set-remote", "a bot could not be changed",
				 db_number(b->id))
		       : error;
}

int db_bot_add(struct db *db, struct db_bot *b)
{
	int error = write_find_bot(db, b);
	if (error == DB_OK && b->id == 0) {
		error = db_write(db, "bot-add", "a bot could not be added", db_string(b->name),
			db_string(b->command), db_string(b->digest), db_number(b->remote));
		b->id = sqlite3_last_insert_rowid(db->sqlite);
	}
	/* Settings have a row of their own; the digest covers them too, except for features. */
	return error == DB_OK && b->settings != NULL
		       ? db_write(db, "bot-settings-add", "a bot's settings could not be added",
				 db_number(b->id), db_string(b->settings))
		       : error;
}

int db_participant_add(struct db *db, int64_t tournament, int64_t bot, int round)
{
	return db_write(db, "participant-add", "an entry could not be added", db_number(tournament),
		db_number(bot), db_number(round));
}

int db_admin_action_set(
	struct db *db, int64_t tournament, const char *what, const char *bot, bool holds)
{
	return db_write(db, holds ? "admin-action-add" : "admin-action-drop",
		"the operator's action could not be stored", db_number(tournament), db_string(what),
		db_string(bot));
}

int db_retirement_set(struct db *db, int64_t tournament, const char *bot, int round, int back)
{
	return db_write(db, "retirement-set", "a bot's retirement could not be kept",
		db_number(tournament), db_string(bot), db_number(round), db_number_unless(back, 0));
}

int db_bye_add(struct db *db, int64_t tournament, int round, int64_t bot, double points)
{
	return db_write(db, "bye-add", "a bye could not be added", db_number(tournament),
		db_number(round), db_number(bot), db_float(points));
}

int db_rating_set(struct db *db, int64_t game, int seat, double before, double after)
{
	return db_write(db, "rating-set", "a rating could not be changed", db_number(game),
		db_number(seat), db_float(before), db_float(after));
}

/* --- games ------------------------------------------------------------------------------------ */

static bool write_counts(const struct db_game *g)
{
	return g->replaced.ms == 0;
}

static int write_game(struct db *db, struct db_game *g)
{
	const struct db_value values[] = {db_number(g->tournament), db_number(g->pairing),
		db_number(g->round), db_number(g->seed), db_string(g->opening), db_string(g->final),
		db_string(g->reason), db_string(g->sandbox), db_number(g->plies),
		db_number(g->started_ms), db_number(g->ended_ms),
		db_number_unless(g->moves_hash, 0), db_number_unless(g->worker, 0),
		db_number(g->replaced.ms), db_string(g->replaced.bot),
		db_number(g->replaced.paired)};
	int count = (int)(sizeof values / sizeof *values);
	int error = db_write_values(db, write_counts(g) ? "game-add" : "replaced-add",
		"a game could not be added", values, write_counts(g) ? count - 3 : count);
	if (error == DB_OK)
		g->id = sqlite3_last_insert_rowid(db->sqlite);
	return error;
}

static int write_failure(struct db *db, const struct db_game *g, int i)
{
	const struct db_failure *f = &g->seat[i].failure;
	if (f->phase == NULL)
		return DB_OK;
	return db_write(db, write_counts(g) ? "failure-add" : "replaced-failure-add",
		"a seat's failure could not be added", db_number(g->id), db_number(i + 1),
		db_string(f->phase), db_string(f->asked), db_bytes(f->said, f->said_length),
		write_span(f->limit_us), write_span(f->wall_us), write_span(f->cpu_us),
		write_span(f->wait_us), db_number_unless(f->exit_status, UNKNOWN),
		db_number_unless(f->signal, UNKNOWN));
}

static int write_seat(struct db *db, const struct db_game *g, int i)
{
	const struct db_seat *seat = &g->seat[i];
	int error = db_write(db, write_counts(g) ? "seat-add" : "replaced-seat-add",
		"a seat could not be added", db_number(g->id), db_number(i + 1),
		db_number(seat->bot), db_number(seat->rank), db_float(seat->points),
		db_string(seat->verdict), db_string(seat->detail),
		seat->stderr_length == 0 ? db_string(seat->stderr_tail)
					 : db_bytes(seat->stderr_tail, seat->stderr_length));
	if (error == DB_OK)
		error = write_failure(db, g, i);
	if (error != DB_OK || !write_counts(g))
		return error;
	return db_write(db, "rating-add", "a rating could not be added", db_number(g->id),
		db_number(i + 1), db_float(seat->elo_before), db_float(seat->elo_after));
}

/* Binds a move's values from the given parameter on. */
static void write_move(sqlite3_stmt *statement, int at, const struct db_move *m, int ply)
{
	sqlite3_bind_int(statement, at, ply);
	sqlite3_bind_int(statement, at + 1, m->seat);
	db_bind(statement, at + 2, db_string(m->text));
	sqlite3_bind_int64(statement, at + 3, m->wall_us < DB_SPAN_MAX ? m->wall_us : DB_SPAN_MAX);
	db_bind(statement, at + 4, write_span(m->cpu_us));
	db_bind(statement, at + 5, write_span(m->wait_us));
	db_bind(statement, at + 6, write_number(m->depth));
	db_bind(statement, at + 7, write_number(m->score));
	db_bind(statement, at + 8, write_number(m->nodes));
}

static int write_moves(struct db *db, const struct db_game *g)
{
	if (g->removed != NULL)
		return db_moves_remove(db, g->id, g->ended_ms, g->removed);
	for (int i = 0; i < g->plies;) {
		bool many = g->plies - i >= DB_MOVES_AT_ONCE && write_counts(g);
		int rows = many ? DB_MOVES_AT_ONCE : 1;
		sqlite3_stmt *statement = db_statement(db, many		     ? "moves-add"
							   : write_counts(g) ? "move-add"
									     : "replaced-move-add");
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
		error = db_write(db, "info-add", "the info of a move could not be stored",
			db_number(g->id), db_number(info->ply), write_number(info->seldepth),
			write_number(info->nps), db_string(info->pv), db_string(info->text));
	}
	return error;
}

static int write_positions(struct db *db, const struct db_game *g)
{
	int error = DB_OK;
	for (int i = 0; i < g->positions_count && error == DB_OK && g->removed == NULL; i++)
		error = db_write(db, write_counts(g) ? "position-add" : "replaced-position-add",
			"a position could not be added", db_number(g->id), db_number(i),
			db_string(g->positions[i].question), db_string(g->positions[i].answer));
	return error;
}

/* Takes back a game that was not added as a whole; why it was not stays. */
static void write_drop(struct db *db, const struct db_game *g)
{
	if (sqlite3_get_autocommit(db->sqlite))
		return;
	sqlite3_stmt *statement = db_statement(db, "game-drop");
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

/* --- games whose moves are removed -------------------------------------------------------------- */

int db_moves_remove(struct db *db, int64_t game, int64_t ms, const char *reason)
{
	/* The rows of a game lie together in each table, so that this touches few pages. SQLite
	 * uses these again for later games. */
	static const char *const parts[] = {"remove-moves", "remove-positions", "remove-info",
		"remove-failures", "remove-analysis", "remove-analysed", "remove-stderr"};
	int error = db_write(db, "removed-add", "a game without moves could not be noted",
		db_number(game), db_number(ms), db_string(reason));
	for (size_t i = 0; i < sizeof parts / sizeof *parts && error == DB_OK; i++)
		error = db_write(
			db, parts[i], "the moves of a game could not be removed", db_number(game));
	return error;
}

/* --- analysis --------------------------------------------------------------------------------- */

int db_analysis_set(struct db *db, int64_t game, int64_t nodes, int64_t known, int plies,
	const struct db_analysis *moves)
{
	assert(!sqlite3_get_autocommit(db->sqlite));
	int error = db_write(
		db, "remove-analysis", "a game's values could not be replaced", db_number(game));
	for (int i = 0; i < plies && error == DB_OK; i++)
		error = db_write(db, "analysis-add", "a move's values could not be added",
			db_number(game), db_number(i + 1),
			db_number_unless(
				moves[i].before_known ? moves[i].before : UNKNOWN, UNKNOWN),
			db_number_unless(moves[i].after_known ? moves[i].after : UNKNOWN, UNKNOWN));
	return error == DB_OK
		       ? db_write(db, "analysed-set", "a game could not be noted as analysed",
				 db_number(game), db_number(nodes), db_number(known))
		       : error;
}

/* --- workers ---------------------------------------------------------------------------------- */

int db_worker_add(struct db *db, int64_t tournament, struct db_worker *w)
{
	const struct db_value values[] = {db_number(tournament), db_string(w->name),
		db_string(w->cpu), db_string(w->arch), db_number(w->cores), db_number(w->slots),
		db_string(w->sandbox), db_string(w->version), db_number(w->speed),
		db_number(w->first_ms), db_number(w->last_ms), db_number(w->lost)};
	sqlite3_stmt *statement = db_statement(db, "worker-add");
	if (statement == NULL)
		return db->error;
	for (int i = 0; i < (int)(sizeof values / sizeof *values); i++)
		db_bind(statement, i + 1, values[i]);
	int code = sqlite3_step(statement);
	if (code == SQLITE_ROW) {
		w->id = sqlite3_column_int64(statement, 0);
		code = sqlite3_step(statement);
	}
	int error = code == SQLITE_DONE ? DB_OK : db_fail_sqlite(db, "a worker could not be added");
	sqlite3_reset(statement);
	return error;
}

int db_worker_lost(struct db *db, int64_t worker, int games, int64_t ms)
{
	return db_write(db, "worker-lost", "a worker could not be changed", db_number(worker),
		db_number(games), db_number(ms));
}

int db_spot_check_add(struct db *db, int64_t game, const struct db_spot_check *check)
{
	return db_write(db, "spot-check-add", "a spot check could not be kept", db_number(game),
		db_number_unless(check->worker, 0), db_number(check->same), db_number(check->ms));
}
