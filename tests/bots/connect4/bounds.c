/*
 * bounds.c - what following up is said to guarantee, against plain search of the rest of the game.
 */
#include "bots/connect4/bounds.h"

#include "bots/connect4/threats.h"
#include "tests/lib/brute-connect4.h"
#include "tests/lib/suite.h"

enum {
	POSITIONS = 400, /* a row of the table */
	WORST = 21
};

/* How many stones the positions have, and how many of their questions at least are decided. */
static const struct {
	int stones, decided;
} rows[] = {{27, 200}, {28, 200}, {29, 400}, {30, 400}, {33, 400}, {34, 400}, {37, 200}, {38, 200}};

static struct bounds_view view_of(const struct board *b)
{
	uint64_t other = b->stones ^ b->mover;
	return (struct bounds_view){.own = b->mover,
		.other = other,
		.own_wins = threats_of(b->mover, b->stones),
		.other_wins = threats_of(other, b->stones),
		.stones = board_count(b)};
}

/* Asks every question about one position; returns how many the bounds answer. */
static int ask_all(const struct board *b)
{
	struct brute p = brute_from(b);
	int score = brute_score(&p, -WORST, WORST), decided = 0;
	struct bounds_view v = view_of(b);
	for (int wanted = -WORST; wanted <= WORST; wanted++) {
		int low = -WORST, high = WORST;
		bounds_narrow(&v, wanted, &low, &high);
		ck_assert_msg(low <= score && score <= high,
			"score %d, said %d to %d; mover %llx stones %llx", score, low, high,
			(unsigned long long)b->mover, (unsigned long long)b->stones);
		decided += low >= wanted || high < wanted;
	}
	return decided;
}

START_TEST(bounds_hold_wherever_the_rest_of_the_game_can_be_searched)
	{
		uint64_t seed = (uint64_t)rows[_i].stones;
		int decided = 0;
		for (int i = 0; i < POSITIONS;) {
			struct board b = brute_random(&seed, rows[_i].stones);
			struct bounds_view v = view_of(&b);
			uint64_t playable = board_playable(b.stones);
			if (v.stones != rows[_i].stones || (v.own_wins & playable) != 0 ||
				threats_safe_moves(playable, v.other_wins) == 0)
				continue;
			decided += ask_all(&b);
			i++;
		}
		ck_assert_int_ge(decided, rows[_i].decided);
	}
END_TEST

SUITE("bots/connect4/bounds", LOOP(bounds_hold_wherever_the_rest_of_the_game_can_be_searched,
				      sizeof(rows) / sizeof(*rows)))
