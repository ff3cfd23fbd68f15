/*
 * Formats: what every schedule must keep, over the table of all and 2 to 40 bots, with results that
 * are drawn from a seed; and what only one of them must.
 */
#include <string.h>

#include "referee/ground/memory.h"
#include "referee/ground/set.h"
#include "referee/tournament/settings.h"
#include "referee/tournament/walk.h"
#include "tests/referee/tournament/made.h"
#include "tests/suite.h"

enum { BOTS_LEAST = 2, BOTS_FEW = 40, GAMES_MOST = 8000, SLOTS = 7, ROUNDS_MOST = 64 };

/* What is set besides the format, as the file would. */
static const struct row {
	const char *format;
	int players;
	const char *key, *value;
} rows[] = {
	{"round-robin", 2, "rounds", "2"},
	{"mix", 3, "games", "200"},
	{"gauntlet", 2, "seeds", "1"},
	{"gauntlet", 2, "seeds", "2"},
	{"gauntlet", 3, "orders", "rotation"},
	{"swiss", 2, NULL, NULL},
	{"swiss", 2, "rounds", "13"},
	{"swiss", 3, NULL, NULL},
	{"swiss", 4, "rounds", "5"},
	{"knockout", 2, NULL, NULL},
	{"knockout", 2, "rounds", "3"},
	{"sprt", 2, "elo1", "50"},
	{"sprt", 2, "games", "40"},
	{"sprt", 2, "model", "normalized"},
	{"ladder", 2, "games", "400"},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void set(struct tournament *t, const char *key, const char *value)
{
	struct told told;
	told_init(&told);
	settings_set(t, settings_find(settings_of_tournament, key), value,
		(struct origin){"cup.conf", 1}, &told.mistakes);
	ck_assert_msg(told.mistakes.count == 0, "%s", told.text);
}

/* False: the format cannot do with so few, and nothing is to be cleared. */
static bool make(struct tournament *t, const struct row *row, int bots)
{
	if (bots < row->players || (strcmp(row->format, "sprt") == 0 && bots > 2))
		return false;
	made_init(t, "nim", row->players, bots, 1, NULL);
	set(t, "format", row->format);
	if (row->key != NULL)
		set(t, row->key, row->value);
	t->games_began = t->games;
	if (strcmp(row->format, "gauntlet") != 0 || t->seeds + t->players - 1 <= bots)
		return true;
	tournament_clear(t);
	return false;
}

/* --- a tournament as it was played ---------------------------------------------------------- */

static struct pairing played[GAMES_MOST];
static int played_count;

static struct {
	int round, bot;
	double points;
} byes[GAMES_MOST];
static int byes_count;

static void on_bye(void *arg, int round, int bot, double points)
{
	(void)arg;
	ck_assert_int_lt(byes_count, GAMES_MOST);
	byes[byes_count].round = round;
	byes[byes_count].bot = bot;
	byes[byes_count++].points = points;
}

/* Who is how good, and luck: many games are drawn, so that knockouts have ties. */
static void judge(const struct pairing *p, int rank[SEATS_MAX])
{
	int strength[SEATS_MAX];
	for (int i = 0; i < p->seats; i++) {
		uint64_t luck = random_mix(p->key, (uint64_t)i + 1);
		strength[i] = p->bot[i] / 4 + (int)(luck % 6);
	}
	for (int i = 0; i < p->seats; i++) {
		rank[i] = 1;
		for (int other = 0; other < p->seats; other++)
			rank[i] += strength[other] < strength[i];
	}
}

static void finish(struct walk *w, const struct pairing *p)
{
	int rank[SEATS_MAX];
	judge(p, rank);
	walk_result(w, p->key, rank, p->seats);
}

/* Each game is finished before the next is asked for. */
static void play(struct walk *w)
{
	struct pairing p;
	enum schedule_step step;
	w->on_bye = on_bye;
	played_count = byes_count = 0;
	while ((step = walk_next(w, &p)) == SCHEDULE_GAME) {
		ck_assert_int_lt(played_count, GAMES_MOST);
		played[played_count++] = p;
		finish(w, &p);
	}
	ck_assert_int_eq(step, SCHEDULE_END);
}

static void play_all(const struct tournament *t)
{
	struct walk w;
	walk_init(&w, t);
	play(&w);
	walk_clear(&w);
}

/* --- what all of them keep ------------------------------------------------------------------ */

static void check_games(const struct tournament *t)
{
	bool seen[BOTS_FEW] = {false}, fills = schedule_find(t->format)->fills;
	struct set keys;
	set_init(&keys);
	for (int i = 0; i < played_count; i++) {
		const struct pairing *p = &played[i];
		ck_assert_int_eq(p->seats, t->players);
		ck_assert(i == 0 ? p->round == 1 : p->round >= played[i - 1].round);
		ck_assert_msg(set_add(&keys, p->key), "%s: game %d is there twice", t->format, i);
		for (int seat = 0; seat < p->seats; seat++) {
			ck_assert(p->bot[seat] >= 0 && p->bot[seat] < t->bots_count);
			seen[p->bot[seat]] = true;
			for (int other = 0; other < seat && !fills; other++)
				ck_assert_int_ne(p->bot[seat], p->bot[other]);
		}
	}
	set_clear(&keys);
	for (int bot = 0; bot < t->bots_count; bot++)
		ck_assert_msg(
			seen[bot], "%s: bot %d of %d never plays", t->format, bot, t->bots_count);
	int64_t count = schedule_count(t);
	ck_assert(count == SCHEDULE_OPEN || count == played_count);
}

START_TEST(everybody_plays_and_no_game_is_there_twice)
	{
		struct tournament t;
		for (int bots = BOTS_LEAST; bots <= BOTS_FEW; bots++) {
			if (!make(&t, &rows[_i], bots))
				continue;
			play_all(&t);
			check_games(&t);
			tournament_clear(&t);
		}
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
	struct walk w;
	struct pairing slot[SLOTS];
	static struct pairing finished[GAMES_MOST];
	int busy = 0, done = 0;
	enum schedule_step step = SCHEDULE_GAME;
	walk_init(&w, t);
	while (step != SCHEDULE_END || busy > 0) {
		while (busy < SLOTS && step != SCHEDULE_END &&
			(step = walk_next(&w, &slot[busy])) == SCHEDULE_GAME) {
			int rank[SEATS_MAX];
			expect((int)w.at - 1, &slot[busy]);
			busy += !results_find(&w.results, slot[busy].key, rank);
		}
		if (busy == 0)
			continue;
		int which = (int)random_below(&random, (uint64_t)busy);
		finish(&w, &slot[which]);
		finished[done++] = slot[which];
		slot[which] = slot[--busy];
		if (!stops || random_below(&random, 30) > 0)
			continue;
		walk_clear(&w);
		walk_init(&w, t);
		busy = 0;
		step = SCHEDULE_GAME;
		for (int i = 0; i < done; i++)
			finish(&w, &finished[i]);
	}
	ck_assert_int_eq(w.at, played_count);
	walk_clear(&w);
}

START_TEST(the_games_do_not_depend_on_the_order_in_which_others_are_finished)
	{
		struct tournament t;
		for (int bots = BOTS_LEAST; bots <= BOTS_FEW; bots++) {
			if (!make(&t, &rows[_i], bots))
				continue;
			play_all(&t);
			play_somehow(&t, (uint64_t)bots, false);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(a_walk_that_is_begun_anew_with_what_is_finished_gives_the_same_games)
	{
		struct tournament t;
		for (int bots = BOTS_LEAST; bots <= BOTS_FEW; bots += 3) {
			if (!make(&t, &rows[_i], bots))
				continue;
			/* What asks for no results finds any game from its number. */
			if (schedule_find(t.format)->step != NULL) {
				play_all(&t);
				play_somehow(&t, (uint64_t)bots, true);
			}
			tournament_clear(&t);
		}
	}
END_TEST

/* --- gauntlet ------------------------------------------------------------------------------- */

START_TEST(in_a_gauntlet_each_seed_meets_each_other_in_all_orders_and_nobody_else_meets)
	{
		struct tournament t;
		for (int seeds = 1; seeds <= 4; seeds++) {
			char text[8];
			snprintf(text, sizeof text, "%d", seeds);
			made_init(&t, "connect4", 2, 12, 3, NULL);
			set(&t, "format", "gauntlet");
			set(&t, "seeds", text);
			play_all(&t);
			int met[12][12] = {{0}};
			for (int i = 0; i < played_count; i++)
				met[played[i].bot[0]][played[i].bot[1]]++;
			for (int a = 0; a < 12; a++)
				for (int b = 0; b < 12; b++)
					ck_assert_int_eq(
						met[a][b], (a < seeds) != (b < seeds) ? 3 : 0);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(a_gauntlet_of_three_seats_has_one_seed_and_two_others_in_each_game)
	{
		struct tournament t;
		made_init(&t, "nim", 3, 8, 1, NULL);
		set(&t, "format", "gauntlet");
		set(&t, "seeds", "2");
		play_all(&t);
		/* 2 seeds, 6 choose 2 others, 3! orders */
		ck_assert_int_eq(played_count, 2 * 15 * 6);
		for (int i = 0; i < played_count; i++) {
			int seeds = 0;
			for (int seat = 0; seat < 3; seat++)
				seeds += played[i].bot[seat] < 2;
			ck_assert_int_eq(seeds, 1);
		}
		tournament_clear(&t);
	}
END_TEST

/* --- swiss ---------------------------------------------------------------------------------- */

static int swiss_met[BOTS_FEW][BOTS_FEW];

/* The fewest second meetings of a round, by trying all: of those in the set, all must be paired. */
static int fewest[1 << 12];
static void count_fewest(int bots)
{
	fewest[0] = 0;
	for (int some = 1; some < 1 << bots; some++) {
		int first = __builtin_ctz((unsigned)some);
		fewest[some] = BOTS_FEW;
		for (int other = first + 1; other < bots; other++) {
			int rest = some & ~(1 << first) & ~(1 << other);
			if (some >> other & 1 &&
				fewest[rest] + (swiss_met[first][other] > 0) < fewest[some])
				fewest[some] = fewest[rest] + (swiss_met[first][other] > 0);
		}
	}
}

/* How many of a round's pairs have met before; notes that they meet. */
static int meet_again(int round)
{
	int again = 0;
	for (int i = 0; i < played_count; i++) {
		int a = played[i].bot[0], b = played[i].bot[1];
		if (played[i].round != round || a > b)
			continue;
		again += swiss_met[a][b] > 0;
		swiss_met[a][b]++;
		swiss_met[b][a]++;
	}
	return again;
}

START_TEST(in_a_swiss_no_more_bots_meet_again_than_must)
	{
		struct tournament t;
		int bots = _i + 3;
		made_init(&t, "connect4", 2, bots, 1, NULL);
		set(&t, "format", "swiss");
		set(&t, "rounds", "9");
		play_all(&t);
		memset(swiss_met, 0, sizeof swiss_met);
		for (int round = 1; round <= 9 && round < bots; round++) {
			int out = 0, best = BOTS_FEW;
			count_fewest(bots);
			int all = (1 << bots) - 1;
			for (int i = 0; i < byes_count; i++)
				out |= byes[i].round < round ? 1 << byes[i].bot : 0;
			for (int bye = 0; bye < bots && bots % 2 == 1; bye++)
				if ((out >> bye & 1) == 0 && fewest[all & ~(1 << bye)] < best)
					best = fewest[all & ~(1 << bye)];
			if (bots % 2 == 0)
				best = fewest[all];
			ck_assert_int_eq(meet_again(round), best);
		}
		tournament_clear(&t);
	}
END_TEST

START_TEST(in_a_swiss_nobody_meets_twice_in_half_as_many_rounds_as_there_are_bots)
	{
		struct tournament t;
		for (int bots = 4; bots <= BOTS_FEW; bots += 2) {
			char text[8];
			snprintf(text, sizeof text, "%d", bots / 2);
			made_init(&t, "connect4", 2, bots, 1, NULL);
			set(&t, "format", "swiss");
			set(&t, "rounds", text);
			play_all(&t);
			memset(swiss_met, 0, sizeof swiss_met);
			for (int round = 1; round <= bots / 2; round++)
				ck_assert_int_eq(meet_again(round), 0);
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(in_a_swiss_nobody_sits_out_twice_before_everybody_has_once)
	{
		struct tournament t;
		for (int players = 2; players <= 4; players++) {
			for (int bots = players + 1; bots <= BOTS_FEW; bots++) {
				made_init(&t, "nim", players, bots, 1, NULL);
				set(&t, "format", "swiss");
				set(&t, "rounds", "20");
				play_all(&t);
				int times[BOTS_FEW] = {0};
				ck_assert_int_eq(byes_count, 20 * (bots % players));
				for (int i = 0; i < byes_count; i++) {
					times[byes[i].bot]++;
					ck_assert_double_eq(byes[i].points, players);
					for (int bot = 0; bot < bots; bot++)
						ck_assert_int_le(
							times[byes[i].bot], times[bot] + 1);
				}
				tournament_clear(&t);
			}
		}
	}
END_TEST

START_TEST(in_a_swiss_the_lowest_of_those_who_have_not_sits_out)
	{
		struct tournament t;
		made_init(&t, "connect4", 2, 33, 1, NULL);
		set(&t, "format", "swiss");
		play_all(&t);
		ck_assert_int_eq(byes_count, 6);
		for (int round = 2; round <= 6; round++) {
			int points[33] = {0}, rank[SEATS_MAX], bye = byes[round - 1].bot;
			for (int i = 0; i < played_count && played[i].round < round; i++) {
				judge(&played[i], rank);
				points[played[i].bot[0]] += results_halves(rank, 2, 0);
				points[played[i].bot[1]] += results_halves(rank, 2, 1);
			}
			for (int i = 0; i < round - 1; i++)
				points[byes[i].bot] = 4 * round; /* it had one */
			for (int bot = 0; bot < 33; bot++)
				ck_assert_int_le(points[bye], points[bot]);
		}
		tournament_clear(&t);
	}
END_TEST

/* In the first round nobody has points; in the second winners meet winners. */
START_TEST(in_a_swiss_those_meet_who_stand_alike)
	{
		struct tournament t;
		double points[16] = {0};
		made_init(&t, "connect4", 2, 16, 1, NULL);
		set(&t, "format", "swiss");
		play_all(&t);
		ck_assert_int_eq(played_count, 4 * 16);
		double apart = 0;
		for (int i = 0; i < played_count; i++) {
			int rank[SEATS_MAX], a = played[i].bot[0], b = played[i].bot[1];
			if (i % 16 == 0 && i > 0)
				for (int j = i - 16; j < i; j++) {
					judge(&played[j], rank);
					points[played[j].bot[0]] += (rank[1] - rank[0] + 1) / 2.0;
					points[played[j].bot[1]] += (rank[0] - rank[1] + 1) / 2.0;
				}
			apart += points[a] > points[b] ? points[a] - points[b]
						       : points[b] - points[a];
		}
		/* By lot it would be more than a point a game. */
		ck_assert_double_le(apart / played_count, 0.5);
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_swiss_of_a_thousand_is_paired_in_seconds)
	{
		struct tournament t;
		struct walk w;
		struct pairing p;
		made_init(&t, "connect4", 2, 999, 1, NULL);
		set(&t, "format", "swiss");
		walk_init(&w, &t);
		int games = 0;
		for (; walk_next(&w, &p) == SCHEDULE_GAME; games++)
			finish(&w, &p);
		ck_assert_int_eq(games, 10 * 998);
		walk_clear(&w);
		tournament_clear(&t);
	}
END_TEST

/* --- knockout ------------------------------------------------------------------------------- */

START_TEST(in_a_knockout_who_loses_a_match_is_out_and_one_is_left)
	{
		struct tournament t;
		for (int bots = BOTS_LEAST; bots <= BOTS_FEW; bots++) {
			int rounds = 0, last[BOTS_FEW] = {0}, halves[BOTS_FEW] = {0}, left = bots;
			while (1 << rounds < bots)
				rounds++;
			made_init(&t, "connect4", 2, bots, 1, NULL);
			set(&t, "format", "knockout");
			play_all(&t);
			for (int i = 0; i < played_count; i++)
				for (int seat = 0; seat < 2; seat++)
					last[played[i].bot[seat]] = played[i].round;
			/* The seeds that the bracket has no opponent for, and the champion. */
			ck_assert_int_eq(byes_count, (1 << rounds) - bots + 1);
			for (int i = 0; i < byes_count - 1; i++) {
				ck_assert_int_eq(byes[i].round, 1);
				ck_assert_int_lt(byes[i].bot, (1 << rounds) - bots);
			}
			ck_assert_int_eq(byes[byes_count - 1].round, rounds + 1);
			ck_assert_int_eq(last[byes[byes_count - 1].bot], rounds);
			/* In each round half of those who are left in the bracket go. */
			for (int round = 1; round <= rounds; round++) {
				int gone = 0;
				for (int bot = 0; bot < bots; bot++)
					gone += last[bot] == round;
				int matches = round == 1 ? bots - (1 << (rounds - 1))
							 : 1 << (rounds - round);
				ck_assert_int_eq(round == rounds ? gone - 1 : gone, matches);
				left -= matches;
			}
			ck_assert_int_eq(left, 1);
			/* Who goes on has not made less of its match than the other. */
			for (int i = 0; i < played_count; i++) {
				int rank[SEATS_MAX], a = played[i].bot[0], b = played[i].bot[1];
				if (i > 0 && played[i].round != played[i - 1].round)
					memset(halves, 0, sizeof halves);
				judge(&played[i], rank);
				halves[a] += results_halves(rank, 2, 0);
				halves[b] += results_halves(rank, 2, 1);
				bool final = i + 1 == played_count ||
					     played[i + 1].round != played[i].round;
				for (int j = 0; j <= i && final; j++) {
					a = played[j].bot[0], b = played[j].bot[1];
					if (played[j].round == played[i].round && last[a] > last[b])
						ck_assert_int_ge(halves[a], halves[b]);
				}
			}
			tournament_clear(&t);
		}
	}
END_TEST

START_TEST(the_first_two_seeds_of_a_knockout_could_meet_only_in_the_final)
	{
		struct tournament t;
		struct walk w;
		struct pairing p;
		made_init(&t, "connect4", 2, 13, 1, NULL);
		set(&t, "format", "knockout");
		walk_init(&w, &t);
		int met[13][13] = {{0}};
		while (walk_next(&w, &p) == SCHEDULE_GAME) {
			/* The better seed wins everything. */
			int rank[2] = {1 + (p.bot[0] > p.bot[1]), 1 + (p.bot[0] < p.bot[1])};
			met[p.bot[0]][p.bot[1]] = p.round;
			walk_result(&w, p.key, rank, 2);
		}
		/* 13 in a bracket of 16: the sums of seeds (from 1) that meet are 17, 9, 5, 3. */
		for (int a = 0; a < 13; a++)
			for (int b = 0; b < 13; b++) {
				int sum = a + b + 2, round = 0;
				for (int size = 16, r = 1; size > 1; size /= 2, r++)
					if (a != b && sum == size + 1 && a < size && b < size)
						round = r;
				ck_assert_int_eq(met[a][b], round);
			}
		walk_clear(&w);
		tournament_clear(&t);
	}
END_TEST

static int words;
static void on_word(void *arg, const char *text)
{
	(void)arg;
	ck_assert_ptr_nonnull(strstr(text, "tied after 18 games"));
	words++;
}

START_TEST(a_match_in_which_all_is_drawn_is_decided_by_lot_after_nine_pairs_of_games)
	{
		struct tournament t;
		struct walk w;
		struct pairing p;
		uint64_t opening[9] = {0};
		made_init(&t, "connect4", 2, 2, 1, NULL);
		set(&t, "format", "knockout");
		walk_init(&w, &t);
		w.on_word = on_word;
		words = 0;
		int games = 0;
		for (; walk_next(&w, &p) == SCHEDULE_GAME; games++) {
			walk_result(&w, p.key, (int[]){1, 1}, 2);
			if (games % 2 == 1)
				ck_assert_uint_eq(p.opening_index, opening[games / 2]);
			opening[games / 2] = p.opening_index;
			for (int i = 0; i < games / 2; i++)
				ck_assert_uint_ne(opening[i], opening[games / 2]);
		}
		ck_assert_int_eq(games, 18);
		ck_assert_int_eq(words, 1);
		walk_clear(&w);
		tournament_clear(&t);
	}
END_TEST

/* --- ladder --------------------------------------------------------------------------------- */

static void ladder(struct tournament *t, int bots, const char *games)
{
	made_init(t, "connect4", 2, bots, 1, NULL);
	set(t, "format", "ladder");
	set(t, "games", games);
}

START_TEST(in_a_ladder_a_pair_plays_both_orders_and_nobody_has_more_than_two_pairs_in_a_block)
	{
		struct tournament t;
		int bots = _i + BOTS_LEAST, turns[BOTS_FEW] = {0};
		ladder(&t, bots, "600");
		play_all(&t);
		for (int i = 0; i < played_count; i += 2) {
			const struct pairing *one = &played[i], *other = &played[i + 1];
			ck_assert_int_eq(one->bot[0], other->bot[1]);
			ck_assert_int_eq(one->bot[1], other->bot[0]);
			ck_assert_uint_eq(one->seed, other->seed);
			if (i > 0 && one->round != played[i - 1].round)
				memset(turns, 0, sizeof turns);
			ck_assert_int_le(++turns[one->bot[0]], 2);
			ck_assert_int_le(++turns[one->bot[1]], 2);
		}
		tournament_clear(&t);
	}
END_TEST

START_TEST(a_ladder_pairs_bots_that_stand_close)
	{
		struct tournament t;
		double apart = 0;
		int games = 0;
		ladder(&t, 20, "2000");
		play_all(&t);
		for (int i = 1000; i < played_count; i++, games++)
			apart += abs(played[i].bot[0] / 4 - played[i].bot[1] / 4);
		/* Everybody against everybody it would be 160 * 2 / 190. */
		ck_assert_double_le(apart / games, 1.45);
		tournament_clear(&t);
	}
END_TEST

/* The walk knows of the bot when it comes; or from the start, as when the tournament goes on. */
START_TEST(who_joins_a_ladder_plays_from_that_block_on_and_the_same_games_when_it_goes_on)
	{
		struct tournament t, grown;
		struct told told;
		struct walk w;
		struct pairing p;
		int joined = -1;
		ladder(&t, 9, "900");
		t.bots[8].enters = 12;
		play_all(&t);
		for (int i = 0; i < played_count; i++)
			if (joined < 0 && (played[i].bot[0] == 8 || played[i].bot[1] == 8))
				joined = played[i].round;
		ck_assert_int_eq(joined, 12);
		ladder(&grown, 8, "900");
		told_init(&told);
		walk_init(&w, &grown);
		while (walk_next(&w, &p) == SCHEDULE_GAME) {
			expect((int)w.at - 1, &p);
			finish(&w, &p);
			if (walk_joins(&w) == 12 && grown.bots_count == 8)
				tournament_add_bot(&grown, "bot-8", (struct origin){"--bot", 0},
					&told.mistakes)
					->enters = 12;
		}
		ck_assert_int_eq(w.at, played_count);
		walk_clear(&w);
		tournament_clear(&t);
		tournament_clear(&grown);
	}
END_TEST

SUITE("tournament/formats", LOOP(everybody_plays_and_no_game_is_there_twice, ROWS),
	LOOP(the_games_do_not_depend_on_the_order_in_which_others_are_finished, ROWS),
	LOOP(a_walk_that_is_begun_anew_with_what_is_finished_gives_the_same_games, ROWS),
	CASE(in_a_gauntlet_each_seed_meets_each_other_in_all_orders_and_nobody_else_meets),
	CASE(a_gauntlet_of_three_seats_has_one_seed_and_two_others_in_each_game),
	LOOP(in_a_swiss_no_more_bots_meet_again_than_must, 10),
	CASE(in_a_swiss_nobody_meets_twice_in_half_as_many_rounds_as_there_are_bots),
	CASE(in_a_swiss_nobody_sits_out_twice_before_everybody_has_once),
	CASE(in_a_swiss_the_lowest_of_those_who_have_not_sits_out),
	CASE(in_a_swiss_those_meet_who_stand_alike),
	CASE(a_swiss_of_a_thousand_is_paired_in_seconds),
	CASE(in_a_knockout_who_loses_a_match_is_out_and_one_is_left),
	CASE(the_first_two_seeds_of_a_knockout_could_meet_only_in_the_final),
	CASE(a_match_in_which_all_is_drawn_is_decided_by_lot_after_nine_pairs_of_games),
	LOOP(in_a_ladder_a_pair_plays_both_orders_and_nobody_has_more_than_two_pairs_in_a_block,
		BOTS_FEW - BOTS_LEAST + 1),
	CASE(a_ladder_pairs_bots_that_stand_close),
	CASE(who_joins_a_ladder_plays_from_that_block_on_and_the_same_games_when_it_goes_on))
