/*
 * queries.c - how long the reading commands take on a database of a million games: 20 bots that
 * play each other in turn, two seats, four moves. Whole commands, from the start of the program to
 * its end, what they print thrown away; the median of several runs each, in milliseconds.
 *
 *     queries FILE
 *
 * FILE is made anew and removed at the end.
 */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "db/db.h"
#include "base/time.h"
#include "tests/lib/bench.h"

enum {
	QUERIES_BOTS = 20,
	QUERIES_PLIES = 4,
	QUERIES_GROUP = 10000,
	QUERIES_RUNS = 9,
	QUERIES_GAMES = 1000000,
	QUERIES_SMALL = 1000
};

static const struct {
	const char *name, *help;
	const char *arguments[8];
} queries[] = {
	{"standings_ms", "referee standings of a million games of 20 bots", {"standings"}},
	{"crosstable_ms", "referee crosstable of them", {"crosstable"}},
	{"show_ms", "referee show: a game", {"show", "500"}},
	{"games_last_ms", "referee games --bot --last 100: a bot's newest games",
		{"games", "--bot", "bot-7", "--last", "100"}},
	{"games_bot_ms", "referee games --bot: all 100 000 games of a bot",
		{"games", "--bot", "bot-7"}},
};

static bool queries_begin(struct db *db, struct db_game *g, int64_t *bots)
{
	struct db_tournament t = {.name = "million",
		.game = "nim",
		.format = "round-robin",
		.definition = "game = nim\nplayers = 2\nparam = heaps=4 take=1\n",
		.seats = 2,
		.created_ms = 1700000000000};
	bool good = db_begin(db) == DB_OK && db_tournament_add(db, &t) == DB_OK;
	for (int i = 0; i < QUERIES_BOTS && good; i++) {
		char name[16];
		snprintf(name, sizeof name, "bot-%d", i + 1);
		struct db_bot bot = {.name = name, .command = "./bot", .digest = "00"};
		good = db_bot_add(db, &bot) == DB_OK;
		bots[i] = bot.id;
	}
	g->tournament = t.id;
	return good && db_commit(db) == DB_OK;
}

/* The second to move wins, but now and then the better bot loses by its clock. */
static void queries_game(struct db_game *g, int number, const int64_t *bots)
{
	int pair = number % (QUERIES_BOTS * (QUERIES_BOTS - 1));
	int first = pair / (QUERIES_BOTS - 1), second = pair % (QUERIES_BOTS - 1);
	int winner = number % 101 == 0 ? 0 : 1;
	second += second >= first;
	g->pairing = number;
	g->round = number / (QUERIES_BOTS * (QUERIES_BOTS - 1)) + 1;
	g->seed = (int64_t)((uint64_t)number * 0x9e3779b97f4a7c15);
	g->started_ms = 1700000000000 + number;
	g->ended_ms = g->started_ms + 1;
	g->reason = winner == 0 ? "time" : "normal";
	for (int i = 0; i < 2; i++)
		g->seat[i] = (struct db_seat){.bot = bots[i == 0 ? first : second],
			.rank = i == winner ? 1 : 2,
			.points = i == winner,
			.verdict = i != winner && winner == 0 ? "time" : "ok",
			.elo_before = 1500 + number % 1000 / 7.0,
			.elo_after = 1500 + number % 1000 / 6.9};
}

static bool queries_make(struct db *db, int games)
{
	static const struct db_move moves[QUERIES_PLIES] = {{1, "a1", 31, 15, 1, 1, 0, 100},
		{2, "a1", 45, 20, 2, 1, 0, 100}, {1, "a1", 30, 12, 3, 1, 0, 90},
		{2, "a1", 27, 13, 4, 1, 0, 80}};
	int64_t bots[QUERIES_BOTS];
	struct db_game g = {.opening = "",
		.final = "0 p1 3",
		.sandbox = "full",
		.seats = 2,
		.plies = QUERIES_PLIES,
		.moves = moves};
	bool good = queries_begin(db, &g, bots);
	for (int from = 0; from < games && good; from += QUERIES_GROUP) {
		good = db_begin(db) == DB_OK;
		for (int i = from; i < from + QUERIES_GROUP && i < games && good; i++) {
			queries_game(&g, i, bots);
			good = db_game_add(db, &g) == DB_OK;
		}
		good = good && db_commit(db) == DB_OK;
	}
	return good;
}

/* One run of a command on the database, in milliseconds; below 0: it failed. */
static double queries_run(const char *path, const char *const *arguments)
{
	char program[PATH_MAX];
	const char *words[16] = {program};
	int count = 1, status;
	snprintf(program, sizeof program, "%s/referee", bench_build());
	for (; *arguments != NULL; arguments++)
		words[count++] = *arguments;
	words[count++] = "--db";
	words[count] = path;
	usec began = time_now();
	pid_t pid = fork();
	if (pid == 0) {
		int out = open("/dev/null", O_WRONLY);
		if (out >= 0 && dup2(out, 1) >= 0)
			execv(words[0], (char *const *)words);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0)
		return -1;
	return (double)(time_now() - began) / 1000;
}

static bool queries_measure(const char *path)
{
	double runs[QUERIES_RUNS];
	int count = bench_size(QUERIES_RUNS, 1);
	for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
		for (int run = 0; run < count; run++) {
			runs[run] = queries_run(path, queries[i].arguments);
			if (runs[run] < 0) {
				fprintf(stderr, "referee %s failed\n", queries[i].arguments[0]);
				return false;
			}
		}
		printf("%s %.2f %s\n", queries[i].name, bench_median(runs, (size_t)count),
			queries[i].help);
		fflush(stdout);
	}
	return true;
}

static void queries_remove(const char *path)
{
	static const char *const ends[] = {"", "-wal", "-shm"};
	char file[PATH_MAX];
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		snprintf(file, sizeof file, "%s%s", path, ends[i]);
		unlink(file);
	}
}

int main(int argc, char **argv)
{
	struct db *db = NULL;
	int games = bench_size(QUERIES_GAMES, QUERIES_SMALL);
	if (argc != 2) {
		fprintf(stderr, "usage: queries FILE\n");
		return 2;
	}
	queries_remove(argv[1]);
	usec began = time_now();
	bool good = db_open(&db, argv[1], DB_WRITE) == DB_OK && queries_make(db, games);
	if (!good)
		fprintf(stderr, "%s\n", db_error_text(db));
	db_close(db);
	if (good)
		printf("million_games_s %.3f writing the database of them\n",
			(double)(time_now() - began) / 1e6);
	good = good && queries_measure(argv[1]);
	queries_remove(argv[1]);
	return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
