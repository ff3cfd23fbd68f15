/*
 * Tournaments, bots and games: what is written reads back, what is refused leaves nothing behind,
 * and the sums over the fixture are those made by hand.
 */
#include <sqlite3.h>

#include "db/connection.h"
#include "tests/lib/db-fixture.h"

/* All rows of a query, cells separated by | and rows by \n; NULL is a -. */
struct games_text {
	char text[8192];
	size_t length;
};

static void games_read(struct games_text *t, struct db *db, const char *query, int64_t argument)
{
	fixture_rows(db, query, argument, t->text, sizeof t->text);
	t->length = strlen(t->text);
}

static const struct {
	const char *query;
	int64_t argument;
	const char *rows;
} games_queries[] = {
	{"standings", 1,
		"1|alpha|4|4|3.5|87.5|3|1|0|0|1.0\n"
		"2|beta|4|4|1.5|37.5|1|1|2|1|1.5\n"
		"3|gamma|4|4|1.0|25.0|1|0|3|2|1.75\n"},
	/* gamma .25 + 1, alpha 1 + 0, beta .25 + .5; ranks 2 1, 1 3, 2 2 */
	{"standings", 2,
		"1|gamma|2|2|1.25|62.5|1|0|1|0|1.5\n"
		"2|alpha|2|2|1.0|50.0|1|0|1|1|2.0\n"
		"3|beta|2|2|0.75|37.5|0|0|2|0|2.0\n"},
	{"crosstable", 1,
		"alpha|beta|2|1.5|1|1|0|0.75\n"
		"alpha|gamma|2|2.0|2|0|0|1.0\n"
		"beta|alpha|2|0.5|0|1|1|0.25\n"
		"beta|gamma|2|1.0|1|0|1|0.5\n"
		"gamma|alpha|2|0.0|0|0|2|0.0\n"
		"gamma|beta|2|1.0|1|0|1|0.5\n"},
	/* all sat in both games: a bot's points are the same against each */
	{"crosstable", 2,
		"alpha|beta|2|1.0|1|0|1|0.5\n"
		"alpha|gamma|2|1.0|1|0|1|0.5\n"
		"beta|alpha|2|0.75|1|0|1|0.375\n"
		"beta|gamma|2|0.75|0|1|1|0.375\n"
		"gamma|alpha|2|1.25|1|0|1|0.625\n"
		"gamma|beta|2|1.25|1|1|0|0.625\n"},
	{"head-to-head", 2,
		"alpha|beta|2|1.0|1|0|1\n"
		"alpha|gamma|2|1.0|1|0|1\n"
		"beta|alpha|2|1.0|1|0|1\n"
		"beta|gamma|2|0.5|0|1|1\n"
		"gamma|alpha|2|1.0|1|0|1\n"
		"gamma|beta|2|1.5|1|1|0\n"},
	/* variances: of 1 and 0 1/2; of 1/4 and 1/2 1/32 with n - 1 */
	{"seat-results", 1,
		"1|alpha|2|2.0|1.0|0.0|2|1.0\n"
		"1|beta|2|1.5|0.75|0.125|1|1.0\n"
		"1|gamma|2|1.0|0.5|0.5|1|1.5\n"
		"2|alpha|2|1.5|0.75|0.125|1|1.0\n"
		"2|beta|2|0.0|0.0|0.0|0|2.0\n"
		"2|gamma|2|0.0|0.0|0.0|0|2.0\n"},
	{"seat-results", 2,
		"1|alpha|1|1.0|1.0|-|1|1.0\n"
		"1|gamma|1|1.0|1.0|-|1|1.0\n"
		"2|alpha|1|0.0|0.0|-|0|3.0\n"
		"2|beta|1|0.25|0.25|-|0|2.0\n"
		"3|beta|1|0.5|0.5|-|0|2.0\n"
		"3|gamma|1|0.25|0.25|-|0|2.0\n"},
	{"seat-points", 2,
		"7|1|1|1|1.0\n7|2|2|2|0.25\n7|3|3|2|0.25\n"
		"8|1|3|1|1.0\n8|2|1|3|0.0\n8|3|2|2|0.5\n"},
	{"games", 1,
		"1|1|alpha - beta|d d|4|1-0|normal|2026-01-01 00:00:00|0.25\n"
		"2|1|beta - alpha||4|1/2-1/2|max-plies|2026-01-01 00:00:01|0.25\n"
		"3|1|alpha - gamma||4|1-0|illegal|2026-01-01 00:00:02|0.25\n"
		"4|1|gamma - alpha||4|0-1|time|2026-01-01 00:00:03|0.25\n"
		"5|2|beta - gamma||4|1-0|normal|2026-01-01 00:00:04|0.25\n"
		"6|2|gamma - beta||4|1-0|crash|2026-01-01 00:00:05|0.25\n"},
	{"games", 2,
		"7|1|alpha - beta - gamma||4|1 2 2|normal|2026-01-01 00:00:06|0.25\n"
		"8|1|gamma - alpha - beta||4|1 3 2|normal|2026-01-01 00:00:07|0.25\n"},
	{"faults", 1,
		"3|gamma|2|illegal|\"h\" is not a column; legal: a b c d e f g\n"
		"4|gamma|1|time|no answer for 44 ms\n"
		"6|beta|2|crash|exit status 1\n"},
	{"game-seats", 6,
		"1|gamma|1|1.0|ok|1471.3|1482.0|./gamma|-|-|-\n"
		"2|beta|2|0.0|crash|1500.3|1489.5|python3 beta.py|exit status 1|"
		"Traceback (most recent call last):\nKeyError: 'h'\n|-\n"},
	{"game-moves", 1,
		"1|1|d|1000|500|100|1|0|100\n"
		"2|2|e|10000|5000|1000|-|-|-\n"
		"3|1|d|2000|1000|-|3|-2|100\n"
		"4|2|d|20000|10000|-|-|-|-\n"},
	/* seat 1: 1 and 2 ms, seat 2: 10 and 20 ms, both waiting a tenth */
	{"move-times", 1,
		"alpha|8|8.25|20.0|4.125|10.0\n"
		"beta|8|8.25|20.0|4.125|10.0\n"
		"gamma|8|8.25|20.0|4.125|10.0\n"},
	{"standings", 99, ""},
};

