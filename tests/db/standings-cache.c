/*
 * Totals: what is kept with every game is what a recount from the seats gives. The recount is that
 * of version 2, whose views read nothing but games, seats, bots and ratings: version-2.sql.
 *
 * Games are random: 2, 3 or 6 seats, ties, faults, bots in several seats of a game, one name
 * with several programs; in groups, some of which are rolled back, some with games that fail.
 */
#include "tests/lib/db-fixture.h"

#include <sqlite3.h>

enum { TOTALS_BOTS = 40, TOTALS_NAMES = 34, TOTALS_TOURNAMENTS = 3 };

static const int totals_seats[TOTALS_TOURNAMENTS] = {2, 3, 6};

static uint32_t totals_state;

/* A number below n (Marsaglia's xorshift, 2003). */
static int totals_draw(int n)
{
	totals_state ^= totals_state << 13;
	totals_state ^= totals_state >> 17;
	totals_state ^= totals_state << 5;
	return (int)(totals_state % (uint32_t)n);
}

static void totals_begin(struct db *db)
{
	char name[16], digest[16];
	for (int i = 0; i < TOTALS_TOURNAMENTS; i++) {
		struct db_tournament t = {0, "lots", "nim", "mix", "", totals_seats[i], 1, 1};
		FIXTURE_GOOD(db_tournament_add(db, &t));
		ck_assert_int_eq(t.id, i + 1);
	}
	for (int i = 0; i < TOTALS_BOTS; i++) {
		struct db_bot bot = {0, name, "./bot", digest};
		snprintf(name, sizeof name, "bot-%d", i % TOTALS_NAMES);
		snprintf(digest, sizeof digest, "%d", i);
		FIXTURE_GOOD(db_bot_add(db, &bot));
		ck_assert_int_eq(bot.id, i + 1);
	}
}

/* Ranks as points make them: the place that is better than all who have less. */
static void totals_result(struct db_game *g)
{
	int score[DB_SEATS];
	for (int i = 0; i < g->seats; i++)
		score[i] = totals_draw(3);
	for (int i = 0; i < g->seats; i++) {
		int beaten = 0, tied = -1, rank = 1;
		for (int j = 0; j < g->seats; j++) {
			beaten += score[j] < score[i];
			tied += score[j] == score[i];
			rank += score[j] > score[i];
		}
		g->seat[i].rank = rank;
		g->seat[i].points = (beaten + 0.5 * tied) / (g->seats - 1);
	}
}

/* of so few bots, so that some meet again and sit in several seats of a game */
static void totals_game(struct db *db, int pairing, int bots)
{
	static const char *const verdicts[] = {"ok", "ok", "resign", "time", "void", "benched"};
	static const struct db_move wrong = {.seat = 1, .text = NULL};
	struct db_game g = {.tournament = totals_draw(TOTALS_TOURNAMENTS) + 1,
		.pairing = pairing,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = "normal",
		.sandbox = "none"};
	g.seats = totals_seats[g.tournament - 1];
	totals_result(&g);
	for (int i = 0; i < g.seats; i++) {
		g.seat[i].bot = totals_draw(bots) + 1;
		g.seat[i].verdict = verdicts[totals_draw(6)];
		g.seat[i].elo_after =
			1000.25 * (double)((g.seat[i].bot - 1) % TOTALS_NAMES) + pairing;
	}
	bool fails = totals_draw(20) == 0;
	g.plies = fails ? 1 : 0;
	g.moves = &wrong;
	ck_assert_int_eq(db_game_add(db, &g), fails ? DB_BROKEN : DB_OK);
}

