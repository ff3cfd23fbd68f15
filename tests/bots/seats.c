/*
 * Searches for more than two seats against plain ones without pruning, table or learning, which
 * are written out here from the papers' definitions. The evaluation is of the test's own: it has
 * an opinion of everything, sums to 0 and repeats itself often enough for ties.
 */
#include "bots/search/search.h"

#include <string.h>

#include "tests/lib/search-job.h"
#include "tests/lib/suite.h"

enum { POSITIONS = 25, LATE = 12, OPINIONS = 16, GAINS = 4 };

static uint64_t drawn(uint64_t key, uint64_t salt)
{
	uint64_t state = random_mix(key, salt);

	return random_next(&state);
}

static int64_t opinion_value(const struct setup *s, const struct position *p, int seat,
	const struct evaluation_cache *cache)
{
	uint64_t key = s->rules->key(s, p);
	int64_t sum = 0;

	(void)cache;
	for (int k = 1; k <= s->seats; k++)
		sum += (int64_t)(drawn(key, (uint64_t)k) % OPINIONS);
	return s->seats * (int64_t)(drawn(key, (uint64_t)seat) % OPINIONS) - sum;
}

static void opinion_gains(const struct setup *s, const struct position *p, const move *moves,
	int count, int *gains, const struct evaluation_cache *cache)
{
	uint64_t key = s->rules->key(s, p);

	(void)cache;
	for (int i = 0; i < count; i++)
		gains[i] = (int)(drawn(key, 100 + moves[i]) % GAINS) - 1;
}

static int64_t opinion_bound(const struct setup *s, const struct position *p, int plies,
	const struct evaluation_cache *cache)
{
	const struct evaluation *known = evaluation_find(s->rules, NULL);

	if (known->bound == NULL || known->bound(s, p, plies, cache) < 0)
		return -1;
	return (s->seats - 1) * (OPINIONS - 1);
}

static const struct evaluation opinion = {
	.name = "opinion", .value = opinion_value, .gains = opinion_gains, .bound = opinion_bound};

static const struct searching_game games[] = {
	{"tictactoe", 2, 5, 5, {NULL}},
	{"connect4", 2, 4, 20, {NULL}},
	{"nim", 2, 6, 4, {"heaps=5/6", "take=2"}},
	{"nim", 3, 7, 4, {"heaps=12"}},
	{"nim", 3, 4, 3, {"heaps=30/20"}},
	{"nim", 3, 5, 3, {"heaps=3/4/2", "take=0", "misere=0"}},
	{"nim", 4, 5, 4, {"heaps=3/4/5", "take=0", "misere=0"}},
	{"nim", 4, 7, 4, {"heaps=16", "take=3"}},
	{"chinese-checkers", 2, 2, 100, {NULL}},
	{"chinese-checkers", 3, 2, 100, {NULL}},
	{"chinese-checkers", 4, 2, 100, {NULL}},
	{"chinese-checkers", 6, 2, 100, {NULL}},
	{"othello", 2, 3, 30, {"size=6"}},
	{"breakthrough", 2, 3, 20, {"columns=5", "rows=5"}},
	{"kalah", 2, 5, 20, {NULL}},
};

enum { GAMES_COUNT = sizeof games / sizeof *games };

/* A seat that is not to move may have given up, where two others are left. */
static struct position position_of(int row, uint64_t *random)
{
	const struct setup *s = &searching.setup;
	struct position p = searching_wander(games[row].plies, random);
	int seat = 1 + (int)random_below(random, (uint64_t)s->seats);

	if (s->seats > 2 && random_below(random, 3) == 0 && s->rules->to_move(s, &p) != seat)
		s->rules->forfeit(s, &p, seat);
	return p;
}

/* Late in a game of chinese checkers, where some are home and others come home soon: each
 * seat mostly plays the move that gains most. */
static struct position late(uint64_t *random)
{
	const struct setup *s = &searching.setup;
	const struct evaluation *distance = evaluation_find(s->rules, "distance");
	struct position p, next = searching_start();
	move moves[MOVES_MAX];
	int gains[MOVES_MAX];

