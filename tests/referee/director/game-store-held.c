/*
 * A store whose database cannot be written for a while: what is given to it meanwhile is kept, and
 * is written afterwards as if nothing had happened.
 */
#include "referee/director/game-store.h"

#include <errno.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/memory.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/test-tournament.h"

enum { BOTS = 3, TEXT = 65536 };

/* errno of each write to the database; 0: none is refused. */
static int place_refused;

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at);

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t at)
{
	errno = place_refused;
	return place_refused != 0 ? -1 : (ssize_t)syscall(SYS_pwrite64, fd, bytes, count, at);
}

static struct {
	struct tournament t;
	struct db *db;
	struct game_store store;
	uint64_t commits;
	char announced[TEXT];
} place;

static void place_on_result(void *arg, const struct result *r)
{
	size_t used = strlen(place.announced);
	(void)arg;
	snprintf(place.announced + used, TEXT - used, "%lld:%llu ", (long long)r->game,
		(unsigned long long)r->pairing);
}

static void place_open(const char *path)
{
	struct error err;
	const struct game_store_options options = {.fresh = false};
	memset(&place, 0, sizeof place);
	test_tournament_init(&place.t, "nim", 2, BOTS, 1, NULL);
	place.t.terms.strikes = 2;
	for (int i = 0; i < BOTS; i++) {
		free(place.t.bots[i].command);
		place.t.bots[i].command = memory_copy("/bin/true");
	}
	fixture_remove(path);
	struct db *db;
	FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
	place.db = db;
	int error = game_store_open(&place.store, db, &place.t, &options, &err);
	ck_assert_msg(error == DB_OK, "%s %s", err.text, db_error_text(db));
	place.store.announce = place_on_result;
	place.store.commits = &place.commits;
	db_set_patience(1);
}

static void place_close(void)
{
	game_store_close(&place.store);
	db_close(place.db);
	tournament_clear(&place.t);
	db_set_patience(5000);
}

/* Stores a game of two bots, of which the second crashed or not. */
static int64_t place_game(int64_t pairing, int first, int second, bool crashed, int64_t worker)
{
	char moves[2][8] = {"a1", "b2"}, final[32];
	struct db_move all[] = {
		{.seat = 1, .text = moves[0], .wall_us = 10 * pairing, .cpu_us = -1},
		{.seat = 2, .text = moves[1], .wall_us = 5}};
	snprintf(final, sizeof final, "position %d", (int)pairing);
	struct db_game g = {.pairing = pairing,
		.round = 1,
		.seed = pairing,
		.opening = "",
		.final = final,
		.reason = crashed ? "crash" : "normal",
		.started_ms = 1000 * pairing,
		.ended_ms = 1000 * pairing + 5,
		.seats = 2,
		.plies = 2,
		.moves = all,
		.moves_count = 2,
		.worker = worker,
		.seat = {{.rank = 1, .verdict = "ok"},
			{.rank = 2, .verdict = crashed ? "crash" : "ok"}}};
	ck_assert_int_eq(game_store_game(&place.store, &g, (int[]){first, second}), DB_OK);
	memset(moves, '#', sizeof moves);
	memset(final, '#', sizeof final - 1);
	return g.id;
}

/* Another program's transaction. */
static sqlite3 *place_lock(const char *path)
{
	sqlite3 *sqlite;
	ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	return sqlite;
}

