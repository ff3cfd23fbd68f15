/*
 * results.c - results in bulk: who ranked where in each game.
 *
 * The table seats is read as it lies on the disk, whole or from one game to another. Where only
 * some of those games are wanted, their ids come from an index first and go along with it, which is
 * faster by far than to look each of them up.
 */
#include "db/connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULTS_BOTS = 1 << 28 }; /* more ids than that are damage */
enum { RESULTS_GAME, RESULTS_BOT, RESULTS_RANK, RESULTS_POINTS, RESULTS_VERDICT };

/* The games that are wanted. */
struct results_picked {
	int64_t *ids; /* ascending */
	size_t count, room, at;
	bool all; /* everything from low to high */
	int64_t low, high;
};

struct results {
	struct db *db;
	int *number; /* by a bot's id; -1: there is none */
	int64_t bots;
	bool forfeits;
	void (*name)(void *arg, int number, const char *name);
	bool (*each)(void *arg, const struct db_result *result);
	void *arg;
	struct results_picked picked;
	struct db_result result; /* the game that is being read */
	bool more, damaged;
};

static sqlite3_stmt *results_prepare(struct db *db, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	if (sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL) == SQLITE_OK)
		return statement;
	db_fail_sqlite(db, "its results cannot be read");
	return NULL;
}

static int results_end(struct db *db, sqlite3_stmt *statement, int code)
{
	int error = db_read_end(db, statement, code, "its results cannot be read");
	sqlite3_finalize(statement);
	return error;
}

/* Room by the bots' ids. */
static int results_room(struct results *r)
{
	sqlite3_stmt *statement = results_prepare(r->db, "SELECT max(id), min(id) FROM bots");
	if (statement == NULL)
		return r->db->error;
	int code = sqlite3_step(statement);
	r->bots = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) + 1 : 0;
	bool good = code == SQLITE_ROW && sqlite3_column_int64(statement, 1) >= 0 &&
		    r->bots <= RESULTS_BOTS;
	int error = results_end(r->db, statement, code);
	if (error == DB_OK && !good)
		error = db_fail(r->db, DB_BROKEN, "bots have numbers that none could have");
	if (error == DB_OK) {
		r->number = sqlite3_malloc64((uint64_t)r->bots * sizeof *r->number + 1);
		error = r->number == NULL ? db_fail(r->db, DB_BROKEN, "out of memory") : DB_OK;
	}
	for (int64_t i = 0; i < r->bots && error == DB_OK; i++)
		r->number[i] = -1;
	return error;
}

/* A row's number is the place of its name among all names. */
static int results_numbers(struct results *r)
{
	char *last = NULL;
	int code, number = -1, error = results_room(r);
	sqlite3_stmt *statement =
		error != DB_OK ? NULL
			       : results_prepare(r->db, "SELECT id, name FROM bots ORDER BY name");
	if (statement == NULL)
		return r->db->error;
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		int64_t id = sqlite3_column_int64(statement, 0);
		const char *name = (const char *)sqlite3_column_text(statement, 1);
		if (name == NULL || id < 0 || id >= r->bots)
			continue;
		if (last == NULL || strcmp(last, name) != 0) {
			sqlite3_free(last);
			last = sqlite3_mprintf("%s", name);
			r->name(r->arg, ++number, name);
		}
		r->number[id] = number;
	}
	sqlite3_free(last);
	return results_end(r->db, statement, code);
}

/* False: no memory. */
static bool results_pick(struct results_picked *p, int64_t id)
{
	if (p->count == p->room) {
		p->room = 2 * p->room + 1024;
		int64_t *ids = sqlite3_realloc64(p->ids, p->room * sizeof *ids);
		if (ids == NULL)
			return false;
		p->ids = ids;
	}
	p->ids[p->count++] = id;
	return true;
}

