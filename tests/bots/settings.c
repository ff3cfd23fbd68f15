/*
 * Settings: each row by its flag and its option, values at and beyond both ends of their ranges,
 * and what a refusal says.
 */
#include "bots/settings.h"

#include <inttypes.h>
#include <stdio.h>

#include "bots/search/game-defaults.h"
#include "tests/lib/suite.h"

enum { TEXT = 512 };

static int64_t value_of(const struct setting *row, const struct settings *s)
{
	return *(const int64_t *)((const char *)s + row->offset);
}

/* Each row as README, bots.md and UGI have it; the fields are those of the struct. */
#define FIELD(field) offsetof(struct settings, field)
static const struct {
	const char *flag, *option;
	size_t offset;
	int64_t preset, min, max;
} spins[] = {
	{"depth", "Depth", FIELD(depth), 0, 0, 1024},
	{"nodes", "Nodes", FIELD(nodes), 0, 0, INT64_MAX},
	{"time", "Time", FIELD(time), 0, 0, 24 * 60 * 60 * 1000},
	{"seed", "Seed", FIELD(seed), 0, 0, INT64_MAX},
	{"hash", "Hash", FIELD(hash), 0, 0, 65536},
	{"exploration", "Exploration", FIELD(mcts.exploration), -1, -1, 1000},
	{"playout", "Playout", FIELD(mcts.playout), -1, -1, 1024},
	{"implicit", "Implicit", FIELD(mcts.implicit), -1, -1, 100},
	{"scale", "Scale", FIELD(mcts.scale), -1, -1, 1000000},
	{"ordered", "Ordered", FIELD(mcts.ordered), -1, -1, 1},
	{"widening", "Widening", FIELD(mcts.widening), -1, -1, 10000},
	{"greedy", "Greedy", FIELD(mcts.greedy), -1, -1, 100},
	{"best-reply", "Best-Reply", FIELD(mcts.best_reply), -1, -1, 100},
	{"reuse", "Reuse", FIELD(mcts.reuse), -1, -1, 1},
	{"proofs", "Proofs", FIELD(mcts.proofs), -1, -1, 1},
	{"decisive", "Decisive", FIELD(mcts.decisive), -1, -1, 1},
};
enum { SPINS = sizeof spins / sizeof *spins };

START_TEST(a_number_is_set_within_its_range_alone)
	{
		const struct setting *row = setting_by_flag(spins[_i].flag);
		ck_assert_ptr_nonnull(row);
		ck_assert_ptr_eq(setting_by_option(spins[_i].option), row);
		ck_assert_int_eq(row->type, SETTING_SPIN);
		ck_assert_uint_eq(row->offset, spins[_i].offset);
		const int64_t good[] = {spins[_i].min, spins[_i].max};
		struct settings s, before;
		struct error err;
		char text[TEXT], why[TEXT];
		settings_init(&s);
		ck_assert_int_eq(value_of(row, &s), spins[_i].preset);
		for (int i = 0; i < 2; i++) {
			snprintf(text, sizeof text, "%" PRId64, good[i]);
			ck_assert_msg(setting_set(row, &s, text, &err), "%s", err.text);
			ck_assert_int_eq(value_of(row, &s), good[i]);
		}
		before = s;
		const char *bad[] = {text, why, "", "x", "1x", "1 ", "0.5", "9223372036854775808"};
		snprintf(text, sizeof text, "%" PRId64, spins[_i].min - 1);
		/* Beyond the largest number of all there is another digit. */
		snprintf(why, sizeof why, "%" PRIu64, (uint64_t)spins[_i].max + 1);
		for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
			char refusal[TEXT];
			snprintf(refusal, sizeof refusal,
				"%s is a whole number from %" PRId64 " to %" PRId64 ", not \"%s\"",
				spins[_i].flag, spins[_i].min, spins[_i].max, bad[i]);
			ck_assert_msg(!setting_set(row, &s, bad[i], &err), "%s", bad[i]);
			ck_assert_str_eq(err.text, refusal);
			ck_assert_mem_eq(&s, &before, sizeof s);
		}
	}
END_TEST

