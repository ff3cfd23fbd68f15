/*
 * Totals of a tournament with several hundred games: each is compared exactly, however many games
 * it is the sum of. Half of the games are won by seat 1, the others are drawn.
 */
#include "referee/results/verify.h"

#include <sqlite3.h>
#include <stdio.h>

#include "referee/config/definition-text.h"
#include "referee/director/running-ratings.h"
#include "tests/lib/db-fixture.h"
#include "tests/lib/test-tournament.h"

enum { BOTS = 2, ROUNDS = 150, GAMES = 2 * ROUNDS, PLIES = 9 };

/* As in tests/rules/strings.c. */
static const struct {
	const char *moves[PLIES], *final;
	int plies, ranks[2];
	double points[2];
} kinds[2] = {
	{{"c3", "a1", "c2", "a2", "c1"}, "2x/o1x/o1x o 3", 5, {1, 2}, {1, 0}},
	{{"a1", "b1", "c1", "a2", "b2", "c3", "c2", "a3", "b3"}, "oxo/oxx/xox o 5", 9, {1, 1},
		{0.5, 0.5}},
};

static void add_game(struct db *db, int64_t tournament, const struct pairing *p,
	const int64_t bots[BOTS], int number)
{
	int kind = number / 2 % 2;
	struct db_move moves[PLIES];
	struct db_game g = {.tournament = tournament,
		.pairing = (int64_t)p->key,
		.round = p->round,
		.seed = (int64_t)p->seed,
		.opening = "",
		.final = kinds[kind].final,
		.reason = "normal",
		.sandbox = "full",
		.started_ms = 1767225600000 + number,
		.ended_ms = 1767225600000 + number + 1,
		.seats = 2,
		.plies = kinds[kind].plies,
		.moves = moves};
	for (int i = 0; i < kinds[kind].plies; i++)
		moves[i] = (struct db_move){.seat = i % 2 + 1,
			.text = kinds[kind].moves[i],
			.wall_us = 100,
			.cpu_us = 50,
			.wait_us = 0,
			.depth = INT64_MIN,
			.score = INT64_MIN,
			.nodes = INT64_MIN};
	for (int i = 0; i < 2; i++)
		g.seat[i] = (struct db_seat){.bot = bots[p->bot[i]],
			.rank = kinds[kind].ranks[i],
			.points = kinds[kind].points[i],
			.verdict = "ok"};
	FIXTURE_GOOD(db_game_add(db, &g));
}

/* A round-robin of two bots, as the referee writes it. */
static const char *make(void)
{
	const char *path = fixture_path("verify.db");
	struct tournament t;
	struct pairing p;
	struct db *db;
	int64_t bots[BOTS];
	int number = 0;
	test_tournament_init(&t, "tictactoe", 2, BOTS, ROUNDS, NULL);
	t.terms.limits.movetime = SECOND;
	char *definition = tournament_definition(&t);
	struct db_tournament row = {0, "cup", "tictactoe", "round-robin", definition, 2,
		(int64_t)t.seed, 1767225600000};
	fixture_remove(path);
	FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &row));
	for (int i = 0; i < BOTS; i++) {
		char *settings = bot_definition(&t.bots[i]);
		struct db_bot bot = {.name = t.bots[i].name,
			.command = t.bots[i].command,
			.digest = "d",
			.settings = settings};
		FIXTURE_GOOD(db_bot_add(db, &bot));
		bots[i] = bot.id;
		free(settings);
	}
	for (; test_tournament_game(&t, number, &p); number++)
		add_game(db, row.id, &p, bots, number);
	ck_assert_int_eq(number, GAMES);
	FIXTURE_GOOD(running_ratings_recalculate(db, row.id));
	FIXTURE_GOOD(db_commit(db));
	db_close(db);
	free(definition);
	tournament_clear(&t);
	return path;
}

/* Changes the file behind the referee's back. */
static void change(const char *path, const char *sql)
{
	sqlite3 *file;
	char *why = NULL;
	ck_assert_int_eq(sqlite3_open(path, &file), SQLITE_OK);
	ck_assert_msg(sqlite3_exec(file, sql, NULL, NULL, &why) == SQLITE_OK, "%s: %s", sql, why);
	ck_assert_int_eq(sqlite3_changes(file), 1);
	sqlite3_close(file);
}