START_TEST(a_query_answers_what_was_added_up_by_hand)
	{
		struct games_text t = {.length = 0};
		struct db *db = fixture_open(fixture_path("queries.db"));
		int64_t argument = games_queries[_i].argument;
		games_read(&t, db, games_queries[_i].query, argument);
		ck_assert_str_eq(t.text, games_queries[_i].rows);
		db_close(db);
	}
END_TEST

/* A bot that has two seats of one game: ranks 1 for alpha, 2 for beta, 3 for alpha; then beta alone
 * first, alpha tied. */
static const struct {
	const char *query, *rows;
} games_shared[] = {
	{"standings", "1|alpha|4|4|1.5|37.5|1|0|3|0|2.0\n1|beta|2|2|1.5|75.0|1|0|1|0|"
		      "1.5\n"},
	{"crosstable", "alpha|beta|4|1.5|1|0|3|0.375\nbeta|alpha|2|1.5|3|0|1|0.75\n"},
	{"head-to-head", "alpha|beta|4|1.0|1|0|3\nbeta|alpha|4|3.0|3|0|1\n"},
	{"seat-results", "1|alpha|2|1.25|0.625|0.28125|1|1.5\n2|beta|2|1.5|0.75|0.125|1|1.5\n"
			 "3|alpha|2|0.25|0.125|0.03125|0|2.5\n"},
};

/* Adds a game of three. */
static void games_three(struct db *db, int64_t tournament, int pairing, const int *bots,
	const int *ranks, const double *points)
{
	struct db_game g = {.tournament = tournament,
		.pairing = pairing,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = "normal",
		.sandbox = "full",
		.seats = 3};
	for (int i = 0; i < 3; i++)
		g.seat[i] = (struct db_seat){.bot = bots[i] + 1,
			.rank = ranks[i],
			.points = points[i],
			.verdict = "ok",
			.elo_after = 1500};
	FIXTURE_GOOD(db_game_add(db, &g));
}

