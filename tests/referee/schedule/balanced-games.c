/*
 * Samples: how evenly they share out games, opponents and seats, counted here, slowly and apart.
 */
#include "referee/schedule/balanced-games.h"

#include <string.h>

#include "referee/schedule/pairing-stats.h"
#include "tests/lib/test-tournament.h"
#include "tests/lib/suite.h"

enum { BOTS = 14 };

static struct seen {
	int games[BOTS], met[BOTS][BOTS], sat[BOTS][SEATS_MAX], shares[BOTS][SEATS_MAX + 1];
} tally;

struct range {
	int min, max;
};

static struct range range_of(const int *counts, int count)
{
	struct range range = {counts[0], counts[0]};
	for (int i = 1; i < count; i++) {
		range.min = counts[i] < range.min ? counts[i] : range.min;
		range.max = counts[i] > range.max ? counts[i] : range.max;
	}
	return range;
}

static struct range range_met(int bots)
{
	int counts[BOTS * BOTS] = {0}, count = 0;
	for (int a = 0; a < bots; a++) {
		for (int b = 0; b < a; b++)
			counts[count++] = tally.met[a][b];
	}
	return range_of(counts, count);
}

static struct range range_sat(int bots, int seats)
{
	int counts[BOTS * SEATS_MAX] = {0}, count = 0;
	for (int bot = 0; bot < bots; bot++) {
		for (int seat = 0; seat < seats; seat++)
			counts[count++] = tally.sat[bot][seat];
	}
	return range_of(counts, count);
}

static struct range range_shares(int bots, int seats)
{
	int counts[BOTS * SEATS_MAX] = {0}, count = 0;
	for (int bot = 0; bot < bots; bot++) {
		for (int share = 1; share < seats; share++)
			counts[count++] = tally.shares[bot][share];
	}
	return range_of(counts, count);
}

static int width(struct range range)
{
	return range.max - range.min;
}

static void tally_add(const struct pairing *p)
{
	int share[BOTS] = {0};
	for (int seat = 0; seat < p->seats; seat++) {
		share[p->bot[seat]]++;
		tally.sat[p->bot[seat]][seat]++;
	}
	for (int a = 0; a < BOTS; a++) {
		tally.games[a] += share[a] > 0;
		tally.shares[a][share[a]]++;
		for (int b = 0; b < BOTS; b++)
			tally.met[a][b] += a != b && share[a] > 0 && share[b] > 0;
	}
}

static void ck_same(struct pairing_stats_range counted, struct range expected)
{
	ck_assert_int_eq(counted.min, expected.min);
	ck_assert_int_eq(counted.max, expected.max);
}

/* The sample of a tournament, counted; what `--dry-run` counts must be the same. */
static void tally_up(int bots, int seats, int games, int began, const char *format)
{
	struct tournament t;
	struct pairing p;
	struct pairing_stats balance;
	int64_t at = 0;
	test_tournament_init(&t, "nim", 2, bots, 1, NULL);
	free(t.format);
	t.format = memory_copy(format);
	t.players = seats;
	t.games = games;
	t.games_began = began;
	memset(&tally, 0, sizeof tally);
	pairing_stats_init(&balance, &t);
	while (test_tournament_game(&t, at++, &p)) {
		tally_add(&p);
		pairing_stats_add(&balance, &p);
	}
	ck_assert_int_eq(balance.games, games);
	ck_same(pairing_stats_played(&balance), range_of(tally.games, bots));
	ck_same(pairing_stats_met(&balance), range_met(bots));
	ck_same(pairing_stats_sat(&balance), range_sat(bots, seats));
	ck_same(pairing_stats_shares(&balance), range_shares(bots, seats));
	pairing_stats_clear(&balance);
	tournament_clear(&t);
}

static const int sweep_seats[] = {2, 3, 4, 6};
static const int sweep_games[] = {1, 2, 5, 13, 21, 60, 132, 1001};
enum { SWEEP_GAMES = sizeof sweep_games / sizeof *sweep_games };

START_TEST(seats_and_games_of_a_bot_are_within_one_and_pairs_within_three_whatever_is_asked_for)
	{
		int bots = _i / 4 + 2, seats = sweep_seats[_i % 4];
		for (int i = 0; i < SWEEP_GAMES && seats <= bots; i++) {
			int games = sweep_games[i];
			tally_up(bots, seats, games, games, "round-robin");
			ck_assert_msg(width(range_sat(bots, seats)) <= 1 &&
					      width(range_of(tally.games, bots)) <= 1,
				"%d bots, %d seats, %d games", bots, seats, games);
			ck_assert_msg(width(range_met(bots)) <= (seats == 2 ? 1 : 3),
				"%d bots, %d seats, %d games", bots, seats, games);
		}
	}
