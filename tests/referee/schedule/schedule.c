/*
 * Schedules: who plays whom how often, and what a game's key and seeds depend on.
 */
#include "referee/schedule/schedule.h"

#include <string.h>

#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"

enum { BOTS = 9 };

/* n! / (n - k)! games a round: every choice of k bots, in every order of seats. */
static const struct {
	const char *game;
	int players, bots, rounds;
	int64_t games;
} sizes[] = {
	{"connect4", 2, 2, 1, 2},
	{"connect4", 2, 3, 1, 6},
	{"connect4", 2, 4, 3, 36},
	{"connect4", 2, 5, 2, 40},
	{"connect4", 2, 8, 1, 56},
	{"connect4", 2, 9, 1, 72},
	{"nim", 3, 3, 2, 12},
	{"nim", 3, 4, 1, 24},
	{"nim", 3, 7, 2, 420},
	{"nim", 4, 4, 1, 24},
	{"nim", 4, 6, 1, 360},
	{"nim", 4, 9, 2, 6048},
};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* A number for the bots in their seats. */
static int code(const struct pairing *p)
{
	int sum = 0;
	for (int i = 0; i < p->seats; i++)
		sum = sum * BOTS + p->bot[i];
	return sum;
}

START_TEST(every_choice_of_bots_plays_once_a_round_in_every_order_of_seats)
	{
		struct tournament t;
		struct pairing p;
		int64_t at = 0, games = 0;
		int last = 0;
		static unsigned char met[BOTS * BOTS * BOTS * BOTS];
		test_tournament_init(&t, sizes[_i].game, sizes[_i].players, sizes[_i].bots,
			sizes[_i].rounds, NULL);
		while (test_tournament_game(&t, at++, &p)) {
			ck_assert_int_eq(p.seats, sizes[_i].players);
			ck_assert(p.round == last || p.round == last + 1);
			if (p.round != last)
				memset(met, 0, sizeof met);
			last = p.round;
			for (int i = 0; i < p.seats; i++) {
				ck_assert(p.bot[i] >= 0 && p.bot[i] < sizes[_i].bots);
				for (int j = 0; j < i; j++)
					ck_assert_int_ne(p.bot[i], p.bot[j]);
			}
			ck_assert_msg(!met[code(&p)], "twice in round %d", p.round);
			met[code(&p)] = 1;
			games++;
		}
		ck_assert_int_eq(last, sizes[_i].rounds);
		ck_assert_int_eq(games, sizes[_i].games);
		ck_assert_int_eq(schedule_count(&t), sizes[_i].games);
		ck_assert(!test_tournament_game(&t, at++, &p));
		tournament_clear(&t);
	}
END_TEST

static int compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

START_TEST(no_two_games_have_the_same_key)
	{
		struct tournament t;
		struct pairing p;
		int64_t at = 0;
		size_t games = 0;
		test_tournament_init(&t, "nim", 2, 100, 20, NULL);
		int64_t count = schedule_count(&t);
		ck_assert_int_eq(count, 198000);
		uint64_t *keys = memory_get((size_t)count, sizeof *keys);
		for (; test_tournament_game(&t, at++, &p); games++)
			keys[games] = p.key;
		qsort(keys, games, sizeof *keys, compare);
		for (size_t i = 1; i < games; i++)
			ck_assert_uint_ne(keys[i], keys[i - 1]);
		free(keys);
		tournament_clear(&t);
	}
END_TEST

/* The game of these bots, by name, in this round. */
static struct pairing find(const struct tournament *t, int round, const char *one, const char *two)
{
	struct pairing p;
	int64_t at = 0;
	while (test_tournament_game(t, at++, &p)) {
		if (p.round == round && strcmp(t->bots[p.bot[0]].name, one) == 0 &&
			strcmp(t->bots[p.bot[1]].name, two) == 0)
			return p;
	}
	ck_abort_msg("no such game");
}