START_TEST(a_bot_with_several_seats_of_a_game_never_meets_itself)
	{
		static const int bots[] = {ALPHA, BETA, ALPHA};
		static const double points[2][3] = {{1, 0.5, 0}, {0.25, 1, 0.25}};
		static const int ranks[2][3] = {{1, 2, 3}, {2, 1, 2}};
		struct games_text t = {.length = 0};
		struct db *db = fixture_open(fixture_path("shared.db"));
		struct db_tournament mix = {0, "mix", "nim", "mix", "", 3, 1, 1};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &mix));
		for (int game = 0; game < 2; game++)
			games_three(db, mix.id, game, bots, ranks[game], points[game]);
		FIXTURE_GOOD(db_commit(db));
		games_read(&t, db, games_shared[_i].query, mix.id);
		ck_assert_str_eq(t.text, games_shared[_i].rows);
		db_close(db);
	}
END_TEST

/* To a machine 0.2 + 0.4 + 0.6 is more than 0.6 + 0.4 + 0.2; so would be fifths of six seats. */
START_TEST(equal_points_in_another_order_share_the_rank)
	{
		static const int bots[] = {ALPHA, BETA, GAMMA}, ranks[] = {2, 2, 3};
		static const double points[3][3] = {{0.2, 0.6, 0}, {0.4, 0.4, 0}, {0.6, 0.2, 0}};
		struct games_text t = {.length = 0};
		struct db *db = fixture_open(fixture_path("fifths.db"));
		struct db_tournament fifths = {0, "fifths", "nim", "round-robin", "", 3, 1, 1};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &fifths));
		for (int game = 0; game < 3; game++)
			games_three(db, fifths.id, game, bots, ranks, points[game]);
		FIXTURE_GOOD(db_commit(db));
		games_read(&t, db, "standings", fifths.id);
		ck_assert_str_eq(t.text, "1|alpha|3|3|1.2|40.0|0|0|3|0|2.0\n"
					 "1|beta|3|3|1.2|40.0|0|0|3|0|2.0\n"
					 "3|gamma|3|3|0.0|0.0|0|0|3|0|3.0\n");
		db_close(db);
	}
END_TEST

/* Two games of two and one of three in which seats failed together; alpha won another, beta drew
 * one with gamma. */
static void games_failed(
	struct db *db, int64_t tournament, int pairing, int seats, const struct db_seat *seat)
{
	struct db_game g = {.tournament = tournament,
		.pairing = pairing,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = seat[0].verdict,
		.sandbox = "full",
		.seats = seats};
	for (int i = 0; i < seats; i++) {
		g.seat[i] = seat[i];
		g.seat[i].elo_before = g.seat[i].elo_after = 1500;
	}
	FIXTURE_GOOD(db_game_add(db, &g));
}

static struct db *games_open_failed(const char *path)
{
	struct db *db = fixture_open(path);
	struct db_tournament two = {0, "two", "nim", "swiss", "", 2, 1, 1};
	struct db_tournament three = {0, "three", "nim", "swiss", "", 3, 1, 1};
	static const struct db_seat games[][3] = {
		{{ALPHA + 1, 1, 0, "startup"}, {BETA + 1, 1, 0, "benched"}},
		{{ALPHA + 1, 1, 1, "ok"}, {BETA + 1, 2, 0, "startup"}},
		{{BETA + 1, 1, 0.5, "ok"}, {GAMMA + 1, 1, 0.5, "ok"}},
		{{BETA + 1, 1, 0, "crash"}, {ALPHA + 1, 1, 0, "absent"}},
		{{ALPHA + 1, 1, 0, "startup"}, {BETA + 1, 1, 0, "startup"},
			{GAMMA + 1, 1, 0, "startup"}},
		{{ALPHA + 1, 2, 0, "startup"}, {BETA + 1, 1, 1, "ok"},
			{GAMMA + 1, 2, 0, "startup"}},
	};
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &two));
	FIXTURE_GOOD(db_tournament_add(db, &three));
	for (int i = 0; i < 6; i++)
		games_failed(db, i < 4 ? two.id : three.id, i, i < 4 ? 2 : 3, games[i]);
	FIXTURE_GOOD(db_commit(db));
	return db;
}

