/*
 * figures.c - what the referee costs, side by side with the floor under it.
 *
 *     figures STEP
 *
 * All runs of a step share one processor. The bare exchange and the referee take turns, and the
 * ratio is the median of the pairs, so that a machine that slows down slows both.
 */
#include <fcntl.h>
#include <sched.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/time.h"
#include "tests/lib/bench.h"

enum { FIGURES_ROUNDS = 5, FIGURES_PAIRS = 15, FIGURES_WORDS = 40 };

#define FIGURES_DB    "build/bench/figures.db"
#define FIGURES_TRACE "build/bench/trace"
#define FIGURES_BOTS  "build/bench/bots.conf"
#define FIGURES_OUT   "build/bench/out"

/* The resources that a finished command and its descendants used. */
struct usage {
	double wall, cpu; /* microseconds */
	long peak;	  /* KiB, of the largest process */
};

static void figures_add(const char *name, double value, const char *help)
{
	printf("%s %.9g %s\n", name, value, help);
	fflush(stdout);
}

static _Noreturn void figures_fail(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

static double figures_seconds(struct timeval t)
{
	return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

/* Runs a command of words separated by blanks; its output goes to path. */
static struct usage figures_run(const char *path, const char *format, ...)
{
	char line[2048], *words[FIGURES_WORDS];
	int count = 0, status;
	struct rusage used;
	va_list args;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	for (char *word = strtok(line, " "); word != NULL && count < FIGURES_WORDS - 1;
		word = strtok(NULL, " "))
		words[count++] = word;
	words[count] = NULL;
	usec began = time_now();
	pid_t pid = fork();
	if (pid == 0) {
		int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
		if (out < 0 || dup2(out, 1) < 0)
			_exit(127);
		execvp(words[0], words);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &used) != pid || status != 0) {
		fprintf(stderr, "%s failed\n", words[0]);
		exit(EXIT_FAILURE);
	}
	return (struct usage){(double)(time_now() - began),
		figures_seconds(used.ru_utime) + figures_seconds(used.ru_stime), used.ru_maxrss};
}

/* One tournament between two bots of a command, in a fresh database. */
static struct usage figures_match(
	const char *before, const char *bot, int rounds, const char *flags)
{
	FILE *file = fopen(FIGURES_BOTS, "w");
	if (file == NULL)
		figures_fail(FIGURES_BOTS);
	fprintf(file, "bot a { command = \"%s\" }\nbot b { command = \"%s\" }\n", bot, bot);
	fclose(file);
	unlink(FIGURES_DB);
	unlink(FIGURES_DB "-wal");
	unlink(FIGURES_DB "-shm");
	return figures_run("/dev/null",
		"%s %s/referee run " FIGURES_BOTS " --quiet --db " FIGURES_DB
		" --rounds %d --movetime 10s %s",
		before, bench_build(), rounds, flags);
}

/* The same between two instant bots; way is their argument. */
static struct usage figures_instant(
	const char *before, const char *way, int rounds, const char *flags)
{
	char bot[1024];
	snprintf(bot, sizeof bot, "%s/tests/bench/instant%s", bench_build(), way);
	return figures_match(before, bot, rounds, flags);
}

static struct usage figures_tournament(const char *before, int rounds, const char *flags)
{
	return figures_instant(before, "", rounds, flags);
}

static double figures_query(const char *sql)
{
	sqlite3 *db;
	sqlite3_stmt *statement;
	if (sqlite3_open_v2(FIGURES_DB, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
		sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK ||
		sqlite3_step(statement) != SQLITE_ROW) {
		fprintf(stderr, "%s: %s\n", FIGURES_DB, sqlite3_errmsg(db));
		exit(EXIT_FAILURE);
	}
	double value = sqlite3_column_double(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return value;
}

static double figures_exchange(void)
{
	double value = 0;
	figures_run(
		FIGURES_OUT, "%s/tests/bench/exchange %d", bench_build(), bench_size(100000, 1000));
	FILE *file = fopen(FIGURES_OUT, "r");
	if (file == NULL || fscanf(file, "%lf", &value) != 1)
		figures_fail(FIGURES_OUT);
	fclose(file);
	return value;
}

/* A game of 100 plies. */
static const char figures_long[] = "--game nim --param heaps=100 --param take=1";

static void figures_moves(void)
{
	double exchange[FIGURES_ROUNDS], wall[FIGURES_ROUNDS], cpu[FIGURES_ROUNDS],
		ratio[FIGURES_ROUNDS];
	size_t rounds = (size_t)bench_size(FIGURES_ROUNDS, 1);
	for (size_t i = 0; i < rounds; i++) {
		exchange[i] = figures_exchange();
		struct usage used = figures_tournament("", bench_size(500, 2), figures_long);
		double moves = figures_query("SELECT count(*) FROM moves");
		wall[i] = used.wall / moves;
		cpu[i] = (used.cpu - figures_query("SELECT sum(cpu_us) FROM moves")) / moves;
		ratio[i] = wall[i] / exchange[i];
	}
	figures_add("exchange_us", bench_median(exchange, rounds),
		"a bare pipe exchange: libevent, raw events, timer re-armed");
	figures_add("move_us", bench_median(wall, rounds), "a move, everything on: wall time");
	figures_add(
		"move_cpu_us", bench_median(cpu, rounds), "the same: the referee's own CPU time");
	figures_add("move_ratio", bench_median(ratio, rounds),
		"move_us / exchange_us, median of pairs");
}

/* The cost of a move with this clock, in microseconds: of real time, and of processor time without
 * the bots. */
struct charged {
	double wall, cpu;
};

static struct charged figures_charged(const char *charge)
{
	char flags[128];
	snprintf(flags, sizeof flags, "%s --clock %s", figures_long, charge);
	struct usage used = figures_tournament("", bench_size(200, 1), flags);
	double moves = figures_query("SELECT count(*) FROM moves");
	double bots = figures_query("SELECT sum(cpu_us) FROM moves");
	return (struct charged){used.wall / moves, (used.cpu - bots) / moves};
}

/* Both take turns to be the first, since a machine may slow down. */
static void figures_charges(void)
{
	double fair[FIGURES_PAIRS], ratio[FIGURES_PAIRS], busy[FIGURES_PAIRS];
	size_t pairs = (size_t)bench_size(FIGURES_PAIRS, 1);
	for (size_t i = 0; i < pairs; i++) {
		struct charged one = figures_charged(i % 2 == 0 ? "fair" : "wall");
		struct charged other = figures_charged(i % 2 == 0 ? "wall" : "fair");
		struct charged f = i % 2 == 0 ? one : other, w = i % 2 == 0 ? other : one;
		fair[i] = f.wall;
		ratio[i] = f.wall / w.wall;
		busy[i] = f.cpu / w.cpu;
	}
	figures_add(
		"move_fair_us", bench_median(fair, pairs), "a move with clock = fair: wall time");
	figures_add("fair_ratio", bench_median(ratio, pairs),
		"the same / with clock = wall, median of pairs");
	figures_add("fair_cpu_ratio", bench_median(busy, pairs),
		"the referee's own CPU time, fair / wall, median of pairs");
}

/* The cost of a move of bots that are started this way, in microseconds. */
static double figures_asked(const char *way, const char *isready)
{
	char flags[128];
	snprintf(flags, sizeof flags, "--game nim --param heaps=100 --isready-every-move %s",
		isready);
	return figures_instant("", way, bench_size(50, 1), flags).wall /
	       figures_query("SELECT count(*) FROM moves");
}

/* The median of pairs, which take turns to be the first, and in us what a move costs more. */
static double figures_isready(const char *way, double *more)
{
	double ratio[FIGURES_PAIRS], difference[FIGURES_PAIRS];
	size_t pairs = (size_t)bench_size(FIGURES_PAIRS, 1);
	for (size_t i = 0; i < pairs; i++) {
		bool first = i % 2 == 0;
		double one = figures_asked(way, first ? "auto" : "no");
		double other = figures_asked(way, first ? "no" : "auto");
		double with = first ? one : other, without = first ? other : one;
		ratio[i] = with / without;
		difference[i] = with - without;
	}
	*more = bench_median(difference, pairs);
	return bench_median(ratio, pairs);
}

static void figures_asking(void)
{
	double more;
	double plain = figures_isready(" plain", &more);
	figures_add("isready_ratio", plain,
		"a plain bot's move, isready-every-move = auto / no, median of pairs");
	figures_add("isready_us", more, "the same: the difference");
	figures_add("isready_features_ratio", figures_isready("", &more),
		"a bot with features, isready-every-move = auto / no, median of pairs");
}

static void figures_games(void)
{
	struct usage used = figures_tournament(
		"", bench_size(5000, 10), "--game nim --param heaps=8 --param take=1");
	double games = figures_query("SELECT count(*) FROM games");
	figures_add("games_per_s", games / used.wall * 1e6, "games of 8 plies in a second");
	figures_add("memory_mb", (double)used.peak / 1024, "the largest process, 10 000 games");
	struct stat file;
	if (stat(FIGURES_DB, &file) != 0)
		figures_fail(FIGURES_DB);
	figures_add(
		"bytes_per_game", (double)file.st_size / games, "the database, 8 moves included");
}

static void figures_starts(void)
{
	static const char flags[] = "--game nim --param heaps=2 --param take=1";
	char fresh[128];
	snprintf(fresh, sizeof fresh, "%s --restart", flags);
	int rounds = bench_size(100, 5);
	double kept = figures_tournament("", rounds, flags).wall;
	double started = figures_tournament("", rounds, fresh).wall;
	figures_add("bot_start_us", (started - kept) / figures_query("SELECT count(*) FROM seats"),
		"a bot replaced: ended, started, greeted");
}

/* Counts the system calls of the main process and the arbiter, the bots' left out. */
static void figures_calls(void)
{
	char line[4096];
	long bots[64];
	int known = 0;
	long calls = 0;
	figures_tournament("strace -f -qq -o " FIGURES_TRACE, bench_size(20, 1), figures_long);
	FILE *trace = fopen(FIGURES_TRACE, "r");
	if (trace == NULL)
		figures_fail(FIGURES_TRACE);
	while (fgets(line, sizeof line, trace) != NULL) {
		bool bot = false;
		char *rest = strchr(line, ' ');
		if (rest == NULL)
			continue;
		long process = strtol(line, NULL, 10);
		for (int i = 0; i < known; i++)
			bot |= bots[i] == process;
		/* A process that becomes another program is a bot from then on. */
		if (!bot && strstr(rest, "execve(\"") != NULL &&
			strstr(rest, "/tests/bench/instant\"") != NULL && known < 64)
			bots[known++] = process;
		calls += !bot && strstr(rest, "resumed>") == NULL;
	}
	fclose(trace);
	if (known < 2) {
		fprintf(stderr, FIGURES_TRACE ": the bots are not to be told from the referee\n");
		exit(EXIT_FAILURE);
	}
	figures_add("syscalls_per_move",
		(double)calls / figures_query("SELECT count(*) FROM moves"),
		"of the referee's processes, start and end included");
}

/* A whole tournament as people play it, its start and end included. */
static void figures_whole(void)
{
	struct usage used =
		figures_tournament("", bench_size(10000, 10), "--game tictactoe --concurrency 1");
	figures_add("tournament_move_us", used.wall / figures_query("SELECT sum(plies) FROM games"),
		"a move of a tournament of tictactoe on one processor, start and end included");
}

static const struct {
	const char *name;
	void (*measure)(void);
} figures_steps[] = {
	{"moves", figures_moves},
	{"charges", figures_charges},
	{"isready", figures_asking},
	{"games", figures_games},
	{"starts", figures_starts},
	{"calls", figures_calls},
	{"tournament", figures_whole},
};

int main(int argc, char **argv)
{
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof one, &one);
	mkdir("build/bench", 0777);
	for (size_t i = 0; argc == 2 && i < sizeof figures_steps / sizeof *figures_steps; i++)
		if (strcmp(argv[1], figures_steps[i].name) == 0) {
			figures_steps[i].measure();
			return EXIT_SUCCESS;
		}
	fprintf(stderr, "usage: figures STEP\n");
	return 2;
}
