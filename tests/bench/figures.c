/*
 * figures.c - `make bench`: what the referee costs, side by side with the floor under it.
 *
 * All runs share one processor. The bare exchange and the referee take turns, and the ratio is the
 * median of the pairs, so that a machine that slows down slows both. Prints a table and writes
 * build/bench.json, one flat object; lines "NAME VALUE" of other bench programs are taken in too.
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

#include "referee/base/time.h"

enum { FIGURES_ROUNDS = 5, FIGURES_PAIRS = 15, FIGURES_MAX = 384, FIGURES_WORDS = 40 };

#define FIGURES_DB    "build/bench/figures.db"
#define FIGURES_TRACE "build/bench/trace"
#define FIGURES_BOTS  "build/bench/bots.conf"

struct figure {
	char name[64];
	double value;
	const char *help;
};

static struct figure figures[FIGURES_MAX];
static int figures_count;

/* The resources that a finished command and its descendants used. */
struct usage {
	double wall, cpu; /* microseconds */
	long peak;	  /* KiB, of the largest process */
};

static void figures_add(const char *name, double value, const char *help)
{
	struct figure *f = &figures[figures_count++];
	if (figures_count > FIGURES_MAX)
		exit(EXIT_FAILURE);
	snprintf(f->name, sizeof f->name, "%s", name);
	f->value = value;
	f->help = help;
	bool tiny = value != 0 && value < 0.001;
	printf(tiny ? "%-28s %12.1e  %s\n" : "%-28s %12.3f  %s\n", f->name, value, help);
	fflush(stdout);
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
		exit(EXIT_FAILURE);
	fprintf(file, "bot a { command = \"%s\" }\nbot b { command = \"%s\" }\n", bot, bot);
	fclose(file);
	unlink(FIGURES_DB);
	unlink(FIGURES_DB "-wal");
	unlink(FIGURES_DB "-shm");
	return figures_run("/dev/null",
		"%s build/referee run " FIGURES_BOTS " --quiet --db " FIGURES_DB
		" --rounds %d --movetime 10s %s",
		before, rounds, flags);
}

/* The same between two instant bots. */
static struct usage figures_tournament(const char *before, int rounds, const char *flags)
{
	return figures_match(before, "build/tests/bench/instant", rounds, flags);
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
	figures_run("build/bench/out", "build/tests/bench/exchange 100000");
	FILE *file = fopen("build/bench/out", "r");
	if (file == NULL || fscanf(file, "%lf", &value) != 1)
		exit(EXIT_FAILURE);
	fclose(file);
	return value;
}

static int figures_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static double figures_middle(double *values, size_t count)
{
	qsort(values, count, sizeof *values, figures_compare);
	return values[count / 2];
}

static double figures_median(double *values)
{
	return figures_middle(values, FIGURES_ROUNDS);
}

/* A game of 37 plies: Connect Four in which no player connects, until the bottom row is one
 * stone's.
 */
static const char figures_long[] = "--game nim --param heaps=100 --param take=1";

static void figures_moves(void)
{
	double exchange[FIGURES_ROUNDS], wall[FIGURES_ROUNDS], cpu[FIGURES_ROUNDS],
		ratio[FIGURES_ROUNDS];
	for (int i = 0; i < FIGURES_ROUNDS; i++) {
		exchange[i] = figures_exchange();
		struct usage used = figures_tournament("", 500, figures_long);
		double moves = figures_query("SELECT count(*) FROM moves");
		wall[i] = used.wall / moves;
		cpu[i] = (used.cpu - figures_query("SELECT sum(cpu_us) FROM moves")) / moves;
		ratio[i] = wall[i] / exchange[i];
	}
	figures_add("exchange_us", figures_median(exchange),
		"a bare pipe exchange: libevent, raw events, timer re-armed");
	figures_add("move_us", figures_median(wall), "a move, everything on: wall time");
	figures_add("move_cpu_us", figures_median(cpu), "the same: the referee's own CPU time");
	figures_add("move_ratio", figures_median(ratio), "move_us / exchange_us, median of pairs");
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
	struct usage used = figures_tournament("", 200, flags);
	double moves = figures_query("SELECT count(*) FROM moves");
	double bots = figures_query("SELECT sum(cpu_us) FROM moves");
	return (struct charged){used.wall / moves, (used.cpu - bots) / moves};
}

/* Both take turns to be the first, since a machine may slow down. */
static void figures_charges(void)
{
	double fair[FIGURES_PAIRS], ratio[FIGURES_PAIRS], busy[FIGURES_PAIRS];
	for (int i = 0; i < FIGURES_PAIRS; i++) {
		struct charged one = figures_charged(i % 2 == 0 ? "fair" : "wall");
		struct charged other = figures_charged(i % 2 == 0 ? "wall" : "fair");
		struct charged f = i % 2 == 0 ? one : other, w = i % 2 == 0 ? other : one;
		fair[i] = f.wall;
		ratio[i] = f.wall / w.wall;
		busy[i] = f.cpu / w.cpu;
	}
	figures_add("move_fair_us", figures_middle(fair, FIGURES_PAIRS),
		"a move with clock = fair: wall time");
	figures_add("fair_ratio", figures_middle(ratio, FIGURES_PAIRS),
		"the same / with clock = wall, median of pairs");
	figures_add("fair_cpu_ratio", figures_middle(busy, FIGURES_PAIRS),
		"the referee's own CPU time, fair / wall, median of pairs");
}

