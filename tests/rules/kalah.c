/*
 * kalah.c - small boards of kalah solved. With empty-capture=1 the values are those of the table of
 * Irving, Donkers and Uiterwijk ("Solving Kalah", ICGA Journal 23, 2000). Without it they come
 * from a program in Python that knows only the rules' text. The rules differ at 5 pits of 2 seeds.
 *
 * The solver is a plain alpha-beta with a table of positions. It knows only rules.h, and that more
 * than half of all seeds in one store decide a game.
 */
#include "rules/kalah.h"
#include "tests/lib/suite.h"

#include <stdio.h>
#include <string.h>

enum { KALAH_TEST_BITS = 20, KALAH_TEST_LOSS = -1, KALAH_TEST_WIN = 1 };

/* A position's bounds from seat 1's view. */
struct kalah_test_entry {
	uint64_t key;
	int8_t low, high;
};

static struct kalah_test_entry kalah_test_table[1 << KALAH_TEST_BITS];

static struct kalah_test_entry *kalah_test_find(uint64_t key)
{
	struct kalah_test_entry *e = &kalah_test_table[key >> (64 - KALAH_TEST_BITS)];
	if (e->key != key)
		*e = (struct kalah_test_entry){key, KALAH_TEST_LOSS, KALAH_TEST_WIN};
	return e;
}

/* Does one store decide the game? Then *value is seat 1's. */
static bool kalah_test_decided(const struct setup *s, const struct position *p, int *value)
{
	struct kalah_view v = kalah_view(s, p);
	int all = 0;
	for (int pit = 0; pit <= v.pits; pit++)
		all += v.seeds[0][pit] + v.seeds[1][pit];
	*value = (2 * v.seeds[0][v.pits] > all) - (2 * v.seeds[1][v.pits] > all);
	return *value != 0;
}

/* 1: seat 1 wins, 0: a draw, -1: seat 2 wins, exact between alpha and beta. */
static int kalah_test_value(const struct setup *s, const struct position *p, int alpha, int beta)
{
	int64_t scores[SEATS_MAX];
	move moves[MOVES_MAX];
	int value, count = s->rules->moves(s, p, moves);
	if (count == 0) {
		s->rules->scores(s, p, scores);
		return (int)scores[0];
	}
	if (kalah_test_decided(s, p, &value))
		return value;
	uint64_t key = s->rules->key(s, p);
	struct kalah_test_entry *e = kalah_test_find(key);
	alpha = e->low > alpha ? e->low : alpha;
	beta = e->high < beta ? e->high : beta;
	if (alpha >= beta)
		return e->low >= beta ? e->low : e->high;
	bool first = s->rules->to_move(s, p) == 1;
	int low = alpha, high = beta;
	value = first ? KALAH_TEST_LOSS : KALAH_TEST_WIN;
	/* The last pits first: they come to the store, and then the seat moves again. */
	for (int i = count - 1; i >= 0 && low < high; i--) {
		struct position next;
		position_copy(s, &next, p);
		s->rules->play(s, &next, moves[i]);
		int v = kalah_test_value(s, &next, low, high);
		value = first ? (v > value ? v : value) : (v < value ? v : value);
		if (first)
			low = value > low ? value : low;
		else
			high = value < high ? value : high;
	}
	e = kalah_test_find(key);
	if (value > alpha && value > e->low)
		e->low = (int8_t)value;
	if (value < beta && value < e->high)
		e->high = (int8_t)value;
	return value;
}

/* By pits and seeds a pit, both from 1: what seat 1 gets. */
static const struct kalah_test_row {
	const char *setting;
	const char *values[6];
} kalah_test_rows[] = {
	{"empty-capture=1", {"DLWLWD", "WLLLWW", "DWWWWL", "WWW", "DDW", "WW"}},
	{"empty-capture=0", {"DLWLWD", "WLLLWW", "DWWWWL", "WWW", "DW", "WW"}},
	/* A game that ends where it is decided has the same winner. */
	{"majority=1", {"DLWLWD", "WLLLWW", "DWWWWL", "WWW", "DW", "WW"}},
};
enum { KALAH_TEST_ROWS = sizeof kalah_test_rows / sizeof *kalah_test_rows, KALAH_TEST_PITS = 6 };