START_TEST(a_game_keeps_its_key_and_seeds_when_bots_and_rounds_are_added_or_change_places)
	{
		struct tournament few, many;
		test_tournament_init(&few, "connect4", 2, 4, 2, NULL);
		test_tournament_init(&many, "connect4", 2, 7, 5, NULL);
		struct bot first = many.bots[0];
		many.bots[0] = many.bots[6];
		many.bots[6] = first;
		for (int round = 1; round <= 2; round++) {
			struct pairing a = find(&few, round, "bot-3", "bot-0");
			struct pairing b = find(&many, round, "bot-3", "bot-0");
			ck_assert_uint_eq(a.key, b.key);
			ck_assert_uint_eq(a.seed, b.seed);
			ck_assert_uint_eq(a.opening_key, b.opening_key);
			ck_assert_uint_eq(a.opening_number, b.opening_number);
		}
		tournament_clear(&few);
		tournament_clear(&many);
	}
END_TEST

START_TEST(all_seat_orders_of_a_round_share_a_seed_and_an_opening_and_no_key)
	{
		struct tournament t;
		test_tournament_init(&t, "connect4", 2, 4, 2, NULL);
		struct pairing a = find(&t, 1, "bot-1", "bot-2");
		struct pairing b = find(&t, 1, "bot-2", "bot-1");
		struct pairing next = find(&t, 2, "bot-1", "bot-2");
		struct pairing other = find(&t, 1, "bot-1", "bot-3");
		ck_assert_uint_eq(a.seed, b.seed);
		ck_assert_uint_eq(a.opening_key, b.opening_key);
		ck_assert_uint_eq(a.opening_key, next.opening_key);
		ck_assert_uint_eq(a.opening_number, b.opening_number);
		ck_assert_uint_ne(a.key, b.key);
		ck_assert_uint_ne(a.seed, next.seed);
		ck_assert_uint_eq(a.opening_number + 1, next.opening_number);
		ck_assert_uint_ne(a.seed, other.seed);
		ck_assert_uint_ne(a.opening_key, other.opening_key);
		tournament_clear(&t);
	}
END_TEST

START_TEST(the_tournaments_seed_changes_seeds_and_no_key)
	{
		struct tournament t;
		test_tournament_init(&t, "connect4", 2, 3, 1, NULL);
		struct pairing a = find(&t, 1, "bot-0", "bot-2");
		t.seed = 2;
		struct pairing b = find(&t, 1, "bot-0", "bot-2");
		ck_assert_uint_eq(a.key, b.key);
		ck_assert_uint_ne(a.seed, b.seed);
		tournament_clear(&t);
	}
END_TEST

/* In a circle each bot plays once in each step: with n bots, a step has n / 2 games. */
START_TEST(the_games_of_pairs_are_spread_over_all_bots)
	{
		struct tournament t;
		struct pairing p;
		int bots = _i + 3;
		int64_t at = 0;
		test_tournament_init(&t, "connect4", 2, bots, 2, NULL);
		int busy[BOTS * 2] = {0}, first[BOTS * 2] = {0}, games = 0;
		while (test_tournament_game(&t, at++, &p) && p.round == 1) {
			int step = games / (bots / 2) + 1;
			for (int i = 0; i < 2; i++) {
				ck_assert_msg(busy[p.bot[i]] != step, "twice in step %d", step);
				busy[p.bot[i]] = step;
			}
			first[p.bot[0]]++;
			games++;
			/* Half way all have met once: seats are shared out evenly by then. */
			if (games == bots * (bots - 1) / 2) {
				for (int i = 0; i < bots; i++)
					ck_assert_msg(abs(2 * first[i] - (bots - 1)) <= 1,
						"bot %d of %d began %d times", i, bots, first[i]);
			}
		}
		tournament_clear(&t);
	}
END_TEST