/* The cost of a move of this bot, in microseconds, where isready is newgame or auto. */
static double figures_asked(const char *bot, const char *isready)
{
	char flags[128];
	snprintf(flags, sizeof flags, "--game nim --param heaps=100 --isready-every-move %s",
		isready);
	return figures_match("", bot, 50, flags).wall / figures_query("SELECT count(*) FROM moves");
}

/* The median of pairs, which take turns to be the first, and in us what a move costs more. */
static double figures_isready(const char *bot, double *more)
{
	double ratio[FIGURES_PAIRS], difference[FIGURES_PAIRS];
	for (int i = 0; i < FIGURES_PAIRS; i++) {
		bool first = i % 2 == 0;
		double one = figures_asked(bot, first ? "auto" : "no");
		double other = figures_asked(bot, first ? "no" : "auto");
		double with = first ? one : other, without = first ? other : one;
		ratio[i] = with / without;
		difference[i] = with - without;
	}
	*more = figures_middle(difference, FIGURES_PAIRS);
	return figures_middle(ratio, FIGURES_PAIRS);
}

static void figures_asking(void)
{
	double more;
	double plain = figures_isready("build/tests/bench/instant plain", &more);
	figures_add("isready_ratio", plain,
		"a plain bot's move, isready-every-move = auto / no, median of pairs");
	figures_add("isready_us", more, "the same: the difference");
	figures_add("isready_features_ratio", figures_isready("build/tests/bench/instant", &more),
		"a bot with features, isready-every-move = auto / no, median of pairs");
}

static void figures_games(void)
{
	struct usage used =
		figures_tournament("", 5000, "--game nim --param heaps=8 --param take=1");
	double games = figures_query("SELECT count(*) FROM games");
	figures_add("games_per_s", games / used.wall * 1e6, "games of 8 plies in a second");
	figures_add("memory_mb", (double)used.peak / 1024, "the largest process, 10 000 games");
	struct stat file;
	if (stat(FIGURES_DB, &file) == 0)
		figures_add("bytes_per_game", (double)file.st_size / games,
			"the database, 8 moves included");
}

static void figures_starts(void)
{
	static const char flags[] = "--game nim --param heaps=2 --param take=1";
	char fresh[128];
	snprintf(fresh, sizeof fresh, "%s --restart", flags);
	double kept = figures_tournament("", 100, flags).wall;
	double started = figures_tournament("", 100, fresh).wall;
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
	figures_tournament("strace -f -qq -o " FIGURES_TRACE, 20, figures_long);
	FILE *trace = fopen(FIGURES_TRACE, "r");
	if (trace == NULL)
		return;
	while (fgets(line, sizeof line, trace) != NULL) {
		bool bot = false;
		char *rest = strchr(line, ' ');
		if (rest == NULL)
			continue;
		long process = strtol(line, NULL, 10);
		for (int i = 0; i < known; i++)
			bot |= bots[i] == process;
		/* A process that becomes another program is a bot from then on. */
		if (!bot && strstr(rest, "execve(\"build/tests/bench/instant") != NULL &&
			known < 64)
			bots[known++] = process;
		calls += !bot && strstr(rest, "resumed>") == NULL;
	}
	fclose(trace);
	figures_add("syscalls_per_move",
		(double)calls / figures_query("SELECT count(*) FROM moves"),
		"of the referee's processes, start and end included");
}

/* Other bench programs print lines "NAME VALUE", with or without words behind. */
static void figures_take(const char *path)
{
	static char help[FIGURES_MAX][96];
	char line[256], name[64];
	double value;
	FILE *file = fopen(path, "r");
	while (file != NULL && figures_count < FIGURES_MAX &&
		fgets(line, sizeof line, file) != NULL) {
		help[figures_count][0] = '\0';
		if (sscanf(line, "%63s %lf %95[^\n]", name, &value, help[figures_count]) >= 2)
			figures_add(name, value, help[figures_count]);
	}
	if (file != NULL)
		fclose(file);
}

static void figures_write(void)
{
	FILE *out = fopen("build/bench.json", "w");
	if (out == NULL)
		exit(EXIT_FAILURE);
	for (int i = 0; i < figures_count; i++)
		fprintf(out, "%s\"%s\": %.9g", i == 0 ? "{" : ", ", figures[i].name,
			figures[i].value);
	fputs("}\n", out);
	fclose(out);
}

/* figures [--charges|--isready] [FILE...]: FILEs hold what other bench programs printed. With
 * --charges only fair and wall are compared, with --isready only what isready costs after each
 * position. */
int main(int argc, char **argv)
{
	cpu_set_t one;
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	sched_setaffinity(0, sizeof one, &one);
	mkdir("build/bench", 0777);
	if (argc > 1 && strcmp(argv[1], "--charges") == 0) {
		figures_charges();
		return EXIT_SUCCESS;
	}
	if (argc > 1 && strcmp(argv[1], "--isready") == 0) {
		figures_asking();
		return EXIT_SUCCESS;
	}
	figures_moves();
	figures_charges();
	figures_asking();
	figures_games();
	figures_starts();
	figures_calls();
	for (int i = 1; i < argc; i++)
		figures_take(argv[i]);
	figures_write();
	return EXIT_SUCCESS;
}
