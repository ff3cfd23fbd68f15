/*
 * perft-chinese-checkers.c - numbers of move sequences against a table that others counted, and
 * the counter of two moves at once against the rules, through games in which seats come home,
 * cannot move, give up and run out of plies.
 */
#include "bots/solve/perft.h"
#include "base/error.h"
#include "rules/chinese-checkers.h"
#include "tests/lib/suite.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { COUNTED_DEPTH = 5, COUNTED_POSITION = 256 };

static struct setup counted_setup;

static void counted_begin(int seats, const char *const *settings, int count)
{
	struct error err = {""};
	ck_assert_msg(setup_init(&counted_setup, rules_find("chinese-checkers"), seats, 1, settings,
			      count, &err),
		"%s", err.text);
}

static void counted_check_line(const char *position, int seats, const char *counts)
{
	struct perft_room room;
	struct position p;
	struct error err = {""};
	counted_begin(seats, NULL, 0);
	ck_assert(perft_room_init(&room, COUNTED_DEPTH));
	ck_assert_msg(
		counted_setup.rules->read(&counted_setup, &p, position, &err), "%s", err.text);
	int depth = 0;
	for (char *end; *counts != '\0' && *counts != '\n'; counts = end) {
		unsigned long long expected = strtoull(counts, &end, 10);
		if (end == counts)
			break;
		ck_assert_uint_eq(perft(&counted_setup, &p, ++depth, &room), expected);
	}
	ck_assert_int_ge(depth, 3);
	perft_room_clear(&room);
}

START_TEST(sequences_are_as_many_as_others_counted)
	{
		char line[512], position[COUNTED_POSITION];
		int lines = 0, seats, length;
		FILE *table = fopen("tests/vectors/chinese-checkers-perft.tsv", "r");
		ck_assert_ptr_nonnull(table);
		ck_assert_ptr_nonnull(fgets(line, sizeof line, table));
		while (fgets(line, sizeof line, table) != NULL) {
			ck_assert_int_eq(
				sscanf(line, "%d\t%255[^\t]%n", &seats, position, &length), 2);
			counted_check_line(position, seats, line + length);
			lines++;
		}
		ck_assert_int_eq(lines, 16);
		fclose(table);
	}
END_TEST

/* Counts by the rules alone. */
static uint64_t counted_sequences(const struct position *p, int length)
{
	const struct rules *rules = counted_setup.rules;
	move moves[MOVES_MAX];
	int count = rules->moves(&counted_setup, p, moves);
	uint64_t sum = 0;
	if (length <= 1)
		return (uint64_t)count;
	for (int i = 0; i < count; i++) {
		struct position next = *p;
		rules->play(&counted_setup, &next, moves[i]);
		sum += counted_sequences(&next, length - 1);
	}
	return sum;
}

static void counted_compare(const struct position *p, int depth, struct perft_room *room)
{
	ck_assert_uint_eq(perft(&counted_setup, p, depth, room), counted_sequences(p, depth));
}

/* The move of some random ones after which the seat to move has the fewest steps left. */
static move counted_pick(const struct position *p, uint64_t *random)
{
	const struct rules *rules = counted_setup.rules;
	static move moves[MOVES_MAX];
	int count = rules->moves(&counted_setup, p, moves), least = INT_MAX;
	int seat = rules->to_move(&counted_setup, p);
	move best = moves[0];
	for (int i = 0; i < 12; i++) {
		struct position next = *p;
		move m = moves[random_below(random, (uint64_t)count)];
		rules->play(&counted_setup, &next, m);
		int steps = checkers_view(&counted_setup, &next).steps[seat - 1];
		if (steps < least) {
			least = steps;
			best = m;
		}
	}
	return best;
}

static const struct counted_game {
	int seats;
	const char *settings[2];
} counted_games[] = {
	{2, {"unblock=20", "max-plies=400"}},
	{3, {"unblock=1", "max-plies=300"}},
	{4, {"unblock=30", "max-plies=300"}},
	{6, {"unblock=1", "max-plies=500"}},
};