	for (int plies = 30 * s->seats + (int)random_below(random, (uint64_t)(30 * s->seats));
		plies > 0 && s->rules->to_move(s, &next) != 0; plies--) {
		p = next;
		int count = s->rules->moves(s, &p, moves), best = 0;
		distance->gains(s, &p, moves, count, gains, &searching.cache);
		for (int i = 1; i < count; i++)
			if (gains[i] + (int)random_below(random, 2) > gains[best])
				best = i;
		s->rules->play(s, &next, moves[best]);
	}
	return p;
}

static int homes; /* seats that were home in positions tried */

static void each_late(int seats, void (*try)(const struct position *p, int depth))
{
	const struct searching_game game = {"chinese-checkers", seats, 0, 0, {NULL}};
	uint64_t random = 1;

	searching_begin(&game, 0);
	for (int i = 0; i < LATE; i++) {
		struct position p = late(&random);
		homes +=
			seats - __builtin_popcount(searching.setup.rules->in(&searching.setup, &p));
		searching_use(evaluation_find(searching.setup.rules, "distance"));
		try(&p, 1 + i % 3);
	}
	searching_end();
}

static void each_position(int row, void (*try)(const struct position *p, int depth))
{
	uint64_t random = (uint64_t)row;

	searching_begin(&games[row], (uint64_t)row);
	for (int i = 0; i < 2 * POSITIONS; i++) {
		searching_use(
			i < POSITIONS ? &opinion : evaluation_find(rules_find("nim"), "zero"));
		struct position p = position_of(row, &random);
		for (int depth = 1; depth <= games[row].depth; depth++)
			try(&p, depth);
	}
	searching_end();
}

/* The worth of a position to seat without a search. */
static int64_t worth(const struct position *p, int seat, int ply)
{
	const struct setup *s = &searching.setup;
	int64_t scores[SEATS_MAX];
	int beaten = 0;

	if (s->rules->to_move(s, p) != 0)
		return searching.evaluation->value(s, p, seat, &searching.cache);
	s->rules->scores(s, p, scores);
	for (int k = 0; k < s->seats; k++)
		beaten += (scores[k] < scores[seat - 1]) - (scores[k] > scores[seat - 1]);
	int64_t share = VALUE_WIN / (s->seats - 1) * beaten;
	return share > 0 ? share - ply : share < 0 ? share + ply : 0;
}

/* The legal moves by falling gain, the rules' order among equal ones. */
static int ordered(const struct position *p, move *moves)
{
	const struct setup *s = &searching.setup;
	int gains[MOVES_MAX] = {0};
	int count = s->rules->moves(s, p, moves);

	if (searching.evaluation->gains != NULL)
		searching.evaluation->gains(s, p, moves, count, gains, &searching.cache);
	for (int i = 1; i < count; i++)
		for (int k = i; k > 0 && gains[k] > gains[k - 1]; k--) {
			move m = moves[k];
			int gain = gains[k];
			moves[k] = moves[k - 1];
			gains[k] = gains[k - 1];
			moves[k - 1] = m;
			gains[k - 1] = gain;
		}
	return count;
}

static int64_t plain_nodes;

static move plain_maxn(const struct position *p, int depth, int ply, int64_t values[SEATS_MAX])
{
	const struct setup *s = &searching.setup;
	move moves[MOVES_MAX], best = 0;
	int mover = s->rules->to_move(s, p);

	plain_nodes++;
	for (int seat = 1; seat <= s->seats; seat++)
		values[seat - 1] = worth(p, seat, ply);
	if (mover == 0 || depth == 0)
		return best;
	int count = ordered(p, moves);
	for (int i = 0; i < count; i++) {
		int64_t found[SEATS_MAX];
		struct position child = *p;
		s->rules->play(s, &child, moves[i]);
		plain_maxn(&child, depth - 1, ply + 1, found);
		if (i > 0 && found[mover - 1] <= values[mover - 1])
			continue;
		memcpy(values, found, sizeof found);
		best = moves[i];
	}
	return best;
}

static int64_t maxn_saved;