/* "[GAME/PLY/SEAT ]WHAT: STORED, not RIGHT\n" for each. */
static char told[4096];

static void on_mismatch(void *arg, const struct mismatch *m)
{
	char game[64] = "";
	size_t used = strlen(told);
	(void)arg;
	if (m->game > 0)
		snprintf(game, sizeof game, "%lld/%d/%d ", (long long)m->game, m->ply, m->seat);
	snprintf(told + used, sizeof told - used, "%s%s: %s, not %s\n", game, m->what, m->stored,
		m->right);
}

static void verify_each(struct db *db)
{
	const struct verify_calls calls = {.mismatch = on_mismatch};
	struct db_query q;
	db_query(&q, db, "definitions");
	while (db_next(&q)) {
		const struct verify_of of = {.id = db_int(&q, "id"),
			.name = db_text(&q, "name"),
			.game = db_text(&q, "game"),
			.seats = (int)db_int(&q, "seats"),
			.definition = db_text(&q, "definition"),
			.seed = db_int(&q, "seed")};
		FIXTURE_GOOD(verify_tournament(db, &of, &calls, true));
	}
	FIXTURE_GOOD(db_end(&q));
}

static const char *verified(const char *path)
{
	struct db *db;
	told[0] = '\0';
	FIXTURE_GOOD(db_open(&db, path, DB_READ));
	verify_each(db);
	db_close(db);
	return told;
}

/* bot-0 has 150 games as seat 1: 75 won and 75 drawn; and 75 lost and 75 drawn as seat 2. Of all,
 * 300 games, 150 points, 75 won, 150 drawn and 75 lost. */
#define SEAT " WHERE bot = 1 AND seat = 1"
#define PAIR " WHERE bot = 1"
static const struct {
	const char *sql, *told;
} changes[] = {
	{"UPDATE seat_totals SET games = games + 1" SEAT,
		"seat_totals.games of bot-0: 151, not 150\n"},
	{"UPDATE seat_totals SET games = games - 1" SEAT,
		"seat_totals.games of bot-0: 149, not 150\n"},
	{"UPDATE seat_totals SET points = points + 0.5" SEAT,
		"seat_totals.points of bot-0: 113, not 112.5\n"},
	{"UPDATE seat_totals SET squares = squares - 0.25" SEAT,
		"seat_totals.squares of bot-0: 93.5, not 93.75\n"},
	{"UPDATE seat_totals SET wins = wins + 1" SEAT, "seat_totals.wins of bot-0: 76, not 75\n"},
	{"UPDATE seat_totals SET draws = draws - 1" SEAT,
		"seat_totals.draws of bot-0: 74, not 75\n"},
	{"UPDATE seat_totals SET losses = losses + 1" SEAT,
		"seat_totals.losses of bot-0: 1, not 0\n"},
	{"UPDATE seat_totals SET ranks = ranks + 1" SEAT,
		"seat_totals.ranks of bot-0: 151, not 150\n"},
	{"UPDATE seat_totals SET faults = 1" SEAT, "seat_totals.faults of bot-0: 1, not 0\n"},
	{"UPDATE seat_totals SET last = last - 1" SEAT,
		"seat_totals.last of bot-0: 298, not 299\n"},
	{"UPDATE seat_totals SET played = played - 1" SEAT,
		"seat_totals.played of bot-0: 149, not 150\n"},
	{"UPDATE pair_totals SET games = games + 1" PAIR,
		"pair_totals.games of bot-0 - bot-1: 301, not 300\n"},
	{"UPDATE pair_totals SET points = points - 1" PAIR,
		"pair_totals.points of bot-0 - bot-1: 149, not 150\n"},
	{"UPDATE pair_totals SET wins = wins + 1" PAIR,
		"pair_totals.wins of bot-0 - bot-1: 76, not 75\n"},
	{"UPDATE pair_totals SET draws = draws + 1" PAIR,
		"pair_totals.draws of bot-0 - bot-1: 151, not 150\n"},
	{"UPDATE pair_totals SET losses = losses - 1" PAIR,
		"pair_totals.losses of bot-0 - bot-1: 74, not 75\n"},
	{"DELETE FROM seat_totals" SEAT,
		"seat_totals of bot 1 and seat 1: not there, not there, with 150 games\n"},
	{"DELETE FROM pair_totals" PAIR,
		"pair_totals of bot 1 and bot 2: not there, not there, with 300 games\n"},
	{"INSERT INTO seat_totals VALUES (1, 1, 3, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0)",
		"seat_totals.losses of bot-0: 2, not 0\n"},
};