START_TEST(nobody_begins_more_than_three_games_in_a_row)
	{
		struct tournament t;
		struct pairing p;
		int64_t at = 0;
		int row[BOTS * 2] = {0}, seat[BOTS * 2] = {0};
		test_tournament_init(&t, "connect4", 2, _i + 3, 3, NULL);
		while (test_tournament_game(&t, at++, &p)) {
			for (int i = 0; i < 2; i++) {
				int bot = p.bot[i];
				row[bot] = seat[bot] == i ? row[bot] + 1 : 1;
				seat[bot] = i;
				ck_assert_msg(row[bot] <= 3, "bot %d of %d", bot, _i + 3);
			}
		}
		tournament_clear(&t);
	}
END_TEST

/* Every schedule is checked whole and sampled, in small and larger tournaments. */
static const struct {
	int players, bots, rounds, games;
} shapes[] = {{2, 2, 2, 0}, {2, 5, 2, 0}, {3, 4, 2, 0}, {4, 5, 1, 0}, {2, 2, 1, 7}, {2, 6, 1, 50},
	{3, 3, 1, 10}, {3, 7, 1, 7}, {3, 6, 1, 101}, {4, 4, 1, 9}, {4, 9, 1, 1000}, {4, 12, 1, 5}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void each_schedule(int i, bool rotation, void check(struct tournament *t))
{
	for (int s = 0; all_schedules[s] != NULL; s++) {
		struct tournament t;
		int seats_max = all_schedules[s]->seats_max;
		if (all_schedules[s]->next == NULL)
			continue; /* its games follow from results: formats.c */
		if (seats_max > 0 && shapes[i].players > seats_max)
			continue;
		test_tournament_init(
			&t, "nim", shapes[i].players, shapes[i].bots, shapes[i].rounds, NULL);
		free(t.format);
		t.format = memory_copy(all_schedules[s]->name);
		t.games = t.games_began = shapes[i].games;
		t.seat_orders = rotation && t.games == 0 && !all_schedules[s]->fills
					? ORDERS_ROTATION
					: ORDERS_ALL;
		check(&t);
		tournament_clear(&t);
	}
}

static void check_bots_and_count(struct tournament *t)
{
	struct pairing p;
	int64_t at = 0, games = 0;
	bool fills = schedule_find(t->format)->fills;
	for (; test_tournament_game(t, at++, &p); games++) {
		unsigned sat = 0;
		ck_assert_int_eq(p.seats, t->players);
		ck_assert_int_ge(p.round, 1);
		for (int seat = 0; seat < p.seats; seat++) {
			ck_assert(p.bot[seat] >= 0 && p.bot[seat] < t->bots_count);
			sat |= 1u << p.bot[seat];
		}
		ck_assert_int_eq(__builtin_popcount(sat), fills ? 2 : t->players);
	}
	ck_assert_int_eq(games, schedule_count(t));
	ck_assert(!test_tournament_game(t, -1, &p));
}

START_TEST(games_have_as_many_bots_as_the_format_says_and_are_as_many_as_was_said)
	{
		each_schedule(_i, false, check_bots_and_count);
		each_schedule(_i, true, check_bots_and_count);
	}
END_TEST

static void check_any_order(struct tournament *t)
{
	int64_t count = schedule_count(t), step = count > 7 ? 7 : 1;
	struct pairing *all = memory_get((size_t)count, sizeof *all), p;
	for (int64_t i = 0; i < count; i++)
		ck_assert(test_tournament_game(t, i, &all[i]));
	t->games_began++; /* another tournament in between: nothing of it stays */
	test_tournament_game(t, 0, &p);
	t->games_began--;
	while (count % step == 0 && step > 1)
		step--;
	for (int64_t i = 0, at = 0; i < count; i++, at = (at + step) % count) {
		ck_assert(test_tournament_game(t, at, &p));
		ck_assert_uint_eq(p.key, all[at].key);
		ck_assert_uint_eq(p.seed, all[at].seed);
		ck_assert_mem_eq(p.bot, all[at].bot, (size_t)p.seats * sizeof *p.bot);
	}
	free(all);
}

START_TEST(a_game_is_the_same_whichever_is_asked_for_before)
	{
		each_schedule(_i, false, check_any_order);
		each_schedule(_i, true, check_any_order);
	}
END_TEST

static void check_keys(struct tournament *t)
{
	int64_t count = schedule_count(t), at = 0;
	uint64_t *keys = memory_get((size_t)count, sizeof *keys);
	struct pairing p;
	for (int64_t i = 0; test_tournament_game(t, at++, &p); i++)
		keys[i] = p.key;
	qsort(keys, (size_t)count, sizeof *keys, compare);
	for (int64_t i = 1; i < count; i++)
		ck_assert_uint_ne(keys[i], keys[i - 1]);
	free(keys);
}

START_TEST(no_two_games_of_any_schedule_have_the_same_key)
	{
		each_schedule(_i, false, check_keys);
		each_schedule(_i, true, check_keys);
	}
END_TEST

static unsigned bots_of(const struct pairing *p)
{
	unsigned sat = 0;
	for (int seat = 0; seat < p->seats; seat++)
		sat |= 1u << p->bot[seat];
	return sat;
}

static void check_seeds(struct tournament *t)
{
	struct pairing p, q;
	int64_t at = 0;
	while (at < 300 && test_tournament_game(t, at++, &p)) {
		for (int64_t other = 0; other < at && test_tournament_game(t, other++, &q);) {
			bool same = p.round == q.round && bots_of(&p) == bots_of(&q);
			ck_assert(same == (p.seed == q.seed));
			ck_assert(!same || (p.opening_key == q.opening_key &&
						   p.opening_number == q.opening_number));
		}
	}
}

START_TEST(the_same_bots_share_seed_and_opening_in_a_round_wherever_they_sit)
	{
		each_schedule(_i, false, check_seeds);
		each_schedule(_i, true, check_seeds);
	}
END_TEST

START_TEST(in_rotation_each_bot_of_a_set_sits_in_each_seat_once)
	{
		struct tournament t;
		struct pairing p;
		int64_t at = 0;
		static int sat[1 << 8][8][SEATS_MAX];
		test_tournament_init(&t, "nim", 4, 8, 1, NULL);
		t.players = 6; /* no game here has six: the schedule does not mind */
		t.seat_orders = ORDERS_ROTATION;
		memset(sat, 0, sizeof sat);
		ck_assert_int_eq(schedule_count(&t), 28 * 6);
		while (test_tournament_game(&t, at++, &p)) {
			for (int seat = 0; seat < 6; seat++)
				ck_assert_int_eq(sat[bots_of(&p)][p.bot[seat]][seat]++, 0);
		}
		for (unsigned set = 0; set < 1 << 8; set++) {
			for (int bot = 0; bot < 8; bot++) {
				bool in = __builtin_popcount(set) == 6 && (set >> bot & 1);
				for (int seat = 0; seat < 6; seat++)
					ck_assert_int_eq(sat[set][bot][seat], in);
			}
		}
		tournament_clear(&t);
	}
END_TEST

/* Three sets of two bots, three rounds. */
START_TEST(with_one_order_a_pairing_is_played_once_a_round_and_its_seats_stay)
	{
		struct tournament t;
		struct pairing p;
		int games[3][3] = {{0}};
		test_tournament_init(&t, "connect4", 2, 3, 3, NULL);
		t.seat_orders = ORDERS_ONE;
		ck_assert_int_eq(schedule_count(&t), 9);
		for (int64_t at = 0; test_tournament_game(&t, at, &p); at++)
			games[p.bot[0]][p.bot[1]]++;
		for (int a = 0; a < 3; a++)
			for (int b = 0; b < a; b++) {
				ck_assert_int_eq(games[a][b] + games[b][a], 3);
				ck_assert(games[a][b] == 0 || games[b][a] == 0);
			}
		tournament_clear(&t);
		test_tournament_init(&t, "connect4", 2, 2, 4, NULL);
		t.seat_orders = ORDERS_ONE;
		for (int64_t at = 0; at < 4; at++) {
			ck_assert(test_tournament_game(&t, at, &p));
			ck_assert_int_eq(p.bot[0], 0); /* the first of the file moves first */
			ck_assert_int_eq(p.round, (int)at + 1);
		}
		ck_assert(!test_tournament_game(&t, 4, &p));
		tournament_clear(&t);
	}
END_TEST

START_TEST(with_two_seats_rotation_is_all_orders)
	{
		struct tournament t;
		struct pairing p, q;
		test_tournament_init(&t, "connect4", 2, 7, 2, NULL);
		for (int64_t at = 0; at < schedule_count(&t); at++) {
			int64_t one = at, other = at;
			t.seat_orders = ORDERS_ALL;
			ck_assert(test_tournament_game(&t, one++, &p));
			t.seat_orders = ORDERS_ROTATION;
			ck_assert(test_tournament_game(&t, other++, &q));
			ck_assert_uint_eq(p.key, q.key);
		}
		tournament_clear(&t);
	}
END_TEST

/* Written down when these schedules were first played: databases hold these numbers. */
START_TEST(the_keys_of_tournaments_that_were_played_stay)
	{
		struct tournament t;
		struct pairing p;
		int64_t at = 0;
		test_tournament_init(&t, "connect4", 2, 4, 1, NULL);
		ck_assert(test_tournament_game(&t, at++, &p));
		ck_assert_uint_eq(p.key, UINT64_C(8347191219388116071));
		ck_assert_uint_eq(p.seed, UINT64_C(13837301717179055125));
		tournament_clear(&t);
		test_tournament_init(&t, "nim", 3, 5, 2, NULL);
		at = 77;
		ck_assert(test_tournament_game(&t, at++, &p));
		ck_assert_uint_eq(p.key, UINT64_C(16951102623877183634));
		ck_assert_uint_eq(p.seed, UINT64_C(9527040989176709625));
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_schedule_too_large_to_count_says_so)
	{
		struct tournament t;
		test_tournament_init(&t, "nim", 4, 5, 1, NULL);
		struct bot *bots = t.bots, thousand[1000] = {{.name = NULL}};
		t.bots = thousand;
		t.bots_count = 1000;
		t.players = 6;
		t.rounds = 1;
		/* 1000 x 999 x 998 x 997 x 996 x 995, worked out apart */
		ck_assert_int_eq(schedule_count(&t), INT64_C(985084775273880000));
		t.rounds = 10;
		ck_assert_int_eq(schedule_count(&t), -1);
		t.rounds = 1000000;
		ck_assert_int_eq(schedule_count(&t), -1);
		t.bots_count = 5;
		t.bots = bots;
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_schedule_is_found_by_its_name)
	{
		ck_assert_ptr_eq(schedule_find("round-robin"), all_schedules[0]);
		ck_assert_ptr_null(schedule_find("round-robi"));
		for (int i = 0; all_schedules[i] != NULL; i++)
			ck_assert(strlen(all_schedules[i]->help) > 0);
	}
END_TEST

/* --- bots that play some seats only -------------------------------------------------------------
 */

/* Of each format, by hand: bot 0 plays the seats of mask 0, and so on. */
static const struct {
	const char *format;
	int players, bots, rounds, games;
	unsigned seats[3];
	int64_t all, left;
} seated[] = {
	/* Every two of four bots in both orders; bot 0 meets each of three in seat 1 alone. */
	{"round-robin", 2, 4, 1, 0, {0}, 12, 12},
	{"round-robin", 2, 4, 1, 0, {1}, 12, 9},
	{"round-robin", 2, 4, 3, 0, {1}, 36, 27},
	/* Bots 0 and 1 do not meet at all: 2 x 2 games with the others, and the others' 2. */
	{"round-robin", 2, 4, 1, 0, {1, 1}, 12, 6},
	{"round-robin", 2, 4, 1, 0, {1, 2}, 12, 7},
	{"round-robin", 2, 2, 5, 0, {2, 2}, 10, 0},
	{"round-robin", 2, 2, 1, 0, {3, 3}, 2, 2},
	/* Three bots in 6 orders; bot 0 has seat 1 in 2 of them, bot 1 seat 2 in 1 of these. */
	{"round-robin", 3, 3, 1, 0, {1}, 6, 2},
	{"round-robin", 3, 3, 1, 0, {5}, 6, 4},
	{"round-robin", 3, 3, 1, 0, {1, 2}, 6, 1},
	/* The seed bot 0 against three others in both orders. */
	{"gauntlet", 2, 4, 1, 0, {1}, 6, 3},
	{"gauntlet", 2, 4, 2, 0, {0, 2}, 12, 10},
	/* Two bots in all three seats: 6 ways. Bot 0 has seat 1 and no other in one of them. The 6
	 * of the others are all left, or one of them, if bot 1 plays seat 2 alone. */
	{"mix", 3, 3, 1, 0, {1}, 18, 8},
	{"mix", 3, 3, 1, 0, {1, 2}, 18, 2},
	{"mix", 2, 3, 2, 0, {1}, 12, 8},
};
enum { SEATED = sizeof seated / sizeof *seated };

static void seated_init(struct tournament *t, int i)
{
	test_tournament_init(t, "nim", seated[i].players, seated[i].bots, seated[i].rounds, NULL);
	free(t->format);
	t->format = memory_copy(seated[i].format);
	t->seeds = 1;
	for (int bot = 0; bot < 3 && bot < seated[i].bots; bot++)
		t->bots[bot].seats = seated[i].seats[bot];
}

START_TEST(games_in_seats_that_a_bot_does_not_play_are_left_out_and_not_counted)
	{
		struct tournament t;
		seated_init(&t, _i);
		ck_assert_int_eq(schedule_find(t.format)->count(&t), seated[_i].all);
		ck_assert_int_eq(schedule_count(&t), seated[_i].left);
		tournament_clear(&t);
	}
END_TEST

/* The iterator gives the games that remain of all, in their order, and as many as are counted. */
static void check_left_out(struct tournament *t)
{
	struct schedule_iterator it;
	struct pairing all, p;
	int64_t at = 0, games = 0;
	t->bots[0].seats = 1;
	t->bots[t->bots_count - 1].seats = 3;
	schedule_iterator_init(&it, t);
	while (test_tournament_game(t, at++, &all)) {
		bool playable = true;
		for (int seat = 0; seat < all.seats; seat++)
			playable &= (all.bot[seat] != 0 || seat == 0) &&
				    (all.bot[seat] != t->bots_count - 1 || seat < 2);
		ck_assert_int_eq(pairing_is_playable(&all, t), playable);
		if (!playable)
			continue;
		games++;
		ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_GAME);
		ck_assert_uint_eq(p.key, all.key);
		ck_assert_uint_eq(p.seed, all.seed);
	}
	ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_END);
	ck_assert_int_eq(games, schedule_count(t));
	schedule_iterator_clear(&it);
}