static void try_maxn(const struct position *p, int depth)
{
	int64_t values[SEATS_MAX], seen[SEATS_MAX];
	struct position end = *p;

	plain_nodes = 0;
	move best = plain_maxn(p, depth, 0, values);
	struct search_result r = searching_to_depth(&search_maxn, p, depth);
	ck_assert_uint_eq(r.best, best);
	ck_assert_int_eq(r.value, values[searching.job.me - 1]);
	ck_assert_int_le(r.nodes, plain_nodes);
	maxn_saved += plain_nodes - r.nodes;
	/* The line leads to where all the numbers come from. */
	for (int i = 0; i < r.length; i++)
		searching.setup.rules->play(&searching.setup, &end, r.line[i]);
	for (int seat = 1; seat <= searching.setup.seats; seat++)
		seen[seat - 1] = worth(&end, seat, r.length);
	ck_assert_mem_eq(seen, values, (size_t)searching.setup.seats * sizeof *values);
}

START_TEST(maxn_with_pruning_has_the_move_and_all_values_of_maxn_without)
	{
		each_position(_i, try_maxn);
	}
END_TEST

/* Two seats; three far from the end, whose numbers are bounded; four, and one may win at once. */
static const int savings[] = {1, 4, 6};

START_TEST(pruning_saves_maxn_nodes)
	{
		maxn_saved = 0;
		each_position(savings[_i], try_maxn);
		ck_assert_int_gt(maxn_saved, 0);
	}
END_TEST

static void try_paranoid(const struct position *p, int depth)
{
	struct search_result a = searching_to_depth(&search_minimax, p, depth);
	struct search_result b = searching_to_depth(&search_paranoid, p, depth);

	ck_assert_int_eq(a.value, b.value);
	ck_assert_int_le(b.length, depth);
}

START_TEST(paranoid_has_the_value_of_minimax)
	{
		each_position(_i, try_paranoid);
	}
END_TEST

static int64_t plain_brs(const struct position *p, int depth, int ply, int me);

/* The least that seat can leave us with. */
static int64_t plain_reply(const struct position *p, int depth, int ply, int me, int seat)
{
	const struct setup *s = &searching.setup;
	struct position turned = *p;
	int64_t least = INT64_MAX;
	move moves[MOVES_MAX];

	if (s->rules->to_move(s, p) != seat)
		s->rules->turn_to(s, &turned, seat);
	int count = s->rules->moves(s, &turned, moves);
	for (int i = 0; i < count; i++) {
		struct position child = turned;
		s->rules->play(s, &child, moves[i]);
		int next = s->rules->to_move(s, &child);
		if (s->seats > 2 && next != 0 && next != me)
			s->rules->turn_to(s, &child, me);
		int64_t v = plain_brs(&child, depth - 1, ply + 1, me);
		least = v < least ? v : least;
	}
	return least;
}

static int64_t plain_brs(const struct position *p, int depth, int ply, int me)
{
	const struct setup *s = &searching.setup;
	int mover = s->rules->to_move(s, p);
	unsigned in = s->rules->in != NULL ? s->rules->in(s, p) : 3;
	int64_t best = mover == me ? INT64_MIN : INT64_MAX;
	move moves[MOVES_MAX];

	if (mover == 0 || depth == 0 || !(in >> (me - 1) & 1))
		return worth(p, me, ply);
	for (int seat = 1; seat <= s->seats && mover != me; seat++) {
		if (seat == me || !(in >> (seat - 1) & 1))
			continue;
		int64_t v = plain_reply(p, depth, ply, me, seat);
		best = v < best ? v : best;
	}
	int count = mover == me ? s->rules->moves(s, p, moves) : 0;
	for (int i = 0; i < count; i++) {
		struct position child = *p;
		s->rules->play(s, &child, moves[i]);
		int64_t v = plain_brs(&child, depth - 1, ply + 1, me);
		best = v > best ? v : best;
	}
	return best;
}