START_TEST(two_moves_at_once_are_counted_as_the_rules_have_it_all_through_a_game)
	{
		const struct counted_game *row = &counted_games[_i];
		const struct rules *rules = rules_find("chinese-checkers");
		struct perft_room room;
		struct position p;
		uint64_t random = (uint64_t)_i;
		counted_begin(row->seats, row->settings, 2);
		ck_assert(perft_room_init(&room, 3));
		rules->start(&counted_setup, &p);
		for (int plies = 0; rules->to_move(&counted_setup, &p) != 0; plies++) {
			counted_compare(&p, 1, &room);
			counted_compare(&p, 2, &room);
			if (plies % 16 == 0)
				counted_compare(&p, 3, &room);
			if (row->seats > 3 && plies == 150)
				rules->forfeit(&counted_setup, &p, 2);
			else
				rules->play(&counted_setup, &p, counted_pick(&p, &random));
		}
		ck_assert_uint_eq(perft(&counted_setup, &p, 2, &room), 0);
		ck_assert_uint_ne(checkers_view(&counted_setup, &p).home, 0);
		perft_room_clear(&room);
	}
END_TEST

static const struct counted_edge {
	int seats;
	const char *settings[2], *position;
} counted_edges[] = {
	/* One move from home, with a game that ends or goes on. */
	{2, {"unblock=100", "max-plies=0"},
		"A/AA/AAA/AAA1/7A5/12/11/10/4BBBBB/4BBBBB1/11/12/13/4/3/2/1 p1 20"},
	{3, {"unblock=100", "max-plies=0"},
		"A/AA/AAA/AAA1/BBBB3A1CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/4/3/2/1 p1 20"},
	/* The same with the last ply but one, and the last. */
	{3, {"unblock=100", "max-plies=58"},
		"A/AA/AAA/AAA1/BBBB3A1CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/4/3/2/1 p1 20"},
	{3, {"unblock=100", "max-plies=59"},
		"A/AA/AAA/AAA1/BBBB3A1CCCC/BBB6CCC/BB7CC/B8C/9/10/11/12/13/4/3/2/1 p1 20"},
	/* A shared point, from this move on and from the next. */
	{2, {"unblock=5", "max-plies=0"},
		"A/AA/AAA/AABB/13/12/11/10/4ABBBB/4ABBBB1/11/12/13/4/3/2/1 p1 4"},
	{2, {"unblock=5", "max-plies=0"},
		"A/AA/AAA/AABB/13/12/11/10/4ABBBB/4ABBBB1/11/12/13/4/3/2/1 p1 5"},
	/* A pass now, and after one or two more. */
	{3, {"unblock=100", "max-plies=0"},
		"1/2/3/4/BB8CCC/BB9C/B10/10/9/10/11/3CCCCCC3/4BBBBB4/AAAA/AAA/AA/A p1 9"},
	{3, {"unblock=100", "max-plies=0"},
		"1/2/3/4/BB8CCC/BB9C/B10/10/9/10/11/3CCCCCC3/4BBBBB4/AAAA/AAA/AA/A p2 9"},
	{3, {"unblock=100", "max-plies=0"},
		"1/2/3/4/BB8CCC/BB9C/B10/10/9/10/11/3CCCCCC3/4BBBBB4/AAAA/AAA/AA/A p3 9"},
	/* Seats that are home, and one that gave up. */
	{4, {"unblock=10", "max-plies=0"},
		"A/AA/AAA/AAAA/9BBBB/9BBB/9BB/9B/DDDDCCCCC/1DDDCCCCC1/11/12/DD2D8/4/3/2/1 p3 30 home21"},
	{4, {"unblock=10", "max-plies=0"},
		"A/AA/AAA/AAAA/9BBBB/9BBB/9BB/9B/DDDDCCCCC/1DDDCCCCC1/11/12/DD2D8/4/3/2/1 p3 30 out2"},
};

START_TEST(two_moves_at_once_are_counted_as_the_rules_have_it_where_turns_are_odd)
	{
		const struct counted_edge *row = &counted_edges[_i];
		struct perft_room room;
		struct position p;
		struct error err = {""};
		counted_begin(row->seats, row->settings, 2);
		ck_assert_msg(counted_setup.rules->read(&counted_setup, &p, row->position, &err),
			"%s", err.text);
		ck_assert(perft_room_init(&room, 3));
		for (int depth = 1; depth <= 3; depth++)
			counted_compare(&p, depth, &room);
		perft_room_clear(&room);
	}
END_TEST

SUITE("bots/solve/perft-chinese-checkers", CASE(sequences_are_as_many_as_others_counted),
	LOOP(two_moves_at_once_are_counted_as_the_rules_have_it_all_through_a_game,
		sizeof counted_games / sizeof *counted_games),
	LOOP(two_moves_at_once_are_counted_as_the_rules_have_it_where_turns_are_odd,
		sizeof counted_edges / sizeof *counted_edges))
