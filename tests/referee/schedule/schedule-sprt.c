/*
 * The sequential test as a format: which pairs decide, however the games were finished, and what
 * does not go together.
 */
#include <string.h>

#include "base/memory.h"
#include "referee/config/settings.h"
#include "referee/schedule/schedule.h"
#include "tests/lib/played-schedule.h"
#include "tests/lib/suite.h"
#include "referee/prepare/tournament-check.h"

enum { FLIGHT = 64, TEXT = 300 };

static void set(struct tournament *t, const char *key, const char *value)
{
	struct reported told;
	reported_init(&told);
	ck_assert(settings_set(t, settings_find(settings_of_tournament, key), value,
		(struct origin){"cup.conf", 1}, &told.mistakes));
}

static void make(struct tournament *t, int concurrency, const char *elo1)
{
	test_tournament_init(t, "nim", 2, 2, 1, NULL);
	set(t, "format", "sprt");
	set(t, "elo1", elo1);
	t->concurrency = concurrency;
}

/* The first bot wins this many of eight games, from either seat; of the others half are lost. */
static void judge(const struct pairing *p, int wins, int rank[SEATS_MAX])
{
	int lot = (int)(random_mix(p->key, 7) % 8), first = p->bot[0] == 0 ? 0 : 1;
	rank[first] = lot < wins || lot % 2 == 0 ? 1 : 2;
	rank[1 - first] = lot < wins ? 2 : 1;
}

/* Every third pair is played like the first of all, move for move. */
static int64_t line_of(const struct pairing *p)
{
	return p->round % 3 == 0 ? 1 + p->bot[0] : 10 + 2 * p->round + p->bot[0];
}

/* Plays t->concurrency games at a time, which are finished in an order drawn from the seed; with
 * stops, what is on the way is lost now and then. Returns how many games were played. */
static int play(const struct tournament *t, int wins, uint64_t seed, bool stops, char text[TEXT])
{
	struct schedule_iterator it;
	struct pairing flight[FLIGHT];
	struct schedule_results kept;
	int count = 0, games = 0, rank[SEATS_MAX];
	struct score score;
	enum schedule_step step = SCHEDULE_GAME;
	schedule_iterator_init(&it, t);
	schedule_results_init(&kept);
	for (;;) {
		while (count < 2 * t->concurrency &&
			(step = schedule_iterator_next(&it, &flight[count])) == SCHEDULE_GAME)
			count += !schedule_results_find(&kept, flight[count].key, &score);
		if (count == 0)
			break;
		int which = (int)random_below(&seed, (uint64_t)count);
		judge(&flight[which], wins, rank);
		score = played_score(rank, 2);
		score.line = line_of(&flight[which]);
		schedule_results_add(&kept, flight[which].key, &score);
		schedule_iterator_result(&it, flight[which].key, &score);
		flight[which] = flight[--count];
		ck_assert_int_lt(++games, 5000);
		if (!stops || random_below(&seed, 20) > 0)
			continue;
		schedule_iterator_clear(&it);
		schedule_iterator_init(&it, t);
		size_t at = 0;
		for (uint64_t key; hash_table_next(&kept.games, &at, &key) != NULL;)
			if (schedule_results_find(&kept, key, &score))
				schedule_iterator_result(&it, key, &score);
		count = 0;
	}
	ck_assert_int_eq(step, SCHEDULE_END);
	schedule_iterator_conclude(&it, text, TEXT);
	schedule_iterator_clear(&it);
	schedule_results_clear(&kept);
	return games;
}

/* Counted here once more, pair by pair in the schedule's order. Returns how many were played. */
static int expected_pairs(
	const struct tournament *t, int wins, enum sprt_state *state, int64_t *counted)
{
	struct result_counts tally = {.kinds = RESULT_COUNTS_PAIRS};
	int pairs = 0;
	for (*state = SPRT_OPEN; *state == SPRT_OPEN; pairs++) {
		if (pairs > 2 && pairs % 3 == 2)
			continue; /* it is the pair of round 3 */
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
	*counted = result_counts_results(&tally);
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
		"bot-0 is not 40 Elo stronger than bot-1: H0 (0) accepted, H1 (40) rejected after %d pairs",
		SPRT_H0},
};

