/*
 * chinese-checkers.c - pegs cross the star, by steps and by chains of jumps, to the point opposite.
 * Two, three, four or six seats.
 *
 * A move is from-cell * 256 + to-cell, 0 is a pass. moves() goes through the seat's pegs from the
 * bottom row up, each row from the left; for each peg the steps come first, in the same order, and
 * then where jumps lead, the fewest jumps first.
 */
#include "rules/chinese-checkers-position.h"

#include <string.h>

enum {
	CHECKERS_UNBLOCK,
	CHECKERS_PLIES,
	CHECKERS_PLIES_SEAT = 250 /* max-plies when it is not set, for each seat */
};

/* Where the seats start. */
static void checkers_points(int seats, uint8_t points[SEATS_MAX])
{
	static const uint8_t all[][SEATS_MAX] = {
		[2] = {0, 3}, [3] = {0, 2, 4}, [4] = {0, 1, 3, 4}, [6] = {0, 1, 2, 3, 4, 5}};
	memcpy(points, all[seats], SEATS_MAX);
}

static bool checkers_prepare(
	struct setup *s, const char *const *texts, uint64_t seed, struct error *err)
{
	(void)seed;
	struct checkers_setup *c = (struct checkers_setup *)s->bytes;
	if (!text_parameter(
		    "unblock", texts[CHECKERS_UNBLOCK], 1, TURN_NUMBER_MAX, &c->unblock, err) ||
		!text_parameter(
			"max-plies", texts[CHECKERS_PLIES], 0, TURN_NUMBER_MAX, &c->max_plies, err))
		return false;
	c->plies = (uint32_t)(c->max_plies != 0 ? c->max_plies : CHECKERS_PLIES_SEAT * s->seats);
	star_init(&c->star);
	checkers_points(s->seats, c->points);
	uint64_t stream = 0;
	for (int seat = 1; seat <= s->seats; seat++) {
		memcpy(c->goals[seat - 1], c->star.points[checkers_goal(c, seat)],
			sizeof c->goals[seat - 1]);
		for (int cell = 0; cell < STAR_CELLS; cell++)
			c->keys[seat - 1][cell] = random_next(&stream);
	}
	return true;
}

static void checkers_parameter(const struct setup *s, int i, char text[PARAMETER_TEXT])
{
	const struct checkers_setup *c = checkers_of(s);
	struct text out = text_begin(text, PARAMETER_TEXT);
	text_number(&out, i == CHECKERS_UNBLOCK ? c->unblock : c->max_plies);
	text_end(&out);
}

void checkers_put(const struct checkers_setup *c, struct checkers_position *at, int seat, int cell)
{
	int place = c->star.place[cell];
	at->pegs[seat - 1][cell / 64] |= UINT64_C(1) << cell % 64;
	at->taken[place / 64] |= UINT64_C(1) << place % 64;
	at->key ^= c->keys[seat - 1][cell];
}

int checkers_steps(const struct checkers_setup *c, const struct checkers_position *at, int seat)
{
	const uint8_t *steps = c->star.steps[checkers_goal(c, seat)];
	int sum = -STAR_FILLED;
	for (int cell = 0; cell < STAR_CELLS; cell++)
		if (at->pegs[seat - 1][cell / 64] >> cell % 64 & 1)
			sum += steps[cell];
	return sum;
}

static void checkers_start(const struct setup *s, struct position *p)
{
	const struct checkers_setup *c = checkers_of(s);
	*p = (struct position){0};
	struct checkers_position *at = checkers_in(p);
	at->turn = (struct turn){.seat = 1, .number = 1};
	for (int seat = 1; seat <= s->seats; seat++) {
		const uint64_t *point = c->star.points[c->points[seat - 1]];
		for (int cell = 0; cell < STAR_CELLS; cell++)
			if (point[cell / 64] >> cell % 64 & 1)
				checkers_put(c, at, seat, cell);
		at->steps[seat - 1] = (uint16_t)checkers_steps(c, at, seat);
	}
}

/* Fewer than two seats that may still move, or max-plies reached. */
static bool checkers_over(const struct setup *s, const struct checkers_position *at)
{
	unsigned left = ((1u << s->seats) - 1) & ~(unsigned)(at->home | at->turn.out);
	uint32_t plies = (at->turn.number - 1) * (uint32_t)s->seats + at->turn.seat - 1;
	return (left & (left - 1)) == 0 || plies >= checkers_of(s)->plies;
}

