/*
 * chinese-checkers.c - move sequences of chinese checkers counted a second, and positions searched
 * a second, by one thread. Prints NAME VALUE HELP a line. CPU time counts, so that other processes
 * do not.
 */
#include "bots/search/search.h"
#include "bots/solve/perft.h"
#include "bots/search/transposition-table.h"
#include "tests/lib/bench.h"

#include <stdio.h>
#include <stdlib.h>

enum {
	BENCH_DEPTH_2 = 6,
	BENCH_DEPTH_6 = 7,
	BENCH_SMALL = 3,
	BENCH_ROUNDS = 3,
	BENCH_NODES = 8000000,
	BENCH_NODES_SMALL = 100000,
	BENCH_MEGABYTES = 16,
	BENCH_WHY = 256
};

static _Noreturn void bench_fail(void)
{
	fprintf(stderr, "bench: chinese-checkers cannot be set up\n");
	exit(EXIT_FAILURE);
}

static struct position bench_start(struct setup *s, int seats)
{
	struct error err;
	struct position p;

	if (!setup_init(s, rules_find("chinese-checkers"), seats, 1, NULL, 0, &err))
		bench_fail();
	s->rules->start(s, &p);
	return p;
}

/* Sequences a second from the start, the best of a few rounds. */
static double bench_perft(int seats, int depth)
{
	static struct setup s;
	struct position p = bench_start(&s, seats);
	struct perft_room room;
	double best = 0;

	if (!perft_room_init(&room, depth))
		bench_fail();
	for (int i = 0; i < BENCH_ROUNDS; i++) {
		double begun = bench_seconds();
		uint64_t count = perft(&s, &p, depth, &room);
		double speed = (double)count / (bench_seconds() - begun);
		best = speed > best ? speed : best;
	}
	perft_room_clear(&room);
	return best;
}

/* Positions a second that paranoid visits, horizon included, the best of a few rounds. */
static double bench_search(int seats)
{
	static struct setup s;
	static struct evaluation_cache cache;
	static struct search_job job;
	struct position p = bench_start(&s, seats);
	struct transposition table;
	double best = 0;

	job.setup = &s;
	job.position = &p;
	job.evaluation = evaluation_find(s.rules, "distance");
	job.cache = &cache;
	job.limits.nodes = bench_size(BENCH_NODES, BENCH_NODES_SMALL);
	job.table = &table;
	if (job.evaluation == NULL || !transposition_init(&table, BENCH_MEGABYTES))
		bench_fail();
	if (job.evaluation->prepare != NULL)
		job.evaluation->prepare(&s, &cache);
	for (int i = 0; i < BENCH_ROUNDS; i++) {
		transposition_forget(&table);
		double begun = bench_seconds();
		search_run(&search_paranoid, &job);
		double speed = (double)job.result.nodes / (bench_seconds() - begun);
		best = speed > best ? speed : best;
	}
	transposition_clear(&table);
	return best;
}

int main(void)
{
	int depth_2 = bench_size(BENCH_DEPTH_2, BENCH_SMALL),
	    depth_6 = bench_size(BENCH_DEPTH_6, BENCH_SMALL);
	double two = bench_perft(2, depth_2), six = bench_perft(6, depth_6);

	printf("cc_perft_2_per_s %.0f chinese checkers for two: sequences of %d moves a second\n",
		two, depth_2);
	printf("cc_perft_6_per_s %.0f the same for six, %d moves\n", six, depth_6);
	printf("cc_perft_per_s %.0f the lower of both\n", two < six ? two : six);
	two = bench_search(2);
	six = bench_search(6);
	printf("cc_search_2_per_s %.0f chinese checkers for two: positions a second that paranoid "
	       "visits\n",
		two);
	printf("cc_search_6_per_s %.0f the same for six\n", six);
	printf("cc_search_nodes_per_s %.0f the lower of both\n", two < six ? two : six);
	return EXIT_SUCCESS;
}
