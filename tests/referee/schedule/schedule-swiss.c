/*
 * Swiss: who meets whom, and who sits out.
 */
#include <string.h>

#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"

static int swiss_met[PLAYED_BOTS][PLAYED_BOTS];

/* The fewest second meetings of a round, by trying all: of those in the set, all must be paired. */
static int fewest[1 << 12];
static void count_fewest(int bots)
{
	fewest[0] = 0;
	for (int some = 1; some < 1 << bots; some++) {
		int first = __builtin_ctz((unsigned)some);
		fewest[some] = PLAYED_BOTS;
		for (int other = first + 1; other < bots; other++) {
			int rest = some & ~(1 << first) & ~(1 << other);
			if (some >> other & 1 &&
				fewest[rest] + (swiss_met[first][other] > 0) < fewest[some])
				fewest[some] = fewest[rest] + (swiss_met[first][other] > 0);
		}
	}
}

/* How many of a round's pairs have met before; notes that they meet. */
static int meet_again(int round)
{
	int again = 0;
	for (int i = 0; i < played_count; i++) {
		int a = played[i].bot[0], b = played[i].bot[1];
		if (played[i].round != round || a > b)
			continue;
		again += swiss_met[a][b] > 0;
		swiss_met[a][b]++;
		swiss_met[b][a]++;
	}
	return again;
}

START_TEST(in_a_swiss_no_more_bots_meet_again_than_must)
	{
		struct tournament t;
		int bots = _i + 3;
		test_tournament_init(&t, "connect4", 2, bots, 1, NULL);
		played_set(&t, "format", "swiss");
		played_set(&t, "rounds", "9");
		played_all(&t);
		memset(swiss_met, 0, sizeof swiss_met);
		for (int round = 1; round <= 9 && round < bots; round++) {
			int out = 0, best = PLAYED_BOTS;
			count_fewest(bots);
			int all = (1 << bots) - 1;
			for (int i = 0; i < played_byes_count; i++)
				out |= played_byes[i].round < round ? 1 << played_byes[i].bot : 0;
			for (int bye = 0; bye < bots && bots % 2 == 1; bye++)
				if ((out >> bye & 1) == 0 && fewest[all & ~(1 << bye)] < best)
					best = fewest[all & ~(1 << bye)];
			if (bots % 2 == 0)
				best = fewest[all];
			ck_assert_int_eq(meet_again(round), best);
		}
		tournament_clear(&t);
	}
END_TEST

/* The most pairs of those in the set that have met least often of all, by trying all. */
static int most_pairs[1 << 11];
static void count_most(int bots)
{
	int least = PLAYED_MAX;
	for (int a = 0; a < bots; a++)
		for (int b = 0; b < a; b++)
			least = swiss_met[a][b] < least ? swiss_met[a][b] : least;
	for (int some = 1; some < 1 << bots; some++) {
		int first = __builtin_ctz((unsigned)some), left = some & ~(1 << first);
		most_pairs[some] = most_pairs[left];
		for (int other = first + 1; other < bots; other++)
			if (some >> other & 1 && swiss_met[first][other] == least &&
				most_pairs[left & ~(1 << other)] + 1 > most_pairs[some])
				most_pairs[some] = most_pairs[left & ~(1 << other)] + 1;
	}
}

/* The bot that is to sit out: of those that did so least often, without which most can meet that
 * have not; of several the lowest, which is the last of as many points. */
static int swiss_out(int bots, const int *points, const int *byes)
{
	int out = -1, fewest_byes = PLAYED_MAX;
	for (int bot = 0; bot < bots; bot++)
		fewest_byes = byes[bot] < fewest_byes ? byes[bot] : fewest_byes;
	for (int bot = 0; bot < bots; bot++) {
		int size = most_pairs[((1 << bots) - 1) & ~(1 << bot)];
		if (byes[bot] > fewest_byes)
			continue;
		int before = out < 0 ? -1 : most_pairs[((1 << bots) - 1) & ~(1 << out)];
		if (size > before || (size == before && points[bot] <= points[out]))
			out = bot;
	}
	return out;
}