START_TEST(there_are_these_settings_and_no_others)
	{
		int rows = 0;
		char text[TEXT];
		for (const struct setting *row = all_settings; row->flag != NULL; row++)
			rows++;
		ck_assert_int_eq(rows, SPINS + 2);
		ck_assert_ptr_null(setting_by_flag("Depth"));
		ck_assert_ptr_null(setting_by_flag("dept"));
		ck_assert_ptr_null(setting_by_option("Depths"));
		ck_assert_ptr_eq(setting_by_option("dEPTH"), setting_by_flag("depth"));
		ck_assert_str_eq(setting_value(setting_by_flag("depth")), "N");
		ck_assert_str_eq(setting_value(setting_by_flag("search")), "NAME");
		ck_assert_str_eq(setting_help(setting_by_flag("depth"), text, sizeof text),
			"look ahead this many plies at most (default: 0)");
		ck_assert_str_eq(setting_help(setting_by_flag("reuse"), text, sizeof text),
			"keep the tree of mcts from move to move; 0: do not (default: -1, by the game)");
		ck_assert_str_eq(setting_help(setting_by_flag("search"), text, sizeof text),
			"choose moves by this search; best: the game's best (default: best)");
	}
END_TEST

#define SEARCHES                                                                                   \
	"best, random, first, minimax, alphabeta, pvs, maxn, paranoid, brs, brs+, opps, mcts, perfect"

START_TEST(a_search_is_one_of_the_table_or_the_games_best)
	{
		const struct setting *row = setting_by_flag("search");
		struct settings s;
		struct error err;
		settings_init(&s);
		const struct rules *rules = rules_find("connect4");
		ck_assert_ptr_eq(settings_search(&s, rules, 2), &search_pvs);
		ck_assert_ptr_eq(
			settings_search(&s, rules_find("chinese-checkers"), 2), &search_mcts);
		ck_assert_ptr_eq(
			settings_search(&s, rules_find("chinese-checkers"), 3), &search_brs);
		ck_assert(setting_set(row, &s, "minimax", &err));
		ck_assert_ptr_eq(settings_search(&s, rules, 2), &search_minimax);
		ck_assert(!setting_set(row, &s, "brs-", &err));
		ck_assert_str_eq(
			err.text, "no search \"brs-\": there are " SEARCHES "; did you mean brs?");
		ck_assert(!setting_set(row, &s, "", &err));
		ck_assert_str_eq(err.text, "no search \"\": there are " SEARCHES);
		ck_assert_ptr_eq(s.search, &search_minimax);
		ck_assert(setting_set(row, &s, "best", &err));
		ck_assert_ptr_eq(settings_search(&s, rules, 2), &search_pvs);
	}
END_TEST

START_TEST(an_evaluation_is_one_of_any_game_and_then_one_of_the_game)
	{
		const struct setting *row = setting_by_flag("eval");
		const struct rules *rules = rules_find("connect4");
		struct settings s;
		struct error err;
		char text[TEXT];
		settings_init(&s);
		ck_assert_str_eq(settings_evaluation(&s, rules, &err)->name, "threats");
		ck_assert(setting_set(row, &s, "cells", &err));
		ck_assert_str_eq(settings_evaluation(&s, rules, &err)->name, "cells");
		/* One of another game may be set, and is refused when the game is known. */
		ck_assert(setting_set(row, &s, "store", &err));
		ck_assert_ptr_null(settings_evaluation(&s, rules, &err));
		ck_assert_str_eq(err.text,
			"no evaluation \"store\" for connect4: there are best, threats, cells, zero");
		ck_assert_str_eq(settings_evaluation(&s, rules_find("kalah"), &err)->name, "store");
		ck_assert(!setting_set(row, &s, "stor", &err));
		ck_assert_ptr_nonnull(strstr(err.text, "no evaluation \"stor\": there are best, "));
		ck_assert_ptr_nonnull(strstr(err.text, "; did you mean store?"));
		ck_assert_str_eq(s.eval, "store");
		/* An evaluation of several games is one choice. */
		setting_choices(SETTING_EVAL, NULL, "|", text, sizeof text);
		const char *zero = strstr(text, "|zero");
		ck_assert_ptr_nonnull(zero);
		ck_assert_ptr_null(strstr(zero + 2, "zero"));
		ck_assert_str_eq(
			setting_choices(SETTING_EVAL, rules_find("kalah"), " ", text, sizeof text),
			"best sowing store zero");
		/* It fits as far as it does. */
		ck_assert_str_eq(setting_choices(SETTING_EVAL, rules_find("kalah"), " ", text, 8),
			"best so");
	}
END_TEST

SUITE("bots/settings", LOOP(a_number_is_set_within_its_range_alone, SPINS),
	CASE(there_are_these_settings_and_no_others),
	CASE(a_search_is_one_of_the_table_or_the_games_best),
	CASE(an_evaluation_is_one_of_any_game_and_then_one_of_the_game))
