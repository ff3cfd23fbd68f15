/*
 * results.c - results in bulk: who ranked where in each game.
 *
 * The table seats is read as it lies on the disk, whole or from one game to another. Where only
 * some of those games are wanted, their ids come from an index first and go along with it, which is
 * faster by far than to look each of them up.
 */
#include "db/connection.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

enum {
	RESULTS_BOTS = 1 << 28, /* more ids than that are damage */
	RESULTS_ROOM = 4096 /* games that are read at once: they stay in the processor's cache */
};
enum { RESULTS_GAME, RESULTS_BOT, RESULTS_RANK, RESULTS_POINTS, RESULTS_VERDICT };

struct db_results {
	struct db *db;
	const char *query;
	char **names;
	int names_count;
	int *number; /* of a name, by the id of a bot's row; -1: there is none */
	int64_t bots;
	/* The games that are wanted: those of ids, ascending, or all up to high. */
	int64_t *ids;
	size_t count, room, at;
	bool all;
	int64_t high;
	/* The games that were read at once; the next ones are at or behind the id next. */
	struct db_result *read;
	int64_t next;
	int read_count, given;
	bool begun, paused, damaged, ended;
	int error;
};

/* --- names and ids ---------------------------------------------------------------------------- */

static void results_name(struct db_results *r, const char *name)
{
	if (r->names_count > 0 && strcmp(r->names[r->names_count - 1], name) == 0)
		return;
	if ((r->names_count & (r->names_count - 1)) == 0) /* a power of two: it is full */
		r->names =
			memory_resize(r->names, (size_t)r->names_count * 2 + 1, sizeof *r->names);
	r->names[r->names_count++] = memory_copy(name);
}

/* A row's number is the place of its name among all names. */
static int results_numbers(struct db_results *r)
{
	struct db_query q;
	bool good = true;
	db_query(&q, r->db, "bot-numbers");
	while (good && db_next(&q)) {
		int64_t id = db_int(&q, "id"), lowest = db_int(&q, "lowest");
		const char *name = db_text(&q, "name");
		if (r->number == NULL) {
			r->bots = db_int(&q, "highest") + 1;
			good = lowest >= 0 && r->bots <= RESULTS_BOTS;
			r->number = memory_get(good ? (size_t)r->bots : 1, sizeof *r->number);
			for (int64_t i = 0; i < r->bots && good; i++)
				r->number[i] = -1;
		}
		if (!good || name == NULL)
			continue;
		results_name(r, name);
		r->number[id] = r->names_count - 1;
	}
	int error = db_end(&q);
	return error != DB_OK || good
		       ? error
		       : db_fail(r->db, DB_BROKEN, "bots have numbers that none could have");
}

