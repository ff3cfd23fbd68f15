/*
 * The output of referee compare for two bots of which all is given.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "referee/results/compare.h"
#include "tests/lib/suite.h"

static const struct sprt compare_near = {SPRT_LOGISTIC, 0, 5, 0.05, 0.05},
			 compare_far = {SPRT_NORMALIZED, -2.5, 200, 0.01, 0.05};

/* first, second: of each seat how many games bot lost, drew and won; what strength and test make
 * of the numbers is their tests' own. */
static const struct compare_given {
	enum text_table_format format;
	bool counts;
	int seats;
	int64_t first[RESULT_COUNTS_GAMES], second[RESULT_COUNTS_GAMES];
	int64_t games[RESULT_COUNTS_GAMES], pairs[RESULT_COUNTS_PAIRS];
	int64_t alone, late, together, faults[2];
	int64_t known, lines, programs;
	const struct sprt *sprt;
	const char *printed;
} compare_rows[] = {
	/* unlike numbers everywhere */
	{TEXT_TABLE_TEXT, false, 2, {1, 2, 3}, {4, 5, 6}, {5, 7, 9}, {0}, 1, 1, 1, {1, 2}, 21, 20,
		2, NULL,
		"seat  games  wins  draws  losses  points  percent\n"
		"   1      6     3      2       1     4.0     66.7\n"
		"   2     15     6      5       4     8.5     56.7\n"
		" all     21     9      7       5    12.5     59.5\n"
		"\n"
		"From 21 games:\n"
		"Elo difference               +67.0  (95%: -52.2 to +205.1)\n"
		"normalized Elo difference    +83.4  (95%: -72.1 to +238.8)\n"
		"likelihood of superiority     86.4%\n"
		"drawn games                   33.3%\n"
		"Note: alpha had another program or command in some games; all 2 versions are counted as one\n"
		"Note: 1 game has no partner with the same opening and swapped seats\n"
		"Note: 1 more game does not count: it comes after the pairs that the test counts\n"
		"Note: 1 game is left out: both bots failed together\n"
		"Note: alpha lost 1 game by a fault of its own\n"
		"Note: beta lost 2 games by a fault of its own\n"
		"Note: 1 of 21 games repeat another game, move for move, and count all the same\n"
		"\n"
		"Not decided: alpha may be anything from 52.2 Elo weaker to 205.1 Elo stronger than beta (95%).\n"},
	{TEXT_TABLE_TEXT, false, 2, {10, 0, 10}, {10, 0, 10}, {20, 0, 20}, {1, 2, 12, 4, 1}, 2, 3,
		4, {0, 1}, 40, 40, 1, NULL,
		"seat  games  wins  draws  losses  points  percent\n"
		"   1     20    10      0      10    10.0     50.0\n"
		"   2     20    10      0      10    10.0     50.0\n"
		" all     40    20      0      20    20.0     50.0\n"
		"\n"
		"points of a pair  0  1/2   1  3/2  2\n"
		"pairs             1    2  12    4  1\n"
		"\n"
		"From 20 pairs:\n"
		"Elo difference               +17.4  (95%: -59.1 to +89.5)\n"
		"normalized Elo difference    +29.6  (95%: -83.0 to +134.3)\n"
		"likelihood of superiority     70.0%\n"
		"even pairs                    60.0%\n"
		"Note: 2 games have no partner with the same opening and swapped seats, and do not count in the figures from pairs\n"
		"Note: 3 more games do not count: they come after the pairs that the test counts\n"
		"Note: 4 games are left out: both bots failed together\n"
		"Note: beta lost 1 game by a fault of its own\n"
		"\n"
		"Not decided: alpha may be anything from 59.1 Elo weaker to 89.5 Elo stronger than beta (95%).\n"},
	/* nothing is in pairs where three sit down */
	{TEXT_TABLE_TEXT, false, 3, {0, 1, 0}, {1, 0, 2}, {1, 1, 2}, {0}, 4, 0, 0, {2, 0}, 4, 4, 1,
		NULL,
		"seat  games  wins  draws  losses  points  percent\n"
		"   1      1     0      1       0     0.5     50.0\n"
		"   2      3     2      0       1     2.0     66.7\n"
		"   3      0     0      0       0     0.0\n"
		" all      4     2      1       1     2.5     62.5\n"
		"\n"
		"From 4 games:\n"
		"Elo difference               +88.7  (95%: -193.0 to +361.7)\n"
		"normalized Elo difference   +104.8  (95%: -227.7 to +501.6)\n"
		"likelihood of superiority     71.8%\n"
		"drawn games                   25.0%\n"
		"Note: games of 3 seats; for each pair of their seats the better rank counts; no pairs of games\n"
		"Note: alpha lost 2 games by a fault of its own\n"
		"\n"
		"Not decided: 3 uneven games so far, and it takes at least 6.\n"},
	{TEXT_TABLE_TEXT, true, 2, {0}, {0}, {1, 0, 0}, {0}, 0, 0, 0, {0, 0}, 0, 0, 0,
		&compare_near,
		"LLR -0.014495\n"
		"H0 at or below -2.944439: Elo 0; H1 at or above 2.944439: Elo 5\n"
		"alpha 0.05, beta 0.05, logistic model, from 1 game\n"
		"\n"
		"seat  games  wins  draws  losses  points  percent\n"
		" all      1     0      0       1     0.0      0.0\n"
		"\n"
		"From 1 game:\n"
		"Elo difference                -inf  (95%: -inf to +234.3)\n"
		"normalized Elo difference     -inf  (95%: -inf to +252.6)\n"
		"likelihood of superiority     15.9%\n"
		"drawn games                    0.0%\n"
		"\n"
		"Not decided after 1 game: the LLR -0.01 lies between -2.94 (H0: 0) and 2.94 (H1: 5).\n"},
	{TEXT_TABLE_TEXT, true, 2, {0}, {0}, {0}, {0, 0, 10, 0, 90}, 0, 0, 0, {0, 0}, 0, 0, 0,
		&compare_far,
		"LLR 47.087936\n"
		"H0 at or below -2.985682: normalized Elo -2.5; H1 at or above 4.553877: normalized Elo 200\n"
		"alpha 0.01, beta 0.05, normalized model, from 100 pairs\n"
		"\n"
		"points of a pair  0  1/2   1  3/2   2\n"
		"pairs             0    0  10    0  90\n"
		"\n"
		"From 100 pairs:\n"
		"Elo difference              +511.5  (95%: +425.7 to +670.8)\n"
		"normalized Elo difference   +737.0  (95%: +496.3 to +977.8)\n"
		"likelihood of superiority     99.9%\n"
		"even pairs                    10.0%\n"
		"\n"
		"The first is not 2.5 normalized Elo weaker than the second: H1 (200) accepted, H0 (-2.5) rejected after 100 pairs, LLR 47.09 (-2.99 to 4.55).\n"},
	{TEXT_TABLE_CSV, true, 2, {0}, {0}, {0}, {0, 0, 10, 0, 90}, 0, 0, 0, {0, 0}, 0, 0, 0,
		&compare_far,
		"llr,llr_lower,llr_upper,accepted,bot,opponent,games,wins,draws,losses,pairs,pairs_"
		"0,pairs_half,pairs_1,pairs_3_halves,pairs_2,pairs_by_opening,"
		"games_without_partner,games_repeated,"
		"games_not_counted,failed_together,faults,faults_opponent,computed_from,score,elo,"
		"elo_low,elo_high,normalized,normalized_low,normalized_high,los,even,finding,"
		"conclusion\n"
		"47.087936,-2.985682,4.553877,H1,,,200,,,,100,0,0,10,0,90,,0,0,0,0,0,0,pairs,0."
		"950000,511.501440,425.701471,670.832500,737.022176,496.266022,977.778329,1.000000,"
		"0.100000,stronger,\"The first is not 2.5 normalized Elo weaker than the second: H1 (200) accepted, H0 (-2.5) rejected after 100 pairs, LLR 47.09 (-2.99 to 4.55).\"\n"},
	/* the same games over and over */
	{TEXT_TABLE_TEXT, false, 2, {0, 0, 20}, {0, 0, 20}, {0, 0, 40}, {0, 0, 0, 0, 20}, 0, 0, 0,
		{0, 0}, 40, 5, 1, NULL,
		"seat  games  wins  draws  losses  points  percent\n"
		"   1     20    20      0       0    20.0    100.0\n"
		"   2     20    20      0       0    20.0    100.0\n"
		" all     40    40      0       0    40.0    100.0\n"
		"\n"
		"points of a pair  0  1/2  1  3/2   2\n"
		"pairs             0    0  0    0  20\n"
		"\n"
		"From 20 pairs:\n"
		"Elo difference                +inf  (95%: +286.4 to +inf)\n"
		"normalized Elo difference     +inf  (95%: +226.3 to +inf)\n"
		"likelihood of superiority     99.9%\n"
		"even pairs                     0.0%\n"
		"Note: 35 of 40 games repeat another game, move for move, and count all the same\n"
		"\n"
		"Not decided: the same 5 games were played again and again; use more openings.\n"},
	{TEXT_TABLE_TEXT, false, 2, {0}, {0}, {0}, {0}, 0, 0, 0, {0, 0}, 0, 0, 1, NULL,
		"Not decided: they have not met; ratings compare them through other opponents (referee ratings).\n"},
	{TEXT_TABLE_TEXT, true, 2, {0}, {0}, {0}, {0}, 0, 0, 0, {0, 0}, 0, 0, 0, NULL,
		"Not decided: there are no games.\n"},
	{TEXT_TABLE_CSV, false, 2, {1, 2, 3}, {4, 5, 6}, {5, 7, 9}, {1, 2, 3, 2, 1}, 11, 12, 13,
		{14, 15}, 21, 16, 1, NULL,
		"llr,llr_lower,llr_upper,accepted,bot,opponent,games,wins,draws,losses,pairs,pairs_"
		"0,pairs_half,pairs_1,pairs_3_halves,pairs_2,pairs_by_opening,"
		"games_without_partner,games_repeated,"
		"games_not_counted,failed_together,faults,faults_opponent,computed_from,score,elo,"
		"elo_low,elo_high,normalized,normalized_low,normalized_high,los,even,finding,"
		"conclusion\n"
		",,,,alpha,beta,21,9,7,5,9,1,2,3,2,1,0,11,5,12,13,14,15,pairs,0.500000,0.000000,-"
		"140."
		"278641,140.278641,0.000000,-160.504102,160.504102,0.500000,0.333333,undecided,Not decided: alpha may be anything from 140.3 Elo weaker to 140.3 Elo stronger than beta (95%).\n"},
	{TEXT_TABLE_CSV, false, 2, {0, 0, 20}, {0, 0, 20}, {0, 0, 40}, {0, 0, 0, 0, 20}, 0, 0, 0,
		{0, 0}, 40, 5, 1, NULL,
		"llr,llr_lower,llr_upper,accepted,bot,opponent,games,wins,draws,losses,pairs,pairs_"
		"0,pairs_half,pairs_1,pairs_3_halves,pairs_2,pairs_by_opening,"
		"games_without_partner,games_repeated,"
		"games_not_counted,failed_together,faults,faults_opponent,computed_from,score,elo,"
		"elo_low,elo_high,normalized,normalized_low,normalized_high,los,even,finding,"
		"conclusion\n"
		",,,,alpha,beta,40,40,0,0,20,0,0,0,0,20,0,0,35,0,0,0,0,pairs,1.000000,,286.424937,,"
		","
		"226.319207,,0.999996,0.000000,undecided,Not decided: the same 5 games were played again and again; use more openings.\n"},
	/* pairs alone: what their games were is not known */
	{TEXT_TABLE_CSV, true, 2, {0}, {0}, {0}, {1, 2, 3, 2, 1}, 0, 0, 0, {0, 0}, 0, 0, 0, NULL,
		"llr,llr_lower,llr_upper,accepted,bot,opponent,games,wins,draws,losses,pairs,pairs_"
		"0,pairs_half,pairs_1,pairs_3_halves,pairs_2,pairs_by_opening,"
		"games_without_partner,games_repeated,"
		"games_not_counted,failed_together,faults,faults_opponent,computed_from,score,elo,"
		"elo_low,elo_high,normalized,normalized_low,normalized_high,los,even,finding,"
		"conclusion\n"
		",,,,,,18,,,,9,1,2,3,2,1,,0,0,0,0,0,0,pairs,0.500000,0.000000,-140.278641,140."
		"278641,0.000000,-160.504102,160.504102,0.500000,0.333333,undecided,Not decided: The first may be anything from 140.3 Elo weaker to 140.3 Elo stronger than the second (95%).\n"},
	{TEXT_TABLE_CSV, true, 2, {0}, {0}, {0}, {0}, 0, 0, 0, {0, 0}, 0, 0, 0, NULL,
		"llr,llr_lower,llr_upper,accepted,bot,opponent,games,wins,draws,losses,pairs,pairs_"
		"0,pairs_half,pairs_1,pairs_3_halves,pairs_2,pairs_by_opening,"
		"games_without_partner,games_repeated,"
		"games_not_counted,failed_together,faults,faults_opponent,computed_from,score,elo,"
		"elo_low,elo_high,normalized,normalized_low,normalized_high,los,even,finding,"
		"conclusion\n"
		",,,,,,0,0,0,0,0,0,0,0,0,0,,0,0,0,0,0,0,games,,,,,,,,,,undecided,Not decided: there are no games.\n"},
};