START_TEST(the_first_pairs_that_decide_decide_in_whatever_order_games_end)
	{
		struct tournament t;
		char text[TEXT], wanted[TEXT], first[TEXT];
		enum sprt_state state;
		make(&t, 1, runs[_i].elo1);
		int64_t counted;
		int pairs = expected_pairs(&t, runs[_i].wins, &state, &counted);
		ck_assert_int_eq(state, runs[_i].state);
		snprintf(wanted, sizeof wanted, runs[_i].sentence, (int)counted);
		play(&t, runs[_i].wins, 0, false, first);
		ck_assert_msg(strstr(first, wanted) == first, "%s", first);
		for (int concurrency = 1; concurrency <= 16; concurrency *= 2)
			for (uint64_t seed = 0; seed < 10; seed++) {
				t.concurrency = concurrency;
				int games = play(&t, runs[_i].wins, seed, seed % 2 != 0, text);
				ck_assert_str_eq(text, first);
				/* The games that were begun by then, and no more. */
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
		struct schedule_iterator it;
		struct pairing p;
		struct result_counts tally = {.kinds = RESULT_COUNTS_PAIRS};
		char text[TEXT], wanted[TEXT];
		int games = 0, halves = 0;
		make(&t, 1, "40");
		schedule_iterator_init(&it, &t);
		while (schedule_iterator_next(&it, &p) == SCHEDULE_GAME) {
			bool failed = games / 2 >= 12 || (games / 2 % 3 == 2 && games % 2 == 0);
			int rank[SEATS_MAX];
			judge(&p, 4, rank);
			struct score score =
				failed ? (struct score){.away = 0} : played_score(rank, 2);
			schedule_iterator_result(&it, p.key, &score);
			halves =
				(games % 2 == 0 ? 0 : halves) + score.halves[p.bot[0] == 0 ? 0 : 1];
			if (games++ % 2 == 1 && games / 2 <= 12 && games / 2 % 3 != 0)
				tally.count[halves]++;
			ck_assert_int_lt(games, 100);
		}
		schedule_iterator_conclude(&it, text, sizeof text);
		snprintf(wanted, sizeof wanted,
			"undecided: both bots failed together in each of the last 10 pairs; after 8 pairs the LLR is ");
		ck_assert_msg(strstr(text, wanted) != NULL, "%s", text);
		schedule_iterator_describe(&it, text, sizeof text);
		snprintf(wanted, sizeof wanted, "pairs 8: %d %d %d %d %d", (int)tally.count[0],
			(int)tally.count[1], (int)tally.count[2], (int)tally.count[3],
			(int)tally.count[4]);
		ck_assert_msg(strstr(text, wanted) != NULL, "%s, not %s", text, wanted);
		/* 12 pairs, of which the last is one of the ten, nine more, and one begun by then
		 */
		ck_assert_int_eq(games, 2 * (12 + 9 + 1));
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

/* --- what ends it undecided ------------------------------------------------------------------- */

/* The score of game number at, from 0; at / 2 is its pair. */
typedef struct score game_of(int at);

/* The bot at this place wins. */
static struct score won_by(int winner, int at)
{
	struct score score = {.halves = {0}};
	score.halves[winner ^ at % 2] = 2;
	return score;
}

/* Plays it with a game at a time; returns how many pairs were begun. */
static int ends(
	struct schedule_iterator *it, const struct tournament *t, game_of *game, char text[TEXT])
{
	struct pairing p;
	int at = 0;
	schedule_iterator_init(it, t);
	for (; schedule_iterator_next(it, &p) == SCHEDULE_GAME; at++) {
		const struct score score = game(at);
		schedule_iterator_result(it, p.key, &score);
		ck_assert_int_lt(at, 1000);
	}
	schedule_iterator_conclude(it, text, TEXT);
	return at / 2;
}

/* Of four openings the first bot wins in three pairs and loses in one, always by the same moves. */
static struct score four_openings(int at)
{
	struct score score = won_by(at / 2 % 4 == 3, at);
	score.line = 1000 + at % 8;
	return score;
}

/* The same, but for the first game of each pair. */
static struct score half_new(int at)
{
	struct score score = four_openings(at);
	score.line += at % 2 == 0 ? 8 * at : 0;
	return score;
}

/* The first bot wins, but for games that the second always loses by a fault of this kind. */
static enum verdict fault_kind;
static int fault_each; /* one game of this many has the fault */

static struct score failing(int at)
{
	struct score score = won_by(at / 2 % 2, at);
	score.line = 1 + at;
	if (at % fault_each != fault_each - 1)
		return score;
	score = won_by(0, at);
	score.line = 1 + at;
	score.fault[at % 2 == 0 ? 1 : 0] = fault_kind;
	if (!verdict_took_part(fault_kind))
		score.away = at % 2 == 0 ? 2 : 1;
	return score;
}

/* The second bot crashes in fault_each games in a row, from the second on, and never again. */
static struct score crashing(int at)
{
	struct score score = won_by(at / 2 % 2, at);
	score.line = 1 + at;
	score.fault[1 ^ at % 2] = at > 0 && at <= fault_each ? VERDICT_CRASH : VERDICT_OK;
	return score;
}

/* The first bot wins each game, the second crashes in fault_each: the last is 3 * fault_each. */
static struct score tainted(int at)
{
	struct score score = won_by(0, at);
	score.line = 1 + at;
	score.fault[1 ^ at % 2] = at % 3 == 2 && at < 3 * fault_each ? VERDICT_CRASH : VERDICT_OK;
	return score;
}

/* The same, but it wins one pair of four. */
static struct score tainted_longer(int at)
{
	struct score score = tainted(at);
	if (at / 2 % 4 == 3)
		memcpy(score.halves, won_by(1, at).halves, sizeof score.halves);
	return score;
}

static const struct {
	game_of *game;
	enum verdict kind;
	int each, pairs; /* that were begun: one more than those that end it */
	int64_t counted;
	bool old;
	const char *text; /* how it ends */
} endings[] = {
	{four_openings, 0, 0, 4 + 50 + 1, 4, false,
		"undecided: nothing new is played: 50 of 54 pairs were repeats; more openings help; after 4 pairs the LLR is "},
	{four_openings, 0, 0, 0, 0, true, "bot-0 is stronger than bot-1: H1 (40) accepted"},
	{half_new, 0, 0, 0, 0, false, "bot-0 is stronger than bot-1: H1 (40) accepted"},
	/* 5 in a row, the fifth in the third pair, which does not count any more. */
	{failing, VERDICT_CRASH, 1, 3 + 1, 2, false,
		"undecided: bot-1 failed in 6 of 6 games (crash); after 2 pairs the LLR is "},
	{failing, VERDICT_TIME, 1, 0, 0, true, "bot-0 is stronger than bot-1: H1 (40) accepted"},
	{crashing, 0, 5, 3 + 1, 2, false,
		"undecided: bot-1 failed in 5 of 6 games (crash); after 2 pairs the LLR is "},
	{crashing, 0, 4, 100, 100, false,
		"undecided: games = 200 are played, more would go on; after 100 pairs"},
	/* 10 of 100 are more than 5 %, 10 of 200 are not. */
	{failing, VERDICT_TIME, 10, 50 + 1, 49, false,
		"undecided: bot-1 failed in 10 of 100 games (time); after 49 pairs"},
	{failing, VERDICT_TIME, 20, 100, 100, false,
		"undecided: games = 200 are played, more would go on; after 100 pairs"},
	/* Where a bound is reached, 3 faults are too many, and 2 are not; 6 of 110 are, 5 not. */
	{tainted, 0, 3, 28 + 1, 28, false,
		"undecided: bot-1 failed in 3 of 56 games (crash); after 28 pairs the LLR is "},
	{tainted, 0, 2, 0, 0, false, "bot-0 is stronger than bot-1: H1 (40) accepted"},
	{tainted, 0, 3, 0, 0, true, "bot-0 is stronger than bot-1: H1 (40) accepted"},
	{tainted_longer, 0, 6, 55 + 1, 55, false,
		"undecided: bot-1 failed in 6 of 110 games (crash); after 55 pairs the LLR is "},
	{tainted_longer, 0, 5, 0, 0, false, "bot-0 is stronger than bot-1: H1 (40) accepted"},
	{tainted_longer, 0, 3, 0, 0, false, "bot-0 is stronger than bot-1: H1 (40) accepted"},
	/* Not started in every third game: two pairs of three are left out, and nothing counts. */
	{failing, VERDICT_STARTUP, 3, 100, 34, false,
		"undecided: games = 200 are played, more would go on; after 34 pairs"},
	{failing, VERDICT_STARTUP, 1, 100, 0, false,
		"undecided: games = 200 are played, more would go on; after 0 pairs"},
	{failing, VERDICT_ABSENT, 1, 10 + 1, 0, false,
		"undecided: a bot did not take part in the last 10 pairs; after 0 pairs"},
	{failing, VERDICT_BENCHED, 1, 10 + 1, 0, false,
		"undecided: a bot did not take part in the last 10 pairs; after 0 pairs"},
};

START_TEST(it_ends_undecided_where_its_games_say_nothing)
	{
		struct tournament t;
		struct schedule_iterator it;
		char text[TEXT];
		make(&t, 1, "40");
		t.games = 200;
		t.repeats_count = endings[_i].old;
		fault_kind = endings[_i].kind;
		fault_each = endings[_i].each;
		int pairs = ends(&it, &t, endings[_i].game, text);
		ck_assert_msg(strstr(text, endings[_i].text) == text, "%s", text);
		bool undecided = strncmp(text, "undecided", strlen("undecided")) == 0;
		ck_assert_int_eq(schedule_iterator_undecided(&it), undecided);
		ck_assert_int_eq(result_counts_results(schedule_iterator_counts(&it)) > 0,
			endings[_i].counted > 0 || !undecided);
		int used = 0;
		for (int round = 1; round <= 200; round++)
			used += schedule_iterator_use(&it, round) == SCHEDULE_COUNTS;
		ck_assert_int_eq(used, result_counts_results(schedule_iterator_counts(&it)));
		if (undecided) {
			ck_assert_int_eq(result_counts_results(schedule_iterator_counts(&it)),
				endings[_i].counted);
			ck_assert_int_eq(pairs, endings[_i].pairs);
		}
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

START_TEST(each_round_is_one_that_counts_or_it_is_said_why_not)
	{
		struct tournament t;
		struct schedule_iterator it;
		char text[TEXT];
		make(&t, 1, "40");
		ends(&it, &t, four_openings, text);
		for (int round = 1; round <= 60; round++)
			ck_assert_int_eq(
				schedule_iterator_use(&it, round), round <= 4	 ? SCHEDULE_COUNTS
								   : round <= 54 ? SCHEDULE_REPEATED
										 : SCHEDULE_LATE);
		schedule_iterator_describe(&it, text, sizeof text);
		ck_assert_msg(strstr(text, "undecided, LLR ") == text, "%s", text);
		ck_assert_msg(strstr(text, " pairs 4: 1 0 0 0 3, 50 repeated") != NULL, "%s", text);
		schedule_iterator_clear(&it);
		fault_kind = VERDICT_STARTUP;
		fault_each = 3;
		t.games = 12;
		ends(&it, &t, failing, text);
		/* Games 3, 6, 9 and 12 are those that were not started. */
		for (int round = 1; round <= 6; round++)
			ck_assert_int_eq(schedule_iterator_use(&it, round),
				round % 3 == 1 ? SCHEDULE_COUNTS : SCHEDULE_LEFT_OUT);
		schedule_iterator_clear(&it);
		tournament_clear(&t);
	}
END_TEST

/* A fault now and then does not end it, and is said with what is decided. */
static struct score rarely(int at)
{
	struct score score = won_by(0, at);
	score.line = 1 + at;
	score.fault[at % 2 == 0 ? 1 : 0] = at == 7    ? VERDICT_CRASH
					   : at == 12 ? VERDICT_TIME
						      : VERDICT_OK;
	return score;
}

START_TEST(faults_stand_in_the_line_of_the_verdict)
	{
		struct tournament t;
		struct schedule_iterator it;
		char text[TEXT], wanted[TEXT];
		make(&t, 1, "40");
		int pairs = ends(&it, &t, rarely, text);
		ck_assert_msg(
			strstr(text, "bot-0 is stronger than bot-1: H1 (40) accepted") == text,
			"%s", text);
		snprintf(wanted, sizeof wanted,
			"; bot-1 failed in 2 of %d games (1 time, 1 crash).", 2 * (pairs - 1));
		ck_assert_msg(strstr(text, wanted) != NULL, "%s", text);
		schedule_iterator_clear(&it);
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
			strstr(text,
				"undecided: games = 10 are played, more would go on; after 5 pairs the LLR is ") ==
				text,
			"%s", text);
		t.games = 12;
		ck_assert_int_eq(play(&t, 6, 1, false, text), 12);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_pair_is_two_games_with_the_same_opening_and_the_seats_swapped)
	{
		struct tournament t;
		struct pairing p, q;
		struct schedule_iterator it;
		make(&t, 50, "10");
		schedule_iterator_init(&it, &t);
		for (int pair = 1; pair <= 51; pair++) {
			ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_GAME);
			ck_assert_int_eq(schedule_iterator_next(&it, &q), SCHEDULE_GAME);
			ck_assert_int_eq(p.round, pair);
			ck_assert_int_eq(q.round, pair);
			ck_assert_uint_eq(p.seed, q.seed);
			ck_assert_uint_eq(p.opening_number, q.opening_number);
			ck_assert_int_eq(p.bot[0], q.bot[1]);
			ck_assert_int_eq(p.bot[1], q.bot[0]);
		}
		ck_assert_int_eq(schedule_iterator_next(&it, &p), SCHEDULE_WAIT);
		schedule_iterator_clear(&it);
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
	{1, {{NULL, NULL}}, "the tournament needs at least 2 bots, and has 1"},
	{3, {{"games", "8"}}, "it takes two bots, and bot-2 is the third of 3"},
	{2, {{"games", "1"}}, "games = 1: games come in pairs, such as 2"},
	{2, {{"games", "7"}}, "games = 7: games come in pairs, 6 or 8"},
	{2, {{"games", "8"}, {"elo1", "0"}}, "elo0 = 0, elo1 = 0: elo0 must be below elo1"},
	{2, {{"games", "8"}, {"elo0", "12.5"}}, "elo0 = 12.5, elo1 = 10: elo0 must be below elo1"},
	{2, {{"games", "8"}, {"seat-orders", "rotation"}}, "exclude each other"},
	{2, {{"openings", "random:2"}, {"rounds", "3"}}, "rounds: format = sprt does not use it"},
};

START_TEST(what_does_not_go_together_is_told)
	{
		struct tournament t;
		struct reported told;
		reported_init(&told);
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
		struct reported told;
		reported_init(&told);
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
	LOOP(it_ends_undecided_where_its_games_say_nothing, sizeof endings / sizeof *endings),
	CASE(each_round_is_one_that_counts_or_it_is_said_why_not),
	CASE(faults_stand_in_the_line_of_the_verdict),
	CASE(a_pair_in_which_both_failed_together_says_nothing),
	CASE(a_pair_is_two_games_with_the_same_opening_and_the_seats_swapped),
	LOOP(what_does_not_go_together_is_told, sizeof checks / sizeof *checks),
	LOOP(a_value_that_cannot_be_is_refused_with_what_would_be_right,
		sizeof values / sizeof *values))