static const struct {
	const char *query;
	int64_t tournament;
	const char *rows;
} games_zero[] = {
	{"standings", 3,
		"1|alpha|3|1|1.0|33.3|1|0|2|2|1.667\n"
		"2|beta|4|2|0.5|12.5|0|1|3|3|1.75\n"
		"2|gamma|1|1|0.5|50.0|0|1|0|0|1.0\n"},
	{"standings", 4,
		"1|beta|2|1|1.0|50.0|1|0|1|1|2.0\n"
		"2|alpha|2|0|0.0|0.0|0|0|2|2|3.0\n"
		"2|gamma|2|0|0.0|0.0|0|0|2|2|3.0\n"},
	{"head-to-head", 3,
		"alpha|beta|3|1.0|1|0|2\nbeta|alpha|3|0.0|0|0|3\n"
		"beta|gamma|1|0.5|0|1|0\ngamma|beta|1|0.5|0|1|0\n"},
	{"head-to-head", 4,
		"alpha|beta|2|0.0|0|0|2\nalpha|gamma|2|0.0|0|0|2\n"
		"beta|alpha|2|1.0|1|0|1\nbeta|gamma|2|1.0|1|0|1\n"
		"gamma|alpha|2|0.0|0|0|2\ngamma|beta|2|0.0|0|0|2\n"},
};

START_TEST(a_game_in_which_all_failed_together_is_lost_by_each)
	{
		struct games_text t = {.length = 0};
		struct db *db = games_open_failed(fixture_path("zero.db"));
		games_read(&t, db, games_zero[_i].query, games_zero[_i].tournament);
		ck_assert_str_eq(t.text, games_zero[_i].rows);
		db_close(db);
	}
END_TEST

/* The views that people read with sqlite3: results, and two lines of head_to_head. */
static const char *const games_asked[] = {
	"SELECT group_concat(result, ', ') = '0-0, 1-0, 1/2-1/2, 0-0, 0 0 0, 2 1 2' FROM"
	" (SELECT result FROM game_list WHERE tournament > 2 ORDER BY game)",
	"SELECT games = 3 AND points_a = 1 AND points_b = 0 AND wins_a = 1 AND draws = 0"
	" AND wins_b = 0 AND neither = 2 FROM head_to_head"
	" WHERE tournament = 3 AND a = 'alpha' AND b = 'beta'",
	"SELECT games = 1 AND points_a = 0.5 AND points_b = 0.5 AND draws = 1 AND neither = 0"
	" FROM head_to_head WHERE tournament = 3 AND a = 'beta' AND b = 'gamma'",
	"SELECT sum(wins) = 1 AND sum(draws) = 2 FROM openings WHERE tournament = 3",
};

