/*
 * clocks.c - `make bench-clocks`: what the clocks make of a busy machine, and how exact they are.
 *
 * First, bots that use 10 ms of processor a move and may take 25, without a margin, while as many
 * other processes as there are processors use all they can get: how many of 40 games are lost on
 * time, by what is charged. Then bots that sleep 10 ms: how much more the referee's clock says than
 * their own, without and with that load. Takes some minutes and all of the machine.
 */
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define CLOCKS_DB "build/bench/clocks.db"

enum { CLOCKS_LOAD_MAX = 64, CLOCKS_GAMES = 40 };

static pid_t clocks_load[CLOCKS_LOAD_MAX];
static int clocks_loads;

static int clocks_processors(void)
{
	cpu_set_t mine;
	return sched_getaffinity(0, sizeof mine, &mine) == 0 ? CPU_COUNT(&mine) : 1;
}

static void clocks_begin_load(void)
{
	while (clocks_loads < clocks_processors() && clocks_loads < CLOCKS_LOAD_MAX) {
		pid_t pid = fork();
		if (pid == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (volatile unsigned long n = 0;; n++)
				;
		}
		clocks_load[clocks_loads++] = pid;
	}
}

static void clocks_end_load(void)
{
	while (clocks_loads > 0) {
		pid_t pid = clocks_load[--clocks_loads];
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
}

/* A tournament of tic-tac-toe between two of the same bot. */
static void clocks_play(int games, int concurrency, const char *bot, const char *flags)
{
	char command[1024];
	snprintf(command, sizeof command,
		"rm -f " CLOCKS_DB " " CLOCKS_DB "-wal " CLOCKS_DB "-shm; "
		"build/referee run --quiet --db " CLOCKS_DB " --game tictactoe --rounds %d "
		"--concurrency %d --bot a='build/tests/bench/work %s' "
		"--bot b='build/tests/bench/work %s' %s",
		games / 2, concurrency, bot, bot, flags);
	if (system(command) != 0) {
		clocks_end_load();
		exit(EXIT_FAILURE);
	}
}

/* Calls each() with the first column of every row. */
static void clocks_query(const char *sql, void (*each)(void *arg, double value), void *arg)
{
	sqlite3 *db;
	sqlite3_stmt *statement;
	if (sqlite3_open_v2(CLOCKS_DB, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
		sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) {
		fprintf(stderr, "%s: %s\n", CLOCKS_DB, sqlite3_errmsg(db));
		exit(EXIT_FAILURE);
	}
	while (sqlite3_step(statement) == SQLITE_ROW)
		each(arg, sqlite3_column_double(statement, 0));
	sqlite3_finalize(statement);
	sqlite3_close(db);
}

static void clocks_keep(void *arg, double value)
{
	*(double *)arg = value;
}

static double clocks_value(const char *sql)
{
	double value = 0;
	clocks_query(sql, clocks_keep, &value);
	return value;
}

static void clocks_forfeits(void)
{
	static const char *const charges[] = {"wall", "fair", "cpu"};
	printf("Lost on time, of %d games; 10 ms of work a move, limit 25 ms, margin 0;\n"
	       "%d processors, %d processes that use all they can get\n\n"
	       "games at a time      wall      fair       cpu\n",
		CLOCKS_GAMES, clocks_processors(), clocks_processors());
	clocks_begin_load();
	for (int concurrency = 1; concurrency <= 8; concurrency *= 2) {
		printf("%15d", concurrency);
		for (int i = 0; i < 3; i++) {
			char flags[128];
			snprintf(flags, sizeof flags, "--movetime 25ms --margin 0 --clock %s",
				charges[i]);
			clocks_play(CLOCKS_GAMES, concurrency, "cpu 10", flags);
			printf("%10.0f", clocks_value("SELECT count(*) FROM seats WHERE verdict = "
						      "'time'"));
			fflush(stdout);
		}
		putchar('\n');
	}
	clocks_end_load();
}

static void clocks_error(int games, int concurrency, const char *load)
{
	static const char at[] = "SELECT wall_us - nodes FROM moves ORDER BY 1 LIMIT 1 OFFSET "
				 "(SELECT CAST(count(*) * %s AS INTEGER) FROM moves)";
	static const char *const parts[] = {"0.5", "0.99", "0.999"};
	char sql[256];
	clocks_play(games, concurrency, "sleep 10", "--movetime 1s");
	printf("%15d%8s%8.0f", concurrency, load, clocks_value("SELECT count(*) FROM moves"));
	for (int i = 0; i < 3; i++) {
		snprintf(sql, sizeof sql, at, parts[i]);
		printf("%10.0f", clocks_value(sql));
	}
	printf("%10.0f\n", clocks_value("SELECT max(wall_us - nodes) FROM moves"));
	fflush(stdout);
}

static void clocks_errors(void)
{
	printf("\nThe clock's own error: microseconds that the referee measures more than the "
	       "bot\n\n"
	       "games at a time    load   moves    median       p99     p99.9       max\n");
	clocks_error(150, 1, "no");
	clocks_error(800, 8, "no");
	clocks_error(3200, 64, "no");
	clocks_begin_load();
	clocks_error(150, 1, "yes");
	clocks_error(800, 8, "yes");
	clocks_end_load();
}

int main(void)
{
	mkdir("build/bench", 0777);
	clocks_forfeits();
	clocks_errors();
	return EXIT_SUCCESS;
}
