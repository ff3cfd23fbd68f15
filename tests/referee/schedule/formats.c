/*
 * Formats: what every schedule must keep, over the table of all and 2 to 40 bots.
 */
#include <string.h>

#include "base/hash-table.h"
#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"

enum { BOTS_MIN = 2, SLOTS = 7 };

/* The setting besides the format, as the file would give it. */
static const struct row {
	const char *format;
	int players;
	const char *key, *value;
} rows[] = {
	{"round-robin", 2, "rounds", "2"},
	{"mix", 3, "games", "200"},
	{"gauntlet", 2, "seeds", "1"},
	{"gauntlet", 2, "seeds", "2"},
	{"gauntlet", 3, "seat-orders", "rotation"},
	{"swiss", 2, NULL, NULL},
	{"swiss", 2, "rounds", "13"},
	{"swiss", 3, NULL, NULL},
	{"swiss", 4, "rounds", "5"},
	{"knockout", 2, NULL, NULL},
	{"knockout", 2, "rounds", "3"},
	{"ladder", 2, "games", "400"},
	{"sprt", 2, "elo1", "50"},
	{"sprt", 2, "games", "40"},
	{"sprt", 2, "model", "normalized"},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* False: the format cannot do with this number of bots, and nothing is to be cleared. */
static bool make(struct tournament *t, const struct row *row, int bots)
{
	struct reported told;
	if (bots < row->players)
		return false;
	test_tournament_init(t, "nim", row->players, bots, 1, "random:2");
	played_set(t, "format", row->format);
	if (row->key != NULL)
		played_set(t, row->key, row->value);
	t->games_began = t->games;
	reported_init(&told);
	schedule_check(t, &told.mistakes);
	if (told.mistakes.count == 0)
		return true;
	tournament_clear(t);
	return false;
}

START_TEST(every_schedule_has_a_row)
	{
		for (int s = 0; all_schedules[s] != NULL; s++) {
			int i = 0;
			while (i < ROWS && strcmp(rows[i].format, all_schedules[s]->name) != 0)
				i++;
			ck_assert_msg(i < ROWS, "%s has no row in tests/referee/schedule/formats.c",
				all_schedules[s]->name);
		}
	}
END_TEST

static void check_games(const struct tournament *t)
{
	bool seen[PLAYED_BOTS] = {false}, fills = schedule_find(t->format)->fills;
	struct hash_table keys;
	keys = (struct hash_table){.value = 0};
	for (int i = 0; i < played_count; i++) {
		const struct pairing *p = &played[i];
		ck_assert_int_eq(p->seats, t->players);
		ck_assert(i == 0 ? p->round == 1 : p->round >= played[i - 1].round);
		ck_assert_msg(
			hash_table_add(&keys, p->key), "%s: game %d is there twice", t->format, i);
		for (int seat = 0; seat < p->seats; seat++) {
			ck_assert(p->bot[seat] >= 0 && p->bot[seat] < t->bots_count);
			seen[p->bot[seat]] = true;
			for (int other = 0; other < seat && !fills; other++)
				ck_assert_int_ne(p->bot[seat], p->bot[other]);
		}
	}
	hash_table_clear(&keys);
	for (int bot = 0; bot < t->bots_count; bot++)
		ck_assert_msg(
			seen[bot], "%s: bot %d of %d never plays", t->format, bot, t->bots_count);
	int64_t count = schedule_count(t);
	ck_assert(count == SCHEDULE_OPEN || count == played_count);
}

START_TEST(everybody_plays_and_no_game_is_there_twice)
	{
		struct tournament t;
		int made = 0;
		for (int bots = BOTS_MIN; bots <= PLAYED_BOTS; bots++) {
			if (!make(&t, &rows[_i], bots))
				continue;
			made++;
			played_all(&t);
			check_games(&t);
			tournament_clear(&t);
		}
		ck_assert_msg(made > 0, "%s: no number of bots fits", rows[_i].format);
	}
END_TEST

static void expect(int at, const struct pairing *p)
{
	ck_assert_int_lt(at, played_count);
	ck_assert_msg(memcmp(p, &played[at], sizeof *p) == 0, "game %d is another", at);
}

/* Games are finished in any order; now and then all that is not finished is lost, and another walk
 * begins with what is. */
static void play_somehow(const struct tournament *t, uint64_t random, bool stops)
{
	struct schedule_iterator it;
	struct pairing slot[SLOTS];
	static struct pairing finished[PLAYED_MAX];
	int busy = 0, done = 0;
	enum schedule_step step = SCHEDULE_GAME;
	schedule_iterator_init(&it, t);
	while (step != SCHEDULE_END || busy > 0) {
		while (busy < SLOTS && step != SCHEDULE_END &&
			(step = schedule_iterator_next(&it, &slot[busy])) == SCHEDULE_GAME) {
			struct score score;
			expect((int)it.at - 1, &slot[busy]);
			busy += !schedule_results_find(&it.results, slot[busy].key, &score);
		}
		if (busy == 0)
			continue;
		int which = (int)random_below(&random, (uint64_t)busy);
		played_finish(&it, &slot[which]);
		finished[done++] = slot[which];
		slot[which] = slot[--busy];
		if (!stops || random_below(&random, 30) > 0)
			continue;
		schedule_iterator_clear(&it);
		schedule_iterator_init(&it, t);
		busy = 0;
		step = SCHEDULE_GAME;
		for (int i = 0; i < done; i++)
			played_finish(&it, &finished[i]);
	}
	ck_assert_int_eq(it.at, played_count);
	schedule_iterator_clear(&it);
}

START_TEST(the_games_do_not_depend_on_the_order_in_which_others_are_finished)
	{
		struct tournament t;
		for (int bots = BOTS_MIN; bots <= PLAYED_BOTS; bots++) {
			if (!make(&t, &rows[_i], bots))
				continue;
			played_all(&t);
			play_somehow(&t, (uint64_t)bots, false);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(a_walk_that_is_begun_anew_with_what_is_finished_gives_the_same_games)
	{
		struct tournament t;
		for (int bots = BOTS_MIN; bots <= PLAYED_BOTS; bots += 3) {
			if (!make(&t, &rows[_i], bots))
				continue;
			/* A schedule that asks for no results finds any game from its number. */
			if (schedule_find(t.format)->step != NULL) {
				played_all(&t);
				play_somehow(&t, (uint64_t)bots, true);
			}
			tournament_clear(&t);
		}
	}
END_TEST

SUITE("schedule/formats", CASE(every_schedule_has_a_row),
	LOOP(everybody_plays_and_no_game_is_there_twice, ROWS),
	LOOP(the_games_do_not_depend_on_the_order_in_which_others_are_finished, ROWS),
	LOOP(a_walk_that_is_begun_anew_with_what_is_finished_gives_the_same_games, ROWS))
