/*
 * bench.h - what the programs of tests/bench share. Each prints figures, a line "NAME VALUE WORDS"
 * each, for tests/bench/run. In the environment BUILD is the folder of the programs that are
 * measured (build), and BENCH_SMALL asks for the least work that gives each figure, for the test of
 * the bench itself.
 */
#ifndef TESTS_LIB_BENCH_H
#define TESTS_LIB_BENCH_H

#include <stdlib.h>
#include <time.h>

static inline const char *bench_build(void)
{
	const char *build = getenv("BUILD");
	return build != NULL ? build : "build";
}

static inline int bench_size(int whole, int small)
{
	return getenv("BENCH_SMALL") != NULL ? small : whole;
}

/* The processor time of this process, so that other processes do not count. */
static inline double bench_seconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline int bench_compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Sorts the values. */
static inline double bench_median(double *values, size_t count)
{
	qsort(values, count, sizeof *values, bench_compare);
	return values[count / 2];
}

#endif
