/*
 * db-fixture.h - a small database of two tournaments whose results were added up by hand, and files
 * in a folder of their own that goes with the program.
 *
 * cup, connect4:                        trio, nim for three:
 *   1  alpha - beta   1-0                 7  alpha - beta - gamma  1 2 2
 *   2  beta - alpha   1/2-1/2             8  gamma - alpha - beta  1 3 2, alpha fell by its clock
 *   3  alpha - gamma  1-0, illegal
 *   4  gamma - alpha  0-1, time
 *   5  beta - gamma   1-0, from here on beta is another program
 *   6  gamma - beta   1-0, crash
 *
 * A move has 24 ms in cup; who fell by its clock got 44 ms, of which it waited 11.
 *
 * Points in cup: alpha 3 1/2 of 4, beta 1 1/2 of 4, gamma 1 of 4.
 */
#ifndef TESTS_LIB_DB_FIXTURE_H
#define TESTS_LIB_DB_FIXTURE_H

#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/db.h"
#include "tests/lib/suite.h"

#define FIXTURE_GOOD(call)                                                                         \
	do {                                                                                       \
		int fixture_error = (call);                                                        \
		fixture_good(db, fixture_error, #call);                                            \
	} while (0)

static inline void fixture_good(struct db *db, int error, const char *call)
{
	ck_assert_msg(error == DB_OK, "%s: %d, %s", call, error, db_error_text(db));
}

/* Changes a database beside db/. */
static inline void fixture_change(const char *path, const char *sql)
{
	sqlite3 *sqlite;
	ck_assert_int_eq(sqlite3_open(path, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(sqlite);
}

/* Appends the row of a query to a text: cells between bars, NULL as "-", and a newline. */
static inline void fixture_row(struct db_query *q, char *text, size_t room)
{
	size_t length = strlen(text);
	for (int i = 0; i < q->columns; i++) {
		const char *cell = db_value_at(q, i).text;
		length += (size_t)snprintf(text + length, room - length, "%s%c",
			cell != NULL ? cell : "-", i + 1 < q->columns ? '|' : '\n');
		ck_assert_uint_lt(length, room);
	}
}

/* Calls each() for the games that a filter lets through, until it returns false. */
static inline int fixture_each_game(struct db *db, const struct db_filter *filter,
	bool (*each)(void *arg, const struct db_game *g), void *arg)
{
	struct db_games *games = db_games(db, filter);
	const struct db_game *g;
	while ((g = db_games_next(games)) != NULL && each(arg, g))
		;
	return db_games_end(games);
}

/* Appends all rows of a query with one argument. */
static inline void fixture_rows(
	struct db *db, const char *query, int64_t argument, char *text, size_t room)
{
	struct db_query q;
	db_query(&q, db, query, argument);
	while (db_next(&q))
		fixture_row(&q, text, room);
	FIXTURE_GOOD(db_end(&q));
}

/* Counts the rows of a query of the first tournament; a DB_ error. */
static inline int fixture_count(struct db *db, const char *query, int *rows)
{
	struct db_query q;
	*rows = 0;
	db_query(&q, db, query, 1);
	while (db_next(&q))
		++*rows;
	return db_end(&q);
}

static char fixture_folder[64];

static inline void fixture_remove_folder(void)
{
	char command[128];
	snprintf(command, sizeof command, "rm -rf %s", fixture_folder);
	if (system(command) != 0)
		perror(command);
}

/* A file's path in the program's own folder; valid until the sixteenth call after. */
static inline const char *fixture_path(const char *name)
{
	static char paths[16][PATH_MAX];
	static int next;
	char *path = paths[next++ % 16];
	if (fixture_folder[0] == '\0') {
		strcpy(fixture_folder, "/tmp/referee-test-XXXXXX");
		ck_assert_ptr_nonnull(mkdtemp(fixture_folder));
		atexit(fixture_remove_folder);
	}
	snprintf(path, PATH_MAX, "%s/%s", fixture_folder, name);
	return path;
}

/* Removes a database and what belongs to it. */
static inline void fixture_remove(const char *path)
{
	static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
	char file[PATH_MAX];
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(file, sizeof file, "%s%s", path, ends[i]);
		unlink(file);
	}
}

enum { ALPHA, BETA, GAMMA, BETA_2, FIXTURE_BOTS };

static const struct db_bot fixture_bots[FIXTURE_BOTS] = {
	{0, "alpha", "referee-bot --search alphabeta", "a1"},
	{0, "beta", "python3 beta.py", "b1"},
	{0, "gamma", "./gamma", "c1"},
	{0, "beta", "python3 beta.py", "b2"},
};

struct fixture_seat {
	int bot, rank;
	double points;
	const char *verdict, *detail, *errors;
	double before, after;
};

static const struct fixture_game {
	int round, seats;
	struct fixture_seat seat[3];
	const char *opening, *final, *reason;
} fixture_games[] = {
	{1, 2,
		{{ALPHA, 1, 1, "ok", NULL, NULL, 1500, 1510},
			{BETA, 2, 0, "ok", NULL, NULL, 1500, 1490}},
		"d d", "7/7/7/3y3/3r3/3yr2 r 3", "normal"},
	{1, 2,
		{{BETA, 1, 0.5, "ok", NULL, NULL, 1490, 1490.5},
			{ALPHA, 1, 0.5, "ok", NULL, NULL, 1510, 1509.5}},
		"", "7/7/7/7/7/3ry2 r 2", "max-plies"},
	{1, 2,
		{{ALPHA, 1, 1, "ok", NULL, NULL, 1509.5, 1519.25},
			{GAMMA, 2, 0, "illegal", "\"h\" is not a column; legal: a b c d e f g",
				NULL, 1500, 1490.25}},
		"", "7/7/7/7/7/3r3 y 1", "illegal"},
	{1, 2,
		{{GAMMA, 2, 0, "time", "no answer for 44 ms", NULL, 1490.25, 1481},
			{ALPHA, 1, 1, "ok", NULL, NULL, 1519.25, 1528.5}},
		"", "7/7/7/7/7/3ry2 r 2", "time"},
	{2, 2,
		{{BETA_2, 1, 1, "ok", NULL, NULL, 1490.5, 1500.25},
			{GAMMA, 2, 0, "ok", NULL, NULL, 1481, 1471.25}},
		"", "7/7/7/7/7/3ry2 r 2", "normal"},
	{2, 2,
		{{GAMMA, 1, 1, "ok", NULL, NULL, 1471.25, 1482},
			{BETA_2, 2, 0, "crash", "exit status 1",
				"Traceback (most recent call last):\nKeyError: 'h'\n", 1500.25,
				1489.5}},
		"", "7/7/7/7/7/3r3 y 1", "crash"},
	{1, 3,
		{{ALPHA, 1, 1, "ok", NULL, NULL, 1500, 1520},
			{BETA, 2, 0.25, "ok", NULL, NULL, 1500, 1490},
			{GAMMA, 2, 0.25, "ok", NULL, NULL, 1500, 1490}},
		"", "0 p1 1", "normal"},
	{1, 3,
		{{GAMMA, 1, 1, "ok", NULL, NULL, 1490, 1510.5},
			{ALPHA, 3, 0, "time", "no answer for 44 ms", NULL, 1520, 1498.5},
			{BETA, 2, 0.5, "ok", NULL, NULL, 1490, 1491}},
		"", "0 p1 1", "normal"},
};

enum { FIXTURE_GAMES = sizeof fixture_games / sizeof *fixture_games, FIXTURE_CUP_GAMES = 6 };

/* Moves of a game: seat 1 takes 1, 2, 3 ms for them, the others ten times as long, half of that
 * on the processor; waiting is known of the first two alone. */
enum { FIXTURE_PLIES = 4 };

static inline void fixture_moves(struct db_move *moves, int seats, const char *const *texts)
{
	for (int i = 0; i < FIXTURE_PLIES; i++) {
		int seat = i % seats + 1;
		int64_t wall = (i / seats + 1) * (seat == 1 ? 1000 : 10000);
		moves[i] = (struct db_move){.seat = seat,
			.text = texts[i],
			.wall_us = wall,
			.cpu_us = wall / 2,
			.wait_us = i < 2 ? wall / 10 : -1,
			.depth = seat == 1 ? i + 1 : INT64_MIN,
			.score = seat == 1 ? -i : INT64_MIN,
			.nodes = seat == 1 ? 100 : INT64_MIN};
	}
}

static inline void fixture_game(struct db *db, int64_t tournament, int number, const int64_t *bots)
{
	static const char *const columns[] = {"d", "e", "d", "d"}, *const heaps[] = {
									   "a1", "a2", "a3", "a1"};
	const struct fixture_game *f = &fixture_games[number];
	struct db_move moves[FIXTURE_PLIES];
	struct db_game g = {.tournament = tournament,
		.pairing = number,
		.round = f->round,
		.seed = number + 100,
		.opening = f->opening,
		.final = f->final,
		.reason = f->reason,
		.sandbox = "full",
		.started_ms = 1767225600000 + number * 1000, /* 2026-01-01 00:00:00 */
		.ended_ms = 1767225600000 + number * 1000 + 250,
		.seats = f->seats,
		.plies = FIXTURE_PLIES,
		.moves = moves};
	fixture_moves(moves, f->seats, f->seats == 2 ? columns : heaps);
	for (int i = 0; i < f->seats; i++) {
		const struct fixture_seat *seat = &f->seat[i];
		g.seat[i] = (struct db_seat){bots[seat->bot], seat->rank, seat->points,
			seat->verdict, seat->detail, seat->errors, seat->before, seat->after};
		if (strcmp(seat->verdict, "time") == 0)
			g.seat[i].failure = (struct db_failure){.phase = "move",
				.limit_us = 24000,
				.wall_us = 44000,
				.cpu_us = 22000,
				.wait_us = 11000,
				.exit_status = UNKNOWN,
				.signal = UNKNOWN};
	}
	FIXTURE_GOOD(db_game_add(db, &g));
	ck_assert_int_eq(g.id, number + 1);
}

/* The database as it stands above, open for writing. */
static inline struct db *fixture_open(const char *path)
{
	struct db *db;
	int64_t bots[FIXTURE_BOTS];
	struct db_tournament cup = {0, "cup", "connect4", "round-robin",
		"game = connect4\nparam = rows=6 columns=7\nmovetime = 24ms\nrounds = 2\n", 2, 1,
		1767225600000};
	struct db_tournament trio = {
		0, "trio", "nim", "round-robin", "game = nim\n", 3, 2, 1767229200000};

	fixture_remove(path);
	FIXTURE_GOOD(db_open(&db, path, DB_WRITE));
	FIXTURE_GOOD(db_begin(db));
	FIXTURE_GOOD(db_tournament_add(db, &cup));
	FIXTURE_GOOD(db_tournament_add(db, &trio));
	for (int i = 0; i < FIXTURE_BOTS; i++) {
		struct db_bot bot = fixture_bots[i];
		FIXTURE_GOOD(db_bot_add(db, &bot));
		bots[i] = bot.id;
	}
	for (int i = 0; i < FIXTURE_GAMES; i++)
		fixture_game(db, i < FIXTURE_CUP_GAMES ? cup.id : trio.id, i, bots);
	FIXTURE_GOOD(db_commit(db));
	return db;
}

#endif