/* Adds this many numbers. */
static void compare_fill(struct hash_table *set, int64_t count)
{
	*set = (struct hash_table){.value = 0};
	for (int64_t i = 0; i < count; i++)
		hash_table_add(set, (uint64_t)i + 1);
}

static void compare_make(const struct compare_given *given, struct compare *c)
{
	*c = (struct compare){.bot = "alpha",
		.opponent = "beta",
		.counts = given->counts,
		.seats = given->seats,
		.games = {.kinds = RESULT_COUNTS_GAMES},
		.pairs = {.kinds = RESULT_COUNTS_PAIRS},
		.alone = given->alone,
		.late = given->late,
		.together = given->together,
		.faults = {given->faults[0], given->faults[1]},
		.known = given->known,
		.sprt = given->sprt};
	memcpy(c->by_seat[0], given->first, sizeof given->first);
	memcpy(c->by_seat[1], given->second, sizeof given->second);
	memcpy(c->games.count, given->games, sizeof given->games);
	memcpy(c->pairs.count, given->pairs, sizeof given->pairs);
	compare_fill(&c->lines, given->lines);
	compare_fill(&c->rows[0], given->programs);
	compare_fill(&c->rows[1], 1);
}

START_TEST(a_comparison_is_printed_as_it_is_given)
	{
		struct compare c;
		char *text = NULL;
		size_t length = 0;
		FILE *out = memory_open(&text, &length);
		compare_make(&compare_rows[_i], &c);
		compare_conclude(&c);
		compare_print(&c, compare_rows[_i].format, out);
		memory_close(out);
		ck_assert_str_eq(text, compare_rows[_i].printed);
		free(text);
		compare_clear(&c);
	}
