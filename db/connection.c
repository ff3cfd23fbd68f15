/*
 * connection.c - opening and closing the database, its prepared statements, and what went wrong
 * as one line for people.
 *
 * A writer takes the lock of lock.c, then SQLite's own locks are only ever shared with readers.
 * A reader never checkpoints, not even when it is the last to close: SQLite before 3.51.3 can
 * damage a WAL database when two connections do.
 */
#include "db/connection.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "db/schema.h"

enum { CONNECTION_MASK = 027 }; /* of the mode of a new database */

static int connection_patience = 5000; /* ms, with other people's locks */

/* One statement for DB_MOVES_AT_ONCE rows is a third faster than one for each. */
#define CONNECTION_MOVES                                                                           \
	"INSERT INTO moves (game, ply, seat, move, wall_us, cpu_us, wait_us, depth, score, nodes)" \
	" VALUES "
#define CONNECTION_MOVE "(?1, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

/* A number that no game has had. */
#define CONNECTION_NEXT_GAME                                                                       \
	"max(coalesce((SELECT max(id) FROM games), 0),"                                            \
	" coalesce((SELECT max(id) FROM replaced_games), 0)) + 1"

static const char *const connection_sql[DB_STATEMENTS] = {
	[DB_BEGIN] = "BEGIN IMMEDIATE",
	[DB_COMMIT] = "COMMIT",
	[DB_ROLLBACK] = "ROLLBACK",
	[DB_TOURNAMENT_ADD] =
		"INSERT INTO tournaments (name, game, format, seats, seed, definition, created_ms)"
		" VALUES (?, ?, ?, ?, ?, ?, ?)",
	[DB_TOURNAMENT_FIND] =
		"SELECT id, name, game, format, definition, seats, seed, created_ms"
		" FROM tournaments WHERE ?1 IS NULL OR name = ?1 ORDER BY id DESC LIMIT 1",
	[DB_TOURNAMENT_SAME] =
		"SELECT id FROM tournaments WHERE name = ? AND game = ? AND format = ?"
		" AND seats = ? AND seed = ? AND definition = ? AND created_ms = ?",
	[DB_TOURNAMENT_LOGS] = "UPDATE tournaments SET logs = ?2 WHERE id = ?1",
	[DB_RULES_ADD] = "INSERT INTO rules_programs (tournament, description) VALUES (?, ?)",
	[DB_RULES_OF] = "SELECT description FROM rules_programs WHERE tournament = ?",
	[DB_NOTE_SET] = "INSERT OR REPLACE INTO notes (tournament, note) VALUES (?, ?)",
	[DB_PAIRING_FIND] = "SELECT id FROM games WHERE tournament = ? AND pairing = ?",
	[DB_RATING_SET] = "UPDATE ratings SET before = ?, after = ? WHERE game = ? AND seat = ?",
	[DB_BOT_FIND] = "SELECT id, remote FROM bots WHERE name = ? AND command = ?"
			" AND digest = ?",
	[DB_BOT_REMOTE] = "UPDATE bots SET remote = 1 WHERE id = ?",
	[DB_BOT_ADD] = "INSERT INTO bots (name, command, digest, remote) VALUES (?, ?, ?, ?)",
	/* The digest covers all but the features, which a bot may not have sent the first time. */
	[DB_BOT_SETTINGS_ADD] =
		"INSERT INTO bot_settings (bot, settings) VALUES (?, ?)"
		" ON CONFLICT (bot) DO UPDATE SET settings = excluded.settings"
		" WHERE instr(char(10) || excluded.settings, char(10) || 'feature = ') > 0"
		" AND instr(char(10) || settings, char(10) || 'feature = ') = 0",
	[DB_GAME_ADD] =
		"INSERT INTO games (tournament, pairing, round, seed, opening, final, reason,"
		" sandbox, plies, started_ms, ended_ms, moves_hash, worker, id)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " CONNECTION_NEXT_GAME ")",
	[DB_GAME_DROP] = "DELETE FROM games WHERE id = ?",
	[DB_GAME_LAST] = "SELECT " CONNECTION_NEXT_GAME " - 1",
	[DB_REPLACED_FIND] = "SELECT id FROM replaced_games WHERE tournament = ? AND pairing = ?"
			     " AND started_ms = ? AND ended_ms = ?",
	[DB_REPLACED_ADD] =
		"INSERT INTO replaced_games (tournament, pairing, round, seed, opening, final,"
		" reason, sandbox, plies, started_ms, ended_ms, moves_hash, worker, replaced_ms,"
		" bot, paired, id)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " CONNECTION_NEXT_GAME
		")",
	[DB_REPLACED_SEAT_ADD] =
		"INSERT INTO replaced_seats (game, seat, bot, rank, points, verdict, detail,"
		" stderr) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
	[DB_REPLACED_FAILURE_ADD] =
		"INSERT INTO replaced_failures (game, seat, phase, asked, said, limit_us, wall_us,"
		" cpu_us, wait_us, exit_status, signal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[DB_REPLACED_MOVE_ADD] =
		"INSERT INTO replaced_moves (game, ply, seat, move, wall_us, cpu_us, wait_us,"
		" depth, score, nodes) VALUES " CONNECTION_MOVE,
	[DB_REPLACED_POSITION_ADD] = "INSERT INTO replaced_positions (game, number, question,"
				     " answer) VALUES (?, ?, ?, ?)",
	[DB_REPLACED_OF] = "SELECT replaced_ms, bot, paired FROM replaced_games WHERE id = ?",
	[DB_SEAT_ADD] = "INSERT INTO seats (game, seat, bot, rank, points, verdict, detail, stderr)"
			" VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
	[DB_FAILURE_ADD] =
		"INSERT INTO failures (game, seat, phase, asked, said, limit_us, wall_us, cpu_us,"
		" wait_us, exit_status, signal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[DB_RATING_ADD] = "INSERT INTO ratings (game, seat, before, after) VALUES (?, ?, ?, ?)",
	[DB_INFO_ADD] = "INSERT INTO move_info (game, ply, seldepth, nps, pv, text)"
			" VALUES (?, ?, ?, ?, ?, ?)",
	[DB_POSITION_ADD] =
		"INSERT INTO positions (game, number, question, answer) VALUES (?, ?, ?, ?)",
	[DB_MOVE_ADD] = CONNECTION_MOVES CONNECTION_MOVE,
	[DB_MOVES_ADD] = CONNECTION_MOVES CONNECTION_MOVE
	", " CONNECTION_MOVE ", " CONNECTION_MOVE ", " CONNECTION_MOVE ", " CONNECTION_MOVE
	", " CONNECTION_MOVE ", " CONNECTION_MOVE ", " CONNECTION_MOVE,
	[DB_TOTALS_ADD] =
		"INSERT INTO seat_totals (tournament, bot, seat, games, points, squares, wins, "
		"draws,"
		" losses, ranks, faults, last, played)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT DO UPDATE SET games = games + excluded.games,"
		" points = points + excluded.points, squares = squares + excluded.squares,"
		" wins = wins + excluded.wins, draws = draws + excluded.draws,"
		" losses = losses + excluded.losses, ranks = ranks + excluded.ranks,"
		" faults = faults + excluded.faults, last = max(last, excluded.last),"
		" played = played + excluded.played",
	[DB_PAIR_TOTALS_ADD] =
		"INSERT INTO pair_totals (tournament, bot, opponent, games, points, wins, draws,"
		" losses) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT DO UPDATE SET games = games + excluded.games,"
		" points = points + excluded.points, wins = wins + excluded.wins,"
		" draws = draws + excluded.draws, losses = losses + excluded.losses",
	/* The earliest and the latest time of all that were added. */
	[DB_WORKER_ADD] =
		"INSERT INTO workers (tournament, name, cpu, arch, cores, slots, sandbox, version,"
		" speed, first_ms, last_ms, lost) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT DO UPDATE SET first_ms = min(first_ms, excluded.first_ms),"
		" speed = iif(excluded.speed > 0 AND excluded.last_ms >= last_ms, excluded.speed,"
		" speed), last_ms = max(last_ms, excluded.last_ms), lost = max(lost, excluded.lost)"
		" RETURNING id",
	[DB_WORKER_LOST] = "UPDATE workers SET lost = lost + ?2, last_ms = ?3 WHERE id = ?1",
	[DB_REMOVED_ADD] = "INSERT OR REPLACE INTO removed_moves (game, removed_ms, reason)"
			   " VALUES (?, ?, ?)",
	[DB_REMOVED_MOVES] = "DELETE FROM moves WHERE game = ?",
	[DB_REMOVED_POSITIONS] = "DELETE FROM positions WHERE game = ?",
	[DB_REMOVED_INFO] = "DELETE FROM move_info WHERE game = ?",
	[DB_REMOVED_FAILURES] = "DELETE FROM failures WHERE game = ?",
	[DB_REMOVED_ANALYSIS] = "DELETE FROM analysis WHERE game = ?",
	[DB_REMOVED_ANALYSED] = "DELETE FROM analysed WHERE game = ?",
	[DB_REMOVED_STDERR] =
		"UPDATE seats SET stderr = NULL WHERE game = ? AND stderr IS NOT NULL",
	[DB_REMOVED_OLDEST] =
		"SELECT id, ended_ms FROM games WHERE id > ?2 AND +tournament = ?1 AND NOT EXISTS"
		" (SELECT 1 FROM removed_moves r WHERE r.game = games.id) ORDER BY id LIMIT 1",
	[DB_REMOVED_COUNT] =
		"SELECT (SELECT count(*) FROM games WHERE tournament = ?1) - (SELECT count(*)"
		" FROM removed_moves r CROSS JOIN games g ON g.id = r.game WHERE g.tournament = ?1)",
	[DB_SPOT_CHECK_ADD] = "INSERT OR REPLACE INTO spot_checks (game, worker, same, checked_ms)"
			      " VALUES (?, ?, ?, ?)",
	[DB_SPOT_CHECK_OF] = "SELECT worker, same, checked_ms FROM spot_checks WHERE game = ?",
	[DB_PARTICIPANT_ADD] =
		"INSERT OR IGNORE INTO participants (tournament, bot, round) VALUES (?, ?, ?)",
	[DB_PARTICIPANTS] =
		"SELECT b.name, min(e.round) FROM participants e JOIN bots b ON b.id = e.bot"
		" WHERE e.tournament = ? GROUP BY b.name",
	[DB_ADMIN_ACTION_ADD] =
		"INSERT OR IGNORE INTO admin_actions (tournament, action, bot) VALUES (?, ?, ?)",
	[DB_ADMIN_ACTION_DROP] =
		"DELETE FROM admin_actions WHERE tournament = ? AND action = ? AND bot = ?",
	[DB_ADMIN_ACTIONS] =
		"SELECT action, bot FROM admin_actions WHERE tournament = ? ORDER BY action, bot",
	[DB_RETIREMENT_SET] =
		"INSERT INTO retirements (tournament, bot, round, back) VALUES (?, ?, ?, ?)"
		" ON CONFLICT DO UPDATE SET back = excluded.back",
	[DB_RETIREMENTS] = "SELECT bot, round, back FROM retirements WHERE tournament = ?"
			   " ORDER BY bot, round",
	[DB_LAST_ROUND] = "SELECT coalesce(max(round), 0) FROM games WHERE tournament = ?",
	/* The bot keeps a bye that another program of its name was given. */
	[DB_BYE_ADD] = "INSERT INTO byes (tournament, round, bot, points)"
		       " SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM byes y"
		       " JOIN bots b ON b.id = y.bot WHERE y.tournament = ?1 AND y.round = ?2"
		       " AND b.name = (SELECT name FROM bots WHERE id = ?3))",
	[DB_RESULTS] = "SELECT g.pairing, g.id, s.points, s.verdict, g.moves_hash"
		       " FROM games g JOIN seats s ON s.game = g.id"
		       " WHERE g.tournament = ? ORDER BY g.id, s.seat",
	[DB_PAIRINGS] = "SELECT pairing FROM games WHERE tournament = ?",
	[DB_BOTS] = "SELECT b.name, b.command, b.digest, r.after, sum(t.games), max(t.last)"
		    " FROM seat_totals t"
		    " JOIN bots b ON b.id = t.bot"
		    " JOIN ratings r ON r.game = t.last AND r.seat = t.seat"
		    " WHERE t.tournament = ? GROUP BY b.name",
	[DB_PROGRAMS] =
		"SELECT b.name, b.digest, sum(t.games) FROM seat_totals t"
		" JOIN bots b ON b.id = t.bot WHERE t.tournament = ? GROUP BY b.name, b.digest",
	[DB_PROGRAMS_STARTED] =
		"SELECT b.name, b.digest, count(*) FROM games g JOIN seats s ON s.game = g.id"
		" JOIN bots b ON b.id = s.bot WHERE g.tournament = ?"
		" AND s.verdict NOT IN " SCHEMA_NO_PART " GROUP BY b.name, b.digest",
	[DB_VERDICTS] = "SELECT g.id, b.name, s.verdict, g.reason"
			" FROM games g"
			" JOIN seats s ON s.game = g.id"
			" JOIN bots b ON b.id = s.bot"
			" WHERE g.tournament = ? ORDER BY g.id, s.seat",
	/* In the order that the games lie in; the + keeps the index of pairings out of it. */
	[DB_GAMES] =
		"SELECT id, tournament, pairing, round, seed, opening, final, reason, sandbox,"
		" plies, started_ms, ended_ms, moves_hash, worker,"
		" (SELECT name FROM workers w WHERE w.id = worker),"
		" (SELECT reason FROM removed_moves r WHERE r.game = games.id)"
		" FROM games WHERE id BETWEEN"
		" CASE WHEN ?2 > 0 THEN ?2 WHEN ?1 > 0 THEN"
		" (SELECT min(id) FROM games WHERE tournament = ?1) ELSE 0 END"
		" AND CASE WHEN ?2 > 0 THEN ?2 WHEN ?1 > 0 THEN"
		" (SELECT max(id) FROM games WHERE tournament = ?1) ELSE 9223372036854775807 END"
		" AND (?1 = 0 OR +tournament = ?1) ORDER BY id",
	[DB_GAME_SEATS] = "SELECT s.seat, s.bot, b.name, s.rank, s.points, s.verdict, s.detail,"
			  " r.before, r.after, CASE WHEN ?2 THEN NULL ELSE s.stderr END,"
			  " b.remote FROM seats s LEFT JOIN bots b ON b.id = s.bot"
			  " LEFT JOIN ratings r ON r.game = s.game AND r.seat = s.seat"
			  " WHERE s.game = ?1 ORDER BY s.seat",
	[DB_GAME_FAILURES] = "SELECT seat, phase, asked, said, limit_us, wall_us, cpu_us, wait_us,"
			     " exit_status, signal FROM failures WHERE game = ?",
	[DB_GAME_MOVES] = "SELECT ply, seat, move, wall_us, cpu_us, wait_us, depth, score, nodes"
			  " FROM moves WHERE game = ? ORDER BY ply",
	[DB_GAME_POSITIONS] =
		"SELECT question, answer FROM positions WHERE game = ? ORDER BY number",
	[DB_ANALYSIS_DROP] = "DELETE FROM analysis WHERE game = ?",
	[DB_ANALYSIS_ADD] = "INSERT INTO analysis (game, ply, before, after) VALUES (?, ?, ?, ?)",
	[DB_ANALYSED_SET] = "INSERT OR REPLACE INTO analysed (game, nodes, known) VALUES (?, ?, ?)",
};