static int checkers_to_move(const struct setup *s, const struct position *p)
{
	const struct checkers_position *at = checkers_at(p);
	return checkers_over(s, at) ? 0 : at->turn.seat;
}

/* Writes the moves of the peg on a cell. That its own cell is free while it jumps changes nothing:
 * jumps never lead beside it, and back on it is no move. */
static move *checkers_peg(const struct star *star, const uint64_t *taken, int cell, move *moves)
{
	static const int steps[6] = {
		-STAR_STRIDE, 1 - STAR_STRIDE, -1, 1, STAR_STRIDE - 1, STAR_STRIDE};
	uint8_t queue[64];
	int from = star->place[cell], first = 0, last = 0;
	move origin = (move)cell << 8;
	uint64_t window = star_window(taken, from), around = star->around[from];
	uint64_t seen = UINT64_C(1) << star->slot[from];

	/* Every neighbour is written, and stays when it is free: no branch to guess wrongly. */
	for (int i = 0; i < 6; i++) {
		*moves = origin | star->cell[from + steps[i]];
		moves += around >> (STAR_REACH + steps[i]) & ~window >> (STAR_REACH + steps[i]) & 1;
	}
	for (int place = from;; place = queue[first++]) {
		if (place != from) {
			window = star_window(taken, place);
			around = star->around[place];
		}
		uint64_t jumps = star_behind(window) & around & ~window;
		for (; jumps != 0; jumps &= jumps - 1) {
			int to = place - STAR_REACH + __builtin_ctzll(jumps);
			unsigned new = (seen >> star->slot[to] & 1) ^ 1;
			seen |= UINT64_C(1) << star->slot[to];
			*moves = origin | star->cell[to];
			queue[last] = (uint8_t)to;
			moves += new;
			last += (int)new;
		}
		if (first == last)
			return moves;
	}
}

static int checkers_moves(const struct setup *s, const struct position *p, move moves[MOVES_MAX])
{
	const struct star *star = &checkers_of(s)->star;
	const struct checkers_position *at = checkers_at(p);
	if (checkers_over(s, at))
		return 0;
	move *end = moves;
	for (int half = 0; half < 2; half++)
		for (uint64_t pegs = at->pegs[at->turn.seat - 1][half]; pegs != 0; pegs &= pegs - 1)
			end = checkers_peg(star, at->taken, half * 64 + __builtin_ctzll(pegs), end);
	if (end == moves)
		*end++ = CHECKERS_PASS;
	return (int)(end - moves);
}

/* Is the seat home, having just moved? */
static bool checkers_came_home(
	const struct checkers_setup *c, const struct checkers_position *at, int seat)
{
	if (at->steps[seat - 1] == 0)
		return true;
	if (at->turn.number < (uint32_t)c->unblock)
		return false;
	const uint64_t *goal = c->goals[seat - 1];
	const uint64_t *own = at->pegs[seat - 1];
	uint64_t all[2] = {0, 0};
	for (int i = 0; i < SEATS_MAX; i++) {
		all[0] |= at->pegs[i][0];
		all[1] |= at->pegs[i][1];
	}
	return ((goal[0] & ~all[0]) | (goal[1] & ~all[1])) == 0 &&
	       ((goal[0] & own[0]) | (goal[1] & own[1])) != 0;
}

static void checkers_play(const struct setup *s, struct position *p, move m)
{
	const struct checkers_setup *c = checkers_of(s);
	struct checkers_position *at = checkers_in(p);
	int seat = at->turn.seat, i = seat - 1;
	if (m != CHECKERS_PASS) {
		int from = checkers_from(m), to = checkers_to(m);
		int out = c->star.place[from], in = c->star.place[to];
		const uint8_t *steps = c->star.steps[checkers_goal(c, seat)];
		assert(at->pegs[i][from / 64] >> from % 64 & 1);
		at->pegs[i][from / 64] ^= UINT64_C(1) << from % 64;
		at->pegs[i][to / 64] ^= UINT64_C(1) << to % 64;
		at->taken[out / 64] ^= UINT64_C(1) << out % 64;
		at->taken[in / 64] ^= UINT64_C(1) << in % 64;
		at->key ^= c->keys[i][from] ^ c->keys[i][to];
		at->steps[i] = (uint16_t)(at->steps[i] + steps[to] - steps[from]);
	}
	if (checkers_came_home(c, at, seat))
		checkers_add_home(at, seat);
	turn_pass_over(&at->turn, s->seats, at->home);
}

