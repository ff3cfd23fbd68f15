/*
 * test-tournament.h - a tournament for tests: a number of bots of a game, checked.
 */
#ifndef TESTS_LIB_TEST_TOURNAMENT_H
#define TESTS_LIB_TEST_TOURNAMENT_H

#include "base/memory.h"
#include "referee/schedule/schedule.h"
#include "tests/lib/reported.h"
#include "referee/prepare/tournament-check.h"

/* openings: NULL for none. */
static inline void test_tournament_init(struct tournament *t, const char *game, int players,
	int bots, int rounds, const char *openings)
{
	struct reported told;
	reported_init(&told);
	tournament_init(t);
	t->game = memory_copy(game);
	t->openings = memory_copy(openings);
	t->players = players;
	t->rounds = rounds;
	for (int i = 0; i < bots; i++) {
		char name[BOT_NAME];
		snprintf(name, sizeof name, "bot-%d", i);
		struct bot *bot =
			tournament_add_bot(t, name, (struct origin){"--bot", 0}, &told.mistakes);
		ck_assert_ptr_nonnull(bot);
		bot->command = memory_copy("bot");
	}
	tournament_check(t, &told.mistakes);
	ck_assert_msg(told.mistakes.count == 0, "%s", told.text);
}

/* Game number at of a tournament whose games are all known; false: there is none. Calls for the
 * same tournament share an iterator. */
static inline bool test_tournament_game(const struct tournament *t, int64_t at, struct pairing *p)
{
	static struct schedule_iterator iterator;
	static uint64_t made_of;
	uint64_t key = random_mix(random_mix(t->seed, (uint64_t)t->games_began),
		random_mix((uint64_t)t->players, (uint64_t)t->bots_count));
	for (int i = 0; i < t->bots_count; i++)
		key = random_mix(key, schedule_name_key(t->bots[i].name));
	if (iterator.schedule != schedule_find(t->format) || made_of != key) {
		if (iterator.schedule != NULL)
			schedule_iterator_clear(&iterator);
		schedule_iterator_init(&iterator, t);
		made_of = key;
	}
	iterator.t = t;
	return schedule_iterator_game(&iterator, at, p);
}

#endif