int db_fail(struct db *db, enum db_error error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	int length = snprintf(db->why, sizeof db->why, "%s: ", db->path);
	if (length < (int)sizeof db->why)
		vsnprintf(db->why + length, sizeof db->why - (size_t)length, format, arguments);
	va_end(arguments);
	db->error = error;
	db->holder = 0;
	return error;
}

/* --- what a failure means --------------------------------------------------------------------- */

/* Failures of the machine that can pass by themselves. */
static const struct {
	int number;
	enum db_error error;
} connection_numbers[] = {
	{ENOSPC, DB_FULL},
	{EDQUOT, DB_FULL},
	{EFBIG, DB_FULL},
	{EIO, DB_UNAVAILABLE},
	{EROFS, DB_UNAVAILABLE},
	{EMFILE, DB_UNAVAILABLE},
	{ENFILE, DB_UNAVAILABLE},
	{ENOMEM, DB_UNAVAILABLE},
	{EAGAIN, DB_UNAVAILABLE},
	{EBUSY, DB_UNAVAILABLE},
	{EINTR, DB_UNAVAILABLE},
	{ENOLCK, DB_UNAVAILABLE},
	{ESTALE, DB_UNAVAILABLE}, /* the next are those of network file systems */
	{ETIMEDOUT, DB_UNAVAILABLE},
	{EREMOTEIO, DB_UNAVAILABLE},
	{EHOSTDOWN, DB_UNAVAILABLE},
	{EHOSTUNREACH, DB_UNAVAILABLE},
};