/* A line is one of legal moves. */
static void follow(const struct position *p, const struct search_result *r)
{
	const struct rules *rules = searching.setup.rules;
	struct position at = *p;
	move moves[MOVES_MAX];

	for (int i = 0; i < r->length; i++) {
		bool legal = false;
		int count = rules->moves(&searching.setup, &at, moves);
		for (int k = 0; k < count; k++)
			legal |= moves[k] == r->line[i];
		ck_assert(legal);
		rules->play(&searching.setup, &at, r->line[i]);
	}
}

static void try_brs(const struct position *p, int depth)
{
	struct search_result r = searching_to_depth(&search_brs, p, depth);

	ck_assert_int_eq(r.value, plain_brs(p, depth, 0, searching.job.me));
	follow(p, &r);
}

START_TEST(brs_has_the_value_of_the_one_reply_that_is_worst_and_tells_only_what_can_be_played)
	{
		each_position(_i, try_brs);
	}
END_TEST

/* OPPS(n1, l1, l2) as the paper has it: 0 is all. */
struct limits {
	int n1, l1, l2;
};

static int64_t plain_opps(
	const struct position *p, int depth, int ply, int me, int free, const struct limits *limits)
{
	const struct setup *s = &searching.setup;
	int mover = s->rules->to_move(s, p);
	int64_t best = mover == me ? INT64_MIN : INT64_MAX;
	move moves[MOVES_MAX];

	if (mover == 0 || depth == 0)
		return worth(p, me, ply);
	int count = ordered(p, moves);
	for (int i = 0; i < count; i++) {
		struct position child = *p;
		int left = free;
		if (mover != me && s->seats > 2 && i >= limits->l2 && --left < 0)
			break;
		if (mover != me && s->seats > 2 && limits->l1 > 0 && i >= limits->l1)
			break;
		s->rules->play(s, &child, moves[i]);
		int64_t v = plain_opps(
			&child, depth - 1, ply + 1, me, mover == me ? limits->n1 : left, limits);
		if (mover == me ? v > best : v < best)
			best = v;
	}
	return best;
}

static void try_pruned(const struct position *p, int depth, const struct search *search,
	const struct limits *limits)
{
	struct search_result r = searching_to_depth(search, p, depth);

	ck_assert_int_eq(r.value, plain_opps(p, depth, 0, searching.job.me, limits->n1, limits));
	follow(p, &r);
}

static void try_brs_plus(const struct position *p, int depth)
{
	try_pruned(p, depth, &search_brs_plus, &(struct limits){1, 0, 1});
}

START_TEST(brs_plus_has_the_value_where_all_but_one_play_their_first_move)
	{
		each_position(_i, try_brs_plus);
	}
END_TEST

static void try_opps(const struct position *p, int depth)
{
	try_pruned(p, depth, &search_opps, &(struct limits){1, 8, 1});
}

START_TEST(opps_has_the_value_where_one_chooses_among_eight_and_the_rest_play_their_first_move)
	{
		each_position(_i, try_opps);
	}
END_TEST

static void try_all(const struct position *p, int depth)
{
	try_maxn(p, depth);
	try_paranoid(p, depth);
	try_brs(p, depth);
	try_brs_plus(p, depth);
	try_opps(p, depth);
}

START_TEST(nothing_changes_when_some_are_home_in_chinese_checkers)
	{
		homes = 0;
		each_late(3, try_all);
		each_late(4, try_all);
		ck_assert_int_gt(homes, 0);
	}
END_TEST

SUITE("bots/seats", CASE(nothing_changes_when_some_are_home_in_chinese_checkers),
	LOOP(maxn_with_pruning_has_the_move_and_all_values_of_maxn_without, GAMES_COUNT),
	LOOP(pruning_saves_maxn_nodes, sizeof savings / sizeof *savings),
	LOOP(paranoid_has_the_value_of_minimax, GAMES_COUNT),
	LOOP(brs_has_the_value_of_the_one_reply_that_is_worst_and_tells_only_what_can_be_played,
		GAMES_COUNT),
	LOOP(brs_plus_has_the_value_where_all_but_one_play_their_first_move, GAMES_COUNT),
	LOOP(opps_has_the_value_where_one_chooses_among_eight_and_the_rest_play_their_first_move,
		GAMES_COUNT))