/* Reading by two connections: the views of version 2 stand before those of the file. */
static sqlite3 *totals_recount(const char *path)
{
	static char text[32768], sql[32768];
	sqlite3 *sqlite;
	FILE *file = fopen("tests/db/version-2.sql", "r");
	ck_assert_ptr_nonnull(file);
	text[fread(text, 1, sizeof text - 1, file)] = '\0';
	fclose(file);
	ck_assert_int_eq(sqlite3_open_v2(path, &sqlite, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
	for (char *at = strstr(text, "\nCREATE VIEW"); at != NULL;
		at = strstr(at + 1, "\nCREATE VIEW")) {
		snprintf(sql, sizeof sql, "CREATE TEMP%.*s;",
			(int)(strstr(at, ";\n") - at - strlen("\nCREATE")),
			at + strlen("\nCREATE"));
		ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
	}
	return sqlite;
}

static long totals_number(sqlite3 *sqlite, const char *sql)
{
	sqlite3_stmt *statement;
	ck_assert_msg(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL) == SQLITE_OK, "%s",
		sqlite3_errmsg(sqlite));
	ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
	long number = (long)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return number;
}

static void totals_compare(const char *path, int least)
{
	/* The last digit of a variance depends on the order of its sum. So does that of a mean of
	 * points, which the crosstable rounds. */
	static const struct {
		const char *name, *columns;
		const char *before; /* what version 2 called them, where that was another name */
	} views[] = {
		{"standings",
			"tournament, rank, bot, games, points, percent, wins, draws, losses, faults, mean_rank, running_elo",
			"tournament, rank, bot, games, points, percent, wins, draws, losses, faults, mean_rank, elo"},
		{"crosstable", "tournament, bot, opponent, games, points, wins, draws, losses"},
		{"head_to_head",
			"tournament, a, b, games, points_a, points_b, wins_a, draws, wins_b"},
		{"seat_results",
			"tournament, seat, bot, games, points, mean, round(variance, 5), wins, mean_rank"},
	};
	char sql[1024];
	sqlite3 *sqlite = totals_recount(path);
	for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
		snprintf(sql, sizeof sql, "SELECT count(*) FROM main.%s", views[i].name);
		ck_assert_int_ge(totals_number(sqlite, sql), least);
		snprintf(sql, sizeof sql,
			"WITH kept AS (SELECT %2$s FROM main.%1$s),"
			" counted AS (SELECT %3$s FROM temp.%1$s)"
			" SELECT (SELECT count(*) FROM (SELECT * FROM kept EXCEPT SELECT * FROM"
			" counted)) + (SELECT count(*) FROM (SELECT * FROM counted EXCEPT SELECT *"
			" FROM kept))",
			views[i].name, views[i].columns,
			views[i].before != NULL ? views[i].before : views[i].columns);
		ck_assert_msg(totals_number(sqlite, sql) == 0, "%s differs", views[i].name);
	}
	sqlite3_close(sqlite);
}

START_TEST(totals_of_games_by_lot_are_what_their_seats_add_up_to)
	{
		struct db *db;
		const char *path = fixture_path("lots.db");
		int pairing = 0, bots = _i == 0 ? 5 : TOTALS_BOTS;
		totals_state = 2463534242u + (uint32_t)_i;
		fixture_remove(path);
		FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
		FIXTURE_GOOD(db_begin(db));
		totals_begin(db);
		FIXTURE_GOOD(db_commit(db));
		for (int group = 0; group < 12; group++) {
			FIXTURE_GOOD(db_begin(db));
			/* The last is more than what is kept in memory. */
			for (int games = group < 11 ? totals_draw(60) : 800; games > 0; games--)
				totals_game(db, ++pairing, bots);
			if (group % 4 == 3 && group < 11)
				FIXTURE_GOOD(db_rollback(db));
			else
				FIXTURE_GOOD(db_commit(db));
		}
		totals_compare(path, bots);
		db_close(db);
	}
END_TEST

START_TEST(a_tournament_that_is_deleted_takes_its_totals_along)
	{
		const char *path = fixture_path("deleted.db");
		sqlite3 *sqlite;
		db_close(fixture_open(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		ck_assert_int_gt(totals_number(sqlite, "SELECT count(*) FROM seat_totals"), 6);
		ck_assert_int_eq(
			sqlite3_exec(sqlite,
				"PRAGMA foreign_keys = ON; DELETE FROM tournaments WHERE id = 1",
				NULL, NULL, NULL),
			SQLITE_OK);
		sqlite3_close(sqlite);
		totals_compare(path, 3);
		sqlite = totals_recount(path);
		ck_assert_int_eq(totals_number(sqlite, "SELECT count(*) FROM seat_totals"), 6);
		ck_assert_int_eq(totals_number(sqlite, "SELECT count(*) FROM pair_totals"), 6);
		sqlite3_close(sqlite);
	}
END_TEST

SUITE("db/standings-cache", LOOP(totals_of_games_by_lot_are_what_their_seats_add_up_to, 2),
	CASE(a_tournament_that_is_deleted_takes_its_totals_along))