static void checkers_forfeit(const struct setup *s, struct position *p, int seat)
{
	struct checkers_position *at = checkers_in(p);
	int kept = 0;
	if (checkers_over(s, at))
		return;
	for (int i = 0; i < at->homes; i++)
		if (at->order[i] != seat)
			at->order[kept++] = at->order[i];
	memset(at->order + kept, 0, (size_t)(SEATS_MAX - kept));
	at->homes = (uint8_t)kept;
	at->home &= (uint8_t) ~(1u << (seat - 1));
	at->turn.out |= (uint8_t)(1u << (seat - 1));
	if (at->turn.seat == seat)
		turn_pass_over(&at->turn, s->seats, at->home);
}

static void checkers_turn_to(const struct setup *s, struct position *p, int seat)
{
	(void)s;
	struct checkers_position *at = checkers_in(p);
	assert((at->home >> (seat - 1) & 1) == 0);
	turn_to(&at->turn, seat);
}

static unsigned checkers_left(const struct setup *s, const struct position *p)
{
	const struct checkers_position *at = checkers_at(p);
	return ((1u << s->seats) - 1) & ~(unsigned)(at->home | at->turn.out);
}

/* A seat's place in the order, from best: the homes as they came, then by steps. */
static int checkers_place(const struct checkers_position *at, int seat)
{
	for (int i = 0; i < at->homes; i++)
		if (at->order[i] == seat)
			return i - SEATS_MAX;
	return at->steps[seat - 1];
}

/* How many seats are behind each, less those ahead. */
static void checkers_scores(
	const struct setup *s, const struct position *p, int64_t scores[SEATS_MAX])
{
	int places[SEATS_MAX];
	for (int i = 0; i < s->seats; i++)
		places[i] = checkers_place(checkers_at(p), i + 1);
	for (int i = 0; i < s->seats; i++) {
		scores[i] = 0;
		for (int j = 0; j < s->seats; j++)
			scores[i] += (places[j] > places[i]) - (places[j] < places[i]);
	}
}

static uint64_t checkers_key(const struct setup *s, const struct position *p)
{
	(void)s;
	const struct checkers_position *at = checkers_at(p);
	uint64_t rest = (uint64_t)at->turn.out << 8 | at->turn.seat;
	for (int i = 0; i < SEATS_MAX; i++)
		rest = rest << 3 | at->order[i];
	return random_mix(at->key, rest);
}

/* A ply may pass over all seats but one. */
int checkers_calm(const struct setup *s, const struct position *p)
{
	const struct checkers_setup *c = checkers_of(s);
	const struct checkers_position *at = checkers_at(p);
	int64_t end = (int64_t)(c->unblock - 1) * s->seats;
	if (end > c->plies)
		end = c->plies;
	int64_t left = end - (int64_t)(at->turn.number - 1) * s->seats - at->turn.seat + 1;
	return left > 0 ? (int)(left / s->seats) : 0;
}

struct checkers_view checkers_view(const struct setup *s, const struct position *p)
{
	const struct checkers_setup *c = checkers_of(s);
	const struct checkers_position *at = checkers_at(p);
	return (struct checkers_view){.star = &c->star,
		.points = c->points,
		.goals = c->goals,
		.pegs = at->pegs,
		.taken = at->taken,
		.steps = at->steps,
		.home = at->home,
		.out = at->turn.out,
		.to_move = at->turn.seat,
		.number = at->turn.number};
}

static const struct parameter checkers_parameters[] = {
	[CHECKERS_UNBLOCK] = {"unblock", "100",
		"from this own move on, a full point that one shares is home, 1 to 1000000", false},
	[CHECKERS_PLIES] = {"max-plies", "0",
		"the game ends after that many, 1 to 1000000; 0 is 250 a seat", false},
	{NULL, NULL, NULL, false},
};

const struct rules rules_chinese_checkers = {
	.name = "chinese-checkers",
	.title = "Chinese checkers",
	.summary = "step and jump to the point of the star opposite",
	.seat_counts = 1u << 2 | 1u << 3 | 1u << 4 | 1u << 6,
	.position_bytes = sizeof(struct checkers_position),
	.letters = "ABCDEF",
	.parameters = checkers_parameters,
	.prepare = checkers_prepare,
	.parameter = checkers_parameter,
	.start = checkers_start,
	.to_move = checkers_to_move,
	.moves = checkers_moves,
	.play = checkers_play,
	.forfeit = checkers_forfeit,
	.turn_to = checkers_turn_to,
	.in = checkers_left,
	.scores = checkers_scores,
	.move_text = checkers_move_text,
	.write = checkers_write,
	.read = checkers_read,
	.key = checkers_key,
};