START_TEST(in_a_swiss_the_lowest_without_which_most_strangers_meet_sits_out)
	{
		enum { ROUNDS = 20 };
		struct tournament t;
		for (int seed = 1; seed <= 20; seed++) {
			char text[8];
			int bots = 5 + _i * 2, points[11] = {0}, byes[11] = {0}, rank[SEATS_MAX];
			snprintf(text, sizeof text, "%d", seed);
			test_tournament_init(&t, "connect4", 2, bots, 1, NULL);
			played_set(&t, "format", "swiss");
			played_set(&t, "rounds", "20");
			played_set(&t, "seed", text);
			played_all(&t);
			ck_assert_int_eq(played_byes_count, ROUNDS);
			memset(swiss_met, 0, sizeof swiss_met);
			for (int round = 1, i = 0; round <= ROUNDS; round++) {
				int bye = played_byes[round - 1].bot;
				count_most(bots);
				ck_assert_int_eq(bye, swiss_out(bots, points, byes));
				byes[bye]++;
				points[bye] += 4; /* halves, as of two games that are won */
				meet_again(round);
				for (; i < played_count && played[i].round == round; i++) {
					played_judge(&played[i], rank);
					const struct score score = played_score(rank, 2);
					points[played[i].bot[0]] += score.halves[0];
					points[played[i].bot[1]] += score.halves[1];
				}
			}
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(in_a_swiss_nobody_meets_twice_in_half_as_many_rounds_as_there_are_bots)
	{
		struct tournament t;
		for (int bots = 4; bots <= PLAYED_BOTS; bots += 2) {
			char text[8];
			snprintf(text, sizeof text, "%d", bots / 2);
			test_tournament_init(&t, "connect4", 2, bots, 1, NULL);
			played_set(&t, "format", "swiss");
			played_set(&t, "rounds", text);
			played_all(&t);
			memset(swiss_met, 0, sizeof swiss_met);
			for (int round = 1; round <= bots / 2; round++)
				ck_assert_int_eq(meet_again(round), 0);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(in_a_swiss_nobody_sits_out_twice_before_everybody_has_once)
	{
		struct tournament t;
		for (int players = 2; players <= 4; players++) {
			for (int bots = players + 1; bots <= PLAYED_BOTS; bots++) {
				test_tournament_init(&t, "nim", players, bots, 1, NULL);
				played_set(&t, "format", "swiss");
				played_set(&t, "rounds", "20");
				played_all(&t);
				int times[PLAYED_BOTS] = {0};
				ck_assert_int_eq(played_byes_count, 20 * (bots % players));
				for (int i = 0; i < played_byes_count; i++) {
					times[played_byes[i].bot]++;
					ck_assert_double_eq(played_byes[i].points, players);
					for (int bot = 0; bot < bots; bot++)
						ck_assert_int_le(
							times[played_byes[i].bot], times[bot] + 1);
				}
				tournament_clear(&t);
			}
		}
	}
END_TEST

START_TEST(in_a_swiss_the_lowest_of_those_who_have_not_sits_out)
	{
		struct tournament t;
		test_tournament_init(&t, "connect4", 2, 33, 1, NULL);
		played_set(&t, "format", "swiss");
		played_all(&t);
		ck_assert_int_eq(played_byes_count, 6);
		for (int round = 2; round <= 6; round++) {
			int points[33] = {0}, rank[SEATS_MAX], bye = played_byes[round - 1].bot;
			for (int i = 0; i < played_count && played[i].round < round; i++) {
				played_judge(&played[i], rank);
				const struct score score = played_score(rank, 2);
				points[played[i].bot[0]] += score.halves[0];
				points[played[i].bot[1]] += score.halves[1];
			}
			for (int i = 0; i < round - 1; i++)
				points[played_byes[i].bot] = 4 * round; /* it had one */
			for (int bot = 0; bot < 33; bot++)
				ck_assert_int_le(points[bye], points[bot]);
		}
		tournament_clear(&t);
	}
END_TEST

/* Seven bots: the first never takes part, all else is drawn. So it sits out the second round, as
 * the lowest; in a tournament that began before version 6 that is worth as much as to all others.
 */
START_TEST(a_bye_is_worth_nothing_to_a_bot_that_did_not_take_part_in_its_last_game)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		test_tournament_init(&t, "connect4", 2, 7, 1, NULL);
		played_set(&t, "format", "swiss");
		t.failed_tie = _i == 1;
		schedule_iterator_init(&it, &t);
		it.on_bye = played_on_bye;
		played_byes_count = 0;
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			struct score score = {.halves = {1, 1}};
			for (int seat = 0; seat < 2; seat++)
				if (p.bot[seat] == 0) {
					score.halves[seat] = 0;
					score.halves[1 - seat] = 2;
					score.away = 1u << seat;
				}
			schedule_iterator_result(&it, p.key, &score);
		}
		ck_assert_int_eq(played_byes_count, 3);
		ck_assert_int_eq(played_byes[1].bot, 0);
		ck_assert_double_eq(played_byes[0].points, 2);
		ck_assert_double_eq(played_byes[1].points, t.failed_tie ? 2 : 0);
		ck_assert_double_eq(played_byes[2].points, 2);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

/* In the first round no bot has points; in the second winners meet winners. */
START_TEST(in_a_swiss_those_meet_who_stand_alike)
	{
		struct tournament t;
		double points[16] = {0};
		test_tournament_init(&t, "connect4", 2, 16, 1, NULL);
		played_set(&t, "format", "swiss");
		played_all(&t);
		ck_assert_int_eq(played_count, 4 * 16);
		double apart = 0;
		for (int i = 0; i < played_count; i++) {
			int rank[SEATS_MAX], a = played[i].bot[0], b = played[i].bot[1];
			if (i % 16 == 0 && i > 0)
				for (int j = i - 16; j < i; j++) {
					played_judge(&played[j], rank);
					points[played[j].bot[0]] += (rank[1] - rank[0] + 1) / 2.0;
					points[played[j].bot[1]] += (rank[0] - rank[1] + 1) / 2.0;
				}
			apart += points[a] > points[b] ? points[a] - points[b]
						       : points[b] - points[a];
		}
		/* At random it would be more than a point a game. */
		ck_assert_double_le(apart / played_count, 0.5);
		tournament_clear(&t);
	}
END_TEST

/* Holds the result of a game; of a game that bot 0 plays again it is the other way round. */
static void swiss_hold(struct schedule_iterator *it, int i, bool again)
{
	int rank[SEATS_MAX] = {0}, swapped[2];
	played_judge(&played[i], rank);
	swapped[0] = again ? rank[1] : rank[0];
	swapped[1] = again ? rank[0] : rank[1];
	played_ranked(it, &played[i], swapped);
}

static bool swiss_is_of_first(int i)
{
	return played[i].bot[0] == 0 || played[i].bot[1] == 0;
}

/* All that three rounds of it had, in the order in which a database gives it. */
static void swiss_hold_replaced(struct schedule_iterator *it, int games, bool results)
{
	for (int i = 0; i < games; i++) {
		int rank[SEATS_MAX];
		played_judge(&played[i], rank);
		const struct score score = played_score(rank, 2);
		if (swiss_is_of_first(i))
			schedule_iterator_replaced(it, played[i].key, 3, &score);
	}
	for (int i = 0; i < games; i++)
		if (results || !swiss_is_of_first(i))
			swiss_hold(it, i, swiss_is_of_first(i));
}

START_TEST(rounds_of_a_swiss_that_are_played_again_keep_their_pairings)
	{
		enum { BOTS = 9, GAMES = 3 * 8 };
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		char text[ERROR_TEXT], points[40];
		int same = 0;
		double made[BOTS] = {0}, most = 0;
		test_tournament_init(&t, "connect4", 2, BOTS, 1, NULL);
		played_set(&t, "format", "swiss");
		played_set(&t, "rounds", "4");
		played_all(&t);

		/* As long as nothing of it has been played again nothing later is paired. */
		schedule_iterator_init(&it, &t);
		swiss_hold_replaced(&it, GAMES, false);
		for (int i = 0; i < GAMES; i++) {
			ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_GAME);
			ck_assert_uint_eq(p.key, played[i].key);
		}
		ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_WAIT);
		schedule_iterator_clear(&it);

		/* Then the fourth round follows from what counts. */
		schedule_iterator_init(&it, &t);
		it.on_bye = played_on_bye;
		played_byes_count = 0;
		swiss_hold_replaced(&it, GAMES, true);
		for (int i = 0; i < GAMES; i++) {
			ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_GAME);
			ck_assert_uint_eq(p.key, played[i].key);
		}
		for (int i = GAMES; i < GAMES + 8; i++) {
			ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_GAME);
			ck_assert_int_eq(p.round, 4);
			same += p.key == played[i].key;
			made[p.bot[0]] += 0.5;
			made[p.bot[1]] += 0.5;
			played_ranked(&it, &p, (const int[2]){1, 1});
		}
		ck_assert_int_lt(same, 8);
		ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_END);

		/* The points that count, added up by hand: a bot that sits out gets two. */
		for (int i = 0; i < GAMES; i++) {
			int rank[SEATS_MAX] = {0}, sign = swiss_is_of_first(i) ? -1 : 1;
			played_judge(&played[i], rank);
			made[played[i].bot[0]] += 0.5 + sign * (rank[1] - rank[0]) / 2.0;
			made[played[i].bot[1]] += 0.5 + sign * (rank[0] - rank[1]) / 2.0;
		}
		for (int i = 0; i < played_byes_count; i++)
			made[played_byes[i].bot] += played_byes[i].points;
		for (int i = 0; i < BOTS; i++)
			most = made[i] > most ? made[i] : most;
		schedule_iterator_conclude(&it, text, sizeof text);
		snprintf(points, sizeof points, "with %g of 8 points", most);
		ck_assert_msg(strstr(text, points) != NULL, "%s, without %s", text, points);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_swiss_of_a_thousand_is_paired_in_seconds)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		test_tournament_init(&t, "connect4", 2, 999, 1, NULL);
		played_set(&t, "format", "swiss");
		schedule_iterator_init(&it, &t);
		int games = 0;
		for (; schedule_iterator_next(&it, &p) == SCHEDULE_GAME; games++)
			played_finish(&it, &p);
		ck_assert_int_eq(games, 10 * 998);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

