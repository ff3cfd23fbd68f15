/*
 * The cost of the database: games of 8 plies in groups of 50, as a tournament of instant bots
 * writes them.
 *
 *     database FILE [GAMES [GROUP]]
 */
#include "db/db.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PLIES = 8 };

static double bench_seconds(clockid_t clock)
{
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static long bench_memory_kb(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static int bench_open(struct db **db, const char *path, struct db_game *g)
{
	struct db_tournament t = {.name = "bench",
		.game = "tictactoe",
		.format = "round-robin",
		.definition = "",
		.seats = 2,
		.created_ms = 1700000000000};
	struct db_bot bots[2] = {
		{.name = "first", .command = "referee-bot --search first", .digest = "00"},
		{.name = "random", .command = "referee-bot --search random", .digest = "01"},
	};
	if (db_open(db, path, DB_WRITE) != DB_OK || db_tournament_add(*db, &t) != DB_OK ||
		db_bot_add(*db, &bots[0]) != DB_OK || db_bot_add(*db, &bots[1]) != DB_OK)
		return -1;
	g->tournament = t.id;
	g->seat[0].bot = bots[0].id;
	g->seat[1].bot = bots[1].id;
	return 0;
}

/* A game as it comes: a clock's microseconds, ratings with all their digits. */
static void bench_game(struct db_game *g, struct db_move *moves, int number)
{
	static const char *const texts[PLIES] = {"b2", "a1", "c3", "a3", "a2", "c2", "b1", "b3"};
	g->pairing = number;
	g->round = number / 2 + 1;
	g->seed = (int64_t)((uint64_t)number * 0x9e3779b97f4a7c15);
	g->started_ms = 1700000000000 + number;
	g->ended_ms = g->started_ms + 1;
	for (int i = 0; i < 2; i++) {
		g->seat[i].elo_before = 1500 + (number % 1000) / 7.0;
		g->seat[i].elo_after = 1500 + (number % 1000) / 6.9;
	}
	for (int i = 0; i < PLIES; i++)
		moves[i] = (struct db_move){i % 2 + 1, texts[i], 20 + number % 300,
			10 + number % 90, number % 7, 1, (number + i) % 200 - 100, number % 5000};
	g->moves = moves;
}

static int bench_write(struct db *db, struct db_game *g, int games, int group, double *adding)
{
	struct db_move moves[PLIES];
	long memory = 0;
	for (int n = 0; n < games; n += group) {
		if (db_begin(db) != DB_OK)
			return -1;
		double before = bench_seconds(CLOCK_MONOTONIC);
		for (int i = n; i < n + group && i < games; i++) {
			bench_game(g, moves, i);
			if (db_game_add(db, g) != DB_OK)
				return -1;
		}
		*adding += bench_seconds(CLOCK_MONOTONIC) - before;
		if (db_commit(db) != DB_OK)
			return -1;
		if (n / group == games / group / 10)
			memory = bench_memory_kb();
	}
	printf("memory after a tenth %ld KB, at the end %ld KB\n", memory, bench_memory_kb());
	return 0;
}

int main(int argc, char **argv)
{
	int games = argc > 2 ? atoi(argv[2]) : 100000, group = argc > 3 ? atoi(argv[3]) : 50;
	struct db *db = NULL;
	struct db_game g = {.opening = "",
		.final = "oox/xxo/oxx x 5",
		.reason = "normal",
		.sandbox = "full",
		.seats = 2,
		.seat = {{.rank = 1, .points = 1, .verdict = "ok"},
			{.rank = 2, .points = 0, .verdict = "ok"}},
		.plies = PLIES};
	if (argc < 2 || games < 1 || group < 1) {
		fprintf(stderr, "usage: database FILE [GAMES [GROUP]]\n");
		return 2;
	}
	unlink(argv[1]);
	double adding = 0, wall = bench_seconds(CLOCK_MONOTONIC);
	double cpu = bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
	if (bench_open(&db, argv[1], &g) != 0 || bench_write(db, &g, games, group, &adding) != 0) {
		fprintf(stderr, "%s\n", db_why(db));
		return 5;
	}
	db_close(db);
	wall = bench_seconds(CLOCK_MONOTONIC) - wall;
	cpu = bench_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu;
	struct stat file;
	if (stat(argv[1], &file) != 0)
		return 5;
	printf("%.0f games/s, %.2f us of processor a move, adding alone %.2f us a game\n",
		games / wall, cpu * 1e6 / games / PLIES, adding * 1e6 / games);
	printf("%.1f bytes a game with its %d moves\n", (double)file.st_size / games, PLIES);
	return 0;
}