START_TEST(the_views_say_0_0)
	{
		sqlite3 *sqlite;
		sqlite3_stmt *statement;
		const char *path = fixture_path("said.db");
		db_close(games_open_failed(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		ck_assert_int_eq(sqlite3_prepare_v2(sqlite, games_asked[_i], -1, &statement, NULL),
			SQLITE_OK);
		ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
		ck_assert_int_eq(sqlite3_column_int(statement, 0), 1);
		sqlite3_finalize(statement);
		sqlite3_close(sqlite);
	}
END_TEST

/* As they are when games were replaced. */
START_TEST(sums_that_are_counted_anew_are_those_that_were_kept)
	{
		static const char *const sums[][2] = {
			{"seat_totals", "{totals-of-seats} {each-seat}"},
			{"pair_totals", "{totals-of-pairs} {each-pair}"},
		};
		static char sql[8192];
		sqlite3 *sqlite;
		sqlite3_stmt *statement;
		const char *path = fixture_path("anew.db");
		db_close(games_open_failed(path));
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		char *counted = db_with_parts(sums[_i][1]);
		snprintf(sql, sizeof sql,
			"SELECT (SELECT count(*) FROM (SELECT * FROM %1$s EXCEPT %2$s))"
			" + (SELECT count(*) FROM (%2$s EXCEPT SELECT * FROM %1$s)),"
			" (SELECT count(*) FROM %1$s) > 8",
			sums[_i][0], counted);
		sqlite3_free(counted);
		ck_assert_int_eq(sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL), SQLITE_OK);
		ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
		ck_assert_int_eq(sqlite3_column_int(statement, 0), 0);
		ck_assert_int_eq(sqlite3_column_int(statement, 1), 1);
		sqlite3_finalize(statement);
		sqlite3_close(sqlite);
	}
END_TEST

/* The pairings that a tournament has, a bit each. */
static int64_t games_pairings(struct db *db, int64_t tournament)
{
	struct db_query q;
	int64_t all = 0;
	db_query(&q, db, "pairings", tournament);
	while (db_next(&q))
		all += INT64_C(1) << db_int(&q, "pairing");
	FIXTURE_GOOD(db_end(&q));
	return all;
}

START_TEST(the_pairings_of_a_tournament_are_those_of_its_own_games)
	{
		struct db *db = fixture_open(fixture_path("pairings.db"));
		ck_assert_int_eq(games_pairings(db, 1), 0x3f);
		ck_assert_int_eq(games_pairings(db, 2), 0xc0);
		db_close(db);
	}
END_TEST

START_TEST(the_last_rating_of_a_bot_is_found)
	{
		char cup[256] = "", trio[256] = "";
		struct db *db = fixture_open(fixture_path("bots.db"));
		fixture_rows(db, "bot-ratings", 1, cup, sizeof cup);
		fixture_rows(db, "bot-ratings", 2, trio, sizeof trio);
		ck_assert_str_eq(cup, "alpha|1528.5|4|4\nbeta|1489.5|4|6\ngamma|1482.0|4|6\n");
		ck_assert_str_eq(trio, "alpha|1498.5|2|8\nbeta|1491.0|2|8\ngamma|1510.5|2|8\n");
		db_close(db);
	}
END_TEST

START_TEST(verdicts_come_in_the_order_of_the_games)
	{
		char trio[256] = "";
		struct db *db = fixture_open(fixture_path("verdicts.db"));
		fixture_rows(db, "verdicts", 2, trio, sizeof trio);
		ck_assert_str_eq(trio,
			"7|alpha|ok|normal\n7|beta|ok|normal\n7|gamma|ok|normal\n"
			"8|gamma|ok|normal\n8|alpha|time|normal\n8|beta|ok|normal\n");
		db_close(db);
	}
END_TEST

START_TEST(the_same_bot_is_one_row_and_another_digest_is_another)
	{
		struct db *db = fixture_open(fixture_path("same.db"));
		struct db_bot bot = fixture_bots[BETA_2], other = bot;
		FIXTURE_GOOD(db_bot_add(db, &bot));
		ck_assert_int_eq(bot.id, BETA_2 + 1);
		other.digest = "b3";
		FIXTURE_GOOD(db_bot_add(db, &other));
		ck_assert_int_eq(other.id, FIXTURE_BOTS + 1);
		db_close(db);
	}
END_TEST

START_TEST(the_newest_tournament_of_a_name_is_found)
	{
		struct db *db = fixture_open(fixture_path("find.db"));
		struct db_tournament t, again = {0, "cup", "nim", "round-robin", "x", 2, -5, 77};
		FIXTURE_GOOD(db_tournament_find(db, NULL, &t));
		ck_assert_str_eq(t.name, "trio");
		FIXTURE_GOOD(db_tournament_find(db, "cup", &t));
		ck_assert_int_eq(t.id, 1);
		ck_assert_str_eq(t.definition,
			"game = connect4\nparam = rows=6 columns=7\nmovetime = 24ms\nrounds = 2\n");
		FIXTURE_GOOD(db_tournament_add(db, &again));
		FIXTURE_GOOD(db_tournament_find(db, "cup", &t));
		ck_assert(t.id == 3 && t.seed == -5 && t.created_ms == 77 && t.seats == 2);
		ck_assert_int_eq(db_tournament_find(db, "cap", &t), DB_NONE);
		db_close(db);
	}
END_TEST

/* A game that may be added, for one thing to be made wrong about it. */
static struct db_game games_one(const struct db_move *moves)
{
	return (struct db_game){.tournament = 1,
		.pairing = 77,
		.round = 1,
		.opening = "",
		.final = "",
		.reason = "normal",
		.sandbox = "full",
		.seats = 2,
		.seat = {{.bot = 1, .rank = 1, .points = 1, .verdict = "ok"},
			{.bot = 2, .rank = 2, .points = 0, .verdict = "ok"}},
		.plies = 20,
		.moves = moves};
}

static void games_pairing(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->pairing = 2;
}

static void games_tournament(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->tournament = 12;
}

static void games_verdict(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[1].verdict = "lost";
}

static void games_no_bot(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[1].bot = 99;
}

static void games_rank(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[1].rank = 0;
}

static void games_points(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[0].points = 1.5;
}

static void games_last_move(struct db_game *g, struct db_move *moves)
{
	moves[g->plies - 1].text = NULL;
}

static void games_first_move(struct db_game *g, struct db_move *moves)
{
	(void)g;
	moves[3].text = NULL;
}

static void games_phase(struct db_game *g, struct db_move *moves)
{
	(void)moves;
	g->seat[1].failure.phase = "lost";
}

static void (*const games_wrong[])(struct db_game *g, struct db_move *moves) = {games_pairing,
	games_tournament, games_verdict, games_no_bot, games_rank, games_points, games_last_move,
	games_first_move, games_phase};

START_TEST(a_wrong_game_leaves_nothing_and_the_group_goes_on)
	{
		struct db_move moves[20];
		struct db_game g = games_one(moves);
		struct games_text before = {.length = 0}, after = {.length = 0},
				  parts = {.length = 0};
		struct db *db = fixture_open(fixture_path("wrong.db"));

		for (int i = 0; i < g.plies; i++)
			moves[i] = (struct db_move){i % 2 + 1, "a", 1, 1, 1, 1, 1, 1};
		games_read(&before, db, "standings", 1);
		FIXTURE_GOOD(db_begin(db));
		games_wrong[_i](&g, moves);
		ck_assert_int_eq(db_game_add(db, &g), DB_BROKEN);
		ck_assert_ptr_nonnull(strstr(db_error_text(db), "could not be added"));
		games_read(&after, db, "standings", 1);
		ck_assert_str_eq(before.text, after.text);
		g = games_one(moves);
		for (int i = 0; i < g.plies; i++)
			moves[i].text = "b";
		FIXTURE_GOOD(db_game_add(db, &g));
		FIXTURE_GOOD(db_commit(db));
		ck_assert_int_eq(g.id, FIXTURE_GAMES + 1);
		games_read(&parts, db, "game-moves", g.id);
		const char *last = "20|2|b|1|1|1|1|1|1\n";
		ck_assert_str_eq(parts.text + parts.length - strlen(last), last);
		db_close(db);
	}
END_TEST

/* More rows of totals than a group keeps in memory. */
START_TEST(a_group_of_a_thousand_bots_is_added_up_whole)
	{
		enum { BOTS = 1000 };
		const char *path = fixture_path("crowd.db");
		struct db *db = fixture_open(path);
		struct db_tournament crowd = {0, "crowd", "nim", "mix", "", 2, 1, 1};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_add(db, &crowd));
		int64_t last = 0;
		for (int i = 0; i < BOTS; i++) {
			char name[16];
			snprintf(name, sizeof name, "crowd-%d", i);
			struct db_bot bot = {0, name, "./crowd", ""};
			FIXTURE_GOOD(db_bot_add(db, &bot));
			if (i > 0) {
				struct db_game g = games_one(NULL);
				g.plies = 0;
				g.tournament = crowd.id;
				g.pairing = i;
				g.seat[0].bot = last;
				g.seat[1].bot = bot.id;
				FIXTURE_GOOD(db_game_add(db, &g));
			}
			last = bot.id;
		}
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		sqlite3 *sqlite;
		sqlite3_stmt *statement;
		ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
		ck_assert_int_eq(
			sqlite3_prepare_v2(sqlite,
				"SELECT sum(games), count(DISTINCT bot) FROM seat_totals"
				" WHERE tournament = (SELECT id FROM tournaments WHERE name ="
				" 'crowd')",
				-1, &statement, NULL),
			SQLITE_OK);
		ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
		ck_assert_int_eq(sqlite3_column_int(statement, 0), 2 * (BOTS - 1));
		ck_assert_int_eq(sqlite3_column_int(statement, 1), BOTS);
		sqlite3_finalize(statement);
		sqlite3_close(sqlite);
	}