/* --- who meets whom, as the theory at the head of schedule-swiss.c has it, worked out by hand ---
 */

/* The pairs of each round, as FIRST-SECOND by the order in the file from 1, the better one first.
 * drawn: all games are; else the one that stands first in the file wins. */
static const struct paired {
	int bots;
	bool drawn;
	const char *rounds[3];
} paired[] = {
	/* Half of their number below, of all who stand alike. */
	{6, false, {"1-4 2-5 3-6", "1-2 3-4 5-6", NULL}},
	{8, false, {"1-5 2-6 3-7 4-8", "1-3 2-4 5-7 6-8", "1-2 3-5 4-6 7-8"}},
	/* All stand alike all the time, in the order of the file: where half has been met the
	 * nearest to that, above before below. */
	{8, true, {"1-5 2-6 3-7 4-8", "1-4 2-5 3-6 7-8", NULL}},
	{6, true, {"1-4 2-5 3-6", "1-3 2-4 5-6", NULL}},
	/* The last of the file sits out, then the lowest that has not: a bye is worth two wins. */
	{5, false, {"1-3 2-4", "1-2 3-5", NULL}},
	/* and more than two draws, so that it stands first then */
	{5, true, {"1-3 2-4", "2-3 1-5", NULL}},
};

static void swiss_note(char *text, const struct pairing *p)
{
	char pair[32];
	snprintf(pair, sizeof pair, "%d-%d", p->bot[0] + 1, p->bot[1] + 1);
	if (p->bot[0] > p->bot[1] || strstr(text, pair) != NULL)
		return; /* the second game of two */
	snprintf(text + strlen(text), 128 - strlen(text), "%s%s", *text != '\0' ? " " : "", pair);
}

