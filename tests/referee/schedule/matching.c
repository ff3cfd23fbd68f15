/*
 * Matchings: as many pairs as trying all finds, in graphs drawn at random, while vertices go.
 */
#include "referee/schedule/matching.h"

#include <string.h>

#include "rules/rules.h"
#include "tests/lib/suite.h"

enum { MOST = 12, GRAPHS = 3000 };

static bool edges[MOST * MOST];
static int count, best[1 << MOST];

static void draw(uint64_t *random)
{
	count = 2 + (int)random_below(random, MOST - 1);
	int dense = 1 + (int)random_below(random, 9);
	for (int a = 0; a < count; a++) {
		edges[a * count + a] = false;
		for (int b = 0; b < a; b++)
			edges[a * count + b] = edges[b * count + a] =
				random_below(random, 10) < (uint64_t)dense;
	}
}

/* The most pairs of each set of vertices: the first of it is alone, or with one of the others. */
static void try_all(void)
{
	best[0] = 0;
	for (int some = 1; some < 1 << count; some++) {
		int first = __builtin_ctz((unsigned)some), rest = some & ~(1 << first);
		best[some] = best[rest];
		for (int other = first + 1; other < count; other++)
			if (rest >> other & 1 && edges[first * count + other] &&
				best[rest & ~(1 << other)] + 1 > best[some])
				best[some] = best[rest & ~(1 << other)] + 1;
	}
}

static void check(const struct matching *m, int left)
{
	int pairs = 0;
	for (int v = 0; v < count; v++) {
		ck_assert_int_eq(m->mate[v] == MATCHING_GONE, (left >> v & 1) == 0);
		if (m->mate[v] < 0)
			continue;
		ck_assert_int_eq(m->mate[m->mate[v]], v);
		ck_assert(edges[v * count + m->mate[v]]);
		pairs += v < m->mate[v];
	}
	ck_assert_int_eq(pairs, m->size);
	ck_assert_int_eq(m->size, best[left]);
}

START_TEST(there_are_the_most_pairs_whoever_is_taken_away)
	{
		uint64_t random = 1;
		for (int graph = 0; graph < GRAPHS; graph++) {
			struct matching m;
			draw(&random);
			try_all();
			matching_init(&m, count, edges);
			int left = (1 << count) - 1;
			check(&m, left);
			while (__builtin_popcount((unsigned)left) > 2) {
				int a = (int)random_below(&random, (uint64_t)count);
				int b = (int)random_below(&random, (uint64_t)count);
				if (!(left >> a & 1) || !(left >> b & 1))
					continue;
				bool back = random_below(&random, 3) == 0;
				matching_save(&m);
				if (a == b)
					matching_remove(&m, a);
				else
					matching_remove_two(&m, a, b);
				check(&m, left & ~(1 << a) & ~(1 << b));
				if (back)
					matching_restore(&m);
				else
					left &= ~(1 << a) & ~(1 << b);
				check(&m, left);
			}
			matching_clear(&m);
		}
	}
END_TEST

SUITE("tournament/matching", CASE(there_are_the_most_pairs_whoever_is_taken_away))