static int results_compare(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

/* The games of one tournament; 0: of all. */
static int results_pick(struct db_results *r, int64_t tournament, int64_t since_ms)
{
	struct db_query q;
	if (since_ms == INT64_MIN)
		db_query(&q, r->db, "game-ids", tournament);
	else
		db_query(&q, r->db, "game-ids-since", tournament, since_ms);
	while (db_next(&q)) {
		if (r->count == r->room) {
			r->room = 2 * r->room + 1024;
			r->ids = memory_resize(r->ids, r->room, sizeof *r->ids);
		}
		r->ids[r->count++] = db_int(&q, "id");
	}
	return db_end(&q);
}

static int results_picked(struct db_results *r, const struct db_results_of *of)
{
	struct db_query q;
	int tournaments = 0;
	db_query(&q, r->db, "tournament-names");
	while (db_next(&q))
		tournaments++;
	int error = db_end(&q);
	bool all = of->count == 0 || of->count == tournaments;
	r->all = true;
	r->next = INT64_MIN;
	r->high = INT64_MAX;
	if (error != DB_OK || (all && of->since_ms == INT64_MIN))
		return error;
	if (all)
		error = results_pick(r, 0, of->since_ms);
	for (int i = 0; i < of->count && !all && error == DB_OK; i++)
		error = results_pick(r, of->tournaments[i], of->since_ms);
	if (r->count > 0)
		qsort(r->ids, r->count, sizeof *r->ids, results_compare);
	r->next = r->count > 0 ? r->ids[0] : 0;
	r->high = r->count > 0 ? r->ids[r->count - 1] : -1;
	/* Ids are unique: this many in a range of this length are all that exist. */
	r->all = (uint64_t)r->high - (uint64_t)r->next + 1 == r->count;
	return error;
}

static bool results_wanted(struct db_results *r, int64_t game)
{
	while (r->at < r->count && r->ids[r->at] < game)
		r->at++;
	return r->all || (r->at < r->count && r->ids[r->at] == game);
}

/* --- seats ------------------------------------------------------------------------------------ */

static bool results_forfeit(sqlite3_value *value)
{
	/* As it lies there: a text would be copied. */
	const char *verdict = sqlite3_value_blob(value);
	int length = sqlite3_value_bytes(value);
	return !(length == 2 && memcmp(verdict, "ok", 2) == 0) &&
	       !(length == 6 && memcmp(verdict, "resign", 6) == 0);
}

/* Adds a row's seat to its game; false: the database is damaged. */
static bool results_seat(
	struct db_results *r, struct db_result *result, int count, sqlite3_value **values)
{
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

/* Ends the statement at this game's first seat; the next one goes on there. */
static void results_pause(struct db_results *r, sqlite3_context *context, int64_t game)
{
	r->paused = true;
	r->next = game;
	sqlite3_result_error(context, "paused", -1);
}

/* A row, as the step of an aggregate: SQLite then keeps to itself what it does for each row that it
 * hands out, which is nearly half. */
static void results_row(sqlite3_context *context, int count, sqlite3_value **values)
{
	struct db_results *r = ((struct db *)sqlite3_user_data(context))->results;
	int64_t game = sqlite3_value_int64(values[RESULTS_GAME]);
	struct db_result *last = r->read_count > 0 ? &r->read[r->read_count - 1] : NULL;
	if (last == NULL || last->game != game) {
		r->damaged = last != NULL && game < last->game;
		r->ended = game > r->high;
		if (r->damaged || r->read_count == RESULTS_ROOM || r->ended) {
			results_pause(r, context, game);
			return;
		}
		if (!results_wanted(r, game))
			return;
		last = &r->read[r->read_count++];
		*last = (struct db_result){.game = game};
	}
	r->damaged = !results_seat(r, last, count, values);
	if (r->damaged)
		results_pause(r, context, game);
}

static void results_last(sqlite3_context *context)
{
	sqlite3_result_null(context);
}

int db_add_results(struct db *db)
{
	return sqlite3_create_function(db->sqlite, "referee_results", -1, SQLITE_UTF8, db, NULL,
		results_row, results_last);
}

/* Reads the next games. False: there are none, or it failed. */
static bool results_read(struct db_results *r)
{
	r->read_count = r->given = 0;
	if (r->error != DB_OK || r->ended)
		return false;
	sqlite3_stmt *statement = db_statement(r->db, r->query);
	if (statement == NULL) {
		r->error = r->db->error;
		return false;
	}
	if (r->read == NULL)
		r->read = memory_get(RESULTS_ROOM, sizeof *r->read);
	sqlite3_bind_int64(statement, 1, r->next);
	r->db->results = r;
	r->paused = false;
	r->ended |= sqlite3_step(statement) == SQLITE_ROW;
	if (r->damaged)
		r->error = db_fail(
			r->db, DB_BROKEN, "game %lld has seats that cannot be", (long long)r->next);
	else if (!r->ended && !r->paused)
		r->error = db_fail_sqlite(r->db, "its results cannot be read");
	sqlite3_reset(statement);
	r->read_count = r->error == DB_OK ? r->read_count : 0;
	return r->read_count > 0;
}

/* --- the cursor ------------------------------------------------------------------------------- */

struct db_results *db_results(struct db *db, const struct db_results_of *of)
{
	struct db_results *r = memory_get(1, sizeof *r);
	r->db = db;
	r->query = of->forfeits ? "results-with-verdicts" : "results";
	/* One state of the file for all that is read, also while another process writes it. */
	r->begun = sqlite3_exec(db->sqlite, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
	r->error = results_numbers(r);
	if (r->error == DB_OK)
		r->error = results_picked(r, of);
	return r;
}

const char *db_results_name(const struct db_results *r, int number)
{
	assert(number >= 0 && number < r->names_count);
	return r->names[number];
}

int db_results_names(const struct db_results *r)
{
	return r->names_count;
}

const struct db_result *db_results_next(struct db_results *r)
{
	while (r->given == r->read_count)
		if (!results_read(r))
			return NULL;
	return &r->read[r->given++];
}

int db_results_end(struct db_results *r)
{
	int error = r->error, still = db_check_immutable(r->db);
	if (r->begun)
		sqlite3_exec(r->db->sqlite, "COMMIT", NULL, NULL, NULL);
	for (int i = 0; i < r->names_count; i++)
		free(r->names[i]);
	free(r->names);
	free(r->number);
	free(r->ids);
	free(r->read);
	free(r);
	return error != DB_OK ? error : still;
}