END_TEST

/* A row of a text that says nothing of where a bot was is of this machine, until it is known. */
START_TEST(a_bot_that_came_from_elsewhere_stays_marked)
	{
		struct db *db = fixture_open(fixture_path("remote.db"));
		struct db_bot bot = {0, "far", "", ""};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_bot_add(db, &bot));
		int64_t id = bot.id;
		/* And it stays so when nothing is said of that again. */
		for (int i = 0; i < 3; i++) {
			bot = (struct db_bot){0, "far", "", "", .remote = i == 1};
			FIXTURE_GOOD(db_bot_add(db, &bot));
			ck_assert_int_eq(bot.id, id);
		}
		FIXTURE_GOOD(db_commit(db));
		db_close(db);
		sqlite3 *sqlite;
		sqlite3_stmt *statement;
		ck_assert_int_eq(sqlite3_open(fixture_path("remote.db"), &sqlite), SQLITE_OK);
		ck_assert_int_eq(
			sqlite3_prepare_v2(sqlite,
				"SELECT count(*), sum(remote) FROM bots WHERE name = 'far'", -1,
				&statement, NULL),
			SQLITE_OK);
		ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
		ck_assert_int_eq(sqlite3_column_int(statement, 0), 1);
		ck_assert_int_eq(sqlite3_column_int(statement, 1), 1);
		sqlite3_finalize(statement);
		sqlite3_close(sqlite);
	}