START_TEST(the_iterator_gives_what_is_not_left_out_with_unchanged_keys)
	{
		each_schedule(_i, false, check_left_out);
		each_schedule(_i, true, check_left_out);
	}
END_TEST

START_TEST(left_out_games_of_a_large_tournament_are_not_counted_one_by_one)
	{
		struct tournament t;
		test_tournament_init(&t, "nim", 2, 1000, 1, NULL);
		t.rounds = 1000000;
		t.bots[0].seats = 1;
		/* of 1000 x 999 games a round, 999 have bot 0 in seat 2 */
		ck_assert_int_eq(schedule_count(&t), INT64_C(998001) * 1000000);
		tournament_clear(&t);
		test_tournament_init(&t, "nim", 3, 200, 1, NULL);
		ck_assert_int_eq(schedule_count(&t), 200 * 199 * 198);
		t.bots[0].seats = 1;
		ck_assert_int_eq(schedule_count(&t), SCHEDULE_OPEN);
		tournament_clear(&t);
	}
END_TEST

/* The setting that a format lacks, what it asks of changed bots, and what is said; NULL: nothing.
 */
static const struct {
	const char *format, *key, *value, *changed, *wanted;
} changed[] = {
	{"round-robin", NULL, NULL, "replay", NULL},
	{"round-robin", "on-benched", "skip", "replay", NULL},
	{"swiss", NULL, NULL, "replay", NULL},
	{"swiss", "on-benched", "skip", "replay",
		"a swiss plays no game again, since its rounds also followed from games that were not played"},
	{"swiss", "on-absent", "skip", "replay",
		"a swiss plays no game again, since its rounds also followed from games that were not played"},
	{"swiss", "on-absent", "skip", "mixed", NULL},
	{"knockout", NULL, NULL, "replay",
		"a knockout plays no game again, since its later matches followed from the results"},
	{"knockout", NULL, NULL, "mixed", NULL},
	{"ladder", NULL, NULL, "replay",
		"a ladder plays no game again, since its later blocks followed from the results"},
	{"sprt", "games", "40", "mixed", "an sprt is about the programs that began it"},
};