END_TEST

/* Designs that are known to be, from the Handbook of Combinatorial Designs (II.1, table 1.28 and
 * packings of II.40): these numbers of bots, seats and games, and every pair meets least to most
 * times. */
static const struct {
	int bots, seats, games, least, most;
} designs[] = {
	{7, 3, 7, 1, 1},
	{6, 3, 10, 2, 2},
	{9, 3, 12, 1, 1},
	{13, 3, 26, 1, 1},
	{10, 3, 30, 2, 2},
	{12, 3, 44, 2, 2},
	{11, 3, 55, 3, 3},
	{7, 4, 7, 2, 2},
	{13, 4, 13, 1, 1},
	{8, 4, 14, 3, 3},
	{10, 4, 15, 2, 2},
	{9, 4, 18, 3, 3},
	{12, 4, 132, 12, 12},
	{7, 6, 7, 5, 5},
	{11, 6, 11, 3, 3},
	{9, 6, 12, 5, 5},
	{10, 6, 15, 5, 5},
	{8, 6, 28, 15, 15},
	{12, 6, 132, 30, 30},
	/* the same again and again, and a little more of it */
	{7, 3, 70000, 10000, 10000},
	{13, 4, 13 * 77 + 3, 77, 78},
	{9, 3, 12 * 500 + 3, 500, 501},
	/* disjoint games, and parts of affine planes */
	{12, 3, 4, 0, 1},
	{9, 3, 9, 0, 1},
	{12, 4, 3, 0, 1},
};
enum { DESIGNS = sizeof designs / sizeof *designs };

START_TEST(designs_that_are_known_to_be_are_found)
	{
		int bots = designs[_i].bots, seats = designs[_i].seats;
		tally_up(bots, seats, designs[_i].games, designs[_i].games, "round-robin");
		struct range met = range_met(bots);
		ck_assert_int_eq(met.min, designs[_i].least);
		ck_assert_int_eq(met.max, designs[_i].most);
		ck_assert_int_le(width(range_sat(bots, seats)), 1);
		ck_assert_int_le(width(range_of(tally.games, bots)), 1);
	}
END_TEST

static const struct {
	int bots, seats, began, more;
} growths[] = {{8, 3, 20, 35}, {8, 6, 40, 41}, {5, 4, 3, 4}, {12, 4, 61, 300}, {6, 2, 7, 100},
	{4, 4, 6, 11}, {9, 6, 18, 90}, {7, 3, 1, 7}};
enum { GROWTHS = sizeof growths / sizeof *growths };

static void made_sample(struct tournament *t, int i, int games)
{
	test_tournament_init(t, growths[i].seats > 2 ? "nim" : "connect4",
		growths[i].seats <= 4 ? growths[i].seats : 4, growths[i].bots, 1, NULL);
	t->players = growths[i].seats;
	t->games = games;
	t->games_began = growths[i].began;
}

START_TEST(a_tournament_that_gets_more_games_keeps_those_it_had)
	{
		struct tournament few, many;
		struct pairing p, q;
		made_sample(&few, _i, growths[_i].began);
		made_sample(&many, _i, growths[_i].more);
		for (int64_t at = 0; at < few.games;) {
			int64_t same = at;
			ck_assert(test_tournament_game(&few, at++, &p));
			ck_assert(test_tournament_game(&many, same++, &q));
			ck_assert_uint_eq(p.key, q.key);
			ck_assert_uint_eq(p.seed, q.seed);
		}
		tournament_clear(&few);
		tournament_clear(&many);
		tally_up(growths[_i].bots, growths[_i].seats, growths[_i].more, growths[_i].began,
			"round-robin");
		ck_assert_int_le(width(range_sat(growths[_i].bots, growths[_i].seats)), 1);
	}
END_TEST

