/*
 * Results in bulk: who ranked where, of all games and of some, as the fixture has them. A row of
 * the answer is "GAME: NAME RANK, ..."; two rows of bots named beta are one bot.
 */
#include "tests/lib/db-fixture.h"

#include <sqlite3.h>

struct reported {
	char text[1024];
	int stop; /* stop after this many games; 0: never */
};

/* False: no more games are wanted. */
static bool told_game(
	struct reported *t, const struct db_results *results, const struct db_result *r)
{
	char *out = t->text + strlen(t->text);
	out += sprintf(out, "%lld:", (long long)r->game);
	for (int i = 0; i < r->seats; i++)
		out += sprintf(out, "%s %s %d", i > 0 ? "," : "",
			db_results_name(results, r->bot[i]), r->rank[i]);
	sprintf(out, "%s\n", r->forfeit ? " forfeit" : "");
	return --t->stop != 0;
}

#define GAME_1 "1: alpha 1, beta 2\n"
#define GAME_2 "2: beta 1, alpha 1\n"
#define GAME_3 "3: alpha 1, gamma 2\n"
#define GAME_4 "4: gamma 2, alpha 1\n"
#define GAME_5 "5: beta 1, gamma 2\n"
#define GAME_6 "6: gamma 1, beta 2\n"
#define GAME_7 "7: alpha 1, beta 2, gamma 2\n"
#define GAME_8 "8: gamma 1, alpha 3, beta 2\n"

static void told(struct db *db, struct db_results_of of, struct reported *t)
{
	const struct db_result *r;
	struct db_results *results = db_results(db, &of);
	t->text[0] = '\0';
	ck_assert_int_eq(db_results_names(results), 3);
	ck_assert_str_eq(db_results_name(results, 1), "beta");
	while ((r = db_results_next(results)) != NULL && told_game(t, results, r))
		;
	FIXTURE_GOOD(db_results_end(results));
}

START_TEST(games_are_told_in_their_order_by_tournament_and_by_time)
	{
		static const int64_t cup[] = {1}, trio[] = {2}, both[] = {2, 1}, none[] = {7};
		static const struct {
			struct db_results_of of;
			const char *text;
		} cases[] = {
			{{NULL, 0, INT64_MIN, false},
				GAME_1 GAME_2 GAME_3 GAME_4 GAME_5 GAME_6 GAME_7 GAME_8},
			{{both, 2, INT64_MIN, false},
				GAME_1 GAME_2 GAME_3 GAME_4 GAME_5 GAME_6 GAME_7 GAME_8},
			{{cup, 1, INT64_MIN, false}, GAME_1 GAME_2 GAME_3 GAME_4 GAME_5 GAME_6},
			{{trio, 1, INT64_MIN, false}, GAME_7 GAME_8},
			{{none, 1, INT64_MIN, false}, ""},
			{{cup, 1, 1767225600000 + 4000, false}, GAME_5 GAME_6},
			{{NULL, 0, 1767225600000 + 5500, false}, GAME_7 GAME_8},
			{{NULL, 0, 1767225600000 + 9000, false}, ""},
		};
		struct reported t = {.stop = 0};
		struct db *db = fixture_open(fixture_path("order.db"));
		for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
			told(db, cases[i].of, &t);
			ck_assert_str_eq(t.text, cases[i].text);
		}
		db_close(db);
	}
END_TEST

START_TEST(who_forfeited_is_told_when_it_is_asked)
	{
		struct reported t = {.stop = 0};
		struct db *db = fixture_open(fixture_path("forfeits.db"));
		told(db, (struct db_results_of){NULL, 0, INT64_MIN, true}, &t);
		ck_assert_str_eq(t.text, GAME_1 GAME_2 "3: alpha 1, gamma 2 forfeit\n"
						       "4: gamma 2, alpha 1 forfeit\n" GAME_5
						       "6: gamma 1, beta 2 forfeit\n" GAME_7
						       "8: gamma 1, alpha 3, beta 2 forfeit\n");
		db_close(db);
	}
END_TEST

START_TEST(it_ends_where_it_is_told_to)
	{
		struct reported t = {.stop = 2};
		struct db *db = fixture_open(fixture_path("stop.db"));
		told(db, (struct db_results_of){NULL, 0, INT64_MIN, false}, &t);
		ck_assert_str_eq(t.text, GAME_1 GAME_2);
		db_close(db);
	}
END_TEST

/* Tournaments whose games lie between each other's: ids 2, 4 and 8 are the second's. */
START_TEST(games_between_others_are_picked)
	{
		static const int64_t cup[] = {1}, trio[] = {2};
		const char *path = fixture_path("between.db");
		struct reported t = {.stop = 0};
		struct db *db = fixture_open(path);
		db_close(db);
		fixture_change(path, "UPDATE games SET tournament = 1 + (id IN (2, 4, 8)),"
				     " pairing = 100 - id");
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		told(db, (struct db_results_of){trio, 1, INT64_MIN, false}, &t);
		ck_assert_str_eq(t.text, GAME_2 GAME_4 GAME_8);
		told(db, (struct db_results_of){cup, 1, INT64_MIN, false}, &t);
		ck_assert_str_eq(t.text, GAME_1 GAME_3 GAME_5 GAME_6 GAME_7);
		db_close(db);
	}
