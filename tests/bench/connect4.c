/*
 * connect4.c - how fast the Connect Four solver is: the reference sets and the empty board.
 *
 * Usage: connect4 [--quick] [--sets NAME,NAME..] [--megabytes N]. Prints lines "NAME VALUE":
 * connect4_SET_us, processor time a position in microseconds, each position solved for itself
 * (the table forgets between them); connect4_SET_nodes; connect4_empty_s. Sets are looked for in
 * the folder REFEREE_REFERENCE, else ../shared/vectors/reference; those not there are left out.
 */
#include "bots/connect4/solver.h"
#include "base/error.h"
#include "tests/lib/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bench_set {
	const char *file;
	const char *name;
	int rounds; /* over the set, so that the clock has something to measure */
	int quick;  /* positions that --quick takes */
};

static const struct bench_set bench_sets[] = {
	{"end-easy", "end_easy", 50, 1000},
	{"middle-easy", "middle_easy", 10, 1000},
	{"middle-medium", "middle_medium", 1, 200},
	{"begin-easy", "begin_easy", 1, 1000},
	{"begin-medium", "begin_medium", 1, 20},
	{"begin-hard-small", "begin_hard_small", 1, 2},
};

enum { BENCH_POSITIONS = 1000 };

static void bench_fail(const char *what, const char *why)
{
	fprintf(stderr, "connect4: %s: %s\n", what, why);
	exit(1);
}

/* Reads a set's positions and scores; 0 when the file is not there. */
static int bench_read(const char *file, struct board *boards, int *scores)
{
	const char *folder = getenv("REFEREE_REFERENCE");
	struct error err;
	char path[4096], line[128], columns[64];
	snprintf(path, sizeof(path), "%s/connect4/%s",
		folder != NULL ? folder : "../shared/vectors/reference", file);
	FILE *in = fopen(path, "r");
	if (in == NULL)
		return 0;
	int count = 0;
	while (count < BENCH_POSITIONS && fgets(line, sizeof(line), in) != NULL) {
		if (sscanf(line, "%63s %d", columns, &scores[count]) != 2)
			bench_fail(path, "a line without position and score");
		if (!board_read_columns(&boards[count++], columns, &err))
			bench_fail(path, err.text);
	}
	fclose(in);
	return count;
}

static void bench_run(struct solver *s, const struct bench_set *set, bool quick)
{
	static struct board boards[BENCH_POSITIONS];
	static int scores[BENCH_POSITIONS];
	int count = bench_read(set->file, boards, scores);
	if (count == 0) {
		fprintf(stderr, "connect4: no set %s here\n", set->file);
		return;
	}
	if (quick && count > set->quick)
		count = set->quick;
	uint64_t nodes = solver_nodes(s);
	double from = bench_seconds();
	for (int i = 0; i < set->rounds * count; i++) {
		struct solver_answer answer;
		solver_forget(s);
		solver_solve(s, &boards[i % count], &answer);
		if (answer.low != scores[i % count])
			bench_fail(set->file, "a score is wrong");
	}
	double solved = set->rounds * count, spent = bench_seconds() - from;
	printf("connect4_%s_us %.2f\n", set->name, spent / solved * 1e6);
	printf("connect4_%s_nodes %.1f\n", set->name, (double)(solver_nodes(s) - nodes) / solved);
	fflush(stdout);
}

static void bench_empty(struct solver *s)
{
	struct board board = {0, 0};
	struct solver_answer answer;
	struct error err;
	int score = 1;
	if (bench_size(0, 1)) { /* a late position of tests/vectors/connect4-scores.tsv */
		board_read_columns(&board, "3671351143547341", &err);
		score = 8;
	}
	uint64_t nodes = solver_nodes(s);
	double from = bench_seconds();
	solver_forget(s);
	solver_solve(s, &board, &answer);
	if (answer.low != score || answer.high != score || (score == 1 && answer.best != 3))
		bench_fail("the empty board", "a wrong answer");
	printf("connect4_empty_s %.6f\n", bench_seconds() - from);
	printf("connect4_empty_nodes %.0f\n", (double)(solver_nodes(s) - nodes));
}

/* Whether name is in a list joined by commas; no list holds all. */
static bool bench_listed(const char *list, const char *name)
{
	size_t length = strlen(name);
	for (const char *at = list; at != NULL && *at != '\0'; at += strcspn(at, ",") + 1) {
		if (strcspn(at, ",") == length && memcmp(at, name, length) == 0)
			return true;
		if (at[strcspn(at, ",")] == '\0')
			break;
	}
	return list == NULL;
}

int main(int argc, char **argv)
{
	bool quick = false;
	const char *list = NULL;
	int megabytes = SOLVER_MEGABYTES;
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--quick") == 0)
			quick = true;
		else if (strcmp(argv[i], "--sets") == 0 && i + 1 < argc)
			list = argv[++i];
		else if (strcmp(argv[i], "--megabytes") == 0 && i + 1 < argc)
			megabytes = atoi(argv[++i]);
		else
			bench_fail(
				argv[i], "only --quick, --sets LIST and --megabytes N are known");
	}
	struct solver *s = solver_create(megabytes);
	if (s == NULL)
		bench_fail("no memory", "for a table");
	for (size_t i = 0; i < sizeof(bench_sets) / sizeof(*bench_sets); i++)
		if (bench_listed(list, bench_sets[i].file))
			bench_run(s, &bench_sets[i], quick);
	if (bench_listed(list, "empty") && !(quick && list == NULL))
		bench_empty(s);
	solver_free(s);
	return 0;
}