static enum db_error connection_error_of(int number)
{
	for (size_t i = 0; i < sizeof connection_numbers / sizeof *connection_numbers; i++)
		if (connection_numbers[i].number == number)
			return connection_numbers[i].error;
	return DB_BROKEN;
}

bool db_may_pass(int error)
{
	return error == DB_LOCKED || error == DB_FULL || error == DB_UNAVAILABLE;
}

int db_fail_errno(struct db *db, int number, const char *doing)
{
	return db_fail(db, connection_error_of(number), "%s: %s", doing, strerror(number));
}

/* The meaning of SQLite's result codes here, for those that are not told by the system's reason. */
static const struct {
	int code; /* with all its extended codes */
	enum db_error error;
	const char *text;
} connection_errors[] = {
	{SQLITE_NOTADB, DB_NOT_ONE, "it is not a SQLite database"},
	{SQLITE_FULL, DB_FULL, "the disk is full"},
	{SQLITE_CORRUPT, DB_BROKEN, "it is damaged"},
	{SQLITE_READONLY, DB_BROKEN, "it, its log (-wal, -shm) or its folder may not be written"},
	{SQLITE_CANTOPEN, DB_BROKEN, "its log (-wal, -shm) cannot be: may its folder be written?"},
	{SQLITE_NOMEM, DB_UNAVAILABLE, "no memory"},
};

