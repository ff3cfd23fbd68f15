/*
 * The game's past: no search goes back to where the game has been while it can go elsewhere.
 */
#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

static const struct searching_game star = {"chinese-checkers", 2, 0, 0, {NULL}};

/* The positions after the root's moves become the past, all but the last spared ones. */
static int remember_children(const struct position *p, int spared, uint64_t *keys, move *moves)
{
	const struct setup *s = &searching.setup;
	int count = s->rules->moves(s, p, moves);

	for (int i = 0; i < count - spared; i++) {
		struct position child = *p;
		s->rules->play(s, &child, moves[i]);
		keys[i] = s->rules->key(s, &child);
	}
	searching.job.past = keys;
	searching.job.past_count = count - spared;
	return count;
}

static bool in_past(const struct search *search, int spared)
{
	static uint64_t keys[MOVES_MAX];
	move moves[MOVES_MAX];
	struct position p;

	searching_begin(&star, 1);
	p = searching_start();
	int count = remember_children(&p, spared, keys, moves);
	struct search_result r =
		searching_run(search, &p, (struct search_limits){.depth = 1, .nodes = 100}, NULL);
	bool past = true;
	for (int i = count - spared; i < count; i++)
		past = past && r.best != moves[i];
	searching_end();
	searching.job.past_count = 0;
	return past;
}

START_TEST(a_search_does_not_go_back_to_a_position_of_the_game)
	{
		const struct search *search = all_searches[_i];

		searching_begin(&star, 1);
		bool fits = searching_fits(search);
		searching_end();
		if (!fits)
			return;
		ck_assert(!in_past(search, 1));
		ck_assert(!in_past(search, 3));
	}
END_TEST

START_TEST(where_every_move_goes_back_one_is_played_all_the_same)
	{
		ck_assert(in_past(search_find("alphabeta"), 0));
	}
END_TEST

SUITE("bots/past", LOOP(a_search_does_not_go_back_to_a_position_of_the_game, 11),
	CASE(where_every_move_goes_back_one_is_played_all_the_same))
