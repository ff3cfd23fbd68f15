/*
 * replaced.c - games that are played again: their rows leave the tables of games that count, for
 * tables of their own, so that no query has to know of them.
 *
 * All of a replay is one group of writes. A game keeps its number, which no other game gets.
 */
#include "db/connection.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "db/schema.h"

/* Parameters of all statements below. */
enum { REPLACED_TOURNAMENT = 1, REPLACED_BOT, REPLACED_DIGEST, REPLACED_MS };

#define REPLACED_NEW                                                                               \
	" WHERE game IN (SELECT r.id FROM replaced_games r JOIN games g ON g.id = r.id"            \
	" WHERE r.tournament = ?1)"

/* The first step: which games, and what stands for a bot's name. */
#define REPLACED_GAMES(who, which)                                                                 \
	"INSERT INTO replaced_games SELECT g.id, g.tournament, g.pairing, g.round, g.seed,"        \
	" g.opening, g.final, g.reason, g.sandbox, g.plies, g.started_ms, g.ended_ms,"             \
	" g.moves_hash, ?4, " who                                                                  \
	", (SELECT max(coalesce((SELECT max(round) FROM games WHERE tournament = ?1), 0),"         \
	" coalesce((SELECT max(paired) FROM replaced_games WHERE tournament = ?1), 0)))"           \
	", g.worker FROM games g WHERE g.tournament = ?1 AND " which " ORDER BY g.id"

static const char replaced_of_bot[] = REPLACED_GAMES("?2",
	"EXISTS (SELECT 1 FROM seats s JOIN bots b ON b.id = s.bot WHERE s.game = g.id"
	" AND b.name = ?2 AND (?3 IS NULL OR b.digest <> ?3))");
static const char replaced_of_worker[] = REPLACED_GAMES("'worker ' || ?2",
	"g.worker IN (SELECT id FROM workers WHERE tournament = ?1 AND name = ?2)");

/* The others, in this order. Rows that refer to a game are deleted with the game. */
static const char *const replaced_steps[] = {
	"INSERT INTO replaced_seats SELECT game, seat, bot, rank, points, verdict, detail, stderr"
	" FROM seats" REPLACED_NEW,
	"INSERT INTO replaced_failures SELECT game, seat, phase, asked, said, limit_us, wall_us,"
	" cpu_us, wait_us, exit_status, signal FROM failures" REPLACED_NEW,
	"INSERT INTO replaced_moves SELECT game, ply, seat, move, wall_us, cpu_us, wait_us, depth,"
	" score, nodes FROM moves" REPLACED_NEW,
	"INSERT INTO replaced_positions SELECT game, number, question, answer FROM positions" REPLACED_NEW,
	/* Byes of rounds that are not paired yet are no longer known. */
	"DELETE FROM byes WHERE tournament = ?1 AND round >"
	" (SELECT max(paired) FROM replaced_games WHERE tournament = ?1)",
	"DELETE FROM games WHERE id IN (SELECT id FROM replaced_games WHERE tournament = ?1)",
	"DELETE FROM seat_totals WHERE tournament = ?1",
	"DELETE FROM pair_totals WHERE tournament = ?1",
	"INSERT INTO seat_totals " SCHEMA_SEAT_TOTALS("WHERE g.tournament = ?1 "),
	"INSERT INTO pair_totals " SCHEMA_PAIR_TOTALS("WHERE g.tournament = ?1 "),
};

static sqlite3_stmt *replaced_prepare(struct db *db, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	if (sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL) == SQLITE_OK)
		return statement;
	db_fail_sqlite(db, "its replaced games cannot be used");
	return NULL;
}

static void replaced_bind(sqlite3_stmt *statement, int64_t tournament, const char *bot,
	const char *digest, int64_t ms)
{
	int count = sqlite3_bind_parameter_count(statement);
	sqlite3_bind_int64(statement, REPLACED_TOURNAMENT, tournament);
	if (count >= REPLACED_BOT)
		sqlite3_bind_text(statement, REPLACED_BOT, bot, -1, SQLITE_STATIC);
	if (count >= REPLACED_DIGEST && digest != NULL)
		sqlite3_bind_text(statement, REPLACED_DIGEST, digest, -1, SQLITE_STATIC);
	if (count >= REPLACED_MS)
		sqlite3_bind_int64(statement, REPLACED_MS, ms);
}

static int replaced_step(struct db *db, const char *sql, int64_t tournament, const char *name,
	const char *digest, int64_t ms)
{
	sqlite3_stmt *statement = replaced_prepare(db, sql);
	if (statement == NULL)
		return db->error;
	replaced_bind(statement, tournament, name, digest, ms);
	int error = db_run(db, statement, "games could not be replaced");
	sqlite3_finalize(statement);
	return error;
}

/* first: the first step; name: of a bot or worker. */
static int replaced_do(struct db *db, const char *first, int64_t tournament, const char *name,
	const char *digest, int64_t ms, int64_t *games)
{
	assert(!sqlite3_get_autocommit(db->sqlite));
	int error = replaced_step(db, first, tournament, name, digest, ms);
	*games = error == DB_OK ? sqlite3_changes64(db->sqlite) : 0;
	for (size_t i = 0; i < sizeof replaced_steps / sizeof *replaced_steps; i++)
		if (error == DB_OK && *games > 0)
			error = replaced_step(db, replaced_steps[i], tournament, name, digest, ms);
	return error;
}

