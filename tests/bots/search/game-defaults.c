/*
 * game-defaults.c - the search that a house bot plays a game with where no other is asked for.
 */
#include "bots/search/game-defaults.h"

#include <string.h>

#include "bots/settings.h"
#include "rules/process/rules-process.h"
#include "tests/lib/suite.h"

#define OWN "id name connect4\nseats 2 3\nfeature forfeit\n"

static const struct row {
	const char *game; /* a name, or the description of a program */
	int seats;
	const char *eval, *search;
	bool whole; /* mcts plays to the end */
} rows[] = {
	{"othello", 2, "best", "pvs", false},
	{"connect4", 2, "best", "pvs", true},
	{"chinese-checkers", 2, "best", "mcts", false},
	{"chinese-checkers", 3, "best", "brs", false},
	/* A program has the name of one of ours, and is none. */
	{OWN "feature evaluate\n", 2, "best", "pvs", true},
	{OWN "feature evaluate\n", 3, "best", "mcts", false},
	{OWN "feature evaluate\n", 2, "zero", "mcts", true},
	{OWN "feature evaluate\n", 3, "zero", "mcts", true},
	{OWN, 2, "best", "mcts", true},
	{OWN, 3, "best", "mcts", true},
};

START_TEST(the_search_follows_from_the_game_its_seats_and_its_evaluation)
	{
		const struct row *row = &rows[_i];
		struct error err;
		const struct rules *own = strchr(row->game, '\n') == NULL
						  ? NULL
						  : rules_process_offline(row->game, 0, &err);
		const struct rules *rules = own != NULL ? own : rules_find(row->game);
		struct settings settings;
		settings_init(&settings);
		strcpy(settings.eval, row->eval);
		ck_assert_ptr_nonnull(rules);
		ck_assert_str_eq(settings_search(&settings, rules, row->seats)->name, row->search);
		const struct evaluation *e = settings_evaluation(&settings, rules, &err);
		ck_assert_ptr_nonnull(e);
		const struct game_defaults *found = game_defaults_find(rules, row->seats, e->blind);
		ck_assert_int_eq(found->tuning.playout > 0, row->whole);
		/* Another search is asked for. */
		settings.search = search_find("random");
		ck_assert_ptr_eq(settings_search(&settings, rules, row->seats), settings.search);
		rules_process_close(own);
	}
END_TEST

SUITE("bots/search/game-defaults",
	LOOP(the_search_follows_from_the_game_its_seats_and_its_evaluation,
		sizeof rows / sizeof *rows))