END_TEST

START_TEST(nodes_per_second_are_printed_of_bots_that_tell_their_nodes)
	{
		struct compare c = {.bot = "alpha", .opponent = "beta"};
		char *text = NULL;
		size_t length = 0;
		FILE *out = memory_open(&text, &length);
		compare_print_speed(&c, out); /* nothing */
		c.nodes[1] = 3000000;
		c.thought[1] = 2 * SECOND;
		compare_print_speed(&c, out);
		memory_close(out);
		ck_assert_str_eq(
			text, "Nodes per second, as the bots count them: alpha -, beta 1500000\n");
		free(text);
	}
END_TEST

static const struct {
	struct compare_waits first, second;
	const char *printed;
} waits_rows[] = {
	{{0, 0, 0}, {0, 0, 0}, ""},
	{{100, 2000000, 499000}, {100, 2000000, 0}, ""},
	{{100, 2000000, 860000}, {100, 2000000, 500000},
		"Note: the machine was busy: alpha waited for a processor 43 % of its time, beta 25 %; "
		"a bot that reads the wall clock searches less then\n"},
	/* moves of less than a millisecond */
	{{100, 90000, 60000}, {100, 90000, 60000}, ""},
};

START_TEST(long_waits_for_a_processor_are_noted)
	{
		struct compare c = {.bot = "alpha",
			.opponent = "beta",
			.waits = {waits_rows[_i].first, waits_rows[_i].second}};
		char *text = NULL;
		size_t length = 0;
		FILE *out = memory_open(&text, &length);
		compare_print_speed(&c, out);
		memory_close(out);
		ck_assert_str_eq(text, waits_rows[_i].printed);
		free(text);
	}
END_TEST

SUITE("referee/results/compare-print",
	CASE(nodes_per_second_are_printed_of_bots_that_tell_their_nodes),
	LOOP(long_waits_for_a_processor_are_noted, sizeof waits_rows / sizeof *waits_rows),
	LOOP(a_comparison_is_printed_as_it_is_given, sizeof compare_rows / sizeof *compare_rows))
