/*
 * chinese-checkers.c - move sequences of chinese checkers counted a second, by one thread. Prints
 * NAME VALUE HELP a line. CPU time counts, so that other processes do not.
 */
#include "bots/solve/perft.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BENCH_DEPTH_2 = 6, BENCH_DEPTH_6 = 7, BENCH_ROUNDS = 3, BENCH_WHY = 256 };

static double bench_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Sequences a second from the start, the best of a few rounds. */
static double bench_perft(int seats, int depth)
{
	static struct setup s;
	char why[BENCH_WHY];
	struct position p;
	struct perft_room room;
	double best = 0;

	if (!setup_init(&s, rules_find("chinese-checkers"), seats, 1, NULL, 0, why, sizeof why) ||
		!perft_room_init(&room, depth)) {
		fprintf(stderr, "bench: chinese-checkers cannot be set up\n");
		exit(EXIT_FAILURE);
	}
	s.rules->start(&s, &p);
	for (int i = 0; i < BENCH_ROUNDS; i++) {
		double begun = bench_seconds();
		uint64_t count = perft(&s, &p, depth, &room);
		double speed = (double)count / (bench_seconds() - begun);
		best = speed > best ? speed : best;
	}
	perft_room_clear(&room);
	return best;
}

int main(void)
{
	double two = bench_perft(2, BENCH_DEPTH_2), six = bench_perft(6, BENCH_DEPTH_6);

	printf("cc_perft_2_per_s %.0f chinese checkers for two: sequences of %d moves a second\n",
		two, BENCH_DEPTH_2);
	printf("cc_perft_6_per_s %.0f the same for six, %d moves\n", six, BENCH_DEPTH_6);
	printf("cc_perft_per_s %.0f the lower of both\n", two < six ? two : six);
	return EXIT_SUCCESS;
}
