/*
 * Ratings of many bots, from the database to the printed table: bots at random, and bots in a
 * chain, each of which plays the next alone. There the answer is known: a pair's difference is what
 * its own games say. Prints lines "NAME VALUE".
 */
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/db.h"
#include "base/time.h"
#include "tests/lib/bench.h"

#define BENCH_DB  "build/bench/ratings.db"
#define BENCH_OUT "build/bench/ratings.out"

struct bench {
	int bots, games;
	bool chain;
	uint64_t seed;
	double *strength; /* in units of the logistic curve */
	sqlite3 *sqlite;
	sqlite3_stmt *game, *seat;
};

static double bench_chance(struct bench *b)
{
	b->seed = b->seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(b->seed >> 11) / 9007199254740992.0;
}

static void bench_sql(struct bench *b, const char *sql)
{
	if (sqlite3_exec(b->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK)
		return;
	fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(b->sqlite));
	exit(EXIT_FAILURE);
}

static sqlite3_stmt *bench_prepare(struct bench *b, const char *sql)
{
	sqlite3_stmt *statement;
	if (sqlite3_prepare_v2(b->sqlite, sql, -1, &statement, NULL) == SQLITE_OK)
		return statement;
	fprintf(stderr, "%s: %s\n", sql, sqlite3_errmsg(b->sqlite));
	exit(EXIT_FAILURE);
}

static void bench_step(struct bench *b, sqlite3_stmt *statement)
{
	if (sqlite3_step(statement) != SQLITE_DONE) {
		fprintf(stderr, "%s\n", sqlite3_errmsg(b->sqlite));
		exit(EXIT_FAILURE);
	}
	sqlite3_reset(statement);
}

static void bench_seat(struct bench *b, int game, int seat, int bot, int points)
{
	sqlite3_bind_int(b->seat, 1, game);
	sqlite3_bind_int(b->seat, 2, seat);
	sqlite3_bind_int(b->seat, 3, bot + 1);
	sqlite3_bind_int(b->seat, 4, points == 0 ? 2 : 1);
	sqlite3_bind_double(b->seat, 5, points / 2.0);
	bench_step(b, b->seat);
}

/* points: of the first, 2 for a win. */
static void bench_game(struct bench *b, int game, int first, int second, int points)
{
	sqlite3_bind_int(b->game, 1, game);
	bench_step(b, b->game);
	bench_seat(b, game, 1, first, points);
	bench_seat(b, game, 2, second, 2 - points);
}

/* Games of the pair in a chain, and how many of them the first of the two wins: nearly even in both
 * seats, so that differences are about those of the strengths. */
static int bench_chain_games(const struct bench *b, int pair)
{
	int pairs = b->bots - 1;
	return b->games / pairs + (pair < b->games % pairs);
}

static int bench_chain_wins(const struct bench *b, int pair)
{
	double even = 1 / (1 + exp(b->strength[pair + 1] - b->strength[pair]));
	return (int)lrint(bench_chain_games(b, pair) * even);
}

static void bench_chain(struct bench *b)
{
	int game = 0;
	for (int pair = 0; pair + 1 < b->bots; pair++) {
		int games = bench_chain_games(b, pair), wins = bench_chain_wins(b, pair);
		for (int i = 0; i < games; i++) {
			bool won = (int64_t)(i + 1) * wins / games > (int64_t)i * wins / games;
			if (i % 2 == 0)
				bench_game(b, ++game, pair, pair + 1, won ? 2 : 0);
			else
				bench_game(b, ++game, pair + 1, pair, won ? 0 : 2);
		}
	}
}

/* Two bots drawn at random; the first has 30 Elo more, a third of the games is drawn. */
static void bench_random(struct bench *b)
{
	for (int game = 1; game <= b->games; game++) {
		int first = (int)(bench_chance(b) * b->bots), second;
		do
			second = (int)(bench_chance(b) * b->bots);
		while (second == first);
		double apart = b->strength[first] - b->strength[second] + 30 / 173.7;
		double expected = 1 / (1 + exp(-apart)), drawn = fmin(expected, 1 - expected) / 1.5;
		double chance = bench_chance(b);
		int points = chance < expected - drawn / 2 ? 2 : chance < expected + drawn / 2;
		bench_game(b, game, first, second, points);
	}
}

static void bench_bots(struct bench *b)
{
	char sql[256];
	for (int i = 0; i < b->bots; i++) {
		snprintf(sql, sizeof sql,
			"INSERT INTO bots (id, name, command, digest) "
			"VALUES (%d, 'bot-%05d', 'x', '%d')",
			i + 1, i, i);
		bench_sql(b, sql);
	}
}