START_TEST(each_total_is_compared_exactly)
	{
		const char *path = make();
		ck_assert_str_eq(verified(path), "");
		change(path, changes[_i].sql);
		ck_assert_str_eq(verified(path), changes[_i].told);
	}
END_TEST

/* Of the last game, a draw that bot-1 begins: what no sum of others depends on. */
#define LAST	  " WHERE id = 300"
#define LAST_SEAT " WHERE game = 300 AND seat = 2"
static const struct {
	const char *sql, *told;
} games[] = {
	{"UPDATE games SET final = 'oxo/oxx/xo1 o 5'" LAST,
		"300/0/0 final: oxo/oxx/xo1 o 5, not oxo/oxx/xox o 5\n"},
	{"UPDATE games SET reason = 'max-plies'" LAST, "300/0/0 reason: max-plies, not normal\n"},
	{"UPDATE games SET seed = seed + 1" LAST, "300/0/0 seed: "},
	{"UPDATE games SET round = round + 1" LAST, "300/0/0 pairing: "},
	{"UPDATE games SET pairing = 5" LAST, "300/0/0 pairing: 5, round 150, bot-1 - bot-0, not "},
	{"UPDATE games SET opening = 'a1'" LAST, "300/1/0 seat: 1, not 2\n"},
	{"UPDATE games SET plies = 8" LAST, "300/0/0 plies: 8, not 9\n"},
	{"UPDATE seats SET verdict = 'time'" LAST_SEAT,
		"300/0/2 verdict: time, not ok, since the game was over before\n"
		"seat_totals.faults of bot-0: 0, not 1\n"},
	{"UPDATE seats SET rank = 2" LAST_SEAT, "300/0/2 rank: 2, not 1\n"},
	{"UPDATE seats SET points = 0.25" LAST_SEAT, "300/0/2 points: 0.250000, not 0.500000\n"},
	{"UPDATE ratings SET before = before + 0.01" LAST_SEAT, "300/0/2 rating before: "},
	{"UPDATE ratings SET after = after - 0.01" LAST_SEAT, "300/0/2 rating after: "},
	{"UPDATE moves SET move = 'b3' WHERE game = 300 AND ply = 8",
		"300/9/1 move: b3, not one of a3\n"},
	{"UPDATE moves SET seat = 1 WHERE game = 300 AND ply = 8", "300/8/0 seat: 1, not 2\n"},
	{"DELETE FROM moves WHERE game = 300 AND ply = 9",
		"300/0/0 plies: 9, not 8\n"
		"300/0/0 reason: normal, not none yet, since seat 1 is to move\n"
		"300/0/0 final: oxo/oxx/xox o 5, not o1o/oxx/xox x 5\n"},
	{"UPDATE moves SET wall_us = -1 WHERE game = 300 AND ply = 3",
		"300/3/1 time: -0.001 ms, not 0 ms or more\n"},
	/* a second and the margin of 20 ms are allowed */
	{"UPDATE moves SET wall_us = 1020000 WHERE game = 300 AND ply = 3", ""},
	{"UPDATE moves SET wall_us = 1020001 WHERE game = 300 AND ply = 3",
		"300/3/1 time: 1020.001 ms, not 1020.000 ms at most, or the verdict time\n"},
	{"INSERT INTO byes VALUES (1, 1, 1, 0.5)",
		"byes.points of bot-0 in round 1: 0.5, not not there\n"},
};

START_TEST(each_value_of_a_game_is_judged_again)
	{
		const char *path = make();
		change(path, games[_i].sql);
		verified(path);
		/* a number that is hashed or rated is told, and is the only one */
		size_t length = strlen(games[_i].told);
		bool whole = length == 0 || games[_i].told[length - 1] == '\n';
		ck_assert_msg(strncmp(told, games[_i].told, length) == 0, "%s", told);
		ck_assert_msg(
			whole ? told[length] == '\0' : strchr(told, '\n')[1] == '\0', "%s", told);
	}
END_TEST

SUITE("referee/results/verify",
	LOOP(each_value_of_a_game_is_judged_again, sizeof games / sizeof *games),
	LOOP(each_total_is_compared_exactly, sizeof changes / sizeof *changes))
