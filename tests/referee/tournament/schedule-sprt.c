/*
 * The sequential test as a format: which pairs decide, however the games were finished, and what
 * does not go together.
 */
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/tournament/settings.h"
#include "referee/tournament/walk.h"
#include "tests/referee/tournament/played.h"
#include "tests/suite.h"

enum { FLIGHT = 64, TEXT = 300 };

static void set(struct tournament *t, const char *key, const char *value)
{
	struct told told;
	told_init(&told);
	ck_assert(settings_set(t, settings_find(settings_of_tournament, key), value,
		(struct origin){"cup.conf", 1}, &told.mistakes));
}

static void make(struct tournament *t, int concurrency, const char *elo1)
{
	made_init(t, "nim", 2, 2, 1, NULL);
	set(t, "format", "sprt");
	set(t, "elo1", elo1);
	t->concurrency = concurrency;
}

/* The first bot wins so many of eight games, whoever sits where; of the others half are lost. */
static void judge(const struct pairing *p, int wins, int rank[SEATS_MAX])
{
	int lot = (int)(random_mix(p->key, 7) % 8), first = p->bot[0] == 0 ? 0 : 1;
	rank[first] = lot < wins || lot % 2 == 0 ? 1 : 2;
	rank[1 - first] = lot < wins ? 2 : 1;
}

/* Plays with so many games at a time, which are finished in an order drawn from the seed; with
 * stops, what is on the way is lost now and then. Returns how many games were played. */
static int play(const struct tournament *t, int wins, uint64_t seed, bool stops, char text[TEXT])
{
	struct walk w;
	struct pairing flight[FLIGHT];
	struct results kept;
	int count = 0, games = 0, rank[SEATS_MAX];
	struct score score;
	enum schedule_step step = SCHEDULE_GAME;
	walk_init(&w, t);
	results_init(&kept);
	for (;;) {
		while (count < 2 * t->concurrency &&
			(step = walk_next(&w, &flight[count])) == SCHEDULE_GAME)
			count += !results_find(&kept, flight[count].key, &score);
		if (count == 0)
			break;
		int which = (int)random_below(&seed, (uint64_t)count);
		judge(&flight[which], wins, rank);
		score = played_score(rank, 2);
		results_add(&kept, flight[which].key, &score);
		walk_result(&w, flight[which].key, &score);
		flight[which] = flight[--count];
		ck_assert_int_lt(++games, 5000);
		if (!stops || random_below(&seed, 20) > 0)
			continue;
		walk_clear(&w);
		walk_init(&w, t);
		for (size_t i = 0; i < kept.size; i++)
			if (kept.scores[i] != 0 && results_find(&kept, kept.keys[i], &score))
				walk_result(&w, kept.keys[i], &score);
		count = 0;
	}
	ck_assert_int_eq(step, SCHEDULE_END);
	walk_conclude(&w, text, TEXT);
	walk_clear(&w);
	results_clear(&kept);
	return games;
}

/* Counted here once more, pair by pair in the schedule's order. */
static int expected_pairs(const struct tournament *t, int wins, enum sprt_state *state)
{
	struct tally tally = {.kinds = TALLY_PAIRS};
	int pairs = 0;
	for (*state = SPRT_OPEN; *state == SPRT_OPEN; pairs++) {
		int points = 0, rank[SEATS_MAX];
		for (int seat = 0; seat < 2; seat++) {
			struct pairing p = {
				.round = pairs + 1, .seats = 2, .bot = {seat, 1 - seat}};
			schedule_seal(t, &p);
			judge(&p, wins, rank);
			points += 1 + (rank[seat] < rank[1 - seat]) - (rank[seat] > rank[1 - seat]);
		}
		tally.count[points]++;
		*state = sprt_decide(&t->sprt, sprt_llr(&t->sprt, &tally));
	}
	return pairs;
}

static const struct {
	int wins;
	const char *elo1, *sentence;
	enum sprt_state state;
} runs[] = {
	{6, "40", "bot-0 is stronger than bot-1: H1 (40) accepted, H0 (0) rejected after %d pairs",
		SPRT_H1},
	{2, "40",
		"bot-0 is not 40 Elo stronger than bot-1: H0 (0) accepted, H1 (40) rejected "
		"after %d pairs",
		SPRT_H0},
};

