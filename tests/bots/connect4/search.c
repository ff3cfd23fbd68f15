/*
 * search.c - the search says the truth about every question, and the same in both of its builds.
 */
#include "bots/connect4/search.h"

#include "bots/connect4/search-tree.h"
#include "tests/lib/brute-connect4.h"
#include "tests/lib/suite.h"

/* A search with a table of its own; the caller clears the table. */
static struct search search_with(struct solver_table *t)
{
	ck_assert(solver_table_init(t, 2));
	return (struct search){.table = t, .grow_at = solver_table_first()};
}

static const int stones[] = {16, 19, 22, 25};

/* This file compiled the plain build; search_at_least() takes the fastest there is. */
START_TEST(both_builds_visit_the_same_nodes_to_the_same_answers)
	{
		struct solver_table one, other;
		struct search plain = search_with(&one), chosen = search_with(&other);
		uint64_t seed = 11;
		for (int i = 0; i < 20; i++) {
			struct board b = brute_random(&seed, stones[_i]);
			struct search_node node;
			int score;
			if (search_prepare(&node, &b, &score))
				continue;
			for (int wanted = -3; wanted <= 3; wanted++) {
				ck_assert_int_eq(search_tree(&plain, &node, wanted),
					search_at_least(&chosen, &node, wanted));
				ck_assert_int_eq(plain.best, chosen.best);
				ck_assert_uint_eq(plain.nodes, chosen.nodes);
			}
		}
		solver_table_clear(&one);
		solver_table_clear(&other);
	}
END_TEST

START_TEST(every_question_about_a_late_position_is_answered_right)
	{
		struct solver_table t;
		struct search s = search_with(&t);
		uint64_t seed = (uint64_t)_i;
		struct search_node node;
		struct board b;
		int score;
		do
			b = brute_random(&seed, 27 + _i % 12);
		while (search_prepare(&node, &b, &score));
		struct brute p = brute_from(&b);
		score = brute_score(&p, -21, 21);
		for (int wanted = search_lowest(node.view.stones);
			wanted <= search_highest(node.view.stones); wanted++) {
			int said = search_at_least(&s, &node, wanted);
			ck_assert_int_eq(said >= wanted, score >= wanted);
			ck_assert(said >= wanted ? said <= score : said >= score);
			ck_assert_int_eq(s.best >= 0, score >= wanted);
		}
		solver_table_clear(&t);
	}
END_TEST

SUITE("bots/connect4/search",
	LOOP(both_builds_visit_the_same_nodes_to_the_same_answers,
		sizeof(stones) / sizeof(*stones)),
	LOOP(every_question_about_a_late_position_is_answered_right, 600))