/* Why the last system call on a file of the database failed. sqlite3_system_errno() forgets it
 * when a commit fails; the log's own file remembers. 0: not known. */
static int connection_errno(struct db *db)
{
	int error = 0;
	sqlite3_file *log = NULL;
	sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
	if (log != NULL && log->pMethods != NULL)
		log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &error);
	if (error == 0)
		sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_LAST_ERRNO, &error);
	return error != 0 ? error : sqlite3_system_errno(db->sqlite);
}

/* Does the file lie where nothing can be written at the moment? */
static bool connection_is_read_only(const struct db *db)
{
	struct statvfs disk;
	return statvfs(db->path, &disk) == 0 && (disk.f_flag & ST_RDONLY) != 0;
}

/* A full disk is SQLITE_FULL, but a quota or a limit that is reached is an input or output error.
 */
static int connection_fail_io(struct db *db, int code, const char *doing)
{
	int error = connection_errno(db);
	if (code == SQLITE_IOERR_CORRUPTFS || code == SQLITE_IOERR_DATA)
		return db_fail(db, DB_BROKEN, "%s: %s", doing, sqlite3_errmsg(db->sqlite));
	if (code == SQLITE_IOERR_NOMEM)
		return db_fail_errno(db, ENOMEM, doing);
	if (error != 0)
		return db_fail_errno(db, error, doing);
	return db_fail(db, DB_UNAVAILABLE, "%s: %s", doing, sqlite3_errmsg(db->sqlite));
}

