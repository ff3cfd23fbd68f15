/*
 * playouts.c - playouts of mcts a second from the start of each game, by one thread. Prints NAME
 * VALUE HELP a line. Processor time counts, so that other processes do not.
 */
#include "bots/search/search.h"
#include "bots/settings.h"
#include "tests/lib/bench.h"

#include <stdio.h>
#include <stdlib.h>

enum { BENCH_PLAYOUTS = 20000, BENCH_SMALL = 100, BENCH_ROUNDS = 3, BENCH_NAME = 64 };

/* The fastest of a few rounds, each with a new tree. */
static double bench_game(const struct rules *rules, int seats)
{
	static struct setup s;
	static struct evaluation_cache cache;
	static struct search_job job;
	struct settings settings;
	struct position p;
	struct error err;
	double best = 0;

	settings_init(&settings);
	if (!setup_init(&s, rules, seats, 1, NULL, 0, &err))
		exit(EXIT_FAILURE);
	rules->start(&s, &p);
	job.setup = &s;
	job.position = &p;
	job.evaluation = evaluation_find(rules, NULL);
	job.cache = &cache;
	job.tuning = &settings.mcts;
	job.limits.nodes = bench_size(BENCH_PLAYOUTS, BENCH_SMALL);
	if (job.evaluation->prepare != NULL)
		job.evaluation->prepare(&s, &cache);
	for (int i = 0; i < BENCH_ROUNDS; i++) {
		job.memory = search_mcts.create_memory(search_mcts.megabytes);
		if (job.memory == NULL)
			exit(EXIT_FAILURE);
		double begun = bench_seconds();
		search_run(&search_mcts, &job);
		double speed = (double)job.result.nodes / (bench_seconds() - begun);
		search_mcts.free_memory(job.memory);
		best = speed > best ? speed : best;
	}
	return best;
}

int main(void)
{
	for (int i = 0; all_rules[i] != NULL; i++) {
		char name[BENCH_NAME];
		snprintf(name, sizeof name, "playouts_%s_per_s", all_rules[i]->name);
		for (char *c = name; *c != '\0'; c++)
			*c = *c == '-' ? '_' : *c;
		printf("%s %.0f playouts of mcts a second from the start of %s\n", name,
			bench_game(all_rules[i], 0), all_rules[i]->name);
	}
	printf("playouts_chinese_checkers_6_per_s %.0f the same of chinese-checkers for six\n",
		bench_game(rules_find("chinese-checkers"), 6));
	return EXIT_SUCCESS;
}