/* Through db/ for the schema, then past it: nothing here has to outlive a crash. */
static void bench_make(struct bench *b)
{
	struct db *db;
	unlink(BENCH_DB);
	if (db_open(&db, BENCH_DB, DB_WRITE) != DB_OK) {
		fprintf(stderr, "%s\n", db_error_text(db));
		exit(EXIT_FAILURE);
	}
	db_close(db);
	if (sqlite3_open(BENCH_DB, &b->sqlite) != SQLITE_OK)
		exit(EXIT_FAILURE);
	bench_sql(b,
		"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;"
		"DROP INDEX seats_by_bot; BEGIN; INSERT INTO tournaments "
		"(id, name, game, format, seats, seed, definition, created_ms, logs) VALUES (1, 'bench', 'tictactoe', 'round-robin', 2, 1, '', 1700000000000, '')");
	bench_bots(b);
	b->game = bench_prepare(b,
		"INSERT INTO games (id, tournament, pairing, round, seed, opening, final, reason, "
		"sandbox, plies, started_ms, ended_ms) VALUES (?1, 1, ?1, 1, ?1, '', "
		"'oox/xxo/oxx x 5', 'normal', 'full', 9, 1700000000000 + ?1, 1700000000001 + ?1)");
	b->seat = bench_prepare(b, "INSERT INTO seats (game, seat, bot, rank, points, verdict) "
				   "VALUES (?, ?, ?, ?, ?, 'ok')");
	(b->chain ? bench_chain : bench_random)(b);
	sqlite3_finalize(b->game);
	sqlite3_finalize(b->seat);
	bench_sql(b, "COMMIT; CREATE INDEX seats_by_bot ON seats (bot, game)");
	sqlite3_close(b->sqlite);
}

/* Runs `referee ratings` on what was made; its peak of memory in MB. */
static double bench_ratings(const char *flags, double *seconds)
{
	char command[512];
	struct rusage used;
	int status;
	snprintf(command, sizeof command, "exec %s/referee ratings --db %s %s >%s", bench_build(),
		BENCH_DB, flags, BENCH_OUT);
	usec began = time_now();
	pid_t pid = fork();
	if (pid == 0) {
		execl("/bin/sh", "sh", "-c", command, (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &used) != pid || status != 0) {
		fprintf(stderr, "%s failed\n", command);
		exit(EXIT_FAILURE);
	}
	*seconds = (double)(time_now() - began) / 1e6;
	return (double)used.ru_maxrss / 1024;
}

/* The gradient that the table's head tells. */
static double bench_gradient(void)
{
	char line[512];
	double gradient = NAN;
	FILE *file = fopen(BENCH_OUT, "r");
	while (file != NULL && fgets(line, sizeof line, file) != NULL) {
		const char *at = strstr(line, "largest gradient ");
		if (at != NULL)
			gradient = strtod(at + strlen("largest gradient "), NULL);
	}
	if (file != NULL)
		fclose(file);
	if (isnan(gradient)) {
		fprintf(stderr, "%s: it does not tell the largest gradient\n", BENCH_OUT);
		exit(EXIT_FAILURE);
	}
	return gradient;
}

/* How far differences of neighbours in the chain are from what their games say, at most; Elo. */
static double bench_chain_wrong(const struct bench *b)
{
	char line[512];
	int bot, rows = 0;
	double elo, worst = 0, *found = calloc((size_t)b->bots, sizeof *found);
	FILE *file = fopen(BENCH_OUT, "r");
	if (found == NULL || file == NULL)
		exit(EXIT_FAILURE);
	while (fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "bot-%d,%lf", &bot, &elo) == 2 && bot < b->bots) {
			found[bot] = elo;
			rows++;
		}
	fclose(file);
	if (rows != b->bots) {
		fprintf(stderr, "%s: it has %d bots of %d\n", BENCH_OUT, rows, b->bots);
		exit(EXIT_FAILURE);
	}
	for (int i = 0; i + 1 < b->bots; i++) {
		double wins = bench_chain_wins(b, i), all = bench_chain_games(b, i);
		double known = 400 * log10(wins / (all - wins));
		worst = fmax(worst, fabs(found[i] - found[i + 1] - known));
	}
	free(found);
	return worst;
}

static void bench_strengths(struct bench *b, double spread)
{
	b->strength = calloc((size_t)b->bots, sizeof *b->strength);
	if (b->strength == NULL)
		exit(EXIT_FAILURE);
	for (int i = 0; i < b->bots; i++)
		b->strength[i] = spread * (bench_chance(b) + bench_chance(b) - 1);
}

static void bench_at_random(int bots, int games)
{
	struct bench b = {.bots = bots, .games = games, .seed = 1};
	double seconds;
	bench_strengths(&b, 2);
	bench_make(&b);
	double memory = bench_ratings("", &seconds);
	printf("ratings_3000_s %.3f ratings of %d bots, %d games at random: database to table\n",
		seconds, bots, games);
	printf("ratings_3000_mb %.1f the memory for that\n", memory);
	printf("ratings_3000_gradient %.3e its largest gradient, points\n", bench_gradient());
	fflush(stdout);
	free(b.strength);
}

static void bench_in_chain(int bots, int games)
{
	struct bench b = {.bots = bots, .games = games, .seed = 1, .chain = true};
	double seconds;
	bench_strengths(&b, 2);
	bench_make(&b);
	bench_ratings("", &seconds);
	printf("ratings_chain_s %.3f ratings of %d bots in a chain, %d games\n", seconds, bots,
		games);
	printf("ratings_chain_gradient %.3e its largest gradient, points\n", bench_gradient());
	bench_ratings("--prior 0 --advantage 0 --csv", &seconds);
	printf("ratings_chain_wrong %.6f furthest from the known answer, Elo\n",
		bench_chain_wrong(&b));
	fflush(stdout);
	free(b.strength);
}

int main(void)
{
	mkdir("build/bench", 0777);
	int bots = bench_size(3000, 30), games = bench_size(1000000, 3000);
	bench_at_random(bots, games);
	bench_in_chain(bots, games);
	unlink(BENCH_DB);
	unlink(BENCH_OUT);
	return EXIT_SUCCESS;
}