static void kalah_test_try(const char *setting, int pits, int seeds, char result)
{
	static const char results[] = "LDW";
	static struct setup s;
	struct position p;
	struct error err;
	char texts[2][32];
	snprintf(texts[0], sizeof texts[0], "pits=%d", pits);
	snprintf(texts[1], sizeof texts[1], "seeds=%d", seeds);
	const char *settings[] = {texts[0], texts[1], setting};
	ck_assert_msg(setup_init(&s, rules_find("kalah"), 2, 1, settings, 3, &err), "%s", err.text);
	memset(kalah_test_table, 0, sizeof kalah_test_table);
	s.rules->start(&s, &p);
	int value = kalah_test_value(&s, &p, KALAH_TEST_LOSS, KALAH_TEST_WIN);
	ck_assert_msg(results[value - KALAH_TEST_LOSS] == result, "%d pits, %d seeds, %s", pits,
		seeds, setting);
}

START_TEST(small_boards_have_their_known_values)
	{
		const struct kalah_test_row *row = &kalah_test_rows[_i];
		for (int pits = 1; pits <= KALAH_TEST_PITS; pits++)
			for (int seeds = 1; row->values[pits - 1][seeds - 1] != '\0'; seeds++)
				kalah_test_try(row->setting, pits, seeds,
					row->values[pits - 1][seeds - 1]);
	}
END_TEST

/* 48 seeds: the game is over with the 25th in a store, and the seeds in the pits count for nothing
 * more. */
static const struct {
	const char *setting, *position;
	int to_move, majority;
	int64_t first; /* the score of seat 1 */
} kalah_test_ends[] = {
	{"majority=0", "1.1.1.1.1.1.25/3.3.3.2.2.2.2 p2 10", 2, 1, 0},
	{"majority=1", "1.1.1.1.1.1.25/3.3.3.2.2.2.2 p2 10", 0, 1, 1},
	{"majority=1", "3.3.3.2.2.2.2/1.1.1.1.1.1.25 p1 10", 0, 2, -1},
	{"majority=1", "1.1.1.1.1.2.24/3.3.3.2.2.2.2 p2 10", 2, 0, 0},
	{"majority=1", "0.0.0.0.0.0.24/0.0.0.0.0.0.24 p1 30", 0, 0, 0},
};

START_TEST(more_than_half_of_the_seeds_end_the_game_if_it_is_set)
	{
		static struct setup s;
		struct position p, next;
		struct error err;
		int64_t scores[SEATS_MAX];
		const char *settings[] = {kalah_test_ends[_i].setting};
		ck_assert(setup_init(&s, rules_find("kalah"), 2, 1, settings, 1, &err));
		ck_assert_msg(
			s.rules->read(&s, &p, kalah_test_ends[_i].position, &err), "%s", err.text);
		ck_assert_int_eq(s.rules->to_move(&s, &p), kalah_test_ends[_i].to_move);
		ck_assert_int_eq(kalah_majority(&s, &p), kalah_test_ends[_i].majority);
		s.rules->scores(&s, &p, scores);
		ck_assert_int_eq(scores[0], kalah_test_ends[_i].first);
		ck_assert_int_eq(scores[1], -kalah_test_ends[_i].first);
		/* The move that brings the 25th seed ends it: a seed of the last pit. */
		ck_assert(s.rules->read(&s, &p, "1.1.1.1.1.1.24/3.3.3.3.2.2.2 p1 10", &err));
		next = p;
		s.rules->play(&s, &next, 5);
		ck_assert_int_eq(s.rules->to_move(&s, &next),
			strcmp(kalah_test_ends[_i].setting, "majority=1") == 0 ? 0 : 1);
	}
END_TEST

SUITE("rules/kalah",
	LOOP(more_than_half_of_the_seeds_end_the_game_if_it_is_set,
		sizeof kalah_test_ends / sizeof *kalah_test_ends),
	LOOP(small_boards_have_their_known_values, KALAH_TEST_ROWS))