START_TEST(the_first_pairs_that_decide_decide_in_whatever_order_games_end)
	{
		struct tournament t;
		char text[TEXT], wanted[TEXT], first[TEXT];
		enum sprt_state state;
		make(&t, 1, runs[_i].elo1);
		int pairs = expected_pairs(&t, runs[_i].wins, &state);
		ck_assert_int_eq(state, runs[_i].state);
		snprintf(wanted, sizeof wanted, runs[_i].sentence, pairs);
		play(&t, runs[_i].wins, 0, false, first);
		ck_assert_msg(strstr(first, wanted) == first, "%s", first);
		for (int concurrency = 1; concurrency <= 16; concurrency *= 2)
			for (uint64_t seed = 0; seed < 10; seed++) {
				t.concurrency = concurrency;
				int games = play(&t, runs[_i].wins, seed, seed % 2 != 0, text);
				ck_assert_str_eq(text, first);
				/* What was begun by then, and no more. */
				ck_assert_int_eq(games, 2 * (pairs + concurrency));
			}
		tournament_clear(&t);
	}
END_TEST

/* Of every third pair both bots fail together in the first game: it is as if it were not there, but
 * for its games. Then they do so in every pair, and it ends after ten. */
START_TEST(a_pair_in_which_both_failed_together_says_nothing)
	{
		struct tournament t;
		struct walk w;
		struct pairing p;
		struct tally tally = {.kinds = TALLY_PAIRS};
		char text[TEXT], wanted[TEXT];
		int games = 0, halves = 0;
		make(&t, 1, "40");
		walk_init(&w, &t);
		while (walk_next(&w, &p) == SCHEDULE_GAME) {
			bool failed = games / 2 >= 12 || (games / 2 % 3 == 2 && games % 2 == 0);
			int rank[SEATS_MAX];
			judge(&p, 4, rank);
			struct score score =
				failed ? (struct score){.away = 3} : played_score(rank, 2);
			walk_result(&w, p.key, &score);
			halves =
				(games % 2 == 0 ? 0 : halves) + score.halves[p.bot[0] == 0 ? 0 : 1];
			if (games++ % 2 == 1 && games / 2 <= 12 && games / 2 % 3 != 0)
				tally.count[halves]++;
			ck_assert_int_lt(games, 100);
		}
		walk_conclude(&w, text, sizeof text);
		snprintf(wanted, sizeof wanted,
			"more games are not played, since both bots failed together in each of the "
			"last 10 pairs.");
		ck_assert_msg(strstr(text, wanted) != NULL, "%s", text);
		walk_describe(&w, text, sizeof text);
		snprintf(wanted, sizeof wanted, "pairs 8: %d %d %d %d %d", (int)tally.count[0],
			(int)tally.count[1], (int)tally.count[2], (int)tally.count[3],
			(int)tally.count[4]);
		ck_assert_msg(strstr(text, wanted) != NULL, "%s, not %s", text, wanted);
		/* 12 pairs, of which the last is one of the ten, nine more, and one begun by then
		 */
		ck_assert_int_eq(games, 2 * (12 + 9 + 1));
		walk_clear(&w);
		tournament_clear(&t);
	}
END_TEST

START_TEST(games_end_it_undecided_and_more_games_go_on)
	{
		struct tournament t;
		char text[TEXT];
		make(&t, 2, "40");
		t.games = 10;
		ck_assert_int_eq(play(&t, 6, 1, false, text), 10);
		ck_assert_msg(
			strstr(text, "Not decided after 5 pairs: the LLR") == text, "%s", text);
		ck_assert_ptr_nonnull(strstr(text, "games = 10 are played"));
		t.games = 12;
		ck_assert_int_eq(play(&t, 6, 1, false, text), 12);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_pair_is_two_games_with_the_same_opening_and_the_seats_swapped)
	{
		struct tournament t;
		struct pairing p, q;
		struct walk w;
		make(&t, 50, "10");
		walk_init(&w, &t);
		for (int pair = 1; pair <= 51; pair++) {
			ck_assert_int_eq(walk_next(&w, &p), SCHEDULE_GAME);
			ck_assert_int_eq(walk_next(&w, &q), SCHEDULE_GAME);
			ck_assert_int_eq(p.round, pair);
			ck_assert_int_eq(q.round, pair);
			ck_assert_uint_eq(p.seed, q.seed);
			ck_assert_uint_eq(p.opening_index, q.opening_index);
			ck_assert_int_eq(p.bot[0], q.bot[1]);
			ck_assert_int_eq(p.bot[1], q.bot[0]);
		}
		ck_assert_int_eq(walk_next(&w, &p), SCHEDULE_WAIT);
		walk_clear(&w);
		tournament_clear(&t);
	}