static int connection_fail_locked(struct db *db, const char *doing)
{
	char name[DB_HOLDER_NAME];
	long holder = db_find_holder(sqlite3_db_filename(db->sqlite, "main"), name);
	if (holder == 0)
		return db_fail(db, DB_LOCKED, "%s: another program keeps it locked", doing);
	db_fail(db, DB_LOCKED, "%s: process %ld (%s) keeps it locked", doing, holder, name);
	db->holder = holder;
	return DB_LOCKED;
}

int db_fail_sqlite(struct db *db, const char *doing)
{
	int code = sqlite3_extended_errcode(db->sqlite), kind = code & 0xff;
	int number = sqlite3_system_errno(db->sqlite);
	if (kind == SQLITE_IOERR)
		return connection_fail_io(db, code, doing);
	if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED || kind == SQLITE_PROTOCOL)
		return connection_fail_locked(db, doing);
	if (kind == SQLITE_CANTOPEN && connection_error_of(number) != DB_BROKEN)
		return db_fail_errno(db, number, doing);
	if (kind == SQLITE_READONLY && connection_is_read_only(db))
		return db_fail_errno(db, EROFS, doing);
	for (size_t i = 0; i < sizeof connection_errors / sizeof *connection_errors; i++)
		if (kind == connection_errors[i].code)
			return db_fail(db, connection_errors[i].error, "%s: %s", doing,
				connection_errors[i].text);
	return db_fail(db, DB_BROKEN, "%s: %s", doing, sqlite3_errmsg(db->sqlite));
}