/* Four bots: the last is benched in the first round and plays in the second. */
START_TEST(what_a_game_gave_that_was_not_played_is_told_once)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		test_tournament_init(&t, "connect4", 2, 4, 1, NULL);
		played_set(&t, "format", "swiss");
		played_set(&t, "rounds", "3");
		schedule_iterator_init(&it, &t);
		it.on_bye = played_on_bye;
		played_byes_count = 0;
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME)
			if (p.round == 1 && (p.bot[0] == 3 || p.bot[1] == 3))
				played_skip(&it, &p, p.bot[0] == 3 ? 1 : 2);
			else
				played_ranked(&it, &p, (int[]){1, 1});
		/* Its opponent won both games of the pair. */
		ck_assert_int_eq(played_byes_count, 1);
		ck_assert_int_eq(played_byes[0].round, 1);
		ck_assert_int_eq(played_byes[0].bot, 1);
		ck_assert_double_eq(played_byes[0].points, 2);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

/* All bots before this one have made as many points, the others nothing. */
static const struct {
	int bots, first;
	const char *end;
} ends[] = {
	{4, 1, "bot-0 wins the swiss of 1 round with 2 of 2 points"},
	{4, 2, "bot-0 and bot-1 share the first place of the swiss of 1 round with 2 of 2 points"},
	{6, 3, "bot-0, bot-1 and bot-2 share the first place of the swiss of 1 round with 2 of 2 points"},
	{8, 4, "bot-0, bot-1, bot-2 and bot-3 share the first place of the swiss of 1 round with 2 of 2 points"},
	{10, 5, "5 bots share the first place of the swiss of 1 round with 2 of 2 points"},
};