END_TEST

START_TEST(a_group_that_is_rolled_back_was_never_there)
	{
		struct games_text t = {.length = 0};
		struct db_game g = games_one(NULL);
		struct db *db = fixture_open(fixture_path("rollback.db"));
		g.plies = 0;
		g.pairing = 9;
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_game_add(db, &g));
		FIXTURE_GOOD(db_rollback(db));
		FIXTURE_GOOD(db_rollback(db));
		games_read(&t, db, "game-moves", g.id);
		ck_assert(t.length == 0 && games_pairings(db, 1) == 0x3f);
		db_close(db);
	}
END_TEST

START_TEST(after_a_commit_nothing_keeps_the_log_from_being_cut_back)
	{
		struct db_tournament t;
		const char *path = fixture_path("reader.db");
		struct db *db = fixture_open(path);
		sqlite3 *other;
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_tournament_find(db, "cup", &t));
		FIXTURE_GOOD(db_commit(db));
		/* To cut it back fails while another connection reads. */
		ck_assert_int_eq(sqlite3_open(path, &other), SQLITE_OK);
		ck_assert_int_eq(sqlite3_exec(other, "SELECT id FROM games", NULL, NULL, NULL),
			SQLITE_OK); /* before it, other knows of no log */
		ck_assert_int_eq(sqlite3_wal_checkpoint_v2(
					 other, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL),
			SQLITE_OK);
		sqlite3_close(other);
		db_close(db);
	}
END_TEST