const char *db_library(void)
{
	return sqlite3_libversion();
}

const char *db_path(const struct db *db)
{
	return db->path;
}

const char *db_why(const struct db *db)
{
	return db != NULL ? db->why : "no memory";
}

enum db_error db_failed(const struct db *db)
{
	return db == NULL ? DB_UNAVAILABLE : (enum db_error)db->error;
}

long db_holder(const struct db *db)
{
	return db != NULL ? db->holder : 0;
}

void db_set_patience(int ms)
{
	connection_patience = ms;
}

sqlite3_stmt *db_statement(struct db *db, enum db_statement which)
{
	sqlite3_stmt **statement = &db->statements[which];
	if (*statement == NULL)
		sqlite3_prepare_v3(db->sqlite, connection_sql[which], -1, SQLITE_PREPARE_PERSISTENT,
			statement, NULL);
	if (*statement == NULL)
		db_fail_sqlite(db, "it cannot be used");
	return *statement;
}

void db_forget_statements(struct db *db)
{
	for (int i = 0; i < DB_STATEMENTS; i++) {
		sqlite3_finalize(db->statements[i]);
		db->statements[i] = NULL;
	}
	db_forget_queries(db);
}

int db_run(struct db *db, sqlite3_stmt *statement, const char *doing)
{
	int error = DB_OK;
	if (sqlite3_step(statement) != SQLITE_DONE)
		error = db_fail_sqlite(db, doing);
	sqlite3_reset(statement);
	return error;
}

int db_read_end(struct db *db, sqlite3_stmt *statement, int code, const char *doing)
{
	bool good = code == SQLITE_DONE || code == SQLITE_ROW;
	int error = good ? DB_OK : db_fail_sqlite(db, doing);
	sqlite3_reset(statement);
	int still = db_check_immutable(db);
	return still != DB_OK ? still : error;
}

