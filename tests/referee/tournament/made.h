/*
 * made.h - a tournament for tests: so many bots of a game, checked.
 */
#ifndef TESTS_REFEREE_TOURNAMENT_MADE_H
#define TESTS_REFEREE_TOURNAMENT_MADE_H

#include "referee/ground/memory.h"
#include "referee/tournament/tournament.h"
#include "tests/referee/tournament/told.h"

/* openings: NULL for none. */
static inline void made_init(struct tournament *t, const char *game, int players, int bots,
	int rounds, const char *openings)
{
	struct told told;
	told_init(&told);
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

#endif