static int results_compare(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* The games of one tournament; 0: of all. */
static int results_pick_from(
	struct results *r, struct results_picked *p, int64_t tournament, int64_t since_ms)
{
	const char *sql = since_ms == INT64_MIN
				  ? "SELECT id FROM games WHERE tournament = ?1"
				  : "SELECT id FROM games WHERE (tournament = ?1 OR ?1 = 0)"
				    " AND started_ms >= ?2";
	sqlite3_stmt *statement = results_prepare(r->db, sql);
	int code = SQLITE_DONE;
	if (statement == NULL)
		return r->db->error;
	sqlite3_bind_int64(statement, 1, tournament);
	if (since_ms != INT64_MIN)
		sqlite3_bind_int64(statement, 2, since_ms);
	bool room = true;
	while (room && (code = sqlite3_step(statement)) == SQLITE_ROW)
		room = results_pick(p, sqlite3_column_int64(statement, 0));
	int error = results_end(r->db, statement, code);
	return room ? error : db_fail(r->db, DB_BROKEN, "out of memory");
}

/* Are there other tournaments than these? */
static bool results_all(struct results *r, const struct db_results_of *of)
{
	sqlite3_stmt *statement = results_prepare(r->db, "SELECT count(*) FROM tournaments");
	if (statement == NULL)
		return false;
	bool all = sqlite3_step(statement) == SQLITE_ROW &&
		   sqlite3_column_int(statement, 0) == of->count;
	sqlite3_finalize(statement);
	return all;
}

static int results_picked(
	struct results *r, const struct db_results_of *of, struct results_picked *p)
{
	int error = DB_OK;
	*p = (struct results_picked){.all = true, .low = INT64_MIN, .high = INT64_MAX};
	bool all = of->count == 0 || results_all(r, of);
	if (all && of->since_ms == INT64_MIN)
		return DB_OK;
	if (all)
		error = results_pick_from(r, p, 0, of->since_ms);
	for (int i = 0; i < of->count && !all && error == DB_OK; i++)
		error = results_pick_from(r, p, of->tournaments[i], of->since_ms);
	if (error != DB_OK)
		return error;
	if (p->count > 0)
		qsort(p->ids, p->count, sizeof *p->ids, results_compare);
	p->low = p->count > 0 ? p->ids[0] : 0;
	p->high = p->count > 0 ? p->ids[p->count - 1] : -1;
	/* Ids are unique: this many in a range of this length are all that exist. */
	p->all = (uint64_t)p->high - (uint64_t)p->low + 1 == p->count;
	return DB_OK;
}

static bool results_wanted(struct results_picked *p, int64_t game)
{
	while (p->at < p->count && p->ids[p->at] < game)
		p->at++;
	return p->all || (p->at < p->count && p->ids[p->at] == game);
}

static bool results_forfeit(sqlite3_value *value)
{
	/* As it lies there: a text would be copied. */
	const char *verdict = sqlite3_value_blob(value);
	int length = sqlite3_value_bytes(value);
	return !(length == 2 && memcmp(verdict, "ok", 2) == 0) &&
	       !(length == 6 && memcmp(verdict, "resign", 6) == 0);
}

/* Adds a row's seat to its game; false: the database is damaged. */
static bool results_seat(struct results *r, int count, sqlite3_value **values)
{
	struct db_result *result = &r->result;
	int64_t bot = sqlite3_value_int64(values[RESULTS_BOT]);
	int rank = sqlite3_value_int(values[RESULTS_RANK]);
	if (bot < 0 || bot >= r->bots || r->number[bot] < 0 || rank < 1 || rank > DB_SEATS ||
		result->seats == DB_SEATS)
		return false;
	result->bot[result->seats] = r->number[bot];
	result->scored = result->scored || sqlite3_value_double(values[RESULTS_POINTS]) > 0;
	result->rank[result->seats++] = rank;
	result->forfeit = result->forfeit ||
			  (count > RESULTS_VERDICT && results_forfeit(values[RESULTS_VERDICT]));
	return true;
}

/* A row, as the step of an aggregate: SQLite then keeps to itself what it does for each row that it
 * hands out, which is nearly half. */
static void results_row(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct results *r = sqlite3_user_data(context);
	int64_t game = sqlite3_value_int64(values[RESULTS_GAME]);
	if (!r->more || r->damaged)
		return;
	if (game != r->result.game || r->result.seats == 0) {
		r->more = r->result.seats == 0 || r->each(r->arg, &r->result);
		r->damaged = game < r->result.game && r->result.game != INT64_MIN;
		r->result = (struct db_result){.game = game};
	}
	if (r->more && results_wanted(&r->picked, game) && !results_seat(r, count, values))
		r->damaged = true;
}

static void results_last(sqlite3_context *context)
{
	sqlite3_result_null(context);
}

static int results_walk(struct results *r, sqlite3_stmt *statement)
{
	r->result = (struct db_result){.game = INT64_MIN};
	r->more = true;
	int code = sqlite3_step(statement);
	int error = results_end(r->db, statement, code);
	if (error != DB_OK)
		return error;
	if (r->damaged)
		return db_fail(r->db, DB_BROKEN, "game %lld has seats that cannot be",
			(long long)r->result.game);
	if (r->more && r->result.seats > 0)
		r->each(r->arg, &r->result);
	return DB_OK;
}

static int results_read(struct results *r)
{
	static const char name[] = "referee_results";
	bool whole = r->picked.low == INT64_MIN;
	int error = DB_OK;
	char sql[128];
	snprintf(sql, sizeof sql, "SELECT %s(game, bot, rank, points%s) FROM seats%s", name,
		r->forfeits ? ", verdict" : "", whole ? "" : " WHERE game BETWEEN ? AND ?");
	if (sqlite3_create_function(r->db->sqlite, name, -1, SQLITE_UTF8, r, NULL, results_row,
		    results_last) != SQLITE_OK)
		return db_fail_sqlite(r->db, "its results cannot be read");
	sqlite3_stmt *statement = results_prepare(r->db, sql);
	if (statement != NULL && !whole) {
		sqlite3_bind_int64(statement, 1, r->picked.low);
		sqlite3_bind_int64(statement, 2, r->picked.high);
	}
	error = statement != NULL ? results_walk(r, statement) : r->db->error;
	sqlite3_create_function(r->db->sqlite, name, -1, SQLITE_UTF8, NULL, NULL, NULL, NULL);
	return error;
}

int db_results(struct db *db, const struct db_results_of *of,
	void (*name)(void *arg, int number, const char *name),
	bool (*each)(void *arg, const struct db_result *result), void *arg)
{
	struct results r = {
		.db = db, .forfeits = of->forfeits, .name = name, .each = each, .arg = arg};
	/* One state of the file for all that is read, also while another process writes it. */
	bool begun = sqlite3_exec(db->sqlite, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
	int error = results_numbers(&r);
	if (error == DB_OK)
		error = results_picked(&r, of, &r.picked);
	if (error == DB_OK)
		error = results_read(&r);
	if (begun)
		sqlite3_exec(db->sqlite, "COMMIT", NULL, NULL, NULL);
	sqlite3_free(r.picked.ids);
	sqlite3_free(r.number);
	return error;
}