/* Finds problems for which SQLite has no clear message, before SQLite opens the file. */
static int connection_look(struct db *db)
{
	struct stat file;
	char folder[PATH_MAX];
	const char *slash = strrchr(db->path, '/');

	if (stat(db->path, &file) == 0) {
		if (S_ISDIR(file.st_mode))
			return db_fail(db, DB_NOT_ONE, "it is a folder, not a database");
		if (!S_ISREG(file.st_mode)) /* opening a pipe would wait forever */
			return db_fail(db, DB_NOT_ONE, "it is a device or a pipe, not a database");
		int needed = db->mode == DB_WRITE ? R_OK | W_OK : R_OK;
		if (access(db->path, needed) != 0)
			return db_fail(db, connection_error_of(errno), "%s", strerror(errno));
		return DB_OK;
	}
	if (errno != ENOENT && errno != ENOTDIR)
		return db_fail(db, connection_error_of(errno), "%s", strerror(errno));
	snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - db->path) + 1 : 1,
		slash != NULL ? db->path : ".");
	if (access(folder, F_OK) != 0)
		return db_fail(db, DB_MISSING, "there is no folder %s", folder);
	if (db->mode == DB_READ)
		return db_fail(db, DB_MISSING, "there is no such file");
	if (access(folder, W_OK) != 0)
		return db_fail(db, connection_error_of(errno), "its folder %s: %s", folder,
			strerror(errno));
	return DB_OK;
}

/* SQLite's own locks between threads and its counting of memory cost a tenth of a game. This
 * program uses no threads. */
static void connection_configure(void)
{
	static bool done;
	if (!done) {
		sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
		sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	}
	done = true;
}

static bool connection_has_log(const char *path)
{
	struct stat file;
	char log[PATH_MAX + 8];
	snprintf(log, sizeof log, "%s-wal", path);
	return stat(log, &file) == 0;
}

/* Removes the empty log that a reader made, with its index: SQLite does so when the last connection
 * that may write closes. Nothing is there to be moved into the database. Where others have it open,
 * or where it may not be written, the log stays and does no harm. */
static void connection_remove_log(const char *path)
{
	sqlite3 *sqlite = NULL;
	char *name = sqlite3_mprintf("%s%s", *path == '/' ? "" : "./", path);
	if (name != NULL && access(path, W_OK) == 0 &&
		sqlite3_open_v2(name, &sqlite, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK)
		sqlite3_exec(sqlite, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL);
	sqlite3_close(sqlite);
	sqlite3_free(name);
}

static int connection_open_file(struct db *db)
{
	char name[3 * PATH_MAX + 32];
	int flags = db->mode == DB_WRITE ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
					 : SQLITE_OPEN_READONLY;
	db->is_immutable = db_is_immutable(db);
	db->makes_log = db->mode == DB_READ && !db->confined && !db->is_immutable &&
			!connection_has_log(db->path);
	if (db->is_immutable) {
		flags |= SQLITE_OPEN_URI;
		db_immutable_name(db->path, name, sizeof name);
	} else {
		/* With a folder before them, ":memory:" and "file:x" are names of files to SQLite
		 * as well. */
		snprintf(name, sizeof name, "%s%s", *db->path == '/' ? "" : "./", db->path);
	}
	/* Others may lock a file that they may read. The log has the mode of the database. */
	mode_t before = umask(CONNECTION_MASK);
	umask(before | CONNECTION_MASK);
	int code = sqlite3_open_v2(name, &db->sqlite, flags, NULL);
	umask(before);
	return code == SQLITE_OK ? DB_OK : db_fail_sqlite(db, "it cannot be opened");
}

static int connection_open(struct db *db)
{
	connection_configure();
	int error = connection_open_file(db);
	if (error != DB_OK)
		return error;
	sqlite3_busy_timeout(db->sqlite, connection_patience);
	sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, db->mode == DB_READ, NULL);
	if (db->confined)
		sqlite3_exec(db->sqlite, "PRAGMA temp_store = MEMORY", NULL, NULL, NULL);
	error = db->mode == DB_WRITE ? db_lock(db) : DB_OK;
	return error == DB_OK ? db_make_ready(db, db_migrations) : error;
}