int db_replace(struct db *db, int64_t tournament, const char *bot, const char *digest, int64_t ms,
	int64_t *games)
{
	return replaced_do(db, replaced_of_bot, tournament, bot, digest, ms, games);
}

int db_distrust(struct db *db, int64_t tournament, const char *worker, const char *why, int64_t ms,
	int64_t *games)
{
	static const char sql[] =
		"UPDATE workers SET distrusted = ?3 WHERE tournament = ?1 AND name = ?2";
	int error = replaced_do(db, replaced_of_worker, tournament, worker, NULL, ms, games);
	return error == DB_OK ? replaced_step(db, sql, tournament, worker, why, ms) : error;
}

int db_distrusted(struct db *db, int64_t tournament,
	void (*each)(void *arg, const char *worker, const char *why), void *arg)
{
	static const char sql[] = "SELECT name, max(distrusted) FROM workers WHERE tournament = ?1"
				  " AND distrusted IS NOT NULL GROUP BY name";
	sqlite3_stmt *statement = replaced_prepare(db, sql);
	if (statement == NULL)
		return db->error;
	replaced_bind(statement, tournament, NULL, NULL, 0);
	int code;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		each(arg, (const char *)sqlite3_column_text(statement, 0),
			(const char *)sqlite3_column_text(statement, 1));
	int error = db_read_end(db, statement, code, "its workers cannot be read");
	sqlite3_finalize(statement);
	return error;
}

int db_replay_left(struct db *db, int64_t tournament, const char *bot, int64_t *games)
{
	static const char sql[] =
		"SELECT count(DISTINCT pairing) FROM replaced_games r WHERE tournament = ?1"
		" AND bot = ?2 AND NOT EXISTS (SELECT 1 FROM games g WHERE g.tournament = ?1"
		" AND g.pairing = r.pairing)";
	sqlite3_stmt *statement = replaced_prepare(db, sql);
	*games = 0;
	if (statement == NULL)
		return db->error;
	replaced_bind(statement, tournament, bot, NULL, 0);
	int code = sqlite3_step(statement);
	if (code == SQLITE_ROW)
		*games = sqlite3_column_int64(statement, 0);
	int error = db_read_end(db, statement, code, "its replaced games cannot be read");
	sqlite3_finalize(statement);
	return error;
}

int db_replaced(struct db *db, int64_t tournament,
	void (*each)(void *arg, int64_t pairing, int paired, const double *points, unsigned away,
		int seats),
	void *arg)
{
	static const char sql[] = "SELECT r.id, r.pairing, r.paired, s.seat, s.points,"
				  " s.verdict IN " SCHEMA_NO_PART ","
				  " (SELECT count(*) FROM replaced_seats c WHERE c.game = r.id)"
				  " FROM replaced_games r JOIN replaced_seats s ON s.game = r.id"
				  " WHERE r.tournament = ?1 ORDER BY r.replaced_ms, r.id, s.seat";
	double points[DB_SEATS] = {0};
	unsigned away = 0;
	int code;
	sqlite3_stmt *statement = replaced_prepare(db, sql);
	if (statement == NULL)
		return db->error;
	replaced_bind(statement, tournament, NULL, NULL, 0);
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		int seat = sqlite3_column_int(statement, 3),
		    seats = sqlite3_column_int(statement, 6);
		if (seat < 1 || seat > seats || seats > DB_SEATS)
			continue;
		away = (seat == 1 ? 0 : away) | (unsigned)sqlite3_column_int(statement, 5)
							<< (seat - 1);
		points[seat - 1] = sqlite3_column_double(statement, 4);
		if (seat == seats)
			each(arg, sqlite3_column_int64(statement, 1),
				sqlite3_column_int(statement, 2), points, away, seats);
	}
	int error = db_read_end(db, statement, code, "its replaced games cannot be read");
	sqlite3_finalize(statement);
	return error;
}

int db_read_replaced(struct db *db)
{
	static const char sql[] =
		"DROP VIEW IF EXISTS temp.games; DROP VIEW IF EXISTS temp.seat_totals;"
		"DROP VIEW IF EXISTS temp.pair_totals; DROP VIEW IF EXISTS temp.failures;"
		"DROP VIEW IF EXISTS temp.seats;"
		"CREATE TEMP VIEW games AS SELECT id, tournament, pairing, round, seed, opening,"
		" final, reason, sandbox, plies, started_ms, ended_ms, moves_hash, worker FROM "
		"replaced_games;"
		"CREATE TEMP VIEW seats AS SELECT * FROM replaced_seats;"
		"CREATE TEMP VIEW failures AS SELECT * FROM replaced_failures;"
		"CREATE TEMP VIEW moves AS SELECT * FROM replaced_moves;"
		"CREATE TEMP VIEW IF NOT EXISTS positions AS SELECT * FROM replaced_positions;"
		"CREATE TEMP VIEW seat_totals AS " SCHEMA_SEAT_TOTALS(
			"") ";"
			    "CREATE TEMP VIEW pair_totals AS " SCHEMA_PAIR_TOTALS("");
	assert(db->mode == DB_READ && !db->reads_replaced);
	db_forget_statements(db);
	int code = sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = db_make_views(db, true);
	db->reads_replaced = true;
	return code == SQLITE_OK ? DB_OK : db_fail_sqlite(db, "its replaced games cannot be read");
}