START_TEST(who_stands_first_in_a_swiss_is_told)
	{
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		char text[256];
		test_tournament_init(&t, "connect4", 2, ends[_i].bots, 1, NULL);
		played_set(&t, "format", "swiss");
		played_set(&t, "rounds", "1");
		schedule_iterator_init(&it, &t);
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			/* The upper half meets the lower. */
			bool good[2] = {p.bot[0] < ends[_i].first, p.bot[1] < ends[_i].first};
			struct score score = {.halves = {2 * good[0], 2 * good[1]}};
			schedule_iterator_result(&it, p.key, &score);
		}
		schedule_iterator_conclude(&it, text, sizeof text);
		ck_assert_str_eq(text, ends[_i].end);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

START_TEST(in_a_swiss_these_meet_and_no_others)
	{
		const struct paired *row = &paired[_i];
		struct tournament t;
		struct schedule_iterator it;
		struct pairing p;
		char rounds[4][128] = {""};
		test_tournament_init(&t, "connect4", 2, row->bots, 1, NULL);
		played_set(&t, "format", "swiss");
		played_set(&t, "rounds", "3");
		schedule_iterator_init(&it, &t);
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			int rank[SEATS_MAX] = {1, 1};
			if (!row->drawn)
				rank[p.bot[0] > p.bot[1] ? 0 : 1] = 2;
			swiss_note(rounds[p.round], &p);
			played_ranked(&it, &p, rank);
		}
		for (int i = 0; i < 3 && row->rounds[i] != NULL; i++)
			ck_assert_str_eq(rounds[i + 1], row->rounds[i]);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/swiss", LOOP(in_a_swiss_these_meet_and_no_others, sizeof paired / sizeof *paired),
	LOOP(in_a_swiss_no_more_bots_meet_again_than_must, 10),
	LOOP(in_a_swiss_the_lowest_without_which_most_strangers_meet_sits_out, 4),
	CASE(in_a_swiss_nobody_meets_twice_in_half_as_many_rounds_as_there_are_bots),
	CASE(in_a_swiss_nobody_sits_out_twice_before_everybody_has_once),
	CASE(in_a_swiss_the_lowest_of_those_who_have_not_sits_out),
	CASE(in_a_swiss_those_meet_who_stand_alike),
	CASE(what_a_game_gave_that_was_not_played_is_told_once),
	LOOP(who_stands_first_in_a_swiss_is_told, sizeof ends / sizeof *ends),
	CASE(rounds_of_a_swiss_that_are_played_again_keep_their_pairings),
	LOOP(a_bye_is_worth_nothing_to_a_bot_that_did_not_take_part_in_its_last_game, 2),
	CASE(a_swiss_of_a_thousand_is_paired_in_seconds))