bool db_is_file(const char *path)
{
	static const char begin[] = "SQLite format 3";
	char found[sizeof begin] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	bool good = fd >= 0 && read(fd, found, sizeof found) == (ssize_t)sizeof found &&
		    memcmp(found, begin, sizeof begin) == 0;
	if (fd >= 0)
		close(fd);
	return good;
}

int db_open(struct db **opened, const char *path, enum db_mode mode)
{
	struct db *db = *opened = calloc(1, sizeof *db);
	if (db == NULL)
		return DB_UNAVAILABLE;
	db->mode = mode == DB_WRITE ? DB_WRITE : DB_READ;
	db->confined = mode == DB_READ_CONFINED;
	db->path = strdup(path);
	if (db->path == NULL)
		return DB_UNAVAILABLE;
	int error = connection_look(db);
	return error == DB_OK ? connection_open(db) : error;
}

void db_close(struct db *db)
{
	if (db == NULL)
		return;
	db_forget_statements(db);
	if (db->lock != NULL) {
		/* Leaves one file. While another process reads, the log stays; that does no harm.
		 */
		if (!sqlite3_get_autocommit(db->sqlite))
			sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
		sqlite3_busy_timeout(db->sqlite, 0);
		sqlite3_wal_checkpoint_v2(db->sqlite, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
	}
	bool opened = db->sqlite != NULL;
	sqlite3_close(db->sqlite);
	if (opened && db->makes_log)
		connection_remove_log(db->path);
	db_unlock(db);
	free(db->standings_cache);
	free(db->path);
	free(db);
}

void db_remove_log(const char *path)
{
	struct db *db;
	/* Only a writer removes the log, when it closes. */
	db_open(&db, path, DB_WRITE);
	db_close(db);
}

int db_begin(struct db *db)
{
	sqlite3_stmt *statement = db_statement(db, DB_BEGIN);
	return statement != NULL ? db_run(db, statement, "nothing can be written") : db->error;
}

int db_snapshot(struct db *db)
{
	/* The moment is that of the first read, which BEGIN is not. */
	static const char sql[] = "BEGIN; SELECT count(*) FROM tournaments;";
	if (sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) != SQLITE_OK)
		return db_fail_sqlite(db, "it cannot be read");
	return DB_OK;
}

/* The operator may have moved or deleted the file. Then a reader that opens its name does not find
 * the rows that are committed. */
static int connection_check_place(struct db *db)
{
	int moved = 0;
	sqlite3_file_control(db->sqlite, "main", SQLITE_FCNTL_HAS_MOVED, &moved);
	return moved == 0 ? DB_OK
			  : db_fail(db, DB_BROKEN,
				    "it was moved or deleted while it was being written");
}

int db_commit(struct db *db)
{
	/* A statement that stayed on its row would go on reading after the commit, and
	 * the log is never cut back while a statement reads. */
	sqlite3_reset(db->statements[DB_TOURNAMENT_FIND]);
	sqlite3_stmt *statement = db_statement(db, DB_COMMIT);
	if (statement == NULL)
		return db->error;
	int error = connection_check_place(db);
	if (error == DB_OK)
		error = db_standings_cache_write(db);
	if (error == DB_OK)
		error = db_run(db, statement, "what was played could not be kept");
	if (error != DB_OK) {
		char why[sizeof db->why];
		memcpy(why, db->why, sizeof why);
		db_rollback(db);
		memcpy(db->why, why, sizeof why);
	}
	return error;
}

int db_rollback(struct db *db)
{
	db_standings_cache_drop(db);
	/* A full disk may have made SQLite undo everything already. */
	if (sqlite3_get_autocommit(db->sqlite))
		return DB_OK;
	sqlite3_stmt *statement = db_statement(db, DB_ROLLBACK);
	return statement != NULL ? db_run(db, statement, "a group could not be undone") : db->error;
}