END_TEST

static const struct {
	int bots;
	const char *set[4][2];
	const char *told; /* NULL: it is right */
} checks[] = {
	{2, {{"openings", "random:2"}}, NULL},
	{2, {{"games", "8"}}, NULL},
	{2, {{"elo0", "-5"}, {"elo1", "0"}, {"games", "8"}, {"model", "normalized"}}, NULL},
	{2, {{"alpha", "0.01"}, {"beta", "0.1"}, {"games", "8"}}, NULL},
	{2, {{NULL, NULL}}, "format = sprt: without openings two bots may play the same pair"},
	{3, {{"games", "8"}}, "it takes two bots, and bot-2 is the third of 3"},
	{2, {{"games", "7"}}, "games = 7: games come in pairs, 6 or 8"},
	{2, {{"games", "8"}, {"elo1", "0"}}, "elo0 = 0, elo1 = 0: elo0 must be below elo1"},
	{2, {{"games", "8"}, {"elo0", "12.5"}}, "elo0 = 12.5, elo1 = 10: elo0 must be below elo1"},
	{2, {{"games", "8"}, {"orders", "rotation"}}, "exclude each other"},
	{2, {{"openings", "random:2"}, {"rounds", "3"}}, "rounds is of no use in a sprt"},
};

START_TEST(what_does_not_go_together_is_told)
	{
		struct tournament t;
		struct told told;
		told_init(&told);
		tournament_init(&t);
		set(&t, "game", "nim");
		set(&t, "format", "sprt");
		for (int i = 0; i < 4 && checks[_i].set[i][0] != NULL; i++)
			set(&t, checks[_i].set[i][0], checks[_i].set[i][1]);
		for (int i = 0; i < checks[_i].bots; i++) {
			char name[BOT_NAME];
			snprintf(name, sizeof name, "bot-%d", i);
			tournament_add_bot(
				&t, name, (struct origin){"cup.conf", 9 + i}, &told.mistakes)
				->command = memory_copy("bot");
		}
		ck_assert_int_eq(tournament_check(&t, &told.mistakes), checks[_i].told == NULL);
		if (checks[_i].told != NULL)
			ck_assert_msg(strstr(told.text, checks[_i].told) != NULL, "%s", told.text);
		tournament_clear(&t);
	}
END_TEST

static const struct {
	const char *key, *text, *told;
} values[] = {
	{"elo0", "abc", "a number from -800 to 800 is needed"},
	{"elo0", "nan", "a number from -800 to 800 is needed"},
	{"elo1", "801", "a number from -800 to 800 is needed"},
	{"elo1", "1e999", "a number from -800 to 800 is needed"},
	{"elo1", "", "a number from -800 to 800 is needed"},
	{"alpha", "0", "a number above 0 and below 0.5 is needed"},
	{"alpha", "0.5", "a number above 0 and below 0.5 is needed"},
	{"beta", "5%", "a number above 0 and below 0.5 is needed"},
	{"model", "Normal", "it is logistic or normalized"},
};

START_TEST(a_value_that_cannot_be_is_refused_with_what_would_be_right)
	{
		struct tournament t;
		struct told told;
		told_init(&told);
		tournament_init(&t);
		ck_assert(!settings_set(&t, settings_find(settings_of_tournament, values[_i].key),
			values[_i].text, (struct origin){"cup.conf", 3}, &told.mistakes));
		ck_assert_ptr_nonnull(strstr(told.text, "cup.conf:3: "));
		ck_assert_msg(strstr(told.text, values[_i].told) != NULL, "%s", told.text);
		tournament_clear(&t);
	}
END_TEST

SUITE("tournament/schedule-sprt",
	LOOP(the_first_pairs_that_decide_decide_in_whatever_order_games_end,
		sizeof runs / sizeof *runs),
	CASE(games_end_it_undecided_and_more_games_go_on),
	CASE(a_pair_in_which_both_failed_together_says_nothing),
	CASE(a_pair_is_two_games_with_the_same_opening_and_the_seats_swapped),
	LOOP(what_does_not_go_together_is_told, sizeof checks / sizeof *checks),
	LOOP(a_value_that_cannot_be_is_refused_with_what_would_be_right,
		sizeof values / sizeof *values))