START_TEST(another_seed_is_another_sample)
	{
		struct tournament t;
		struct pairing p, q;
		int same = 0;
		made_sample(&t, 0, growths[0].began);
		for (int64_t at = 0; at < t.games; at++) {
			t.seed = 1;
			test_tournament_game(&t, at, &p);
			t.seed = 2;
			test_tournament_game(&t, at, &q);
			same += p.key == q.key;
		}
		ck_assert_int_lt(same, 10);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_mix_plays_every_way_of_every_pair_once_a_round)
	{
		static unsigned char played[3][5][5][1 << 4];
		struct tournament t;
		struct pairing p;
		int64_t at = 0;
		int seats = _i + 2, games = 0;
		memset(played, 0, sizeof played);
		test_tournament_init(&t, seats > 2 ? "nim" : "connect4", seats, 5, 2, NULL);
		free(t.format);
		t.format = memory_copy("mix");
		for (; test_tournament_game(&t, at++, &p); games++) {
			int low = 5, high = -1, way = 0;
			for (int seat = 0; seat < seats; seat++) {
				low = p.bot[seat] < low ? p.bot[seat] : low;
				high = p.bot[seat] > high ? p.bot[seat] : high;
			}
			for (int seat = 0; seat < seats; seat++) {
				ck_assert(p.bot[seat] == low || p.bot[seat] == high);
				way |= (p.bot[seat] == low) << seat;
			}
			ck_assert_int_lt(low, high);
			ck_assert_int_eq(played[p.round][low][high][way]++, 0);
		}
		/* 10 pairs, 2 rounds, 2^seats - 2 ways */
		ck_assert_int_eq(games, 20 * ((1 << seats) - 2));
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_sampled_mix_shares_out_pairs_and_seats_within_one)
	{
		int bots = _i / 5 + 2, seats = _i % 5 + 2;
		for (int i = 0; i < SWEEP_GAMES; i++) {
			int games = sweep_games[i];
			tally_up(bots, seats, games, games, "mix");
			ck_assert_msg(width(range_sat(bots, seats)) <= 1 &&
					      width(range_met(bots)) <= 1 &&
					      width(range_of(tally.games, bots)) <= 2,
				"%d bots, %d seats, %d games", bots, seats, games);
			ck_assert_msg(games % bots != 0 || width(range_of(tally.games, bots)) == 0,
				"%d bots, %d seats, %d games", bots, seats, games);
		}
	}
END_TEST

START_TEST(in_a_sampled_mix_each_number_of_seats_is_about_equally_frequent)
	{
		int bots = _i / 5 + 2, seats = _i % 5 + 2;
		for (int i = 0; i < SWEEP_GAMES; i++) {
			tally_up(bots, seats, sweep_games[i], sweep_games[i], "mix");
			ck_assert_msg(width(range_shares(bots, seats)) <= 3,
				"%d bots, %d seats, %d games: %d", bots, seats, sweep_games[i],
				width(range_shares(bots, seats)));
		}
	}
END_TEST

/* In a block all pairs lie equally far apart in the list of bots. After whole rounds of all
 * distances each has had every number of seats equally often. */
START_TEST(in_the_long_run_each_distance_of_a_mix_has_every_number_of_seats_equally_often)
	{
		int bots = _i / 5 + 2, seats = _i % 5 + 2;
		int blocks = (bots - 1) * (seats - 1) * (seats - 1) * 2;
		int firsts[BOTS][SEATS_MAX] = {{0}};
		struct tournament t;
		struct pairing p;
		test_tournament_init(&t, "nim", 2, bots, 1, NULL);
		free(t.format);
		t.format = memory_copy("mix");
		t.players = seats;
		t.games = t.games_began = blocks * bots;
		for (int64_t at = 0; test_tournament_game(&t, at, &p); at++) {
			int low = p.bot[0], high = p.bot[0], low_seats = 0;
			for (int seat = 1; seat < seats; seat++) {
				low = p.bot[seat] < low ? p.bot[seat] : low;
				high = p.bot[seat] > high ? p.bot[seat] : high;
			}
			for (int seat = 0; seat < seats; seat++)
				low_seats += p.bot[seat] == low;
			int apart = high - low;
			/* Round the end of the list the second bot of the pair is the lower one. */
			bool round = 2 * apart > bots;
			firsts[round ? bots - apart : apart]
			      [round ? seats - low_seats : low_seats]++;
		}
		for (int apart = 1; 2 * apart < bots; apart++)
			ck_assert_msg(width(range_of(&firsts[apart][1], seats - 1)) == 0,
				"%d bots, %d seats, %d apart: %d", bots, seats, apart,
				width(range_of(&firsts[apart][1], seats - 1)));
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/sample",
	LOOP(seats_and_games_of_a_bot_are_within_one_and_pairs_within_three_whatever_is_asked_for,
		11 * 4),
	LOOP(designs_that_are_known_to_be_are_found, DESIGNS),
	LOOP(a_tournament_that_gets_more_games_keeps_those_it_had, GROWTHS),
	CASE(another_seed_is_another_sample),
	LOOP(a_mix_plays_every_way_of_every_pair_once_a_round, 3),
	LOOP(a_sampled_mix_shares_out_pairs_and_seats_within_one, 11 * 5),
	LOOP(in_the_long_run_each_distance_of_a_mix_has_every_number_of_seats_equally_often,
		11 * 5),
	LOOP(in_a_sampled_mix_each_number_of_seats_is_about_equally_frequent, 11 * 5))