END_TEST

enum { RESULTS_MANY = 10000, RESULTS_APART = 7 };

/* Copies of game 1, with ids and pairings that lie apart; each third is of another tournament. */
static struct db *many_games(const char *path)
{
	char sql[256];
	sqlite3 *sqlite;
	db_close(fixture_open(path));
	ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite,
				 "BEGIN; CREATE TEMP TABLE g AS SELECT * FROM games WHERE id = 1;"
				 "CREATE TEMP TABLE s AS SELECT * FROM seats WHERE game = 1;"
				 "DELETE FROM seats; DELETE FROM games",
				 NULL, NULL, NULL),
		SQLITE_OK);
	for (int i = 0; i < RESULTS_MANY; i++) {
		snprintf(sql, sizeof sql,
			"UPDATE g SET id = %d, pairing = id, tournament = %d; UPDATE s SET game = %d;"
			"INSERT INTO games SELECT * FROM g; INSERT INTO seats SELECT * FROM s",
			1 + i * RESULTS_APART, i % 3 == 0 ? 2 : 1, 1 + i * RESULTS_APART);
		ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
	}
	ck_assert_int_eq(sqlite3_exec(sqlite, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(sqlite);
	struct db *db;
	FIXTURE_GOOD(db_open(&db, path, DB_READ));
	return db;
}

/* More than are read at once. */
START_TEST(of_many_games_each_is_told_once)
	{
		static const int64_t tournaments[] = {1, 2};
		struct db *db = many_games(fixture_path("many.db"));
		for (int t = 0; t <= 2; t++) { /* 0: both */
			struct db_results_of of = {
				t > 0 ? &tournaments[t - 1] : NULL, t > 0, INT64_MIN, t == 1};
			struct db_results *results = db_results(db, &of);
			for (int i = 0; i < RESULTS_MANY; i++) {
				if (t > 0 && (i % 3 == 0) != (t == 2))
					continue;
				const struct db_result *r = db_results_next(results);
				ck_assert_ptr_nonnull(r);
				ck_assert_int_eq(r->game, 1 + i * RESULTS_APART);
				ck_assert_int_eq(r->seats, 2);
				ck_assert_int_eq(r->rank[0], 1);
				ck_assert_int_eq(r->rank[1], 2);
			}
			ck_assert_ptr_null(db_results_next(results));
			FIXTURE_GOOD(db_results_end(results));
		}
		db_close(db);
	}
END_TEST

/* It played on to an end that counts. */
START_TEST(a_game_that_was_given_up_is_no_forfeit)
	{
		const char *path = fixture_path("resigned.db");
		struct reported t = {.stop = 0};
		struct db *db = fixture_open(path);
		db_close(db);
		fixture_change(path,
			"UPDATE seats SET verdict = 'resign' WHERE verdict <> 'ok';"
			"UPDATE seats SET verdict = 'time' WHERE game = 1 AND seat = 1");
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		told(db, (struct db_results_of){NULL, 0, INT64_MIN, true}, &t);
		ck_assert_str_eq(t.text, "1: alpha 1, beta 2 forfeit\n" GAME_2 GAME_3 GAME_4 GAME_5
						 GAME_6 GAME_7 GAME_8);
		db_close(db);
	}
END_TEST

static const char *const damages[] = {
	"UPDATE seats SET bot = 77 WHERE game = 3",
	"UPDATE seats SET bot = -1 WHERE game = 3",
	"UPDATE seats SET rank = 0 WHERE game = 3",
	"UPDATE seats SET rank = 7 WHERE game = 3",
};

START_TEST(seats_that_cannot_be_are_damage)
	{
		const char *path = fixture_path("damage.db");
		char sql[128];
		struct db *db = fixture_open(path);
		db_close(db);
		snprintf(sql, sizeof sql, "PRAGMA ignore_check_constraints = 1; %s", damages[_i]);
		fixture_change(path, sql);
		FIXTURE_GOOD(db_open(&db, path, DB_READ));
		struct db_results_of of = {NULL, 0, INT64_MIN, false};
		struct db_results *results = db_results(db, &of);
		ck_assert_ptr_null(db_results_next(results));
		ck_assert_ptr_null(db_results_next(results));
		ck_assert_int_eq(db_results_end(results), DB_BROKEN);
		ck_assert_ptr_nonnull(strstr(db_error_text(db), "game 3 has seats that cannot be"));
		db_close(db);
	}
END_TEST

SUITE("db/results", CASE(games_are_told_in_their_order_by_tournament_and_by_time),
	CASE(who_forfeited_is_told_when_it_is_asked), CASE(it_ends_where_it_is_told_to),
	CASE(games_between_others_are_picked), CASE(of_many_games_each_is_told_once),
	CASE(a_game_that_was_given_up_is_no_forfeit),
	LOOP(seats_that_cannot_be_are_damage, sizeof damages / sizeof *damages))