START_TEST(games_are_played_again_where_nothing_followed_from_them)
	{
		struct tournament t;
		struct reported told;
		char wanted[512] = "";
		test_tournament_init(&t, "connect4", 2, 2, 1, NULL);
		played_set(&t, "format", changed[_i].format);
		played_set(&t, "on-changed", changed[_i].changed);
		if (changed[_i].key != NULL)
			played_set(&t, changed[_i].key, changed[_i].value);
		reported_init(&told);
		schedule_check(&t, &told.mistakes);
		if (changed[_i].wanted != NULL)
			snprintf(wanted, sizeof wanted,
				"cup.conf:1: on-changed = %s: %s; leave it out\n",
				changed[_i].changed, changed[_i].wanted);
		ck_assert_str_eq(told.text, wanted);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/schedule",
	LOOP(every_choice_of_bots_plays_once_a_round_in_every_order_of_seats, SIZES),
	CASE(no_two_games_have_the_same_key),
	CASE(a_game_keeps_its_key_and_seeds_when_bots_and_rounds_are_added_or_change_places),
	CASE(all_seat_orders_of_a_round_share_a_seed_and_an_opening_and_no_key),
	CASE(the_tournaments_seed_changes_seeds_and_no_key),
	LOOP(the_games_of_pairs_are_spread_over_all_bots, 10),
	LOOP(nobody_begins_more_than_three_games_in_a_row, 10),
	LOOP(games_have_as_many_bots_as_the_format_says_and_are_as_many_as_was_said, SHAPES),
	LOOP(a_game_is_the_same_whichever_is_asked_for_before, SHAPES),
	LOOP(no_two_games_of_any_schedule_have_the_same_key, SHAPES),
	LOOP(the_same_bots_share_seed_and_opening_in_a_round_wherever_they_sit, SHAPES),
	CASE(in_rotation_each_bot_of_a_set_sits_in_each_seat_once),
	CASE(with_one_order_a_pairing_is_played_once_a_round_and_its_seats_stay),
	CASE(with_two_seats_rotation_is_all_orders),
	CASE(the_keys_of_tournaments_that_were_played_stay),
	LOOP(games_in_seats_that_a_bot_does_not_play_are_left_out_and_not_counted, SEATED),
	LOOP(the_iterator_gives_what_is_not_left_out_with_unchanged_keys, SHAPES),
	CASE(left_out_games_of_a_large_tournament_are_not_counted_one_by_one),
	LOOP(games_are_played_again_where_nothing_followed_from_them,
		sizeof changed / sizeof *changed),
	CASE(a_schedule_too_large_to_count_says_so), CASE(a_schedule_is_found_by_its_name))