static void place_unlock(sqlite3 *sqlite)
{
	ck_assert_int_eq(sqlite3_exec(sqlite, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(sqlite);
}

/* All rows that a tournament can have, but for the moments of the machine. */
static const char *const place_tables[] = {
	"SELECT id, pairing, round, seed, opening, final, reason, plies FROM games ORDER BY id",
	"SELECT id, started_ms, ended_ms, moves_hash, worker FROM games ORDER BY id",
	"SELECT game, seat, bot, rank, points, verdict FROM seats ORDER BY game, seat",
	"SELECT game, ply, seat, move, wall_us, cpu_us FROM moves ORDER BY game, ply",
	"SELECT game, seat, before, after FROM ratings ORDER BY game, seat",
	"SELECT tournament, bot, seat, games, points, faults FROM seat_totals ORDER BY 1, 2, 3",
	"SELECT tournament, round, bot, points FROM byes ORDER BY 1, 2, 3",
	"SELECT tournament, name, cpu, slots, speed, lost FROM workers ORDER BY id",
	"SELECT game, worker, same FROM spot_checks ORDER BY game",
	"SELECT tournament, action, bot FROM admin_actions ORDER BY 1, 2, 3",
	"SELECT tournament, bot, round FROM participants ORDER BY 1, 2",
	"SELECT tournament, bot, round FROM retirements ORDER BY 1, 2",
};

/* The caller frees it. */
static char *place_dump(const char *path)
{
	char *text = NULL;
	size_t size;
	sqlite3 *sqlite;
	FILE *out = memory_open(&text, &size);
	ck_assert_int_eq(sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	for (size_t i = 0; i < sizeof place_tables / sizeof *place_tables; i++) {
		sqlite3_stmt *statement;
		ck_assert_int_eq(sqlite3_prepare_v2(sqlite, place_tables[i], -1, &statement, NULL),
			SQLITE_OK);
		while (sqlite3_step(statement) == SQLITE_ROW) {
			for (int k = 0; k < sqlite3_column_count(statement); k++)
				fprintf(out, "%s|",
					(const char *)sqlite3_column_text(statement, k));
			fputc('\n', out);
		}
		sqlite3_finalize(statement);
		fputs("--\n", out);
	}
	sqlite3_close(sqlite);
	memory_close(out);
	return text;
}

/* Everything that a tournament stores. fails: from this step on, for three steps, another program
 * locks the database, or its disk fails while a group is open; -1: never. */
static char *place_play(const char *path, int fails)
{
	struct worker_facts one = {.name = "lab07", .cpu = "x", .arch = "x86", .version = "1"};
	struct worker_facts two = {.name = "lab08", .cpu = "y", .arch = "x86", .version = "1"};
	sqlite3 *locked = NULL;
	int64_t first = 0, second = 0, again = 0;
	one.slots = 4;
	two.slots = 2;
	two.speed = 100;
	place_open(path);
	for (int step = 0; step < 12; step++) {
		/* After an even step nothing is open. */
		if (step == fails && step % 2 == 1)
			locked = place_lock(path);
		if (step == fails && step % 2 == 0)
			place_refused = EIO;
		switch (step) {
		case 0:
			ck_assert_int_eq(game_store_worker(&place.store, &one, &first), DB_OK);
			break;
		case 1:
			ck_assert_int_eq(place_game(11, 0, 1, false, 0), 1);
			break;
		case 2:
			ck_assert_int_eq(place_game(12, 1, 2, true, first), 2);
			break;
		case 3:
			ck_assert_int_eq(game_store_worker(&place.store, &two, &second), DB_OK);
			break;
		case 4:
			ck_assert_int_eq(place_game(13, 0, 2, true, second), 3);
			break;
		case 5:
			ck_assert_int_eq(
				game_store_spot_check(&place.store, 12, second, false), DB_OK);
			break;
		case 6:
			ck_assert_int_eq(game_store_bye(&place.store, 2, 1, 0.5), DB_OK);
			break;
		case 7:
			ck_assert_int_eq(game_store_worker_lost(&place.store, second, 3), DB_OK);
			break;
		case 8:
			bot_retire(&place.t.bots[1], 4);
			ck_assert_int_eq(game_store_retirements(&place.store), DB_OK);
			break;
		case 9:
			ck_assert_int_eq(place_game(14, 2, 0, false, first), 4);
			break;
		case 10:
			ck_assert_int_eq(game_store_worker(&place.store, &two, &again), DB_OK);
			ck_assert_int_ne(again, first);
			break;
		case 11:
			ck_assert_int_eq(place_game(15, 0, 1, false, again), 5);
			break;
		}
		/* The commit comes at any time, and again and again. */
		if (step % 2 == 0)
			ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		if (fails >= 0 && step == fails + 1)
			ck_assert(place.store.held);
		if (step == fails + 2 && locked != NULL) {
			place_unlock(locked);
			locked = NULL;
		}
		place_refused = step < fails + 2 ? place_refused : 0;
	}
	place_refused = 0;
	if (locked != NULL)
		place_unlock(locked);
	ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
	ck_assert(!place.store.held);
	ck_assert(game_store_is_settled(&place.store));
	ck_assert_str_eq(place.announced, "1:11 2:12 3:13 4:14 5:15 ");
	ck_assert(place.store.benching.benched[2]); /* it failed twice */
	ck_assert(!place.store.benching.benched[1]);
	place_close();
	return place_dump(path);
}

START_TEST(whenever_it_is_locked_all_is_stored_as_without)
	{
		char *without = place_play(fixture_path("without.db"), -1);
		char *with = place_play(fixture_path("with.db"), _i);
		ck_assert_ptr_nonnull(strstr(without, "\n5|15|1|15|"));
		ck_assert_str_eq(with, without);
		free(with);
		free(without);
	}
END_TEST

START_TEST(nothing_is_announced_before_it_is_kept)
	{
		const char *path = fixture_path("quiet.db");
		place_open(path);
		place_game(1, 0, 1, false, 0);
		sqlite3 *locked = NULL;
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_str_eq(place.announced, "1:1 ");
		ck_assert_uint_eq(place.commits, 1);
		locked = place_lock(path);
		ck_assert(game_store_is_settled(&place.store));
		ck_assert_int_eq(place_game(2, 0, 1, false, 0), 2);
		ck_assert(place.store.held);
		ck_assert(!game_store_is_settled(&place.store));
		ck_assert_int_eq(place.store.failed, DB_LOCKED);
		ck_assert_ptr_nonnull(strstr(place.store.why.text, "nothing can be written"));
		for (int64_t i = 3; i <= 5; i++)
			ck_assert_int_eq(place_game(i, 0, 1, false, 0), i);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert(place.store.held);
		ck_assert_str_eq(place.announced, "1:1 ");
		ck_assert_uint_eq(place.commits, 1);
		ck_assert_int_eq(place.store.waiting, 4);
		place_unlock(locked);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_str_eq(place.announced, "1:1 2:2 3:3 4:4 5:5 ");
		ck_assert_uint_eq(place.commits, 2);
		place_close();
	}
END_TEST

/* More games than a group has. */
START_TEST(a_group_that_is_held_has_no_end)
	{
		const char *path = fixture_path("many.db");
		place_open(path);
		sqlite3 *locked = place_lock(path);
		for (int64_t i = 1; i <= GAME_STORE_GROUP + 10; i++)
			ck_assert_int_eq(place_game(i, 0, 1, false, 0), i);
		ck_assert(place.store.held);
		place_unlock(locked);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		ck_assert_uint_eq(place.commits, 1);
		place_close();
	}
END_TEST

/* The operator is told, and it does not come into force later. */
START_TEST(an_action_of_the_operator_is_not_taken_meanwhile)
	{
		const char *path = fixture_path("action.db");
		place_open(path);
		ck_assert_int_eq(
			game_store_set_admin_action(&place.store, "bench", "bot-1", true), DB_OK);
		sqlite3 *locked = place_lock(path);
		for (int i = 0; i < 2; i++)
			ck_assert_int_eq(
				game_store_set_admin_action(&place.store, "bench", "bot-2", true),
				DB_LOCKED);
		place_game(1, 0, 1, false, 0);
		place_unlock(locked);
		ck_assert_int_eq(game_store_commit(&place.store), DB_OK);
		place_close();
		char *all = place_dump(path);
		ck_assert_ptr_nonnull(strstr(all, "1|bench|bot-1|\n"));
		ck_assert_ptr_null(strstr(all, "bot-2"));
		ck_assert_ptr_nonnull(
			strstr(all, "\n1|1|1|1|") != NULL ? all : strstr(all, "1|1|1|1|"));
		free(all);
	}
END_TEST

/* Another program writes a game meanwhile, against the rules: the numbers go on behind it. */
START_TEST(an_error_that_does_not_pass_is_returned)
	{
		const char *path = fixture_path("gone.db");
		place_open(path);
		ck_assert_int_eq(rename(path, fixture_path("moved.db")), 0);
		struct db_game g = {.pairing = 1,
			.round = 1,
			.opening = "",
			.final = "",
			.reason = "normal",
			.seats = 2,
			.seat = {{.rank = 1, .verdict = "ok"}, {.rank = 2, .verdict = "ok"}}};
		int error = game_store_game(&place.store, &g, (int[]){0, 1});
		if (error == DB_OK)
			error = game_store_commit(&place.store);
		ck_assert_int_eq(error, DB_BROKEN);
		ck_assert(!place.store.held);
		ck_assert_str_eq(place.announced, "");
		place_close();
	}
END_TEST

SUITE("referee/director/game-store-held", LOOP(whenever_it_is_locked_all_is_stored_as_without, 12),
	CASE(nothing_is_announced_before_it_is_kept), CASE(a_group_that_is_held_has_no_end),
	CASE(an_action_of_the_operator_is_not_taken_meanwhile),
	CASE(an_error_that_does_not_pass_is_returned))