/* The bounds of numbers, and one value beyond each. */
static const struct {
	int64_t said, stored, span, spent;
} games_bounds[] = {
	{9007199254740992, 9007199254740992, 1000000000000000, 1000000000000000},
	{9007199254740993, 9007199254740992, 1000000000000001, 1000000000000000},
	{INT64_MAX, 9007199254740992, INT64_MAX, 1000000000000000},
	{-9007199254740993, -9007199254740992, 0, 0},
	{INT64_MIN, INT64_MIN, 5, 5},
};

static int games_bounds_row;

static bool games_on_bounds(void *arg, const struct db_game *g)
{
	const struct db_move *m = g->moves;
	const struct db_failure *failure = &g->seat[0].failure;
	int64_t spent = games_bounds[games_bounds_row].spent,
		stored = games_bounds[games_bounds_row].stored;
	(void)arg;
	ck_assert(m->wall_us == spent && m->cpu_us == spent && m->wait_us == spent);
	ck_assert(m->depth == stored && m->score == stored && m->nodes == stored);
	ck_assert(failure->limit_us == spent && failure->wall_us == spent &&
		  failure->cpu_us == spent && failure->wait_us == UNKNOWN);
	return true;
}

/* Sums of many of them are numbers too. */
START_TEST(numbers_are_stored_up_to_their_bounds)
	{
		int64_t span = games_bounds[_i].span, said = games_bounds[_i].said;
		struct db *db = fixture_open(fixture_path("bounds.db"));
		const struct db_move move = {1, "d", span, span, span, said, said, said, 1};
		struct db_game g = {.tournament = 1,
			.pairing = 1000,
			.round = 1,
			.opening = "",
			.final = "",
			.reason = "time",
			.sandbox = "full",
			.seats = 2,
			.seat = {{.bot = 1,
					 .rank = 2,
					 .verdict = "time",
					 .failure = {"move", NULL, NULL, 0, span, span, span, -7,
						 UNKNOWN, UNKNOWN}},
				{.bot = 2, .rank = 1, .points = 1, .verdict = "ok"}},
			.moves = &move,
			.moves_count = 1,
			.plies = 1};
		FIXTURE_GOOD(db_begin(db));
		FIXTURE_GOOD(db_game_add(db, &g));
		FIXTURE_GOOD(db_commit(db));
		games_bounds_row = _i;
		FIXTURE_GOOD(fixture_each_game(
			db, &(struct db_filter){.game = g.id}, games_on_bounds, NULL));
		db_close(db);
	}
END_TEST

SUITE("db/games",
	LOOP(a_query_answers_what_was_added_up_by_hand,
		sizeof games_queries / sizeof *games_queries),
	LOOP(a_bot_with_several_seats_of_a_game_never_meets_itself,
		sizeof games_shared / sizeof *games_shared),
	LOOP(a_game_in_which_all_failed_together_is_lost_by_each,
		sizeof games_zero / sizeof *games_zero),
	LOOP(sums_that_are_counted_anew_are_those_that_were_kept, 2),
	LOOP(the_views_say_0_0, sizeof games_asked / sizeof *games_asked),
	CASE(equal_points_in_another_order_share_the_rank),
	CASE(the_pairings_of_a_tournament_are_those_of_its_own_games),
	CASE(the_last_rating_of_a_bot_is_found), CASE(verdicts_come_in_the_order_of_the_games),
	CASE(the_same_bot_is_one_row_and_another_digest_is_another),
	CASE(the_newest_tournament_of_a_name_is_found),
	LOOP(a_wrong_game_leaves_nothing_and_the_group_goes_on,
		sizeof games_wrong / sizeof *games_wrong),
	LOOP(numbers_are_stored_up_to_their_bounds, sizeof games_bounds / sizeof *games_bounds),
	CASE(a_group_of_a_thousand_bots_is_added_up_whole),
	CASE(a_bot_that_came_from_elsewhere_stays_marked),
	CASE(a_group_that_is_rolled_back_was_never_there),
	CASE(after_a_commit_nothing_keeps_the_log_from_being_cut_back))
